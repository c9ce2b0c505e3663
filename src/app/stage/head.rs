//! The line above a plot, or the words at its right: the name of the axis that points up, the
//! title, the words of marks, the legend. What does not fit is left out.

use eframe::egui::{
    Align2, Color32, RadioButton, Rangef, Rect, RichText, Role, Sense, Stroke, TextWrapMode, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use super::Stage;
use super::along::Along;
use super::arrange::Arranged;
use super::letters::{fitting, width};
use super::marks::words_that_fit;
use crate::app::focus::ring;
use crate::app::ink::small_font;
use crate::plot::layout::names_in_window;
use crate::plot::remark::PerPixel;
use crate::plot::{Block, LegendEntry, Panel};

/// The gap between words of the line, in points.
const SPACE: f32 = 10.0;

/// The room at the right of a plot for a title that stands there, in points.
const BESIDE: f32 = 110.0;

impl Stage<'_> {
    /// Draws the line above a plot.
    pub(super) fn head(
        &mut self,
        ui: &mut Ui,
        panel: &Panel,
        plot: Rect,
        arranged: &Arranged,
        (per_pixel, block): (PerPixel, &Block),
    ) {
        let middle = plot.top() - 8.0;
        let beside = free(plot, arranged);
        let room = beside.max;
        let mut left = plot.left();
        let painter = ui.painter().clone();
        let name = names_in_window(panel);
        if !name.is_empty() {
            let start = (plot.left() - 60.0).max(arranged.body.left() - 6.0);
            let at = pos2(start, middle);
            let rect = painter.text(at, Align2::LEFT_CENTER, &name, small_font(), self.ink.weak);
            left = left.max(rect.right() + SPACE);
        }
        let has_legend = block.above.is_empty() && !panel.title.is_beside;
        let legend: &[LegendEntry] = if has_legend { &panel.legend } else { &[] };
        let title = Rect::from_min_max(pos2(left, plot.top() - 17.0), pos2(room, plot.top() - 1.0));
        // Long words may begin left of the plot if nothing is there.
        let free = if name.is_empty() { beside.min } else { left };
        if panel.title.is_beside {
            self.beside_plot(ui, panel, plot);
        } else if !panel.title.is_empty() {
            left = self.title(ui, panel, (title, free), plot, per_pixel);
        }
        let right = self.side_title(ui, panel, plot, left).unwrap_or(room);
        let right = self.legend(ui, legend, middle, left, right);
        self.words_of_marks(ui, panel, plot, left, right);
        self.side_above(ui, panel, plot, left);
    }

    /// Draws the title; returns where the rest of the line begins.
    fn title(
        &mut self,
        ui: &mut Ui,
        panel: &Panel,
        (mut room, free): (Rect, f32),
        plot: Rect,
        per_pixel: PerPixel,
    ) -> f32 {
        let title = &panel.title;
        let painter = ui.painter().clone();
        let font = small_font();
        let color = self.tone(title.tone);
        let is_mixed = per_pixel.x > 1.0 && !title.mixed.is_empty();
        let fits = |words: &&String| width(&painter, words, &font) <= room.width();
        // If pixels mix positions, the other words would be false.
        let all = if is_mixed {
            std::slice::from_ref(&title.mixed)
        } else {
            title.words.as_slice()
        };
        let words = all.iter().find(fits).or(all.last()).map_or("", String::as_str);
        if let Some(choice) = title.choice.as_ref().filter(|_| panel.is_strip) {
            let mut inner = ui.new_child(UiBuilder::new().max_rect(room.translate(vec2(-2.0, 0.0))));
            inner.spacing_mut().interact_size.y = 15.0;
            inner.spacing_mut().icon_width = 12.0;
            inner.spacing_mut().icon_width_inner = 7.0;
            inner.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
            if choice.change.is_none() {
                // The words must be legible although the choice is disabled.
                inner.visuals_mut().disabled_alpha = 1.0;
                inner.disable();
            }
            let text = RichText::new(words).font(font).color(color);
            let text = if choice.is_on { text.strong() } else { text };
            let mut button = inner.add(RadioButton::new(choice.is_on, text));
            if !title.hint.is_empty() {
                button = button.on_hover_text(&title.hint).on_disabled_hover_text(&title.hint);
            }
            if let (true, false, Some(change)) = (button.clicked(), choice.is_on, &choice.change) {
                self.change(change.clone());
            }
            return button.rect.right() + SPACE;
        }
        let missing = width(&painter, words, &font) - room.width();
        *room.left_mut() = (room.left() - missing.max(0.0)).max(free);
        let galley = fitting(&painter, words, &font, color, room.width());
        let end = room.left() + galley.size().x;
        let corner = pos2(room.left(), room.center().y - galley.size().y / 2.0);
        self.hint(ui, panel, Rect::from_min_size(corner, galley.size()));
        painter.galley(corner, galley, color);
        if title.is_front {
            painter.hline(plot.x_range(), plot.top() - 1.5, Stroke::new(2.0, color));
        }
        end + SPACE
    }

    /// Draws a title at the right of the plot, on two lines if it is long, with a button that removes the panel.
    fn beside_plot(&mut self, ui: &mut Ui, panel: &Panel, plot: Rect) {
        let painter = ui.painter().clone();
        let (font, color) = (small_font(), self.tone(panel.title.tone));
        let words = panel.title.shortest();
        let is_long = width(&painter, words, &font) > BESIDE;
        let lines: Vec<&str> = match words.split_once(" · ") {
            Some((first, second)) if is_long && plot.height() >= 30.0 => vec![first, second],
            _ => vec![words],
        };
        let lines = lines.into_iter();
        let lines: Vec<_> = lines
            .map(|line| fitting(&painter, line, &font, color, BESIDE))
            .collect();
        let height: f32 = lines.iter().map(|line| line.size().y).sum();
        let mut at = pos2(plot.right() + 8.0, plot.center().y - height / 2.0);
        self.hint(ui, panel, Rect::from_min_size(at, vec2(BESIDE, height)));
        for line in lines {
            let height = line.size().y;
            painter.galley(at, line, color);
            at.y += height;
        }
        let Some((words, change)) = panel.title.removal.as_ref().filter(|_| plot.height() >= 14.0) else {
            return;
        };
        let place = pos2(plot.right() + 134.0, plot.center().y);
        let place = Rect::from_center_size(place, vec2(18.0, 14.0));
        let id = ui.scope_id().with((self.place, &panel.key, "remove"));
        let response = ui.interact(place, id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
        let color = if response.hovered() || response.has_focus() {
            self.ink.text
        } else {
            self.ink.weak
        };
        let cross = place.shrink2(vec2(5.5, 3.5));
        let stroke = Stroke::new(1.5, color);
        painter.line_segment([cross.left_top(), cross.right_bottom()], stroke);
        painter.line_segment([cross.right_top(), cross.left_bottom()], stroke);
        ring(ui, &response);
        if response.on_hover_text(words).clicked() {
            self.change(change.clone());
        }
    }

    /// Explains the title of a panel while the pointer rests on it.
    fn hint(&self, ui: &Ui, panel: &Panel, place: Rect) {
        let hint = &panel.title.hint;
        if !hint.is_empty() {
            let id = ui.scope_id().with((self.place, &panel.key, "title"));
            ui.interact(place, id, Sense::hover()).on_hover_text(hint);
        }
    }

    /// Draws the title of the words beside the plot; returns where it begins.
    fn side_title(&self, ui: &Ui, panel: &Panel, plot: Rect, left: f32) -> Option<f32> {
        let at = pos2(plot.right() + 4.0, plot.top() - 8.0);
        if panel.side_title.is_empty() || at.x < left {
            return None;
        }
        ui.painter()
            .text(at, Align2::LEFT_CENTER, &panel.side_title, small_font(), self.ink.weak);
        Some(plot.right())
    }

    /// Draws the legend if all of it fits; returns where it begins.
    fn legend(&self, ui: &Ui, legend: &[LegendEntry], middle: f32, left: f32, right: f32) -> f32 {
        const LINE: f32 = 20.0;
        let painter = ui.painter();
        let widths = legend
            .iter()
            .map(|entry| LINE + 6.0 + width(painter, &entry.words, &small_font()) + SPACE);
        let total: f32 = widths.clone().sum();
        if legend.is_empty() || right - total < left {
            return right;
        }
        let mut x = right - total;
        for (entry, width) in legend.iter().zip(widths) {
            let color: Color32 = self.tone(entry.stroke.tone);
            if entry.stroke.dots_only {
                painter.circle_filled(pos2(x + LINE / 2.0, middle), 2.5, color);
            } else {
                let ends = [pos2(x, middle), pos2(x + LINE, middle)];
                let stroke = Stroke::new(1.6, color);
                if entry.stroke.dashed {
                    painter.extend(eframe::egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
                } else {
                    painter.line_segment(ends, stroke);
                }
            }
            let at = pos2(x + LINE + 6.0, middle);
            painter.text(at, Align2::LEFT_CENTER, &entry.words, small_font(), self.ink.weak);
            x += width;
        }
        right - total
    }

    /// Draws the words of upright marks, each centred above its line or moved to fit between title and legend.
    fn words_of_marks(&self, ui: &Ui, panel: &Panel, plot: Rect, left: f32, right: f32) {
        if panel.cells().is_none() || panel.is_strip {
            return;
        }
        let along = Along::of(panel, plot)[0];
        let painter = ui.painter();
        for mark in panel.marks.iter().filter(|mark| mark.is_x) {
            let at = along.screen(mark.at);
            let end = right.min(plot.right() - 2.0);
            let words = words_that_fit(painter, mark, end - left);
            if words.is_empty() || !plot.x_range().contains(at) {
                continue;
            }
            let wide = width(painter, words, &small_font());
            let start = (at - wide / 2.0).min(end - wide).max(left);
            let place = pos2(start, plot.top() - 8.0);
            painter.text(place, Align2::LEFT_CENTER, words, small_font(), self.ink.text);
        }
    }

    /// Draws words above the dimensions if these run along x, as many as fit.
    fn side_above(&self, ui: &Ui, panel: &Panel, plot: Rect, left: f32) {
        if !panel.has_side_above() {
            return;
        }
        let along = Along::of(panel, plot)[0];
        let painter = ui.painter();
        let mut end = left - SPACE;
        for side in &panel.side {
            let range = along.range(side.span).intersection(plot.x_range());
            let half = width(painter, &side.words, &small_font()) / 2.0;
            let middle = range.center();
            if middle - half >= end + 8.0 && middle + half <= plot.right() + 60.0 {
                end = middle + half;
                let place = pos2(middle, plot.top() - 8.0);
                painter.text(place, Align2::CENTER_CENTER, &side.words, small_font(), self.ink.weak);
            }
        }
    }
}

/// Returns the range along x from the previous plot in the row, or the start of the pane, to the next plot, or
/// the end of the pane.
fn free(plot: Rect, arranged: &Arranged) -> Rangef {
    let mut free = arranged.body.x_range();
    let others = arranged.panels.iter().map(|(_, other)| other);
    for other in others.filter(|other| other.y_range().intersects(plot.y_range())) {
        if other.left() > plot.right() {
            free.max = free.max.min(other.left() - SPACE);
        } else if other.right() < plot.left() {
            free.min = free.min.max(other.right() + SPACE);
        }
    }
    free
}

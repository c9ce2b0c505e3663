//! The cursor and what is held, lines across a plot, and stretches of its axes.

use eframe::egui::{
    Align2, Color32, Rangef, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::Stage;
use super::along::{Along, across};
use super::letters::{fitting, width};
use crate::app::ink::small_font;
use crate::encoding::{Encoding, float};
use crate::field::{ColumnOrder, Span};
use crate::plot::layout::has_wide_right;
use crate::plot::remark::{PerPixel, too_fast};
use crate::plot::{Layer, Mark, Panel, Quantity, Stretch, Tone};
use crate::text::count;
use crate::tr;

/// The room for words between a plot and its colour bar, in points.
const RIGHT: f32 = 74.0;

impl Stage<'_> {
    /// Returns the part of a plot along a stretch of one of its axes; `None` if it is out of view.
    fn part(&self, stretch: Stretch, plot: Rect, [x, y]: [Along<'_>; 2]) -> Option<Rect> {
        let part = if stretch.is_x {
            Rect::from_x_y_ranges(x.range(stretch.span).intersection(plot.x_range()), plot.y_range())
        } else {
            Rect::from_x_y_ranges(plot.x_range(), y.range(stretch.span).intersection(plot.y_range()))
        };
        part.is_positive().then_some(part)
    }

    /// Draws a shade behind lines.
    pub(super) fn shade(&self, ui: &Ui, stretch: Stretch, tone: Tone, plot: Rect, along: [Along<'_>; 2]) {
        let strength = if tone == Tone::Before { 0.22 } else { 0.12 };
        if let Some(part) = self.part(stretch, plot, along) {
            let color = self.tone(tone).gamma_multiply(strength);
            ui.painter().rect_filled(part, 0.0, color);
        }
    }

    /// Draws a bar beside an axis; its words are shown while the pointer rests on it.
    pub(super) fn edge(
        &self,
        ui: &Ui,
        stretch: Stretch,
        tone: Tone,
        words: &str,
        (plot, response): (Rect, &Response),
        along: [Along<'_>; 2],
    ) {
        let Some(part) = self.part(stretch, plot, along) else {
            return;
        };
        let bar = if stretch.is_x {
            Rect::from_x_y_ranges(part.x_range(), Rangef::new(plot.bottom() + 1.0, plot.bottom() + 4.0))
        } else {
            Rect::from_x_y_ranges(Rangef::new(plot.left() - 4.0, plot.left() - 1.0), part.y_range())
        };
        ui.painter().rect_filled(bar, 0.0, self.tone(tone));
        if words.is_empty() {
            return;
        }
        let place = stretch.span.start.to_bits();
        let hint = ui.interact(bar.expand(3.0), response.id.with(("edge", place)), Sense::hover());
        hint.widget_info(|| WidgetInfo::labeled(Role::Image, true, words));
        hint.on_hover_text(words);
    }

    /// Draws bars beside the dimensions whose waves are too fast for a picture of this size.
    pub(super) fn too_fast(
        &self,
        ui: &Ui,
        (encoding, order, is_x): (&Encoding, ColumnOrder, bool),
        per_pixel: PerPixel,
        plot: (Rect, &Response),
        along: [Along<'_>; 2],
    ) {
        let [positions, _] = per_pixel.in_table(is_x);
        let dimensions = along[usize::from(!is_x)].scale.span();
        for run in too_fast(encoding, order, dimensions, positions) {
            let [first, last] = [run.start, run.end - 1].map(|place| count(order.column(place, encoding)));
            let words = tr!(self.subject.language, "heatmap.too_fast", first, last);
            let [start, end] = [run.start, run.end].map(float);
            let span = Span { start, end };
            self.edge(ui, Stretch { is_x, span }, Tone::Error, &words, plot, along);
        }
    }

    /// Blanks the part where a table has no rows; the words that say why are drawn there if they
    /// fit, else at the edge of the plot.
    pub(super) fn void(
        &self,
        ui: &Ui,
        panel: &Panel,
        (stretch, words): (Stretch, &str),
        plot: Rect,
        along: [Along<'_>; 2],
    ) {
        // The title of a strip says why.
        let words = if panel.is_strip { "" } else { words };
        let Some(part) = self.part(stretch, plot, along) else {
            return;
        };
        let ink = self.ink;
        ui.painter().rect_filled(part, 0.0, ui.visuals().panel_fill);
        let frame = Stroke::new(1.0, ink.frame);
        ui.painter().rect_stroke(plot, 0.0, frame, StrokeKind::Outside);
        let painter = ui.painter();
        let lay = |room: f32| painter.layout(words.to_owned(), small_font(), ink.text, room.max(1.0));
        let galley = lay(part.width() - 12.0);
        let room = part.size() - vec2(8.0, 4.0);
        if galley.size().x <= room.x && galley.size().y <= room.y {
            let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), part).min;
            painter.galley(at, galley, ink.text);
        } else if !has_wide_right(panel) {
            // Another panel, or the title, says why.
        } else if stretch.is_x {
            let line = lay(f32::INFINITY);
            let at = plot.right_top() - vec2(line.size().x + 2.0, line.size().y + 2.0);
            painter.galley(at, line, ink.text);
        } else {
            self.words_right_of(ui, words, part.top(), plot);
        }
    }

    /// Draws words at the right of a plot, beside a place of it.
    fn words_right_of(&self, ui: &Ui, words: &str, at: f32, plot: Rect) {
        let painter = ui.painter();
        let galley = painter.layout(words.to_owned(), small_font(), self.ink.text, RIGHT);
        let half = galley.size().y / 2.0;
        let middle = at.min(plot.bottom() - half).max(plot.top() + half);
        let corner = pos2(plot.right() + 6.0, middle - half);
        painter.galley(corner, galley, self.ink.text);
    }

    /// Draws the lines across a plot; a shaded stretch needs none, since its edge shows where it is.
    pub(super) fn marks(&self, ui: &Ui, panel: &Panel, plot: Rect, [x, y]: [Along<'_>; 2]) {
        let is_shaded = panel.layers.iter().any(|layer| matches!(layer, Layer::Shade { .. }));
        let mut taken: Vec<Rect> = Vec::new();
        for mark in panel.marks.iter().filter(|_| !is_shaded) {
            let (along, range) = if mark.is_x {
                (x, plot.x_range())
            } else {
                (y, plot.y_range())
            };
            let at = along.screen(mark.at);
            if !range.contains(at) {
                continue;
            }
            let ends = across(plot, mark.is_x, at);
            let painter = ui.painter_at(plot);
            if panel.cells().is_some() {
                // Dark dashes on a light line are visible on every colour.
                painter.line_segment(ends, Stroke::new(2.5, Color32::WHITE));
                let dashes = Shape::dashed_line(&ends, Stroke::new(1.5, Color32::BLACK), 5.0, 3.0);
                painter.extend(dashes);
                if !mark.is_x && has_wide_right(panel) {
                    self.words_right_of(ui, words_that_fit(ui.painter(), mark, RIGHT), at, plot);
                }
            } else {
                painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, self.ink.text), 6.0, 4.0));
                if !mark.words.is_empty() {
                    self.words_of_mark(ui, panel, (mark, at), plot, &mut taken);
                }
            }
        }
    }

    /// Draws the words of a line across inside the plot, moved clear of other words.
    fn words_of_mark(&self, ui: &Ui, panel: &Panel, (mark, at): (&Mark, f32), plot: Rect, taken: &mut Vec<Rect>) {
        let painter = ui.painter_at(plot);
        let galley = fitting(&painter, &mark.words, &small_font(), self.ink.text, plot.width() * 0.5);
        let size = galley.size();
        let corner = if mark.is_x {
            pos2((at + 4.0).min(plot.right() - size.x), plot.top() + 2.0)
        } else {
            let above = at - size.y - 1.0;
            pos2(plot.left() + 6.0, if above < plot.top() { at + 1.0 } else { above })
        };
        let mut area = Rect::from_min_size(corner, size);
        for other in taken.iter() {
            if other.intersects(area) && mark.is_x {
                area = area.translate(vec2(0.0, other.bottom() + 2.0 - area.top()));
            } else if other.intersects(area) {
                area = area.translate(vec2(other.right() + 12.0 - area.left(), 0.0));
            }
        }
        let is_crossed = |area: Rect| {
            let across = |x: f32| f64::from((x - plot.left()) / plot.width());
            let up = |y: f32| f64::from((plot.bottom() - y) / plot.height());
            let Rect { min, max } = area.expand(2.0);
            panel.is_crossed([across(min.x), across(max.x)], [up(max.y), up(min.y)])
        };
        if !mark.is_x && is_crossed(area) {
            let other = area.translate(vec2(plot.right() - 6.0 - area.right(), 0.0));
            if !is_crossed(other) && !taken.iter().any(|taken| taken.intersects(other)) {
                area = other;
            }
        }
        if plot.contains_rect(area) {
            painter.rect_filled(area.expand(1.0), 2.0, ui.visuals().panel_fill.gamma_multiply(0.8));
            painter.galley(area.min, galley, self.ink.text);
            taken.push(area);
        }
    }

    /// Draws the crosshair of what is hovered in any view, and what is held: a frame around a cell, or a line.
    pub(super) fn cursor_marks(&self, ui: &Ui, panel: &Panel, plot: Rect, along: [Along<'_>; 2]) {
        let held = self.held();
        // The pin may lie outside the table in front, since the other of A and B may be larger.
        let pin = self.subject.views.pin_within(self.subject.shape());
        let axes = [&panel.x, &panel.y];
        let pinned = axes.map(|axis| held.held_on(axis, pin));
        let is_cell = axes
            .iter()
            .any(|axis| matches!(axis.quantity(), Some(Quantity::Dimension(_))));
        let painter = ui.painter_at(plot);
        for (is_x, (axis, cell)) in [true, false].into_iter().zip(axes.into_iter().zip(pinned)) {
            let line = |cell: usize, color: Color32| {
                let at = along[usize::from(!is_x)].middle(cell);
                painter.line_segment(across(plot, is_x, at), Stroke::new(1.0, color));
            };
            if let Some(cell) = cell.filter(|_| !is_cell) {
                line(cell, self.ink.pinned);
            }
            for cell in held.hovered_on(axis, self.subject.cursor) {
                line(cell, self.ink.hovered);
            }
        }
        if let ([Some(x), Some(y)], true) = (pinned, is_cell) {
            self.frame_cell(ui, plot, along, [x, y]);
        }
    }

    /// Draws a frame around a cell that leaves the cell visible.
    fn frame_cell(&self, ui: &Ui, plot: Rect, [x, y]: [Along<'_>; 2], [column, row]: [usize; 2]) {
        let rect = Rect::from_x_y_ranges(x.edges(column), y.edges(row));
        let rect = if rect.width().min(rect.height()) < 5.0 {
            rect.expand(3.0)
        } else {
            rect
        };
        let painter = ui.painter_at(plot.expand(2.0));
        let halo = if ui.visuals().dark_mode {
            Color32::BLACK
        } else {
            Color32::WHITE
        };
        let halo = Stroke::new(4.0, halo.gamma_multiply(0.8));
        painter.rect_stroke(rect, 0.0, halo, StrokeKind::Middle);
        let stroke = Stroke::new(2.0, self.ink.pinned);
        painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Middle);
    }
}

/// Returns the longest words of a mark that fit into `room` points; empty if none do.
pub fn words_that_fit<'a>(painter: &eframe::egui::Painter, mark: &'a Mark, room: f32) -> &'a str {
    let fits = |words: &&str| !words.is_empty() && width(painter, words, &small_font()) <= room;
    [mark.words.as_str(), mark.short.as_str()]
        .into_iter()
        .find(fits)
        .unwrap_or("")
}

//! Ticks and names of axes, words beside a plot, and its colour bar.

use eframe::egui::{Align2, Color32, Painter, Rangef, Rect, Sense, Stroke, StrokeKind, Ui, pos2};

use super::Stage;
use super::along::{Along, across};
use super::letters::width;
use crate::app::ink::small_font;
use crate::plot::Panel;
use crate::plot::layout::{has_bar, has_wide_right};
use crate::plot::palette::Palette;
use crate::plot::ticks::{Tick, ticks};
use crate::text::significant;
use crate::tr;

/// The length of a tick, in points.
const TICK: f32 = 4.0;

/// The gap between labels along x, in points.
const GAP: f32 = 12.0;

/// The width of a colour bar without its labels, in points.
const BAR: f32 = 14.0;

impl Stage<'_> {
    /// Draws everything around a plot; `body` is the room of the whole pane.
    pub(super) fn axes(&self, ui: &Ui, panel: &Panel, plot: Rect, [x, y]: [Along<'_>; 2], body: Rect) {
        let painter = ui.painter();
        if panel.x.has_labels {
            // A name at the end of the axis leaves less room for the last label.
            let over = if panel.x.name.is_empty() || panel.square {
                14.0
            } else {
                5.0
            };
            self.below(painter, plot, (x, over), body);
        }
        if panel.y.has_labels && !panel.is_strip {
            self.beside(painter, plot, y, panel.cells().is_none());
        }
        self.borders(painter, panel, plot, [x, y]);
        if panel.x.has_labels && !panel.x.name.is_empty() {
            let name = format!("{} →", panel.x.name);
            let at = pos2(plot.right() + 8.0, plot.bottom() + 4.0);
            if at.x + width(painter, &name, &small_font()) <= body.right() + 2.0 && !panel.square {
                painter.text(at, Align2::LEFT_TOP, name, small_font(), self.ink.weak);
            }
        }
        self.side(painter, panel, plot, [x, y]);
        if let Some(bar) = panel.bar.as_ref().filter(|_| has_bar(panel)) {
            let is_far = has_wide_right(panel);
            // Beyond the wavelengths, but not so far that a label is cut off.
            let labels = bar_labels(bar.palette).map(|(words, _)| width(painter, &words, &small_font()));
            let widest = labels.into_iter().fold(0.0, f32::max);
            let last = body.right() - BAR - TICK - 2.0 - widest;
            let near = plot.right() + 8.0;
            let left = if is_far {
                last.min(plot.right() + 84.0).max(near)
            } else {
                near
            };
            self.bar(ui, (left, plot.y_range()), bar.palette, panel);
            if is_far {
                let end = body.right() - width(painter, &bar.name, &small_font());
                let at = pos2((plot.right() + 84.0).min(end), plot.bottom() + 4.0);
                painter.text(at, Align2::LEFT_TOP, &bar.name, small_font(), self.ink.weak);
            }
        }
    }

    /// Draws ticks and labels below a plot. A label that would leave the pane is moved inwards.
    fn below(&self, painter: &Painter, plot: Rect, (x, over): (Along<'_>, f32), body: Rect) {
        let (font, color) = (small_font(), self.ink.weak);
        let widest = x.scale.widest_label().unwrap_or_else(|| "1,000,000".to_owned());
        let widest = width(painter, &widest, &font);
        let is_group = !x.scale.groups().is_empty();
        let mut end = f32::NEG_INFINITY;
        for Tick { at, label } in ticks(x.scale, x.length().into(), f64::from(widest + GAP)) {
            let at = x.screen(at);
            if !is_group {
                let tick = Rangef::new(plot.bottom(), plot.bottom() + TICK);
                painter.vline(at, tick, Stroke::new(1.0, color));
            }
            let galley = painter.layout_no_wrap(label, font.clone(), color);
            let half = galley.size().x / 2.0;
            // A label far beyond the plot would touch its neighbours.
            if at + half > plot.right() + over {
                continue;
            }
            let left = (at - half).max(body.left() - 6.0).min(body.right() + 6.0 - 2.0 * half);
            if left < end || (left + half - at).abs() > GAP {
                continue;
            }
            end = left + 2.0 * half + 4.0;
            painter.galley(pos2(left, plot.bottom() + TICK), galley, color);
        }
    }

    /// Draws ticks and labels left of a plot. The highest label is moved down and the lowest up if they would
    /// reach the line above or the labels along x; one that would overlap another is left out.
    fn beside(&self, painter: &Painter, plot: Rect, y: Along<'_>, is_inside: bool) {
        let (font, color) = (small_font(), self.ink.weak);
        let is_group = !y.scale.groups().is_empty();
        let (top, bottom) = if is_inside {
            (plot.top() - 1.0, plot.bottom() + 1.0)
        } else {
            (plot.top() - 2.0, plot.bottom() + TICK)
        };
        let all = ticks(y.scale, y.length().into(), f64::from(font.size + 5.0));
        let mut taken: Vec<f32> = Vec::new();
        for Tick { at, label } in all {
            let at = y.screen(at);
            if !is_group {
                let tick = Rangef::new(plot.left() - TICK, plot.left());
                painter.hline(tick, at, Stroke::new(1.0, color));
            }
            let galley = painter.layout_no_wrap(label, font.clone(), color);
            let size = galley.size();
            let middle = at.min(bottom - size.y / 2.0).max(top + size.y / 2.0);
            if taken.iter().all(|other| (other - middle).abs() >= size.y) {
                taken.push(middle);
                let corner = pos2(plot.left() - TICK - 2.0 - size.x, middle - size.y / 2.0);
                painter.galley(corner, galley, color);
            }
        }
    }

    /// Draws the lines between groups of cells.
    fn borders(&self, painter: &Painter, panel: &Panel, plot: Rect, along: [Along<'_>; 2]) {
        let stroke = Stroke::new(1.5, self.ink.text);
        for (is_x, axis) in [(true, &panel.x), (false, &panel.y)] {
            for (span, _) in axis.scale.groups().iter().skip(1) {
                let at = along[usize::from(!is_x)].screen(span.start);
                painter.line_segment(across(plot, is_x, at), stroke);
            }
        }
    }

    /// Draws words beside the dimensions, as many as fit, with a brace over the dimensions of a
    /// pair. If dimensions run along x, `side_above` draws the words above the plot instead.
    fn side(&self, painter: &Painter, panel: &Panel, plot: Rect, [_, y]: [Along<'_>; 2]) {
        if panel.has_side_above() {
            return;
        }
        let (font, stroke) = (small_font(), Stroke::new(1.0, self.ink.weak));
        let x = plot.right() + 4.0;
        let mut last = f32::INFINITY;
        for side in &panel.side {
            let Rangef { min: high, max: low } = y.range(side.span);
            let middle = f32::midpoint(low.min(plot.bottom()), high.max(plot.top()));
            let is_free =
                (last - middle).abs() >= font.size + 2.0 && (plot.top() + 6.0..=plot.bottom() - 6.0).contains(&middle);
            if !is_free {
                continue;
            }
            last = middle;
            if low - high >= 8.0 {
                let range = Rangef::new((high + 2.0).max(plot.top()), (low - 2.0).min(plot.bottom()));
                painter.vline(x + 3.0, range, stroke);
                for end in [range.min, range.max] {
                    painter.hline(Rangef::new(x, x + 3.0), end, stroke);
                }
                painter.hline(Rangef::new(x + 3.0, x + 6.0), middle, stroke);
            } else {
                painter.hline(Rangef::new(x, x + 6.0), middle, stroke);
            }
            let at = pos2(x + 9.0, middle);
            painter.text(at, Align2::LEFT_CENTER, &side.words, font.clone(), self.ink.weak);
        }
    }

    /// Draws a colour bar, labelled at its ends and middle.
    fn bar(&self, ui: &Ui, (left, height): (f32, Rangef), palette: Palette, panel: &Panel) {
        use eframe::egui::emath::GuiRounding as _;
        let bar = Rect::from_x_y_ranges(Rangef::new(left, left + BAR), height).round_to_pixels(ui.pixels_per_point());
        let (low, high) = (palette.low, palette.high);
        if panel.cells().is_some_and(|cells| cells.look.hatch_outside) {
            let hint = tr!(self.subject.language, "figure.hatched");
            let id = ui.scope_id().with((self.place, &panel.key, "bar"));
            ui.interact(bar.expand(3.0), id, Sense::hover()).on_hover_text(hint);
        }
        let painter = ui.painter();
        let steps = 64u16;
        for step in 0..steps {
            let part = |step: u16| f32::from(step) / f32::from(steps);
            let value = low + (high - low) * (f64::from(step) + 0.5) / f64::from(steps);
            let [r, g, b] = palette.color(value);
            let up = |part: f32| bar.bottom() - bar.height() * part;
            let range = Rangef::new(up(part(step + 1)), up(part(step)));
            let band = Rect::from_x_y_ranges(bar.x_range(), range);
            painter.rect_filled(band, 0.0, Color32::from_rgb(r, g, b));
        }
        painter.rect_stroke(bar, 0.0, Stroke::new(1.0, self.ink.frame), StrokeKind::Outside);
        let mut last = f32::INFINITY;
        for (words, part) in bar_labels(palette) {
            let at = (bar.bottom() - bar.height() * part).clamp(bar.top() + 5.0, bar.bottom() - 5.0);
            if last - at < small_font().size + 2.0 {
                continue;
            }
            last = at;
            let stroke = Stroke::new(1.0, self.ink.weak);
            painter.hline(Rangef::new(bar.right(), bar.right() + TICK), at, stroke);
            let place = pos2(bar.right() + TICK + 2.0, at);
            painter.text(place, Align2::LEFT_CENTER, words, small_font(), self.ink.weak);
        }
    }
}

/// Returns the labels of a colour bar from the bottom, each with its place from 0 to 1.
fn bar_labels(palette: Palette) -> [(String, f32); 3] {
    let (low, high) = (palette.low, palette.high);
    [(low, 0.0), (f64::midpoint(low, high), 0.5), (high, 1.0)].map(|(value, part)| (significant(value, 4), part))
}

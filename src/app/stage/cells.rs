//! Cells as a texture, with the progress of their work or the reason why there are none.

use eframe::egui::{Color32, ProgressBar, Rect, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};

use super::Stage;
use super::along::Along;
use super::texture::Coloring;
use crate::encoding::float;
use crate::field::{Answers, FieldPicture, Key, ReduceError, Reduction, Span, Window, WindowAxis};
use crate::plot::{Cells, Panel};
use crate::text::reduce_error;
use crate::tr;

/// The tint of an outdated picture: what is below it shows through.
const OLD: Color32 = Color32::from_rgba_premultiplied(115, 115, 115, 115);

impl Stage<'_> {
    /// Draws cells; returns the reduction of the picture on the screen, which may be an older one,
    /// and whether it is exact rather than a bound.
    pub(super) fn cells(
        &mut self,
        ui: &mut Ui,
        panel: &Panel,
        cells: &Cells,
        plot: Rect,
        [x, y]: [Along<'_>; 2],
    ) -> (Reduction, bool) {
        let ink = self.ink;
        let painter = ui.painter_at(plot.expand(1.0));
        let side = ui.ctx().input(|input| input.max_texture_side).max(1);
        let pixels = |points: f32| pixels_in(ui, points).min(side);
        let (row_pixels, column_pixels) = cells.in_order((pixels(plot.width()), pixels(plot.height())));
        painter.rect_filled(plot, 0.0, ink.empty);
        let frame = Stroke::new(1.0, ink.frame);
        let field = &cells.look.field;
        let (rows, columns) = field.shape();
        let (Some(rows), Some(columns)) = (
            existing(cells.rows, rows, row_pixels),
            existing(cells.columns, columns, column_pixels),
        ) else {
            painter.rect_stroke(plot, 0.0, frame, StrokeKind::Outside);
            return (cells.reduction, true);
        };
        let query = FieldPicture {
            field: field.clone(),
            reduction: cells.reduction,
            window: Window { rows, columns },
        };
        // A picture of another scheme is not shown while this one is computed.
        let key = self.key(format!("cells:{}:{}", panel.key, field.kin()));
        let reply = (self.desk as &mut dyn Answers).ask(&key, query.clone());
        let shown = reply.seen.as_ref().map_or(&query, |(query, _)| query);
        let seen = (shown.reduction, shown.field.is_exact(shown.reduction, &shown.window));
        let error = reply.error();
        if let Some((query, raster)) = &reply.seen
            && error.is_none_or(|error| *error == ReduceError::Cancelled)
        {
            let coloring = Coloring {
                palette: cells.look.palette,
                transposed: cells.transposed,
                hatched: cells.look.hatch_outside,
            };
            let is_old = query.field != *field;
            let texture = self
                .textures
                .texture(ui.ctx(), &key, (reply.version, is_old), raster, coloring);
            // An older picture is moved and scaled to where its cells are now.
            let Window { rows, columns } = query.window;
            let (old_x, old_y) = cells.in_order((rows.span, columns.span));
            let target = Rect::from_x_y_ranges(x.range(old_x), y.range(old_y));
            let (top, bottom) = if panel.y.scale.is_reversed() {
                (1.0, 0.0)
            } else {
                (0.0, 1.0)
            };
            let uv = Rect::from_min_max(pos2(0.0, top), pos2(1.0, bottom));
            let tint = if is_old { OLD } else { Color32::WHITE };
            ui.painter_at(plot).image(texture, target, uv, tint);
        }
        painter.rect_stroke(plot, 0.0, frame, StrokeKind::Outside);
        if let Some(error) = error {
            self.words_over(ui, &reduce_error(error, self.subject.language), plot, ink.error);
        }
        if let Some(fraction) = reply.progress() {
            self.progress(ui, plot, fraction, &key);
        }
        seen
    }

    /// Draws the progress of a panel's work, with a button that cancels it.
    pub(super) fn progress(&mut self, ui: &mut Ui, plot: Rect, fraction: f32, key: &Key) {
        let size = vec2((plot.width() - 16.0).min(260.0), 24.0);
        let area = Rect::from_min_size(plot.min + vec2(8.0, 8.0), size);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(area));
        inner.horizontal(|ui| {
            ui.add(ProgressBar::new(fraction).desired_width((area.width() - 80.0).max(20.0)));
            if ui.button(tr!(self.subject.language, "work.cancel")).clicked() {
                self.desk.cancel(key);
            }
        });
    }
}

/// Returns a length in pixels; at least one.
pub fn pixels_in(ui: &Ui, points: f32) -> usize {
    (points * ui.pixels_per_point()).round().max(1.0) as usize
}

/// Returns the part of a window that lies in a field, with its share of the pixels; `None` if the
/// field ends before the window begins.
fn existing(span: Span, cells: usize, pixels: usize) -> Option<WindowAxis> {
    let [start, end] = [span.start, span.end].map(|edge| edge.min(float(cells)));
    let part = Span { start, end };
    let share = part.length() / span.length();
    (share > 0.0).then(|| WindowAxis {
        span: part,
        pixels: ((float(pixels) * share).round() as usize).max(1),
    })
}

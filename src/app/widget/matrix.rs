//! The one matrix widget: a window onto a field as a picture that is hovered,
//! clicked, dragged and zoomed.

use eframe::egui::{
    Align2, Color32, CursorIcon, Modifiers, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::scale::{Scale, zoom_from_scroll};
use super::texture::Coloring;
use crate::app::ink::{Ink, small_font};
use crate::app::view::{Kit, pixels_in};
use crate::field::{Axis, Field, Key, Picture, ReduceError, Reduction, Span, Window};
use crate::text::reduce_error;
use crate::tr;

/// What the widget shows.
pub struct Matrix<'a> {
    /// Who asks.
    pub key: Key,
    /// What it shows, for a screen reader.
    pub name: String,
    /// Of what.
    pub field: &'a Field,
    /// What a pixel says of it.
    pub reduction: Reduction,
    /// Rows and columns that can come into view: those of the field, or more
    /// where it stands beside a larger one.
    pub extent: (usize, usize),
    /// The rows in view.
    pub rows: Span,
    /// The columns in view.
    pub columns: Span,
    /// In which colours, and which way round.
    pub coloring: Coloring,
    /// Whether it is dragged and zoomed.
    pub moves: bool,
}

/// What became of it.
pub struct MatrixResponse {
    /// Along x.
    pub x: Scale,
    /// Along y, upward.
    pub y: Scale,
    /// Of the picture.
    pub response: Response,
    /// The row and the column under the pointer.
    pub hovered: Option<(usize, usize)>,
    /// What the picture that is seen shows, an older one perhaps, and whether it
    /// is that and not a bound of it.
    pub seen: (Reduction, bool),
    /// The rows and the columns that a drag, a box or the wheel asks for.
    pub moved: Option<(Span, Span)>,
}

impl Matrix<'_> {
    /// Draws the picture into a rectangle and reads the pointer.
    pub fn show(&self, ui: &mut Ui, plot: Rect, kit: &mut Kit<'_>) -> MatrixResponse {
        let (x_span, y_span) = self.in_order((self.rows, self.columns));
        let x = Scale::rightward(x_span, plot.x_range());
        let y = Scale::upward(y_span, plot.y_range());
        let sense = if self.moves {
            Sense::click_and_drag()
        } else {
            Sense::click()
        };
        let response = ui.interact(plot, ui.scope_id().with(("matrix", &self.key)), sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &self.name));
        let seen = self.paint(ui, plot, x, y, kit);

        let hovered = response.hover_pos().and_then(|at| {
            let (x_cells, y_cells) = self.in_order(self.field.shape());
            let (cell_x, cell_y) = (x.cell_at(at.x, x_cells)?, y.cell_at(at.y, y_cells)?);
            Some(self.in_order((cell_x, cell_y)))
        });
        let moved = if self.moves {
            self.moved(ui, &response, x, y, kit.ink())
        } else {
            None
        };
        MatrixResponse {
            x,
            y,
            response,
            hovered,
            seen,
            moved,
        }
    }

    /// (rows, columns) as (along x, along y), and back.
    fn in_order<T>(&self, (rows, columns): (T, T)) -> (T, T) {
        if self.coloring.transposed {
            (columns, rows)
        } else {
            (rows, columns)
        }
    }

    /// Draws the picture; gives [`MatrixResponse::seen`].
    fn paint(&self, ui: &mut Ui, plot: Rect, x: Scale, y: Scale, kit: &mut Kit<'_>) -> (Reduction, bool) {
        let ink = kit.ink();
        let painter = ui.painter_at(plot.expand(1.0));
        let side = ui.ctx().input(|input| input.max_texture_side).max(1);
        let pixels = |points: f32| pixels_in(ui, points).min(side);
        let (row_pixels, column_pixels) = self.in_order((pixels(plot.width()), pixels(plot.height())));
        painter.rect_filled(plot, 0.0, ink.empty);
        let (rows, columns) = self.field.shape();
        let (Some(rows), Some(columns)) = (
            existing(self.rows, rows, row_pixels),
            existing(self.columns, columns, column_pixels),
        ) else {
            painter.rect_stroke(plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
            return (self.reduction, true);
        };
        let window = Window { rows, columns };
        let picture = Picture {
            field: self.field.clone(),
            reduction: self.reduction,
            window,
        };
        let reply = kit.ask(&self.key, picture);
        let seen = match &reply.seen {
            Some((picture, _)) => (
                picture.reduction,
                picture.field.is_exact(picture.reduction, &picture.window),
            ),
            None => (self.reduction, self.field.is_exact(self.reduction, &window)),
        };
        if let Some((picture, raster)) = &reply.seen
            && reply.error().is_none_or(|error| *error == ReduceError::Cancelled)
        {
            let texture = kit
                .textures
                .texture(ui.ctx(), &self.key, reply.version, raster, self.coloring);
            let window = picture.window;
            // An older picture is moved and scaled to where its cells are now.
            let (old_x, old_y) = self.in_order((window.rows.span, window.columns.span));
            let target = Rect::from_min_max(
                pos2(x.screen_from_cell(old_x.start), y.screen_from_cell(old_y.end)),
                pos2(x.screen_from_cell(old_x.end), y.screen_from_cell(old_y.start)),
            );
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter_at(plot).image(texture, target, uv, Color32::WHITE);
        }
        painter.rect_stroke(plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
        if let Some(error) = reply.error() {
            let words = reduce_error(error, kit.scene.language);
            let galley = painter.layout(words, small_font(), ink.error, (plot.width() - 16.0).max(40.0));
            let area = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plot);
            // There may be an older picture behind the words.
            painter.rect_filled(area.expand(6.0), 3.0, ui.visuals().panel_fill);
            painter.galley(area.min, galley, ink.error);
        }
        if let Some(fraction) = reply.progress() {
            self.progress(ui, plot, fraction, kit);
        }
        seen
    }

    fn progress(&self, ui: &mut Ui, plot: Rect, fraction: f32, kit: &mut Kit<'_>) {
        let area = Rect::from_min_size(
            plot.left_top() + vec2(8.0, 8.0),
            vec2((plot.width() - 16.0).min(260.0), 24.0),
        );
        let mut inner = ui.new_child(eframe::egui::UiBuilder::new().max_rect(area));
        inner.horizontal(|ui| {
            let bar = eframe::egui::ProgressBar::new(fraction).desired_width((area.width() - 80.0).max(20.0));
            ui.add(bar);
            if ui.button(tr!(kit.scene.language, "work.cancel")).clicked() {
                kit.desk.cancel(&self.key);
            }
        });
    }

    /// What the pointer asks of the window: a drag pans, a drag with Shift
    /// marks a box, the wheel and a pinch zoom, a double click shows all.
    fn moved(&self, ui: &Ui, response: &Response, x: Scale, y: Scale, ink: Ink) -> Option<(Span, Span)> {
        let (x_cells, y_cells) = self.in_order(self.extent);
        let result = |x_span, y_span| Some(self.in_order((x_span, y_span)));
        if response.double_clicked() {
            return result(Span::whole(x_cells), Span::whole(y_cells));
        }
        let with_shift = ui.input(|input| input.modifiers.shift);
        let box_id = response.id.with("box");
        if response.drag_started_by(PointerButton::Primary) && with_shift {
            let origin = ui.input(|input| input.pointer.press_origin());
            ui.data_mut(|data| data.insert_temp(box_id, origin));
        }
        let origin = ui
            .data(|data| data.get_temp::<Option<eframe::egui::Pos2>>(box_id))
            .flatten();
        if let (Some(origin), Some(at)) = (origin, response.interact_pointer_pos()) {
            // Escape ends the drag and gives the box up.
            let is_given_up = ui.input_mut(|input| input.consume_key(Modifiers::NONE, eframe::egui::Key::Escape));
            if response.drag_stopped() || is_given_up {
                ui.data_mut(|data| data.insert_temp::<Option<eframe::egui::Pos2>>(box_id, None));
                if !is_given_up {
                    return result(x.boxed(origin.x, at.x, x_cells), y.boxed(origin.y, at.y, y_cells));
                }
            } else {
                let marked = Rect::from_two_pos(origin, at).intersect(response.rect);
                ui.painter()
                    .rect_stroke(marked, 0.0, Stroke::new(2.0, ink.hovered), StrokeKind::Inside);
            }
            return None;
        }
        if response.dragged_by(PointerButton::Primary) && response.drag_delta() != vec2(0.0, 0.0) {
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            let delta = response.drag_delta();
            return result(x.panned(delta.x, x_cells), y.panned(delta.y, y_cells));
        }
        let at = response.hover_pos()?;
        let factor = ui.input(|input| input.zoom_delta() * zoom_from_scroll(input.smooth_scroll_delta()));
        if (factor - 1.0).abs() < 1e-6 {
            return None;
        }
        result(x.zoomed(at.x, factor, x_cells), y.zoomed(at.y, factor, y_cells))
    }
}

/// The part of a window that the field has, in its share of the pixels; none
/// where the field ends before the window begins.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a screen's pixels, and cells far below 2^53"
)]
fn existing(span: Span, cells: usize, pixels: usize) -> Option<Axis> {
    let part = Span {
        start: span.start.min(cells as f64),
        end: span.end.min(cells as f64),
    };
    let share = part.length() / span.length();
    (share > 0.0).then(|| Axis {
        span: part,
        pixels: ((pixels as f64 * share).round() as usize).max(1),
    })
}

/// A frame around a cell, drawn so that the cell stays visible.
pub fn frame_cell(ui: &Ui, response: &MatrixResponse, x_cell: usize, y_cell: usize, color: Color32) {
    let rect = Rect::from_x_y_ranges(response.x.edges(x_cell), response.y.edges(y_cell));
    let rect = if rect.width().min(rect.height()) < 5.0 {
        rect.expand(3.0)
    } else {
        rect
    };
    let painter = ui.painter_at(response.response.rect.expand(2.0));
    let halo = if ui.visuals().dark_mode {
        Color32::BLACK
    } else {
        Color32::WHITE
    };
    painter.rect_stroke(
        rect,
        0.0,
        Stroke::new(4.0, halo.gamma_multiply(0.8)),
        StrokeKind::Middle,
    );
    painter.rect_stroke(rect, 0.0, Stroke::new(2.0, color), StrokeKind::Middle);
}

/// Lines through a place that leave the cell itself free.
pub fn crosshair(ui: &Ui, plot: Rect, x: Option<f32>, y: Option<f32>, color: Color32) {
    let painter = ui.painter_at(plot);
    let stroke = Stroke::new(1.0, color);
    if let Some(x) = x {
        painter.vline(x, plot.y_range(), stroke);
    }
    if let Some(y) = y {
        painter.hline(plot.x_range(), y, stroke);
    }
}

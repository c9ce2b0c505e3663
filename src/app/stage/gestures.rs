//! What the pointer asks of the window onto a table: a drag pans, a drag with Shift marks a box,
//! the wheel and a pinch zoom, a double click shows all.

use eframe::egui::{CursorIcon, Key, Modifiers, PointerButton, Pos2, Rect, Response, Stroke, StrokeKind, Ui, vec2};

use super::Stage;
use super::along::Along;
use crate::field::Span;
use crate::plot::{Axis, Moves, Panel, Quantity};
use crate::session::Change;

/// Returns whether a panel can be dragged and zoomed.
pub fn moves(panel: &Panel) -> bool {
    [&panel.x, &panel.y]
        .into_iter()
        .any(|axis| moves_of(axis) != Moves::Nothing)
}

fn moves_of(axis: &Axis) -> Moves {
    axis.measure.as_ref().map_or(Moves::Nothing, |measure| measure.moves)
}

fn extent(axis: &Axis) -> usize {
    axis.measure.as_ref().map_or(1, |measure| measure.extent)
}

/// Returns the zoom factor of a turn of the wheel: e per 240 points.
fn zoom_from_scroll(points: f32) -> f32 {
    (points / 240.0).exp()
}

impl Stage<'_> {
    /// Reads the pointer over a panel that moves a window, and asks for the change.
    pub(super) fn move_window(&mut self, ui: &Ui, panel: &Panel, response: &Response, along: [Along<'_>; 2]) {
        let Some([x, y]) = self.moved(ui, panel, response, along) else {
            return;
        };
        let (mut rows, mut columns) = self.subject.window();
        let mut pairs = [x, y];
        let mut is_pairs = false;
        for (axis, span) in [(&panel.x, x), (&panel.y, y)] {
            match (moves_of(axis), axis.quantity()) {
                (Moves::Table, Some(Quantity::Position)) => rows = span,
                (Moves::Table, _) => columns = span,
                (Moves::Pairs, Some(Quantity::Query)) => (pairs[1], is_pairs) = (span, true),
                (Moves::Pairs, _) => (pairs[0], is_pairs) = (span, true),
                (Moves::Nothing, _) => {}
            }
        }
        self.change(if is_pairs {
            Change::Pairs(pairs[0], pairs[1])
        } else {
            Change::Window(rows, columns)
        });
    }

    fn moved(&self, ui: &Ui, panel: &Panel, response: &Response, [x, y]: [Along<'_>; 2]) -> Option<[Span; 2]> {
        let (x_cells, y_cells) = (extent(&panel.x), extent(&panel.y));
        if response.double_clicked() {
            return Some([Span::whole(x_cells), Span::whole(y_cells)]);
        }
        let with_shift = ui.input(|input| input.modifiers.shift);
        let box_id = response.id.with("box");
        if response.drag_started_by(PointerButton::Primary) && with_shift {
            let origin = ui.input(|input| input.pointer.press_origin());
            ui.data_mut(|data| data.insert_temp(box_id, origin));
        }
        let origin = ui.data(|data| data.get_temp::<Option<Pos2>>(box_id)).flatten();
        if let (Some(origin), Some(at)) = (origin, response.interact_pointer_pos()) {
            // Escape ends the drag and discards the box.
            let is_given_up = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            if !response.drag_stopped() && !is_given_up {
                let marked = Rect::from_two_pos(origin, at).intersect(response.rect);
                let stroke = Stroke::new(2.0, self.ink.hovered);
                ui.painter().rect_stroke(marked, 0.0, stroke, StrokeKind::Inside);
                return None;
            }
            ui.data_mut(|data| data.insert_temp::<Option<Pos2>>(box_id, None));
            return (!is_given_up).then(|| [x.boxed(origin.x, at.x, x_cells), y.boxed(origin.y, at.y, y_cells)]);
        }
        let delta = response.drag_delta();
        if response.dragged_by(PointerButton::Primary) && delta != vec2(0.0, 0.0) {
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
            return Some([x.panned(delta.x, x_cells), y.panned(delta.y, y_cells)]);
        }
        let at = response.hover_pos()?;
        let factor = ui.input(|input| input.zoom_delta() * zoom_from_scroll(input.smooth_scroll_delta().y));
        if (factor - 1.0).abs() < 1e-6 {
            return None;
        }
        Some([x.zoomed(at.x, factor, x_cells), y.zoomed(at.y, factor, y_cells)])
    }
}

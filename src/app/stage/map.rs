//! The window onto the table, as a small map that can be clicked and dragged.

use eframe::egui::{Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use super::Stage;
use super::along::{Along, span_within};
use crate::app::focus::ring;
use crate::field::Span;
use crate::plot::Scale;
use crate::session::Change;
use crate::text::{count, plain};
use crate::tr;

/// The size of the map, in points.
pub const SIZE: Vec2 = vec2(84.0, 18.0);

/// The smallest side of the mark of the window, in points.
const LEAST: f32 = 3.0;

impl Stage<'_> {
    /// Returns whether part of the table is out of view.
    pub(super) fn has_map(&self) -> bool {
        let views = &self.subject.views;
        views.positions.is_some() || views.dimensions.is_some()
    }

    /// Draws the map. A click or a drag centres the window on the pointer.
    pub(super) fn map(&mut self, ui: &Ui, area: Rect) {
        let (ink, subject) = (self.ink, self.subject);
        let (max_len, d_model) = subject.shape();
        let (positions, dimensions) = subject.window();
        let transposed = subject.views.transposed;
        let in_order = |pair: [Span; 2]| if transposed { [pair[1], pair[0]] } else { pair };
        let [x_span, y_span] = in_order([positions, dimensions]);
        let [x_whole, y_whole] = in_order([Span::whole(max_len), Span::whole(d_model)]).map(Scale::Cells);
        let x = Along::new(&x_whole, area.left(), area.right());
        let y_whole = if subject.views.from_top {
            y_whole.reversed()
        } else {
            y_whole
        };
        let y = Along::new(&y_whole, area.bottom(), area.top());
        let response = ui.interact(area, ui.scope_id().with((self.place, "map")), Sense::click_and_drag());
        let name = tr!(
            subject.language,
            "overview.name",
            positions = spelled(positions),
            max_len = count(max_len),
            dimensions = spelled(dimensions),
            d_model = count(d_model)
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let painter = ui.painter_at(area.expand(1.0));
        painter.rect_filled(area, 0.0, ink.empty);
        painter.rect_stroke(area, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Inside);
        let mark = Rect::from_x_y_ranges(x.range(x_span), y.range(y_span));
        let mark = Rect::from_center_size(mark.center(), mark.size().max(Vec2::splat(LEAST)));
        painter.rect_filled(mark, 0.0, ink.curve.gamma_multiply(0.45));
        painter.rect_stroke(mark, 0.0, Stroke::new(1.0, ink.curve), StrokeKind::Inside);
        ring(ui, &response);
        if response.hovered() {
            painter.rect_stroke(area, 0.0, Stroke::new(1.0, ink.text), StrokeKind::Inside);
        }
        if let Some(at) = response.interact_pointer_pos() {
            let [position, dimension] = if transposed {
                [y.value(at.y), x.value(at.x)]
            } else {
                [x.value(at.x), y.value(at.y)]
            };
            let positions = around(positions, position, max_len);
            self.change(Change::Window(positions, around(dimensions, dimension, d_model)));
        }
        response.on_hover_text(name.as_str());
    }
}

/// Returns the span moved to another middle.
fn around(span: Span, middle: f64, cells: usize) -> Span {
    let half = span.length() / 2.0;
    span_within(middle - half, middle + half, cells)
}

/// Returns the cells in view as text: `1,000–1,049`.
fn spelled(span: Span) -> String {
    format!("{}–{}", plain(span.start.floor()), plain(span.end.ceil() - 1.0))
}

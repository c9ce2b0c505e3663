//! The overview: where the window is on the whole table, as a small map that
//! can be clicked and dragged.

use eframe::egui::{Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::Kit;
use crate::app::widget::scale::Scale;
use crate::field::Span;
use crate::session::Change;
use crate::text::{count, plain};
use crate::tr;

/// Its size, in points.
pub const SIZE: Vec2 = vec2(84.0, 18.0);

/// The mark of the window is never smaller than this, in points.
const LEAST: f32 = 3.0;

/// Whether there is anything to show: part of the table is out of view.
#[must_use]
pub fn is_shown(kit: &Kit<'_>) -> bool {
    let views = &kit.scene.session.views;
    views.positions.is_some() || views.dimensions.is_some()
}

/// Draws it. A click or a drag moves the window's middle to where the pointer is.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let (max_len, d_model) = kit.scene.session.shape();
    let (positions, dimensions) = kit.scene.window();
    let transposed = kit.scene.session.views.transposed;
    let in_order = |positions, dimensions| {
        if transposed {
            (dimensions, positions)
        } else {
            (positions, dimensions)
        }
    };
    let (x_span, y_span) = in_order(positions, dimensions);
    let (x_cells, y_cells) = if transposed {
        (d_model, max_len)
    } else {
        (max_len, d_model)
    };
    let x = Scale::rightward(Span::whole(x_cells), area.x_range());
    let y = Scale::upward(Span::whole(y_cells), area.y_range());
    let response = ui.interact(area, ui.scope_id().with("overview"), Sense::click_and_drag());
    let name = tr!(
        language,
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
    let mark = Rect::from_min_max(
        pos2(x.screen_from_cell(x_span.start), y.screen_from_cell(y_span.end)),
        pos2(x.screen_from_cell(x_span.end), y.screen_from_cell(y_span.start)),
    );
    let mark = Rect::from_center_size(mark.center(), mark.size().max(Vec2::splat(LEAST)));
    painter.rect_filled(mark, 0.0, ink.curve.gamma_multiply(0.45));
    painter.rect_stroke(mark, 0.0, Stroke::new(1.0, ink.curve), StrokeKind::Inside);
    if response.hovered() {
        painter.rect_stroke(area, 0.0, Stroke::new(1.0, ink.text), StrokeKind::Inside);
    }
    if let Some(at) = response.interact_pointer_pos() {
        let around = |span: Span, middle: f64, cells: usize| {
            let half = span.length() / 2.0;
            Span {
                start: middle - half,
                end: middle + half,
            }
            .within(cells)
        };
        let (x_span, y_span) = (
            around(x_span, x.cell_from_screen(at.x), x_cells),
            around(y_span, y.cell_from_screen(at.y), y_cells),
        );
        let (positions, dimensions) = in_order(x_span, y_span);
        kit.change(Change::Window(positions, dimensions));
    }
    response.on_hover_text(name.as_ref());
}

/// `1,000 to 1,049`: the cells in view.
fn spelled(span: Span) -> String {
    format!("{}–{}", plain(span.start.floor()), plain(span.end.ceil() - 1.0))
}

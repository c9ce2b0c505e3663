//! Near and far: the cosine between positions, as a matrix; the curve is beside it.

use eframe::egui::{Align2, Rect, Ui, pos2, vec2};

use super::{BELOW, Hover, Kit, axis_name, below_header, curve, headed, on_pixels};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::{Matrix, crosshair};
use crate::app::widget::texture::Coloring;
use crate::app::work::Slot;
use crate::field::{Field, Reduction, cosine};
use crate::figure::colormap::Palette;
use crate::session::Pin;
use crate::text::{count, rounded};
use crate::tr;

/// Left of the matrix: room for `1,000,000`.
const LEFT: f32 = 60.0;

/// Draws the pane: side by side where it is wide, else one above the other.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let title = tr!(language, "near_far.title");
    let remark = relation(kit, below_header(area).height() * ui.pixels_per_point());
    let below = headed(ui, kit.ink(), area, &title, remark.as_deref());
    let gap = 10.0;
    let (first, second) = if below.width() > 1.2 * below.height() {
        let side = (below.height() - BELOW - 14.0 + LEFT).min(below.width() * 0.6);
        let (first, second) = below.split_left_right_at_x(below.left() + side);
        (first, Rect::from_min_max(second.min + vec2(gap, 0.0), second.max))
    } else {
        let (first, second) = below.split_top_bottom_at_y(below.top() + below.height() * 0.62);
        (first, Rect::from_min_max(second.min + vec2(0.0, gap), second.max))
    };
    matrix(ui, first, kit);
    curve::show(ui, second, kit);
}

/// `offset 6, cosine 0.806`: the two positions that are compared; where there
/// are none, what the colours mean.
fn relation(kit: &Kit<'_>, room_pixels: f32) -> Option<String> {
    let scene = kit.scene;
    let Some((p, q)) = scene.pair() else {
        let (x_span, _) = scene.session.views.pairs_of(scene.encoding.max_len());
        let mixes = x_span.length() > f64::from(room_pixels);
        let key = if mixes {
            "near_far.colors_mean"
        } else {
            "near_far.colors"
        };
        return Some(tr!(scene.language, key).into_owned());
    };
    let sign = if q < p { "−" } else { "" };
    let offset = format!("{sign}{}", count(p.abs_diff(q)));
    let positions = format!("{} → {}: ", count(p), count(q));
    let said = match cosine(scene.encoding, p, q) {
        Some(cosine) => tr!(
            scene.language,
            "near_far.relation",
            offset = offset,
            cosine = rounded(cosine, 3)
        ),
        None => tr!(scene.language, "near_far.undefined", offset = offset),
    };
    Some(positions + &said)
}

fn matrix(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let inner = Rect::from_min_max(
        pos2(area.left() + LEFT, area.top() + 14.0),
        pos2(area.right() - 2.0, area.bottom() - BELOW),
    );
    let side = inner.width().min(inner.height());
    if side < 12.0 {
        return;
    }
    let plot = on_pixels(ui, Rect::from_min_size(inner.min, vec2(side, side)));
    let field = Field::Similarity(kit.scene.encoding.clone());
    let views = &kit.scene.session.views;
    let (x_span, y_span) = views.pairs_of(kit.scene.encoding.max_len());
    let coloring = Coloring {
        palette: Palette::new(views.color_map, views.reversed, -1.0, 1.0),
        transposed: false,
        hatched: false,
    };
    let name = tr!(
        language,
        "near_far.matrix_name",
        positions = count(kit.scene.encoding.max_len())
    );
    let shown = Matrix {
        slot: Slot::Matrix,
        name: name.into_owned(),
        field: &field,
        reduction: Reduction::Mean,
        extent: field.shape(),
        rows: x_span,
        columns: y_span,
        coloring,
        moves: true,
    }
    .show(ui, plot, kit);
    let font = small_font();
    axis::below(ui.painter(), shown.x, plot.bottom(), &font, ink.weak);
    axis::beside(ui.painter(), shown.y, plot.left(), &font, ink.weak);
    let name = format!("{} ↑", tr!(language, "axis.position"));
    axis_name(
        ui,
        ink,
        pos2(area.left() + 2.0, plot.top() - 2.0),
        Align2::LEFT_BOTTOM,
        &name,
    );

    if let Some(pin) = kit.scene.pin() {
        crosshair(ui, plot, None, Some(shown.y.middle(pin.position)), ink.pinned);
    }
    let (x, y) = match kit.scene.hover {
        Some(Hover::Pair(p, q)) => (Some(q), Some(p)),
        _ => (kit.scene.hovered_position(), None),
    };
    crosshair(
        ui,
        plot,
        x.map(|q| shown.x.middle(q)),
        y.map(|p| shown.y.middle(p)),
        ink.hovered,
    );

    // Along x is the second position, upward the first: a row of the matrix is
    // the curve of its position.
    if let Some((q, p)) = shown.hovered {
        *kit.hover = Some(Hover::Pair(p, q));
        if shown.response.clicked() && !shown.response.double_clicked() {
            let dimension = kit.scene.pin().map_or(0, |pin| pin.dimension);
            kit.change(Change::Pin(Some(Pin { position: p, dimension })));
        }
    }
    if let Some((x_span, y_span)) = shown.moved {
        kit.change(Change::Pairs(x_span, y_span));
    }
}

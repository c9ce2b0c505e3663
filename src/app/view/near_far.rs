//! Near and far: the cosine between positions, as a matrix; the curve is beside it.

use eframe::egui::{Align2, Rect, Ui, pos2, vec2};

use super::{BELOW, Hover, Kit, axis_name, below_header, curve, headed, on_pixels, trained};
use crate::analysis::Relation;
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::{Matrix, crosshair};
use crate::app::widget::texture::Coloring;
use crate::encoding::Kind;
use crate::field::{Key, Reduction};
use crate::figure::colormap::Palette;
use crate::session::Pin;
use crate::text::{Language, count, rounded, significant};
use crate::tr;

/// Left of the matrix: room for `1,000,000`.
const LEFT: f32 = 60.0;

/// Draws the pane: side by side where it is wide, else one above the other.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let title = title(kit.scene.relation, language);
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

/// What the pane shows of this kind of table.
fn title(relation: &Relation, language: Language) -> String {
    match relation.encoding().kind() {
        Kind::Added => tr!(language, "near_far.title"),
        Kind::Rotation => tr!(language, "near_far.title_scores"),
        Kind::Bias if relation.encoding().shows_buckets() => tr!(language, "near_far.title_buckets"),
        Kind::Bias => {
            let head = count(relation.head().unwrap_or(0));
            tr!(language, "near_far.title_bias", head = head)
        }
    }
    .into_owned()
}

/// `offset 6, cosine 0.806`: the two positions that are compared; where there
/// are none, what the colours mean.
fn relation(kit: &Kit<'_>, room_pixels: f32) -> Option<String> {
    let (scene, language) = (kit.scene, kit.scene.language);
    let kind = scene.encoding.kind();
    let Some((p, q)) = scene.pair() else {
        let (x_span, _) = scene.session.views.pairs_of(scene.encoding.max_len());
        let mixes = x_span.length() > f64::from(room_pixels);
        let (low, high) = scene.relation.range();
        let (low, high) = (significant(low, 3), significant(high, 3));
        return Some(
            match (kind, mixes) {
                (Kind::Added, false) => tr!(language, "near_far.colors"),
                (Kind::Added, true) => tr!(language, "near_far.colors_mean"),
                (_, false) => tr!(language, "near_far.colors_other", low = low, high = high),
                (_, true) => tr!(language, "near_far.colors_other_mean", low = low, high = high),
            }
            .into_owned(),
        );
    };
    let value = scene.relation.value(p, q);
    if kind != Kind::Added {
        // The offset of a query and a key is what lies between, looking back.
        let sign = if p < q { "−" } else { "" };
        let offset = format!("{sign}{}", count(p.abs_diff(q)));
        let (p, q, value) = (count(p), count(q), significant(value.unwrap_or(f64::NAN), 4));
        let key = match kind {
            Kind::Bias if scene.encoding.shows_buckets() => "near_far.bucket",
            Kind::Bias => "near_far.bias",
            Kind::Added | Kind::Rotation => "near_far.score",
        };
        return Some(tr!(language, key, query = p, key = q, offset = offset, value = value).into_owned());
    }
    let sign = if q < p { "−" } else { "" };
    let offset = format!("{sign}{}", count(p.abs_diff(q)));
    let positions = format!("{} → {}: ", count(p), count(q));
    let said = match value {
        Some(cosine) => tr!(
            language,
            "near_far.relation",
            offset = offset,
            cosine = rounded(cosine, 3)
        ),
        None => tr!(language, "near_far.undefined", offset = offset),
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
    let field = kit.scene.relation.field();
    let views = &kit.scene.session.views;
    let (x_span, y_span) = views.pairs_of(kit.scene.encoding.max_len());
    let (low, high) = kit.scene.relation.range();
    let coloring = Coloring {
        palette: Palette::new(views.color_map, views.reversed, low, high),
        // The first position, that of a query, runs upward.
        transposed: true,
        hatched: false,
    };
    let positions = count(kit.scene.encoding.max_len());
    let name = match kit.scene.encoding.kind() {
        Kind::Added => tr!(language, "near_far.matrix_name", positions = positions),
        Kind::Rotation => tr!(language, "near_far.scores_name", positions = positions),
        Kind::Bias if kit.scene.encoding.shows_buckets() => {
            tr!(language, "near_far.buckets_name", positions = positions)
        }
        Kind::Bias => tr!(language, "near_far.bias_name", positions = positions),
    };
    let shown = Matrix {
        key: Key::new("relation", "cells"),
        name: name.into_owned(),
        field: &field,
        reduction: Reduction::Mean,
        extent: field.shape(),
        rows: y_span,
        columns: x_span,
        coloring,
        moves: true,
    }
    .show(ui, plot, kit);
    trained::end_of_matrix(ui, &shown, kit);
    let font = small_font();
    axis::below(ui.painter(), shown.x, plot.bottom(), &font, ink.weak);
    axis::beside(ui.painter(), shown.y, plot.left(), &font, ink.weak);
    let name = match kit.scene.encoding.kind() {
        Kind::Added => format!("{} ↑", tr!(language, "axis.position")),
        Kind::Rotation | Kind::Bias => tr!(language, "axis.query_key").into_owned(),
    };
    axis_name(
        ui,
        ink,
        pos2(area.left() + 2.0, plot.top() - 2.0),
        Align2::LEFT_BOTTOM,
        &name,
    );

    // A bias is pinned by offset and head; that is no position.
    if let Some(pin) = kit.scene.pin().filter(|_| kit.scene.encoding.kind() != Kind::Bias) {
        crosshair(ui, plot, None, Some(shown.y.middle(pin.position)), ink.pinned);
    }
    let (x, y) = match kit.scene.hover {
        Some(Hover::Pair(p, q)) => (Some(q), Some(p)),
        _ if kit.scene.encoding.kind() == Kind::Bias => match kit.scene.pair() {
            Some((p, q)) => (Some(q), Some(p)),
            None => (None, None),
        },
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
    if let Some((p, q)) = shown.hovered {
        *kit.hover = Some(Hover::Pair(p, q));
        if shown.response.clicked() && !shown.response.double_clicked() {
            let dimension = kit.scene.pin().map_or(0, |pin| pin.dimension);
            let position = if kit.scene.encoding.kind() == Kind::Bias {
                p.abs_diff(q)
            } else {
                p
            };
            kit.change(Change::Pin(Some(Pin { position, dimension })));
        }
    }
    if let Some((y_span, x_span)) = shown.moved {
        kit.change(Change::Pairs(x_span, y_span));
    }
}

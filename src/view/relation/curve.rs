//! The curve beside the matrix: by offset, or of one position.

use super::{positions, value_key};
use crate::analysis::Relation;
use crate::encoding::{Numbering, SchemeKind, float};
use crate::field::Span;
use crate::plot::cursor::Held;
use crate::plot::{Axis, Curve, Layer, LegendEntry, Panel, Quantity, Scale, Source, Stretch, Stroke, Title, Tone};
use crate::text::count;
use crate::tr;
use crate::view::Subject;

/// Returns the curve by offset if the relation depends only on it and no position is held, otherwise
/// the curve of one position.
pub(super) fn curve(subject: &Subject, relation: &Relation, is_causal: bool) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let kind = relation.kind();
    let is_offset = subject.held.is_none() && relation.is_function_of_offset();
    let held = match subject.held {
        Some(held) => held,
        None if is_offset => 0,
        None => subject
            .pin()
            .map_or_else(|| relation.first_defined(), |pin| pin.position),
    };
    let length = encoding.max_len();
    let is_log = kind == SchemeKind::Added && is_offset && subject.views.log_offsets && length > 2;
    let scale = if is_log {
        Scale::Offsets(float(length - 1))
    } else if is_offset {
        Scale::Cells(Span::whole(length))
    } else {
        positions(Span::whole(length), encoding)
    };
    let x_key = match (kind, is_offset) {
        (SchemeKind::Added, false) => "axis.position",
        (SchemeKind::Rotation | SchemeKind::Bias, false) => "figure.key",
        (SchemeKind::Added, true) if Numbering::new(encoding.spec()).is_some_and(|rows| rows.step() != 1.0) => {
            "figure.offset_rows"
        }
        (SchemeKind::Added, true) => "figure.offset",
        (SchemeKind::Rotation, true) => "figure.offset_back",
        // A key before the query has an offset, one after it too: both curves run over the distance.
        (SchemeKind::Bias, true) => "figure.distance",
    };
    let quantity = if is_offset {
        Quantity::Offset
    } else {
        Quantity::Partner(held)
    };
    let (low, high) = relation.range();
    // Biases of one sign need only one side of zero.
    let (low, high) = match encoding.bounds() {
        (least, _) if kind == SchemeKind::Bias && least >= 0.0 => (0.0, high),
        (_, most) if kind == SchemeKind::Bias && most <= 0.0 => (low, 0.0),
        _ => (low, high),
    };
    let mut panel = Panel::new(
        "curve",
        Axis::new(tr!(language, x_key), scale).measuring(quantity, length),
        Axis::new(tr!(language, value_key(relation)), Scale::Values(low, high)),
        vec![Layer::Curves(curves(subject, relation, (is_offset, is_causal), held))],
    );
    if is_causal && !is_offset && held + 1 < length {
        let span = Span::of_cells(held + 1..length);
        panel.layers.push(Layer::Void {
            along: Stretch { is_x: true, span },
            words: String::new(),
        });
    }
    if kind == SchemeKind::Added && relation.value(held, held).is_none() {
        // There is no curve; the words say that this is not a fault of the drawing.
        let end = encoding.end();
        let is_number = |j| encoding.value(held, j).is_none_or(f64::is_finite);
        let key = if held >= end {
            "near_far.no_row"
        } else if (0..encoding.d_model()).all(is_number) {
            "near_far.zero_row"
        } else {
            "near_far.no_numbers"
        };
        panel.layers.push(Layer::Words(tr!(
            language,
            key,
            position = subject.row(held),
            last = count(end.saturating_sub(1))
        )));
    }
    panel
        .layers
        .extend(marker(subject, relation, (is_offset, is_causal), held, is_log));
    let [title, mixed] = match (kind, is_offset) {
        (SchemeKind::Added, true) => ["near_far.by_offset", "near_far.by_offset_mean"],
        (SchemeKind::Added, false) => ["near_far.to_position", "near_far.to_position_mean"],
        (SchemeKind::Rotation, true) => ["near_far.score_by_offset", "near_far.score_by_offset_mean"],
        (SchemeKind::Rotation, false) => ["near_far.score_of_query", "near_far.score_of_query_mean"],
        (SchemeKind::Bias, _) if subject.held.is_some() && encoding.shows_buckets() => {
            ["animation.buckets_of_query"; 2]
        }
        (SchemeKind::Bias, _) if subject.held.is_some() => ["animation.bias_of_query"; 2],
        (SchemeKind::Bias, _) if is_causal => ["figure.distance"; 2],
        (SchemeKind::Bias, _) => ["near_far.bias_by_distance", "near_far.bias_by_distance_mean"],
    }
    .map(|key| tr!(language, key, position = subject.row(held)));
    panel.name = tr!(language, "near_far.curve_name", title);
    panel.title = Title {
        mixed,
        ..Title::of(title)
    };
    panel.marks.extend(subject.held_mark(true));
    panel.silence_marks();
    if kind == SchemeKind::Bias && subject.held.is_none() && !subject.is_live {
        // The legend says what the title would; a window keeps the title, which takes less room there.
        panel.title = Title::default();
        panel.legend = vec![
            LegendEntry::new(tr!(language, "figure.key_before"), Stroke::solid(Tone::First)),
            LegendEntry::new(tr!(language, "figure.key_after"), Stroke::dashed(Tone::Second)),
        ];
        panel.legend.truncate(if is_causal { 1 } else { 2 });
    }
    panel
}

/// Returns the lines: a query looks back, so its offset grows with its own position.
fn curves(subject: &Subject, relation: &Relation, (is_offset, is_causal): (bool, bool), held: usize) -> Vec<Curve> {
    let line = |relation: &Relation, first_moves: bool, stroke: Stroke| Curve {
        source: Source::Relation {
            relation: relation.clone(),
            held,
            first_moves,
        },
        stroke: Stroke { dotted: true, ..stroke },
    };
    let kind = relation.kind();
    let first_moves = kind == SchemeKind::Bias && subject.held.is_none() || kind == SchemeKind::Rotation && is_offset;
    let head = relation.head().unwrap_or(0);
    let is_alike = |ghost: &Relation| ghost.kind() == kind && ghost.is_function_of_offset() == is_offset;
    let ghost = subject.ghost.as_ref().map(|ghost| Relation::new(ghost, head));
    let mut curves: Vec<Curve> = ghost
        .filter(is_alike)
        .map(|ghost| line(&ghost, first_moves, Stroke::solid(Tone::Before)))
        .into_iter()
        .collect();
    curves.push(line(relation, first_moves, Stroke::solid(Tone::First)));
    if kind == SchemeKind::Bias && subject.held.is_none() && !is_causal {
        // Dashes over the solid line show both curves if they coincide.
        curves.push(line(relation, false, Stroke::dashed(Tone::Second)));
    }
    curves
}

/// Returns the point of the curve at the two positions that are compared.
fn marker(
    subject: &Subject,
    relation: &Relation,
    (is_offset, is_causal): (bool, bool),
    held: usize,
    is_log: bool,
) -> Option<Layer> {
    let (p, q) = Held::of(subject).pair(subject.cursor)?;
    let at = if is_offset { p.abs_diff(q) } else { q };
    let is_seen = (is_offset || p == held) && !(is_log && at == 0) && !(is_causal && q > p);
    let value = relation.value(p, q).filter(|_| is_seen)?;
    let middle = if is_log { float(at) } else { float(at) + 0.5 };
    let point = Curve::through(vec![[middle, value]], Stroke::dots(Tone::Hovered));
    Some(Layer::Curves(vec![point]))
}

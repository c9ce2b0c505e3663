//! What a table says of every two positions: the matrix, and the curve of it.

use super::{Block, Subject};
use crate::analysis::Relation;
use crate::encoding::Kind;
use crate::field::{Span, cosine};
use crate::figure::page::{Axis, Cells, Content, Curve, Entry, Mark, Panel, Row, Scale, Source, Stroke, Tone};
use crate::figure::plain::Look;
use crate::text::{axis_names, count};
use crate::tr;

pub(super) fn block(subject: &Subject, relation: &Relation) -> Block {
    let (encoding, language) = (&subject.encoding, subject.language);
    let scheme = subject.scheme();
    let title = match (relation.kind(), relation.head()) {
        (Kind::Added, _) => tr!(language, "figure.similarity", scheme = scheme),
        (Kind::Rotation, _) => tr!(language, "figure.scores", scheme = scheme),
        (Kind::Bias, head) => tr!(
            language,
            "figure.bias",
            scheme = scheme,
            head = count(head.unwrap_or(0))
        ),
    };
    let mut notes: Vec<String> = subject.overflow(encoding).into_iter().collect();
    let last = encoding.max_len() - 1;
    let is_undefined = |row: usize| cosine(encoding, row, row).is_none();
    if relation.kind() == Kind::Added
        && (!encoding.zero_rows().is_empty() || [0, last / 2, last].into_iter().any(is_undefined))
    {
        notes.push(tr!(language, "figure.undefined").into_owned());
    }
    let short = match relation.kind() {
        Kind::Added => "figure.similarity_short",
        Kind::Rotation => "figure.scores_short",
        Kind::Bias => "figure.bias_value",
    };
    Block {
        title: title.into_owned(),
        short: tr!(language, short).into_owned(),
        rows: vec![Row {
            share: 1.0,
            panels: vec![matrix(subject, relation), curve(subject, relation)],
        }],
        notes,
        tall: 0.5,
    }
}

/// The name of what is measured.
fn value_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "figure.cosine",
        Kind::Rotation => "figure.score",
        Kind::Bias => "figure.bias_value",
    }
}

fn matrix(subject: &Subject, relation: &Relation) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let (x_span, y_span) = subject.views.pairs_of(encoding.max_len());
    let names = match relation.kind() {
        Kind::Added => {
            let [position, _] = axis_names(Kind::Added, language);
            [position.clone(), position]
        }
        Kind::Rotation | Kind::Bias => ["figure.key", "figure.query"].map(|key| tr!(language, key).into_owned()),
    };
    let [x, y] = names;
    let palette = subject.palette(relation.range());
    let cells = Cells {
        look: Look {
            field: relation.field(),
            palette,
            hatch_outside: false,
        },
        rows: y_span,
        columns: x_span,
        // The first position, that of a query, runs upward.
        transposed: true,
    };
    let mut panel = Panel::new(
        Axis::new(x, Scale::Cells(x_span)),
        Axis::new(y, Scale::Cells(y_span)),
        Content::Cells(Box::new(cells)),
    );
    panel.square = (x_span.length() - y_span.length()).abs() < 1e-9;
    panel.bar = subject.bar(palette, value_key(relation.kind()), relation.kind() == Kind::Added);
    // The title of the curve says which it is.
    panel.marks.extend(subject.held_mark(false).map(wordless));
    panel
}

fn wordless(mut mark: Mark) -> Mark {
    mark.words.clear();
    mark
}

/// By offset where it is a function of that and no position is held, else of one position.
fn curve(subject: &Subject, relation: &Relation) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let kind = relation.kind();
    let is_offset = subject.held.is_none() && relation.is_function_of_offset();
    let held = match subject.held {
        Some(held) => held,
        None if is_offset => 0,
        None => subject.views.pin_of(encoding).map_or(0, |pin| pin.position),
    };
    let length = encoding.max_len();
    let is_log = kind == Kind::Added && is_offset && subject.views.log_offsets && length > 2;
    #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
    let scale = if is_log {
        Scale::Offsets((length - 1) as f64)
    } else {
        Scale::Cells(Span::whole(length))
    };
    let x_key = match (kind, is_offset) {
        (_, false) => "axis.position",
        (Kind::Added, true) => "figure.offset",
        (_, true) => "figure.offset_back",
    };
    let (low, high) = relation.range();
    let source = |first_moves| Source::Relation {
        relation: relation.clone(),
        held,
        first_moves,
    };
    let line = |first_moves, stroke: Stroke| Curve {
        source: source(first_moves),
        stroke: Stroke { dotted: true, ..stroke },
    };
    // A query looks back, so its offset grows with its own position.
    let curves = match (kind, is_offset) {
        (Kind::Bias, _) if subject.held.is_none() => vec![
            line(true, Stroke::solid(Tone::First)),
            line(false, Stroke::dashed(Tone::Second)),
        ],
        (Kind::Rotation, true) => vec![line(true, Stroke::solid(Tone::First))],
        _ => vec![line(false, Stroke::solid(Tone::First))],
    };
    let mut panel = Panel::new(
        Axis::new(tr!(language, x_key), scale),
        Axis::new(tr!(language, value_key(kind)), Scale::Values(low, high)),
        Content::Curves(curves),
    );
    let position = count(held);
    panel.title = match (kind, is_offset) {
        (Kind::Added, true) => tr!(language, "near_far.by_offset"),
        (Kind::Added, false) => tr!(language, "near_far.to_position", position = position),
        (Kind::Rotation, true) => tr!(language, "near_far.score_by_offset"),
        (Kind::Rotation, false) => tr!(language, "near_far.score_of_query", position = position),
        (Kind::Bias, _) if subject.held.is_some() => tr!(language, "animation.bias_of_query", position = position),
        (Kind::Bias, _) => tr!(language, "near_far.bias_by_distance"),
    }
    .into_owned();
    panel.marks.extend(subject.held_mark(true).map(wordless));
    if kind == Kind::Bias && subject.held.is_none() {
        // The title says what is solid and what is dashed.
        panel.title.clear();
        panel.legend = vec![
            Entry {
                words: tr!(language, "figure.key_before").into_owned(),
                stroke: Stroke::solid(Tone::First),
            },
            Entry {
                words: tr!(language, "figure.key_after").into_owned(),
                stroke: Stroke::dashed(Tone::Second),
            },
        ];
    }
    panel
}

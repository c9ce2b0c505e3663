//! What a table says about every two positions: the matrix, and its curve.

mod curve;

use super::settings::{Declared, SettingKind, SettingStore};
use super::table::void_layer;
use super::{Subject, Takes, View};
use crate::analysis::{Relation, Returned, Returns};
use crate::encoding::{Encoding, Scheme, SchemeKind, cells_of};
use crate::field::{Answers, Key, Reduction, Span, cosine};
use crate::plot::cursor::Held;
use crate::plot::remark::Remark;
use crate::plot::{Arrangement, Axis, Block, Cells, Control, Layer, Look, Moves, Panel, Quantity, Refusal, Row, Scale};
use crate::session::Change;
use crate::text::{Language, count, rounded, scheme_name, significant};
use crate::tr;
use curve::curve;

/// The view of the cosine of every two rows, the score of every query and key, or the bias added to it,
/// and the curve of it.
pub struct TwoPositions {
    name: &'static str,
    kind: Option<SchemeKind>,
}

/// Whatever the table in front says about two positions.
pub static NEAR_FAR: TwoPositions = TwoPositions {
    name: "near-far",
    kind: None,
};

/// The cosine of every two rows of a table.
pub static SIMILARITY: TwoPositions = TwoPositions {
    name: "similarity",
    kind: Some(SchemeKind::Added),
};

/// The score of every query and key that are rotated.
pub static SCORES: TwoPositions = TwoPositions {
    name: "scores",
    kind: Some(SchemeKind::Rotation),
};

/// The bias of a head for every query and key.
pub static BIAS: TwoPositions = TwoPositions {
    name: "bias",
    kind: Some(SchemeKind::Bias),
};

impl View for TwoPositions {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_listed(&self) -> bool {
        self.kind.is_none()
    }

    fn takes(&self) -> Takes {
        Takes::One(self.kind)
    }

    fn settings(&self, subject: &Subject) -> Vec<Declared> {
        let causal = Declared {
            is_idle: subject.encoding.kind() == SchemeKind::Added,
            ..causal()
        };
        let below = |cells: usize| SettingKind::Whole {
            low: 0,
            high: cells - 1,
        };
        let own = match self.kind {
            Some(SchemeKind::Added) => Some(Declared {
                excludes: &["plain", "position"],
                ..Declared::new("log_offsets", SettingKind::Flag, "false", SettingStore::LogOffsets)
            }),
            Some(SchemeKind::Bias) => Some(Declared::new(
                "head",
                below(subject.encoding.d_model()),
                "0",
                SettingStore::Head,
            )),
            Some(SchemeKind::Rotation) => None,
            // The window has its own controls for the other settings.
            None => return vec![causal],
        };
        let position = Declared {
            excludes: &["plain"],
            ..Declared::new(
                "position",
                below(subject.encoding.max_len()),
                "0",
                SettingStore::Position,
            )
        };
        let causal = Some(causal).filter(|_| self.kind != Some(SchemeKind::Added));
        own.into_iter().chain([position]).chain(causal).collect()
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        match self.kind {
            Some(kind) if kind != subject.encoding.kind() => Err(other_kind(self.name, kind, subject)),
            _ => Ok(block(subject, &subject.relation, returned(subject, answers, self.name))),
        }
    }
}

/// Returns the setting that hides the keys after the query.
fn causal() -> Declared {
    Declared::new("causal", SettingKind::Flag, "false", SettingStore::Causal)
}

/// Returns where the cosine rises again, in words; `None` if it does not, or that is not known yet.
fn returned(subject: &Subject, answers: &mut dyn Answers, name: &'static str) -> Option<String> {
    let relation = &subject.relation;
    if relation.kind() != SchemeKind::Added || subject.held.is_some() || !relation.is_function_of_offset() {
        return None;
    }
    // In a window it is a hint, for which no core is kept busy.
    const QUICK: u64 = 1 << 20;
    let encoding = &subject.encoding;
    if subject.is_live && cells_of(encoding.d_model(), encoding.max_len()) > QUICK {
        return None;
    }
    let query = Returns {
        encoding: encoding.clone(),
    };
    let reply = answers.ask(&Key::new(name, "returns"), query);
    let Returned { first, largest } = (*reply.current()?)?;
    Some(tr!(
        subject.language,
        "near_far.returns",
        first = count(first.from),
        step = significant(first.by, 2),
        largest = rounded(largest.by, 3),
        from = count(largest.from),
        to = count(largest.to)
    ))
}

fn block(subject: &Subject, relation: &Relation, returned: Option<String>) -> Block {
    let (encoding, language) = (&subject.encoding, subject.language);
    let has_queries = relation.kind() != SchemeKind::Added;
    let is_causal = has_queries && subject.views.causal;
    let switch = Control::Toggle {
        words: tr!(language, "near_far.causal_switch"),
        hint: tr!(language, "near_far.causal"),
        is_on: is_causal,
        is_enabled: true,
        is_optional: true,
        change: Change::ToggleCausal,
    };
    let [heading, title, short] = match relation.kind() {
        SchemeKind::Added => ["figure.similarity", "near_far.title", "figure.similarity_short"],
        SchemeKind::Rotation => ["figure.scores", "near_far.title_scores", "figure.scores_short"],
        SchemeKind::Bias if encoding.shows_buckets() => ["figure.buckets", "near_far.title_buckets", "figure.bucket"],
        SchemeKind::Bias => ["figure.bias", "near_far.title_bias", "figure.bias_value"],
    }
    .map(|key| {
        let head = count(relation.head().unwrap_or(0));
        tr!(language, key, scheme = subject.scheme(), head)
    });
    let mut matrix = matrix(subject, relation);
    if is_causal {
        matrix.layers.push(Layer::Masked);
        matrix.name = format!(
            "{}{}{}",
            matrix.name,
            tr!(language, "figure.comma"),
            tr!(language, "near_far.masked")
        );
    }
    let mut notes = if subject.is_live {
        Vec::new()
    } else {
        notes(subject, relation)
    };
    notes.extend(is_causal.then(|| tr!(language, "near_far.masked_note")));
    let mut curve = curve(subject, relation, is_causal);
    curve.title.hint = returned.clone().unwrap_or_default();
    notes.extend(returned.clone().filter(|_| !subject.is_live));
    Block {
        controls: has_queries.then_some(switch).into_iter().collect(),
        title,
        heading,
        short,
        remark: remark(subject, relation, is_causal),
        summary: matrix.name.clone(),
        rows: vec![Row::of(vec![matrix, curve])],
        results: returned.into_iter().collect(),
        arrangement: Arrangement::BesideOrBelow,
        notes,
        tall: 0.5,
        ..Block::default()
    }
}

/// Returns why a view of one kind of table shows nothing of another kind, and which view does.
pub fn other_kind(view: &str, kind: SchemeKind, subject: &Subject) -> Refusal {
    let (language, own) = (subject.language, subject.encoding.kind());
    // On the command line schemes have their short names.
    let name = |scheme: Scheme| match subject.is_live {
        true => scheme_name(scheme, language),
        false => scheme.name().to_owned(),
    };
    let schemes = Scheme::ALL.into_iter().filter(|scheme| scheme.kind() == kind);
    let schemes: Vec<String> = schemes.map(name).collect();
    let fitting = [&SIMILARITY, &SCORES, &BIAS]
        .into_iter()
        .find(|other| other.kind == Some(own));
    Refusal::of(tr!(
        language,
        "view.other_kind",
        view,
        schemes = schemes.join(&tr!(language, "figure.comma")),
        scheme = name(subject.encoding.spec().scheme),
        fitting = fitting.map_or(NEAR_FAR.name, |other| other.name)
    ))
}

/// Returns the notes below a figure: that values are too large for the type of the table, or undefined.
fn notes(subject: &Subject, relation: &Relation) -> Vec<String> {
    let encoding = &subject.encoding;
    let last = encoding.max_len() - 1;
    let is_undefined = |row: usize| cosine(encoding, row, row).is_none();
    let has_undefined = relation.kind() == SchemeKind::Added
        && (!encoding.zero_rows().is_empty() || [0, last / 2, last].into_iter().any(is_undefined));
    let undefined = has_undefined.then(|| tr!(subject.language, "figure.undefined"));
    subject.notes().into_iter().chain(undefined).collect()
}

/// Returns the locale key of what is measured.
fn value_key(relation: &Relation) -> &'static str {
    match relation.kind() {
        SchemeKind::Added => "figure.cosine",
        SchemeKind::Rotation => "figure.score",
        SchemeKind::Bias => bias_key(relation.encoding()),
    }
}

/// Returns the locale key of the values of a bias.
pub(super) fn bias_key(encoding: &Encoding) -> &'static str {
    if encoding.shows_buckets() {
        "figure.bucket"
    } else {
        "figure.bias_value"
    }
}

/// Returns the two positions that are compared, in words; if there are none, what the colours mean.
fn remark(subject: &Subject, relation: &Relation, is_causal: bool) -> Remark {
    let (language, kind) = (subject.language, relation.kind());
    let Some((p, q)) = Held::of(subject).pair(subject.cursor) else {
        let (low, high) = relation.range();
        let (low, high) = (significant(low, 3), significant(high, 3));
        let [sharp, mixed] = match kind {
            SchemeKind::Added => [tr!(language, "near_far.colors"), tr!(language, "near_far.colors_mean")],
            SchemeKind::Rotation | SchemeKind::Bias => [
                tr!(language, "near_far.colors_other", low, high),
                tr!(language, "near_far.colors_other_mean", low, high),
            ],
        };
        return Remark::Mixing { sharp, mixed };
    };
    let words = words_of(subject, relation, (p, q), language);
    Remark::Words(if is_causal && q > p {
        format!("{words} ({})", tr!(language, "near_far.masked_key"))
    } else {
        words
    })
}

/// Returns `3 → 9: offset 6, cosine 0.806`.
fn words_of(subject: &Subject, relation: &Relation, (p, q): (usize, usize), language: Language) -> String {
    let value = relation.value(p, q);
    let signed = |is_negative: bool| format!("{}{}", if is_negative { "−" } else { "" }, count(p.abs_diff(q)));
    if relation.kind() != SchemeKind::Added {
        // The offset of a query and a key is the distance from the query back to the key.
        let key = match relation.kind() {
            SchemeKind::Bias if subject.encoding.shows_buckets() => "near_far.bucket",
            SchemeKind::Bias => "near_far.bias",
            SchemeKind::Added | SchemeKind::Rotation => "near_far.score",
        };
        let value = significant(value.unwrap_or(f64::NAN), 4);
        // The rows of a table of biases are offsets.
        let place = |p| {
            if relation.kind() == SchemeKind::Bias {
                count(p)
            } else {
                subject.row(p)
            }
        };
        return tr!(
            language,
            key,
            query = place(p),
            key = place(q),
            offset = signed(p < q),
            value
        );
    }
    let offset = signed(q < p);
    let said = match value {
        Some(cosine) => tr!(language, "near_far.relation", offset, cosine = rounded(cosine, 3)),
        None => tr!(language, "near_far.undefined", offset),
    };
    format!("{} → {}: {said}", subject.row(p), subject.row(q))
}

fn matrix(subject: &Subject, relation: &Relation) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let length = encoding.max_len();
    let (x_span, y_span) = subject.views.pairs_of(length);
    let [x, y] = match relation.kind() {
        SchemeKind::Added => ["axis.position", "axis.position"],
        SchemeKind::Rotation | SchemeKind::Bias => ["figure.key", "figure.query"],
    }
    .map(|key| tr!(language, key));
    let palette = subject.palette(relation.range());
    let cells = Cells {
        look: Look::new(relation.field(), palette),
        rows: y_span,
        columns: x_span,
        // The first position, which is the query's, runs upward.
        transposed: true,
        reduction: Reduction::Mean,
    };
    let axis = |name: String, span, quantity| {
        Axis::new(name, positions(span, encoding))
            .measuring(quantity, length)
            .moving(Moves::Pairs, length)
    };
    let mut layers = vec![Layer::Cells(Box::new(cells))];
    layers.extend(
        [true, false]
            .into_iter()
            .filter_map(|is_x| void_layer(subject, encoding, is_x)),
    );
    // The words are shown once, by the layer that covers the other.
    if let [_, Layer::Void { words, .. }, _] = &mut layers[..] {
        words.clear();
    }
    let mut panel = Panel::new(
        "matrix",
        axis(x, x_span, Quantity::Key),
        axis(y, y_span, Quantity::Query),
        layers,
    );
    let key = match relation.kind() {
        SchemeKind::Added => "near_far.matrix_name",
        SchemeKind::Rotation => "near_far.scores_name",
        SchemeKind::Bias if encoding.shows_buckets() => "near_far.buckets_name",
        SchemeKind::Bias => "near_far.bias_name",
    };
    panel.name = tr!(language, key, positions = count(length));
    panel.square = (x_span.length() - y_span.length()).abs() < 1e-9;
    panel.is_plain = true;
    panel.bar = subject.bar(palette, value_key(relation), relation.kind() == SchemeKind::Added);
    // The title of the curve says which position is held.
    panel.marks.extend(subject.held_mark(false));
    panel.silence_marks();
    panel
}

/// Returns the scale of positions: the rows of a table, unless these are offsets.
fn positions(span: Span, encoding: &Encoding) -> Scale {
    match encoding.kind() {
        SchemeKind::Bias => Scale::Cells(span),
        SchemeKind::Added | SchemeKind::Rotation => Scale::rows(span, encoding),
    }
}

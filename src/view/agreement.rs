//! How far A and B agree, by position.

use super::contract::{Takes, View};
use super::settings::Declared;
use super::subject::Subject;
use crate::analysis::{Agreed, Agreement, Incomparable, THRESHOLDS};
use crate::encoding::{SchemeKind, Spec, float};
use crate::field::{Answers, Key};
use crate::plot::cursor::Held;
use crate::plot::range::round;
use crate::plot::remark::Remark;
use crate::plot::{Axis, Block, Curve, Layer, Mark, Panel, Piece, Quantity, Refusal, Row, Scale, Source, Stroke, Tone};
use crate::session::Compared;
use crate::text::{count, plain, rounded};
use crate::tr;

/// The view of the agreement of two encodings, by position.
pub struct Agreements;

impl View for Agreements {
    fn name(&self) -> &'static str {
        "agreement"
    }

    fn takes(&self) -> Takes {
        Takes::Two
    }

    fn settings(&self, _: &Subject) -> Vec<Declared> {
        vec![Declared::axis()]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let (language, compared) = (subject.language, subject.both()?);
        let query = Agreement {
            a: compared.a.clone(),
            b: compared.shown_b.clone(),
        };
        // The key includes the schemes, so that the agreement of others is not shown meanwhile.
        let part = compared.kin();
        let reply = answers.ask(&Key::new(self.name(), part.clone()), query);
        if let Some(Err(reason)) = reply.current() {
            return Err(incomparable(*reason, subject, compared));
        }
        let agreed = reply.answer().and_then(|answer| answer.as_ref().ok());
        let (is_logarithmic, control) = Declared::logarithmic(self.name(), subject);
        let mut block = Block {
            title: super::title(self, language),
            heading: tr!(language, "agreement.heading"),
            short: super::title(self, language),
            controls: vec![control],
            notes: subject.sides(compared).to_vec(),
            shows_both: true,
            below: super::waiting(&part, &reply, language)
                .map(|piece| vec![piece])
                .into_iter()
                .collect(),
            tall: 0.6,
            ..Block::default()
        };
        let Some(agreed) = agreed else { return Ok(block) };
        let mut panel = panel(subject, agreed, is_logarithmic);
        if reply.current().is_none() {
            panel.fade();
            block.rows = vec![Row::of(vec![panel])];
            return Ok(block);
        }
        let words = said(subject, agreed).join(&tr!(language, "figure.comma"));
        block.below.push(vec![Piece::Words(words.clone(), Tone::Weak)]);
        block.notes.push(words);
        if subject.encoding.kind() == SchemeKind::Rotation && differ_unseen(compared) {
            block.notes.push(tr!(language, "agreement.storage"));
        }
        if agreed.values.iter().any(|value| value.is_nan()) {
            block.notes.push(tr!(language, "agreement.undefined"));
        }
        block.results = said(subject, agreed);
        block.notes.extend(subject.common_rows(compared, "figure.common_rows"));
        block.results.extend(subject.common_rows(compared, "cli.common_rows"));
        Ok(Block {
            summary: panel.name.clone(),
            remark: remark(subject, agreed),
            rows: vec![Row::of(vec![panel])],
            ..block
        })
    }
}

/// Checks whether two rotations differ in settings that do not affect the agreement.
fn differ_unseen(compared: &Compared) -> bool {
    let [a, b] = [&compared.a, &compared.b].map(|encoding| encoding.spec());
    let unseen = |spec: &Spec| (spec.rope.part, spec.rope.pairing, spec.rope.storage_precision);
    unseen(a) != unseen(b)
}

/// Returns why the two cannot be compared, and which setting would help.
fn incomparable(reason: Incomparable, subject: &Subject, compared: &Compared) -> Refusal {
    let language = subject.language;
    let [a, b] = [&compared.a, &compared.b].map(|encoding| crate::text::scheme_name(encoding.spec().scheme, language));
    let (words, setting) = match reason {
        Incomparable::Kinds => (tr!(language, "agreement.kinds", a, b), "scheme"),
        Incomparable::Biases => (tr!(language, "agreement.biases", a, b), "scheme"),
        Incomparable::Widths(a, b) => (tr!(language, "agreement.widths", a = count(a), b = count(b)), "d_model"),
        Incomparable::Pairs(a, b) => (tr!(language, "agreement.pairs", a = count(a), b = count(b)), "d_model"),
    };
    Refusal {
        setting: Some(setting),
        ..Refusal::of(words)
    }
}

/// Returns where the agreement first falls below each threshold, or that it never does:
/// `below 0.9 at 1,724`, `never below 0.5 up to 8,191`.
fn said(subject: &Subject, agreed: &Agreed) -> Vec<String> {
    let language = subject.language;
    if agreed.values.iter().all(|value| value.is_nan()) {
        return vec![tr!(language, "agreement.nowhere", rows = count(agreed.values.len()))];
    }
    let last = subject.row(agreed.values.len().saturating_sub(1));
    let words = |(first, threshold): (Option<usize>, f64)| {
        let threshold = plain(threshold);
        match first.map(|row| subject.row(row)) {
            Some(position) => tr!(language, "agreement.below", threshold, position),
            None => tr!(language, "agreement.never", threshold, last),
        }
    };
    agreed.first_below.into_iter().zip(THRESHOLDS).map(words).collect()
}

/// Returns vertical lines where the agreement first falls below the thresholds: `< 0.9`. Lines close
/// together have their words at the first of them: `< 0.99, < 0.9`.
fn marks(agreed: &Agreed, scale: &Scale, comma: &str) -> Vec<Mark> {
    /// More than the words of a line take in a narrow plot.
    const CLOSE: f64 = 0.1;
    let mut marks: Vec<Mark> = Vec::new();
    let (mut named, mut last) = (0, f64::NEG_INFINITY);
    for (first, threshold) in agreed.first_below.into_iter().zip(THRESHOLDS) {
        let Some(position) = first else { continue };
        let (at, words) = (scale.middle(position), format!("< {}", plain(threshold)));
        let part = scale.part(at);
        if part - last < CLOSE {
            let of_all = &mut marks[named].words;
            *of_all = format!("{of_all}{comma}{words}");
            marks.push(Mark::new(at, true, ""));
        } else {
            named = marks.len();
            marks.push(Mark::new(at, true, words));
        }
        last = part;
    }
    marks
}

fn panel(subject: &Subject, agreed: &Agreed, is_logarithmic: bool) -> Panel {
    let language = subject.language;
    let (longest, _) = subject.shape();
    let length = agreed.values.len();
    let (positions, _) = subject.window();
    let (name, rows) = subject.row_axis(&subject.encoding, positions);
    let scale = if is_logarithmic && length > 2 {
        Scale::Offsets(float(length - 1))
    } else {
        rows
    };
    let key = match subject.encoding.kind() {
        SchemeKind::Rotation => "agreement.of_pairs",
        SchemeKind::Added | SchemeKind::Bias => "agreement.of_rows",
    };
    let marks = marks(agreed, &scale, &tr!(language, "figure.comma"));
    let (low, high) = range(&agreed.values);
    let mut panel = Panel::new(
        "agreement",
        Axis::new(name, scale).measuring(Quantity::Position, longest),
        Axis::new(tr!(language, key), Scale::Values(low, high)),
        vec![Layer::Curves(vec![Curve {
            source: Source::Values(agreed.values.clone()),
            stroke: Stroke::dotted(Tone::First),
        }])],
    );
    panel.marks = marks;
    panel.marks.extend(subject.held_mark(true));
    let words = said(subject, agreed).join(&tr!(language, "figure.comma"));
    panel.name = tr!(
        language,
        "agreement.name",
        last = count(length.saturating_sub(1)),
        words
    );
    panel
}

/// Returns the range from below the lowest value to 1, or from -1 if there are values below 0.
fn range(values: &[f64]) -> (f64, f64) {
    match values.iter().copied().fold(1.0, f64::min) {
        low if low < 0.0 => (-1.0, 1.0),
        // All values are 1, up to rounding.
        low if low > 1.0 - 1e-9 => (0.0, 1.0),
        low => round((low, 1.0)),
    }
}

/// Returns `position 1,000: 0.9631`, for the position under the pointer, otherwise for the pinned one.
fn remark(subject: &Subject, agreed: &Agreed) -> Remark {
    let held = Held::of(subject);
    let position = held.position(subject.cursor).or(held.pin.map(|pin| pin.position));
    let value = position.and_then(|position| Some((position, *agreed.values.get(position)?)));
    let Some((position, value)) = value.filter(|(_, value)| value.is_finite()) else {
        return Remark::Nothing;
    };
    let words = tr!(
        subject.language,
        "agreement.at",
        position = subject.row(position),
        value = rounded(value, 4)
    );
    Remark::Words(words)
}

//! What every head adds for an offset, in one plot.

use super::contract::{Takes, View};
use super::relation::{bias_key, other_kind};
use super::subject::Subject;
use crate::encoding::{Encoding, SchemeKind, float};
use crate::field::{Answers, Span};
use crate::plot::cursor::Held;
use crate::plot::range::{round, wider};
use crate::plot::remark::Remark;
use crate::plot::{Axis, Block, Curve, Layer, LegendEntry, Panel, Quantity, Refusal, Row, Scale, Source, Stroke, Tone};
use crate::text::{count, significant};
use crate::tr;

/// The view of the biases of all heads over the offset.
///
/// Slopes of ALiBi differ by a factor of up to 128, so that on a linear scale only the steepest head would be seen.
/// If no bias changes its sign, both axes are logarithmic: the magnitude `m d` of a slope m is then a straight
/// line, as high above the next one as their slopes differ.
pub struct Heads;

/// The most heads that are drawn; of more, every n-th.
const DRAWN: usize = 64;

/// The most points of a curve on logarithmic axes.
const POINTS: f64 = 200.0;

impl View for Heads {
    fn name(&self) -> &'static str {
        "heads"
    }

    fn takes(&self) -> Takes {
        Takes::One(Some(SchemeKind::Bias))
    }

    fn describe(&self, subject: &Subject, _: &mut dyn Answers) -> Result<Block, Refusal> {
        let (language, encoding) = (subject.language, &subject.encoding);
        if encoding.kind() != SchemeKind::Bias {
            return Err(other_kind(self.name(), SchemeKind::Bias, subject));
        }
        let heads = drawn(encoding);
        let panel = match magnitudes(encoding, &heads) {
            Some((low, high)) => logarithmic(subject, &heads, (low, high)),
            None => linear(subject, &heads),
        };
        let heading = if encoding.shows_buckets() {
            "heads.heading_buckets"
        } else {
            "heads.heading"
        };
        let (shown, all) = (count(heads.len()), count(encoding.d_model()));
        let mut notes = subject.notes();
        if heads.len() < encoding.d_model() {
            notes.push(tr!(language, "heads.some", shown, all));
        }
        Ok(Block {
            title: super::title(self, language),
            heading: tr!(language, heading, scheme = subject.scheme()),
            short: super::title(self, language),
            remark: remark(subject),
            summary: panel.name.clone(),
            rows: vec![Row::of(vec![panel])],
            notes,
            tall: 0.6,
            ..Block::default()
        })
    }
}

/// Returns the heads that are drawn whether they are pinned or not.
fn drawn(encoding: &Encoding) -> Vec<usize> {
    let heads = encoding.d_model();
    (0..heads).step_by(heads.div_ceil(DRAWN)).collect()
}

/// Returns the smallest and the largest magnitude at offsets from 1 on; `None` if a bias changes its sign or is 0.
fn magnitudes(encoding: &Encoding, heads: &[usize]) -> Option<(f64, f64)> {
    let last = float(encoding.max_len() - 1);
    if last < 2.0 || encoding.spec().drawn_with().is_some() {
        return None;
    }
    let ends = heads
        .iter()
        .flat_map(|&head| [1.0, last].map(|offset| encoding.columns()[head].bias(offset)));
    let ends: Vec<f64> = ends.collect();
    let is_below = ends.iter().all(|bias| *bias < 0.0 && bias.is_finite());
    let magnitudes = ends.iter().map(|bias| (bias.abs(), bias.abs()));
    magnitudes.reduce(wider).filter(|(low, high)| is_below && low < high)
}

/// Returns the magnitudes on logarithmic axes.
fn logarithmic(subject: &Subject, heads: &[usize], (low, high): (f64, f64)) -> Panel {
    let (encoding, last) = (&subject.encoding, float(subject.encoding.max_len() - 1));
    let mut offsets: Vec<f64> = (0..=POINTS as usize)
        .map(|step| last.powf(float(step) / POINTS).round())
        .collect();
    offsets.dedup();
    let curve = |head: usize| {
        let bias = |offset: &f64| [*offset, encoding.columns()[head].bias(*offset).abs()];
        Source::Points(offsets.iter().map(bias).collect())
    };
    let words = tr!(subject.language, "heads.magnitude");
    panel(
        subject,
        Axis::new(tr!(subject.language, "figure.distance"), Scale::Offsets(last))
            .measuring(Quantity::Offset, encoding.max_len()),
        Axis::new(words, Scale::Logarithms(low, high)),
        curves(subject, heads, curve),
    )
}

/// Returns the biases, or the numbers of buckets, on linear axes.
fn linear(subject: &Subject, heads: &[usize]) -> Panel {
    let encoding = &subject.encoding;
    let column = |column: usize| Source::Column {
        encoding: encoding.clone(),
        column,
    };
    let (low, high) = round(encoding.bounds());
    let scale = Scale::rows(Span::whole(encoding.max_len()), encoding);
    panel(
        subject,
        Axis::new(offset_name(subject), scale).measuring(Quantity::Position, encoding.max_len()),
        Axis::new(tr!(subject.language, bias_key(encoding)), Scale::Values(low, high)),
        curves(subject, heads, column),
    )
}

fn panel(subject: &Subject, x: Axis, y: Axis, curves: Vec<Curve>) -> Panel {
    let language = subject.language;
    let mut panel = Panel::new("heads", x, y, vec![Layer::Curves(curves)]);
    let (heads, last) = (count(subject.encoding.d_model()), count(subject.encoding.max_len() - 1));
    panel.name = tr!(language, "heads.name", heads, last);
    if let Some(head) = held(subject) {
        let words = tr!(language, "heads.held", head = count(head));
        panel.legend = vec![LegendEntry::new(words, Stroke::solid(Tone::Held))];
    }
    panel
}

/// Returns a curve per head, that of the held head last, so that no other one covers it.
fn curves(subject: &Subject, heads: &[usize], source: impl Fn(usize) -> Source) -> Vec<Curve> {
    let held = held(subject);
    let others = heads.iter().copied().filter(|head| Some(*head) != held);
    let others = others.map(|head| (head, Tone::First));
    others
        .chain(held.map(|head| (head, Tone::Held)))
        .map(|(head, tone)| Curve {
            source: source(head),
            stroke: Stroke::solid(tone),
        })
        .collect()
}

/// Returns the pinned head, in a window.
fn held(subject: &Subject) -> Option<usize> {
    let pin = Held::of(subject).pin.filter(|_| subject.is_live)?;
    Some(pin.dimension).filter(|head| *head < subject.encoding.d_model())
}

/// Returns the name of the axis of offsets, which are those of keys before the query.
fn offset_name(subject: &Subject) -> String {
    tr!(subject.language, "figure.offset_back")
}

/// Returns the bias of the pinned head, or of the first one, at the offset under the pointer.
fn remark(subject: &Subject) -> Remark {
    let Some(row) = Held::of(subject).position(subject.cursor) else {
        return Remark::Nothing;
    };
    let head = held(subject).unwrap_or_default();
    let Some(bias) = subject.encoding.value(row, head) else {
        return Remark::Nothing;
    };
    let (head, offset, bias) = (count(head), subject.row(row), significant(bias, 4));
    Remark::Words(tr!(subject.language, "heads.at", head, offset, bias))
}

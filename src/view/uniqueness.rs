//! Whether every position can be told from every other: the smallest distance of two rows, by offset.

use super::contract::View;
use super::relation::other_kind;
use super::settings::Declared;
use super::subject::Subject;
use crate::analysis::{Distances, Repeats, Uniqueness};
use crate::encoding::{SchemeKind, Spec, float};
use crate::field::{Answers, Key, Span};
use crate::plot::cursor::Held;
use crate::plot::range::round;
use crate::plot::remark::Remark;
use crate::plot::{Axis, Block, Curve, Layer, Panel, Piece, Quantity, Refusal, Row, Scale, Source, Stroke, Tone};
use crate::text::{count, significant};
use crate::tr;

/// The view of the smallest distance of two rows, by offset.
pub struct Uniquenesses;

/// The key of the part that asks for the distances.
const DISTANCES: &str = "distances";

impl View for Uniquenesses {
    fn name(&self) -> &'static str {
        "uniqueness"
    }

    fn tells_of(&self, kind: SchemeKind) -> bool {
        kind == SchemeKind::Added
    }

    fn first(&self) -> Spec {
        Spec {
            d_model: 8,
            max_len: 512,
            ..Spec::default()
        }
    }

    fn settings(&self, _: &Subject) -> Vec<Declared> {
        vec![Declared::axis()]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let (language, encoding) = (subject.language, &subject.encoding);
        if encoding.kind() != SchemeKind::Added {
            return Err(other_kind(self.name(), SchemeKind::Added, subject));
        }
        if encoding.max_len() < 2 {
            return Err(subject.refusal(tr!(language, "uniqueness.single")));
        }
        let query = Uniqueness {
            encoding: encoding.clone(),
        };
        let reply = answers.ask(&Key::new(self.name(), DISTANCES), query);
        let below = super::lines_about(DISTANCES, &reply, subject)?;
        let (is_logarithmic, control) = Declared::logarithmic(self.name(), subject);
        let mut block = Block {
            title: super::title(self, language),
            heading: tr!(language, "uniqueness.heading", scheme = subject.scheme()),
            short: super::title(self, language),
            controls: vec![control],
            below,
            tall: 0.6,
            ..Block::default()
        };
        let Some(distances) = reply.answer() else {
            return Ok(block);
        };
        let mut panel = panel(subject, distances, is_logarithmic);
        if reply.current().is_none() {
            panel.fade();
            return Ok(Block {
                rows: vec![Row::of(vec![panel])],
                ..block
            });
        }
        let said = said(subject, distances);
        panel.name = tr!(
            language,
            "uniqueness.name",
            last = count(encoding.max_len() - 1),
            words = said
        );
        block.below.push(vec![Piece::Words(said.clone(), Tone::Text)]);
        Ok(Block {
            summary: panel.name.clone(),
            remark: remark(subject, distances),
            rows: vec![Row::of(vec![panel])],
            notes: [vec![said.clone()], subject.notes()].concat(),
            results: vec![said],
            ..block
        })
    }
}

fn panel(subject: &Subject, distances: &Distances, is_logarithmic: bool) -> Panel {
    let language = subject.language;
    let length = distances.by_offset.len();
    let scale = if is_logarithmic && length > 2 {
        Scale::Offsets(float(length - 1))
    } else {
        Scale::Cells(Span::whole(length))
    };
    let highest = distances
        .by_offset
        .iter()
        .copied()
        .filter(|distance| distance.is_finite());
    let (low, high) = round((0.0, highest.fold(0.0, f64::max)));
    let mut curves = vec![Curve {
        source: Source::Values(distances.by_offset.clone()),
        stroke: Stroke::dotted(Tone::First),
    }];
    let point = |offset: usize| Some([scale.middle(offset), *distances.by_offset.get(offset)?]);
    let nearest = distances.nearest.and_then(|[p, q]| point(q - p));
    curves.extend(nearest.map(|point| Curve::through(vec![point], Stroke::dots(Tone::Held))));
    let hovered = Held::of(subject)
        .offset(subject.cursor)
        .filter(|offset| *offset > 0)
        .and_then(point);
    curves.extend(hovered.map(|point| Curve::through(vec![point], Stroke::dots(Tone::Hovered))));
    let x = Axis::new(tr!(language, "axis.offset"), scale).measuring(Quantity::Offset, length);
    let y = Axis::new(tr!(language, "uniqueness.axis_name"), Scale::Values(low, high));
    Panel::new("distances", x, y, vec![Layer::Curves(curves)])
}

/// Returns which two rows are hardest to tell apart.
fn said(subject: &Subject, distances: &Distances) -> String {
    let language = subject.language;
    let Some(([p, q], smallest)) = distances.nearest.zip(distances.smallest()) else {
        return tr!(language, "uniqueness.none");
    };
    let key = match distances.repeats {
        Some(Repeats::Positions) => "uniqueness.positions_repeat",
        Some(Repeats::Values) => "uniqueness.values_repeat",
        None if q - p == 1 => "uniqueness.neighbours",
        None => "uniqueness.nearest",
    };
    let neighbours = distances.by_offset.get(1).copied().unwrap_or(f64::NAN);
    tr!(
        language,
        key,
        p = subject.row(p),
        q = subject.row(q),
        offset = count(q - p),
        smallest = significant(smallest, 4),
        neighbours = significant(neighbours, 4)
    )
}

/// Returns the distance at the offset under the pointer.
fn remark(subject: &Subject, distances: &Distances) -> Remark {
    let offset = Held::of(subject).offset(subject.cursor);
    let known = offset.and_then(|offset| Some((offset, *distances.by_offset.get(offset)?)));
    known.map_or(Remark::Nothing, |(offset, distance)| {
        let (offset, distance) = (count(offset), significant(distance, 4));
        Remark::Words(tr!(subject.language, "uniqueness.at", offset, distance))
    })
}

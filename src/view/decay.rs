//! How a rotation decays with the offset between two positions.

use super::contract::{Takes, View};
use super::relation::other_kind;
use super::settings::Declared;
use super::subject::Subject;
use crate::analysis::{Decay, Decayed};
use crate::encoding::rope::Rope;
use crate::encoding::{Precision, Scheme, SchemeKind, Spec, Strategy, float};
use crate::field::{Answers, Key};
use crate::plot::cursor::Held;
use crate::plot::range::round;
use crate::plot::remark::Remark;
use crate::plot::{
    Axis, Block, Curve, Layer, Mark, Panel, Piece, Quantity, Refusal, Row, Scale, Source, Stroke, Title, Tone,
};
use crate::session::Change;
use crate::text::{count, rounded, scheme_name, significant};
use crate::tr;

/// The view of the mean cosine over the pairs of a rotation, by offset, with RoFormer's bound below it.
pub struct Decays;

/// The key of the part that asks for the values.
const VALUES: &str = "values";

impl View for Decays {
    fn name(&self) -> &'static str {
        "decay"
    }

    fn takes(&self) -> Takes {
        Takes::One(Some(SchemeKind::Rotation))
    }

    fn settings(&self, _: &Subject) -> Vec<Declared> {
        vec![Declared::axis()]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let (language, encoding) = (subject.language, &subject.encoding);
        if encoding.kind() != SchemeKind::Rotation {
            return Err(Refusal {
                mend: rope(subject).map(Box::new),
                setting: Some("scheme"),
                ..other_kind(self.name(), SchemeKind::Rotation, subject)
            });
        }
        let query = Decay {
            encoding: encoding.clone(),
        };
        let reply = answers.ask(&Key::new(self.name(), VALUES), query);
        let below = super::lines_about(VALUES, &reply, subject)?;
        if reply.current().is_some_and(|decayed| decayed.means.is_empty()) {
            return Err(subject.refusal(tr!(language, "decay.no_pairs")));
        }
        let (is_logarithmic, control) = Declared::logarithmic(self.name(), subject);
        let mut block = Block {
            title: super::title(self, language),
            heading: tr!(language, "decay.heading", scheme = subject.scheme()),
            short: super::title(self, language),
            controls: vec![control],
            below,
            tall: 0.7,
            ..Block::default()
        };
        let is_old = reply.current().is_none();
        let decayed = reply.answer().filter(|decayed| !decayed.means.is_empty());
        let Some(decayed) = decayed else { return Ok(block) };
        let [mut mean, mut bound] = panels(subject, decayed, is_logarithmic);
        let rows = |mean, bound| {
            vec![
                Row {
                    share: 1.6,
                    panels: vec![mean],
                },
                Row::of(vec![bound]),
            ]
        };
        if is_old {
            mean.fade();
            bound.fade();
            return Ok(Block {
                rows: rows(mean, bound),
                ..block
            });
        }
        let zero = zero(subject, decayed);
        if decayed.first_zero.is_none() {
            block.notes.push(zero.clone());
            block.below.push(vec![Piece::Words(zero.clone(), Tone::Weak)]);
        }
        if !is_exact(encoding.spec()) {
            let words = tr!(language, "decay.exact");
            block.notes.push(words.clone());
            block.below.push(vec![Piece::Words(words, Tone::Weak)]);
        }
        Ok(Block {
            summary: tr!(
                language,
                "decay.name",
                last = count(encoding.max_len() - 1),
                words = zero
            ),
            remark: remark(subject, decayed),
            rows: rows(mean, bound),
            results: vec![zero],
            ..block
        })
    }
}

/// Checks whether the scores of a rotation decay by offset as with exact angles, without restarts.
fn is_exact(spec: &Spec) -> bool {
    let Rope {
        position_precision,
        angle_precision,
        ..
    } = spec.rope;
    [position_precision, angle_precision] == [Precision::F64; 2] && spec.beyond.strategy != Strategy::Restart
}

/// Returns the change to RoPE, if the other settings allow it.
fn rope(subject: &Subject) -> Option<(String, Change)> {
    let spec = Spec {
        scheme: Scheme::Rope,
        ..subject.encoding.spec().clone()
    };
    let (change, _) = Change::another(spec).ok()?;
    Some((scheme_name(Scheme::Rope, subject.language), change))
}

/// Returns `first at or below 0 at 1,707`, or `above 0 up to 8,191`.
fn zero(subject: &Subject, decayed: &Decayed) -> String {
    match decayed.first_zero {
        Some(offset) => tr!(subject.language, "decay.zero", offset = count(offset)),
        None => {
            let last = count(decayed.means.len() - 1);
            tr!(subject.language, "decay.no_zero", last)
        }
    }
}

/// Returns the panel of the mean, and the one of the bound below it, which has its own scale.
fn panels(subject: &Subject, decayed: &Decayed, is_logarithmic: bool) -> [Panel; 2] {
    let language = subject.language;
    let length = decayed.means.len();
    let scale = if is_logarithmic && length > 2 {
        Scale::Offsets(float(length - 1))
    } else if subject.is_live {
        // A window onto the table is one of positions, not of offsets.
        Scale::Cells(crate::field::Span::whole(length))
    } else {
        Scale::Cells(subject.window().0)
    };
    let zero = decayed.first_zero.map(|offset| Mark {
        short: count(offset),
        ..Mark::new(scale.middle(offset), true, zero(subject, decayed))
    });
    let lowest = decayed.means.iter().copied().fold(0.0, f64::min);
    let (low, high) = round((lowest, 1.0));
    let highest = decayed.bounds.iter().copied().fold(0.0, f64::max);
    let x = Axis::new(tr!(language, "axis.offset"), scale).measuring(Quantity::Offset, length);
    let panel = |key: &str, name: String, x: Axis, values: &std::sync::Arc<[f64]>, y, tone| {
        let source = Source::Values(values.clone());
        let stroke = Stroke::dotted(tone);
        let layers = vec![Layer::Curves(vec![Curve { source, stroke }])];
        let mut panel = Panel::new(key, x, Axis::new("", y), layers);
        panel.name.clone_from(&name);
        panel.title = Title::of(name);
        panel
    };
    let mut mean = panel(
        "mean",
        tr!(language, "decay.mean"),
        x.clone().bare(),
        &decayed.means,
        Scale::Values(low, high),
        Tone::First,
    );
    mean.marks.extend(zero);
    let mut bound = panel(
        "bound",
        tr!(language, "decay.bound"),
        x,
        &decayed.bounds,
        Scale::Values(0.0, round((0.0, highest)).1),
        Tone::Second,
    );
    bound.marks.clone_from(&mean.marks);
    bound.silence_marks();
    [mean, bound]
}

/// Returns `offset 100: mean cosine 0.4772, bound 10.23`, for the offset under the pointer in any view.
fn remark(subject: &Subject, decayed: &Decayed) -> Remark {
    let offset = Held::of(subject).offset(subject.cursor);
    let known = offset.and_then(|offset| Some((offset, *decayed.means.get(offset)?, *decayed.bounds.get(offset)?)));
    let Some((offset, mean, bound)) = known else {
        return Remark::Nothing;
    };
    let words = tr!(
        subject.language,
        "decay.at",
        offset = count(offset),
        mean = rounded(mean, 4),
        bound = significant(bound, 4)
    );
    Remark::Words(words)
}

//! What is left of a word once the code of its position is added: the cosine of the sum and the word, by position.

use super::contract::{Takes, View};
use super::settings::{Declared, SettingKind, SettingStore};
use super::subject::Subject;
use crate::analysis::{Added, AddedWays, Adding};
use crate::encoding::{Numbering, Spec, cells_of};
use crate::field::{Answers, Key, Span};
use crate::plot::cursor::Held;
use crate::plot::remark::Remark;
use crate::plot::{
    Axis, Block, Control, Curve, Layer, LegendEntry, Panel, Piece, Quantity, Refusal, Row, Scale, Source, Stroke, Tone,
};
use crate::text::{count, plain, rounded, scheme_name};
use crate::tr;

/// The view of the cosine of a word and its sum with the code of its position.
pub struct Addings;

/// The key of the part that asks for the numbers.
const ADDED: &str = "added";

/// The tones of the schemes.
const TONES: [Tone; 3] = [Tone::Second, Tone::Mixed, Tone::First];

/// Standard deviations of words that are worth a look: 1, and what a model draws before it is trained.
const DEVIATIONS: [&str; 4] = ["1", "0.45", "0.044", "0.02"];

impl View for Addings {
    fn name(&self) -> &'static str {
        "adding"
    }

    fn takes(&self) -> Takes {
        Takes::Schemes
    }

    fn first(&self) -> Spec {
        Spec {
            d_model: 512,
            ..Spec::default()
        }
    }

    fn settings(&self, _: &Subject) -> Vec<Declared> {
        vec![deviation_setting()]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let language = subject.language;
        let setting = deviation_setting();
        let chosen = setting.value(self.name(), &subject.settings);
        let deviation: f64 = chosen.parse().unwrap_or(1.0);
        let query = Adding {
            spec: subject.encoding.spec().clone(),
            deviation,
        };
        let reply = answers.ask(&Key::new(self.name(), ADDED), query);
        let below = super::lines_about(ADDED, &reply, subject)?;
        let option = |text: &str| (text.to_owned(), setting.change(self.name(), text));
        let control = Control::Choice {
            name: tr!(language, "adding.word_sd"),
            chosen: tr!(language, "adding.chosen", deviation = chosen),
            options: DEVIATIONS.map(option).into(),
            is_for_mixing: false,
        };
        let mut block = Block {
            title: super::title(self, language),
            heading: tr!(language, "adding.heading"),
            short: super::title(self, language),
            controls: vec![control],
            below,
            tall: 0.6,
            ..Block::default()
        };
        let Some(added) = reply.answer().filter(|added| !added.ways.is_empty()) else {
            return Ok(block);
        };
        let mut panel = panel(subject, added);
        if reply.current().is_none() {
            panel.fade();
        } else {
            let lines = lines(subject, added);
            panel.name = lines.join(" ");
            block.remark = remark(subject, added);
            block.summary.clone_from(&panel.name);
            block
                .below
                .extend(lines.iter().map(|words| vec![Piece::Words(words.clone(), Tone::Text)]));
            block.notes = lines.clone();
            block.notes.push(tr!(language, "adding.pale", deviation = chosen));
            block.results = lines;
        }
        block.rows = vec![Row::of(vec![panel])];
        Ok(block)
    }
}

fn deviation_setting() -> Declared {
    Declared::new(
        "word_sd",
        SettingKind::NumberFrom(0.001),
        DEVIATIONS[0],
        SettingStore::Own,
    )
}

fn panel(subject: &Subject, added: &AddedWays) -> Panel {
    let language = subject.language;
    let (mut curves, mut legend) = (Vec::new(), Vec::new());
    for (way, tone) in added.ways.iter().zip(TONES) {
        let bound = |sign: f64| {
            let values = way.mean.iter().zip(way.spread.iter());
            let values = values.map(|(mean, spread)| mean + sign * spread).collect();
            Curve {
                source: Source::Values(values),
                stroke: Stroke {
                    pale: true,
                    ..Stroke::dashed(tone)
                },
            }
        };
        curves.extend([-1.0, 1.0].map(bound));
        curves.push(Curve {
            source: Source::Values(way.mean.clone()),
            stroke: Stroke::dotted(tone),
        });
        let scheme = scheme_name(way.encoding.spec().scheme, language);
        legend.push(LegendEntry::new(scheme, Stroke::dotted(tone)));
    }
    let length = added.ways[0].mean.len();
    let counts_rows = added
        .ways
        .iter()
        .any(|way| Numbering::new(way.encoding.spec()).is_some());
    let name = if counts_rows { "axis.rows" } else { "axis.position" };
    let x = Axis::new(tr!(language, name), Scale::Cells(Span::whole(length)));
    let x = x.measuring(Quantity::Position, length);
    let y = Axis::new(tr!(language, "adding.axis_name"), Scale::Values(0.0, 1.0));
    let mut panel = Panel::new("kept", x, y, vec![Layer::Curves(curves)]);
    panel.legend = legend;
    panel.marks.extend(subject.held_mark(true));
    panel
}

/// Returns what adding does to attention, and what concatenating would cost instead.
fn lines(subject: &Subject, added: &AddedWays) -> Vec<String> {
    let language = subject.language;
    let weights = added.ways.iter().map(|way| {
        let scheme = scheme_name(way.encoding.spec().scheme, language);
        tr!(
            language,
            "adding.weight_of",
            scheme,
            weight = rounded(way.largest_weight, 2)
        )
    });
    let weights: Vec<String> = weights.collect();
    let width = subject.encoding.d_model();
    let parameters = 2 * cells_of(width, width) + width as u64;
    vec![
        tr!(
            language,
            "adding.weights",
            bare = rounded(added.bare_weight, 2),
            weights = weights.join(&tr!(language, "figure.comma"))
        ),
        tr!(
            language,
            "adding.concatenating",
            width = count(width),
            parameters = plain(parameters as f64)
        ),
    ]
}

/// Returns the cosines at the row under the pointer.
fn remark(subject: &Subject, added: &AddedWays) -> Remark {
    let language = subject.language;
    let Some(row) = Held::of(subject).position(subject.cursor) else {
        return Remark::Nothing;
    };
    let cosine = |way: &Added| {
        let (mean, spread) = (way.mean.get(row)?, way.spread.get(row)?);
        let scheme = scheme_name(way.encoding.spec().scheme, language);
        Some(format!("{scheme} {} ± {}", rounded(*mean, 3), rounded(*spread, 3)))
    };
    let cosines: Option<Vec<String>> = added.ways.iter().map(cosine).collect();
    cosines.map_or(Remark::Nothing, |cosines| {
        let cosines = cosines.join(&tr!(language, "figure.comma"));
        Remark::Words(tr!(language, "adding.at", row = count(row), cosines))
    })
}

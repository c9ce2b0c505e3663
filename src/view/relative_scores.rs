//! Two words that keep their distance while the whole sentence moves: which scores stay, and which terms change.

use super::contract::View;
use super::relation::other_kind;
use super::settings::{Declared, SettingKind, SettingStore};
use super::subject::Subject;
use crate::analysis::{Shifted, ShiftedScores};
use crate::encoding::{Scheme, SchemeKind, float};
use crate::field::{Answers, Key, Span};
use crate::plot::range::round;
use crate::plot::{
    Axis, Block, Curve, Layer, LegendEntry, Mark, Panel, Piece, Refusal, Row, Scale, Source, Stroke, Tone,
};
use crate::text::{count, rounded, scheme_name};
use crate::tr;

/// The view of the score of two words at every shift of their sentence.
pub struct RelativeScores;

/// The key of the part that asks for the scores.
const SCORES: &str = "shifted";

/// The four terms, with their tones.
const TERMS: [(&str, Tone); 4] = [
    ("relative_scores.word_word", Tone::First),
    ("relative_scores.word_position", Tone::Second),
    ("relative_scores.position_word", Tone::Hovered),
    ("relative_scores.position_position", Tone::Mixed),
];

impl View for RelativeScores {
    fn name(&self) -> &'static str {
        "relative-scores"
    }

    fn tells_of(&self, kind: SchemeKind) -> bool {
        kind == SchemeKind::Added
    }

    fn settings(&self, subject: &Subject) -> Vec<Declared> {
        let last = subject.encoding.max_len() - 1;
        let whole = |name, usual| {
            Declared::new(
                name,
                SettingKind::Whole { low: 0, high: last },
                usual,
                SettingStore::Own,
            )
        };
        let words = SettingKind::Choice(&["ones", "random"]);
        vec![
            whole("query", "7"),
            whole("key", "3"),
            whole("moved", "27"),
            Declared::new("words", words, "ones", SettingStore::Own),
        ]
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let (language, encoding) = (subject.language, &subject.encoding);
        if encoding.kind() != SchemeKind::Added {
            return Err(other_kind(self.name(), SchemeKind::Added, subject));
        }
        let settings = self.settings(subject);
        let value = |place: usize| settings[place].value(self.name(), &subject.settings);
        let whole = |place: usize| value(place).parse().unwrap_or(0usize);
        let query = ShiftedScores {
            encoding: encoding.clone(),
            places: [whole(0), whole(1)],
            seed: (value(3) == "random").then_some(0),
        };
        if query.shifts() == 0 {
            let last = count(encoding.max_len() - 1);
            return Err(subject.refusal(tr!(language, "relative_scores.outside", last)));
        }
        let shift = whole(2).min(query.shifts() - 1);
        let reply = answers.ask(&Key::new(self.name(), SCORES), query.clone());
        let below = super::lines_about(SCORES, &reply, subject)?;
        let mut block = Block {
            title: super::title(self, language),
            heading: tr!(language, "relative_scores.heading", scheme = subject.scheme()),
            short: super::title(self, language),
            below,
            tall: 0.8,
            ..Block::default()
        };
        let Some(shifted) = reply.answer() else {
            return Ok(block);
        };
        let [mut scores, mut terms] = panels(subject, shifted, shift);
        if reply.current().is_none() {
            scores.fade();
            terms.fade();
        } else {
            let said = said(subject, shifted, &query, shift);
            scores.name.clone_from(&said);
            terms.name = tr!(language, "relative_scores.terms");
            block.summary.clone_from(&said);
            let field = Piece::Field {
                name: tr!(language, "relative_scores.shift_name"),
                text: value(2).to_owned(),
                of: ("relative-scores", "moved"),
                refused: tr!(
                    language,
                    "relative_scores.shift_refused",
                    last = count(encoding.max_len() - 1)
                ),
            };
            block.below.push(vec![field, Piece::Words(said.clone(), Tone::Text)]);
            block.notes = vec![said.clone(), tr!(language, "relative_scores.identity")];
            block
                .notes
                .extend(query.seed.map(|seed| tr!(language, "relative_scores.drawn", seed)));
            block.results = vec![said];
        }
        block.rows = vec![Row::of(vec![scores]), Row::of(vec![terms])];
        Ok(block)
    }
}

/// Returns the panel of the three scores, and the one of the four terms of the first.
fn panels(subject: &Subject, shifted: &Shifted, shift: usize) -> [Panel; 2] {
    let language = subject.language;
    let name = |scheme| scheme_name(scheme, language);
    let scores = [
        (&shifted.added, subject.scheme(), Tone::First),
        (&shifted.rotated, name(Scheme::Rope), Tone::Second),
        (&shifted.biased, name(Scheme::Alibi), Tone::Mixed),
    ];
    let terms = shifted.terms.iter().zip(TERMS);
    let terms = terms.map(|(values, (key, tone))| (values, tr!(language, key), tone));
    let x = Axis::new(
        tr!(language, "relative_scores.axis_name"),
        Scale::Cells(Span::whole(shifted.added.len())),
    );
    let panel = |key: &str, x: Axis, curves: Vec<(&std::sync::Arc<[f64]>, String, Tone)>| {
        let values = curves.iter().flat_map(|(values, ..)| values.iter().copied());
        let values = values.filter(|value| value.is_finite());
        let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = round((low, high));
        let curve = |(values, _, tone): &(&std::sync::Arc<[f64]>, String, Tone)| Curve {
            source: Source::Values((*values).clone()),
            stroke: Stroke::dotted(*tone),
        };
        let layers = vec![Layer::Curves(curves.iter().map(curve).collect())];
        let mut panel = Panel::new(key, x, Axis::new("", Scale::Values(low, high)), layers);
        let entry =
            |(_, words, tone): &(&std::sync::Arc<[f64]>, String, Tone)| LegendEntry::new(words, Stroke::dotted(*tone));
        panel.legend = curves.iter().map(entry).collect();
        panel.marks = vec![Mark::new(float(shift) + 0.5, true, "")];
        panel
    };
    [
        panel("scores", x.clone().bare(), scores.into()),
        panel("terms", x, terms.collect()),
    ]
}

/// Returns what happens to the scores at a shift.
fn said(subject: &Subject, shifted: &Shifted, query: &ShiftedScores, shift: usize) -> String {
    let language = subject.language;
    let moved = |values: &[f64]| {
        let [before, after] = [0, shift].map(|place| values.get(place).copied().unwrap_or(f64::NAN));
        if !before.is_finite() {
            return "–".to_owned(); // an odd width cannot be rotated
        }
        let [before, after] = [before, after].map(|score| rounded(score, 3));
        if before == after {
            before
        } else {
            format!("{before} → {after}")
        }
    };
    let [p, q] = query.places;
    tr!(
        language,
        "relative_scores.said",
        query = count(p),
        key = count(q),
        shift = count(shift),
        scheme = subject.scheme(),
        added = moved(&shifted.added),
        rotated = moved(&shifted.rotated),
        biased = moved(&shifted.biased)
    )
}

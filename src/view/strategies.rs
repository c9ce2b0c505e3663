//! The ways of going beyond the trained length, as strips: go on, start over, squeeze; for a trained
//! table, the ways to stretch it.

use super::three_ways::{stacked, strip};
use super::{Subject, Takes, View};
use crate::analysis::strategies::{StrategiesQuery as Variants, StrategyVariant};
use crate::encoding::{Beyond, Encoding, Scheme, SchemeKind, Spec, SpecError, float};
use crate::field::{Answers, Field, Key};
use crate::plot::range::{default_range, wider};
use crate::plot::{Arrangement, Axis, Block, Panel, PanelChoice, Refusal, Scale, Title, Tone};
use crate::session::Change;
use crate::text::{count, spec_error, strategy_words};
use crate::tr;

/// The view of all strategies of the encoding in front.
pub struct Strategies;

/// The keys of the strips.
const KEYS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

impl View for Strategies {
    fn name(&self) -> &'static str {
        "strategies"
    }

    fn has_dimensions(&self) -> bool {
        true
    }

    fn takes(&self) -> Takes {
        Takes::Strategies
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let language = subject.language;
        let spec = subject.encoding.spec();
        if let Some(refusal) = refusal(subject, spec) {
            return Err(refusal);
        }
        let query = Variants { spec: spec.clone() };
        let reply = answers.ask(&Key::new(self.name(), "variants"), query);
        let variants = reply.answer().map_or(&[][..], Vec::as_slice);
        let own = variants.iter().filter_map(|variant| variant.encoding.as_ref().ok());
        let own = own.map(|encoding| default_range(&Field::table(encoding.clone())));
        let palette = subject.palette(own.reduce(wider).unwrap_or((-1.0, 1.0)));
        let panel = |(key, variant): (&'static str, &StrategyVariant)| match &variant.encoding {
            Ok(encoding) => chosen(subject, strip(subject, key, encoding, palette), &variant.spec, encoding),
            Err(error) => refused(subject, key, error),
        };
        let mut panels: Vec<Panel> = KEYS.into_iter().zip(variants).map(panel).collect();
        if let Some(first) = panels.first_mut() {
            first.bar = subject.bar(palette, "axis.value", true);
        }
        Ok(Block {
            title: tr!(language, "strategies.title"),
            heading: tr!(language, "figure.strategies", scheme = subject.scheme()),
            rows: stacked(panels),
            arrangement: Arrangement::Columns,
            summary: tr!(language, "strategies.title"),
            tall: 0.17 + 0.17 * float(variants.len()),
            ..Block::default()
        })
    }
}

/// Returns a strip whose title chooses its strategy.
fn chosen(subject: &Subject, mut panel: Panel, spec: &Spec, encoding: &Encoding) -> Panel {
    let words = strategy_words(spec, subject.language);
    panel.name = tr!(subject.language, "strategies.name", words);
    panel.title = Title {
        choice: Some(PanelChoice {
            is_on: spec == subject.encoding.spec(),
            change: Some(Change::settings(encoding.clone())),
        }),
        ..Title::of(words)
    };
    panel
}

/// Returns the strip of a strategy that is refused, as only chunks that overlap completely are.
fn refused(subject: &Subject, key: &str, error: &SpecError) -> Panel {
    let language = subject.language;
    let words = tr!(language, "strategies.refused", error = spec_error(error, language));
    let axis = || Axis::new("", Scale::Values(0.0, 1.0)).bare();
    let mut panel = Panel::new(key, axis(), axis(), Vec::new());
    panel.title = Title {
        tone: Tone::Error,
        choice: Some(PanelChoice {
            is_on: false,
            change: None,
        }),
        ..Title::of(words.clone())
    };
    panel.refusal = Some(Refusal::of(words));
    panel.is_strip = true;
    panel
}

/// Returns why there is nothing to compare, with the change to a trained length if that would help.
fn refusal(subject: &Subject, spec: &Spec) -> Option<Refusal> {
    let language = subject.language;
    let Beyond { trained_len, .. } = spec.beyond;
    let has_length = spec.has_trained_length();
    let words = match spec.scheme {
        Scheme::Sinusoidal if !has_length => tr!(language, "strategies.direction"),
        Scheme::Sinusoidal | Scheme::Rope if trained_len == 0 && !subject.is_live => {
            tr!(language, "strategies.nothing_beyond", max_len = spec.max_len)
        }
        Scheme::Sinusoidal | Scheme::Rope if trained_len == 0 => tr!(language, "strategies.unset"),
        Scheme::Sinusoidal | Scheme::Rope if !spec.beyond.is_reached_by(spec.max_len) => tr!(
            language,
            "strategies.within",
            positions = count(spec.max_len),
            length = count(trained_len)
        ),
        Scheme::Learned if spec.strategies().is_empty() => tr!(language, "strategies.untrained"),
        Scheme::Sinusoidal | Scheme::Rope | Scheme::Learned => return None,
        Scheme::Normalized => tr!(language, "strategies.normalized"),
        scheme if scheme.kind() == SchemeKind::Bias => tr!(language, "strategies.bias"),
        _ => tr!(language, "strategies.goes_on"),
    };
    Some(Refusal {
        mend: has_length.then(|| half(subject, spec)).flatten().map(Box::new),
        setting: has_length.then_some("trained_len"),
        ..if has_length {
            Refusal::of(words)
        } else {
            subject.refusal(words)
        }
    })
}

/// Returns the change to a trained length of half the table.
fn half(subject: &Subject, spec: &Spec) -> Option<(String, Change)> {
    let half = spec.max_len / 2;
    if half == 0 {
        return None;
    }
    let beyond = Beyond {
        trained_len: half,
        // The overlap must stay below the length of the new chunks.
        overlap: spec.beyond.overlap.min(half - 1),
        ..spec.beyond
    };
    let encoding = Encoding::new(Spec { beyond, ..spec.clone() }).ok()?;
    let words = tr!(subject.language, "strategies.set", length = count(half));
    Some((words, Change::settings(encoding)))
}

//! Presets and mistakes in words, and finding them by words.

use super::{Language, count, plain, scheme_name};
use crate::analysis::finished_cycles;
use crate::encoding::{Encoding, Mistake, Parameter, Preset, Spec};
use crate::tr;

/// What is said of a preset, and what it is found by.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetWords {
    /// The name of its scheme.
    pub scheme: String,
    /// `d_model × max_len`.
    pub size: String,
    /// Its base; none where the scheme has none.
    pub base: Option<String>,
    /// How many of its pairs finish a cycle within `max_len`; none where it has
    /// no pairs.
    pub cycles: Option<String>,
    searched: String,
}

impl PresetWords {
    /// What is said of this preset in a language.
    #[must_use]
    pub fn new(preset: &Preset, language: Language) -> Self {
        let spec = &preset.spec;
        let cycles = Encoding::new(spec.clone()).ok().as_ref().and_then(finished_cycles);
        let cycles = cycles.map(|cycles| {
            let (finished, pairs) = (count(cycles.finished), count(cycles.pairs));
            tr!(language, "library.cycles", finished = finished, pairs = pairs).into_owned()
        });
        let scheme = scheme_name(spec.scheme, language);
        let size = size(spec);
        let base = base(spec).map(|base| tr!(language, "library.base", base = base).into_owned());
        let shown = [Some(&scheme), Some(&size), base.as_ref(), cycles.as_ref()];
        let shown: Vec<&str> = shown.into_iter().flatten().map(String::as_str).collect();
        let searched = searched(spec, &[preset.name, preset.source, &shown.join(" ")]);
        Self {
            scheme,
            size,
            base,
            cycles,
            searched,
        }
    }

    /// Whether every word of a query occurs in its name, source or numbers.
    #[must_use]
    pub fn have(&self, query: &str) -> bool {
        has_every_word(&self.searched, query)
    }
}

/// What is said of a mistake, and what it is found by.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeWords {
    /// How it is called.
    pub title: String,
    /// One sentence of what to look for.
    pub look: String,
    searched: String,
}

impl MistakeWords {
    /// What is said of this mistake in a language.
    #[must_use]
    pub fn new(mistake: &Mistake, language: Language) -> Self {
        let said = |what: &str| {
            let key = format!("mistake.{}.{what}", mistake.name);
            tr!(language, &key).into_owned()
        };
        let (title, look) = (said("title"), said("look"));
        let searched = searched(&mistake.spec, &[mistake.name, &title, &look]);
        Self { title, look, searched }
    }

    /// Whether every word of a query occurs in its name, title, sentence or
    /// numbers.
    #[must_use]
    pub fn have(&self, query: &str) -> bool {
        has_every_word(&self.searched, query)
    }
}

/// `d_model × max_len` of a specification.
fn size(spec: &Spec) -> String {
    format!("{} × {}", count(spec.d_model), count(spec.max_len))
}

/// The base of a specification; none where its scheme has none.
#[must_use]
pub fn base(spec: &Spec) -> Option<String> {
    Parameter::Base.is_used_by(spec.scheme).then(|| plain(spec.base))
}

/// All that a query may name, in small letters. Numbers are there with and
/// without separators of thousands.
fn searched(spec: &Spec, shown: &[&str]) -> String {
    let numbers = format!("{} {} {}", spec.scheme.name(), spec.d_model, spec.max_len);
    let bases = base(spec).map_or_else(String::new, |base| format!("{} {base}", base.replace(',', "")));
    format!("{} {numbers} {} {bases}", shown.join(" "), size(spec)).to_lowercase()
}

fn has_every_word(searched: &str, query: &str) -> bool {
    let query = query.to_lowercase();
    query.split_whitespace().all(|word| searched.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str) -> Vec<&'static str> {
        let all = Preset::all().into_iter();
        all.filter(|preset| PresetWords::new(preset, Language::English).have(query))
            .map(|preset| preset.name)
            .collect()
    }

    #[test]
    fn a_preset_is_found_by_every_word_of_name_source_and_numbers() {
        assert_eq!(found("TINY whisper"), ["whisper-tiny"]);
        assert_eq!(found("marian modeling"), ["opus-mt"]);
        assert_eq!(found("1500 768"), ["whisper-small"]);
        assert_eq!(found("768 × 1,500"), ["whisper-small"]);
        assert_eq!(found("123 of 256"), ["opus-mt"]);
        assert!(found("no such model").is_empty());
        assert_eq!(found("").len(), Preset::all().len());
    }

    #[test]
    fn of_256_pairs_123_finish_a_cycle_within_512_positions() {
        let words = Preset::named("opus-mt").map(|preset| PresetWords::new(&preset, Language::English));
        let cycles = words.as_ref().and_then(|words| words.cycles.as_deref());
        assert_eq!(cycles, Some("123 of 256 pairs finish a cycle"));
        let spec = Spec {
            d_model: 512,
            max_len: 512,
            ..Spec::default()
        };
        let cycles = Encoding::new(spec).ok().as_ref().and_then(finished_cycles);
        assert_eq!(cycles.map(|cycles| (cycles.finished, cycles.pairs)), Some((123, 256)));
    }

    #[test]
    fn every_mistake_has_a_title_and_a_sentence_in_both_languages() {
        let is_chinese = |text: &str| text.contains(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
        for mistake in Mistake::all() {
            for language in Language::ALL {
                let words = MistakeWords::new(&mistake, language);
                for text in [&words.title, &words.look] {
                    assert!(!text.starts_with("mistake."), "{text} is missing in {language:?}");
                    assert_eq!(is_chinese(text), language == Language::Chinese, "{text}");
                    assert!(!text.ends_with(['.', '。']), "{text}");
                }
            }
        }
    }
}

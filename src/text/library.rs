//! Presets and mistakes in words, and searching for them by words.

use super::{Language, count, plain, scheme_name};
use crate::analysis::finished_cycles;
use crate::encoding::learned::LearnedTable;
use crate::encoding::{Encoding, Mistake, Parameter, Preset, Scheme, SchemeKind, Spec};
use crate::tr;

/// The words about a preset, and those it is found by.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetWords {
    /// The name of its scheme.
    pub scheme: String,
    /// `d_model × max_len`, or `8 heads × max_len` for a bias.
    pub size: String,
    /// The base; `None` if the scheme has none.
    pub base: Option<String>,
    /// How many of the pairs complete a cycle within `max_len`; `None` if there are no pairs.
    pub cycles: Option<String>,
    /// What the numbers do not say: the model's width, or that the model's own numbers are not
    /// included; `None` if the numbers say everything.
    pub note: Option<String>,
    searched: String,
}

impl PresetWords {
    /// Returns the words about a preset in a language.
    pub fn new(preset: &Preset, language: Language) -> Self {
        let spec = &preset.spec;
        let cycles = Encoding::new(spec.clone()).ok().as_ref().and_then(finished_cycles);
        let cycles = cycles.map(|cycles| {
            let (finished, pairs) = (count(cycles.finished), count(cycles.pairs));
            tr!(language, "library.cycles", finished, pairs)
        });
        let scheme = scheme_name(spec.scheme, language);
        let size = size(spec, language);
        let note = note(preset, language);
        let base = base(spec).map(|base| tr!(language, "library.base", base));
        let shown = [
            Some(&scheme),
            Some(&size),
            base.as_ref(),
            cycles.as_ref(),
            note.as_ref(),
        ];
        let shown: Vec<&str> = shown.into_iter().flatten().map(String::as_str).collect();
        let searched = searched(spec, &[preset.name, preset.source, &shown.join(" ")]);
        Self {
            scheme,
            size,
            base,
            cycles,
            note,
            searched,
        }
    }

    /// Checks whether every word of a query occurs in the preset's name, source or numbers.
    pub fn have(&self, query: &str) -> bool {
        has_every_word(&self.searched, query)
    }
}

/// The words about a mistake, and those it is found by.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeWords {
    /// The title.
    pub title: String,
    /// One sentence about what to look for.
    pub look: String,
    searched: String,
}

/// Returns the title of the mistake with this name.
pub fn mistake_title(name: &str, language: Language) -> String {
    mistake_words(name, "title", language)
}

fn mistake_words(name: &str, what: &str, language: Language) -> String {
    let key = format!("mistake.{name}.{what}");
    tr!(language, &key)
}

impl MistakeWords {
    /// Returns the words about a mistake in a language.
    pub fn new(mistake: &Mistake, language: Language) -> Self {
        let title = mistake_title(mistake.name, language);
        let look = mistake_words(mistake.name, "look", language);
        let searched = searched(&mistake.spec, &[mistake.name, &title, &look]);
        Self { title, look, searched }
    }

    /// Checks whether every word of a query occurs in the mistake's name, title, sentence or numbers.
    pub fn have(&self, query: &str) -> bool {
        has_every_word(&self.searched, query)
    }
}

/// Returns the width of a table: its dimensions, or its heads.
///
/// ```
/// use poscope::encoding::{Scheme, Spec};
/// use poscope::text::{Language, table_width};
/// let spec = Spec { scheme: Scheme::Alibi, d_model: 8, ..Spec::default() };
/// assert_eq!(table_width(&spec, Language::English), "8 heads");
/// assert_eq!(table_width(&Spec { scheme: Scheme::Rope, ..spec }, Language::English), "8");
/// ```
pub fn table_width(spec: &Spec, language: Language) -> String {
    match spec.scheme.kind() {
        SchemeKind::Bias => tr!(language, "library.heads", count = count(spec.d_model)),
        SchemeKind::Added | SchemeKind::Rotation => count(spec.d_model),
    }
}

/// Returns the width of a table × `max_len`.
fn size(spec: &Spec, language: Language) -> String {
    format!("{} × {}", table_width(spec, language), count(spec.max_len))
}

/// Returns what the numbers of a preset do not say; `None` if they say everything.
fn note(preset: &Preset, language: Language) -> Option<String> {
    let Preset { spec, width, head, .. } = preset;
    let width = width.map(count);
    let note = match (spec.scheme, width, head) {
        (Scheme::Learned, ..) if spec.learned.table == LearnedTable::Untrained => tr!(language, "library.note_drawn"),
        (Scheme::Grid, ..) => {
            let columns = spec.grid.width;
            let lines = count(spec.max_len.div_ceil(columns));
            tr!(language, "library.note_grid", lines, columns = count(columns))
        }
        (Scheme::T5, Some(width), _) => tr!(language, "library.note_buckets", width),
        (_, Some(width), Some(head)) if spec.d_model < *head => tr!(
            language,
            "library.note_part",
            turning = count(spec.d_model),
            head = count(*head),
            width
        ),
        (_, Some(width), Some(_)) => tr!(language, "library.note_head", width),
        (_, Some(width), None) => tr!(language, "library.note_width", width),
        _ => return None,
    };
    Some(note)
}

/// Returns the base of a specification; `None` if its scheme has none.
pub fn base(spec: &Spec) -> Option<String> {
    Parameter::Base.is_used_by(spec.scheme).then(|| plain(spec.base))
}

/// Returns everything that a query may name, in lower case. Numbers occur with and without thousands separators.
fn searched(spec: &Spec, shown: &[&str]) -> String {
    let numbers = format!("{} {} {}", spec.scheme.name(), spec.d_model, spec.max_len);
    let bases = base(spec).map_or_else(String::new, |base| format!("{} {base}", base.replace(',', "")));
    let size = size(spec, Language::English);
    format!("{} {numbers} {size} {bases}", shown.join(" ")).to_lowercase()
}

fn has_every_word(searched: &str, query: &str) -> bool {
    let query = query.to_lowercase().replace('_', "-");
    query.split_whitespace().all(|word| searched.contains(word))
}

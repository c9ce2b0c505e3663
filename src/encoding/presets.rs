//! Models that people know, with their positional encodings.
//!
//! A preset is a specification with a name and a source. Numbers are those of
//! the released model; where paper and released code differ, the source says
//! which of the two is meant. A source such as `openai/gpt-2: src/model.py` is a
//! repository and a file in it; `config.json` is that of the model's repository
//! on Hugging Face.
//!
//! | file | models that |
//! |---|---|
//! | `presets/added.rs` | add a vector to each embedding: sinusoidal, grids, learned |
//! | `presets/rotations.rs` | turn query and key: RoPE |
//! | `presets/biases.rs` | add a bias to each score: T5, ALiBi |

mod added;
mod biases;
mod rotations;

use super::{Mistake, Spec};

/// A model's positional encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name on the command line and in the window, such as `whisper-tiny`.
    pub name: &'static str,
    /// Where its numbers are from: model or paper, repository and file.
    pub source: &'static str,
    /// What it is.
    pub spec: Spec,
    /// The model's width, where the table's is that of a head or a number of
    /// heads.
    pub width: Option<usize>,
    /// Dimensions of a head, for a RoPE: the table has those that turn.
    pub head: Option<usize>,
}

impl Preset {
    /// Those of the list, relatives side by side.
    ///
    /// ```
    /// use poscope::encoding::Preset;
    /// let spec = Preset::named("whisper-tiny").map(|preset| preset.spec);
    /// assert_eq!(spec.map(|spec| (spec.d_model, spec.max_len)), Some((384, 1500)));
    /// ```
    #[must_use]
    pub fn all() -> Vec<Self> {
        [
            added::sinusoidal(),
            added::grids(),
            added::learned(),
            rotations::all(),
            biases::t5(),
            biases::alibi(),
        ]
        .concat()
    }

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|preset| preset.name == name)
    }

    /// One of which the table says all.
    fn new(name: &'static str, source: &'static str, spec: Spec) -> Self {
        Self {
            name,
            source,
            spec,
            width: None,
            head: None,
        }
    }
}

/// The specification of this name, a preset's or a mistake's: they share their
/// names, so that one word says which table is meant.
///
/// ```
/// use poscope::encoding::named_spec;
/// assert_eq!(named_spec("opus-mt").map(|spec| spec.d_model), Some(512));
/// assert_eq!(named_spec("off-by-one").map(|spec| spec.conventions.start), Some(1.0));
/// assert_eq!(named_spec("no-such-model"), None);
/// ```
#[must_use]
pub fn named_spec(name: &str) -> Option<Spec> {
    let preset = Preset::named(name).map(|preset| preset.spec);
    preset.or_else(|| Mistake::named(name).map(|mistake| mistake.spec))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Encoding, Kind, Named, Scheme};

    #[test]
    fn every_preset_and_every_mistake_is_a_valid_encoding_with_a_name_of_its_own() {
        let presets = Preset::all();
        let mistakes = Mistake::all();
        let specs = presets.iter().map(|preset| &preset.spec);
        let of_mistakes = mistakes.iter().flat_map(|mistake| [&mistake.spec, &mistake.right]);
        for spec in specs.chain(of_mistakes) {
            assert!(Encoding::new(spec.clone()).is_ok(), "{spec:?}");
        }
        let mut names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
        names.extend(mistakes.iter().map(|mistake| mistake.name));
        let is_a_word = |name: &&str| {
            name.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c))
        };
        assert!(names.iter().all(is_a_word), "{names:?}");
        for name in &names {
            let alike = names.iter().filter(|other| other == &name);
            assert_eq!(alike.count(), 1, "{name}");
        }
    }

    #[test]
    fn the_arrangement_of_every_sinusoidal_preset_and_of_every_grid_has_a_name_in_the_drawer() {
        let named = Named::all();
        for Preset { name, spec, .. } in Preset::all() {
            let is_arranged = matches!(spec.scheme, Scheme::Sinusoidal | Scheme::Grid);
            let has_name = named.iter().any(|named| named.arrange(&spec) == spec);
            assert_eq!(is_arranged, has_name, "{name}");
        }
    }

    #[test]
    fn a_preset_says_the_width_of_its_model_where_the_table_does_not() {
        for Preset {
            name,
            spec,
            width,
            head,
            ..
        } in Preset::all()
        {
            let kind = spec.scheme.kind();
            assert_eq!(width.is_some(), kind != Kind::Added, "{name}");
            assert_eq!(head.is_some(), kind == Kind::Rotation, "{name}");
            assert!(head.is_none_or(|head| spec.d_model <= head), "{name}");
        }
    }

    #[test]
    fn of_the_models_that_turn_four_turn_a_part_of_each_head() {
        let part = |preset: &Preset| preset.head.is_some_and(|head| head > preset.spec.d_model);
        let found: Vec<_> = Preset::all().into_iter().filter(part).collect();
        let found: Vec<_> = found
            .iter()
            .map(|preset| (preset.name, preset.spec.d_model, preset.head.unwrap_or_default()))
            .collect();
        let expected = [
            ("gpt-j-6b", 64, 256),
            ("gpt-neox-20b", 24, 96),
            ("pythia-70m", 16, 64),
            ("persimmon-8b", 32, 64),
        ];
        assert_eq!(found, expected);
    }
}

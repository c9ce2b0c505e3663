//! The positional encodings of well-known models.
//!
//! A preset is a specification with a name and a source. Numbers are those of the released model;
//! where paper and released code differ, the source says which of the two is meant. A source such
//! as `openai/gpt-2: src/model.py` is a repository and a file in it; `config.json` is that of the
//! model's repository on Hugging Face.
//!
//! | file | models that |
//! |---|---|
//! | `presets/added.rs` | add a vector to each embedding: sinusoidal, grids, learned |
//! | `presets/rotations.rs` | rotate query and key: RoPE |
//! | `presets/biases.rs` | add a bias to each score: T5, ALiBi |

mod added;
mod biases;
mod rotations;

use super::names::is_named;
use super::{Mistake, Spec};

/// A model's positional encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name on the command line and in the window, such as `whisper-tiny`.
    pub name: &'static str,
    /// The source of its numbers: model or paper, repository and file.
    pub source: &'static str,
    /// The encoding.
    pub spec: Spec,
    /// The model's width, if the table's width is that of a head or a number of heads.
    pub width: Option<usize>,
    /// The dimensions of a head, for RoPE: the table has those that rotate.
    pub head: Option<usize>,
}

impl Preset {
    /// Returns every preset, related ones side by side.
    ///
    /// ```
    /// use poscope::encoding::Preset;
    /// let spec = Preset::named("whisper-tiny").map(|preset| preset.spec);
    /// assert_eq!(spec.map(|spec| (spec.d_model, spec.max_len)), Some((384, 1500)));
    /// ```
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

    /// Returns the preset with this name, as [`is_named`] reads it.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|preset| is_named(name, preset.name))
    }

    /// Creates a preset that its table describes completely.
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

/// Returns the specification with this name, a preset's or a mistake's. No name is both, so one
/// word says which table is meant.
///
/// ```
/// use poscope::encoding::named_spec;
/// let (name, spec) = named_spec("Opus_MT").ok_or("a preset")?;
/// assert_eq!((name, spec.d_model), ("opus-mt", 512));
/// assert_eq!(named_spec("off-by-one").map(|(_, spec)| spec.conventions.start), Some(1.0));
/// assert_eq!(named_spec("no-such-model"), None);
/// # Ok::<(), &str>(())
/// ```
pub fn named_spec(name: &str) -> Option<(&'static str, Spec)> {
    let preset = Preset::named(name).map(|preset| (preset.name, preset.spec));
    preset.or_else(|| Mistake::named(name).map(|mistake| (mistake.name, mistake.spec)))
}

//! Models that people know, with their positional encodings.
//!
//! A preset is a specification with a name and a source. Numbers are those of
//! the released model; where paper and released code differ, the source says
//! which of the two is meant.

use super::{Conventions, Exponent, Layout, Mistake, OddWidth, Spec};

/// A model's positional encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name on the command line and in the window, such as `whisper-tiny`.
    pub name: &'static str,
    /// Where its numbers are from: model or paper, repository and file.
    pub source: &'static str,
    /// What it is.
    pub spec: Spec,
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
        let paper = Conventions::default();
        let halves = Conventions {
            layout: Layout::Concat,
            ..paper
        };
        let tensor2tensor = Conventions {
            exponent: Exponent::HalfMinusOne,
            odd: OddWidth::ZeroColumn,
            ..halves
        };
        let fairseq = Conventions {
            start: 2.0,
            ..tensor2tensor
        };
        let vaswani = "Vaswani et al. 2017, table 3; length of tensor2tensor";
        let whisper = "openai/whisper: model.py, encoder";
        vec![
            sinusoidal("transformer-base", vaswani, (512, 256), paper),
            sinusoidal("transformer-big", vaswani, (1024, 256), paper),
            sinusoidal(
                "transformer-base-t2t",
                "tensorflow/tensor2tensor: models/transformer.py",
                (512, 256),
                tensor2tensor,
            ),
            sinusoidal(
                "opus-mt",
                "huggingface/transformers: marian/modeling_marian.py",
                (512, 512),
                halves,
            ),
            sinusoidal(
                "pegasus-large",
                "huggingface/transformers: pegasus/modeling_pegasus.py",
                (1024, 1024),
                halves,
            ),
            sinusoidal(
                "m2m100-418m",
                "huggingface/transformers: m2m_100/modeling_m2m_100.py",
                (1024, 1024),
                fairseq,
            ),
            sinusoidal(
                "ctrl",
                "huggingface/transformers: ctrl/modeling_ctrl.py",
                (1280, 256),
                halves,
            ),
            sinusoidal("whisper-tiny", whisper, (384, 1500), tensor2tensor),
            sinusoidal("whisper-base", whisper, (512, 1500), tensor2tensor),
            sinusoidal("whisper-small", whisper, (768, 1500), tensor2tensor),
            sinusoidal("whisper-medium", whisper, (1024, 1500), tensor2tensor),
            sinusoidal("whisper-large", whisper, (1280, 1500), tensor2tensor),
        ]
    }

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|preset| preset.name == name)
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

/// A preset of `d_model` dimensions and `max_len` positions at base 10,000.
fn sinusoidal(
    name: &'static str,
    source: &'static str,
    (d_model, max_len): (usize, usize),
    conventions: Conventions,
) -> Preset {
    let spec = Spec {
        d_model,
        max_len,
        conventions,
        ..Spec::default()
    };
    Preset { name, source, spec }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Encoding, Named, Scheme};

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
    fn the_conventions_of_every_sinusoidal_preset_have_a_name_in_the_drawer() {
        let named = Named::all();
        for preset in Preset::all() {
            let conventions = preset.spec.conventions;
            let is_named = named.iter().any(|named| named.conventions == conventions);
            assert!(
                preset.spec.scheme != Scheme::Sinusoidal || is_named,
                "{}: {conventions:?}",
                preset.name
            );
        }
    }
}

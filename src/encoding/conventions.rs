//! How code in the wild arranges sines and cosines: independent choices, and
//! the combinations that have a name.
//!
//! Where the columns go (layout, order) and which frequencies they carry
//! (exponent) are two facts that do not follow from each other.

use serde::{Deserialize, Serialize};

use super::Precision;

/// The conventions of a sinusoidal table. The default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conventions {
    /// The position of row 0.
    pub start: f64,
    /// From one row's position to the next; negative for descending ones.
    pub step: f64,
    /// Where sines and cosines stand.
    pub layout: Layout,
    /// Which of a pair comes first.
    pub order: Order,
    /// What the pair's index is divided by in the exponent.
    pub exponent: Exponent,
    /// What the table is multiplied by.
    pub scale: Scale,
    /// What becomes of an odd width.
    pub odd: OddWidth,
    /// What positions are held in.
    pub position_precision: Precision,
    /// What angles are computed in.
    pub angle_precision: Precision,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            start: 0.0,
            step: 1.0,
            layout: Layout::Interleaved,
            order: Order::SineFirst,
            exponent: Exponent::Width,
            scale: Scale::One,
            odd: OddWidth::Split,
            position_precision: Precision::F64,
            angle_precision: Precision::F64,
        }
    }
}

/// Where sines and cosines stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// They take turns: sin, cos, sin, cos.
    #[default]
    Interleaved,
    /// All of one, then all of the other.
    Concat,
}

impl Layout {
    /// Both, the paper's first.
    pub const ALL: [Self; 2] = [Self::Interleaved, Self::Concat];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Interleaved => "interleaved",
            Self::Concat => "concat",
        }
    }
}

/// Which of a pair comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The sine.
    #[default]
    SineFirst,
    /// The cosine.
    CosineFirst,
}

impl Order {
    /// Both, the paper's first.
    pub const ALL: [Self; 2] = [Self::SineFirst, Self::CosineFirst];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SineFirst => "sin-first",
            Self::CosineFirst => "cos-first",
        }
    }
}

/// The frequency of pair k, for h = floor(d/2) pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exponent {
    /// `base^(-2k/d)`, the paper's.
    #[default]
    #[serde(rename = "d")]
    Width,
    /// `base^(-k/h)`; the same for an even d.
    Half,
    /// `base^(-k/(h - 1))`: the last wavelength is 2 pi base. Where h is 1 it is
    /// divided by 1, as tensor2tensor does.
    HalfMinusOne,
}

impl Exponent {
    /// All of them, the paper's first.
    pub const ALL: [Self; 3] = [Self::Width, Self::Half, Self::HalfMinusOne];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Width => "d",
            Self::Half => "half",
            Self::HalfMinusOne => "half-minus-one",
        }
    }

    /// Pair k has the frequency `base^(-k numerator / denominator)`, for a width
    /// of d: gives numerator and denominator, the latter at least 1.
    #[must_use]
    pub fn of(self, d: usize) -> (usize, usize) {
        let half = d / 2;
        match self {
            Self::Width => (2, d.max(1)),
            Self::Half => (1, half.max(1)),
            Self::HalfMinusOne => (1, half.saturating_sub(1).max(1)),
        }
    }
}

/// What the table is multiplied by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// 1.
    #[default]
    One,
    /// sqrt(d).
    RootD,
    /// 1/sqrt(d).
    InverseRootD,
    /// This number, above 0.
    Number(f64),
}

impl Scale {
    /// The number that it is for a width of d.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "widths are far below 2^53")]
    pub fn of(self, d: usize) -> f64 {
        match self {
            Self::One => 1.0,
            Self::RootD => (d as f64).sqrt(),
            Self::InverseRootD => (d as f64).sqrt().recip(),
            Self::Number(number) => number,
        }
    }
}

/// What becomes of an odd width d.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OddWidth {
    /// One wave more of the kind that comes first; d stays in the exponent.
    #[default]
    Split,
    /// The table of width d - 1, and a column of zeros.
    ZeroColumn,
    /// The table of width d + 1 without its last column.
    Truncate,
}

impl OddWidth {
    /// All of them, the paper's first.
    pub const ALL: [Self; 3] = [Self::Split, Self::ZeroColumn, Self::Truncate];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::ZeroColumn => "zero-column",
            Self::Truncate => "truncate",
        }
    }

    /// The width that the formula is computed for.
    #[must_use]
    pub fn effective(self, d: usize) -> usize {
        match self {
            Self::ZeroColumn if d % 2 == 1 => d - 1,
            Self::Truncate if d % 2 == 1 => d + 1,
            _ => d,
        }
    }
}

/// A combination that has a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named {
    /// The name on the command line and in the window.
    pub name: &'static str,
    /// Where it is used: repository and file, or the paper.
    pub source: &'static str,
    /// What it is.
    pub conventions: Conventions,
}

impl Named {
    /// Those of the list, the paper's first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let paper = Conventions::default();
        let tensor2tensor = Conventions {
            layout: Layout::Concat,
            exponent: Exponent::HalfMinusOne,
            odd: OddWidth::ZeroColumn,
            ..paper
        };
        let concat = Conventions {
            layout: Layout::Concat,
            ..paper
        };
        let named = |name, source, conventions| Self {
            name,
            source,
            conventions,
        };
        vec![
            named(
                "paper",
                "Vaswani et al. 2017, section 3.5; harvardnlp/annotated-transformer",
                paper,
            ),
            named(
                "tensor2tensor",
                "tensorflow/tensor2tensor: layers/common_attention.py",
                tensor2tensor,
            ),
            named(
                "fairseq",
                "facebookresearch/fairseq: modules/sinusoidal_positional_embedding.py, rows in use (padding_idx 1)",
                Conventions {
                    start: 2.0,
                    ..tensor2tensor
                },
            ),
            named("whisper", "openai/whisper: whisper/model.py", tensor2tensor),
            named(
                "marian",
                "marian-nmt/marian-dev: tensors/cpu/tensor_operators.cpp",
                tensor2tensor,
            ),
            named(
                "marian-transformers",
                "huggingface/transformers: models/marian/modeling_marian.py",
                concat,
            ),
            named(
                "opennmt-tf",
                "OpenNMT/OpenNMT-tf: opennmt/layers/position.py",
                Conventions {
                    start: 1.0,
                    ..tensor2tensor
                },
            ),
            named(
                "tensorflow-tutorial",
                "tensorflow/text: docs/tutorials/transformer.ipynb",
                Conventions {
                    exponent: Exponent::Half,
                    ..concat
                },
            ),
            named(
                "dit",
                "facebookresearch/DiT: models.py, timestep embedding",
                Conventions {
                    exponent: Exponent::Half,
                    order: Order::CosineFirst,
                    odd: OddWidth::ZeroColumn,
                    ..concat
                },
            ),
            named(
                "diffusers",
                "huggingface/diffusers: models/embeddings.py, timestep embedding",
                tensor2tensor,
            ),
            named(
                "x-transformers",
                "lucidrains/x-transformers: x_transformers.py",
                Conventions {
                    scale: Scale::InverseRootD,
                    ..concat
                },
            ),
        ]
    }
}

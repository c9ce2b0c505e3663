//! Tables that are wrong in ways that have occurred in practice: to recognise one's own mistake, and to teach with.
//!
//! The `text` room has a sentence on what to look for in each; `tests/schemes/mistakes.rs` computes
//! what the sentences claim.

use super::names::is_named;
use super::rope::{Applied, Rope};
use super::{ColumnLayout, Conventions, Direction, Exponent, PhaseOrder, Precision, Scheme, Slip, Spec};

/// A wrong table beside the right one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The name on the command line; the texts about it are found by this name.
    pub name: &'static str,
    /// The wrong table.
    pub spec: Spec,
    /// The table that was meant, of the same shape.
    pub right: Spec,
}

impl Mistake {
    /// Returns every mistake of the gallery.
    pub fn all() -> Vec<Self> {
        // Not the size of the first figure: a changed setting at that size is not a mistake.
        let small = Spec {
            d_model: 32,
            max_len: 64,
            ..Spec::default()
        };
        // Long enough for positions to exceed 8 and 11 binary digits.
        let long = Spec {
            d_model: 64,
            max_len: 4096,
            ..Spec::default()
        };
        // Far out, since the error of an angle grows with the position.
        let far = Spec {
            d_model: 512,
            max_len: 512,
            conventions: Conventions {
                start: 1e6,
                ..Conventions::default()
            },
            ..Spec::default()
        };
        // Rows of offsets: 32 before and 32 after the query.
        let offsets = Spec {
            max_len: 65,
            conventions: Conventions {
                direction: Direction::Mirrored,
                ..Conventions::default()
            },
            ..small.clone()
        };
        let rotation = Spec {
            scheme: Scheme::Rope,
            d_model: 64,
            max_len: 256,
            ..Spec::default()
        };
        let slip = |name, slip| Self::in_conventions(name, &small, |made| made.mistake = slip);
        vec![
            Self::in_conventions("off-by-one", &small, |made| made.start = 1.0),
            Self::in_conventions("halves-as-interleaved", &small, |made| {
                made.layout = ColumnLayout::Concat;
            }),
            Self::in_conventions("cosine-first", &small, |made| made.order = PhaseOrder::CosineFirst),
            Self::in_conventions("exponent-half-minus-one", &small, |made| {
                made.exponent = Exponent::HalfMinusOne;
            }),
            slip("exponent-per-column", Slip::ExponentPerColumn),
            slip("exponent-doubled", Slip::ExponentPerPair),
            slip("whole-exponent", Slip::WholeExponent),
            slip("batch-axis", Slip::RowsEqual),
            Self::in_conventions("zero-row", &small, |made| made.zero_rows = 1),
            slip("cosine-of-sine", Slip::CosineOfSine),
            slip("whole-numbers", Slip::WholeNumbers),
            Self::in_conventions("unsigned-offsets", &offsets, |made| {
                made.direction = Direction::Unsigned;
            }),
            Self::in_conventions("bf16-positions", &long, |made| {
                made.position_precision = Precision::Bf16;
            }),
            Self::in_conventions("f16-positions", &long, |made| {
                made.position_precision = Precision::F16;
            }),
            Self::in_conventions("f32-angles", &far, |made| made.angle_precision = Precision::F32),
            Self {
                name: "rope-other-pairing",
                spec: Spec {
                    rope: Rope {
                        applied: Applied::OtherPairing,
                        ..Rope::default()
                    },
                    ..rotation.clone()
                },
                right: rotation,
            },
        ]
    }

    /// Returns the mistake with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|mistake| is_named(name, mistake.name))
    }

    /// Returns the mistake that makes exactly this table.
    ///
    /// ```
    /// use poscope::encoding::{Mistake, Spec};
    /// let wrong = Mistake::named("off-by-one").expect("in the gallery");
    /// assert_eq!(Mistake::making(&wrong.spec), Some(wrong.clone()));
    /// assert_eq!(Mistake::making(&wrong.right), None);
    /// assert_eq!(Mistake::making(&Spec::default()), None);
    /// ```
    pub fn making(spec: &Spec) -> Option<Self> {
        Self::all().into_iter().find(|mistake| mistake.spec == *spec)
    }

    /// Returns a mistake: the right table with one of its conventions changed.
    fn in_conventions(name: &'static str, right: &Spec, make: impl FnOnce(&mut Conventions)) -> Self {
        let mut spec = right.clone();
        make(&mut spec.conventions);
        Self {
            name,
            spec,
            right: right.clone(),
        }
    }
}

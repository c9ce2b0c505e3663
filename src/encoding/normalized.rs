//! Normalized: the position divided by the length, the same in every column.
//!
//! ```text
//! PE(pos, j) = pos / (L - 1)    or    pos / L
//! ```
//!
//! Bounded, but a position's code changes with the length of the text. For a single position
//! (L = 1) the divisor L - 1 would give 0/0; the value is defined as 0.

use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::{ColumnLaw, Spec, float};

one_of! {
    /// The divisor of a normalized encoding, for L positions.
    pub enum Divisor {
        /// L - 1: the last position is exactly 1.
        LengthMinusOne = "length-minus-one",
        /// L: the last position is (L - 1)/L.
        Length = "length",
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    vec![Setting::choice("divisor", &mut spec.divisor)]
}

/// Returns the laws of the columns, all the same.
pub(super) fn lower(spec: &Spec) -> Lowered {
    let divisor = match spec.divisor {
        Divisor::Length => spec.max_len,
        Divisor::LengthMinusOne => (spec.max_len - 1).max(1),
    };
    Lowered {
        usual_range: (-1.0, 1.0),
        ..linear(spec, float(divisor))
    }
}

/// Returns `pos / divisor` in every column.
pub(super) fn linear(spec: &Spec, divisor: f64) -> Lowered {
    let law = ColumnLaw::Linear { divisor };
    let last = law.at(float(spec.max_len - 1));
    Lowered::new(vec![law; spec.d_model], (0.0, last))
}

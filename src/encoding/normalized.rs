//! Normalized: the position divided by the length, the same in every column.
//!
//! ```text
//! PE(pos, j) = pos / (L - 1)    or    pos / L
//! ```
//!
//! Bounded, but the same position gets another code in a longer text. A single
//! position (L = 1) with the divisor L - 1 would be 0/0; it is defined as 0.

use super::{ColumnLaw, Divisor, Spec};

/// The laws of the columns: all the same.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
pub fn columns(spec: &Spec) -> Vec<ColumnLaw> {
    let divisor = match spec.divisor {
        Divisor::Length => spec.max_len,
        Divisor::LengthMinusOne => (spec.max_len - 1).max(1),
    };
    vec![
        ColumnLaw::Linear {
            divisor: divisor as f64
        };
        spec.d_model
    ]
}

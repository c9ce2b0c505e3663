//! Binary: column j is bit j of the position, least significant first.
//!
//! ```text
//! PE(pos, j) = floor(pos / 2^j) mod 2
//! ```
//!
//! Bounded and, if 2^d >= L, unique, but it jumps. The sinusoid is its smooth cousin.

use super::scheme::Lowered;
use super::{ColumnLaw, Spec};

/// Returns the laws of the columns in order. Positions have at most 20 bits, so all later columns are 0.
pub(super) fn lower(spec: &Spec) -> Lowered {
    let columns = (0..).take(spec.d_model).map(|bit| ColumnLaw::Bit { bit });
    Lowered {
        usual_range: (-1.0, 1.0),
        ..Lowered::new(columns.collect(), (0.0, 1.0))
    }
}

//! Index: the position itself, the same in every column.
//!
//! ```text
//! PE(pos, j) = pos
//! ```
//!
//! The first idea that introductions try. Its values grow without bound, and
//! every row points the same way: the cosine of any two rows is 1.

use super::{ColumnLaw, Spec};

/// The laws of the columns: all the same.
#[must_use]
pub fn columns(spec: &Spec) -> Vec<ColumnLaw> {
    vec![ColumnLaw::Linear { divisor: 1.0 }; spec.d_model]
}

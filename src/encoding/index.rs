//! Index: the position itself, the same in every column.
//!
//! ```text
//! PE(pos, j) = pos
//! ```
//!
//! The first idea in most introductions. Its values grow without bound, and every row points the
//! same way: the cosine of any two rows other than row 0, which is zero, is 1.

use super::Spec;
use super::normalized::linear;
use super::scheme::Lowered;

/// Returns the laws of the columns, all the same.
pub(super) fn lower(spec: &Spec) -> Lowered {
    linear(spec, 1.0)
}

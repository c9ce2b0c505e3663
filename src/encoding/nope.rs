//! NoPE: no positional encoding at all.
//!
//! ```text
//! PE(pos, j) = 0
//! ```
//!
//! The table with which all others are compared. A decoder learns positions without one, since its
//! mask lets a token see only earlier tokens (Haviv et al. 2022, arXiv:2203.16634; Kazemnejad et
//! al. 2023, arXiv:2305.19466); to an encoder the tokens are a set. No row has a direction, so
//! cosines are undefined.

use super::scheme::Lowered;
use super::{ColumnLaw, Spec};

/// Returns the laws of the columns, all zero.
pub(super) fn lower(spec: &Spec) -> Lowered {
    Lowered::new(vec![ColumnLaw::Zero; spec.d_model], (0.0, 0.0))
}

//! NoPE: no positional encoding at all.
//!
//! ```text
//! PE(pos, j) = 0
//! ```
//!
//! What every other table is compared with. A decoder finds positions without
//! one, since its mask lets a token see only what is before it (Haviv et al.
//! 2022, arXiv:2203.16634; Kazemnejad et al. 2023, arXiv:2305.19466); to an
//! encoder the tokens are a set. No row has a direction, so no two have a cosine.

use super::scheme::Lowered;
use super::{ColumnLaw, Spec};

/// The laws of the columns: all zero.
pub(super) fn lower(spec: &Spec) -> Lowered {
    Lowered::new(vec![ColumnLaw::Zero; spec.d_model], (0.0, 0.0))
}

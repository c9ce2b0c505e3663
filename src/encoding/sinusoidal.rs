//! Sinusoidal: pairs of a sine and a cosine at geometric frequencies.
//!
//! ```text
//! PE(pos, 2i)     = sin(pos / base^(2i/d_model))
//! PE(pos, 2i + 1) = cos(pos / base^(2i/d_model))
//! ```
//!
//! Vaswani et al., *Attention Is All You Need* (2017), section 3.5. For an odd
//! `d_model` the exponent keeps the true d, so there are ceil(d/2) sine and
//! floor(d/2) cosine columns and the last sine has no partner.

use super::double_double::DoubleDouble;
use super::{ColumnLaw, Phase, Spec};

/// The laws of the columns in order: sine in even columns, cosine in odd ones.
///
/// The frequency of pair i is `base^(-2i/d_model)` radians a position. It is
/// the i-th power of `base^(-2/d_model)`, multiplied up in double-double: the
/// relative error stays below 1e-27 for the widest table.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "dimensions are far below 2^53")]
pub fn columns(spec: &Spec) -> Vec<ColumnLaw> {
    let exponent = DoubleDouble::from(2.0) / spec.d_model as f64;
    let ratio = (-(DoubleDouble::ln(spec.base) * exponent)).exp();
    let mut frequency = DoubleDouble::from(1.0);
    let mut columns = Vec::with_capacity(spec.d_model + 1);
    while columns.len() < spec.d_model {
        columns.push(ColumnLaw::wave(frequency, Phase::Sine));
        columns.push(ColumnLaw::wave(frequency, Phase::Cosine));
        frequency = frequency * ratio;
    }
    columns.truncate(spec.d_model); // an odd width: the last sine is alone
    columns
}

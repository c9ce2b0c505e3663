//! Sinusoidal: pairs of a sine and a cosine at geometric frequencies.
//!
//! ```text
//! PE(pos, 2i)     = sin(pos / base^(2i/d_model))
//! PE(pos, 2i + 1) = cos(pos / base^(2i/d_model))
//! ```
//!
//! Vaswani et al., *Attention Is All You Need* (2017), section 3.5. For an odd
//! `d_model` the exponent keeps the true d, so there are ceil(d/2) sine and
//! floor(d/2) cosine columns and the last sine has no partner. What others do
//! differently is in `conventions`; with all of it, row p has
//!
//! ```text
//! scale * sin(w_k (start + step p)),   w_k = base^(-k n / m)
//! ```
//!
//! where n / m is 2 / d, 1 / h or 1 / (h - 1) for h = floor(d/2).

use super::conventions::{Layout, Order};
use super::double_double::DoubleDouble;
use super::{ColumnLaw, Phase, Precision, RoundedWave, Spec};

/// The laws of the columns in order.
///
/// The frequency of pair k is the k-th power of `base^(-n/m)`, multiplied up in
/// double-double: the relative error stays below 1e-27 for the widest table.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "dimensions are far below 2^53")]
pub fn columns(spec: &Spec) -> Vec<ColumnLaw> {
    let conventions = &spec.conventions;
    let d = conventions.odd.effective(spec.d_model);
    let (numerator, denominator) = conventions.exponent.of(d);
    let exponent = DoubleDouble::from(numerator as f64) / denominator as f64;
    let ratio = (-(DoubleDouble::ln(spec.base) * exponent)).exp();
    let powers = std::iter::successors(Some(DoubleDouble::from(1.0)), |&power| Some(power * ratio));
    let frequencies: Vec<DoubleDouble> = powers.take(d.div_ceil(2)).collect();
    let amplitude = conventions.scale.of(spec.d_model);
    let (position, angle) = (conventions.position_precision, conventions.angle_precision);
    let is_exact = (position, angle) == (Precision::F64, Precision::F64);
    let wave = |k: usize, phase| {
        if is_exact {
            ColumnLaw::Wave {
                frequency: frequencies[k] * DoubleDouble::from(conventions.step),
                shift: frequencies[k] * DoubleDouble::from(conventions.start),
                phase,
                amplitude,
            }
        } else {
            ColumnLaw::Rounded(RoundedWave {
                frequency: frequencies[k],
                start: conventions.start,
                step: conventions.step,
                phase,
                amplitude,
                position,
                angle,
            })
        }
    };
    let [first, second] = match conventions.order {
        Order::SineFirst => [Phase::Sine, Phase::Cosine],
        Order::CosineFirst => [Phase::Cosine, Phase::Sine],
    };
    let mut columns: Vec<ColumnLaw> = match conventions.layout {
        Layout::Interleaved => (0..d)
            .map(|j| wave(j / 2, if j % 2 == 0 { first } else { second }))
            .collect(),
        Layout::Concat => (0..d.div_ceil(2))
            .map(|k| wave(k, first))
            .chain((0..d / 2).map(|k| wave(k, second)))
            .collect(),
    };
    columns.resize(spec.d_model, ColumnLaw::Zero); // one column less, or one of zeros more
    columns
}

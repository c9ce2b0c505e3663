//! Sums of waves at every position from 0 on.
//!
//! ```text
//! z(a + b) = z(a) z(b),    Re(c z(a + b)) = Re(c z(a)) cos(w b) - Im(c z(a)) sin(w b)
//! ```
//!
//! With every B-th position an anchor a and 0 <= b < B an offset, the sums over h waves are the
//! product of a matrix of anchors x 2h and one of 2h x offsets. N positions cost sines and cosines
//! at 2 sqrt(N) positions; the rest, 2h products per position, is what matrix products are made
//! for.

use std::ops::Range;

use ndarray::Array2;
use num_complex::Complex64;
use rayon::prelude::*;

use crate::encoding::{Wave, float};

use super::means::coefficient;
use super::similarity::{PRODUCT_MS, product};
use super::{Cancel, ReduceError, WAVE_MS};

/// Returns the sum of the waves at each position from 0 to `length - 1`. Each wave is within 1e-15
/// of its amplitude; if waves do not turn, their sum is exact.
///
/// # Errors
/// [`ReduceError::Cancelled`].
///
/// ```
/// use poscope::encoding::{Phase, Wave};
/// use poscope::field::wave_sums;
/// let waves = [Wave::new(1.0.into(), Phase::Cosine), Wave::new(0.5.into(), Phase::Sine)];
/// let sums = wave_sums(&waves, 100, &Default::default())?;
/// assert_eq!(sums[0], 1.0);
/// assert!((sums[99] - (99f64.cos() + 49.5f64.sin())).abs() < 1e-13);
/// # Ok::<(), poscope::field::ReduceError>(())
/// ```
pub fn wave_sums(waves: &[Wave], length: usize, cancel: &Cancel) -> Result<Vec<f64>, ReduceError> {
    if waves.is_empty() || length == 0 {
        return Ok(vec![0.0; length]);
    }
    let offsets = length.isqrt();
    let anchors = length.div_ceil(offsets);
    // Two factors per wave, for its cosine and its sine.
    let factors = |range: Range<usize>, count: usize, value: &(dyn Fn(&Wave, usize) -> Complex64 + Sync)| {
        let waves = &waves[range.start / 2..range.end.div_ceil(2)];
        let mut factors = vec![0.0; 2 * waves.len() * count];
        factors
            .par_chunks_exact_mut(2 * count)
            .zip(waves)
            .try_for_each(|(lines, wave)| {
                cancel.check()?;
                let (cosines, sines) = lines.split_at_mut(count);
                for (i, (cosine, sine)) in cosines.iter_mut().zip(sines).enumerate() {
                    let number = value(wave, i);
                    (*cosine, *sine) = (number.re, number.im);
                }
                cancel.advance();
                Ok(())
            })?;
        Ok(Array2::from_shape_vec((2 * waves.len(), count), factors).unwrap_or_default())
    };
    let turned = |wave: &Wave, position: usize| {
        let (sin, cos) = wave.frequency.sin_cos_at(float(position));
        Complex64::new(cos, sin)
    };
    let at_offset = |wave: &Wave, offset: usize| turned(wave, offset);
    let at_anchor = |wave: &Wave, anchor: usize| {
        let coefficient = coefficient(wave.phase, wave.shift, wave.amplitude.high);
        (coefficient * turned(wave, anchor * offsets)).conj()
    };
    let of_offsets = |range| factors(range, offsets, &at_offset);
    let of_anchors = |range| factors(range, anchors, &at_anchor);
    cancel.expect(2 * waves.len());
    let sums = product(
        2 * waves.len(),
        [offsets, anchors],
        &of_offsets,
        Some(&of_anchors),
        cancel,
    )?;
    Ok(sums.into_iter().take(length).collect())
}

/// Estimates the time of [`wave_sums`] on one core, in milliseconds.
pub fn wave_sums_cost_ms(waves: usize, length: usize) -> f64 {
    float(waves) * (2.0 * float(length) * PRODUCT_MS + 2.0 * float(length.isqrt()) * WAVE_MS)
}

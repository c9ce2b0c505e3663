//! Bands: the columns that share a frequency, and how slow they are.

use std::f64::consts::TAU;

use crate::encoding::Encoding;

/// How many bands an encoding has: ceil(d/2) where columns form pairs (an odd
/// width leaves the last sine alone in its band), otherwise one a column.
#[must_use]
pub fn bands(encoding: &Encoding) -> usize {
    if has_pairs(encoding) {
        encoding.d_model().div_ceil(2)
    } else {
        encoding.d_model()
    }
}

/// The columns of a band: two for a pair, else one; empty beyond the last
/// band.
#[must_use]
pub fn band_columns(encoding: &Encoding, band: usize) -> std::ops::Range<usize> {
    let width = if has_pairs(encoding) { 2 } else { 1 };
    let d = encoding.d_model();
    let start = band.saturating_mul(width).min(d);
    start..(start + width).min(d)
}

/// The band of a column: the inverse of [`band_columns`].
#[must_use]
pub fn band_of(encoding: &Encoding, dimension: usize) -> usize {
    if has_pairs(encoding) { dimension / 2 } else { dimension }
}

/// The wavelength of a band in positions, `2 pi / w = 2 pi base^(2i/d)`; none
/// for a band that is no wave.
///
/// ```
/// use poscope::analysis::wavelength;
/// use poscope::encoding::{Encoding, Spec};
/// let encoding = Encoding::new(Spec { d_model: 4, ..Spec::default() })?;
/// assert_eq!(wavelength(&encoding, 0).map(f64::round), Some(6.0)); // 2 pi
/// assert_eq!(wavelength(&encoding, 1).map(f64::round), Some(628.0)); // 200 pi
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[must_use]
pub fn wavelength(encoding: &Encoding, band: usize) -> Option<f64> {
    let column = band_columns(encoding, band).next()?;
    encoding.frequency(column).map(|frequency| TAU / frequency)
}

/// How many pairs come round at least once within the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// Pairs whose wavelength is at most `max_len`.
    pub finished: usize,
    /// All pairs.
    pub pairs: usize,
}

/// Counts the pairs that finish a cycle within `max_len` positions; none where
/// the scheme has no pairs.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
pub fn finished_cycles(encoding: &Encoding) -> Option<Cycles> {
    let pairs = encoding.pairs();
    if pairs == 0 {
        return None;
    }
    let length = encoding.max_len() as f64;
    let finished = (0..pairs).filter(|&pair| wavelength(encoding, pair).is_some_and(|wavelength| wavelength <= length));
    Some(Cycles {
        finished: finished.count(),
        pairs,
    })
}

fn has_pairs(encoding: &Encoding) -> bool {
    encoding.frequency(0).is_some()
}

//! Bands: the columns that share a frequency, and how slow they are.

use std::f64::consts::TAU;

use crate::encoding::{Encoding, Scheme};

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
    let column = encoding.bands().get(band)?.first;
    encoding.frequency(column).map(|frequency| TAU / frequency.abs())
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
/// the scheme has no pairs, and for a grid, whose positions start over in every
/// line.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
pub fn finished_cycles(encoding: &Encoding) -> Option<Cycles> {
    let pairs = encoding.pairs();
    if pairs == 0 || encoding.spec().scheme == Scheme::Grid {
        return None;
    }
    let length = encoding.max_len() as f64;
    let bands = encoding.bands().iter().enumerate();
    let finished = bands
        .filter(|(_, band)| band.second.is_some())
        .filter(|(band, _)| wavelength(encoding, *band).is_some_and(|wavelength| wavelength <= length));
    Some(Cycles {
        finished: finished.count(),
        pairs,
    })
}

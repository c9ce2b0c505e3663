//! Where positions or angles leave the range of their type.

use crate::encoding::{Encoding, Fold, Precision, RoundedWave, float};

/// The rows whose angles are infinite as they are computed, for positions or
/// angles in a type that has no such numbers: their sines and cosines are no
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// This row and all beyond it.
    From(usize),
    /// Some rows, not all of them at the end.
    Somewhere,
    /// Values that are larger than the type of the table holds are infinite.
    Stored(Precision),
}

/// Returns which rows overflow, else whether values do; `None` if nothing is found. Positions that rise are
/// answered exactly; of others the rows in which they are farthest are looked at.
///
/// ```
/// use poscope::analysis::{Overflow, overflow};
/// use poscope::encoding::{Encoding, Precision, Spec};
/// let mut spec = Spec { max_len: 100_000, ..Spec::default() };
/// spec.conventions.position_precision = Precision::F16;
/// // Above 65,504, nearer to 65,536:
/// assert_eq!(overflow(&Encoding::new(spec.clone())?), Some(Overflow::From(65_520)));
/// spec.conventions.start = -70_000.0;
/// assert_eq!(overflow(&Encoding::new(spec)?), Some(Overflow::Somewhere));
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn overflow(encoding: &Encoding) -> Option<Overflow> {
    let wave = encoding.columns().first()?.as_rounded()?;
    let stored = || {
        encoding
            .may_overflow(wave.storage)
            .then_some(Overflow::Stored(wave.storage))
    };
    of_angles(encoding, &wave).or_else(stored)
}

fn of_angles(encoding: &Encoding, wave: &RoundedWave) -> Option<Overflow> {
    let is_infinite = |row: usize| !wave.angle_at(float(row)).is_finite();
    let last = encoding.max_len() - 1;
    let chunk_end = encoding.spec().beyond.trained_len.saturating_sub(1).min(last);
    let [at_first, at_last] = [0, last].map(is_infinite);
    if at_first || !at_last || wave.fold != Fold::Straight {
        let found = at_first || at_last || is_infinite(last / 2) || is_infinite(chunk_end);
        let is_everywhere = at_first && at_last && is_infinite(last / 2) && (wave.start > 0.0) == (wave.step >= 0.0);
        return match (found, is_everywhere) {
            (false, _) => None,
            (true, true) => Some(Overflow::From(0)),
            (true, false) => Some(Overflow::Somewhere),
        };
    }
    // Angles grow to the last row, so what is infinite stays so.
    let (mut finite, mut infinite) = (0, last);
    while infinite - finite > 1 {
        let middle = usize::midpoint(finite, infinite);
        if is_infinite(middle) {
            infinite = middle;
        } else {
            finite = middle;
        }
    }
    Some(Overflow::From(infinite))
}

//! Where positions or angles exceed the range of their type.

use crate::encoding::{Encoding, Fold, Precision, RoundedWave, float};

/// The rows whose angles come out infinite because positions or angles are held in a type of too small
/// a range: their sines and cosines are NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// This row and all rows after it.
    From(usize),
    /// Some rows, which do not all lie at the end.
    Somewhere,
    /// No angles, only values: those too large for the type of the table are stored as infinite.
    Stored(Precision),
}

/// Returns which rows overflow, else whether values do; `None` if neither is found. For rising
/// positions the answer is exact; otherwise only the rows with the farthest positions are checked.
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
    // Angles grow up to the last row, so once infinite they stay infinite.
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

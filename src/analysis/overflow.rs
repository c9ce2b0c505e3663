//! Where positions or angles leave the range of their type.

use crate::encoding::{ColumnLaw, Encoding};

/// The first row whose angle is infinite as it is computed, for positions or
/// angles in a type that has no such numbers; its sines and cosines, and those
/// of all rows beyond it, are no numbers. None where there is no such row.
///
/// ```
/// use poscope::analysis::first_overflow;
/// use poscope::encoding::{Encoding, Precision, Spec};
/// let mut spec = Spec { max_len: 100_000, ..Spec::default() };
/// spec.conventions.position_precision = Precision::F16;
/// assert_eq!(first_overflow(&Encoding::new(spec)?), Some(65_520)); // above 65,504, nearer to 65,536
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
pub fn first_overflow(encoding: &Encoding) -> Option<usize> {
    let ColumnLaw::Rounded(wave) = encoding.columns().first()? else {
        return None;
    };
    let is_infinite = |row: &usize| !wave.angle_at(*row as f64).is_finite();
    let last = encoding.max_len() - 1;
    if is_infinite(&0) {
        // Of positions that come down or cross zero others are finite.
        return (is_infinite(&last) && is_infinite(&(last / 2))).then_some(0);
    }
    if !is_infinite(&last) {
        return None;
    }
    // Angles grow from here on, so what is infinite stays so.
    let (mut finite, mut infinite) = (0, last);
    while infinite - finite > 1 {
        let middle = usize::midpoint(finite, infinite);
        if is_infinite(&middle) {
            infinite = middle;
        } else {
            finite = middle;
        }
    }
    Some(infinite)
}

//! The range of values that the colours of a picture span if none was chosen.

use crate::encoding::around_zero;
use crate::field::Field;

/// Returns the default range of a field's colours: of a table
/// [`usual_range`](crate::encoding::Encoding::usual_range), of a similarity [-1, 1], otherwise plus or
/// minus the largest magnitude, so that zero has the middle colour; [-1, 1] if every value is zero.
///
/// ```
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// use poscope::field::Field;
/// use poscope::plot::range::default_range;
///
/// let spec = Spec { scheme: Scheme::Index, max_len: 50, ..Spec::default() };
/// assert_eq!(default_range(&Field::table(Encoding::new(spec)?)), (-49.0, 49.0));
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn default_range(field: &Field) -> (f64, f64) {
    match field {
        Field::Similarity(_) => (-1.0, 1.0),
        Field::Table { encoding, .. } => encoding.usual_range(),
        Field::Scores(_) | Field::Bias { .. } | Field::Dense(_) | Field::Difference(..) => around_zero(field.bounds()),
    }
}

/// Returns the smallest range that contains two ranges.
pub fn wider(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// Returns a range that contains another one and ends at round numbers: multiples of 1, 2 or 5 times a
/// power of ten. A range without a width is returned unchanged.
///
/// ```
/// use poscope::plot::range::round;
/// assert_eq!(round((0.4757, 1.0)), (0.4, 1.0));
/// assert_eq!(round((-0.0124, 1.0)), (-0.2, 1.0));
/// assert_eq!(round((0.0, 32.5)), (0.0, 35.0));
/// ```
pub fn round((low, high): (f64, f64)) -> (f64, f64) {
    let rough = (high - low) / 10.0;
    if !(rough > 0.0 && rough.is_finite()) {
        return (low, high);
    }
    let (step, power) = round_step(rough);
    // Scaled by a whole number, which is exact, unlike 0.1.
    let scale = 10f64.powf(-power);
    let end = |value: f64| value * step / scale;
    let (low, high) = (low * scale / step + 1e-9, high * scale / step - 1e-9);
    (end(low.floor()), end(high.ceil()))
}

/// Returns a step of at least about `rough`, as 1, 2, 5 or 10 times a power of ten: the number and the exponent.
pub(super) fn round_step(rough: f64) -> (f64, f64) {
    let power = rough.log10().floor();
    let is_enough = |step: &f64| step * 10f64.powf(power) >= rough * 0.999;
    let step = [1.0, 2.0, 5.0].into_iter().find(is_enough);
    (step.unwrap_or(10.0), power)
}

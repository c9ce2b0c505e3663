//! Which range of values the colours of a picture span, where nobody chose one.

use crate::encoding::around_zero;
use crate::field::Field;

/// The range of a field's colours unless another is chosen: that of a table is
/// [`usual_range`](crate::encoding::Encoding::usual_range), that of a similarity [-1, 1], else plus
/// or minus the largest magnitude, so that zero has the middle colour. Where every value is zero it
/// is [-1, 1] too.
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

/// Returns the range that holds two ranges.
pub fn wider(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    (one.0.min(other.0), one.1.max(other.1))
}

/// Returns a range that holds another one and ends at round numbers: multiples of 1, 2 or 5 times a
/// power of ten.
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
    // By a whole number, which is exact: 0.1 is not.
    let scale = 10f64.powf(-power);
    let end = |value: f64| value * step / scale;
    let (low, high) = (low * scale / step + 1e-9, high * scale / step - 1e-9);
    (end(low.floor()), end(high.ceil()))
}

/// Returns a step that is hardly below another one, as 1, 2, 5 or 10 times a power of ten: the number
/// and the power.
pub(super) fn round_step(rough: f64) -> (f64, f64) {
    let power = rough.log10().floor();
    let is_enough = |step: &f64| step * 10f64.powf(power) >= rough * 0.999;
    let step = [1.0, 2.0, 5.0].into_iter().find(is_enough);
    (step.unwrap_or(10.0), power)
}

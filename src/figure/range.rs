//! Which range of values the colours of a picture span, where nobody chose one.

use crate::encoding::learned::DEVIATION;
use crate::encoding::{Encoding, Scheme};
use crate::field::Field;

/// Where the colours of a learned table end: four standard deviations of an untrained one. Of the
/// 196,608 numbers of the trained table 586 lie beyond.
pub const LEARNED: f64 = 4.0 * DEVIATION;

/// The range of a field's colours unless another is chosen: [-s, s] for sinusoids of scale s,
/// [-1, 1] where the values lie in it by their nature (normalized, binary, a similarity), else plus or minus the largest
/// magnitude, so that zero has the middle colour. Where every value is zero it is [-1, 1] too.
///
/// ```
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// use poscope::field::Field;
/// use poscope::figure::range::default_range;
///
/// let spec = Spec { scheme: Scheme::Index, max_len: 50, ..Spec::default() };
/// assert_eq!(default_range(&Field::table(Encoding::new(spec)?)), (-49.0, 49.0));
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[must_use]
pub fn default_range(field: &Field) -> (f64, f64) {
    match field {
        Field::Similarity(_) => (-1.0, 1.0),
        Field::Table { encoding, .. } => of_table(encoding),
        Field::Scores(_) | Field::Bias { .. } | Field::Dense(_) | Field::Difference(..) => around_zero(field.bounds()),
    }
}

fn of_table(encoding: &Encoding) -> (f64, f64) {
    match encoding.spec().scheme {
        Scheme::Normalized | Scheme::Binary => (-1.0, 1.0),
        // A few numbers are many times as large as the others.
        Scheme::Learned => (-LEARNED, LEARNED),
        _ => around_zero(encoding.bounds()),
    }
}

/// Plus or minus the larger magnitude of the two.
fn around_zero((low, high): (f64, f64)) -> (f64, f64) {
    let magnitude = low.abs().max(high.abs());
    if magnitude > 0.0 {
        (-magnitude, magnitude)
    } else {
        (-1.0, 1.0)
    }
}

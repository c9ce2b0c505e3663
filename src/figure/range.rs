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
        Field::Table { encoding, .. } => encoding.usual_range(),
        Field::Scores(_) | Field::Bias { .. } | Field::Dense(_) | Field::Difference(..) => around_zero(field.bounds()),
    }
}

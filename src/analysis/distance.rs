//! How far apart two rows of a table are.

use crate::encoding::Encoding;

/// Returns the Euclidean distance `|PE(q) - PE(p)|`; `None` if a row is outside the table.
///
/// ```
/// use poscope::analysis::distance;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let index = Encoding::new(Spec { scheme: Scheme::Index, ..Spec::default() })?;
/// assert_eq!(distance(&index, 3, 5), Some(8.0)); // 16 columns that differ by 2
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn distance(encoding: &Encoding, p: usize, q: usize) -> Option<f64> {
    let square = |dimension| Some((encoding.value(q, dimension)? - encoding.value(p, dimension)?).powi(2));
    let squares: Option<f64> = (0..encoding.d_model()).map(square).sum();
    squares.map(f64::sqrt)
}

//! How far apart two rows of a table are.

use crate::encoding::Encoding;

/// The Euclidean distance `|PE(q) - PE(p)|`; none where a row is outside the
/// table.
///
/// ```
/// use poscope::analysis::distance;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let index = Encoding::new(Spec { scheme: Scheme::Index, ..Spec::default() })?;
/// assert_eq!(distance(&index, 3, 5), Some(8.0)); // 16 columns that differ by 2
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
pub fn distance(encoding: &Encoding, p: usize, q: usize) -> Option<f64> {
    if p.max(q) >= encoding.max_len() {
        return None;
    }
    let squares = encoding
        .columns()
        .iter()
        .map(|law| (law.at(q as f64) - law.at(p as f64)).powi(2));
    Some(squares.sum::<f64>().sqrt())
}

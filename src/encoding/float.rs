//! Counts as numbers.

/// Returns a count as a number.
#[expect(
    clippy::cast_precision_loss,
    reason = "rows, columns and positions are far below 2^53"
)]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}

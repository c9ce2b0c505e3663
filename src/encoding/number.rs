//! Numbers of one type as numbers of another: what a cast may lose is said once, here.

/// Returns a count as a number. Rows, columns, positions and pixels are far below 2^53, so that
/// nothing is lost.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}

/// Returns a number without its fraction as an index or a count: 0 for negative numbers and NaN, the
/// largest one for numbers beyond it.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, as it says"
)]
pub(crate) fn index(number: f64) -> usize {
    number as usize
}

/// Returns a number with the 24 bits of an `f32`: more than a colour or a place on the screen needs.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "as it says")]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}

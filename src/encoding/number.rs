//! Conversions between types of numbers, so that what a cast may lose is stated in one place.

/// Returns a count as a number. Rows, columns, positions and pixels are far below 2^53, so nothing is lost.
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}

/// Returns a number without its fraction as an index or a count: 0 for negative numbers and NaN,
/// the largest `usize` for numbers beyond it.
pub(crate) fn natural(number: f64) -> usize {
    number as usize
}

/// Returns a number with the 24 bits of an `f32`: more than a colour or a place on the screen needs.
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}

/// Returns the number of cells of `rows` rows of `columns` columns, in 64 bits on every machine.
pub(crate) fn cells_of(rows: usize, columns: usize) -> u64 {
    (rows as u64).saturating_mul(columns as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_in_64_bits() {
        assert_eq!(cells_of(1_048_576, 16_384), 17_179_869_184);
        assert_eq!(cells_of(usize::MAX, usize::MAX), u64::MAX);
    }
}

//! The reasons to refuse a specification.

/// A refused choice: its name, its value, and the limit that it breaks.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// A text that is not a number.
    #[error("{name} is not a number: \"{text}\"")]
    NotANumber {
        /// The choice.
        name: &'static str,
        /// The given text, cut to 40 characters.
        text: String,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A number outside the limits, or NaN.
    #[error("{name} = {value} is outside {low} to {high}")]
    OutOfRange {
        /// The choice.
        name: &'static str,
        /// The given value.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A fraction, for a choice that allows only whole numbers.
    #[error("{name} = {value} is not a whole number")]
    NotWhole {
        /// The choice.
        name: &'static str,
        /// The given value.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A word that is not one of the choice's names.
    #[error("{name} is none of {choices:?}: \"{text}\"")]
    NotAChoice {
        /// The choice.
        name: &'static str,
        /// The given text, cut to 40 characters.
        text: String,
        /// The names that can be given.
        choices: Vec<&'static str>,
    },
    /// The exponent would be divided by h - shift, which is not above 0.
    #[error("the exponent is divided by {half} - {shift}, which is not above 0")]
    Denominator {
        /// h = floor(d/2).
        half: usize,
        /// The shift that is subtracted.
        shift: f64,
    },
    /// Chunks that overlap in all their positions.
    #[error("an overlap of {overlap} in chunks of {trained_len}")]
    Overlap {
        /// Positions that two chunks share.
        overlap: usize,
        /// Positions per chunk.
        trained_len: usize,
    },
    /// More dimensions than a table has.
    #[error("{d_model} dimensions of a table of {width}")]
    TooWide {
        /// The number of dimensions asked for.
        d_model: usize,
        /// The number of dimensions that the table has.
        width: usize,
    },
    /// Rows that a learned table does not have.
    #[error("the table has {rows} rows")]
    TableEnds {
        /// The number of rows that the table has.
        rows: usize,
    },
    /// An odd number that keys on both sides of the query would have to share equally.
    #[error("{name} = {value} is odd")]
    Odd {
        /// The choice.
        name: &'static str,
        /// The value given.
        value: usize,
    },
    /// A number of dimensions that cannot rotate in pairs.
    #[error("{dims} of {d_model} dimensions turn")]
    RotaryDims {
        /// The number of dimensions that should rotate.
        dims: usize,
        /// The number of dimensions that there are.
        d_model: usize,
    },
    /// Zero rows, for padding, that the table does not have.
    #[error("rows {first} to {last} of {max_len} are zero")]
    ZeroRows {
        /// The first zero row.
        first: usize,
        /// The last zero row.
        last: usize,
        /// The number of rows that there are.
        max_len: usize,
    },
    /// A list of factors that does not have one per pair.
    #[error("{given} factors for {pairs} pairs")]
    Factors {
        /// The number of factors given.
        given: usize,
        /// The number of factors needed.
        pairs: usize,
    },
    /// A scaling whose parameters are in the wrong order.
    #[error("{low_name} = {low} must be below {high_name} = {high}")]
    Order {
        /// The parameter that must be smaller.
        low_name: &'static str,
        /// Its value.
        low: f64,
        /// The parameter that must be larger.
        high_name: &'static str,
        /// Its value.
        high: f64,
    },
}

/// Checks that one number is below another.
///
/// # Errors
/// [`SpecError::Order`] if it is not.
pub(super) fn ordered(
    (low_name, low): (&'static str, f64),
    (high_name, high): (&'static str, f64),
) -> Result<(), SpecError> {
    if low < high {
        return Ok(());
    }
    Err(SpecError::Order {
        low_name,
        low,
        high_name,
        high,
    })
}

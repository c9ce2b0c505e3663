//! Why a specification is refused.

/// A refused choice: which one, its value, and the limit that it breaks.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// Not a number at all.
    #[error("{name} is not a number: \"{text}\"")]
    NotANumber {
        /// The choice.
        name: &'static str,
        /// What was given, cut to 40 characters.
        text: String,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// Outside the limits, or NaN.
    #[error("{name} = {value} is outside {low} to {high}")]
    OutOfRange {
        /// The choice.
        name: &'static str,
        /// What was given.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A fraction where only whole numbers make sense.
    #[error("{name} = {value} is not a whole number")]
    NotWhole {
        /// The choice.
        name: &'static str,
        /// What was given.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A word that is none of those that a choice knows.
    #[error("{name} is none of {choices:?}: \"{text}\"")]
    NotAChoice {
        /// The choice.
        name: &'static str,
        /// What was given, cut to 40 characters.
        text: String,
        /// What can be given.
        choices: Vec<&'static str>,
    },
    /// The exponent would be divided by h - shift, which is not above 0.
    #[error("the exponent is divided by {half} - {shift}, which is not above 0")]
    Denominator {
        /// h = floor(d/2).
        half: usize,
        /// What is taken from it.
        shift: f64,
    },
    /// Chunks that share all their positions.
    #[error("an overlap of {overlap} in chunks of {trained_len}")]
    Overlap {
        /// Positions that two chunks share.
        overlap: usize,
        /// Positions of a chunk.
        trained_len: usize,
    },
    /// More dimensions than a table has.
    #[error("{d_model} dimensions of a table of {width}")]
    TooWide {
        /// What was asked for.
        d_model: usize,
        /// What there is.
        width: usize,
    },
    /// Rows that a learned table does not have.
    #[error("the table has {rows} rows")]
    TableEnds {
        /// The rows that it has.
        rows: usize,
    },
    /// Dimensions that cannot turn in pairs.
    #[error("{dims} of {d_model} dimensions turn")]
    RotaryDims {
        /// How many should turn.
        dims: usize,
        /// How many there are.
        d_model: usize,
    },
    /// Rows for padding that the table does not have.
    #[error("rows {first} to {last} of {max_len} are zero")]
    ZeroRows {
        /// The first of them.
        first: usize,
        /// The last of them.
        last: usize,
        /// How many rows there are.
        max_len: usize,
    },
    /// Not one factor for each pair.
    #[error("{given} factors for {pairs} pairs")]
    Factors {
        /// How many there are.
        given: usize,
        /// How many are needed.
        pairs: usize,
    },
    /// A scaling that the numbers around it leave without a meaning.
    #[error("{low_name} = {low} must be below {high_name} = {high}")]
    Order {
        /// The one that must be smaller.
        low_name: &'static str,
        /// Its value.
        low: f64,
        /// The one that must be larger.
        high_name: &'static str,
        /// Its value.
        high: f64,
    },
}

/// Whether one number is below another.
///
/// # Errors
/// [`SpecError::Order`] where it is not.
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

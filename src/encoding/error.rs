//! Why a specification is refused.

use super::Parameter;

/// A refused choice: which one, its value, and the limit that it breaks.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// Not a number at all.
    #[error("{} is not a number: \"{text}\"", parameter.name())]
    NotANumber {
        /// The choice.
        parameter: Parameter,
        /// What was given, cut to 40 characters.
        text: String,
    },
    /// Outside the limits, or NaN.
    #[error("{} = {value} is outside {low} to {high}", parameter.name())]
    OutOfRange {
        /// The choice.
        parameter: Parameter,
        /// What was given.
        value: f64,
        /// The smallest value allowed.
        low: f64,
        /// The largest value allowed.
        high: f64,
    },
    /// A fraction where only whole numbers make sense.
    #[error("{} = {value} is not a whole number", parameter.name())]
    NotWhole {
        /// The choice.
        parameter: Parameter,
        /// What was given.
        value: f64,
    },
}

//! Sentences about angles that are too large for their type.

use super::{Language, count, plain};
use crate::analysis::Overflow;
use crate::tr;

/// Returns which rows or values overflow, in one sentence.
pub fn overflow_words(overflow: Overflow, language: Language) -> String {
    match overflow {
        Overflow::From(row) => tr!(language, "sentence.overflow", row = count(row)),
        Overflow::Somewhere => tr!(language, "sentence.overflow_some"),
        Overflow::Stored(precision) => {
            let (largest, name) = (plain(precision.largest()), precision.name());
            tr!(language, "sentence.overflow_stored", largest, name)
        }
    }
}

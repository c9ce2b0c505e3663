//! Code in words.

use super::{Language, count};
use crate::code::CodeError;
use crate::tr;

/// Returns why there is no code for a table.
pub fn code_error(error: CodeError, language: Language) -> String {
    match error {
        CodeError::NoFormula => tr!(language, "code.no_formula"),
        CodeError::TooManyNumbers { limit } => tr!(language, "code.too_many_numbers", limit = count(limit)),
    }
}

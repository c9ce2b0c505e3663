//! What is said beside a result, on standard error.

use std::io::{self, Write as _};

use crate::analysis::overflow;
use crate::encoding::Encoding;
use crate::text::{Language, overflow_words};

/// Says one line: what a file brought in may be no line.
pub fn note(words: &str) {
    super::progress::make_room();
    // Whoever closed standard error does not want to know.
    let _ = writeln!(io::stderr().lock(), "{}", super::one_line(words));
}

/// Says from which row on values are no numbers, if any are.
pub fn note_overflow(encoding: &Encoding, language: Language) {
    if let Some(overflow) = overflow(encoding) {
        note(&overflow_words(overflow, language));
    }
}

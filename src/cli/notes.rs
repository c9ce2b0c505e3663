//! Lines on standard error: what is said beside a result, and why a command was refused.

use std::io::{self, Write as _};

use crate::analysis::overflow;
use crate::encoding::Encoding;
use crate::file::one_line;
use crate::text::{Language, overflow_words};

/// Says one line: a file that is opened must not write to the terminal.
pub fn note(words: &str) {
    super::progress::make_room();
    // Whoever closed standard error does not want to know.
    let _ = writeln!(io::stderr().lock(), "{}", one_line(words));
}

/// Says from which row on values are no numbers, if any are.
pub fn note_overflow(encoding: &Encoding, language: Language) {
    if let Some(overflow) = overflow(encoding) {
        note(&overflow_words(overflow, language));
    }
}

/// Prints why a command was refused, in one line.
pub fn print_error(words: &str) {
    // Whoever closed standard error does not want to be told.
    let _ = writeln!(io::stderr().lock(), "poscope: {}", one_line(words));
}

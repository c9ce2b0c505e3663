//! Everything that is written to a terminal. File names, arguments and names in sessions come from other people,
//! so no line leaves here with a character that acts on the terminal. Lints keep all other code from writing to
//! it; tables and pictures for standard output are bytes and go through [`crate::file::write_whole`].

#![expect(clippy::disallowed_methods, reason = "the one place that has them")]

use std::io::{self, IsTerminal as _, Write as _};

use crate::file::one_line;

use super::progress::make_room;

/// Writes a line of the result to standard output.
pub fn say(words: &str) {
    // A closed standard output is ignored.
    let _ = writeln!(io::stdout().lock(), "{}", one_line(words));
}

/// Writes a text of several lines that was asked for to standard output.
///
/// # Errors
/// The reason why standard output refuses.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    text.lines().try_for_each(|line| writeln!(out, "{}", one_line(line)))
}

/// Writes a note to standard error, beside the result, if there is one.
pub fn note(words: Option<String>) {
    let Some(words) = words else { return };
    make_room();
    // A closed standard error is ignored.
    let _ = writeln!(io::stderr().lock(), "{}", one_line(&words));
}

/// Writes why a command was refused, as one line, to standard error.
pub fn refuse(words: &str) {
    // A closed standard error is ignored.
    let _ = writeln!(io::stderr().lock(), "poscope: {}", one_line(words));
}

/// Writes a question to standard error; does not wait for an answer.
pub fn ask(question: &str) {
    // A closed standard error is ignored.
    let _ = write!(io::stderr().lock(), "{} ", one_line(question));
}

/// Replaces the current line of standard error.
pub fn replace_line(text: &str) {
    // A closed terminal is no reason to stop writing the file.
    let _ = write!(io::stderr().lock(), "\r\x1b[K{}", one_line(text));
}

/// Returns whether standard error is a terminal.
pub fn is_seen() -> bool {
    io::stderr().is_terminal()
}

//! All that is said to a terminal. Names of files, arguments and names in sessions are other people's,
//! so no line leaves here with a character that acts on the terminal. Lints keep everything else from
//! writing to it; tables and pictures for the standard output are bytes and go through
//! [`crate::file::write_whole`].

#![expect(clippy::disallowed_methods, reason = "the one place that has them")]

use std::io::{self, IsTerminal as _, Write as _};

use crate::file::one_line;

use super::progress::make_room;

/// Says a line of the result on standard output.
pub fn say(words: &str) {
    // Whoever closed standard output does not want to know.
    let _ = writeln!(io::stdout().lock(), "{}", one_line(words));
}

/// Prints a text of several lines, which was asked for, on standard output.
///
/// # Errors
/// Why standard output refuses.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    text.lines().try_for_each(|line| writeln!(out, "{}", one_line(line)))
}

/// Says a line beside the result, on standard error, if there is something to say.
pub fn note(words: Option<String>) {
    let Some(words) = words else { return };
    make_room();
    // Whoever closed standard error does not want to know.
    let _ = writeln!(io::stderr().lock(), "{}", one_line(&words));
}

/// Says why a command was refused, in one line on standard error.
pub fn refuse(words: &str) {
    // Whoever closed standard error does not want to be told.
    let _ = writeln!(io::stderr().lock(), "poscope: {}", one_line(words));
}

/// Asks a question on standard error, and waits for nothing.
pub fn ask(question: &str) {
    // Whoever closed standard error is not there to answer.
    let _ = write!(io::stderr().lock(), "{} ", one_line(question));
}

/// Puts a text in place of the line of standard error that the cursor is in.
pub fn replace_line(text: &str) {
    // A terminal that is gone is no reason to stop writing the file.
    let _ = write!(io::stderr().lock(), "\r\x1b[K{}", one_line(text));
}

/// Whether somebody sees standard error.
pub fn is_seen() -> bool {
    io::stderr().is_terminal()
}

//! How far a long command is: one line on standard error, rewritten in place.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::text::Language;
use crate::tr;

/// How long a command may take before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a number stays.
const PAUSE: Duration = Duration::from_millis(100);

/// Shows the fraction that is done, where someone is there to see it and it takes longer than a
/// second; the line is gone when all is done.
pub fn progress_line(language: Language) -> impl FnMut(f64) -> bool {
    let is_seen = io::stderr().is_terminal();
    let started = Instant::now();
    let mut shown: Option<Instant> = None;
    move |fraction| {
        let is_due = shown.map_or(started.elapsed() >= PATIENCE, |last| last.elapsed() >= PAUSE);
        if is_seen && fraction < 1.0 && is_due {
            let percent = format!("{:.0}", fraction * 100.0);
            print_over(&tr!(language, "cli.progress", percent = percent));
            shown = Some(Instant::now());
        }
        if fraction >= 1.0 && shown.take().is_some() {
            print_over("");
        }
        true
    }
}

/// Puts a text in place of the line that the cursor is in.
fn print_over(text: &str) {
    // A terminal that is gone is no reason to stop writing the file.
    let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
}

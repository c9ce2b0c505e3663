//! How far a long command is: one line on standard error, rewritten in place;
//! and whether it was asked to stop.

use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::field::Cancel;
use crate::text::Language;
use crate::tr;

/// How long a command may take before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a number stays.
const PAUSE: Duration = Duration::from_millis(100);

static INTERRUPT: LazyLock<Cancel> = LazyLock::new(Cancel::default);

/// From here on Ctrl C (or a request to end) asks the command to stop at the
/// next step, so that what it began is tidied up. Asked again after a second,
/// it ends at once; a second signal that comes with the first (one to the
/// process, one to its group) is the same request.
pub fn stop_on_interrupt() {
    let mut first = None;
    let handler = move || {
        let asked = *first.get_or_insert_with(Instant::now);
        INTERRUPT.raise();
        if asked.elapsed() >= Duration::from_secs(1) {
            std::process::exit(i32::from(INTERRUPTED_STATUS));
        }
    };
    // Without a handler the system ends the program; a half file then stays.
    let _ = ctrlc::set_handler(handler);
}

/// The exit status of a command that was stopped by Ctrl C, as shells have it.
pub const INTERRUPTED_STATUS: u8 = 130;

/// The flag that Ctrl C raises: work that is given it stops with the command.
#[must_use]
pub fn interrupt() -> &'static Cancel {
    &INTERRUPT
}

/// Shows the fraction that is done, where someone is there to see it and it takes longer than a
/// second. The line goes with the function that is returned, which says whether to go on.
pub fn progress_line(language: Language) -> impl FnMut(f64) -> bool {
    let is_seen = io::stderr().is_terminal();
    let started = Instant::now();
    let mut line = Line { shown: None };
    move |fraction| {
        let is_due = match line.shown {
            None => started.elapsed() >= PATIENCE,
            Some(shown) => shown.elapsed() >= PAUSE,
        };
        if is_seen && is_due {
            let percent = format!("{:.0}", fraction * 100.0);
            print_over(&tr!(language, "cli.progress", percent = percent));
            line.shown = Some(Instant::now());
        }
        !interrupt().is_raised()
    }
}

/// The line on the screen. It is wiped when all is done, and before an error takes its place.
struct Line {
    /// When it was last written, if it was.
    shown: Option<Instant>,
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown.is_some() {
            print_over("");
        }
    }
}

/// Puts a text in place of the line that the cursor is in.
fn print_over(text: &str) {
    // A terminal that is gone is no reason to stop writing the file.
    let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
}

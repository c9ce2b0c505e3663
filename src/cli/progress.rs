//! The progress of a long command, on one line of standard error that is rewritten in place; and
//! whether the command was asked to stop.

use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::field::Cancel;
use crate::file::FileError;
use crate::text::Language;
use crate::tr;

use super::error::CliError;
use super::terminal::{is_seen, replace_line};

/// How long a command runs before its progress is shown.
const PATIENCE: Duration = Duration::from_millis(300);

/// How often the progress is updated.
const PAUSE: Duration = Duration::from_millis(100);

static INTERRUPT: LazyLock<Cancel> = LazyLock::new(Cancel::default);

/// Makes Ctrl C (or a request to terminate) stop the command at its next step, so that it can clean
/// up. A further request at least a second later ends it at once; an earlier one counts as the same
/// request, since a signal may come twice (once to the process, once to its group).
pub fn stop_on_interrupt() {
    let mut first = None;
    let handler = move || {
        let asked = *first.get_or_insert_with(Instant::now);
        INTERRUPT.raise();
        if asked.elapsed() >= Duration::from_secs(1) {
            std::process::exit(i32::from(INTERRUPTED_STATUS));
        }
    };
    // Without a handler the system ends the program, and an unfinished file stays behind.
    let _ = ctrlc::set_handler(handler);
}

/// The exit status of a command stopped by Ctrl C, following shells.
pub const INTERRUPTED_STATUS: u8 = 130;

/// Returns the flag that Ctrl C raises: work that is given it stops with the command.
pub fn interrupt() -> &'static Cancel {
    &INTERRUPT
}

/// Returns an error if the command was asked to stop.
///
/// # Errors
/// [`FileError::Cancelled`] after Ctrl C.
pub fn check_interrupt() -> Result<(), CliError> {
    if interrupt().is_raised() {
        return Err(FileError::Cancelled.into());
    }
    Ok(())
}

/// The place in a series of commands in words, and when the series started.
static PLACE: Mutex<Option<(String, Instant)>> = Mutex::new(None);

fn place() -> MutexGuard<'static, Option<(String, Instant)>> {
    PLACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The line of a series of commands: which of them runs, and for which file. It is erased when the series ends.
pub struct SeriesLine {
    started: Instant,
    all: usize,
    language: Language,
}

impl SeriesLine {
    /// Returns the line for a series of `all` commands, of which the first is about to begin.
    pub fn new(all: usize, language: Language) -> Self {
        Self {
            started: Instant::now(),
            all,
            language,
        }
    }

    /// Shows which command runs, counted from 1; its own progress follows on the same line.
    pub fn show(&self, number: usize, output: &Path) {
        let name = output.file_name().unwrap_or_default().to_string_lossy();
        let words = tr!(self.language, "sweep.place", number, all = self.all, output = name);
        if self.started.elapsed() >= PATIENCE && is_seen() {
            replace_line(&words);
        }
        *place() = Some((words, self.started));
    }
}

impl Drop for SeriesLine {
    fn drop(&mut self) {
        make_room();
        *place() = None;
    }
}

/// Erases the line of a series, so that something else can be written there.
pub fn make_room() {
    let is_due = place()
        .as_ref()
        .is_some_and(|(_, started)| started.elapsed() >= PATIENCE);
    if is_due && is_seen() {
        replace_line("");
    }
}

/// Does work that stops by [`interrupt`], and meanwhile shows the progress that `fraction` reports.
pub fn watched<T>(language: Language, fraction: impl Fn() -> f64 + Send, work: impl FnOnce() -> T) -> T {
    if !is_seen() {
        return work();
    }
    let (working, is_over) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut show = progress_line(language);
            while is_over.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                show(fraction());
            }
        });
        let done = work();
        drop(working);
        done
    })
}

/// Like [`watched`], for work that reports its progress through [`interrupt`], as queries do.
pub fn watched_queries<T>(language: Language, work: impl FnOnce() -> T) -> T {
    let before = interrupt().steps();
    watched(language, move || f64::from(interrupt().fraction_since(before)), work)
}

/// Returns a function that shows the fraction done, if standard error is a terminal and the work
/// takes long, and answers whether to go on. The line is erased when the function is dropped.
pub fn progress_line(language: Language) -> impl FnMut(f64) -> bool {
    let is_seen = is_seen();
    let series = place().clone();
    let started = series.as_ref().map_or_else(Instant::now, |(_, started)| *started);
    let mut line = ProgressLine { shown: None };
    move |fraction| {
        let is_due = match line.shown {
            None => started.elapsed() >= PATIENCE,
            Some(shown) => shown.elapsed() >= PAUSE,
        };
        if is_seen && is_due {
            let percent = format!("{:.0}", fraction * 100.0);
            let words = tr!(language, "cli.progress", percent);
            match &series {
                Some((place, _)) => replace_line(&format!("{place}, {words}")),
                None => replace_line(&words),
            }
            line.shown = Some(Instant::now());
        }
        !interrupt().is_raised()
    }
}

/// The line on the screen. It is erased when the work is done, and before an error takes its place.
struct ProgressLine {
    /// When the line was last written, if it was.
    shown: Option<Instant>,
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown.is_some() {
            replace_line("");
        }
    }
}

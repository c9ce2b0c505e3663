//! How far a long command is: one line on standard error, rewritten in place;
//! and whether it was asked to stop.

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

/// How long a command may take before its progress is shown.
const PATIENCE: Duration = Duration::from_millis(300);

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
pub fn interrupt() -> &'static Cancel {
    &INTERRUPT
}

/// Whether to go on.
///
/// # Errors
/// [`FileError::Cancelled`] after Ctrl C.
pub fn check_interrupt() -> Result<(), CliError> {
    if interrupt().is_raised() {
        return Err(FileError::Cancelled.into());
    }
    Ok(())
}

/// Where a series of commands is, and since when it runs.
static PLACE: Mutex<Option<(String, Instant)>> = Mutex::new(None);

fn place() -> MutexGuard<'static, Option<(String, Instant)>> {
    PLACE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The line of a series of commands: which of them runs, and for which file. It is wiped when the
/// series ends.
pub struct SeriesLine {
    started: Instant,
    all: usize,
    language: Language,
}

impl SeriesLine {
    /// That of so many commands, of which the first is about to begin.
    pub fn new(all: usize, language: Language) -> Self {
        Self {
            started: Instant::now(),
            all,
            language,
        }
    }

    /// Says which command runs, from 1; its own progress goes behind it.
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

/// Wipes the line of a series, so that something else can be said there.
pub fn make_room() {
    let is_due = place()
        .as_ref()
        .is_some_and(|(_, started)| started.elapsed() >= PATIENCE);
    if is_due && is_seen() {
        replace_line("");
    }
}

/// Does work that stops by [`interrupt`], and shows beside it what `fraction` says is done.
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

/// The same for work that says how far it is by the flag itself, as queries do.
pub fn watched_queries<T>(language: Language, work: impl FnOnce() -> T) -> T {
    let before = interrupt().steps();
    watched(language, move || f64::from(interrupt().fraction_since(before)), work)
}

/// Shows the fraction that is done, where someone is there to see it and it takes longer than is
/// waited for gladly. The line goes with the function that is returned, which says whether to go on.
pub fn progress_line(language: Language) -> impl FnMut(f64) -> bool {
    let is_seen = is_seen();
    let series = place().clone();
    let started = series.as_ref().map_or_else(Instant::now, |(_, started)| *started);
    let mut line = Line { shown: None };
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

/// The line on the screen. It is wiped when all is done, and before an error takes its place.
struct Line {
    /// When it was last written, if it was.
    shown: Option<Instant>,
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown.is_some() {
            replace_line("");
        }
    }
}

//! The real window: opens it, or says why it cannot.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::egui::{self, Ui};

use super::App;
use super::preferences::{Found, PreferencesFolder};
use crate::session::Opened;
use crate::text::Language;

/// The reason why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display to open it on.
    #[error("there is no display")]
    NoDisplay,
    /// The window system refused.
    #[error("the window did not open: {0}")]
    Refused(String),
}

/// What the window opens with.
#[derive(Debug, Default)]
pub struct Start {
    /// The language given on the command line, if any.
    pub language: Option<Language>,
    /// The session of a file, shown in place of the last one, with its path.
    pub opened: Option<(PathBuf, Opened)>,
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// [`WindowError`]: there is no display, or the window system refused.
pub fn run_window(start: Start) -> Result<(), WindowError> {
    if !has_display() {
        return Err(WindowError::NoDisplay);
    }
    let store = PreferencesFolder::of_system();
    let mut found = store.as_ref().map_or_else(Found::default, PreferencesFolder::load);
    if start.language.is_some() {
        found.preferences.language = start.language;
    }
    let options = eframe::NativeOptions {
        viewport: found.preferences.viewport(),
        ..Default::default()
    };
    let is_open = Arc::new(AtomicBool::new(false));
    let flag = is_open.clone();
    let create: eframe::AppCreator<'_> = Box::new(|creation| {
        let mut app = App::restored(&creation.egui_ctx, found, store);
        if let Some((path, opened)) = start.opened {
            app = app.with_opened(opened, &path);
        }
        Ok(Box::new(Native { app, is_open: flag }))
    });
    refusing(&is_open, || eframe::run_native("poscope", options, create))
}

/// Runs the window. The window system reports some missing libraries by a panic, which becomes an
/// error like any other; a panic after the window has opened is a bug and propagates.
fn refusing<E: ToString>(is_open: &AtomicBool, run: impl FnOnce() -> Result<(), E>) -> Result<(), WindowError> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| WindowError::Refused(error.to_string())),
        Err(panic) if is_open.load(Ordering::Relaxed) => std::panic::resume_unwind(panic),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Err(WindowError::Refused(words.unwrap_or_default()))
        }
    }
}

/// Returns whether the environment names a display; on Windows and macOS there always is one.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}

/// The app as eframe runs it.
struct Native {
    app: App,
    /// Set in the first frame.
    is_open: Arc<AtomicBool>,
}

impl eframe::App for Native {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.is_open.store(true, Ordering::Relaxed);
        self.app.draw(ui);
        let ctx = ui.ctx();
        // Saved as soon as no pointer button is held, so that a crash loses nothing.
        if ctx.input(|input| !input.pointer.any_down()) {
            self.app.save(ctx);
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_before_the_first_frame_is_a_window_that_did_not_open_and_a_later_one_stays_a_panic() {
        let is_open = AtomicBool::new(false);
        let missing = || -> Result<(), String> { std::panic::resume_unwind(Box::new("libGL is missing")) };
        let refused = refusing(&is_open, missing).map_err(|error| error.to_string());
        assert_eq!(refused, Err("the window did not open: libGL is missing".to_owned()));
        let opened_and_failed = || -> Result<(), String> {
            is_open.store(true, Ordering::Relaxed);
            std::panic::resume_unwind(Box::new("a fault"))
        };
        let outcome = std::panic::catch_unwind(|| refusing(&is_open, opened_and_failed).is_ok());
        assert_eq!(
            outcome.err().and_then(|panic| panic.downcast_ref().copied()),
            Some("a fault")
        );
    }
}

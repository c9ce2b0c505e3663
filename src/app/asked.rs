//! The system's own file dialog, opened on a separate thread.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use rfd::{AsyncFileDialog, FileHandle};

use super::work::Work;
use crate::field::Cancel;

/// A file dialog that is open, and since when.
pub struct Asked {
    path: Work<Option<PathBuf>>,
    since: Instant,
}

/// The outcome of a file dialog.
pub enum Answer {
    /// Nothing yet.
    Waiting,
    /// A file was chosen.
    Path(PathBuf),
    /// The dialog was closed without a choice.
    Dismissed,
    /// This system has no file dialog.
    NoDialog,
}

impl Asked {
    /// Asks for the name of a file to write.
    pub fn to_save(ctx: &Context, name: &str) -> Self {
        Self::ask(ctx, AsyncFileDialog::new().set_file_name(name).save_file())
    }

    /// Asks for a file to read.
    pub fn to_open(ctx: &Context) -> Self {
        Self::ask(ctx, AsyncFileDialog::new().pick_file())
    }

    fn ask(ctx: &Context, dialog: impl Future<Output = Option<FileHandle>> + Send + 'static) -> Self {
        let wait = move |_: &Cancel| pollster::block_on(dialog).map(|file| file.path().to_owned());
        Self {
            path: Work::start(ctx, "dialog", wait),
            since: Instant::now(),
        }
    }

    /// Returns the outcome so far.
    pub fn answer(&self) -> Answer {
        match self.path.news() {
            None => Answer::Waiting,
            Some(Ok(Some(path))) => Answer::Path(path),
            // Nobody dismisses a dialog this fast, so the system has none.
            Some(_) if self.since.elapsed() < Duration::from_millis(400) => Answer::NoDialog,
            Some(_) => Answer::Dismissed,
        }
    }
}

//! The system's own file dialog, asked on a thread of its own.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use rfd::{AsyncFileDialog, FileHandle};

use super::elsewhere::Work;
use crate::field::Cancel;

/// A person who is asked for a path, and since when.
pub struct Asked {
    path: Work<Option<PathBuf>>,
    since: Instant,
}

/// What came of it.
pub enum Answer {
    /// Nothing yet.
    Waiting,
    /// A file was chosen.
    Path(PathBuf),
    /// None was.
    Dismissed,
    /// There is no such dialog on this system.
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

    /// The answer, once there is one.
    pub fn answer(&self) -> Answer {
        match self.path.news() {
            None => Answer::Waiting,
            Some(Ok(Some(path))) => Answer::Path(path),
            // Nobody dismisses a dialog so fast: there is none here.
            Some(_) if self.since.elapsed() < Duration::from_millis(400) => Answer::NoDialog,
            Some(_) => Answer::Dismissed,
        }
    }
}

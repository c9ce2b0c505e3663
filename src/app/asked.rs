//! The system's own file dialog, asked on a thread of its own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use eframe::egui::Context;
use rfd::{AsyncFileDialog, FileHandle};

/// A person who is asked for a path, and since when.
pub struct Asked {
    path: Receiver<Option<PathBuf>>,
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
    pub fn to_save(ctx: &Context, name: &str) -> Option<Self> {
        Self::ask(ctx, AsyncFileDialog::new().set_file_name(name).save_file())
    }

    /// Asks for a file to read.
    pub fn to_open(ctx: &Context) -> Option<Self> {
        Self::ask(ctx, AsyncFileDialog::new().pick_file())
    }

    fn ask(ctx: &Context, dialog: impl Future<Output = Option<FileHandle>> + Send + 'static) -> Option<Self> {
        let (sender, path) = channel();
        let ctx = ctx.clone();
        let wait = move || {
            let path = pollster::block_on(dialog).map(|file| file.path().to_owned());
            let _ = sender.send(path);
            ctx.request_repaint();
        };
        let spawned = std::thread::Builder::new()
            .name("poscope-dialog".to_owned())
            .spawn(wait);
        spawned.ok().map(|_thread| Self {
            path,
            since: Instant::now(),
        })
    }

    /// The answer, once there is one.
    pub fn answer(&self) -> Answer {
        match self.path.try_recv() {
            Ok(Some(path)) => Answer::Path(path),
            // Nobody dismisses a dialog so fast: there is none here.
            Ok(None) | Err(TryRecvError::Disconnected) if self.since.elapsed() < Duration::from_millis(400) => {
                Answer::NoDialog
            }
            Ok(None) | Err(TryRecvError::Disconnected) => Answer::Dismissed,
            Err(TryRecvError::Empty) => Answer::Waiting,
        }
    }
}

//! Work on a thread of its own, for which the window does not wait.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};

use eframe::egui::Context;

use crate::field::Cancel;

/// Work that is under way. Dropping it cancels it.
pub struct Work<T> {
    /// Cancels the work and reports its progress.
    pub cancel: Cancel,
    news: Receiver<T>,
    thread: Option<JoinHandle<()>>,
    is_awaited: bool,
}

/// The thread never started, or ended without an answer.
pub struct Gone;

impl<T: Send + 'static> Work<T> {
    /// Starts work that gives one answer.
    pub fn start(ctx: &Context, name: &str, work: impl FnOnce(&Cancel) -> T + Send + 'static) -> Self {
        Self::telling(ctx, name, |cancel, tell| tell(work(cancel)))
    }

    /// Starts work that reports results as it goes. The window is repainted for each result while
    /// somebody waits for it.
    pub fn telling(ctx: &Context, name: &str, work: impl FnOnce(&Cancel, &dyn Fn(T)) + Send + 'static) -> Self {
        let (sender, news) = channel();
        let cancel = Cancel::default();
        let (ctx, flag) = (ctx.clone(), cancel.clone());
        let job = move || {
            work(&flag, &|news| {
                if sender.send(news).is_ok() {
                    ctx.request_repaint();
                }
            });
        };
        Self {
            cancel,
            news,
            // Without a thread the sender is dropped, which `news` and `wait` report as `Gone`.
            thread: Builder::new().name(format!("poscope-{name}")).spawn(job).ok(),
            is_awaited: false,
        }
    }

    /// Makes dropping the work wait for its end: a process does not wait for its threads when it
    /// exits, and no half-written file may be left.
    #[must_use]
    pub fn awaited(mut self) -> Self {
        self.is_awaited = true;
        self
    }

    /// Waits for the next result; [`Gone`] if the thread never started or has ended.
    pub fn wait(&self) -> Result<T, Gone> {
        self.news.recv().map_err(|_| Gone)
    }

    /// Returns the next result since the last call; `None` if there is none yet.
    pub fn news(&self) -> Option<Result<T, Gone>> {
        match self.news.try_recv() {
            Ok(news) => Some(Ok(news)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(Gone)),
        }
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.cancel.raise();
        if let Some(thread) = self.thread.take().filter(|_| self.is_awaited) {
            let _ = thread.join();
        }
    }
}

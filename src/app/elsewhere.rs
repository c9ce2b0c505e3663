//! Work on a thread of its own, for which the window does not wait.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};

use eframe::egui::Context;

use crate::field::Cancel;

/// Work that is under way. Dropping it gives it up.
pub struct Work<T> {
    /// Stops the work, and says how far it is.
    pub cancel: Cancel,
    news: Receiver<T>,
    thread: Option<JoinHandle<()>>,
    is_awaited: bool,
}

/// The thread never began, or has ended without its answer.
pub struct Gone;

impl<T: Send + 'static> Work<T> {
    /// Starts work that gives an answer.
    pub fn start(ctx: &Context, name: &str, work: impl FnOnce(&Cancel) -> T + Send + 'static) -> Self {
        Self::telling(ctx, name, |cancel, tell| tell(work(cancel)))
    }

    /// Starts work that tells what it finds as it goes. The window is drawn again for all that is
    /// told while somebody waits for it.
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
            // Without a thread the sender is gone, which is said.
            thread: Builder::new().name(format!("poscope-{name}")).spawn(job).ok(),
            is_awaited: false,
        }
    }

    /// The same work, but whoever drops it waits for its end: a process that ends does not wait for
    /// its threads, and no half file may be left.
    #[must_use]
    pub fn awaited(mut self) -> Self {
        self.is_awaited = true;
        self
    }

    /// Waits until the work has told something.
    pub fn wait(&self) -> Result<T, Gone> {
        self.news.recv().map_err(|_| Gone)
    }

    /// What the work has told since the last time, one by one; `None` if that is nothing.
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

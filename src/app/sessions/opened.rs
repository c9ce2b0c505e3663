//! Sessions that were opened or saved, taken into the window.

use std::path::Path;

use super::News;
use crate::app::App;
use crate::app::notice::joined;
use crate::file::one_line_path;
use crate::session::Opened;
use crate::text::{outside_fields, unknown_fields};
use crate::tr;
use crate::view::misfits;

impl App {
    /// Returns the window on a session that was opened before the window; undo restores the last session.
    #[must_use]
    pub fn with_opened(mut self, opened: Opened, path: &Path) -> Self {
        let before = self.notice.take();
        self.open(opened, Some(path));
        if let Some(before) = before {
            self.notice = self.notice.take().map(|opened| before.and(opened));
        }
        self
    }

    /// Takes in the outcome of opening or saving a session.
    pub(in crate::app) fn take_in(&mut self, news: News) {
        match news {
            News::Opened(opened, path) => self.open(*opened, path.as_deref()),
            News::Saved(path) => {
                self.preferences.note_file(&path);
                self.say(move |language| tr!(language, "export.saved", path = one_line_path(&path)));
            }
            News::Refused(refusal) => self.say(move |language| refusal.words(language)),
        }
    }

    /// Replaces the session, as a step that can be undone.
    fn open(&mut self, Opened { session, unknown }: Opened, path: Option<&Path>) {
        self.history.settle(self.checked.session());
        let unknown = [unknown, misfits(&session)].concat();
        let outside = session.outside();
        self.replace(session);
        self.follow();
        let name = path.map(|path| {
            self.preferences.note_file(path);
            self.sessions.note_opened(path);
            one_line_path(path.file_name().map(Path::new).unwrap_or(path))
        });
        self.say(move |language| {
            let opened = match &name {
                Some(name) => tr!(language, "sessions.opened", name),
                None => tr!(language, "sessions.opened_shared"),
            };
            let left_out = unknown_fields(&unknown, language);
            joined([Some(opened), left_out, outside_fields(&outside, language)])
        });
    }
}

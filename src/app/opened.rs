//! Sessions that were opened or saved, taken into the window.

use std::path::Path;

use super::App;
use super::sessions::News;
use crate::file::one_line_path;
use crate::session::Opened;
use crate::text::{outside_fields, unknown_fields};
use crate::tr;
use crate::view::misfits;

impl App {
    /// Returns the window on a session opened before it, in place of the last session, which undo restores.
    #[must_use]
    pub fn with_opened(mut self, opened: Opened, path: &Path) -> Self {
        let before = self.notice.take();
        self.open(opened, Some(path));
        self.notice = joined([before, self.notice]);
        self
    }

    /// Takes in the outcome of opening or saving a session.
    pub(super) fn take_in(&mut self, news: News) {
        match news {
            News::Opened(opened, path) => self.open(*opened, path.as_deref()),
            News::Saved(path) => {
                self.preferences.note_file(&path);
                let language = self.preferences.language();
                self.notice = Some(tr!(language, "export.saved", path = one_line_path(&path)));
            }
            News::Refused(words) => self.notice = Some(words),
        }
    }

    /// Replaces the session, as a step that can be undone.
    fn open(&mut self, Opened { session, unknown }: Opened, path: Option<&Path>) {
        self.history.settle(self.checked.session());
        let unknown = [unknown, misfits(&session)].concat();
        let outside = session.outside();
        self.replace(session);
        self.follow();
        let language = self.preferences.language();
        let words = match path {
            Some(path) => {
                self.preferences.note_file(path);
                self.sessions.note_opened(path);
                let name = path.file_name().map(Path::new).unwrap_or(path);
                tr!(language, "sessions.opened", name = one_line_path(name))
            }
            None => tr!(language, "sessions.opened_shared"),
        };
        self.notice = joined([
            Some(words),
            unknown_fields(&unknown, language),
            outside_fields(&outside, language),
        ]);
    }
}

/// Joins several notices into one.
pub(super) fn joined<const N: usize>(notices: [Option<String>; N]) -> Option<String> {
    let notices: Vec<String> = notices.into_iter().flatten().collect();
    (!notices.is_empty()).then(|| notices.join(" · "))
}

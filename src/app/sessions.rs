//! Opening and saving of sessions: the two dialogs, and the threads that read and write.

mod opened;

use std::path::{Path, PathBuf};

use eframe::egui::{Button, Context, Key, Response, RichText, Ui, Vec2};

use super::action::Dialog;
use super::asked::Asked;
use super::controls::{say_error, say_weak};
use super::dialogs::Dialogs;
use super::path_field::{PathField, has_ending};
use super::work::Work;
use crate::file::{self, Destination, FileError, one_line_path};
use crate::session::saved::ENDING;
use crate::session::{Opened, SavedError, Session, from_text, is_shared, to_json};
use crate::text::{Language, file_error, saved_error};
use crate::tr;

/// The outcome of opening or saving a session.
pub enum News {
    /// A session, and the file that it was in.
    Opened(Box<Opened>, Option<PathBuf>),
    /// The file that was written.
    Saved(PathBuf),
    /// Why nothing was opened or saved.
    Refused(SessionRefusal),
}

/// Why a session was not opened or not saved.
pub enum SessionRefusal {
    /// The file could not be read or written.
    File(FileError),
    /// The text, which may be that of a file, is not a session.
    Text(SavedError, Option<PathBuf>),
    /// The system has no dialog for files.
    NoDialog,
    /// The thread ended without a result.
    NoThread,
}

impl SessionRefusal {
    /// Returns the message.
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::File(error) => file_error(error, language),
            Self::Text(error, None) => saved_error(error, language),
            Self::Text(error, Some(path)) => {
                let reason = saved_error(error, language);
                tr!(language, "sessions.in_file", reason, path = one_line_path(path))
            }
            Self::NoDialog => tr!(language, "export.no_dialog"),
            Self::NoThread => tr!(language, "sessions.no_thread"),
        }
    }
}

/// The extensions of session files; the first is added to a name without one.
const ENDINGS: [&str; 2] = [ENDING, "json"];

/// A dialog: what is typed into it, its work, and why that was refused.
struct DialogForm {
    dialog: Dialog,
    path: PathField,
    refusal: Option<SessionRefusal>,
    work: Option<Work<Result<News, SessionRefusal>>>,
    /// Whether the dialog was open in the last frame.
    was_open: bool,
}

/// The two dialogs.
pub struct Sessions {
    open: DialogForm,
    save: DialogForm,
}

impl Default for Sessions {
    fn default() -> Self {
        Self {
            open: DialogForm::new(Dialog::OpenSession, String::new()),
            save: DialogForm::new(Dialog::SaveSession, format!("session.{ENDING}")),
        }
    }
}

impl Sessions {
    /// Reads the session in a file, on a thread.
    pub fn open_file(&mut self, ctx: &Context, path: PathBuf) {
        self.start_opening(ctx, move || {
            let text = file::read_session_text(&path).map_err(SessionRefusal::File)?;
            read(&text, Some(path))
        });
    }

    /// Reads the session in a pasted text, on a thread.
    pub fn open_text(&mut self, ctx: &Context, text: String) {
        self.start_opening(ctx, move || read(&text, None));
    }

    /// Suggests an opened session file as the one to save to.
    pub fn note_opened(&mut self, path: &Path) {
        if has_ending(path, &ENDINGS) {
            self.save.path.text = path.to_string_lossy().into_owned();
        }
    }

    fn start_opening(&mut self, ctx: &Context, read: impl FnOnce() -> Result<News, SessionRefusal> + Send + 'static) {
        self.open.refusal = None;
        self.open.work = Some(Work::start(ctx, "open", |_| read()));
    }

    fn start_saving(&mut self, ctx: &Context, session: &Session) {
        let path = self.save.path.path(&ENDINGS);
        self.save.path.text = path.to_string_lossy().into_owned();
        self.save.refusal = None;
        let text = to_json(session);
        let work = Work::start(ctx, "save", move |_| {
            let destination = Destination::Path(path.clone());
            let written = file::write_whole(&destination, |out| Ok(out.write_all(text.as_bytes())?));
            let saved = written.map(|()| std::path::absolute(&path).unwrap_or(path));
            saved.map(News::Saved).map_err(SessionRefusal::File)
        });
        self.save.work = Some(work.awaited());
    }

    /// Draws the open dialogs and returns what has finished. A refusal stays in its dialog while that is open.
    pub fn show(
        &mut self,
        ctx: &Context,
        dialogs: &mut Dialogs,
        session: &Session,
        language: Language,
    ) -> Option<News> {
        for form in [&mut self.open, &mut self.save] {
            if form.path.has_no_dialog() {
                form.refusal = Some(SessionRefusal::NoDialog);
            }
        }
        let open = tr!(language, "sessions.open_title");
        dialogs.hanging(ctx, Dialog::OpenSession, &open, 200.0, |ui, room| {
            self.open_contents(ui, room, language);
        });
        let save = tr!(language, "sessions.save_title");
        dialogs.hanging(ctx, Dialog::SaveSession, &save, 200.0, |ui, room| {
            self.save_contents(ui, room, session, language);
        });
        for form in [&mut self.open, &mut self.save] {
            form.was_open = dialogs.is_open(form.dialog);
        }
        let opened = self.open.collect(dialogs);
        opened.or_else(|| self.save.collect(dialogs))
    }

    fn open_contents(&mut self, ui: &mut Ui, room: Vec2, language: Language) {
        let name = tr!(language, "sessions.file_or_text");
        let (response, browse) = self.open.field(ui, room, &name, language);
        if browse {
            self.open.path.asked = Some(Asked::to_open(ui.ctx()));
        }
        say_weak(ui, tr!(language, "sessions.what_opens"));
        ui.add_space(4.0);
        if self.open.is_confirmed(ui, &response, tr!(language, "sessions.open")) {
            let text = self.open.path.text.trim().to_owned();
            let path = file::expand_home(&text);
            if (is_shared(&text) || text.starts_with('{')) && !file::exists(&path) {
                self.open_text(ui.ctx(), text);
            } else {
                self.open_file(ui.ctx(), path);
            }
        }
        self.open.say_refusal(ui, language);
    }

    fn save_contents(&mut self, ui: &mut Ui, room: Vec2, session: &Session, language: Language) {
        let (response, browse) = self.save.field(ui, room, &tr!(language, "export.file"), language);
        if browse {
            let path = self.save.path.path(&ENDINGS);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            self.save.path.asked = Some(Asked::to_save(ui.ctx(), &name));
        }
        say_weak(ui, tr!(language, "sessions.what_is_saved"));
        if !self.save.was_open {
            self.save.path.look_again();
        }
        if self.save.path.is_there(&ENDINGS) {
            ui.label(RichText::new(tr!(language, "export.replaces")).weak());
        }
        ui.add_space(4.0);
        if self.save.is_confirmed(ui, &response, tr!(language, "export.save")) {
            self.start_saving(ui.ctx(), session);
        }
        self.save.say_refusal(ui, language);
    }
}

/// Reads the session in a text; `path` is its file, if it came from one.
fn read(text: &str, path: Option<PathBuf>) -> Result<News, SessionRefusal> {
    match from_text(text) {
        Ok(opened) => Ok(News::Opened(Box::new(opened), path)),
        Err(error) => Err(SessionRefusal::Text(error, path)),
    }
}

impl DialogForm {
    fn new(dialog: Dialog, text: String) -> Self {
        Self {
            dialog,
            path: PathField::with(text),
            refusal: None,
            work: None,
            was_open: false,
        }
    }

    /// Draws the label and the path field, with undrawable characters spelled out below; returns
    /// the field's response and whether the system's dialog was asked for. A dialog that was just
    /// opened takes the keyboard focus.
    fn field(&mut self, ui: &mut Ui, room: Vec2, name: &str, language: Language) -> (Response, bool) {
        ui.set_width(400.0_f32.min(room.x - 20.0));
        ui.label(name);
        let row = ui.horizontal(|ui| self.path.show(ui, name, language));
        let (response, browse) = row.inner;
        if response.changed() {
            self.refusal = None;
        }
        self.path.spelled(ui);
        if !self.was_open {
            response.request_focus();
            self.refusal = None;
        }
        (response, browse)
    }

    /// Draws the button; returns whether it was clicked or Enter was pressed in the field.
    fn is_confirmed(&self, ui: &mut Ui, field: &Response, words: String) -> bool {
        let can_be = self.work.is_none() && !self.path.text.trim().is_empty();
        let is_clicked = ui.add_enabled(can_be, Button::new(words)).clicked();
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        can_be && (is_clicked || is_entered)
    }

    fn say_refusal(&self, ui: &mut Ui, language: Language) {
        if let Some(refusal) = &self.refusal {
            say_error(ui, &refusal.words(language));
        }
    }

    /// Collects finished work. A dialog whose work is done closes; a refusal stays in it while it is open.
    fn collect(&mut self, dialogs: &mut Dialogs) -> Option<News> {
        let done = self.work.as_ref()?.news()?.unwrap_or(Err(SessionRefusal::NoThread));
        self.work = None;
        match done {
            Ok(news) => {
                dialogs.close(self.dialog);
                Some(news)
            }
            Err(refusal) if self.was_open => {
                self.refusal = Some(refusal);
                None
            }
            Err(refusal) => Some(News::Refused(refusal)),
        }
    }
}

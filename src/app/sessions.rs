//! Sessions that are opened and saved: the two dialogs, and the threads that
//! read and write.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;

use eframe::egui::{self, Align2, Context, Key, Label, Response, RichText, Role, TextEdit, Ui};

use super::action::Dialog;
use super::asked::{Answer, Asked};
use super::controls::named;
use super::dialogs::Dialogs;
use super::fonts::{boxed, drawable};
use crate::file::{self, Destination, FileError};
use crate::session::saved::ENDING;
use crate::session::{Opened, SavedError, Session, from_text, is_shared, to_json};
use crate::text::{Language, file_error, saved_error};
use crate::tr;

/// Something that was asked for and is done.
pub enum News {
    /// A session, and the file it was in.
    Opened(Box<Opened>, Option<PathBuf>),
    /// The file that was written.
    Saved(PathBuf),
    /// Why not, in words.
    Refused(String),
}

/// A session, and the file it was in.
type Found = (Opened, Option<PathBuf>);

/// Why a session was not opened or not saved.
enum Refusal {
    File(FileError),
    Text(SavedError, Option<PathBuf>),
    NoThread,
}

impl Refusal {
    fn words(&self, language: Language) -> String {
        match self {
            Self::File(error) => file_error(error, language),
            Self::Text(error, None) => saved_error(error, language),
            Self::Text(error, Some(path)) => {
                let reason = saved_error(error, language);
                tr!(language, "sessions.in_file", reason = reason, path = path.display())
            }
            Self::NoThread => tr!(language, "sessions.no_thread"),
        }
    }
}

/// What is typed into a dialog, and what came of it.
#[derive(Default)]
struct Form {
    text: String,
    refusal: Option<String>,
    asked: Option<Asked>,
    /// It was there in the last frame.
    was_open: bool,
}

/// A file that is being written.
struct Saving {
    done: Receiver<Result<PathBuf, Refusal>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Saving {
    /// A process that ends does not wait for its threads, and the file is small.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The dialogs.
pub struct Sessions {
    open: Form,
    save: Form,
    opening: Option<Receiver<Result<Found, Refusal>>>,
    saving: Option<Saving>,
    /// The last path to save to that was looked for, and whether there is such a file.
    exists: (String, bool),
}

impl Default for Sessions {
    fn default() -> Self {
        Self {
            open: Form::default(),
            save: Form {
                text: format!("session.{ENDING}"),
                ..Form::default()
            },
            opening: None,
            saving: None,
            exists: Default::default(),
        }
    }
}

impl Sessions {
    /// Reads the session in a file, elsewhere.
    pub fn open_file(&mut self, ctx: &Context, path: PathBuf) {
        self.start_opening(ctx, move || {
            let text = file::read_session_text(&path).map_err(Refusal::File)?;
            match from_text(&text) {
                Ok(opened) => Ok((opened, Some(path))),
                Err(error) => Err(Refusal::Text(error, Some(path))),
            }
        });
    }

    /// Reads the session in a text that was pasted, elsewhere.
    pub fn open_text(&mut self, ctx: &Context, text: String) {
        self.start_opening(ctx, move || match from_text(&text) {
            Ok(opened) => Ok((opened, None)),
            Err(error) => Err(Refusal::Text(error, None)),
        });
    }

    /// A session file that was opened is the one to save to.
    pub fn note_opened(&mut self, path: &Path) {
        if has_ending(path) {
            self.save.text = path.to_string_lossy().into_owned();
        }
    }

    fn start_opening(&mut self, ctx: &Context, read: impl FnOnce() -> Result<Found, Refusal> + Send + 'static) {
        let (sender, done) = channel();
        let ctx = ctx.clone();
        let job = move || {
            let _ = sender.send(read());
            ctx.request_repaint();
        };
        self.open.refusal = None;
        // Without a thread the sender is gone, which is said.
        let _ = std::thread::Builder::new().name("poscope-open".to_owned()).spawn(job);
        self.opening = Some(done);
    }

    fn start_saving(&mut self, ctx: &Context, session: &Session) {
        let path = with_ending(&self.save.text);
        self.save.text = path.to_string_lossy().into_owned();
        self.save.refusal = None;
        let text = to_json(session);
        let (sender, done) = channel();
        let ctx = ctx.clone();
        let job = move || {
            let destination = Destination::Path(path.clone());
            let written = file::write_whole(&destination, |out| Ok(out.write_all(text.as_bytes())?));
            let saved = written.map(|()| std::path::absolute(&path).unwrap_or(path));
            let _ = sender.send(saved.map_err(Refusal::File));
            ctx.request_repaint();
        };
        let thread = std::thread::Builder::new().name("poscope-save".to_owned()).spawn(job);
        self.saving = Some(Saving {
            done,
            thread: thread.ok(),
        });
    }

    /// Draws the dialogs that are open, and says what is done. A refusal stays
    /// in its dialog where that is open.
    pub fn show(
        &mut self,
        ctx: &Context,
        dialogs: &mut Dialogs,
        session: &Session,
        language: Language,
    ) -> Option<News> {
        for form in [&mut self.open, &mut self.save] {
            form.take_answer(language);
        }
        window(ctx, dialogs, Dialog::OpenSession, language, |ui| {
            self.open_contents(ui, language);
        });
        window(ctx, dialogs, Dialog::SaveSession, language, |ui| {
            self.save_contents(ui, session, language);
        });
        self.open.note(dialogs.is_open(Dialog::OpenSession));
        self.save.note(dialogs.is_open(Dialog::SaveSession));
        self.collect(dialogs, language)
    }

    fn open_contents(&mut self, ui: &mut Ui, language: Language) {
        ui.label(tr!(language, "sessions.file_or_text"));
        let (response, browse) = self.open.field(ui, &tr!(language, "sessions.file_or_text"), language);
        self.open.focus(&response);
        if browse {
            self.open.asked = Asked::to_open(ui.ctx());
        }
        ui.add(Label::new(RichText::new(tr!(language, "sessions.what_opens")).weak()).wrap());
        ui.add_space(4.0);
        let can_open = self.opening.is_none() && !self.open.text.trim().is_empty();
        let button = egui::Button::new(tr!(language, "sessions.open"));
        let clicked = ui.add_enabled(can_open, button).clicked();
        if can_open && (clicked || entered(&response)) {
            let text = self.open.text.trim().to_owned();
            let path = file::expand_home(&text);
            if (is_shared(&text) || text.starts_with('{')) && !file::exists(&path) {
                self.open_text(ui.ctx(), text);
            } else {
                self.open_file(ui.ctx(), path);
            }
        }
        self.open.refusal(ui);
    }

    fn save_contents(&mut self, ui: &mut Ui, session: &Session, language: Language) {
        ui.label(tr!(language, "export.file"));
        let (response, browse) = self.save.field(ui, &tr!(language, "export.file"), language);
        self.save.focus(&response);
        if browse {
            let path = with_ending(&self.save.text);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            self.save.asked = Asked::to_save(ui.ctx(), &name);
        }
        ui.add(Label::new(RichText::new(tr!(language, "sessions.what_is_saved")).weak()).wrap());
        if !self.save.was_open || self.exists.0 != self.save.text {
            let exists = file::exists(&with_ending(&self.save.text));
            self.exists = (self.save.text.clone(), exists);
        }
        if self.exists.1 {
            ui.label(RichText::new(tr!(language, "export.replaces")).weak());
        }
        ui.add_space(4.0);
        let can_save = self.saving.is_none() && !self.save.text.trim().is_empty();
        let button = egui::Button::new(tr!(language, "export.save"));
        let clicked = ui.add_enabled(can_save, button).clicked();
        if can_save && (clicked || entered(&response)) {
            self.start_saving(ui.ctx(), session);
        }
        self.save.refusal(ui);
    }

    fn collect(&mut self, dialogs: &mut Dialogs, language: Language) -> Option<News> {
        if let Some(done) = self.opening.as_ref().and_then(arrived) {
            self.opening = None;
            match done {
                Ok((opened, path)) => {
                    dialogs.close(Dialog::OpenSession);
                    return Some(News::Opened(Box::new(opened), path));
                }
                Err(refusal) => {
                    return self
                        .open
                        .refused(&refusal, dialogs.is_open(Dialog::OpenSession), language);
                }
            }
        }
        let done = self.saving.as_ref().and_then(|saving| arrived(&saving.done))?;
        self.saving = None;
        match done {
            Ok(path) => {
                dialogs.close(Dialog::SaveSession);
                Some(News::Saved(path))
            }
            Err(refusal) => self
                .save
                .refused(&refusal, dialogs.is_open(Dialog::SaveSession), language),
        }
    }
}

/// What a thread has sent; that it could not begin is a refusal.
fn arrived<T>(done: &Receiver<Result<T, Refusal>>) -> Option<Result<T, Refusal>> {
    match done.try_recv() {
        Ok(result) => Some(result),
        Err(TryRecvError::Empty) => None,
        Err(TryRecvError::Disconnected) => Some(Err(Refusal::NoThread)),
    }
}

impl Form {
    /// The field of a path, with what no font has spelled out below it, and
    /// whether the system's dialog was asked for.
    fn field(&mut self, ui: &mut Ui, name: &str, language: Language) -> (Response, bool) {
        let (response, browse) = ui
            .horizontal(|ui| {
                let mut layouter = boxed;
                let field = TextEdit::singleline(&mut self.text)
                    .desired_width((ui.available_width() - 90.0).max(80.0))
                    .layouter(&mut layouter);
                let response = ui.add(field);
                named(&response, Role::TextInput, &self.text, name);
                let browse = ui.button(tr!(language, "export.browse")).clicked();
                (response, browse && self.asked.is_none())
            })
            .inner;
        if response.changed() {
            self.refusal = None;
        }
        let spelled = drawable(ui.ctx(), &self.text);
        if spelled != self.text {
            ui.add(Label::new(RichText::new(spelled).weak()).wrap());
        }
        (response, browse)
    }

    /// A dialog that was just opened takes the keyboard.
    fn focus(&mut self, response: &Response) {
        if !self.was_open {
            response.request_focus();
            self.refusal = None;
        }
    }

    fn note(&mut self, is_open: bool) {
        self.was_open = is_open;
    }

    fn refusal(&self, ui: &mut Ui) {
        if let Some(words) = &self.refusal {
            let words = RichText::new(drawable(ui.ctx(), words)).color(ui.visuals().error_fg_color);
            ui.add(Label::new(words).wrap());
        }
    }

    fn refused(&mut self, refusal: &Refusal, is_open: bool, language: Language) -> Option<News> {
        let words = refusal.words(language);
        if is_open {
            self.refusal = Some(words);
            return None;
        }
        Some(News::Refused(words))
    }

    fn take_answer(&mut self, language: Language) {
        let answer = self.asked.as_ref().map_or(Answer::Waiting, Asked::answer);
        match answer {
            Answer::Waiting => return,
            Answer::Path(path) => self.text = path.to_string_lossy().into_owned(),
            Answer::NoDialog => self.refusal = Some(tr!(language, "export.no_dialog")),
            Answer::Dismissed => {}
        }
        self.asked = None;
    }
}

fn entered(response: &Response) -> bool {
    response.lost_focus() && response.ctx.input(|input| input.key_pressed(Key::Enter))
}

fn has_ending(path: &Path) -> bool {
    let is_ours = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case(ENDING) || ending.eq_ignore_ascii_case("json");
    path.extension().is_some_and(is_ours)
}

/// The path that is typed, with the ending of a session where it has none.
fn with_ending(text: &str) -> PathBuf {
    let path = file::expand_home(text.trim());
    if has_ending(&path) {
        return path;
    }
    let mut path = path.into_os_string();
    path.push(format!(".{ENDING}"));
    path.into()
}

/// A dialog where it is open.
fn window(ctx: &Context, dialogs: &mut Dialogs, dialog: Dialog, language: Language, add: impl FnOnce(&mut Ui)) {
    let mut open = dialogs.is_open(dialog);
    if !open {
        return;
    }
    let title = match dialog {
        Dialog::SaveSession => tr!(language, "sessions.save_title"),
        _ => tr!(language, "sessions.open_title"),
    };
    let room = ctx.content_rect().size() - egui::vec2(40.0, 70.0);
    egui::Window::new(title)
        .id(egui::Id::unique(("session", dialog)))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::CENTER_TOP)
        .default_pos(ctx.content_rect().center() - egui::vec2(0.0, room.y.min(200.0) / 2.0))
        .max_size(room)
        .show(ctx, |ui| {
            egui::ScrollArea::vertical().max_height(room.y).show(ui, |ui| {
                ui.set_width(400.0_f32.min(room.x - 20.0));
                add(ui);
            });
        });
    if !open {
        dialogs.close(dialog);
    }
}

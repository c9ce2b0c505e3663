//! The export dialog: pictures and tables to keep. Everything slow happens on
//! a thread of its own.
//!
//! | file | what it knows |
//! |---|---|
//! | `choices` | what can be kept, and how; remembered for each kind |
//! | `options` | the controls of these choices |
//! | `order` | the work of making a file |
//! | `preview` | what it will look like, and how long it will be |
//! | `shown` | the same on the screen |

mod choices;
mod options;
mod order;
mod preview;
mod shown;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use eframe::egui::{
    self, Align2, ColorImage, ComboBox, Context, ProgressBar, RichText, Role, TextEdit, Ui, WidgetInfo, vec2,
};

use super::action::Dialog;
use super::asked::{self, Asked};
use super::controls::named;
use super::dialogs::Dialogs;
use super::fonts::{boxed, drawable};
use crate::encoding::Encoding;
use crate::field::Cancel;
use crate::figure::animation::AnimationError;
use crate::figure::animation_error;
use crate::file::{self, Destination};
use crate::session::Session;
use crate::text::{Language, bytes, count};
use crate::tr;

use choices::Kind;
pub use choices::Remembered;
use order::Order;
use preview::Preview;

/// A dialog at least this wide has the preview beside the controls, in points.
const WIDE: f32 = 640.0;

/// How wide the controls are, in points.
const CONTROLS: f32 = 380.0;

/// The room of the preview, in points.
const PREVIEW: egui::Vec2 = vec2(340.0, 270.0);

enum Outcome {
    Saved(PathBuf),
    Copied(ColorImage),
    Failed(AnimationError),
}

struct Job {
    cancel: Cancel,
    done: Receiver<Outcome>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Job {
    /// Gives the work up and waits until its half file is gone: a process that
    /// ends does not wait for its threads.
    fn drop(&mut self) {
        self.cancel.raise();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The dialog.
pub struct Export {
    kind: Kind,
    remembered: Remembered,
    path: String,
    preview: Preview,
    job: Option<Job>,
    asked: Option<Asked>,
    /// The last path that was looked for, and whether there is such a file.
    exists: (String, bool),
    /// A large file that waits for a yes, and how long it will be.
    unconfirmed: Option<(Order, u64)>,
    message: Option<Result<String, String>>,
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|given| given.eq_ignore_ascii_case(ending))
}

/// What the dialog is about.
pub struct Subjects<'a> {
    /// What is looked at.
    pub session: &'a Session,
    /// Its encoding.
    pub encoding: &'a Encoding,
    /// The language of words in the picture.
    pub language: Language,
    /// Whether a picture of the window is dark.
    pub dark: bool,
}

impl Export {
    /// A dialog that remembers what was chosen before.
    pub fn new(remembered: Remembered) -> Self {
        let kind = Kind::Figure("heatmap");
        let format = remembered.of(kind).format;
        Self {
            kind,
            remembered,
            path: format!("{}.{}", kind.name(), format.name()),
            preview: Preview::default(),
            job: None,
            asked: None,
            exists: Default::default(),
            unconfirmed: None,
            message: None,
        }
    }

    /// What was chosen for each kind.
    pub fn remembered(&self) -> &Remembered {
        &self.remembered
    }

    /// Draws the dialog where it is open, and takes in what has been done.
    pub fn show(&mut self, ctx: &Context, dialogs: &mut Dialogs, subjects: &Subjects<'_>) {
        self.collect(ctx, subjects.language);
        let mut open = dialogs.is_open(Dialog::Export);
        if !open {
            self.preview.forget();
            return;
        }
        let language = subjects.language;
        let room = ctx.content_rect().size() - vec2(40.0, 70.0);
        egui::Window::new(tr!(language, "export.title"))
            .id(egui::Id::unique("export"))
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .pivot(Align2::CENTER_TOP) // the top stays where it is when the height changes
            .default_pos(ctx.content_rect().center() - vec2(0.0, room.y.min(420.0) / 2.0))
            .max_size(room)
            .show(ctx, |ui| {
                egui::ScrollArea::vertical().max_height(room.y).show(ui, |ui| {
                    if room.x >= WIDE + 100.0 {
                        ui.horizontal_top(|ui| {
                            ui.vertical(|ui| self.contents(ui, CONTROLS, subjects));
                            ui.add_space(6.0);
                            ui.vertical(|ui| self.picture(ui, PREVIEW, subjects));
                        });
                    } else {
                        self.contents(ui, room.x.min(420.0) - 20.0, subjects);
                        self.picture(ui, vec2(PREVIEW.x, 150.0).min(room - vec2(20.0, 0.0)), subjects);
                    }
                });
            });
        if !open {
            dialogs.close(Dialog::Export);
        }
    }

    fn contents(&mut self, ui: &mut Ui, width: f32, subjects: &Subjects<'_>) {
        let language = subjects.language;
        ui.set_width(width);
        let before = self.order(subjects);
        self.kinds(ui, language);
        if self.kind != before.kind {
            self.rename(&before, subjects);
        }
        ui.add_space(4.0);
        let before = self.order(subjects);
        let mut choices = before.choices.clone();
        options::show(ui, self.kind, &mut choices, language);
        if choices != before.choices {
            self.remembered.keep(self.kind, &choices);
            self.message = None;
            self.unconfirmed = None;
            self.rename(&before, subjects);
        }
        let order = self.order(subjects);
        ui.add(egui::Label::new(RichText::new(self.size_words(&order)).weak()).wrap());
        ui.add_space(4.0);
        self.file(ui, &order);
        self.buttons(ui, order);
        if self.exists.1 && self.message.is_none() {
            ui.label(RichText::new(tr!(subjects.language, "export.replaces")).weak());
        }
        match &self.message {
            Some(Ok(words)) => {
                ui.add(egui::Label::new(drawable(ui.ctx(), words)).wrap());
            }
            Some(Err(words)) => {
                let words = RichText::new(drawable(ui.ctx(), words)).color(ui.visuals().error_fg_color);
                ui.add(egui::Label::new(words).wrap());
            }
            None => {}
        }
    }

    fn kinds(&mut self, ui: &mut Ui, language: Language) {
        let combo = ComboBox::from_id_salt("kind")
            .width(300.0)
            .height(420.0)
            .selected_text(self.kind.words(language))
            .show_ui(ui, |ui| {
                for kind in Kind::all() {
                    ui.selectable_value(&mut self.kind, kind, kind.words(language));
                }
            });
        let name = tr!(language, "export.what", what = self.kind.words(language));
        combo
            .response
            .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
    }

    fn file(&mut self, ui: &mut Ui, order: &Order) {
        let language = order.language;
        ui.horizontal(|ui| {
            ui.label(tr!(language, "export.file"));
            let mut layouter = boxed;
            let field = TextEdit::singleline(&mut self.path)
                .desired_width((ui.available_width() - 90.0).max(80.0))
                .layouter(&mut layouter);
            let edit = ui.add(field);
            named(&edit, Role::TextInput, &self.path, &tr!(language, "export.file"));
            if edit.changed() {
                self.message = None;
                self.unconfirmed = None;
            }
            if ui.button(tr!(language, "export.browse")).clicked() && self.asked.is_none() {
                let name = PathBuf::from(&self.path)
                    .file_name()
                    .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                self.asked = Asked::to_save(ui.ctx(), &name);
            }
        });
        let spelled = drawable(ui.ctx(), &self.path);
        if spelled != self.path {
            ui.add(egui::Label::new(RichText::new(spelled).weak()).wrap());
        }
        if self.exists.0 != self.path {
            self.exists = (self.path.clone(), file::exists(&self.full_path(order)));
        }
    }

    fn buttons(&mut self, ui: &mut Ui, order: Order) {
        let language = order.language;
        if let Some((large, size)) = self.unconfirmed.clone() {
            let free = file::free_bytes(&self.full_path(&large));
            let words = match free {
                Some(free) => tr!(language, "export.large_free", size = bytes(size), free = bytes(free)),
                None => tr!(language, "export.large", size = bytes(size)),
            };
            ui.add(egui::Label::new(words).wrap());
            ui.horizontal(|ui| {
                if ui.button(tr!(language, "export.write_it")).clicked() {
                    self.unconfirmed = None;
                    self.write(ui.ctx(), large);
                }
                if ui.button(tr!(language, "work.cancel")).clicked() {
                    self.unconfirmed = None;
                }
            });
            return;
        }
        let busy = self.job.is_some();
        ui.horizontal(|ui| {
            let can_be = self.preview.error.is_none();
            let can_save = !busy && can_be && !self.path.trim().is_empty();
            if ui
                .add_enabled(can_save, egui::Button::new(tr!(language, "export.save")))
                .clicked()
            {
                self.save(ui.ctx(), order.clone());
            }
            let can_copy = !busy && can_be && (order.kind.is_figure() || order.kind.has_cells());
            if ui
                .add_enabled(can_copy, egui::Button::new(tr!(language, "export.copy")))
                .clicked()
            {
                self.copy(ui.ctx(), order);
            }
            if let Some(job) = &self.job {
                ui.add(ProgressBar::new(job.cancel.fraction()).desired_width(90.0));
                if ui.button(tr!(language, "work.cancel")).clicked() {
                    job.cancel.raise();
                }
                ui.ctx().request_repaint_after(Duration::from_millis(100));
            }
        });
    }

    /// The path keeps its folder; the name follows the kind, unless a name of
    /// one's own was typed, of which only the ending follows.
    fn rename(&mut self, before: &Order, subjects: &Subjects<'_>) {
        let order = self.order(subjects);
        let name = |order: &Order| format!("{}.{}", order.kind.name(), order.ending());
        let mut path = PathBuf::from(&self.path);
        let is_own = path.file_name().is_some_and(|typed| typed != name(before).as_str());
        if is_own {
            path.set_extension(order.ending());
        } else {
            path.set_file_name(name(&order));
        }
        self.path = path.to_string_lossy().into_owned();
        self.message = None;
        self.unconfirmed = None;
    }

    fn order(&self, subjects: &Subjects<'_>) -> Order {
        self.order_of(self.kind, subjects)
    }

    fn order_of(&self, kind: Kind, subjects: &Subjects<'_>) -> Order {
        Order {
            kind,
            choices: self.remembered.of(kind),
            session: subjects.session.clone(),
            encoding: subjects.encoding.clone(),
            language: subjects.language,
            dark: subjects.dark,
        }
    }

    /// Saves it; a large table only after a yes.
    fn save(&mut self, ctx: &Context, order: Order) {
        if let Kind::Table(format) = order.kind {
            let (rows, columns) = (order.encoding.max_len(), order.encoding.d_model());
            let size = format.most_bytes(rows, columns, order.choices.storage);
            if size > file::ASK_ABOVE && file::takes_space(&Destination::Path(self.full_path(&order))) {
                self.message = None;
                self.unconfirmed = Some((order, size));
                return;
            }
        }
        self.write(ctx, order);
    }

    fn write(&mut self, ctx: &Context, order: Order) {
        let path = self.full_path(&order);
        let ending = order.ending();
        if !has_ending(Path::new(self.path.trim()), ending) {
            self.path = format!("{}.{ending}", self.path.trim());
        }
        self.start(ctx, move |cancel| match order.write(&path, cancel) {
            Ok(()) => Outcome::Saved(std::path::absolute(&path).unwrap_or(path)),
            Err(error) => Outcome::Failed(error),
        });
    }

    /// The path that is typed, with the ending of what is saved.
    fn full_path(&self, order: &Order) -> PathBuf {
        let mut path = file::expand_home(self.path.trim());
        let ending = order.ending();
        if !has_ending(&path, ending) {
            let mut name = path.file_name().map(std::ffi::OsStr::to_os_string).unwrap_or_default();
            name.push(format!(".{ending}"));
            path.set_file_name(name);
        }
        path
    }

    fn copy(&mut self, ctx: &Context, order: Order) {
        self.start(ctx, move |cancel| match order.image(cancel) {
            Ok(image) => Outcome::Copied(image),
            Err(error) => Outcome::Failed(error),
        });
    }

    /// Copies the figure of the heatmap as it was last chosen.
    pub fn copy_heatmap(&mut self, ctx: &Context, subjects: &Subjects<'_>) {
        if self.job.is_none() {
            let order = self.order_of(Kind::Figure("heatmap"), subjects);
            self.copy(ctx, order);
        }
    }

    fn start(&mut self, ctx: &Context, work: impl FnOnce(&Cancel) -> Outcome + Send + 'static) {
        let cancel = Cancel::default();
        let (sender, done) = channel();
        let (ctx, flag) = (ctx.clone(), cancel.clone());
        let job = move || {
            let outcome = work(&flag);
            let _ = sender.send(outcome);
            ctx.request_repaint();
        };
        self.message = None;
        let spawned = std::thread::Builder::new().name("poscope-export".to_owned()).spawn(job);
        self.job = spawned.ok().map(|thread| Job {
            cancel,
            done,
            thread: Some(thread),
        });
    }

    /// What was done last, in words; for the notice line while the dialog is
    /// closed.
    pub fn take_message(&mut self) -> Option<String> {
        self.message.take().map(|message| message.unwrap_or_else(|words| words))
    }

    /// How much is done of what is under way.
    pub fn progress(&self) -> Option<f32> {
        self.job.as_ref().map(|job| job.cancel.fraction())
    }

    /// Gives up what is under way.
    pub fn cancel(&self) {
        if let Some(job) = &self.job {
            job.cancel.raise();
        }
    }

    /// Whether there is news.
    pub fn has_message(&self) -> bool {
        self.message.is_some()
    }

    fn collect(&mut self, ctx: &Context, language: Language) {
        if let Some(asked) = &self.asked {
            match asked.answer() {
                asked::Answer::Waiting => {}
                asked::Answer::Path(path) => (self.path, self.asked) = (path.to_string_lossy().into_owned(), None),
                asked::Answer::Dismissed => self.asked = None,
                asked::Answer::NoDialog => {
                    self.message = Some(Err(tr!(language, "export.no_dialog")));
                    self.asked = None;
                }
            }
        }
        let Some(job) = &self.job else { return };
        let outcome = match job.done.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Outcome::Failed(file::FileError::Cancelled.into()),
        };
        if let Some(thread) = self.job.as_mut().and_then(|job| job.thread.take()) {
            let _ = thread.join(); // it has nothing left to do
        }
        self.job = None;
        self.message = Some(match outcome {
            Outcome::Saved(path) => Ok(tr!(language, "export.saved", path = path.display())),
            Outcome::Copied(image) => {
                let [width, height] = image.size;
                ctx.copy_image(image);
                Ok(tr!(
                    language,
                    "export.copied",
                    width = count(width),
                    height = count(height)
                ))
            }
            Outcome::Failed(error) => Err(animation_error(&error, language)),
        });
    }
}

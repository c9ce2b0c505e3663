//! The export dialog: pictures and tables to keep. Everything slow happens on
//! a thread of its own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use eframe::egui::{self, Align2, ColorImage, ComboBox, Context, ProgressBar, Role, Slider, TextEdit, Ui, WidgetInfo};

use super::action::Dialog;
use super::controls::named;
use super::dialogs::Dialogs;
use super::fonts::{boxed, drawable};
use super::order::{Kind, Order, Settings};
use crate::encoding::Encoding;
use crate::field::Cancel;
use crate::file::{self, FileError, Storage};
use crate::session::Session;
use crate::text::{Language, bytes, count, file_error};
use crate::tr;

enum Outcome {
    Saved(PathBuf),
    Copied(ColorImage),
    Failed(FileError),
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

/// What a person was asked for a path, and since when.
struct Asked {
    path: Receiver<Option<PathBuf>>,
    since: Instant,
}

/// The dialog.
pub struct Export {
    settings: Settings,
    path: String,
    job: Option<Job>,
    asked: Option<Asked>,
    /// The last path that was looked for, and whether there is such a file.
    exists: (String, bool),
    message: Option<Result<String, String>>,
}

impl Default for Export {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            path: Kind::Heatmap.file_name().to_owned(),
            job: None,
            asked: None,
            exists: Default::default(),
            message: None,
        }
    }
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
    /// Whether pictures with words are dark.
    pub dark: bool,
}

impl Export {
    /// Draws the dialog where it is open, and takes in what has been done.
    pub fn show(&mut self, ctx: &Context, dialogs: &mut Dialogs, subjects: &Subjects<'_>) {
        self.collect(ctx, subjects.language);
        let mut open = dialogs.is_open(Dialog::Export);
        if !open {
            return;
        }
        let language = subjects.language;
        let room = ctx.content_rect().size() - egui::vec2(40.0, 70.0);
        egui::Window::new(tr!(language, "export.title"))
            .id(egui::Id::unique("export"))
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .pivot(Align2::CENTER_TOP) // the top stays where it is when the height changes
            .default_pos(ctx.content_rect().center() - egui::vec2(0.0, room.y.min(260.0) / 2.0))
            .max_size(room)
            .show(ctx, |ui| {
                egui::ScrollArea::vertical()
                    .max_height(room.y)
                    .show(ui, |ui| self.contents(ui, subjects))
            });
        if !open {
            dialogs.close(Dialog::Export);
        }
    }

    fn contents(&mut self, ui: &mut Ui, subjects: &Subjects<'_>) {
        let language = subjects.language;
        ui.set_width(400.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        let before = self.settings.kind;
        let combo = ComboBox::from_id_salt("kind")
            .width(280.0)
            .selected_text(tr!(language, self.settings.kind.key()))
            .show_ui(ui, |ui| {
                for kind in Kind::ALL {
                    ui.selectable_value(&mut self.settings.kind, kind, tr!(language, kind.key()));
                }
            });
        let name = tr!(language, "export.what", what = tr!(language, self.settings.kind.key()));
        combo
            .response
            .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
        if self.settings.kind != before {
            self.rename(before);
        }
        ui.add_space(4.0);
        self.options(ui, language);
        let order = self.order(subjects);
        ui.label(egui::RichText::new(self.size_words(&order)).weak());
        ui.add_space(4.0);
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
            }
            if ui.button(tr!(language, "export.browse")).clicked() && self.asked.is_none() {
                self.browse(ui.ctx());
            }
        });
        let spelled = drawable(ui.ctx(), &self.path);
        if spelled != self.path {
            ui.add(egui::Label::new(egui::RichText::new(spelled).weak()).wrap());
        }
        if self.exists.0 != self.path {
            self.exists = (self.path.clone(), file::exists(&self.full_path()));
        }
        if self.exists.1 && self.message.is_none() {
            ui.label(egui::RichText::new(tr!(language, "export.replaces")).weak());
        }
        let busy = self.job.is_some();
        ui.horizontal(|ui| {
            let can_save = !busy && !self.path.trim().is_empty();
            if ui
                .add_enabled(can_save, egui::Button::new(tr!(language, "export.save")))
                .clicked()
            {
                self.save(ui.ctx(), order.clone());
            }
            let can_copy = !busy && self.settings.kind.has_cells();
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
        match &self.message {
            Some(Ok(words)) => {
                ui.add(egui::Label::new(drawable(ui.ctx(), words)).wrap());
            }
            Some(Err(words)) => {
                let words = egui::RichText::new(drawable(ui.ctx(), words)).color(ui.visuals().error_fg_color);
                ui.add(egui::Label::new(words).wrap());
            }
            None => {}
        }
    }

    fn options(&mut self, ui: &mut Ui, language: Language) {
        if self.settings.kind.has_cells() {
            ui.horizontal(|ui| {
                ui.label(tr!(language, "export.cell_size"));
                let slider = ui.add(Slider::new(&mut self.settings.cell_size, 1..=64));
                slider.widget_info(|| {
                    WidgetInfo::slider(
                        true,
                        f64::from(self.settings.cell_size),
                        tr!(language, "export.cell_size"),
                    )
                });
                ui.label("px");
            });
            ui.checkbox(&mut self.settings.in_view, tr!(language, "export.in_view"));
            ui.checkbox(&mut self.settings.transparent, tr!(language, "export.transparent"));
        } else if self.settings.kind.is_table() {
            ui.horizontal(|ui| {
                ui.radio_value(&mut self.settings.storage, Storage::F32, "float32");
                ui.radio_value(&mut self.settings.storage, Storage::F64, "float64");
                ui.radio_value(&mut self.settings.storage, Storage::F16, "float16");
                // The one format that has it.
                if self.settings.kind == Kind::TableSafetensors {
                    ui.radio_value(&mut self.settings.storage, Storage::Bf16, "bfloat16");
                } else if self.settings.storage == Storage::Bf16 {
                    self.settings.storage = Storage::F32;
                }
            });
        } else {
            ui.horizontal(|ui| {
                ui.label(tr!(language, "export.scale"));
                let slider = ui.add(Slider::new(&mut self.settings.scale, 1..=4));
                slider.widget_info(|| {
                    WidgetInfo::slider(true, f64::from(self.settings.scale), tr!(language, "export.scale"))
                });
            });
        }
    }

    /// The path keeps its folder; the name follows the kind, unless a name of
    /// one's own was typed, of which only the ending follows.
    fn rename(&mut self, before: Kind) {
        let mut path = PathBuf::from(&self.path);
        if path.file_name().is_none_or(|name| name == before.file_name()) {
            path.set_file_name(self.settings.kind.file_name());
        } else {
            path.set_extension(self.settings.kind.ending());
        }
        self.path = path.to_string_lossy().into_owned();
        self.message = None;
    }

    fn order(&self, subjects: &Subjects<'_>) -> Order {
        Order {
            settings: self.settings,
            session: subjects.session.clone(),
            encoding: subjects.encoding.clone(),
            language: subjects.language,
            dark: subjects.dark,
        }
    }

    /// How large it will be, or why it cannot be.
    fn size_words(&self, order: &Order) -> String {
        let pixels = |width: u64, height: u64| {
            let number = |side: u64| usize::try_from(side).map_or_else(|_| side.to_string(), count);
            tr!(
                order.language,
                "export.pixels",
                width = number(width),
                height = number(height)
            )
            .into_owned()
        };
        if order.settings.kind.is_table() {
            let cells = order.encoding.max_len() * order.encoding.d_model();
            let storage = order.settings.storage;
            let size = bytes(cells as u64 * storage.bytes() as u64);
            return if order.settings.kind != Kind::TableCsv {
                tr!(order.language, "export.cells_npy", cells = count(cells), size = size).into_owned()
            } else {
                tr!(order.language, "export.cells", cells = count(cells)).into_owned()
            };
        }
        if order.settings.kind.has_cells() {
            return match order.picture() {
                Ok(picture) => pixels(picture.width(), picture.height()),
                Err(error) => file_error(&error, order.language),
            };
        }
        let [width, height] = order.still().size_px();
        pixels(width as u64, height as u64)
    }

    fn browse(&mut self, ctx: &Context) {
        let name = PathBuf::from(&self.path)
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let dialog = rfd::AsyncFileDialog::new().set_file_name(name).save_file();
        let (sender, receiver) = channel();
        let ctx = ctx.clone();
        let wait = move || {
            let path = pollster::block_on(dialog).map(|file| file.path().to_owned());
            let _ = sender.send(path);
            ctx.request_repaint();
        };
        if std::thread::Builder::new()
            .name("poscope-dialog".to_owned())
            .spawn(wait)
            .is_ok()
        {
            self.asked = Some(Asked {
                path: receiver,
                since: Instant::now(),
            });
        }
    }

    fn save(&mut self, ctx: &Context, order: Order) {
        let path = self.full_path();
        let ending = order.settings.kind.ending();
        if !has_ending(Path::new(self.path.trim()), ending) {
            self.path = format!("{}.{ending}", self.path.trim());
        }
        self.start(ctx, move |cancel| match order.write(&path, cancel) {
            Ok(()) => Outcome::Saved(std::path::absolute(&path).unwrap_or(path)),
            Err(error) => Outcome::Failed(error),
        });
    }

    /// The path that is typed, with the ending of what is saved.
    fn full_path(&self) -> PathBuf {
        let mut path = file::expand_home(self.path.trim());
        let ending = self.settings.kind.ending();
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

    /// Copies the picture of the heatmap as the dialog is set.
    pub fn copy_heatmap(&mut self, ctx: &Context, subjects: &Subjects<'_>) {
        if self.job.is_none() {
            let mut order = self.order(subjects);
            order.settings.kind = Kind::Heatmap;
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
    #[must_use]
    pub fn take_message(&mut self) -> Option<String> {
        self.message.take().map(|message| message.unwrap_or_else(|words| words))
    }

    /// How much is done of what is under way.
    #[must_use]
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
    #[must_use]
    pub fn has_message(&self) -> bool {
        self.message.is_some()
    }

    fn collect(&mut self, ctx: &Context, language: Language) {
        if let Some(asked) = &self.asked {
            match asked.path.try_recv() {
                Ok(Some(path)) => (self.path, self.asked) = (path.to_string_lossy().into_owned(), None),
                Ok(None) | Err(TryRecvError::Disconnected) => {
                    // Nobody dismisses a dialog so fast: there is none here.
                    if asked.since.elapsed() < Duration::from_millis(400) {
                        self.message = Some(Err(tr!(language, "export.no_dialog").into_owned()));
                    }
                    self.asked = None;
                }
                Err(TryRecvError::Empty) => {}
            }
        }
        let Some(job) = &self.job else { return };
        let outcome = match job.done.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Outcome::Failed(FileError::Cancelled),
        };
        if let Some(thread) = self.job.as_mut().and_then(|job| job.thread.take()) {
            let _ = thread.join(); // it has nothing left to do
        }
        self.job = None;
        self.message = Some(match outcome {
            Outcome::Saved(path) => Ok(tr!(language, "export.saved", path = path.display()).into_owned()),
            Outcome::Copied(image) => {
                let [width, height] = image.size;
                ctx.copy_image(image);
                Ok(tr!(language, "export.copied", width = count(width), height = count(height)).into_owned())
            }
            Outcome::Failed(error) => Err(file_error(&error, language)),
        });
    }
}

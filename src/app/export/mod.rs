//! The export dialog: pictures and tables to keep. Everything slow runs on its own thread.
//!
//! | file | what it knows |
//! |---|---|
//! | `choices` | what can be exported, and how; remembered for each kind |
//! | `options` | the controls of these choices |
//! | `order` | the work of making a file |
//! | `preview` | what the file will look like, and its size |
//! | `shown` | the preview on the screen |

mod choices;
mod options;
mod order;
mod preview;
mod shown;

use std::path::{Path, PathBuf};
use std::time::Duration;

use eframe::egui::{Button, ColorImage, ComboBox, Context, Label, ProgressBar, RichText, Ui, Vec2, vec2};

use super::action::Dialog;
use super::asked::Asked;
use super::controls::{one_in_list, say_error, say_weak};
use super::dialogs::Dialogs;
use super::fonts::drawable;
use super::notice::Words;
use super::path_field::{PathField, has_ending};
use super::work::Work;
use crate::encoding::Encoding;
use crate::field::Cancel;
use crate::figure::animation::AnimationError;
use crate::figure::animation_error;
use crate::file::{self, Destination, FileError, one_line_path};
use crate::session::Session;
use crate::text::{Language, bytes, count};
use crate::tr;

use choices::ExportKind;
pub use choices::Remembered;
use order::ExportOrder;
use preview::Preview;

/// The narrowest dialog that has the preview beside the controls, in points.
const WIDE: f32 = 640.0;

/// The width of the controls, in points.
const CONTROLS: f32 = 380.0;

/// The room for the preview, in points.
const PREVIEW: Vec2 = vec2(340.0, 270.0);

/// The result of an export.
enum ExportResult {
    Saved(PathBuf),
    Copied(ColorImage),
}

/// The export dialog.
pub struct ExportDialog {
    kind: ExportKind,
    remembered: Remembered,
    path: PathField,
    preview: Preview,
    work: Option<Work<Result<ExportResult, AnimationError>>>,
    /// A large file that waits for confirmation, and its size in bytes.
    unconfirmed: Option<(ExportOrder, u64)>,
    message: Option<Result<Words, Words>>,
}

/// What the dialog exports.
pub struct Subjects<'a> {
    /// The session.
    pub session: &'a Session,
    /// The encoding of the session.
    pub encoding: &'a Encoding,
    /// The language of the words in the picture.
    pub language: Language,
    /// Whether a picture of the window uses the dark theme.
    pub dark: bool,
}

impl ExportDialog {
    /// Returns a dialog that remembers earlier choices.
    pub fn new(remembered: Remembered) -> Self {
        let kind = ExportKind::Figure("heatmap");
        let format = remembered.of(kind).format;
        Self {
            kind,
            remembered,
            path: PathField::with(format!("{}.{}", kind.name(), format.name())),
            preview: Preview::default(),
            work: None,
            unconfirmed: None,
            message: None,
        }
    }

    /// Returns the choices of each kind.
    pub fn remembered(&self) -> &Remembered {
        &self.remembered
    }

    /// Draws the dialog if it is open, and collects finished work.
    pub fn show(&mut self, ctx: &Context, dialogs: &mut Dialogs, subjects: &Subjects<'_>) {
        self.collect(ctx);
        if !dialogs.is_open(Dialog::Export) {
            self.preview.forget();
            return;
        }
        let title = tr!(subjects.language, "export.title");
        dialogs.hanging(ctx, Dialog::Export, &title, 420.0, |ui, room| {
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
            self.rename(&before, subjects);
        }
        let order = self.order(subjects);
        say_weak(ui, self.size_words(&order));
        ui.add_space(4.0);
        self.file(ui, language);
        let is_there = self.path.is_there(&[order.ending()]);
        self.buttons(ui, order);
        if is_there && self.message.is_none() {
            ui.label(RichText::new(tr!(subjects.language, "export.replaces")).weak());
        }
        match &self.message {
            Some(Ok(words)) => _ = ui.add(Label::new(drawable(ui.ctx(), &words(language))).wrap()),
            Some(Err(words)) => say_error(ui, &words(language)),
            None => {}
        }
    }

    fn kinds(&mut self, ui: &mut Ui, language: Language) {
        let words = self.kind.words(language);
        let name = tr!(language, "export.what", what = words);
        let list = ComboBox::from_id_salt("kind").width(300.0).height(420.0);
        let kinds = ExportKind::all().into_iter().map(|kind| (kind, kind.words(language)));
        one_in_list(ui, (list, name), &mut self.kind, &words, kinds);
    }

    fn file(&mut self, ui: &mut Ui, language: Language) {
        ui.horizontal(|ui| {
            let name = tr!(language, "export.file");
            ui.label(name.as_str());
            let (edit, browse) = self.path.show(ui, &name, language);
            if edit.changed() {
                self.message = None;
                self.unconfirmed = None;
            }
            if browse {
                let name = Path::new(&self.path.text).file_name().unwrap_or_default();
                self.path.asked = Some(Asked::to_save(ui.ctx(), &name.to_string_lossy()));
            }
        });
        self.path.spelled(ui);
    }

    fn buttons(&mut self, ui: &mut Ui, order: ExportOrder) {
        let language = order.language;
        if let Some((large, size)) = self.unconfirmed.clone() {
            let free = file::free_bytes(&self.path.path(&[large.ending()]));
            let words = match free {
                Some(free) => tr!(language, "export.large_free", size = bytes(size), free = bytes(free)),
                None => tr!(language, "export.large", size = bytes(size)),
            };
            ui.add(Label::new(words).wrap());
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
        ui.horizontal(|ui| {
            let can_be = self.work.is_none() && self.preview.error.is_none();
            let can_save = can_be && !self.path.text.trim().is_empty();
            let can_copy = can_be && (order.kind.is_figure() || matches!(order.kind, ExportKind::Cells(_)));
            let save = Button::new(tr!(language, "export.save"));
            if ui.add_enabled(can_save, save).clicked() {
                self.save(ui.ctx(), order.clone());
            }
            let copy = Button::new(tr!(language, "export.copy"));
            if ui.add_enabled(can_copy, copy).clicked() {
                self.copy(ui.ctx(), order);
            }
            if let Some(fraction) = self.progress() {
                ui.add(ProgressBar::new(fraction).desired_width(90.0));
                if ui.button(tr!(language, "work.cancel")).clicked() {
                    self.cancel();
                }
                ui.ctx().request_repaint_after(Duration::from_millis(100));
            }
        });
    }

    /// Renames the file to match another kind or format. The folder stays; a name that was typed
    /// stays too, apart from its extension.
    fn rename(&mut self, before: &ExportOrder, subjects: &Subjects<'_>) {
        let order = self.order(subjects);
        let name = |order: &ExportOrder| format!("{}.{}", order.kind.name(), order.ending());
        let mut path = PathBuf::from(&self.path.text);
        let is_own = path.file_name().is_some_and(|typed| typed != name(before).as_str());
        if is_own {
            path.set_extension(order.ending());
        } else {
            path.set_file_name(name(&order));
        }
        self.path.text = path.to_string_lossy().into_owned();
        self.message = None;
        self.unconfirmed = None;
    }

    fn order(&self, subjects: &Subjects<'_>) -> ExportOrder {
        self.order_of(self.kind, subjects)
    }

    fn order_of(&self, kind: ExportKind, subjects: &Subjects<'_>) -> ExportOrder {
        ExportOrder {
            kind,
            choices: self.remembered.of(kind),
            session: subjects.session.clone(),
            encoding: subjects.encoding.clone(),
            language: subjects.language,
            dark: subjects.dark,
        }
    }

    /// Saves the order; a large table only after confirmation.
    fn save(&mut self, ctx: &Context, order: ExportOrder) {
        if let ExportKind::Table(format) = order.kind {
            let (rows, columns) = (order.encoding.max_len(), order.encoding.d_model());
            let size = format.most_bytes(rows, columns, order.choices.storage);
            if size > file::ASK_ABOVE && file::takes_space(&Destination::Path(self.path.path(&[order.ending()]))) {
                self.message = None;
                self.unconfirmed = Some((order, size));
                return;
            }
        }
        self.write(ctx, order);
    }

    fn write(&mut self, ctx: &Context, order: ExportOrder) {
        let ending = order.ending();
        let path = self.path.path(&[ending]);
        let typed = self.path.text.trim();
        if !has_ending(Path::new(typed), &[ending]) {
            self.path.text = format!("{typed}.{ending}");
        }
        self.start(ctx, move |cancel| {
            order.write(&path, cancel)?;
            Ok(ExportResult::Saved(std::path::absolute(&path).unwrap_or(path)))
        });
    }

    fn copy(&mut self, ctx: &Context, order: ExportOrder) {
        self.start(ctx, move |cancel| order.image(cancel).map(ExportResult::Copied));
    }

    /// Copies the figure of the heatmap with the choices last made for it.
    pub fn copy_heatmap(&mut self, ctx: &Context, subjects: &Subjects<'_>) {
        if self.work.is_none() {
            let order = self.order_of(ExportKind::Figure("heatmap"), subjects);
            self.copy(ctx, order);
        }
    }

    fn start(
        &mut self,
        ctx: &Context,
        work: impl FnOnce(&Cancel) -> Result<ExportResult, AnimationError> + Send + 'static,
    ) {
        self.message = None;
        self.work = Some(Work::start(ctx, "export", work).awaited());
    }

    /// Takes the last message, for the notice line while the dialog is closed.
    pub fn take_message(&mut self) -> Option<Words> {
        self.message.take().map(|message| message.unwrap_or_else(|words| words))
    }

    /// Returns the progress of the work under way, from 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.work.as_ref().map(|work| work.cancel.fraction())
    }

    /// Cancels the work under way.
    pub fn cancel(&self) {
        if let Some(work) = &self.work {
            work.cancel.raise();
        }
    }

    fn collect(&mut self, ctx: &Context) {
        if self.path.has_no_dialog() {
            self.message = Some(Err(Box::new(|language| tr!(language, "export.no_dialog"))));
        }
        let Some(made) = self.work.as_ref().and_then(Work::news) else {
            return;
        };
        self.work = None;
        self.message = Some(match made.unwrap_or(Err(FileError::Cancelled.into())) {
            Ok(ExportResult::Saved(path)) => Ok(Box::new(move |language| {
                tr!(language, "export.saved", path = one_line_path(&path))
            })),
            Ok(ExportResult::Copied(image)) => {
                let size = image.size;
                ctx.copy_image(image);
                Ok(Box::new(move |language| {
                    let [width, height] = size.map(count);
                    tr!(language, "export.copied", width, height)
                }))
            }
            Err(error) => Err(Box::new(move |language| animation_error(&error, language))),
        });
    }
}

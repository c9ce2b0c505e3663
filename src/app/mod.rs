//! The window.
//!
//! [`App::draw`] is one frame and reads as a table of contents: controls and views only ask for [`Action`]s,
//! which are done once everything is drawn. Each of the four kinds of state has its own home: session and preferences
//! are saved; hover belongs to the frame; derived results are cached by the `desk` while their inputs stay equal;
//! textures and threads are handles that come and go.

mod action;
mod asked;
mod commands;
mod controls;
mod desk;
mod dialogs;
mod drawer;
mod dropped;
mod export;
mod focus;
mod fonts;
mod formula;
mod ink;
mod input;
mod layout;
mod library;
mod menu;
mod notice;
mod numbers;
pub mod offscreen;
mod pane;
mod path_field;
pub mod preferences;
mod search;
mod session_menu;
mod sessions;
mod stage;
mod status;
pub mod still;
mod toolbar;
mod typed;
mod window;
mod work;

pub use action::{Action, Dialog};
pub use commands::{Command, all as commands};
pub use export::Remembered;
pub use fonts::drawable;
pub use pane::Pane;
pub use window::{Start, WindowError, run_window};

use std::time::Duration;

use eframe::egui::{self, CentralPanel, Context, Frame, Margin, Panel, Ui};

use crate::code::{Programming, named_code};
use crate::encoding::{Encoding, Mistake, Preset, Scheme};
use crate::file::one_line_path;
use crate::session::{Change, Checked, History, MadeChange, Session, share};
use crate::text::{Language, aside_words, code_error, count, file_error, preset_words, spec_error, unknown_fields};
use crate::tr;
use crate::view::{Subject, misfits};

use controls::{Controls, Fields};
use desk::Desk;
use dialogs::Dialogs;
use export::{ExportDialog, Subjects};
use ink::{ScreenInk, ink_of};
use layout::PaneLayout;
use notice::{Notice, joined};
use preferences::{Found, Preferences, PreferencesFolder};
use session_menu::Recent;
use sessions::Sessions;
use stage::texture::Textures;
use stage::{Seen, Stage};
use status::Status;
use toolbar::Toolbar;
use typed::Typed;

/// How long the old curves stay after a slider is released, in seconds.
const GHOST_SECONDS: f64 = 1.0;

/// The program's window.
pub struct App {
    checked: Checked,
    /// The encoding on show when no pointer button was last held.
    rested: Encoding,
    history: History,
    preferences: Preferences,
    store: Option<PreferencesFolder>,
    saved: (Preferences, Session),
    /// What the views show, derived from `checked`.
    subject: Subject,
    ghost: Option<Ghost>,
    seen: Seen,
    fields: Fields,
    /// The scheme in front and that of the other encoding, which refused the values in the fields.
    refused_by: (Scheme, Option<Scheme>),
    typed: Typed,
    layout: PaneLayout,
    dialogs: Dialogs,
    export: ExportDialog,
    sessions: Sessions,
    recent: Recent,
    notice: Option<Notice>,
    desk: Desk,
    textures: Textures,
}

/// The encoding as it was before a slider moved.
struct Ghost {
    encoding: Encoding,
    /// When the ghost disappears; `None` while the slider is held.
    until: Option<f64>,
}

impl App {
    /// Returns a window that shows a session. Without a store nothing is kept between starts.
    ///
    /// If the specification of the session is out of range (a file edited by hand), the default
    /// specification is used.
    pub fn new(ctx: &Context, preferences: Preferences, session: Session, store: Option<PreferencesFolder>) -> Self {
        fonts::install(ctx);
        ink::install(ctx);
        ctx.set_theme(preferences.theme);
        ctx.options_mut(|options| options.fallback_theme = egui::Theme::Light);
        let zoom = if preferences.zoom.is_finite() {
            preferences.zoom.clamp(0.5, 4.0)
        } else {
            1.0
        };
        ctx.set_zoom_factor(zoom);
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let checked = Checked::new(session, None);
        let session = checked.session().clone();
        Self {
            subject: subject_of(&checked, preferences.language()),
            rested: checked.encoding().clone(),
            refused_by: schemes(&checked),
            history: History::new(session.clone()),
            saved: (preferences.clone(), session),
            export: ExportDialog::new(preferences.export.clone()),
            layout: PaneLayout::kept(preferences.layout.clone(), preferences.tabs.clone()),
            checked,
            preferences: Preferences { zoom, ..preferences },
            store,
            ghost: None,
            seen: Seen::default(),
            fields: Fields::default(),
            typed: Typed::default(),
            dialogs: Dialogs::default(),
            sessions: Sessions::default(),
            recent: Recent::default(),
            notice: None,
            desk: Desk::new(ctx),
            textures: Textures::default(),
        }
    }

    /// Returns a window that shows what was kept when the program last ran.
    pub fn restored(ctx: &Context, found: Found, store: Option<PreferencesFolder>) -> Self {
        let unknown = [found.unknown, misfits(&found.session)].concat();
        let mut app = Self::new(ctx, found.preferences, found.session, store);
        let paths: Vec<String> = found.put_aside.iter().map(|path| one_line_path(path)).collect();
        if !(paths.is_empty() && unknown.is_empty()) {
            app.notice = Some(Notice::lasting(move |language| {
                let path = paths.join(", ");
                let put_aside = (!paths.is_empty()).then(|| tr!(language, "notice.put_aside", path));
                joined([put_aside, unknown_fields(&unknown, language)])
            }));
        }
        app
    }

    /// Draws one frame.
    pub fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let had_menu = egui::Popup::is_any_open(&ctx);
        let mut actions = input::read(&ctx, &self.dialogs, &self.session().views);
        actions.extend(dropped::read(&ctx));
        // Before the controls are drawn, since these actions refer to what the controls showed last.
        self.run(&ctx, &mut actions);
        self.desk.collect();
        let slider_is_held = self.draw_bars(ui, &mut actions);
        self.run(&ctx, &mut actions);
        self.keep_ghost(&ctx, slider_is_held);
        self.draw_views(ui, &mut actions);
        actions.extend(input::escape(&ctx, &self.dialogs, &mut self.fields, had_menu));
        self.draw_dialogs(&ctx, &mut actions);
        self.run(&ctx, &mut actions);
        self.forget_unseen();
        self.settle(&ctx);
    }

    /// Returns whether anything is being computed elsewhere.
    pub fn is_busy(&self) -> bool {
        self.desk.is_busy()
    }

    /// Waits until all answers that are computed elsewhere have arrived.
    pub fn wait(&mut self) {
        self.desk.wait();
    }

    /// Returns the session: what is looked at, and how.
    pub fn session(&self) -> &Session {
        self.checked.session()
    }

    /// Returns the person's preferences.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    fn draw_bars(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) -> bool {
        let language = self.preferences.language();
        let ink = ink_of(ui.visuals());
        let bar = Frame::new()
            .inner_margin(Margin::symmetric(8, 4))
            .fill(ui.visuals().panel_fill);
        Panel::top("toolbar").frame(bar).show(ui, |ui| {
            Toolbar {
                session: self.checked.session(),
                history: &self.history,
                preferences: &self.preferences,
                layout: &self.layout,
                typed: &mut self.typed,
                recent: &mut self.recent,
            }
            .show(ui, actions);
        });
        let mut controls = Controls {
            fields: &mut self.fields,
            session: self.checked.session(),
            language,
            actions,
        };
        let parameters = Panel::top("parameters").frame(bar);
        let held = parameters.show(ui, |ui| controls.parameter_bar(ui)).inner;
        Panel::bottom("status").frame(bar).show(ui, |ui| {
            let status = Status {
                encoding: self.checked.encoding(),
                per_pixel: self.seen.per_pixel,
                export: self.export.progress().filter(|_| !self.dialogs.is_open(Dialog::Export)),
                notice: self.notice.as_ref().map(|notice| notice.words(language)),
            };
            status.show(ui, language, ink, controls.actions);
        });
        if self.dialogs.is_open(Dialog::Conventions) {
            // The scroll bar is in the right margin.
            let margin = Margin {
                right: 0,
                ..Margin::same(10)
            };
            let panel = Panel::right("conventions").frame(bar.inner_margin(margin));
            panel.exact_size(drawer::WIDTH).show(ui, |ui| controls.drawer(ui));
        }
        held
    }

    fn draw_views(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let ink = ink_of(ui.visuals());
        let size = ui.ctx().content_rect().size();
        let fill = Frame::new().fill(ui.visuals().panel_fill);
        let mut layout = std::mem::take(&mut self.layout);
        CentralPanel::default().frame(fill).show(ui, |ui| {
            self.on_stage(ink, actions, |stage| layout.show(ui, size, stage));
        });
        self.layout = layout;
    }

    fn draw_dialogs(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        let ink = ink_of(&ctx.global_style().visuals);
        let mut dialogs = std::mem::take(&mut self.dialogs);
        dialogs.show(ctx, &self.subject, ink, actions);
        let subjects = subjects(&self.checked, &self.preferences, ctx);
        self.export.show(ctx, &mut dialogs, &subjects);
        if self.preferences.export != *self.export.remembered() {
            self.preferences.export = self.export.remembered().clone();
        }
        if !dialogs.is_open(Dialog::Export)
            && let Some(words) = self.export.take_message()
        {
            self.say(words);
        }
        let language = self.preferences.language();
        let news = self.sessions.show(ctx, &mut dialogs, self.checked.session(), language);
        self.dialogs = dialogs;
        dropped::hint(ctx, language);
        if let Some(news) = news {
            self.take_in(news);
            ctx.request_repaint();
        }
    }

    /// Gives the views what they need. What a view finds under the pointer is shown in all views in
    /// the next frame.
    fn on_stage<R>(&mut self, ink: ScreenInk, actions: &mut Vec<Action>, show: impl FnOnce(&mut Stage<'_>) -> R) -> R {
        self.subject.language = self.preferences.language();
        self.subject.cursor = self.seen.cursor;
        self.subject.ghost = self.ghost.as_ref().map(|ghost| ghost.encoding.clone());
        let mut seen = Seen::default();
        let result = show(&mut Stage {
            subject: &self.subject,
            ink,
            view: "",
            place: 0,
            desk: &mut self.desk,
            textures: &mut self.textures,
            seen: &mut seen,
            actions,
        });
        self.seen = seen;
        result
    }

    /// Drops the answers and textures of what is no longer on the screen.
    fn forget_unseen(&mut self) {
        self.desk.forget_unasked();
        self.textures.retain(|key| self.desk.knows(key));
    }

    /// Does what was asked for.
    fn run(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        for action in actions.drain(..) {
            match action {
                Action::Change(change) => {
                    if let Change::Ways(ways) = change {
                        self.layout.bring(ways.view());
                    }
                    change.apply(&mut self.checked);
                }
                Action::Scheme(scheme) => self.choose(Change::scheme(&self.session().spec, scheme)),
                Action::ResetParameters => self.choose(Change::reset(self.session())),
                Action::Preset(name) => {
                    self.choose(Preset::named(name).map(|preset| Change::preset(name, preset.spec)));
                }
                Action::Mistake(name) => {
                    self.choose(Mistake::named(name).map(|mistake| Change::preset(name, mistake.spec)));
                }
                Action::CompareMistake(name) => {
                    self.choose(Mistake::named(name).map(Change::compare));
                }
                Action::Undo => {
                    if let Some(before) = self.history.undo(self.checked.session()) {
                        self.replace(before);
                    }
                }
                Action::Redo => {
                    if let Some(after) = self.history.redo(self.checked.session()) {
                        self.replace(after);
                    }
                }
                Action::Language(language) => self.preferences.language = Some(language),
                Action::Theme(theme) => {
                    self.preferences.theme = theme;
                    ctx.set_theme(theme);
                }
                Action::Zoom(steps) => {
                    let window = ctx.content_rect().size() * ctx.zoom_factor();
                    self.preferences.zoom_by(steps, window);
                    ctx.set_zoom_factor(self.preferences.zoom);
                }
                Action::Maximize(pane) => self.layout.maximized = pane,
                Action::Show(view) => self.layout.bring(view),
                Action::ToggleLayoutLock => self.layout.locked ^= true,
                Action::ResetLayout => self.layout.reset(),
                Action::Toggle(dialog) => self.dialogs.toggle(dialog),
                Action::OpenFile(path) => self.sessions.open_file(ctx, path),
                Action::OpenText(text) => self.sessions.open_text(ctx, text),
                Action::ShareSession => {
                    let text = share(self.session());
                    let length = text.len();
                    ctx.copy_text(text);
                    self.say(move |language| tr!(language, "sessions.copied", count = count(length)));
                }
                Action::PasteSession => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
                Action::CopyText(text) => ctx.copy_text(text),
                Action::CopyCode(language) => self.copy_code(ctx, language),
                Action::CopyPicture => {
                    let subjects = subjects(&self.checked, &self.preferences, ctx);
                    self.export.copy_heatmap(ctx, &subjects);
                }
                Action::CancelExport => self.export.cancel(),
                Action::DismissNotice => self.notice = None,
            }
            self.follow();
            ctx.request_repaint();
        }
    }

    /// Puts the code of the encoding in front on the clipboard, or says why there is none.
    fn copy_code(&mut self, ctx: &Context, programming: Programming) {
        let (encoding, preset) = (self.checked.encoding(), self.session().preset.as_deref());
        let preset = preset.and_then(|name| preset_words(name, encoding.spec(), Language::English));
        match named_code(encoding, preset.as_deref(), programming) {
            Ok(text) => {
                ctx.copy_text(text);
                self.say(move |language| tr!(language, "code.copied", language = programming.title()));
            }
            Err(error) => self.say(move |language| code_error(error, language)),
        }
    }

    /// Makes a change that was asked for by name and says what came with it, or says why there is none.
    fn choose(&mut self, made: impl Into<Option<MadeChange>>) {
        match made.into() {
            Some(Ok((change, aside))) => {
                change.apply(&mut self.checked);
                if let Some(aside) = aside {
                    self.say(move |language| aside_words(&aside, language));
                }
            }
            Some(Err(error)) => self.say(move |language| spec_error(&error, language)),
            None => {}
        }
    }

    /// Says something about the encoding in front.
    fn say(&mut self, words: impl Fn(Language) -> String + 'static) {
        self.notice = Some(Notice::about(&self.session().spec, words));
    }

    /// Shows another session in place of this one.
    fn replace(&mut self, session: Session) {
        let checked = Checked::new(session, Some(&self.checked));
        Change::Session(Box::new(checked)).apply(&mut self.checked);
    }

    /// Derives the subject from the session.
    fn follow(&mut self) {
        // A refused value was refused by the scheme in front or by the other one of A and B.
        let schemes = schemes(&self.checked);
        if self.refused_by != schemes {
            self.fields.forget_refused();
            self.refused_by = schemes;
        }
        self.subject = subject_of(&self.checked, self.preferences.language());
        let front = &self.checked.session().spec;
        self.notice = self.notice.take().filter(|notice| !notice.is_over(front));
    }

    /// Keeps the old curves while a slider is held and for a second after.
    fn keep_ghost(&mut self, ctx: &Context, slider_is_held: bool) {
        let now = ctx.input(|input| input.time);
        if slider_is_held {
            if self.ghost.as_ref().is_none_or(|ghost| ghost.until.is_some()) {
                let encoding = self.rested.clone();
                self.ghost = Some(Ghost { encoding, until: None });
            }
            return;
        }
        if let Some(ghost) = &mut self.ghost {
            let until = *ghost.until.get_or_insert(now + GHOST_SECONDS);
            if now >= until {
                self.ghost = None;
            } else {
                ctx.request_repaint_after(Duration::from_secs_f64(until - now));
            }
        }
    }

    /// Records what was done as a step that can be undone, once the input is at rest.
    fn settle(&mut self, ctx: &Context) {
        let at_rest = ctx.input(|input| {
            !input.pointer.any_down()
                && input.smooth_scroll_delta() == egui::Vec2::ZERO
                && (input.zoom_delta() - 1.0).abs() < 1e-6
        });
        if at_rest {
            self.history.settle(self.checked.session());
            self.rested = self.checked.encoding().clone();
        }
    }

    /// Writes preferences and session if they have changed.
    pub fn save(&mut self, ctx: &Context) {
        self.preferences.note_window(ctx);
        self.preferences.layout = Some(self.layout.tree.clone()).filter(|tree| *tree != PaneLayout::default().tree);
        self.preferences.tabs = self.layout.tabs.clone();
        let Some(store) = &self.store else { return };
        let now = (self.preferences.clone(), self.session().clone());
        if now == self.saved {
            return;
        }
        match store.save(&now.0, &now.1) {
            Ok(()) => self.saved = now,
            Err(error) => self.notice = Some(Notice::lasting(move |language| file_error(&error, language))),
        }
    }
}

/// Returns the scheme in front, and that of the other encoding of A and B.
fn schemes(checked: &Checked) -> (Scheme, Option<Scheme>) {
    let other = checked.compared().map(|compared| compared.other().spec().scheme);
    (checked.session().spec.scheme, other)
}

/// Returns what the views show of the checked session.
fn subject_of(checked: &Checked, language: Language) -> Subject {
    let compared = checked.compared().cloned();
    Subject {
        is_live: true,
        ..Subject::new(checked.encoding().clone(), compared, checked.session(), language)
    }
}

fn subjects<'a>(checked: &'a Checked, preferences: &Preferences, ctx: &Context) -> Subjects<'a> {
    Subjects {
        session: checked.session(),
        encoding: checked.encoding(),
        language: preferences.language(),
        dark: ctx.theme() == egui::Theme::Dark,
    }
}

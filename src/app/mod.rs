//! The window.
//!
//! [`App::draw`] is one frame, and reads as a table of contents: controls and
//! views only ask for [`Action`]s, which are done once everything is drawn.
//! Four kinds of state have four homes: the session and the preferences are
//! saved; what is hovered belongs to the frame; what is computed is kept by
//! the `Desk`, by equality of its inputs; and textures and
//! threads are handles that come and go.

mod action;
mod asked;
mod commands;
mod compared;
mod controls;
mod conventions;
mod desk;
mod dialogs;
mod dropped;
mod export;
mod fonts;
mod ink;
mod keyboard;
mod layout;
mod library;
pub mod offscreen;
mod opened;
pub mod preferences;
mod session_menu;
mod sessions;
mod status;
pub mod still;
mod toolbar;
mod typed;
mod view;
mod widget;
mod window;

pub use action::{Action, Change, Dialog};
pub use export::Remembered;
pub use fonts::drawable;
pub use layout::Pane;
pub use window::{Start, WindowError, run_window};

use std::time::Duration;

use eframe::egui::{self, CentralPanel, Context, Frame, Margin, Panel, Ui};

use crate::analysis::Relation;
use crate::code::{Programming, code};
use crate::encoding::{Encoding, Spec};
use crate::session::{History, Session, Versus, share};
use crate::text::{count, unknown_fields};
use crate::tr;

use compared::Compared;
use controls::Fields;
use desk::Desk;
use dialogs::Dialogs;
use export::{Export, Subjects};
use ink::Ink;
use layout::Layout;
use opened::joined;
use preferences::{Found, Preferences, Store};
use session_menu::Recent;
use sessions::Sessions;
use status::Status;
use toolbar::Toolbar;
use typed::Typed;
use view::pixels::CellsPerPixel;
use view::{Hover, Kit, Scene};
use widget::texture::Textures;

/// How long the old curves stay after a slider was let go, in seconds.
const GHOST_SECONDS: f64 = 1.0;

/// The program's window.
pub struct App {
    session: Session,
    history: History,
    preferences: Preferences,
    store: Option<Store>,
    saved: (Preferences, Session),
    encoding: Encoding,
    relation: Relation,
    compared: Option<Compared>,
    ghost: Option<Ghost>,
    hover: Option<Hover>,
    cells_per_pixel: Option<CellsPerPixel>,
    fields: Fields,
    typed: Typed,
    layout: Layout,
    dialogs: Dialogs,
    export: Export,
    sessions: Sessions,
    recent: Recent,
    notice: Option<String>,
    desk: Desk,
    textures: Textures,
}

/// The encoding as it was before a slider moved.
struct Ghost {
    encoding: Encoding,
    /// When it goes; none while the slider is held.
    until: Option<f64>,
}

impl App {
    /// A window on a session. Without a store nothing is kept between starts.
    ///
    /// A session whose specification is out of range (a file that was edited by
    /// hand) starts with the first specification.
    #[must_use]
    pub fn new(ctx: &Context, preferences: Preferences, mut session: Session, store: Option<Store>) -> Self {
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
        let encoding = Encoding::new(session.spec.clone()).unwrap_or_else(|_| {
            session.spec = Spec::default();
            first_encoding()
        });
        session.versus = session.versus.filter(Versus::is_usable);
        let compared = Compared::of(&mut session, &encoding, None);
        Self {
            relation: Relation::new(&encoding, head(&session)),
            history: History::new(session.clone()),
            saved: (preferences.clone(), session.clone()),
            export: Export::new(preferences.export.clone()),
            layout: Layout::with_tree(preferences.layout.clone()),
            session,
            preferences: Preferences { zoom, ..preferences },
            store,
            encoding,
            compared,
            ghost: None,
            hover: None,
            cells_per_pixel: None,
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

    /// A window on what was kept at the last start.
    #[must_use]
    pub fn restored(ctx: &Context, found: Found, store: Option<Store>) -> Self {
        let language = found.preferences.language();
        let mut app = Self::new(ctx, found.preferences, found.session, store);
        let paths: Vec<String> = found.put_aside.iter().map(|path| path.display().to_string()).collect();
        let put_aside =
            (!paths.is_empty()).then(|| tr!(language, "notice.put_aside", path = paths.join(", ")).into_owned());
        app.notice = joined([put_aside, unknown_fields(&found.unknown, language)]);
        app
    }

    /// One frame.
    pub fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let had_menu = egui::Popup::is_any_open(&ctx);
        let mut actions = keyboard::read(&ctx, &self.dialogs);
        actions.extend(dropped::read(&ctx));
        self.desk.collect();
        let slider_is_held = self.draw_bars(ui, &mut actions);
        self.run(&ctx, &mut actions);
        self.keep_ghost(&ctx, slider_is_held);
        self.draw_views(ui, &mut actions);
        actions.extend(keyboard::escape(&ctx, &self.dialogs, &mut self.fields, had_menu));
        self.draw_dialogs(&ctx, &mut actions);
        self.forget_unseen();
        self.run(&ctx, &mut actions);
        self.settle(&ctx);
    }

    /// One pane alone, for a picture of it.
    pub fn draw_pane(&mut self, ui: &mut Ui, pane: Pane) {
        self.desk.collect();
        let ink = Ink::of(ui.visuals());
        let fill = ui.visuals().panel_fill;
        let area = ui.max_rect();
        ui.painter().rect_filled(area, 0.0, fill);
        self.with_kit(ink, &mut Vec::new(), |kit| pane.show(ui, area, kit));
        self.forget_unseen();
    }

    /// Whether anything is being computed elsewhere.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.desk.is_busy()
    }

    /// What is looked at, and how.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The person's preferences.
    #[must_use]
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    fn draw_bars(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) -> bool {
        let language = self.preferences.language();
        let ink = Ink::of(ui.visuals());
        let bar = Frame::new()
            .inner_margin(Margin::symmetric(8, 4))
            .fill(ui.visuals().panel_fill);
        Panel::top("toolbar").frame(bar).show(ui, |ui| {
            Toolbar {
                session: &self.session,
                history: &self.history,
                preferences: &self.preferences,
                layout: &self.layout,
                typed: &mut self.typed,
                recent: &mut self.recent,
            }
            .show(ui, actions);
        });
        let held = Panel::top("parameters")
            .frame(bar)
            .show(ui, |ui| {
                controls::parameter_bar(ui, &mut self.fields, &self.session.spec, language, ink, actions)
            })
            .inner;
        Panel::bottom("status").frame(bar).show(ui, |ui| {
            let status = Status {
                encoding: &self.encoding,
                cells_per_pixel: self.cells_per_pixel,
                export: self.export.progress().filter(|_| !self.dialogs.is_open(Dialog::Export)),
                notice: self.notice.as_deref(),
            };
            status.show(ui, language, ink, actions);
        });
        if self.dialogs.is_open(Dialog::Conventions) {
            // A scroll bar stands in the margin at the right.
            let mut margin = Margin::same(10);
            margin.right = 0;
            let drawer = Frame::new().inner_margin(margin).fill(ui.visuals().panel_fill);
            Panel::right("conventions")
                .frame(drawer)
                .exact_size(240.0)
                .show(ui, |ui| {
                    conventions::drawer(ui, &mut self.fields, &self.session.spec, language, ink, actions);
                });
        }
        held
    }

    fn draw_views(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let ink = Ink::of(ui.visuals());
        let size = ui.ctx().content_rect().size();
        let fill = Frame::new().fill(ui.visuals().panel_fill);
        let mut layout = std::mem::take(&mut self.layout);
        CentralPanel::default().frame(fill).show(ui, |ui| {
            self.with_kit(ink, actions, |kit| layout.show(ui, size, kit));
        });
        self.layout = layout;
    }

    fn draw_dialogs(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        let ink = Ink::of(&ctx.global_style().visuals);
        let mut dialogs = std::mem::take(&mut self.dialogs);
        // What is hovered in a dialog is not hovered in a view.
        let hover = self.hover;
        self.with_kit(ink, actions, |kit| dialogs.show(ctx, kit));
        self.hover = hover;
        let subjects = subjects(&self.session, &self.encoding, &self.preferences, ctx);
        self.export.show(ctx, &mut dialogs, &subjects);
        if self.preferences.export != *self.export.remembered() {
            self.preferences.export = self.export.remembered().clone();
        }
        if !dialogs.is_open(Dialog::Export) && self.export.has_message() {
            self.notice = self.export.take_message();
        }
        let language = self.preferences.language();
        let news = self.sessions.show(ctx, &mut dialogs, &self.session, language);
        self.dialogs = dialogs;
        dropped::hint(ctx, language);
        if let Some(news) = news {
            self.take_in(news);
            ctx.request_repaint();
        }
    }

    /// Gives the views what they need. What they find under the pointer is
    /// shown in all of them in the next frame.
    fn with_kit<R>(&mut self, ink: Ink, actions: &mut Vec<Action>, show: impl FnOnce(&mut Kit<'_>) -> R) -> R {
        let scene = Scene {
            language: self.preferences.language(),
            session: &self.session,
            encoding: &self.encoding,
            relation: &self.relation,
            compared: self.compared.as_ref(),
            ghost: self.ghost.as_ref().map(|ghost| &ghost.encoding),
            hover: self.hover,
            ink,
        };
        let mut hover = None;
        let mut kit = Kit {
            scene: &scene,
            desk: &mut self.desk,
            textures: &mut self.textures,
            hover: &mut hover,
            cells_per_pixel: &mut self.cells_per_pixel,
            actions,
        };
        let result = show(&mut kit);
        self.hover = hover;
        result
    }

    /// Lets go of what was worked out for what is not on the screen any more.
    fn forget_unseen(&mut self) {
        self.desk.forget_unasked();
        self.textures.retain(|key| self.desk.knows(key));
    }

    /// Does what was asked for.
    fn run(&mut self, ctx: &Context, actions: &mut Vec<Action>) {
        for action in actions.drain(..) {
            match action {
                Action::Change(change) => {
                    if let Change::Ways(_) = change {
                        self.layout.bring(Pane::ThreeWays);
                    }
                    change.apply(&mut self.session, &self.encoding);
                }
                Action::Undo => self.session = self.history.undo(&self.session).unwrap_or_else(|| self.session.clone()),
                Action::Redo => self.session = self.history.redo(&self.session).unwrap_or_else(|| self.session.clone()),
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
                Action::ToggleLayoutLock => self.layout.locked ^= true,
                Action::ResetLayout => self.layout.reset(),
                Action::Toggle(dialog) => self.dialogs.toggle(dialog),
                Action::OpenFile(path) => self.sessions.open_file(ctx, path),
                Action::OpenText(text) => self.sessions.open_text(ctx, text),
                Action::ShareSession => {
                    let text = share(&self.session);
                    let language = self.preferences.language();
                    self.notice = Some(tr!(language, "sessions.copied", count = count(text.len())).into_owned());
                    ctx.copy_text(text);
                }
                Action::PasteSession => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
                Action::CopyText(text) => ctx.copy_text(text),
                Action::CopyCode(language) => self.copy_code(ctx, language),
                Action::CopyPicture => {
                    let subjects = subjects(&self.session, &self.encoding, &self.preferences, ctx);
                    self.export.copy_heatmap(ctx, &subjects);
                }
                Action::CancelExport => self.export.cancel(),
                Action::DismissNotice => self.notice = None,
            }
            self.check();
            ctx.request_repaint();
        }
    }

    /// Puts the code of the encoding in front on the clipboard, or says why not.
    fn copy_code(&mut self, ctx: &Context, programming: Programming) {
        let language = self.preferences.language();
        self.notice = Some(match code(&self.encoding, programming) {
            Ok(text) => {
                ctx.copy_text(text);
                tr!(language, "code.copied", language = programming.title()).into_owned()
            }
            Err(error) => crate::text::code_error(error, language),
        });
    }

    /// The encodings of the session. A specification that is refused (a learned
    /// table chosen where the width is larger than it has) leaves the last good
    /// one, and is said.
    fn check(&mut self) {
        let spec = &self.session.spec;
        if spec != self.encoding.spec() {
            let known = self.compared.as_ref().and_then(|compared| compared.known(spec));
            match known.map_or_else(|| Encoding::new(spec.clone()), |known| Ok(known.clone())) {
                Ok(encoding) => self.encoding = encoding,
                Err(error) => {
                    self.notice = Some(crate::text::spec_error(&error, self.preferences.language()));
                    self.session.spec = self.encoding.spec().clone();
                }
            }
        }
        if let Some(versus) = &self.session.versus
            && self
                .compared
                .as_ref()
                .is_none_or(|compared| compared.known(&versus.spec).is_none())
            && let Err(error) = Encoding::check(&versus.spec)
        {
            self.notice = Some(crate::text::spec_error(&error, self.preferences.language()));
        }
        self.compared = Compared::of(&mut self.session, &self.encoding, self.compared.as_ref());
        let head = head(&self.session);
        if !self.relation.is_of(&self.encoding, head) {
            self.relation = Relation::new(&self.encoding, head);
        }
    }

    /// Keeps the old curves while a slider is held, and for a second after.
    fn keep_ghost(&mut self, ctx: &Context, slider_is_held: bool) {
        let now = ctx.input(|input| input.time);
        if slider_is_held {
            if self.ghost.as_ref().is_none_or(|ghost| ghost.until.is_some()) {
                // Held since this frame: what is shown is still the old one, as
                // undo knows it.
                let encoding =
                    Encoding::new(self.history.present().spec.clone()).unwrap_or_else(|_| self.encoding.clone());
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

    /// At rest: what was done becomes a step that can be undone, and what
    /// changed is kept.
    fn settle(&mut self, ctx: &Context) {
        let at_rest = ctx.input(|input| {
            !input.pointer.any_down()
                && input.smooth_scroll_delta() == egui::Vec2::ZERO
                && (input.zoom_delta() - 1.0).abs() < 1e-6
        });
        if at_rest {
            self.history.settle(&self.session);
        }
    }

    /// Writes preferences and session where they changed.
    pub fn save(&mut self, ctx: &Context) {
        self.preferences.note_window(ctx);
        self.preferences.layout = Some(self.layout.tree.clone()).filter(|tree| *tree != Layout::default().tree);
        let Some(store) = &self.store else { return };
        let now = (self.preferences.clone(), self.session.clone());
        if now == self.saved {
            return;
        }
        match store.save(&now.0, &now.1) {
            Ok(()) => self.saved = now,
            Err(error) => self.notice = Some(crate::text::file_error(&error, self.preferences.language())),
        }
    }
}

fn subjects<'a>(
    session: &'a Session,
    encoding: &'a Encoding,
    preferences: &Preferences,
    ctx: &Context,
) -> Subjects<'a> {
    Subjects {
        session,
        encoding,
        language: preferences.language(),
        dark: ctx.theme() == egui::Theme::Dark,
    }
}

/// The head whose biases are shown: that of the pinned cell.
fn head(session: &Session) -> usize {
    session.views.pin.map_or(0, |pin| pin.dimension)
}

/// The encoding of the first start.
fn first_encoding() -> Encoding {
    match Encoding::new(Spec::default()) {
        Ok(encoding) => encoding,
        Err(_) => unreachable!("a test makes it"),
    }
}

//! The dialogs within the window: commands, numbers, help, about.

use eframe::egui::{
    self, Align2, Button, Context, Grid, Id, Key, KeyboardShortcut, Modifiers, Role, ScrollArea, Ui, Vec2, vec2,
};

use super::action::{Action, Dialog};
use super::commands::{key_rows, matching};
use super::ink::ScreenInk;
use super::library::Library;
use super::numbers;
use super::search::Search;
use crate::text::Language;
use crate::tr;
use crate::view::Subject;

/// Which dialogs are open, the last opened at the end, and what is typed into the searchable ones.
#[derive(Default)]
pub struct Dialogs {
    open: Vec<Dialog>,
    palette: Search,
    library: Library,
}

/// The dialogs that block everything else while open.
const MODAL: [Dialog; 2] = [Dialog::Commands, Dialog::Library];

impl Dialogs {
    /// Returns whether a dialog is open.
    pub fn is_open(&self, dialog: Dialog) -> bool {
        self.open.contains(&dialog)
    }

    /// Opens or closes a dialog.
    pub fn toggle(&mut self, dialog: Dialog) {
        if self.is_open(dialog) {
            self.close(dialog);
        } else {
            self.open.push(dialog);
        }
        if MODAL.contains(&dialog) {
            self.open.retain(|open| *open == dialog || !MODAL.contains(open));
        }
        match dialog {
            Dialog::Commands => self.palette.begin(),
            Dialog::Library => self.library.open(),
            _ => {}
        }
    }

    /// Closes a dialog.
    pub fn close(&mut self, dialog: Dialog) {
        self.open.retain(|&open| open != dialog);
    }

    /// Returns whether a modal dialog is open.
    pub fn has_modal(&self) -> bool {
        MODAL.into_iter().any(|dialog| self.is_open(dialog))
    }

    /// Returns the last opened dialog that Escape closes. The conventions drawer is a part of the
    /// window, and modal dialogs handle Escape themselves.
    pub fn front(&self) -> Option<Dialog> {
        let closes = |dialog: &&Dialog| **dialog != Dialog::Conventions && !MODAL.contains(dialog);
        self.open.iter().rev().find(closes).copied()
    }

    /// Draws the open dialogs of this file.
    pub fn show(&mut self, ctx: &Context, subject: &Subject, ink: ScreenInk, actions: &mut Vec<Action>) {
        let language = subject.language;
        self.window(ctx, Dialog::Numbers, &tr!(language, "numbers.title"), |ui| {
            numbers::show(ui, subject, actions);
        });
        self.window(ctx, Dialog::Help, &tr!(language, "help.dialog"), |ui| {
            help(ui, language);
        });
        self.window(ctx, Dialog::About, &tr!(language, "about.title"), |ui| {
            about(ui, language);
        });
        if self.is_open(Dialog::Commands) {
            self.palette(ctx, language, actions);
        }
        if self.is_open(Dialog::Library) && !self.library.show(ctx, language, ink, actions) {
            self.close(Dialog::Library);
        }
    }

    /// Draws a dialog in the middle of the window, if it is open.
    fn window(&mut self, ctx: &Context, dialog: Dialog, title: &str, add: impl FnOnce(&mut Ui)) {
        let room = ctx.content_rect().size() - vec2(40.0, 80.0);
        let window = egui::Window::new(title)
            .pivot(Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .default_size(vec2(width_of(dialog).min(room.x), room.y));
        self.framed(ctx, dialog, window, room, add);
    }

    /// Draws a dialog, if it is open, whose top edge stays in place when its height changes; one of
    /// this height is centred. `add` is told how much room there is.
    pub fn hanging(
        &mut self,
        ctx: &Context,
        dialog: Dialog,
        title: &str,
        height: f32,
        add: impl FnOnce(&mut Ui, Vec2),
    ) {
        let room = ctx.content_rect().size() - vec2(40.0, 70.0);
        let window = egui::Window::new(title)
            .pivot(Align2::CENTER_TOP)
            .default_pos(ctx.content_rect().center() - vec2(0.0, room.y.min(height) / 2.0));
        self.framed(ctx, dialog, window, room, |ui| add(ui, room));
    }

    fn framed(
        &mut self,
        ctx: &Context,
        dialog: Dialog,
        window: egui::Window<'_>,
        room: Vec2,
        add: impl FnOnce(&mut Ui),
    ) {
        let mut open = self.is_open(dialog);
        if !open {
            return;
        }
        window
            .id(Id::unique(("dialog", dialog)))
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .max_size(room)
            .show(ctx, |ui| ScrollArea::vertical().max_height(room.y).show(ui, add));
        if !open {
            self.close(dialog);
        }
    }

    fn palette(&mut self, ctx: &Context, language: Language, actions: &mut Vec<Action>) {
        let commands = matching(&self.palette.query, language);
        self.palette.limit(commands.len());
        let (moved, enter) = ctx.input_mut(|input| {
            let moved = self.palette.step(input, commands.len());
            (moved, input.consume_key(Modifiers::NONE, Key::Enter))
        });
        let mut run = enter.then_some(self.palette.chosen);
        let room = ctx.content_rect().size() - vec2(60.0, 120.0);
        let modal = egui::Modal::new(Id::unique("commands")).show(ctx, |ui| {
            ui.set_width(room.x.min(380.0));
            let [hint, name] = ["commands.hint", "commands.field"].map(|key| tr!(language, key));
            self.palette.field(ui, Id::unique("command search"), hint, name);
            ui.add_space(4.0);
            // As high with few entries as with many: the field stays where it is.
            let height = room.y.clamp(80.0, 360.0);
            let list = ScrollArea::vertical()
                .min_scrolled_height(height)
                .max_height(height)
                .auto_shrink(false);
            list.show(ui, |ui| {
                if commands.is_empty() {
                    ui.label(tr!(language, "commands.none"));
                }
                for (place, (command, title)) in commands.iter().enumerate() {
                    let is_chosen = place == self.palette.chosen;
                    let button =
                        Button::selectable(is_chosen, title.as_str()).shortcut_text(command.key_text(ui.ctx()));
                    let response = ui.add_sized([ui.available_width(), 22.0], button);
                    response.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, title));
                    if is_chosen && moved {
                        response.scroll_to_me(None);
                    }
                    if response.clicked() {
                        run = Some(place);
                    }
                }
            });
        });
        let chosen = run.and_then(|place| commands.get(place));
        actions.extend(chosen.map(|(command, _)| command.action.clone()));
        if chosen.is_some() || modal.should_close() {
            self.close(Dialog::Commands);
        }
    }
}

/// Returns the width of a dialog if there is room, in points: as wide as its contents, in both languages.
fn width_of(dialog: Dialog) -> f32 {
    match dialog {
        Dialog::Numbers => 740.0,
        Dialog::About => 430.0,
        _ => 400.0,
    }
}

fn help(ui: &mut Ui, language: Language) {
    let arrows = ("← → ↑ ↓".to_owned(), tr!(language, "help.arrows"));
    let pointer = ["click", "drag", "shift_drag", "wheel", "double_click"].map(|what| {
        let does = tr!(language, format!("help.{what}_does"));
        (tr!(language, format!("help.{what}")), does)
    });
    Grid::new("keys").num_columns(2).spacing([24.0, 5.0]).show(ui, |ui| {
        let paste = ui
            .ctx()
            .format_shortcut(&KeyboardShortcut::new(Modifiers::COMMAND, Key::V));
        let paste = (paste, tr!(language, "help.paste"));
        let keys = [arrows].into_iter().chain(key_rows(ui.ctx(), language)).chain([paste]);
        for (what, does) in keys.chain(pointer) {
            ui.label(what);
            ui.label(does);
            ui.end_row();
        }
    });
}

fn about(ui: &mut Ui, language: Language) {
    ui.set_max_width(420.0);
    ui.heading(format!("poscope {}", env!("CARGO_PKG_VERSION")));
    ui.label(tr!(language, "about.what"));
    ui.add_space(6.0);
    ui.label(tr!(language, "about.licence"));
    ui.label(tr!(language, "about.font"));
    ui.label(tr!(language, "about.colors"));
}

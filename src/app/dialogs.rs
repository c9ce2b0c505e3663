//! The windows within the window: commands, numbers, help, about.

use eframe::egui::{self, Align2, Context, Grid, Key, Role, ScrollArea, TextEdit};

use super::action::{Action, Dialog};
use super::commands::{key_rows, matching};
use super::controls::named;
use super::ink::Ink;
use super::library::Library;
use super::numbers;
use crate::text::Language;
use crate::tr;
use crate::view::Subject;

/// Which of them are open, the last opened at the end, and what is typed into
/// the palette.
#[derive(Default)]
pub struct Dialogs {
    open: Vec<Dialog>,
    query: String,
    chosen: usize,
    /// The palette was opened in this frame and takes the keyboard.
    focus: bool,
    library: Library,
}

/// Those that hold everything else off while they are open.
const MODAL: [Dialog; 2] = [Dialog::Commands, Dialog::Library];

impl Dialogs {
    /// Whether one is open.
    pub fn is_open(&self, dialog: Dialog) -> bool {
        self.open.contains(&dialog)
    }

    /// Opens or closes one.
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
            Dialog::Commands => {
                self.query.clear();
                (self.chosen, self.focus) = (0, true);
            }
            Dialog::Library => self.library.open(),
            _ => {}
        }
    }

    /// Closes one.
    pub fn close(&mut self, dialog: Dialog) {
        self.open.retain(|&open| open != dialog);
    }

    /// Whether one is open that holds everything else off.
    pub fn has_modal(&self) -> bool {
        MODAL.into_iter().any(|dialog| self.is_open(dialog))
    }

    /// The last opened of those that Escape closes. The conventions are a part
    /// of the window, and those that hold everything off see to themselves.
    pub fn front(&self) -> Option<Dialog> {
        let closes = |dialog: &&Dialog| **dialog != Dialog::Conventions && !MODAL.contains(dialog);
        self.open.iter().rev().find(closes).copied()
    }

    /// Draws those of this file that are open.
    pub fn show(&mut self, ctx: &Context, subject: &Subject, ink: Ink, actions: &mut Vec<Action>) {
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

    fn window(&mut self, ctx: &Context, dialog: Dialog, title: &str, add: impl FnOnce(&mut egui::Ui)) {
        let mut open = self.is_open(dialog);
        if !open {
            return;
        }
        let room = ctx.content_rect().size() - egui::vec2(40.0, 80.0);
        egui::Window::new(title)
            .id(egui::Id::unique(("dialog", dialog)))
            .open(&mut open)
            .collapsible(false)
            .resizable(false)
            .pivot(Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .default_size(egui::vec2(width_of(dialog).min(room.x), room.y))
            .max_size(room)
            .show(ctx, |ui| ScrollArea::vertical().max_height(room.y).show(ui, add));
        if !open {
            self.close(dialog);
        }
    }

    fn palette(&mut self, ctx: &Context, language: Language, actions: &mut Vec<Action>) {
        let commands = matching(&self.query, language);
        self.chosen = self.chosen.min(commands.len().saturating_sub(1));
        let (up, down, enter) = ctx.input_mut(|input| {
            let mut take = |key| input.consume_key(egui::Modifiers::NONE, key);
            (take(Key::ArrowUp), take(Key::ArrowDown), take(Key::Enter))
        });
        let moved = up || down;
        if down {
            self.chosen = (self.chosen + 1).min(commands.len().saturating_sub(1));
        }
        if up {
            self.chosen = self.chosen.saturating_sub(1);
        }
        let mut run = enter.then_some(self.chosen);
        let height = (ctx.content_rect().height() - 120.0).clamp(80.0, 360.0);
        let modal = egui::Modal::new(egui::Id::unique("commands")).show(ctx, |ui| {
            ui.set_width(380.0_f32.min(ui.ctx().content_rect().width() - 60.0));
            let edit = TextEdit::singleline(&mut self.query)
                .hint_text(tr!(language, "commands.hint"))
                .desired_width(f32::INFINITY);
            let response = ui.add(edit);
            named(
                &response,
                Role::TextInput,
                &self.query,
                &tr!(language, "commands.field"),
            );
            if std::mem::take(&mut self.focus) {
                response.request_focus();
            }
            if response.changed() {
                self.chosen = 0;
            }
            ui.add_space(4.0);
            ScrollArea::vertical()
                .max_height(height)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    if commands.is_empty() {
                        ui.label(tr!(language, "commands.none"));
                    }
                    for (place, (command, title)) in commands.iter().enumerate() {
                        let key = command.key_text(ui.ctx());
                        let button = egui::Button::selectable(place == self.chosen, title.as_str()).shortcut_text(key);
                        let response = ui.add_sized([ui.available_width(), 22.0], button);
                        response.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, title));
                        if place == self.chosen && moved {
                            response.scroll_to_me(None);
                        }
                        if response.clicked() {
                            run = Some(place);
                        }
                    }
                });
        });
        if let Some((command, _)) = run.and_then(|place| commands.get(place)) {
            actions.push(command.action.clone());
            self.close(Dialog::Commands);
        } else if modal.should_close() {
            self.close(Dialog::Commands);
        }
    }
}

/// How wide a dialog is where there is room, in points: as wide as its
/// contents, in both languages.
fn width_of(dialog: Dialog) -> f32 {
    match dialog {
        Dialog::Numbers => 740.0,
        Dialog::About => 430.0,
        _ => 400.0,
    }
}

fn help(ui: &mut egui::Ui, language: Language) {
    let arrows = ("← → ↑ ↓".to_owned(), tr!(language, "help.arrows"));
    let pointer = [
        ("help.click", "help.click_does"),
        ("help.drag", "help.drag_does"),
        ("help.shift_drag", "help.shift_drag_does"),
        ("help.wheel", "help.wheel_does"),
        ("help.double_click", "help.double_click_does"),
    ];
    Grid::new("keys").num_columns(2).spacing([24.0, 5.0]).show(ui, |ui| {
        for (keys, does) in std::iter::once(arrows).chain(key_rows(ui.ctx(), language)) {
            ui.label(keys);
            ui.label(does);
            ui.end_row();
        }
        for (what, does) in pointer {
            ui.label(tr!(language, what));
            ui.label(tr!(language, does));
            ui.end_row();
        }
    });
}

fn about(ui: &mut egui::Ui, language: Language) {
    ui.set_max_width(420.0);
    ui.heading(format!("poscope {}", env!("CARGO_PKG_VERSION")));
    ui.label(tr!(language, "about.what"));
    ui.add_space(6.0);
    ui.label(tr!(language, "about.licence"));
    ui.label(tr!(language, "about.font"));
    ui.label(tr!(language, "about.colors"));
}

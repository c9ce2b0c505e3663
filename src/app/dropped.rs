//! Files dropped on the window: the session in the first is opened.

use eframe::egui::{self, Align2, Context, Frame, Id, Label, Order, RichText};

use super::action::Action;
use super::fonts::drawable;
use crate::text::{Language, count};
use crate::tr;

/// Returns the action for files dropped in this frame: the first is opened.
pub fn read(ctx: &Context) -> Option<Action> {
    ctx.input(|input| {
        let first = input.raw.dropped_files.first()?;
        Some(Action::OpenFile(first.path().to_owned()))
    })
}

/// Says what a drop will do, above everything else, while files are held over the window.
pub fn hint(ctx: &Context, language: Language) {
    let (held, name) = ctx.input(|input| {
        let held = &input.raw.hovered_files;
        let path = held.iter().find_map(|file| file.path.as_ref());
        let name = path.and_then(|path| path.file_name()).unwrap_or_default();
        (held.len(), name.to_string_lossy().into_owned())
    });
    if held == 0 {
        return;
    }
    let words = match (held, name.as_str()) {
        (1, "") => tr!(language, "sessions.drop"),
        (1, name) => tr!(language, "sessions.drop_named", name),
        (held, name) => tr!(language, "sessions.drop_first", name, files = count(held)),
    };
    let window = ctx.content_rect();
    egui::Area::new(Id::unique("drop"))
        .order(Order::Tooltip)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .interactable(false)
        .show(ctx, |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width((window.width() - 60.0).min(520.0));
                ui.add(Label::new(RichText::new(drawable(ctx, &words)).size(18.0)).wrap());
            });
        });
}

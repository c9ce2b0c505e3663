//! What the keys of a frame ask for while no text field has the keyboard focus. The keys themselves
//! are listed in `commands`.

use eframe::egui::{self, Context, Event, Key, KeyboardShortcut, Modifiers};

use super::action::Action;
use super::commands::{self, Command};
use super::controls::Fields;
use super::dialogs::Dialogs;
use crate::session::{Change, Views};

/// Returns the actions of the keys pressed in this frame.
pub fn read(ctx: &Context, dialogs: &Dialogs, views: &Views) -> Vec<Action> {
    // A menu and a modal dialog have the keyboard too: keys must not act through them.
    let typing = ctx.egui_wants_keyboard_input() || egui::Popup::is_any_open(ctx) || dialogs.has_modal();
    let mut actions = Vec::new();
    // Keys with Ctrl work everywhere, but undo and redo in a text field are the field's own.
    let anywhere = |command: &Command, key: &KeyboardShortcut| {
        key.modifiers.command && !matches!(command.action, Action::Undo | Action::Redo)
    };
    let keys = commands::all()
        .iter()
        .flat_map(|command| command.keys.iter().map(move |key| (command, key)));
    // Escape is handled last, by `escape`.
    let mut keys: Vec<_> = keys
        .filter(|(command, key)| key.logical_key != Key::Escape && (!typing || anywhere(command, key)))
        .collect();
    // Redo before undo, since redo is undo's key with Shift.
    keys.sort_by_key(|(_, key)| !key.modifiers.shift);
    ctx.input_mut(|input| {
        let pressed = keys.into_iter().filter(|(_, key)| input.consume_shortcut(key));
        actions.extend(pressed.map(|(command, _)| command.action.clone()));
    });
    if !typing {
        // Text pasted outside a field is read as a session.
        let pasted = |event: &Event| match event {
            Event::Paste(text) => Some(Action::OpenText(text.clone())),
            _ => None,
        };
        actions.extend(ctx.input(|input| input.events.iter().find_map(pasted)));
    }
    if !typing && ctx.memory(|memory| memory.focused().is_none()) {
        // The pin moves the way the arrow points.
        let up = if views.from_top && !views.transposed { -1 } else { 1 };
        let steps = [
            (Key::ArrowLeft, (-1, 0)),
            (Key::ArrowRight, (1, 0)),
            (Key::ArrowDown, (0, -up)),
            (Key::ArrowUp, (0, up)),
        ];
        for (key, (positions, dimensions)) in steps {
            let count = ctx.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
            if let (Ok(count), true) = (i64::try_from(count), count > 0) {
                actions.push(Action::Change(Change::MovePin(positions * count, dimensions * count)));
            }
        }
    }
    actions
}

/// Returns what Escape asks for after everything that handles it itself has been drawn. Each press does one
/// thing: it closes a menu, gives up a field or a box being drawn, clears refused values, closes the dialog in
/// front, or removes the pin. `had_menu` says whether a menu was open when the frame began.
pub fn escape(ctx: &Context, dialogs: &Dialogs, fields: &mut Fields, had_menu: bool) -> Option<Action> {
    if had_menu || dialogs.has_modal() {
        return None;
    }
    let is_pressed = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if !is_pressed || fields.forget_refused() {
        return None;
    }
    let closes = dialogs
        .front()
        .map_or(Action::Change(Change::Pin(None)), Action::Toggle);
    Some(closes)
}

//! What the keys of a frame ask for, where no text field has the keyboard. Which keys there are stands in
//! `commands`.

use eframe::egui::{self, Context, Event, Key, KeyboardShortcut, Modifiers};

use super::action::Action;
use super::commands::{self, Command};
use super::controls::Fields;
use super::dialogs::Dialogs;
use crate::session::Change;

/// What the keys that went down in this frame ask for.
pub fn read(ctx: &Context, dialogs: &Dialogs) -> Vec<Action> {
    // A menu and a dialog that holds all else off have the keyboard too: keys
    // must not act through them.
    let typing = ctx.egui_wants_keyboard_input() || egui::Popup::is_any_open(ctx) || dialogs.has_modal();
    let mut actions = Vec::new();
    // With Ctrl they work everywhere; undo in a field is the field's own.
    let anywhere = |command: &Command, key: &KeyboardShortcut| {
        key.modifiers.command && !matches!(command.action, Action::Undo | Action::Redo)
    };
    let keys = commands::all()
        .iter()
        .flat_map(|command| command.keys.iter().map(move |key| (command, key)));
    // Escape is taken last, by `escape`.
    let mut keys: Vec<_> = keys
        .filter(|(command, key)| key.logical_key != Key::Escape && (!typing || anywhere(command, key)))
        .collect();
    // Redo before undo: it is undo's key with Shift.
    keys.sort_by_key(|(_, key)| !key.modifiers.shift);
    ctx.input_mut(|input| {
        let pressed = keys.into_iter().filter(|(_, key)| input.consume_shortcut(key));
        actions.extend(pressed.map(|(command, _)| command.action.clone()));
    });
    if !typing {
        // What is pasted where nobody types is a session.
        let pasted = |event: &Event| match event {
            Event::Paste(text) => Some(Action::OpenText(text.clone())),
            _ => None,
        };
        actions.extend(ctx.input(|input| input.events.iter().find_map(pasted)));
    }
    if !typing && ctx.memory(|memory| memory.focused().is_none()) {
        let steps = [
            (Key::ArrowLeft, (-1, 0)),
            (Key::ArrowRight, (1, 0)),
            (Key::ArrowDown, (0, -1)),
            (Key::ArrowUp, (0, 1)),
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

/// What Escape asks for once everything that takes it itself was drawn: a menu
/// closes, a field and a box that is being drawn are given up; then what was
/// refused is forgotten, then the dialog in front closes, then the pin goes.
/// `had_menu` says whether a menu was open when the frame began.
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

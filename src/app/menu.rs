//! The entries of the menus, section by section, from the table of commands.

use eframe::egui::{Atom, Button, Checkbox, IntoAtoms, RadioButton, Response, RichText, Ui};

use super::action::Action;
use super::commands::{Section, in_menu};
use crate::text::Language;

/// The state of a menu entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuMark {
    /// An action, and whether it is possible now; it closes the menu.
    Item(bool),
    /// A setting that is on or off.
    Check(bool),
    /// One of several alternatives, chosen or not.
    Radio(bool),
}

/// Draws the entries of a section, each with its key. `mark` gives the state of an action.
pub fn section(
    ui: &mut Ui,
    section: Section,
    language: Language,
    mark: impl Fn(&Action) -> MenuMark,
    actions: &mut Vec<Action>,
) {
    for command in in_menu(section) {
        let title = command.menu_title(language).unwrap_or_default();
        if entry(ui, &title, command.key_text(ui.ctx()), mark(&command.action)).clicked() {
            actions.push(command.action.clone());
        }
    }
}

fn entry(ui: &mut Ui, title: &str, key: String, mark: MenuMark) -> Response {
    let with_key = |key: String| {
        let mut atoms = title.into_atoms();
        if !key.is_empty() {
            atoms.push_right(Atom::grow());
            atoms.push_right(RichText::new(key).weak());
        }
        atoms
    };
    // In a menu widgets have no frames, and an empty box without one is nearly invisible.
    let frame = ui.ctx().style_of(ui.theme()).visuals.widgets.inactive.bg_stroke;
    let response = match mark {
        MenuMark::Item(is_possible) => ui.add_enabled(is_possible, Button::new(title).shortcut_text(key)),
        MenuMark::Check(_) | MenuMark::Radio(_) => {
            ui.scope(|ui| {
                ui.visuals_mut().widgets.inactive.bg_stroke = frame;
                match mark {
                    MenuMark::Radio(is_chosen) => ui.add(RadioButton::new(is_chosen, with_key(key))),
                    mark => ui.add(Checkbox::new(&mut (mark == MenuMark::Check(true)), with_key(key))),
                }
            })
            .inner
        }
    };
    if matches!(mark, MenuMark::Item(_)) && response.clicked() {
        ui.close();
    }
    response.accessible_name(title)
}

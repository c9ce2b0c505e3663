//! The line at the top: scheme, tools, language, and the menus.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, ComboBox, Role, Ui, WidgetInfo};

use super::action::{Action, Dialog};
use super::commands::{THEMES, key_text};
use super::layout::Layout;
use super::preferences::Preferences;
use super::session_menu::Recent;
use super::typed::Typed;
use crate::code::Programming;
use crate::encoding::Scheme;
use crate::field::Reduction;
use crate::session::{Change, ColorMap, History, Session};
use crate::text::{Language, reduction_name, scheme_name};
use crate::tr;

/// The narrowest window whose line has room for all buttons, in points.
const WIDE: f32 = 1000.0;

/// What the line shows.
pub struct Toolbar<'a> {
    /// What is looked at.
    pub session: &'a Session,
    /// Whether there is something to undo.
    pub history: &'a History,
    /// The person's.
    pub preferences: &'a Preferences,
    /// Whether panes are locked.
    pub layout: &'a Layout,
    /// What is being typed into its fields.
    pub typed: &'a mut Typed,
    /// Which of the last files are there.
    pub recent: &'a mut Recent,
}

impl Toolbar<'_> {
    /// Draws the line.
    pub fn show(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let language = self.preferences.language();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            self.scheme(ui, language, actions);
            library(ui, language, actions);
            self.versus(ui, language, actions);
            toggle(ui, &tr!(language, "toolbar.conventions"), Dialog::Conventions, actions);
            toggle(ui, &tr!(language, "toolbar.export"), Dialog::Export, actions);
            // It has a field and switches, so a click inside does not close it.
            let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new(tr!(language, "toolbar.view"))
                .config(stays)
                .ui(ui, |ui| self.view_menu(ui, language, actions));
            if self.layout.maximized.is_some() {
                let name = tr!(language, "command.restore");
                let shown = if is_wide(ui) {
                    name.clone()
                } else {
                    tr!(language, "toolbar.back")
                };
                let restore = ui.button(shown);
                restore.widget_info(|| WidgetInfo::labeled(Role::Button, true, &*name));
                if restore
                    .on_hover_text(key_text(ui.ctx(), &Action::Maximize(None)))
                    .clicked()
                {
                    actions.push(Action::Maximize(None));
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.menu_button("…", |ui| self.more_menu(ui, language, actions))
                    .response
                    .widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!(language, "toolbar.more")));
                let (other, name) = match language {
                    Language::English => (Language::Chinese, "中文"),
                    Language::Chinese => (Language::English, "English"),
                };
                if ui.button(name).clicked() {
                    actions.push(Action::Language(other));
                }
                if is_wide(ui) {
                    toggle(ui, &tr!(language, "toolbar.commands"), Dialog::Commands, actions);
                }
            });
        });
    }

    fn scheme(&self, ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
        let title = |scheme: Scheme| scheme_name(scheme, language);
        let current = self.session.spec.scheme;
        let response = ComboBox::from_id_salt("scheme")
            .selected_text(title(current))
            .width(116.0)
            .height(360.0)
            .show_ui(ui, |ui| {
                for scheme in Scheme::ALL {
                    if ui.selectable_label(scheme == current, title(scheme)).clicked() {
                        actions.push(Action::Change(Change::Scheme(scheme)));
                    }
                }
            });
        let name = tr!(language, "toolbar.scheme", scheme = title(current));
        response
            .response
            .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
    }

    /// The switch of the comparison.
    fn versus(&self, ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
        let is_on = self.session.versus.is_some();
        let name = tr!(language, "ab.switch");
        let switch = ui.add(egui::Button::selectable(is_on, name.as_ref()).frame_when_inactive(true));
        switch.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
        if switch.on_hover_text(tr!(language, "ab.switch_hint")).clicked() {
            actions.push(Action::Change(Change::ToggleVersus));
        }
    }

    fn view_menu(&mut self, ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
        let views = &self.session.views;
        ui.menu_button(tr!(language, "view.color_map"), |ui| {
            for map in ColorMap::ALL {
                if ui.radio(map == views.color_map, map.name()).clicked() {
                    actions.push(Action::Change(Change::ColorMap(map)));
                }
            }
            ui.separator();
            check(
                ui,
                views.reversed,
                &tr!(language, "view.reversed"),
                Change::ToggleReversed,
                actions,
            );
        });
        ui.menu_button(tr!(language, "view.reduction"), |ui| {
            for reduction in Reduction::ALL {
                let name = reduction_name(reduction, language);
                if ui.radio(reduction == views.reduction, name).clicked() {
                    actions.push(Action::Change(Change::Reduction(reduction)));
                }
            }
        });
        check(
            ui,
            views.transposed,
            &tr!(language, "view.transposed"),
            Change::ToggleTransposed,
            actions,
        );
        check(
            ui,
            views.regrouped,
            &tr!(language, "view.regrouped"),
            Change::ToggleRegrouped,
            actions,
        );
        check(
            ui,
            views.own_scales,
            &tr!(language, "view.own_scales"),
            Change::ToggleOwnScales,
            actions,
        );
        check(
            ui,
            views.log_offsets,
            &tr!(language, "view.log_offsets"),
            Change::ToggleLogOffsets,
            actions,
        );
        ui.separator();
        item(
            ui,
            &tr!(language, "command.show_all"),
            Action::Change(Change::ShowAll),
            actions,
        );
        for (steps, key) in [(1, "command.closer"), (-1, "command.farther")] {
            item(ui, &tr!(language, key), Action::Change(Change::Closer(steps)), actions);
        }
        item(
            ui,
            &tr!(language, "command.numbers"),
            Action::Toggle(Dialog::Numbers),
            actions,
        );
        self.typed.show(ui, self.session, language, actions);
        ui.separator();
        let mut unlocked = !self.layout.locked;
        if ui.checkbox(&mut unlocked, tr!(language, "view.unlock")).clicked() {
            actions.push(Action::ToggleLayoutLock);
        }
        item(ui, &tr!(language, "command.reset_layout"), Action::ResetLayout, actions);
    }

    fn more_menu(&mut self, ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
        if !is_wide(ui) {
            let title = tr!(language, "toolbar.commands");
            item(ui, &title, Action::Toggle(Dialog::Commands), actions);
            ui.separator();
        }
        self.recent.menu(ui, &self.preferences.recent, language, actions);
        ui.separator();
        ui.add_enabled_ui(self.history.can_undo(), |ui| {
            item(ui, &tr!(language, "command.undo"), Action::Undo, actions);
        });
        ui.add_enabled_ui(self.history.can_redo(), |ui| {
            item(ui, &tr!(language, "command.redo"), Action::Redo, actions);
        });
        ui.separator();
        ui.menu_button(tr!(language, "code.menu"), |ui| {
            for programming in Programming::ALL {
                item(ui, programming.title(), Action::CopyCode(programming), actions);
            }
        });
        ui.separator();
        for (theme, key) in THEMES {
            if ui.radio(self.preferences.theme == theme, tr!(language, key)).clicked() {
                actions.push(Action::Theme(theme));
            }
        }
        ui.separator();
        for (steps, key) in [
            (1, "command.zoom_in"),
            (-1, "command.zoom_out"),
            (0, "command.zoom_reset"),
        ] {
            item(ui, &tr!(language, key), Action::Zoom(steps), actions);
        }
        ui.separator();
        item(
            ui,
            &tr!(language, "command.help"),
            Action::Toggle(Dialog::Help),
            actions,
        );
        item(
            ui,
            &tr!(language, "command.about"),
            Action::Toggle(Dialog::About),
            actions,
        );
    }
}

/// Whether the line has room for all buttons and their long names.
fn is_wide(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() >= WIDE
}

/// Opens presets and mistakes.
fn library(ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
    let name = tr!(language, "library.open");
    let shown = if is_wide(ui) {
        name.clone()
    } else {
        tr!(language, "library.open_short")
    };
    let action = Action::Toggle(Dialog::Library);
    let response = ui.button(shown);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &*name));
    if response.on_hover_text(key_text(ui.ctx(), &action)).clicked() {
        actions.push(action);
    }
}

fn toggle(ui: &mut Ui, title: &str, dialog: Dialog, actions: &mut Vec<Action>) {
    let action = Action::Toggle(dialog);
    let mut response = ui.button(title);
    let key = key_text(ui.ctx(), &action);
    if !key.is_empty() {
        response = response.on_hover_text(key);
    }
    if response.clicked() {
        actions.push(action);
    }
}

/// An entry of a menu, with its key; it closes the menu.
pub(super) fn item(ui: &mut Ui, title: &str, action: Action, actions: &mut Vec<Action>) {
    let key = key_text(ui.ctx(), &action);
    let response = ui.add(egui::Button::new(title).shortcut_text(key));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), title));
    if response.clicked() {
        actions.push(action);
        ui.close();
    }
}

fn check(ui: &mut Ui, mut on: bool, title: &str, change: Change, actions: &mut Vec<Action>) {
    if ui.checkbox(&mut on, title).clicked() {
        actions.push(Action::Change(change));
    }
}

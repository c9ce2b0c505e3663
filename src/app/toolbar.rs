//! The toolbar: scheme, tools, language, and the menus.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, ComboBox, Label, RichText, TextStyle, Ui};

use super::action::{Action, Dialog};
use super::commands::{Section, key_text};
use super::layout::PaneLayout;
use super::menu::{self, MenuMark};
use super::preferences::Preferences;
use super::session_menu::Recent;
use super::stage::letters::width;
use super::typed::Typed;
use crate::encoding::Scheme;
use crate::session::{Change, History, Session};
use crate::text::{Language, scheme_line, scheme_name};
use crate::tr;

/// The narrowest window whose toolbar has room for all buttons, in points.
const WIDE: f32 = 1000.0;

/// What the toolbar shows.
pub struct Toolbar<'a> {
    /// The session.
    pub session: &'a Session,
    /// The history, which says whether there is something to undo.
    pub history: &'a History,
    /// The person's preferences.
    pub preferences: &'a Preferences,
    /// The layout, which says whether panes are locked.
    pub layout: &'a PaneLayout,
    /// The text being typed into the fields of the View menu.
    pub typed: &'a mut Typed,
    /// Which of the recent files exist.
    pub recent: &'a mut Recent,
}

impl Toolbar<'_> {
    /// Draws the toolbar.
    pub fn show(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let language = self.preferences.language();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            self.scheme(ui, language, actions);
            let [library, short] = ["library.open", "library.open_short"].map(|key| tr!(language, key));
            button(ui, library, short, Action::Toggle(Dialog::Library), actions);
            self.versus(ui, language, actions);
            toggle(ui, tr!(language, "toolbar.conventions"), Dialog::Conventions, actions);
            toggle(ui, tr!(language, "toolbar.export"), Dialog::Export, actions);
            // This menu has fields and switches, so a click inside does not close it.
            let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new(tr!(language, "toolbar.view"))
                .config(stays)
                .ui(ui, |ui| self.view_menu(ui, language, actions));
            if self.layout.maximized.is_some() {
                let [restore, short] = ["command.restore", "toolbar.back"].map(|key| tr!(language, key));
                button(ui, restore, short, Action::Maximize(None), actions);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let (other, name) = match language {
                    Language::English => (Language::Chinese, "中文"),
                    Language::Chinese => (Language::English, "English"),
                };
                let commands = tr!(language, "toolbar.commands");
                let has_commands = width_of(ui, &["…", name, &commands]) <= ui.available_width();
                let more = ui.menu_button("…", |ui| self.more_menu(ui, has_commands, language, actions));
                more.response.accessible_name(tr!(language, "toolbar.more"));
                if ui.button(name).clicked() {
                    actions.push(Action::Language(other));
                }
                if has_commands {
                    toggle(ui, commands, Dialog::Commands, actions);
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
            .height(540.0)
            .show_ui(ui, |ui| {
                for scheme in Scheme::ALL {
                    if ui.selectable_label(scheme == current, title(scheme)).clicked() {
                        actions.push(Action::Scheme(scheme));
                    }
                    ui.add(Label::new(RichText::new(scheme_line(scheme, language)).small().weak()).extend());
                }
            });
        let name = tr!(language, "toolbar.scheme", scheme = title(current));
        response.response.accessible_name(name);
    }

    /// Draws the switch of the A/B comparison.
    fn versus(&self, ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
        let is_on = self.session.versus.is_some();
        let name = tr!(language, "ab.switch");
        let switch = ui.add(egui::Button::selectable(is_on, name).frame_when_inactive(true));
        if switch.on_hover_text(tr!(language, "ab.switch_hint")).clicked() {
            actions.push(Action::Change(Change::ToggleVersus));
        }
    }

    fn view_menu(&mut self, ui: &mut Ui, language: Language, actions: &mut Vec<Action>) {
        ui.menu_button(tr!(language, "view.color_map"), |ui| {
            self.section(ui, Section::ColorMaps, actions);
            ui.separator();
            self.section(ui, Section::ColorMapEnd, actions);
        });
        ui.menu_button(tr!(language, "view.reduction"), |ui| {
            self.section(ui, Section::Reductions, actions);
        });
        self.section(ui, Section::Look, actions);
        ui.separator();
        self.section(ui, Section::Range, actions);
        self.typed.show(ui, self.session, language, actions);
        ui.separator();
        self.section(ui, Section::Panes, actions);
    }

    fn more_menu(&mut self, ui: &mut Ui, has_commands: bool, language: Language, actions: &mut Vec<Action>) {
        if !has_commands {
            self.section(ui, Section::Palette, actions);
            ui.separator();
        }
        self.recent.menu(ui, &self.preferences.recent, language, actions);
        ui.separator();
        self.section(ui, Section::Steps, actions);
        ui.separator();
        ui.menu_button(tr!(language, "code.menu"), |ui| {
            self.section(ui, Section::Code, actions);
        });
        for section in [Section::Themes, Section::Zoom, Section::About] {
            ui.separator();
            self.section(ui, section, actions);
        }
    }

    fn section(&self, ui: &mut Ui, section: Section, actions: &mut Vec<Action>) {
        let language = self.preferences.language();
        menu::section(ui, section, language, |action| self.mark(action), actions);
    }

    /// Returns the state of an action's menu entry.
    fn mark(&self, action: &Action) -> MenuMark {
        let views = &self.session.views;
        match action {
            Action::Undo => MenuMark::Item(self.history.can_undo()),
            Action::Redo => MenuMark::Item(self.history.can_redo()),
            Action::Theme(theme) => MenuMark::Radio(self.preferences.theme == *theme),
            Action::ToggleLayoutLock => MenuMark::Check(!self.layout.locked),
            Action::Change(Change::ColorMap(map)) => MenuMark::Radio(views.color_map == *map),
            Action::Change(Change::Reduction(reduction)) => MenuMark::Radio(views.reduction == *reduction),
            Action::Change(Change::ToggleReversed) => MenuMark::Check(views.reversed),
            Action::Change(Change::ToggleTransposed) => MenuMark::Check(views.transposed),
            Action::Change(Change::ToggleFromTop) => MenuMark::Check(views.from_top),
            Action::Change(Change::ToggleRegrouped) => MenuMark::Check(views.regrouped),
            Action::Change(Change::ToggleOwnScales) => MenuMark::Check(views.own_scales),
            Action::Change(Change::ToggleLogOffsets) => MenuMark::Check(views.log_offsets),
            _ => MenuMark::Item(true),
        }
    }
}

/// Returns whether the toolbar has room for all buttons and their long names.
fn is_wide(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() >= WIDE
}

/// Returns the width of buttons side by side.
fn width_of(ui: &Ui, names: &[&str]) -> f32 {
    let (font, spacing) = (TextStyle::Button.resolve(ui.style()), ui.spacing());
    let around = 2.0 * spacing.button_padding.x + spacing.item_spacing.x;
    let widths = names.iter().map(|name| width(ui.painter(), name, &font) + around);
    widths.sum()
}

/// Draws a button that opens or closes a dialog.
fn toggle(ui: &mut Ui, title: String, dialog: Dialog, actions: &mut Vec<Action>) {
    button(ui, title.clone(), title, Action::Toggle(dialog), actions);
}

/// Draws a button, with a short name if the toolbar is narrow; its key is shown while the pointer rests on it.
fn button(ui: &mut Ui, name: String, short: String, action: Action, actions: &mut Vec<Action>) {
    let shown = if is_wide(ui) { name.clone() } else { short };
    let mut response = ui.button(shown).accessible_name(name);
    let key = key_text(ui.ctx(), &action);
    if !key.is_empty() {
        response = response.on_hover_text(key);
    }
    if response.clicked() {
        actions.push(action);
    }
}

//! The conventions drawer, and the chips that show what differs from the
//! first choice wherever the drawer is. Both go through the list of settings
//! that the scheme gives, and know no scheme.

use eframe::egui::{self, CollapsingHeader, ComboBox, Grid, Role, Ui, WidgetInfo};

use super::action::Action;
use super::controls::{Fields, field};
use super::ink::Ink;
use super::stage::letters;
use crate::encoding::{Encoding, Named, Setting, Slot, Spec};
use crate::session::Change;
use crate::text::{
    Language, choice_name, scheme_name, scheme_rule, setting_hint, setting_name, setting_value, setting_words,
};
use crate::tr;

/// Between a label and its value, in points.
const GAP: f32 = 8.0;

/// How wide labels and values are, in all sections alike.
#[derive(Clone, Copy)]
struct Columns {
    label: f32,
    value: f32,
}

impl Columns {
    /// The labels as wide as the widest of them, the values as wide as is left.
    fn of(ui: &Ui, settings: &[Setting<'_>], language: Language) -> Self {
        let font = egui::TextStyle::Body.resolve(ui.style());
        let widths = settings
            .iter()
            .map(|setting| letters::width(ui.painter(), &setting_name(setting.name, language), &font));
        let label = widths.fold(0.0, f32::max).ceil();
        Self {
            label,
            value: (ui.available_width() - label - GAP).clamp(60.0, 140.0),
        }
    }
}

/// Room for a scroll bar at the right of the drawer, in points.
const BAR: f32 = 12.0;

/// Draws the settings of this scheme.
pub fn drawer(ui: &mut Ui, fields: &mut Fields, spec: &Spec, language: Language, ink: Ink, actions: &mut Vec<Action>) {
    let area = egui::ScrollArea::vertical().auto_shrink([false, true]);
    area.show(ui, |ui| {
        ui.set_max_width(ui.available_width() - BAR);
        settings(ui, fields, spec, language, ink, actions);
    });
}

fn settings(ui: &mut Ui, fields: &mut Fields, spec: &Spec, language: Language, ink: Ink, actions: &mut Vec<Action>) {
    ui.heading(scheme_name(spec.scheme, language));
    ui.label(scheme_rule(spec.scheme, language));
    ui.add_space(6.0);
    if spec.scheme.has_conventions() {
        named(ui, fields, spec, language, ink, actions);
    }
    let changed_names = spec.changed_settings();
    let mut edited = spec.clone();
    let mut touched = None;
    let mut settings = edited.settings();
    settings.retain(|setting| setting.matters);
    if settings.is_empty() {
        ui.label(egui::RichText::new(tr!(language, "conventions.none")).weak());
    }
    let columns = Columns::of(ui, &settings, language);
    for section in settings.chunk_by_mut(|one, next| one.section == next.section) {
        let title = section[0].section;
        let is_changed = section.iter().any(|setting| changed_names.contains(&setting.name));
        let mut list = |ui: &mut Ui| {
            if let Some(name) = rows(ui, fields, section, columns, language, ink) {
                touched = Some(name);
            }
        };
        if title.is_empty() {
            list(ui);
        } else {
            ui.add_space(4.0);
            CollapsingHeader::new(tr!(language, format!("section.{title}")))
                .id_salt(title)
                .default_open(is_changed)
                .show_unindented(ui, list);
        }
    }
    drop(settings);
    if let Some(name) = touched
        && edited != *spec
    {
        choose(fields, name, edited, actions);
    }
}

/// Asks for other settings, if they go together; a refusal is kept under a name.
fn choose(fields: &mut Fields, name: &'static str, spec: Spec, actions: &mut Vec<Action>) {
    match Encoding::new(spec) {
        Ok(encoding) => {
            fields.accept(name);
            actions.push(Action::Change(Change::settings(encoding)));
        }
        Err(error) => fields.refuse(name, error),
    }
}

/// The settings of a section, a row each; gives the one that was changed.
fn rows(
    ui: &mut Ui,
    fields: &mut Fields,
    settings: &mut [Setting<'_>],
    columns: Columns,
    language: Language,
    ink: Ink,
) -> Option<&'static str> {
    let mut touched = None;
    Grid::new(("settings", settings.first().map(|setting| setting.section)))
        .num_columns(2)
        .min_col_width(columns.label)
        .spacing([GAP, 5.0])
        .show(ui, |ui| {
            for setting in settings.iter_mut() {
                let (name, label) = (setting.name, setting_name(setting.name, language));
                ui.label(&label).on_hover_text(setting_hint(name, language));
                if let Slot::Choice(_) = setting.slot {
                    if choice(ui, setting, &label, columns.value, language) {
                        touched = Some(name);
                    }
                } else {
                    let shown = setting_value(&setting.text());
                    if let Some(text) = field(ui, fields, name, &shown, &label, columns.value, ink) {
                        match setting.set(&text) {
                            Ok(()) => touched = Some(name),
                            Err(error) => fields.refuse(name, error),
                        }
                    }
                }
                ui.end_row();
            }
        });
    for setting in settings {
        fields.refusal(ui, setting.name, language, ink);
    }
    touched
}

/// Draws a choice; whether another one was taken.
fn choice(ui: &mut Ui, setting: &mut Setting<'_>, label: &str, width: f32, language: Language) -> bool {
    let Slot::Choice(choice) = &mut setting.slot else {
        return false;
    };
    let (names, chosen) = (choice.names(), choice.chosen());
    let shown = choice_name(chosen, language);
    let mut taken = None;
    let combo = ComboBox::from_id_salt(setting.name)
        .selected_text(shown.as_str())
        .width(width)
        .truncate();
    let list = |ui: &mut Ui| {
        for name in names {
            let response = ui.selectable_label(name == chosen, choice_name(name, language));
            if response.clicked() {
                taken = Some(name);
            }
        }
    };
    let shown_ui = ui.scope(|ui| {
        ui.set_max_width(width);
        combo.show_ui(ui, list)
    });
    shown_ui
        .inner
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{label}: {shown}")));
    taken.is_some_and(|name| choice.choose(name))
}

/// Under what a refusal of an arrangement is kept.
const NAMED: &str = "convention";

/// One of the arrangements that have a name.
fn named(ui: &mut Ui, fields: &mut Fields, spec: &Spec, language: Language, ink: Ink, actions: &mut Vec<Action>) {
    let all = Named::all();
    let current = all.iter().find(|named| named.arrange(spec) == *spec);
    let shown = current.map_or_else(|| tr!(language, "conventions.custom"), |named| named.name.to_owned());
    let combo = ComboBox::from_id_salt("convention")
        .selected_text(shown.as_str())
        .width(ui.available_width())
        .height(420.0)
        .show_ui(ui, |ui| {
            for named in &all {
                let choice = ui.selectable_label(current == Some(named), named.name);
                if choice.on_hover_text(named.source).clicked() {
                    choose(fields, NAMED, named.arrange(spec), actions);
                }
            }
        });
    let name = tr!(language, "conventions.named", name = shown);
    combo
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
    if let Some(named) = current {
        ui.add(egui::Label::new(egui::RichText::new(named.source).small().weak()).wrap());
    }
    fields.refusal(ui, NAMED, language, ink);
    ui.add_space(4.0);
}

/// What differs from the first choice of the scheme, each with a cross that
/// takes it back: hidden settings must not surprise.
pub fn chips(ui: &mut Ui, spec: &Spec, language: Language, actions: &mut Vec<Action>) {
    let mut this = spec.clone();
    let changed = spec.changed_settings();
    let settings = this.settings();
    let chips: Vec<(&'static str, String)> = settings
        .iter()
        .filter(|setting| setting.matters && changed.contains(&setting.name))
        .map(|setting| (setting.name, setting_words(setting, language)))
        .collect();
    if chips.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (name, words) in chips {
            let chip = ui.button(format!("{words}  ×"));
            chip.widget_info(|| {
                WidgetInfo::labeled(Role::Button, true, tr!(language, "controls.remove", name = words))
            });
            if chip.clicked()
                && let Some(encoding) = taken_back(spec, name)
            {
                actions.push(Action::Change(Change::settings(encoding)));
            }
        }
    });
}

/// Returns the encoding with one setting as it was first; `None` if the others do not allow that.
fn taken_back(spec: &Spec, name: &str) -> Option<Encoding> {
    let (mut changed, mut first) = (spec.clone(), Spec::default());
    let first = first.settings_of(spec.scheme);
    let first = first.iter().find(|setting| setting.name == name)?.text();
    changed
        .settings()
        .iter_mut()
        .find(|setting| setting.name == name)?
        .set(&first)
        .ok()?;
    Encoding::new(changed).ok()
}

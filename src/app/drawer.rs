//! The conventions drawer, and the chips that show what differs from the scheme's defaults whether
//! or not the drawer is open. Both go through the scheme's list of settings and know no scheme.

use eframe::egui::{self, CollapsingHeader, ComboBox, Grid, Ui};

use super::action::Action;
use super::controls::{Controls, one_in_list};
use super::stage::letters;
use crate::encoding::{Choice, Encoding, Named, Setting, Slot, Spec};
use crate::session::Change;
use crate::text::{
    Language, choice_name, plain, preset_words, scheme_name, scheme_rule, setting_hint, setting_name, setting_value,
    setting_words,
};
use crate::tr;

/// The width of the drawer without its margins, in points.
pub const WIDTH: f32 = 240.0;

/// The gap between a label and its value, in points.
const GAP: f32 = 8.0;

/// The room for the drawer's scroll bar, in points.
const BAR: f32 = 12.0;

/// The name under which the refusal of a named convention is kept.
const NAMED: &str = "convention";

impl Controls<'_> {
    /// Draws the settings of this scheme.
    pub fn drawer(&mut self, ui: &mut Ui) {
        let area = egui::ScrollArea::vertical().auto_shrink([false, true]);
        area.show(ui, |ui| {
            ui.set_max_width(ui.available_width() - BAR);
            self.settings(ui);
        });
    }

    fn settings(&mut self, ui: &mut Ui) {
        let (spec, language) = (&self.session.spec, self.language);
        ui.heading(scheme_name(spec.scheme, language));
        ui.label(scheme_rule(spec.scheme, language));
        ui.add_space(6.0);
        if spec.scheme.has_conventions() {
            self.named(ui);
        }
        let changed_names = spec.changed_settings();
        let mut edited = spec.clone();
        let mut touched = None;
        let mut settings = edited.settings();
        settings.retain(|setting| setting.matters);
        if settings.is_empty() {
            ui.label(egui::RichText::new(tr!(language, "conventions.none")).weak());
        }
        let columns = widths(ui, &settings, language);
        for section in settings.chunk_by_mut(|one, next| one.section == next.section) {
            let title = section[0].section;
            let is_changed = section.iter().any(|setting| changed_names.contains(&setting.name));
            let mut list = |ui: &mut Ui| touched = self.rows(ui, section, columns).or(touched);
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
            self.choose(name, edited);
        }
    }

    /// Asks for other settings if they are compatible; otherwise keeps the refusal under a name.
    fn choose(&mut self, name: &'static str, spec: Spec) {
        match Encoding::new(spec) {
            Ok(encoding) => {
                self.fields.accept(name);
                self.actions.push(Action::Change(Change::settings(encoding)));
            }
            Err(error) => self.fields.refuse(name, error),
        }
    }

    /// Draws the settings of a section, one row each; returns the name of the one that changed.
    fn rows(&mut self, ui: &mut Ui, settings: &mut [Setting<'_>], [labels, values]: [f32; 2]) -> Option<&'static str> {
        let language = self.language;
        let mut touched = None;
        Grid::new(("settings", settings.first().map(|setting| setting.section)))
            .num_columns(2)
            .min_col_width(labels)
            .spacing([GAP, 5.0])
            .show(ui, |ui| {
                for setting in settings.iter_mut() {
                    let (name, label) = (setting.name, setting_name(setting.name, language));
                    ui.label(&label).on_hover_text(setting_hint(name, language));
                    if let Slot::Choice(choice) = &mut setting.slot {
                        let chosen = list(ui, name, &**choice, &label, values, language);
                        if chosen != choice.chosen() && choice.choose(chosen) {
                            touched = Some(name);
                        }
                    } else {
                        let shown = setting_value(&setting.text());
                        if let Some(text) = self.field(ui, name, &shown, &label, values) {
                            match setting.set(&text) {
                                Ok(()) => touched = Some(name),
                                Err(error) => self.fields.refuse(name, error),
                            }
                        }
                    }
                    ui.end_row();
                }
            });
        for setting in settings {
            self.refusal(ui, setting.name);
        }
        touched
    }

    /// Draws the list of named conventions.
    fn named(&mut self, ui: &mut Ui) {
        let (spec, language) = (&self.session.spec, self.language);
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
                        self.choose(NAMED, named.arrange(spec));
                    }
                }
            });
        let name = tr!(language, "conventions.named", name = shown);
        combo.response.accessible_name(name);
        if let Some(named) = current {
            ui.add(egui::Label::new(egui::RichText::new(named.source).small().weak()).wrap());
        }
        self.refusal(ui, NAMED);
        ui.add_space(4.0);
    }

    /// Draws one chip per setting that differs from the scheme's default, each with a cross that
    /// restores it: hidden settings must not surprise.
    pub fn chips(&mut self, ui: &mut Ui) {
        let (spec, language) = (&self.session.spec, self.language);
        let changed = spec.changed_settings();
        let mut this = spec.clone();
        let settings = this.settings();
        let differs = |setting: &&Setting<'_>| setting.matters && changed.contains(&setting.name);
        let mut differing = settings.iter().filter(differs).peekable();
        let preset = self.session.preset.as_deref();
        let preset = preset.and_then(|name| preset_words(name, spec, language));
        let range = self.session.views.range.map(|(low, high)| {
            let [low, high] = [low, high].map(plain);
            tr!(language, "view.range_chip", low, high)
        });
        if differing.peek().is_none() && preset.is_none() && range.is_none() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(words) = preset
                && chip(ui, &words, language)
                    .on_hover_text(tr!(language, "preset.chip_hint"))
                    .clicked()
            {
                self.actions.push(Action::Change(Change::ForgetPreset));
            }
            if range.is_some_and(|words| chip(ui, &words, language).clicked()) {
                self.actions.push(Action::Change(Change::ForgetRange));
            }
            for setting in differing {
                if chip(ui, &setting_words(setting, language), language).clicked()
                    && let Some(encoding) = taken_back(spec, setting.name)
                {
                    self.actions.push(Action::Change(Change::settings(encoding)));
                }
            }
        });
    }
}

/// Draws words with a cross that removes what they say.
fn chip(ui: &mut Ui, words: &str, language: Language) -> egui::Response {
    let chip = ui.button(format!("{words}  ×"));
    chip.accessible_name(tr!(language, "controls.remove", name = words))
}

/// Returns the widths of labels and values, the same in all sections: the labels as wide as the
/// widest of them, the values in the rest of the row.
fn widths(ui: &Ui, settings: &[Setting<'_>], language: Language) -> [f32; 2] {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let widths = settings
        .iter()
        .map(|setting| letters::width(ui.painter(), &setting_name(setting.name, language), &font));
    let label = widths.fold(0.0, f32::max).ceil();
    [label, (ui.available_width() - label - GAP).clamp(60.0, 140.0)]
}

/// Draws the list of a choice; returns the chosen name.
fn list(ui: &mut Ui, id: &str, choice: &dyn Choice, label: &str, width: f32, language: Language) -> &'static str {
    let mut chosen = choice.chosen();
    let words = choice_name(chosen, language);
    let list = ComboBox::from_id_salt(id).width(width).truncate();
    let all = choice.names().into_iter();
    let all = all.map(|name| (name, choice_name(name, language)));
    ui.scope(|ui| {
        ui.set_max_width(width);
        one_in_list(ui, (list, format!("{label}: {words}")), &mut chosen, &words, all);
    });
    chosen
}

/// Returns the encoding with one setting back at its default; `None` if the other settings do not allow that.
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

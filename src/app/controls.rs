//! The parameter bar: sliders, fields, and what differs from the paper.

use std::collections::HashMap;

use eframe::egui::{self, ComboBox, Label, Response, RichText, Slider, TextEdit, Ui, WidgetInfo};

use super::action::Action;
use super::fonts::drawable;
use super::ink::ink_of;
use crate::encoding::{Parameter, SchemeKind, Spec, SpecError};
use crate::session::{Aside, Change, Session};
use crate::text::{Language, parameter_hint, parameter_name, plain, spec_error};
use crate::tr;

/// The text being typed into the fields, and what was refused.
#[derive(Default)]
pub struct Fields {
    typed: HashMap<&'static str, String>,
    refused: HashMap<&'static str, SpecError>,
}

impl Fields {
    /// Resets refused fields to the values in use; returns whether there were any.
    pub fn forget_refused(&mut self) -> bool {
        let had = !self.refused.is_empty();
        for (name, _) in self.refused.drain() {
            self.typed.remove(name);
        }
        had
    }

    /// Clears a field's text and refusal: its value is in use.
    pub fn accept(&mut self, name: &'static str) {
        self.typed.remove(name);
        self.refused.remove(name);
    }

    /// Marks a value as refused; the text stays so that it can be corrected.
    pub fn refuse(&mut self, name: &'static str, error: SpecError) {
        self.refused.insert(name, error);
    }
}

/// What the controls are drawn with, and what they ask for.
pub struct Controls<'a> {
    /// The text being typed.
    pub fields: &'a mut Fields,
    /// The session that the controls show.
    pub session: &'a Session,
    /// The language of the controls' words.
    pub language: Language,
    /// The actions that the controls ask for.
    pub actions: &'a mut Vec<Action>,
}

/// Returns the range of a slider, widened to include a value typed outside it.
fn slider_range(parameter: Parameter, kind: SchemeKind, value: f64) -> std::ops::RangeInclusive<f64> {
    let (low, high): (f64, f64) = match parameter {
        Parameter::DModel if kind == SchemeKind::Bias => (1.0, 64.0),
        Parameter::DModel => (2.0, 1024.0),
        Parameter::MaxLen => (2.0, 4096.0),
        Parameter::Base => (10.0, 1e6),
    };
    low.min(value)..=high.max(value)
}

/// Rounds a dragged value to one that makes sense: even widths, whole lengths and numbers of heads,
/// bases of two digits.
fn snapped(parameter: Parameter, kind: SchemeKind, value: f64) -> f64 {
    match parameter {
        Parameter::DModel if kind == SchemeKind::Bias => value.round().max(1.0),
        Parameter::DModel => ((value / 2.0).round() * 2.0).max(2.0),
        Parameter::MaxLen => value.round().max(2.0),
        Parameter::Base => {
            let unit = 10f64.powf(value.log10().floor() - 1.0);
            (value / unit).round() * unit
        }
    }
}

/// Returns the width of a field in points, with room for the largest value that may be typed.
fn field_width(parameter: Parameter) -> f32 {
    match parameter {
        Parameter::DModel => 64.0,
        Parameter::MaxLen => 76.0,
        Parameter::Base => 100.0,
    }
}

impl Controls<'_> {
    /// Draws the parameter bar; returns whether a slider is held.
    pub fn parameter_bar(&mut self, ui: &mut Ui) -> bool {
        let (spec, language) = (&self.session.spec, self.language);
        let mut held = false;
        let room = ui.available_width();
        // Label, field and gaps of the three parameters, and the button.
        let slider = ((room - 3.0 * 165.0 - 70.0) / 3.0).clamp(36.0, 240.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().slider_width = slider;
            ui.spacing_mut().item_spacing.x = 5.0;
            for parameter in Parameter::ALL {
                ui.add_enabled_ui(parameter.is_used_by(spec.scheme), |ui| {
                    held |= self.parameter(ui, parameter);
                });
            }
            let first = Spec {
                scheme: spec.scheme,
                ..Spec::default()
            };
            let changed = first != *spec || !self.fields.refused.is_empty();
            let button = ui.add_enabled(changed, egui::Button::new(tr!(language, "controls.reset")));
            if button.on_hover_text(tr!(language, "controls.reset_hint")).clicked() {
                self.fields.typed.clear();
                self.fields.refused.clear();
                self.actions.push(Action::ResetParameters);
            }
        });
        for parameter in Parameter::ALL {
            self.refusal(ui, parameter.name());
        }
        self.chips(ui);
        held
    }

    /// Draws a label, a slider and a field; returns whether the slider is held.
    fn parameter(&mut self, ui: &mut Ui, parameter: Parameter) -> bool {
        let (spec, language) = (&self.session.spec, self.language);
        let (value, kind) = (parameter.of(spec), spec.scheme.kind());
        let label = parameter_name(parameter, spec.scheme, language);
        ui.label(&label)
            .on_hover_text(parameter_hint(parameter, spec.scheme, language));
        let mut dragged = value;
        let slider = Slider::new(&mut dragged, slider_range(parameter, kind, value))
            .logarithmic(true)
            .show_value(false);
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), value, &label));
        let name = parameter.name();
        if response.changed() {
            self.fields.accept(name);
            let snapped = snapped(parameter, kind, dragged);
            if snapped != value {
                self.change(parameter, snapped);
            }
        }
        let field_name = tr!(language, "controls.field_name", parameter = label);
        if let Some(text) = self.field(ui, name, &plain(value), &field_name, field_width(parameter)) {
            match parameter.parse(&text) {
                Ok(value) => self.change(parameter, value),
                Err(error) => self.fields.refuse(name, error),
            }
        }
        response.is_pointer_button_down_on() && response.dragged()
    }

    /// Asks for another value if the settings of the scheme allow it. If the other of A and B
    /// cannot follow, the reason is shown too.
    fn change(&mut self, parameter: Parameter, value: f64) {
        let name = parameter.name();
        match Change::parameter(self.session, parameter, value) {
            Ok((change, aside)) => {
                self.fields.accept(name);
                self.actions.push(Action::Change(change));
                if let Some(Aside::OtherStays(error)) = aside {
                    self.fields.refuse(name, error);
                }
            }
            Err(error) => self.fields.refuse(name, error),
        }
    }

    /// Draws a field; returns its text once the edit is finished. The field keeps the text until it is accepted.
    pub fn field(&mut self, ui: &mut Ui, key: &'static str, shown: &str, name: &str, width: f32) -> Option<String> {
        let fields = &mut *self.fields;
        let mut text = fields.typed.get(key).cloned().unwrap_or_else(|| shown.to_owned());
        let color = if fields.refused.contains_key(key) {
            ink_of(ui.visuals()).error
        } else {
            ui.visuals().text_color()
        };
        let edit = TextEdit::singleline(&mut text)
            .desired_width(width)
            .text_color(color)
            .id_salt(("field", key));
        let response = ui.add(edit).accessible_name(name);
        if response.changed() {
            fields.typed.insert(key, text.clone());
        }
        if response.gained_focus() {
            select_all(ui, &response, &text);
        }
        if !response.lost_focus() {
            return None;
        }
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
            fields.accept(key);
            return None;
        }
        // Typing the value already in use is no change.
        let typed = fields.typed.get(key).cloned()?;
        if typed == shown {
            fields.accept(key);
            return None;
        }
        Some(typed)
    }

    /// Says why the last value typed under a name was refused, if it was.
    pub fn refusal(&self, ui: &mut Ui, name: &str) {
        if let Some(error) = self.fields.refused.get(name) {
            let words = RichText::new(spec_error(error, self.language)).color(ink_of(ui.visuals()).error);
            ui.add(Label::new(words).wrap());
        }
    }
}

/// Selects the text of a field, so that typing replaces it.
fn select_all(ui: &Ui, response: &Response, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), response.id) {
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
}

/// Draws a drop-down list of choices; `name` says which is chosen, for a screen reader.
pub fn one_in_list<T: PartialEq>(
    ui: &mut Ui,
    (list, name): (ComboBox, String),
    chosen: &mut T,
    words: &str,
    all: impl IntoIterator<Item = (T, String)>,
) {
    let list = list.selected_text(words).show_ui(ui, |ui| {
        for (value, words) in all {
            ui.selectable_value(chosen, value, words);
        }
    });
    list.response.accessible_name(name);
}

/// Shows words of less weight.
pub fn say_weak(ui: &mut Ui, words: impl Into<String>) {
    ui.add(Label::new(RichText::new(words).weak()).wrap());
}

/// Shows why something failed, in words that may name a file.
pub fn say_error(ui: &mut Ui, words: &str) {
    let words = RichText::new(drawable(ui.ctx(), words)).color(ui.visuals().error_fg_color);
    ui.add(Label::new(words).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dragging_snaps_and_typing_widens_the_slider() {
        assert!((snapped(Parameter::DModel, SchemeKind::Added, 15.2) - 16.0).abs() < 1e-12);
        assert!((snapped(Parameter::DModel, SchemeKind::Added, 2.1) - 2.0).abs() < 1e-12);
        assert!((snapped(Parameter::DModel, SchemeKind::Bias, 3.2) - 3.0).abs() < 1e-12);
        assert!((snapped(Parameter::Base, SchemeKind::Added, 12_345.0) - 12_000.0).abs() < 1e-6);
        assert_eq!(
            slider_range(Parameter::MaxLen, SchemeKind::Added, 1_048_576.0),
            2.0..=1_048_576.0
        );
        assert_eq!(slider_range(Parameter::DModel, SchemeKind::Added, 1.0), 1.0..=1024.0);
    }
}

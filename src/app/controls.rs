//! The parameter bar: sliders, fields, and what differs from the paper.

use std::collections::HashMap;

use eframe::egui::{self, Response, Role, Slider, TextEdit, Ui, WidgetInfo};

use super::action::{Action, Change};
use super::conventions;
use super::ink::Ink;
use crate::encoding::{Parameter, Spec, SpecError};
use crate::text::{Language, plain, spec_error};
use crate::tr;

/// What is being typed into the fields, and what was refused.
#[derive(Default)]
pub struct Fields {
    typed: HashMap<Parameter, String>,
    refused: HashMap<Parameter, SpecError>,
}

impl Fields {
    /// Goes back to the values in use where one was refused; whether one was.
    pub fn forget_refused(&mut self) -> bool {
        let had = !self.refused.is_empty();
        for (parameter, _) in self.refused.drain() {
            self.typed.remove(&parameter);
        }
        had
    }

    /// Says why the last value of a parameter was refused, if it was.
    pub fn refusal(&self, ui: &mut Ui, parameter: Parameter, language: Language, ink: Ink) {
        if let Some(error) = self.refused.get(&parameter) {
            ui.add(egui::Label::new(egui::RichText::new(spec_error(error, language)).color(ink.error)).wrap());
        }
    }
}

/// The largest value that a slider reaches by dragging, unless a larger one
/// was typed.
fn slider_range(parameter: Parameter, value: f64) -> std::ops::RangeInclusive<f64> {
    let (low, high): (f64, f64) = match parameter {
        Parameter::DModel => (2.0, 1024.0),
        Parameter::MaxLen => (2.0, 4096.0),
        Parameter::Base => (10.0, 1e6),
        // These have no slider.
        Parameter::Start | Parameter::Step | Parameter::Scale => parameter.limits(),
    };
    low.min(value)..=high.max(value)
}

/// A dragged value at the places where it makes sense: even widths, whole
/// lengths, bases of two digits.
fn snapped(parameter: Parameter, value: f64) -> f64 {
    match parameter {
        Parameter::DModel => ((value / 2.0).round() * 2.0).max(2.0),
        Parameter::MaxLen => value.round().max(2.0),
        Parameter::Base => {
            let unit = 10f64.powf(value.log10().floor() - 1.0);
            (value / unit).round() * unit
        }
        Parameter::Start | Parameter::Step | Parameter::Scale => value,
    }
}

/// Width of a field in points: room for the largest value that may be typed.
fn field_width(parameter: Parameter) -> f32 {
    match parameter {
        Parameter::DModel => 64.0,
        Parameter::MaxLen => 76.0,
        Parameter::Base | Parameter::Start | Parameter::Step | Parameter::Scale => 100.0,
    }
}

/// Draws the parameter bar. Whether a slider is held is returned.
pub fn parameter_bar(
    ui: &mut Ui,
    fields: &mut Fields,
    spec: &Spec,
    language: Language,
    ink: Ink,
    actions: &mut Vec<Action>,
) -> bool {
    let mut held = false;
    let reset = tr!(language, "controls.reset");
    let room = ui.available_width();
    // Label, field and gaps of three parameters, and the button.
    let slider = ((room - 3.0 * 165.0 - 70.0) / 3.0).clamp(36.0, 240.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = slider;
        ui.spacing_mut().item_spacing.x = 5.0;
        for parameter in Parameter::BAR {
            ui.add_enabled_ui(parameter.is_used_by(spec.scheme), |ui| {
                held |= parameter_control(ui, fields, spec, parameter, language, ink, actions);
            });
        }
        let changed = Spec {
            scheme: spec.scheme,
            divisor: spec.divisor,
            ..Spec::default()
        } != *spec
            || !fields.refused.is_empty();
        let button = ui.add_enabled(changed, egui::Button::new(reset));
        if button.on_hover_text(tr!(language, "controls.reset_hint")).clicked() {
            fields.typed.clear();
            fields.refused.clear();
            actions.push(Action::Change(Change::ResetParameters));
        }
    });
    for parameter in Parameter::BAR {
        fields.refusal(ui, parameter, language, ink);
    }
    conventions::chips(ui, spec, language, actions);
    held
}

fn parameter_control(
    ui: &mut Ui,
    fields: &mut Fields,
    spec: &Spec,
    parameter: Parameter,
    language: Language,
    ink: Ink,
    actions: &mut Vec<Action>,
) -> bool {
    let value = parameter.of(spec);
    let hint = match parameter {
        Parameter::DModel => tr!(language, "controls.d_model_hint"),
        Parameter::MaxLen => tr!(language, "controls.max_len_hint"),
        Parameter::Base => tr!(language, "controls.base_hint"),
        Parameter::Start => tr!(language, "controls.start_hint"),
        Parameter::Step => tr!(language, "controls.step_hint"),
        Parameter::Scale => tr!(language, "conventions.scale_hint"),
    };
    ui.label(parameter.name()).on_hover_text(hint.as_ref());
    let mut dragged = value;
    let slider = Slider::new(&mut dragged, slider_range(parameter, value))
        .logarithmic(true)
        .show_value(false);
    let response = ui.add(slider);
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), value, parameter.name()));
    if response.changed() {
        fields.typed.remove(&parameter);
        fields.refused.remove(&parameter);
        let snapped = snapped(parameter, dragged);
        if snapped != value {
            actions.push(Action::Change(Change::Parameter(parameter, snapped)));
        }
    }
    let name = tr!(language, "controls.field_name", parameter = parameter.name());
    field(ui, fields, parameter, value, &name, ink, actions);
    response.is_pointer_button_down_on() && response.dragged()
}

pub(super) fn field(
    ui: &mut Ui,
    fields: &mut Fields,
    parameter: Parameter,
    value: f64,
    name: &str,
    ink: Ink,
    actions: &mut Vec<Action>,
) {
    let mut text = fields.typed.get(&parameter).cloned().unwrap_or_else(|| plain(value));
    let is_refused = fields.refused.contains_key(&parameter);
    let color = if is_refused {
        ink.error
    } else {
        ui.visuals().text_color()
    };
    let edit = TextEdit::singleline(&mut text)
        .desired_width(field_width(parameter))
        .text_color(color)
        .id_salt(("field", parameter.name()));
    let response = ui.add(edit);
    named(&response, Role::TextInput, &text, name);
    if response.changed() {
        fields.typed.insert(parameter, text.clone());
    }
    if response.gained_focus() {
        select_all(ui, &response, &text);
    }
    let is_done = response.lost_focus();
    if is_done && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        fields.typed.remove(&parameter);
        fields.refused.remove(&parameter);
    } else if is_done && fields.typed.contains_key(&parameter) {
        match parameter.parse(&text) {
            Ok(value) => {
                fields.typed.remove(&parameter);
                fields.refused.remove(&parameter);
                actions.push(Action::Change(Change::Parameter(parameter, value)));
            }
            Err(error) => {
                fields.refused.insert(parameter, error);
            }
        }
    }
}

/// Selects what is in a field, so that typing replaces it.
fn select_all(ui: &Ui, response: &Response, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), response.id) {
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
}

/// Gives a field its name, for a screen reader.
pub fn named(response: &Response, role: Role, text: &str, name: &str) {
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(role, true, name);
        info.current_text_value = Some(text.to_owned());
        info
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dragging_snaps_and_typing_widens_the_slider() {
        assert!((snapped(Parameter::DModel, 15.2) - 16.0).abs() < 1e-12);
        assert!((snapped(Parameter::DModel, 2.1) - 2.0).abs() < 1e-12);
        assert!((snapped(Parameter::Base, 12_345.0) - 12_000.0).abs() < 1e-6);
        assert_eq!(slider_range(Parameter::MaxLen, 1_048_576.0), 2.0..=1_048_576.0);
        assert_eq!(slider_range(Parameter::DModel, 1.0), 1.0..=1024.0);
    }
}

//! Where A and B part, in words: the largest difference, and the first cell
//! beyond a tolerance that can be typed.

use eframe::egui::{Id, Label, Modifiers, ProgressBar, Rect, RichText, Role, TextEdit, Ui, UiBuilder};

use super::Kit;
use crate::analysis::{Parted, Parting, Partings};
use crate::app::action::Change;
use crate::app::controls::named;
use crate::app::ink::small_font;
use crate::field::{Key, ReduceError};
use crate::session::{Pin, Versus};
use crate::text::{count, reduce_error, significant};
use crate::tr;

/// How high the lines are together, in points.
pub const HEIGHT: f32 = 44.0;

/// What is known about where A and B part.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The newest answer; an older one while another is worked out.
    partings: Option<Parted>,
    is_current: bool,
    progress: Option<f32>,
    error: Option<ReduceError>,
}

impl Found {
    /// The largest magnitude of a difference.
    #[must_use]
    pub fn most(&self) -> Option<f64> {
        let largest = self.partings?.largest?.difference.abs();
        largest.is_finite().then_some(largest)
    }
}

fn key() -> Key {
    Key::new("difference", "partings")
}

/// Asks where the two part that are compared.
pub fn ask(kit: &mut Kit<'_>) -> Found {
    let (Some(compared), Some(versus)) = (kit.scene.compared, &kit.scene.session.versus) else {
        return Found::default();
    };
    let query = Partings {
        a: compared.a.clone(),
        b: compared.shown_b.clone(),
        tolerance: versus.tolerance,
    };
    let reply = kit.ask(&key(), query);
    Found {
        // What was given up is not known; the last answer is about something else.
        partings: reply.answer().copied().filter(|_| reply.error().is_none()),
        is_current: reply.current().is_some(),
        progress: reply.progress(),
        error: reply.error().cloned(),
    }
}

/// Draws the lines.
pub fn show(ui: &mut Ui, area: Rect, found: &Found, kit: &mut Kit<'_>) {
    let mut inner = ui.new_child(UiBuilder::new().max_rect(area));
    inner.spacing_mut().item_spacing = eframe::egui::vec2(6.0, 2.0);
    inner.spacing_mut().interact_size.y = 20.0;
    inner.spacing_mut().button_padding.y = 1.0;
    inner.horizontal(|ui| {
        ui.set_height(20.0);
        match found.progress {
            Some(fraction) => progress(ui, fraction, kit),
            None => largest(ui, found, kit),
        }
    });
    inner.horizontal(|ui| {
        ui.set_height(20.0);
        tolerance(ui, found, kit);
    });
}

fn progress(ui: &mut Ui, fraction: f32, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    say(ui, &tr!(language, "ab.looking"), kit.ink().weak);
    ui.add(ProgressBar::new(fraction).desired_width(120.0));
    if ui.button(tr!(language, "work.cancel")).clicked() {
        kit.desk.cancel(&key());
    }
}

/// `largest difference 0.712 at position 511, dimension 37`, and which rows
/// are compared.
fn largest(ui: &mut Ui, found: &Found, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    match (&found.error, found.partings.map(|partings| partings.largest)) {
        (Some(error), _) => say(ui, &reduce_error(error, language), ink.error),
        (None, None) => say(ui, &tr!(language, "ab.looking"), ink.weak),
        (None, Some(None)) => say(ui, &tr!(language, "ab.no_numbers"), ink.text),
        (None, Some(Some(cell))) if cell.difference == 0.0 => say(ui, &tr!(language, "ab.equal"), ink.text),
        (None, Some(Some(cell))) => place(ui, "ab.largest", cell, found.is_current, kit),
    }
    let Some(compared) = kit.scene.compared else { return };
    let (a, b) = (compared.a.max_len(), compared.b.max_len());
    if a != b {
        say(ui, &tr!(language, "ab.common_rows", rows = count(a.min(b))), ink.weak);
    }
}

/// The tolerance, and the first cell beyond it.
fn tolerance(ui: &mut Ui, found: &Found, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    say(ui, &tr!(language, "ab.first_beyond"), ink.text);
    if field(ui, kit) {
        say(ui, &tr!(language, "ab.tolerance_refused"), ink.error);
        return;
    }
    match found.partings.map(|partings| partings.first) {
        None => {}
        Some(None) => say(ui, &tr!(language, "ab.none_beyond"), ink.text),
        Some(Some(cell)) => place(ui, "ab.first", cell, found.is_current, kit),
    }
}

/// A cell and the difference there; a click goes to it. Words about other
/// tables, while those about these are worked out, are pale.
fn place(ui: &mut Ui, key: &'static str, cell: Parting, is_current: bool, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let words = tr!(
        language,
        key,
        difference = significant(cell.difference, 4),
        position = count(cell.position),
        dimension = count(cell.dimension)
    );
    if !is_current {
        say(ui, &words, ink.ghost);
        return;
    }
    let words = RichText::new(words.as_ref()).font(small_font()).underline();
    ui.visuals_mut().hyperlink_color = ink.text;
    let link = ui.link(words).on_hover_text(tr!(language, "ab.go_to_hint"));
    if let (true, Some(compared)) = (link.clicked(), kit.scene.compared) {
        let dimension = compared.front_column(cell.dimension);
        kit.change(Change::Pin(Some(Pin {
            position: cell.position,
            dimension,
        })));
        // No step: it brings the pin into view.
        kit.change(Change::MovePin(0, 0));
    }
}

fn say(ui: &mut Ui, words: &str, color: eframe::egui::Color32) {
    let words = RichText::new(words).font(small_font()).color(color);
    ui.add(Label::new(words).truncate());
}

/// The field of the tolerance. What is typed is kept until it is taken or given
/// up; whether it was refused is returned.
fn field(ui: &mut Ui, kit: &mut Kit<'_>) -> bool {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let Some(versus) = &kit.scene.session.versus else {
        return false;
    };
    let (typed, refused) = (Id::unique("typed tolerance"), Id::unique("tolerance is refused"));
    let is_refused = ui.data(|data| data.get_temp(refused)).unwrap_or(false);
    let mut text = ui
        .data(|data| data.get_temp::<String>(typed))
        .unwrap_or_else(|| spelled(versus.tolerance));
    let edit = TextEdit::singleline(&mut text)
        .id(Id::unique("tolerance"))
        .font(small_font())
        .text_color(if is_refused { ink.error } else { ink.text })
        .margin(eframe::egui::Margin::symmetric(4, 2))
        .desired_width(64.0);
    let response = ui.add(edit);
    named(&response, Role::TextInput, &text, &tr!(language, "ab.tolerance"));
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(typed, text.clone()));
    }
    let mut forget = false;
    if response.lost_focus() {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, eframe::egui::Key::Escape)) {
            forget = true;
        } else if ui.data(|data| data.get_temp::<String>(typed)).is_some() {
            match Versus::parse_tolerance(&text) {
                Some(tolerance) => {
                    kit.change(Change::Tolerance(tolerance));
                    forget = true;
                }
                None => {
                    ui.data_mut(|data| data.insert_temp(refused, true));
                }
            }
        }
    }
    if forget {
        ui.data_mut(|data| {
            data.remove::<String>(typed);
            data.remove::<bool>(refused);
        });
    }
    is_refused && !forget
}

/// A tolerance as a person types it: `0.01`, `1e-6`.
fn spelled(tolerance: f64) -> String {
    if tolerance != 0.0 && !(1e-3..1e6).contains(&tolerance) {
        format!("{tolerance:e}")
    } else {
        format!("{tolerance}")
    }
}

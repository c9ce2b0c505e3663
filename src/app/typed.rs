//! The fields of the View menu: a position to go to, and the ranges in view.

use eframe::egui::{Align, Key, Label, Layout, RichText, Sense, TextEdit, TextStyle, Ui};

use super::action::Action;
use super::stage::letters::width;
use crate::encoding::{Numbering, float};
use crate::field::Span;
use crate::session::{Change, Session};
use crate::text::{Language, count, plain};
use crate::tr;

/// The three fields.
#[derive(Default)]
pub struct Typed {
    position: TextField,
    positions: TextField,
    dimensions: TextField,
}

/// The text of a field, `None` if nothing was typed, and whether Enter was pressed since.
#[derive(Default)]
struct TextField {
    typed: Option<String>,
    is_entered: bool,
}

impl Typed {
    /// Draws the fields; an impossible value is refused below its field.
    pub fn show(&mut self, ui: &mut Ui, session: &Session, language: Language, actions: &mut Vec<Action>) {
        let (max_len, d_model) = session.shape();
        let (positions, dimensions) = session.views.window((max_len, d_model));
        // Rows that are not positions are called rows.
        let [go_to, rows] = match Numbering::new(&session.spec) {
            None => ["view.go_to", "view.positions"],
            Some(_) => ["view.go_to_row", "view.rows"],
        };
        let name = tr!(language, go_to);
        // The fields stand below one another.
        let font = TextStyle::Body.resolve(ui.style());
        let labels = [go_to, rows, "view.dimensions"].map(|key| width(ui.painter(), &tr!(language, key), &font));
        let labels = labels.into_iter().fold(0.0, f32::max) + ui.spacing().item_spacing.x;
        if let Some(text) = self.position.show(ui, String::new(), &name, labels) {
            match parse_cell(&text, max_len) {
                Some(position) => {
                    actions.push(Action::Change(Change::GoTo(position)));
                    self.position = TextField::default();
                    ui.close();
                }
                None => refuse(ui, &tr!(language, "view.go_to_range", last = count(max_len - 1))),
            }
        }
        let change = |span: Span, is_positions: bool| {
            if is_positions {
                Change::Window(span, dimensions)
            } else {
                Change::Window(positions, span)
            }
        };
        for (field, span, cells, key, is_positions) in [
            (&mut self.positions, positions, max_len, rows, true),
            (&mut self.dimensions, dimensions, d_model, "view.dimensions", false),
        ] {
            if let Some(text) = field.show(ui, spelled(span), &tr!(language, key), labels) {
                match parse_span(&text, cells) {
                    Some(span) => {
                        actions.push(Action::Change(change(span, is_positions)));
                        *field = TextField::default();
                    }
                    None => refuse(ui, &tr!(language, "view.range_refused", cells = count(cells))),
                }
            }
        }
    }
}

impl TextField {
    /// Draws the field beside a label of the width `labels`; returns its text from when Enter is pressed until it is edited again.
    fn show(&mut self, ui: &mut Ui, shown: String, name: &str, labels: f32) -> Option<String> {
        let mut text = self.typed.clone().unwrap_or(shown);
        let response = ui
            .horizontal(|ui| {
                let start = ui.cursor().left();
                let label = ui.add(Label::new(name).sense(Sense::CLICK));
                ui.add_space((start + labels - ui.cursor().left()).max(0.0));
                let edit = ui.add(TextEdit::singleline(&mut text).desired_width(110.0));
                if label.clicked() {
                    edit.request_focus();
                }
                edit.accessible_name(name)
            })
            .inner;
        if response.changed() {
            (self.typed, self.is_entered) = (Some(text.clone()), false);
        }
        self.is_entered |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        (self.is_entered && self.typed.is_some()).then_some(text)
    }
}

fn refuse(ui: &mut Ui, words: &str) {
    let words = RichText::new(words).color(ui.visuals().error_fg_color);
    ui.scope(|ui| {
        ui.set_max_width(220.0);
        ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(Label::new(words).wrap()));
    });
}

/// Returns a span as text, from the first cell to one past the last: `0..50`.
fn spelled(span: Span) -> String {
    format!("{}..{}", plain(span.start.floor()), plain(span.end.ceil()))
}

fn parse_cell(text: &str, cells: usize) -> Option<usize> {
    let cell = text.trim().replace(',', "").parse().ok()?;
    (cell < cells).then_some(cell)
}

/// Parses `A..B`, the cells from A up to but not including B.
fn parse_span(text: &str, cells: usize) -> Option<Span> {
    let (start, end) = text.split_once("..")?;
    let start = parse_cell(start, cells)?;
    let end: usize = end.trim().replace(',', "").parse().ok()?;
    let is_range = start < end && end <= cells;
    let [start, end] = [start, end].map(float);
    is_range.then_some(Span { start, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_half_open_and_within_the_table() {
        let span = |start, end| Some(Span { start, end });
        assert_eq!(parse_span("0..50", 50), span(0.0, 50.0));
        assert_eq!(parse_span(" 1,000 .. 1,003", 4096), span(1000.0, 1003.0));
        for refused in ["", "5", "5..5", "6..5", "0..51", "50..51", "-1..3", "a..b", "0..1..2"] {
            assert_eq!(parse_span(refused, 50), None, "{refused}");
        }
    }
}

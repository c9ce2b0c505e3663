//! The cells around the pin, as numbers.

use eframe::egui::{Grid, RichText, Role, ScrollArea, Ui, WidgetInfo};

use super::action::Action;
use crate::encoding::{ColumnLaw, Encoding, float};
use crate::session::{Change, Pin};
use crate::text::{count, rounded};
use crate::tr;
use crate::view::Subject;

/// The number of rows and columns on each side of the pin.
const AROUND: usize = 3;

/// The most cells that are copied at once.
const COPY_LIMIT: usize = 1 << 20;

/// Draws the table and the copy buttons.
pub fn show(ui: &mut Ui, subject: &Subject, actions: &mut Vec<Action>) {
    let (language, encoding) = (subject.language, &subject.encoding);
    let Some(pin) = subject.pin() else {
        ui.label(tr!(language, "numbers.no_pin"));
        return;
    };
    ui.label(tr!(language, "numbers.corner"));
    let positions = around(pin.position, encoding.max_len());
    let dimensions = around(pin.dimension, encoding.d_model());
    ScrollArea::horizontal().show(ui, |ui| {
        Grid::new("numbers").striped(true).spacing([4.0, 4.0]).show(ui, |ui| {
            ui.label("");
            for dimension in dimensions.clone() {
                ui.label(RichText::new(format!("{:>9}", count(dimension))).monospace().weak());
            }
            ui.end_row();
            for position in positions {
                ui.label(RichText::new(subject.row(position)).weak());
                for dimension in dimensions.clone() {
                    let value = encoding.value(position, dimension).unwrap_or(f64::NAN);
                    let words = rounded(value, 6);
                    let padded = RichText::new(format!("{words:>9}")).monospace();
                    let here = Pin { position, dimension };
                    let cell = ui.selectable_label(here == pin, padded);
                    cell.widget_info(|| WidgetInfo::selected(Role::Button, true, here == pin, &words));
                    if cell.clicked() {
                        actions.push(Action::Change(Change::Pin(Some(here))));
                    }
                }
                ui.end_row();
            }
        });
    });
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        if ui.button(tr!(language, "numbers.copy_cell")).clicked() {
            let value = encoding.value(pin.position, pin.dimension).unwrap_or(f64::NAN);
            actions.push(Action::CopyText(value.to_string()));
        }
        if ui.button(tr!(language, "numbers.copy_row")).clicked() {
            actions.push(Action::CopyText(row(encoding, pin.position)));
        }
        let fits = encoding.max_len() <= COPY_LIMIT;
        let copy = ui.add_enabled(fits, eframe::egui::Button::new(tr!(language, "numbers.copy_column")));
        if copy.clicked() {
            actions.push(Action::CopyText(column(encoding, pin.dimension)));
        }
    });
}

/// Returns the cells on both sides of one, as many as exist.
fn around(cell: usize, cells: usize) -> std::ops::Range<usize> {
    let width = (2 * AROUND + 1).min(cells);
    let start = cell.saturating_sub(AROUND).min(cells - width);
    start..start + width
}

/// Returns a row, its values separated by tabs as spreadsheets expect.
fn row(encoding: &Encoding, position: usize) -> String {
    let value = |law: &ColumnLaw| law.at(float(position)).to_string();
    encoding.columns().iter().map(value).collect::<Vec<_>>().join("\t")
}

/// Returns a column, one value per line.
fn column(encoding: &Encoding, dimension: usize) -> String {
    let value = |position| encoding.columns()[dimension].at(float(position)).to_string();
    (0..encoding.max_len()).map(value).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neighbours_of_an_edge_are_those_inside() {
        assert_eq!(around(0, 50), 0..7);
        assert_eq!(around(25, 50), 22..29);
        assert_eq!(around(49, 50), 43..50);
        assert_eq!(around(1, 3), 0..3);
    }
}

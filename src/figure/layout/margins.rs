//! How much room the words around a plot take.

use super::Type;
use crate::figure::lettering::width;
use crate::figure::page::{Entry, Figure, Panel, Row, Scale};
use crate::figure::ticks::ticks;

/// The room around a plot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Margins {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// How far the labels of an axis that points up are apart at least, in letters.
pub const TICK_GAP: f64 = 2.4;

/// Whether marks of a panel have words above its plot.
#[must_use]
pub fn has_marks(panel: &Panel) -> bool {
    panel.marks.iter().any(|mark| mark.is_x && !mark.words.is_empty())
}

/// Makes margins at least as wide as others of the same panels.
pub(super) fn hold(margins: &mut [Vec<Margins>], others: &[Vec<Margins>]) {
    let is_alike = margins.len() == others.len() && margins.iter().zip(others).all(|(a, b)| a.len() == b.len());
    if !is_alike {
        return;
    }
    for (own, other) in margins.iter_mut().flatten().zip(others.iter().flatten()) {
        own.left = own.left.max(other.left);
        own.right = own.right.max(other.right);
        own.top = own.top.max(other.top);
        own.bottom = own.bottom.max(other.bottom);
    }
}

/// The room around the plots, row by row, where the body is so high.
pub(super) fn all_margins(figure: &Figure, letters: &Type, height: f64) -> Vec<Vec<Margins>> {
    let of_row = |row: &Row| row.panels.iter().map(|panel| margins(panel, letters, height)).collect();
    let mut all: Vec<Vec<Margins>> = figure.rows.iter().map(of_row).collect();
    hold(&mut all, &figure.room.margins);
    all
}

/// Rows of as many panels have their plots below one another.
pub(super) fn align(margins: &mut [Vec<Margins>]) {
    let most = |margins: &[Vec<Margins>], panels: usize, column: usize, of: fn(&Margins) -> f64| {
        let alike = margins.iter().filter(|row| row.len() == panels);
        alike.map(|row| of(&row[column])).fold(0.0, f64::max)
    };
    for row in 0..margins.len() {
        let panels = margins[row].len();
        for column in 0..panels {
            let left = most(margins, panels, column, |margins| margins.left);
            let right = most(margins, panels, column, |margins| margins.right);
            margins[row][column].left = left;
            margins[row][column].right = right;
        }
    }
}

fn margins(panel: &Panel, letters: &Type, height: f64) -> Margins {
    let name = |name: &str| if name.is_empty() { 0.0 } else { 1.45 * letters.name };
    let left = if panel.y.has_labels {
        label_width(&panel.y.scale, height, letters) + letters.tick_gap() + name(&panel.y.name)
    } else {
        name(&panel.y.name)
    };
    let below = if panel.x.has_labels {
        letters.tick_gap() + 1.1 * letters.tick
    } else {
        0.0
    };
    let has_head = !panel.title.is_empty() || !panel.legend.is_empty();
    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    let legend = 1.4 * letters.tick * panel.legend_lines as f64;
    Margins {
        left,
        right: (side_width(panel, letters) + bar_width(panel, letters)).max(beyond(panel, letters)),
        top: if has_head {
            1.55 * letters.name
        } else {
            0.3 * letters.name
        } + if has_marks(panel) { 1.3 * letters.tick } else { 0.0 }
            + legend,
        bottom: below + name(&panel.x.name),
    }
}

/// The lines of a legend that are at most so wide: which entries stand in each.
#[must_use]
pub fn legend_lines(legend: &[Entry], letters: &Type, room: f64) -> Vec<Vec<Entry>> {
    let mut lines: Vec<Vec<Entry>> = vec![Vec::new()];
    let mut taken = 0.0;
    for entry in legend {
        let own = entry_width(entry, letters);
        if taken > 0.0 && taken + own > room {
            lines.push(Vec::new());
            taken = 0.0;
        }
        taken += own;
        if let Some(line) = lines.last_mut() {
            line.push(entry.clone());
        }
    }
    lines
}

/// How wide an entry of a legend is, with its line and the room before it.
#[must_use]
pub fn entry_width(entry: &Entry, letters: &Type) -> f64 {
    width(&entry.words, letters.tick) + 3.4 * letters.tick
}

/// How far the last label along x can reach beyond the plot.
fn beyond(panel: &Panel, letters: &Type) -> f64 {
    match &panel.x.scale {
        Scale::Cells(span) if panel.x.has_labels => {
            let label = width(&crate::text::count(span.cells().end), letters.tick);
            (label / 2.0 - 0.9 * letters.name).max(0.0)
        }
        _ => 0.0,
    }
}

/// The widest label that an axis along y can have, however high its plot in so high a body.
fn label_width(scale: &Scale, height: f64, letters: &Type) -> f64 {
    // Of numbers, few ticks and many have other labels; those of cells only get longer.
    let heights: &[f64] = match scale {
        Scale::Values(..) => &[1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 1e3],
        _ => &[],
    };
    let heights = heights
        .iter()
        .map(|lines| lines * TICK_GAP * letters.tick)
        .chain([height]);
    heights
        .flat_map(|height| ticks(scale, height, TICK_GAP * letters.tick))
        .map(|tick| width(&tick.label, letters.tick))
        .fold(0.0, f64::max)
}

/// The room of the words at the right of a plot.
#[must_use]
pub fn side_width(panel: &Panel, letters: &Type) -> f64 {
    let widest = panel
        .side
        .iter()
        .map(|side| width(&side.words, letters.tick))
        .fold(0.0, f64::max);
    if widest > 0.0 { widest + 1.1 * letters.tick } else { 0.0 }
}

fn bar_width(panel: &Panel, letters: &Type) -> f64 {
    let Some(bar) = &panel.bar else { return 0.0 };
    let scale = Scale::Values(bar.palette.low(), bar.palette.high());
    let labels = label_width(&scale, 0.0, letters);
    let name = if bar.name.is_empty() { 0.0 } else { 1.45 * letters.name };
    0.8 * letters.name + letters.bar() + letters.tick_gap() + labels + name
}

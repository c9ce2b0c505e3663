//! The room that the words around a plot take.

use super::{Letters, Names, Style, TextMeasure};
use crate::encoding::float;
use crate::plot::axis::Scale;
use crate::plot::panel::{LegendEntry, Panel, Row};
use crate::plot::ticks::{Tick, color_ticks, ticks};

/// The room around a plot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    /// Room for the vertical axis.
    pub left: f64,
    /// Room for words beside the plot and a colour bar.
    pub right: f64,
    /// Room for a title, a legend and the words of marks.
    pub top: f64,
    /// Room for the horizontal axis.
    pub bottom: f64,
}

/// The smallest distance between labels of a vertical axis, in letter sizes.
pub const LABEL_SPACING: f64 = 2.4;

/// In a window: room left of plots that have labels there, enough for a number with separators, so that
/// positions line up across panes.
const WINDOW_LEFT: f64 = 62.0;

/// In a window: room right of plots that have words there, for the same reason.
const WINDOW_RIGHT: f64 = 142.0;

/// In a window: room above a plot that has words there.
const WINDOW_LINE: f64 = 17.0;

/// Checks whether marks of a panel have words above its plot.
pub fn has_marks(panel: &Panel) -> bool {
    panel.marks.iter().any(|mark| mark.is_x && !mark.words.is_empty())
}

/// Makes margins at least as wide as others of the same panels; does nothing if the panels differ.
pub fn hold(margins: &mut [Vec<Margins>], others: &[Vec<Margins>]) {
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

/// Returns the margins of the plots, row by row, in a body of this height.
pub fn margins_of(rows: &[Row], style: &Style, height: f64, measure: &dyn TextMeasure) -> Vec<Vec<Margins>> {
    let of = |panel: &Panel| match style.names {
        Names::Along => on_a_page(panel, &style.letters, height, measure),
        Names::AtEnds => in_a_window(panel, &style.letters, height, measure),
    };
    rows.iter().map(|row| row.panels.iter().map(of).collect()).collect()
}

/// Gives rows with equal numbers of panels the same side margins.
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

fn on_a_page(panel: &Panel, letters: &Letters, height: f64, measure: &dyn TextMeasure) -> Margins {
    let name = |name: &str| if name.is_empty() { 0.0 } else { 1.45 * letters.name };
    let left = if panel.y.has_labels {
        label_width(&panel.y.scale, height, letters, measure) + letters.tick_gap() + name(&panel.y.name)
    } else {
        name(&panel.y.name)
    };
    let below = if panel.x.has_labels {
        letters.tick_gap() + 1.1 * letters.tick
    } else {
        0.0
    };
    let has_head = !panel.title.is_empty() || !panel.legend.is_empty();
    let legend = 1.4 * letters.tick * float(panel.legend_lines);
    Margins {
        left,
        right: (side_width(panel, letters, measure) + bar_width(panel, letters, measure))
            .max(beyond(panel, letters, measure)),
        top: if has_head {
            1.55 * letters.name
        } else {
            0.3 * letters.name
        } + if has_marks(panel) { 1.3 * letters.tick } else { 0.0 }
            + legend,
        bottom: below + name(&panel.x.name),
    }
}

/// Checks whether a window draws the colour bar of a panel: strips share one, and a square's remark
/// states its colours.
pub fn has_bar(panel: &Panel) -> bool {
    panel.bar.is_some() && !panel.is_strip && !panel.square
}

/// Checks whether the words right of a plot get the room that all such plots of a window have, so that
/// positions line up across panes.
pub fn has_wide_right(panel: &Panel) -> bool {
    panel.title.is_beside || (has_bar(panel) && panel.y.has_labels && panel.title.is_empty())
}

/// Returns the name of the vertical axis that a window writes above the plot, with that of the
/// horizontal axis if it has no room at its end; empty if a title says it.
pub fn names_in_window(panel: &Panel) -> String {
    let (x, y) = (&panel.x, &panel.y);
    let up = if y.scale.is_reversed() { "↓" } else { "↑" };
    let is_said = panel.y.measure.is_none() && !panel.title.is_empty();
    if y.name.is_empty() || is_said || panel.is_strip {
        return String::new();
    }
    match panel.square {
        true if x.name == y.name => format!("{} {up} →", y.name),
        true => format!("{} {up}, {} →", y.name, x.name),
        false => format!("{} {up}", y.name),
    }
}

fn in_a_window(panel: &Panel, letters: &Letters, height: f64, measure: &dyn TextMeasure) -> Margins {
    let has_title = !panel.title.is_empty() && !panel.title.is_beside;
    let has_words = !panel.legend.is_empty() && !panel.title.is_beside || has_marks(panel) && panel.cells().is_some();
    let has_line = has_title || has_words || !names_in_window(panel).is_empty() || panel.has_side_above();
    let labels = || label_width(&panel.y.scale, height, letters, measure);
    let is_said = has_title && panel.y.measure.is_none();
    Margins {
        left: match (&panel.y.measure, panel.y.has_labels && !panel.is_strip) {
            (_, false) => 12.0,
            (None, true) => labels() + 12.0,
            (Some(_), true) if panel.square => labels().max(44.0) + 14.0,
            (Some(_), true) => WINDOW_LEFT,
        },
        right: if has_wide_right(panel) {
            WINDOW_RIGHT
        } else {
            let bar = if has_bar(panel) {
                bar_width(panel, letters, measure)
            } else {
                0.0
            };
            let has_name = panel.x.has_labels && !panel.square && !is_said && !panel.is_strip;
            let name = if has_name && !panel.x.name.is_empty() {
                measure.width(&panel.x.name, letters.tick) + 26.0
            } else {
                12.0
            };
            name.max(bar)
        },
        top: if has_line { WINDOW_LINE } else { 3.0 },
        bottom: if panel.x.has_labels { 20.0 } else { 3.0 },
    }
}

/// Breaks a legend into lines that are at most `room` wide.
pub fn legend_lines(
    legend: &[LegendEntry],
    letters: &Letters,
    room: f64,
    measure: &dyn TextMeasure,
) -> Vec<Vec<LegendEntry>> {
    let mut lines: Vec<Vec<LegendEntry>> = vec![Vec::new()];
    let mut taken = 0.0;
    for entry in legend {
        let own = entry_width(entry, letters, measure);
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

/// Returns the width of a legend entry, with its line sample and the room before it.
pub fn entry_width(entry: &LegendEntry, letters: &Letters, measure: &dyn TextMeasure) -> f64 {
    measure.width(&entry.words, letters.tick) + 3.4 * letters.tick
}

/// Returns how far the last label along x can extend beyond the plot.
fn beyond(panel: &Panel, letters: &Letters, measure: &dyn TextMeasure) -> f64 {
    let last = match &panel.x.scale {
        Scale::Offsets(last) => Some(crate::text::significant(*last, 1)),
        scale => scale.widest_label(),
    };
    let Some(last) = last else { return 0.0 };
    if !panel.x.has_labels {
        return 0.0;
    }
    (measure.width(&last, letters.tick) / 2.0 - 0.9 * letters.name).max(0.0)
}

/// Returns the width of the widest label that a vertical axis can have, whatever the height of its plot
/// in a body of this height.
fn label_width(scale: &Scale, height: f64, letters: &Letters, measure: &dyn TextMeasure) -> f64 {
    let of_height = |height| ticks(scale, height, LABEL_SPACING * letters.tick);
    if matches!(scale, Scale::Values(..)) {
        return widest_label(&of_height, height, letters, measure);
    }
    widest(&of_height(height), letters, measure)
}

/// Returns the width of the widest label of a scale of values, whose labels depend on the number of ticks, whatever
/// its height in a body of this height.
fn widest_label(
    of_height: &dyn Fn(f64) -> Vec<Tick>,
    height: f64,
    letters: &Letters,
    measure: &dyn TextMeasure,
) -> f64 {
    let lines = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 1e3];
    let heights = lines.map(|lines| lines * LABEL_SPACING * letters.tick);
    let heights = heights.into_iter().chain([height]);
    let widths = heights.map(|height| widest(&of_height(height), letters, measure));
    widths.fold(0.0, f64::max)
}

fn widest(ticks: &[Tick], letters: &Letters, measure: &dyn TextMeasure) -> f64 {
    let widths = ticks.iter().map(|tick| measure.width(&tick.label, letters.tick));
    widths.fold(0.0, f64::max)
}

/// Returns the width of the words right of a plot.
pub fn side_width(panel: &Panel, letters: &Letters, measure: &dyn TextMeasure) -> f64 {
    let widest = panel
        .beside()
        .iter()
        .map(|side| measure.width(&side.words, letters.tick))
        .fold(0.0, f64::max);
    if widest > 0.0 { widest + 1.1 * letters.tick } else { 0.0 }
}

fn bar_width(panel: &Panel, letters: &Letters, measure: &dyn TextMeasure) -> f64 {
    let Some(bar) = &panel.bar else { return 0.0 };
    let of_height = |height| color_ticks(bar.palette.low, bar.palette.high, height, LABEL_SPACING * letters.tick);
    let labels = widest_label(&of_height, 0.0, letters, measure);
    let name = if bar.name.is_empty() { 0.0 } else { 1.45 * letters.name };
    0.8 * letters.name + letters.bar() + letters.tick_gap() + labels + name
}

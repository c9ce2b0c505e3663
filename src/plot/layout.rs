//! The places of the plots of a block: from a description to rectangles, for every renderer.
//!
//! Lengths are in points from the top left. Plots begin and end on whole pixels, so that
//! the colours of cells are drawn unblended.

mod margins;

use super::panel::{Panel, Row};
use crate::encoding::float;
use margins::align;
pub use margins::{
    LABEL_SPACING, Margins, entry_width, has_bar, has_marks, has_wide_right, hold, legend_lines, margins_of,
    names_in_window, side_width,
};

/// The width of words, as the renderer draws them.
pub trait TextMeasure {
    /// Returns the width of a line of words at a font size.
    fn width(&self, words: &str, size: f64) -> f64;
}

/// A rectangle; y runs down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Rect {
    /// Returns its right side.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Returns its lower side.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// The sizes of letters, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letters {
    /// Names of axes, legends, titles of panels.
    pub name: f64,
    /// Ticks.
    pub tick: f64,
    /// The title.
    pub title: f64,
    /// Notes.
    pub note: f64,
    /// The length of a tick.
    pub stroke: f64,
}

impl Letters {
    /// Returns the sizes for a figure whose names have size `text`.
    pub fn of(text: f64) -> Self {
        Self {
            name: text,
            tick: 0.9 * text,
            title: 1.3 * text,
            note: 0.85 * text,
            stroke: 0.4 * text,
        }
    }

    /// Returns the distance between the labels of ticks and the plot.
    pub fn tick_gap(&self) -> f64 {
        self.stroke + 0.25 * self.tick
    }

    /// Returns the width of a colour bar.
    pub fn bar(&self) -> f64 {
        1.1 * self.name
    }
}

/// How the words around plots are set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The sizes of the letters.
    pub letters: Letters,
    /// Where the names of axes are placed.
    pub names: Names,
    /// The length of a pixel, in points.
    pub pixel: f64,
}

/// Where the names of axes are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Along their axes, as on a printed page.
    Along,
    /// At the ends of their axes, which takes less room.
    AtEnds,
}

/// Returns the plots of the rows, row by row; `None` if there is no room for one of them.
///
/// Rows with equal numbers of panels have their plots aligned. `kept` are the least margins of the same panels.
pub fn plots(
    rows: &[Row],
    body: Rect,
    style: &Style,
    kept: &[Vec<Margins>],
    measure: &dyn TextMeasure,
) -> Option<Vec<Vec<Rect>>> {
    let pixel = style.pixel;
    let gap = style.gap();
    let mut margins = margins_of(rows, style, body.height, measure);
    hold(&mut margins, kept);
    align(&mut margins);
    let (top, bottom): (Vec<f64>, Vec<f64>) = margins
        .iter()
        .map(|row| {
            let most = |of: fn(&Margins) -> f64| row.iter().map(of).fold(0.0, f64::max);
            (most(|margins| margins.top), most(|margins| margins.bottom))
        })
        .unzip();
    let gaps = style.row_gap() * float(rows.len().saturating_sub(1));
    let free = body.height - gaps - top.iter().sum::<f64>() - bottom.iter().sum::<f64>();
    let shares: f64 = rows.iter().map(|row| row.share).sum();
    let snap = |length: f64| (length / pixel).round() * pixel;
    let mut y = body.y;
    let mut plots = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let height = free * row.share / shares;
        y += top[place];
        if height < style.least().1 {
            return None;
        }
        let widths = widths(row, &margins[place], body.width, gap, height)?;
        // A single square is centred on a page.
        let taken: f64 = widths.iter().sum::<f64>() + margins[place].iter().map(|m| m.left + m.right).sum::<f64>();
        let mut x = match row.panels.as_slice() {
            [only] if only.square && style.names == Names::Along => body.x + ((body.width - taken) / 2.0).max(0.0),
            _ => body.x,
        };
        let squares = row.panels.iter().zip(&widths).filter(|(panel, _)| panel.square);
        let of_squares = squares.map(|(_, width)| *width).fold(height, f64::min);
        // On a page, panels beside a square are as high as the square.
        let row_height = match style.names {
            Names::Along => of_squares,
            Names::AtEnds => height,
        };
        let mut row_plots = Vec::new();
        for ((panel, margins), width) in row.panels.iter().zip(&margins[place]).zip(widths) {
            let height = if panel.square { of_squares } else { row_height };
            if width < style.least().0 {
                return None;
            }
            x += margins.left;
            let (left, upper) = (snap(x), snap(y));
            // A square has as many pixels in both directions, which also makes its matrix cheaper.
            let (right, lower) = if panel.square {
                let side = snap(width.min(height));
                (left + side, upper + side)
            } else {
                (snap(x + width), snap(y + height))
            };
            row_plots.push(Rect {
                x: left,
                y: upper,
                width: (right - left).max(pixel),
                height: (lower - upper).max(pixel),
            });
            x += width + margins.right + gap;
        }
        plots.push(row_plots);
        y += row_height + bottom[place] + style.row_gap();
    }
    Some(plots)
}

impl Style {
    /// Returns the gap between panels side by side.
    fn gap(&self) -> f64 {
        match self.names {
            Names::Along => 1.2 * self.letters.name,
            Names::AtEnds => 10.0,
        }
    }

    /// Returns the gap between rows.
    fn row_gap(&self) -> f64 {
        match self.names {
            Names::Along => 0.5 * self.gap(),
            Names::AtEnds => 4.0,
        }
    }

    /// Returns the smallest width and height of a plot.
    fn least(&self) -> (f64, f64) {
        match self.names {
            Names::Along => (3.0 * self.letters.name, 1.5 * self.letters.name),
            Names::AtEnds => (12.0, 6.0),
        }
    }
}

/// Returns the widths of the plots of a row: squares are as high as the row, others share the rest.
/// `None` if there is no room.
fn widths(row: &Row, margins: &[Margins], room: f64, gap: f64, height: f64) -> Option<Vec<f64>> {
    let gaps = gap * float(row.panels.len().saturating_sub(1));
    let taken: f64 = margins.iter().map(|margins| margins.left + margins.right).sum();
    let free = room - gaps - taken;
    if free <= 0.0 {
        return None;
    }
    let shares: f64 = row.panels.iter().map(|panel| panel.share).sum();
    let others: f64 = row
        .panels
        .iter()
        .filter(|panel| !panel.square)
        .map(|panel| panel.share)
        .sum();
    let square = |panel: &Panel| {
        (free * panel.share / shares)
            .max(if others > 0.0 { free * 0.62 } else { 0.0 })
            .min(height)
    };
    let squares: f64 = row.panels.iter().filter(|panel| panel.square).map(square).sum();
    let width = |panel: &Panel| {
        if panel.square {
            square(panel)
        } else {
            (free - squares) * panel.share / others
        }
    };
    Some(row.panels.iter().map(width).collect())
}

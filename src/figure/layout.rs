//! Where everything on a figure is: from the description to rectangles.
//!
//! Lengths are in points from the top left. Plots begin and end on whole pixels of the figure's
//! resolution, so that a cell's colour is a pixel's colour.

mod margins;

use super::lettering::{width, wrapped};
use super::page::{Figure, Panel, Row};
use super::ticks::ticks;
use margins::{Margins, align, all_margins, hold};
pub use margins::{TICK_GAP, entry_width, has_marks, legend_lines, side_width};

/// A rectangle; y runs down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Rect {
    /// Its right side.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Its lower side.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// A line of text at its place; y is where the letters stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it begins.
    pub x: f64,
    /// Where it stands.
    pub y: f64,
    /// How large it is.
    pub size: f64,
    /// What it says.
    pub words: String,
}

/// A figure laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// How wide the sheet is: whole pixels.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Title lines.
    pub title: Vec<Line>,
    /// Subtitle and notes.
    pub notes: Vec<Line>,
    /// The plots, row by row.
    pub plots: Vec<Vec<Rect>>,
}

/// How much room the letters take, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Type {
    /// Names of axes, legends, titles of panels.
    pub name: f64,
    /// Ticks.
    pub tick: f64,
    /// The title.
    pub title: f64,
    /// Notes.
    pub note: f64,
    /// Of a tick.
    pub stroke: f64,
}

impl Type {
    /// The sizes for a figure whose names have this size.
    #[must_use]
    pub fn of(text: f64) -> Self {
        Self {
            name: text,
            tick: 0.9 * text,
            title: 1.3 * text,
            note: 0.85 * text,
            stroke: 0.4 * text,
        }
    }

    /// How far the labels of ticks are from the plot.
    #[must_use]
    pub fn tick_gap(&self) -> f64 {
        self.stroke + 0.25 * self.tick
    }

    /// How wide a colour bar is.
    #[must_use]
    pub fn bar(&self) -> f64 {
        1.1 * self.name
    }
}

/// The room that letters take. Several figures that have that of all of them have their plots in
/// the same places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    /// Lines of title, subtitle and notes.
    lines: [usize; 3],
    /// Around the plots, row by row; those of a figure with other panels do not count.
    margins: Vec<Vec<Margins>>,
    /// Within those margins, panel by panel.
    beside: Vec<Beside>,
}

/// What stands between a plot and other words.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beside {
    /// How wide the labels of the axis that points up are.
    pub labels: f64,
    /// How wide the words at the right are.
    pub side: f64,
    /// Whether marks have words above the plot.
    pub has_marks: bool,
}

impl Beside {
    fn of(panel: &Panel, plot: Rect, letters: &Type) -> Self {
        let labels = ticks(&panel.y.scale, plot.height, TICK_GAP * letters.tick);
        let labels = labels.iter().map(|tick| width(&tick.label, letters.tick));
        Self {
            labels: if panel.y.has_labels {
                labels.fold(0.0, f64::max)
            } else {
                0.0
            },
            side: side_width(panel, letters),
            has_marks: has_marks(panel),
        }
    }

    fn with(self, other: Self) -> Self {
        Self {
            labels: self.labels.max(other.labels),
            side: self.side.max(other.side),
            has_marks: self.has_marks || other.has_marks,
        }
    }
}

impl Room {
    /// The room that has place for both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (lines, of_other) in both.lines.iter_mut().zip(other.lines) {
            *lines = (*lines).max(of_other);
        }
        if both.margins.is_empty() {
            both.margins.clone_from(&other.margins);
        } else {
            hold(&mut both.margins, &other.margins);
        }
        if both.beside.is_empty() {
            both.beside.clone_from(&other.beside);
        }
        for (beside, of_other) in both.beside.iter_mut().zip(&other.beside) {
            *beside = beside.with(*of_other);
        }
        both
    }

    /// What is kept beside the plot of a panel, besides what it has itself.
    #[must_use]
    pub fn beside(&self, number: usize) -> Beside {
        self.beside.get(number).copied().unwrap_or_default()
    }

    /// The room that a figure takes, and keeps.
    ///
    /// # Errors
    /// As [`lay_out`].
    pub fn of(figure: &Figure) -> Result<Self, NoRoom> {
        let letters = Type::of(figure.paper.text);
        let texts = Texts::of(figure, &letters);
        let body = texts.body(figure, &letters);
        let plots = lay_out(figure)?.plots.into_iter().flatten();
        let panels = figure.rows.iter().flat_map(|row| &row.panels);
        let beside = panels.zip(plots).enumerate();
        Ok(Self {
            lines: texts.lines(&figure.room),
            margins: all_margins(figure, &letters, body.height),
            beside: beside
                .map(|(number, (panel, plot))| figure.room.beside(number).with(Beside::of(panel, plot, &letters)))
                .collect(),
        })
    }
}

/// Why a figure could not be laid out.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("no room for the plots on {width} x {height} pixels")]
pub struct NoRoom {
    /// Pixels across.
    pub width: u64,
    /// Pixels down.
    pub height: u64,
}

/// The words above and below the plots, in lines.
struct Texts([Vec<String>; 3]);

impl Texts {
    fn of(figure: &Figure, letters: &Type) -> Self {
        let room = size(figure).0 - 2.0 * pad(figure);
        let notes = figure.notes.iter();
        Self([
            wrapped(&figure.title, letters.title, room),
            wrapped(&figure.subtitle, letters.name, room),
            notes.flat_map(|note| wrapped(note, letters.note, room)).collect(),
        ])
    }

    /// How many lines have place.
    fn lines(&self, kept: &Room) -> [usize; 3] {
        let mut lines = kept.lines;
        for (lines, own) in lines.iter_mut().zip(&self.0) {
            *lines = (*lines).max(own.len());
        }
        lines
    }

    /// What is left for the plots.
    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    fn body(&self, figure: &Figure, letters: &Type) -> Rect {
        let [title, subtitle, notes] = self.lines(&figure.room);
        let (width, height) = size(figure);
        let pad = pad(figure);
        let head = 1.3 * (title as f64 * letters.title + subtitle as f64 * letters.name);
        let y = pad
            + head
            + if title + subtitle > 0 {
                0.4 * figure.paper.text
            } else {
                0.0
            };
        let foot = foot(notes, letters) + if notes > 0 { 0.3 * figure.paper.text } else { 0.0 };
        Rect {
            x: pad,
            y,
            width: width - 2.0 * pad,
            height: height - pad - foot - y,
        }
    }
}

/// How high so many lines of notes are.
#[expect(clippy::cast_precision_loss, reason = "a few lines")]
fn foot(lines: usize, letters: &Type) -> f64 {
    lines as f64 * 1.35 * letters.note
}

/// What is left free all around.
fn pad(figure: &Figure) -> f64 {
    0.9 * figure.paper.text
}

/// How wide and how high the sheet is: whole pixels.
#[expect(clippy::cast_precision_loss, reason = "at most some thousand pixels")]
fn size(figure: &Figure) -> (f64, f64) {
    let pixel = 1.0 / figure.paper.pixels_per_point();
    let (across, down) = figure.paper.pixels();
    (across as f64 * pixel, down as f64 * pixel)
}

/// Lays a figure out.
///
/// # Errors
/// [`NoRoom`]: the letters leave less than three lines' height for a plot.
#[expect(clippy::cast_precision_loss, reason = "a few lines")]
pub fn lay_out(figure: &Figure) -> Result<Layout, NoRoom> {
    let (across, down) = figure.paper.pixels();
    let no_room = NoRoom {
        width: across,
        height: down,
    };
    let (width, height) = size(figure);
    let (letters, pad) = (Type::of(figure.paper.text), pad(figure));
    let texts = Texts::of(figure, &letters);
    let lines = texts.lines(&figure.room);
    let body = texts.body(figure, &letters);
    let plots = plots(figure, body, &letters, 1.0 / figure.paper.pixels_per_point()).ok_or(no_room)?;
    let Texts([title, subtitle, below]) = texts;
    let head = |words: Vec<String>, top: f64, size: f64| -> Vec<Line> {
        let line = |(place, words)| Line {
            x: pad,
            y: top + 1.3 * size * (place as f64 + 1.0) - 0.42 * size,
            size,
            words,
        };
        words.into_iter().enumerate().map(line).collect()
    };
    let title = head(title, pad, letters.title);
    let mut notes = head(subtitle, pad + 1.3 * letters.title * lines[0] as f64, letters.name);
    let foot = height - pad - foot(lines[2], &letters);
    notes.extend(below.into_iter().enumerate().map(|(place, words)| Line {
        x: pad,
        y: foot + (place as f64 + 0.7) * 1.35 * letters.note,
        size: letters.note,
        words,
    }));
    Ok(Layout {
        width,
        height,
        title,
        notes,
        plots,
    })
}

fn plots(figure: &Figure, body: Rect, letters: &Type, pixel: f64) -> Option<Vec<Vec<Rect>>> {
    let gap = 1.2 * letters.name;
    let mut margins = all_margins(figure, letters, body.height);
    align(&mut margins);
    let (top, bottom): (Vec<f64>, Vec<f64>) = margins
        .iter()
        .map(|row| {
            let most = |of: fn(&Margins) -> f64| row.iter().map(of).fold(0.0, f64::max);
            (most(|margins| margins.top), most(|margins| margins.bottom))
        })
        .unzip();
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let gaps = 0.5 * gap * figure.rows.len().saturating_sub(1) as f64;
    let free = body.height - gaps - top.iter().sum::<f64>() - bottom.iter().sum::<f64>();
    let shares: f64 = figure.rows.iter().map(|row| row.share).sum();
    let snap = |length: f64| (length / pixel).round() * pixel;
    let mut y = body.y;
    let mut plots = Vec::new();
    for (place, row) in figure.rows.iter().enumerate() {
        let height = free * row.share / shares;
        y += top[place];
        if height < 1.5 * letters.name {
            return None;
        }
        let widths = widths(row, &margins[place], body.width, gap, height)?;
        // One square alone stands in the middle.
        let taken: f64 = widths.iter().sum::<f64>() + margins[place].iter().map(|m| m.left + m.right).sum::<f64>();
        let mut x = match row.panels.as_slice() {
            [only] if only.square => body.x + ((body.width - taken) / 2.0).max(0.0),
            _ => body.x,
        };
        // Panels beside a square are as high as it is.
        let squares = row.panels.iter().zip(&widths).filter(|(panel, _)| panel.square);
        let height = squares.map(|(_, width)| *width).fold(height, f64::min);
        let mut row_plots = Vec::new();
        for (margins, width) in margins[place].iter().zip(widths) {
            if width < 3.0 * letters.name {
                return None;
            }
            x += margins.left;
            let (left, upper) = (snap(x), snap(y));
            row_plots.push(Rect {
                x: left,
                y: upper,
                width: (snap(x + width) - left).max(pixel),
                height: (snap(y + height) - upper).max(pixel),
            });
            x += width + margins.right + gap;
        }
        plots.push(row_plots);
        y += height + bottom[place] + 0.5 * gap;
    }
    Some(plots)
}

/// How wide the plots of a row are: squares as high as the row, others what is left.
fn widths(row: &Row, margins: &[Margins], room: f64, gap: f64, height: f64) -> Option<Vec<f64>> {
    #[expect(clippy::cast_precision_loss, reason = "a few panels")]
    let gaps = gap * row.panels.len().saturating_sub(1) as f64;
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

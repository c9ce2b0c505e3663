//! The layout of a sheet: from a figure to rectangles.
//!
//! Lengths are in points from the top left.

use super::description::Figure;
use super::lettering::{Lettering, wrapped};
use crate::encoding::float;
use crate::plot::Panel;
use crate::plot::layout::{
    LABEL_SPACING, Letters, Margins, Names, Rect, Style, TextMeasure, has_marks, hold, margins_of, plots, side_width,
};
use crate::plot::ticks::ticks;

/// A line of text at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// The left end.
    pub x: f64,
    /// The y of the baseline.
    pub y: f64,
    /// The size of the letters.
    pub size: f64,
    /// The text.
    pub words: String,
}

/// A figure laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetLayout {
    /// The width of the sheet: whole pixels.
    pub width: f64,
    /// The height of the sheet: whole pixels.
    pub height: f64,
    /// Title lines.
    pub title: Vec<TextLine>,
    /// Subtitle and notes.
    pub notes: Vec<TextLine>,
    /// The plots, row by row.
    pub plots: Vec<Vec<Rect>>,
}

impl SheetLayout {
    /// Returns where the next plot of the row begins, or the sheet ends: the title and the legend
    /// of a plot extend up to there.
    pub fn free_right(&self, plot: Rect, letters: &Letters) -> f64 {
        let row = self.plots.iter().find(|row| row.contains(&plot));
        let next = row.into_iter().flatten().map(|other| other.x).filter(|x| *x > plot.x);
        next.fold(self.width, f64::min) - 0.8 * letters.name
    }
}

/// The room that letters take. Figures that share one room have their plots in the same places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    /// The numbers of lines of title, subtitle and notes.
    lines: [usize; 3],
    /// The margins of the plots, row by row; those of a figure with other panels are ignored.
    margins: Vec<Vec<Margins>>,
    /// The room within those margins, panel by panel.
    beside: Vec<Beside>,
}

/// The room between a plot and the words beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beside {
    /// The width of the labels of the axis that points up.
    pub labels: f64,
    /// The width of the words at the right.
    pub side: f64,
    /// Whether marks have words above the plot.
    pub has_marks: bool,
}

impl Beside {
    fn of(panel: &Panel, plot: Rect, letters: &Letters) -> Self {
        let labels = ticks(&panel.y.scale, plot.height, LABEL_SPACING * letters.tick);
        let labels = labels.iter().map(|tick| Lettering.width(&tick.label, letters.tick));
        Self {
            labels: if panel.y.has_labels {
                labels.fold(0.0, f64::max)
            } else {
                0.0
            },
            side: side_width(panel, letters, &Lettering),
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
    /// Returns the smallest room that covers both.
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

    /// Returns the room reserved beside the plot of a panel.
    pub fn beside(&self, number: usize) -> Beside {
        self.beside.get(number).copied().unwrap_or_default()
    }

    /// Returns the room that a figure takes, including what it already keeps.
    ///
    /// # Errors
    /// As [`lay_out`].
    pub fn of(figure: &Figure) -> Result<Self, NoRoom> {
        let letters = Letters::of(figure.paper.text);
        let texts = Texts::of(figure, &letters);
        let body = texts.body(figure, &letters);
        let plots = lay_out(figure)?.plots.into_iter().flatten();
        let panels = figure.rows.iter().flat_map(|row| &row.panels);
        let beside = panels.zip(plots).enumerate();
        let mut margins = margins_of(&figure.rows, &style(figure), body.height, &Lettering);
        hold(&mut margins, &figure.room.margins);
        Ok(Self {
            lines: texts.lines(&figure.room),
            margins,
            beside: beside
                .map(|(number, (panel, plot))| figure.room.beside(number).with(Beside::of(panel, plot, &letters)))
                .collect(),
        })
    }
}

/// The reason why a figure could not be laid out.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("no room for the plots on {width} x {height} pixels")]
pub struct NoRoom {
    /// The width in pixels.
    pub width: u64,
    /// The height in pixels.
    pub height: u64,
}

/// The words above and below the plots, in lines.
struct Texts([Vec<String>; 3]);

impl Texts {
    fn of(figure: &Figure, letters: &Letters) -> Self {
        let room = size(figure).0 - 2.0 * pad(figure);
        let notes = figure.notes.iter();
        Self([
            wrapped(&figure.title, letters.title, room),
            wrapped(&figure.subtitle, letters.name, room),
            notes.flat_map(|note| wrapped(note, letters.note, room)).collect(),
        ])
    }

    /// Returns the numbers of lines for which there is room.
    fn lines(&self, kept: &Room) -> [usize; 3] {
        let mut lines = kept.lines;
        for (lines, own) in lines.iter_mut().zip(&self.0) {
            *lines = (*lines).max(own.len());
        }
        lines
    }

    /// Returns the area left for the plots.
    fn body(&self, figure: &Figure, letters: &Letters) -> Rect {
        let [title, subtitle, notes] = self.lines(&figure.room);
        let (width, height) = size(figure);
        let pad = pad(figure);
        let head = 1.3 * (float(title) * letters.title + float(subtitle) * letters.name);
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

/// Returns the height of `lines` lines of notes.
fn foot(lines: usize, letters: &Letters) -> f64 {
    float(lines) * 1.35 * letters.note
}

/// Returns the margin on all sides of the sheet.
fn pad(figure: &Figure) -> f64 {
    0.9 * figure.paper.text
}

/// Returns the width and the height of the sheet: whole pixels.
fn size(figure: &Figure) -> (f64, f64) {
    let pixel = 1.0 / figure.paper.pixels_per_point();
    let (across, down) = figure.paper.pixels();
    (across as f64 * pixel, down as f64 * pixel)
}

/// Returns the places of everything on the sheet.
///
/// # Errors
/// [`NoRoom`], if a plot would be narrower than 3 or lower than 1.5 times the size of its letters.
pub fn lay_out(figure: &Figure) -> Result<SheetLayout, NoRoom> {
    let (across, down) = figure.paper.pixels();
    let no_room = NoRoom {
        width: across,
        height: down,
    };
    let (width, height) = size(figure);
    let (letters, pad) = (Letters::of(figure.paper.text), pad(figure));
    let texts = Texts::of(figure, &letters);
    let lines = texts.lines(&figure.room);
    let body = texts.body(figure, &letters);
    let plots = plots(&figure.rows, body, &style(figure), &figure.room.margins, &Lettering).ok_or(no_room)?;
    let Texts([title, subtitle, below]) = texts;
    let head = |words: Vec<String>, top: f64, size: f64| -> Vec<TextLine> {
        let line = |(place, words)| TextLine {
            x: pad,
            y: top + 1.3 * size * (float(place) + 1.0) - 0.42 * size,
            size,
            words,
        };
        words.into_iter().enumerate().map(line).collect()
    };
    let title = head(title, pad, letters.title);
    let mut notes = head(subtitle, pad + 1.3 * letters.title * float(lines[0]), letters.name);
    let foot = height - pad - foot(lines[2], &letters);
    notes.extend(below.into_iter().enumerate().map(|(place, words)| TextLine {
        x: pad,
        y: foot + (float(place) + 0.7) * 1.35 * letters.note,
        size: letters.note,
        words,
    }));
    Ok(SheetLayout {
        width,
        height,
        title,
        notes,
        plots,
    })
}

/// Returns the style of the words of a figure.
fn style(figure: &Figure) -> Style {
    Style {
        letters: Letters::of(figure.paper.text),
        names: Names::Along,
        pixel: 1.0 / figure.paper.pixels_per_point(),
    }
}

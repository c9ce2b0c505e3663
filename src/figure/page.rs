//! A figure, described: plain data, nothing is computed before it is drawn.
//!
//! ```text
//! title, subtitle
//! rows of panels, each with its axes, a colour bar, a legend
//! notes: what a pixel says, where what is marked comes from
//! ```

use crate::analysis::Relation;
use crate::encoding::Encoding;
use crate::field::Span;

use super::colormap::Palette;
use super::ink::{Ink, Rgb, Theme};
use super::layout::Room;
use super::paper::Paper;
use super::plain::Look;

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Above all; empty where there is none.
    pub title: String,
    /// Below the title, smaller.
    pub subtitle: String,
    /// From the top.
    pub rows: Vec<Row>,
    /// Below all, smaller.
    pub notes: Vec<String>,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// The sheet that it is on.
    pub paper: Paper,
    /// The page that it stands on.
    pub theme: Theme,
    /// Whether there is nothing instead of the page.
    pub transparent: bool,
    /// Room that is kept for the letters of other figures in the same layout.
    pub room: Room,
}

/// Panels side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its share of the height.
    pub share: f64,
    /// From the left.
    pub panels: Vec<Panel>,
}

/// One plot with what stands around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its share of the width.
    pub share: f64,
    /// Above it; empty where there is none.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upward.
    pub y: Axis,
    /// What is drawn.
    pub content: Content,
    /// From colours to values; none where another panel has it.
    pub bar: Option<Bar>,
    /// What lines are.
    pub legend: Vec<Entry>,
    /// How many lines of its own that has, below the title; none where it stands beside it.
    pub legend_lines: usize,
    /// Lines across.
    pub marks: Vec<Mark>,
    /// Words at the right of the plot.
    pub side: Vec<Side>,
    /// Whether a unit of x is as long as one of y.
    pub square: bool,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Beside its ticks; empty where there is none.
    pub name: String,
    /// What runs along it.
    pub scale: Scale,
    /// Whether its ticks have labels.
    pub has_labels: bool,
}

/// What runs along an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Cells: cell i from i to i + 1, its tick in the middle.
    Cells(Span),
    /// Cells of which groups have names: where each begins and ends.
    Groups(Span, Vec<(Span, String)>),
    /// Numbers from the first to the second.
    Values(f64, f64),
    /// Whole offsets from 1 to the last, each tenfold as long as the one before.
    Offsets(f64),
    /// Numbers from the first to the second, by their logarithms.
    Logarithms(f64, f64),
}

impl Scale {
    /// Where a value (of cells: a place among them) is, 0 at the beginning and 1 at the end.
    #[must_use]
    pub fn part(&self, value: f64) -> f64 {
        let between = |low: f64, high: f64, value: f64| {
            if high > low { (value - low) / (high - low) } else { 0.5 }
        };
        match self {
            Self::Cells(span) | Self::Groups(span, _) => between(span.start, span.end, value),
            Self::Values(low, high) => between(*low, *high, value),
            Self::Offsets(last) => between(0.0, last.ln(), value.max(1.0).ln()),
            Self::Logarithms(low, high) => between(low.ln(), high.ln(), value.ln()),
        }
    }

    /// The value at a place: the reverse of [`Self::part`].
    #[must_use]
    pub fn at(&self, part: f64) -> f64 {
        match self {
            Self::Cells(span) | Self::Groups(span, _) => span.start + span.length() * part,
            Self::Values(low, high) => low + (high - low) * part,
            Self::Offsets(last) => (last.ln() * part).exp(),
            Self::Logarithms(low, high) => (low.ln() + (high.ln() - low.ln()) * part).exp(),
        }
    }

    /// Where the value of a whole cell or offset is drawn, in the terms of [`Self::part`].
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn middle(&self, cell: usize) -> f64 {
        match self {
            Self::Cells(_) | Self::Groups(..) => cell as f64 + 0.5,
            Self::Values(..) | Self::Offsets(_) | Self::Logarithms(..) => cell as f64,
        }
    }
}

/// What a panel shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Cells as colours.
    Cells(Box<Cells>),
    /// Lines.
    Curves(Vec<Curve>),
}

/// A part of a field as colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Of what, in which colours.
    pub look: Look,
    /// The rows that are shown.
    pub rows: Span,
    /// The columns that are shown.
    pub columns: Span,
    /// Whether rows run up, instead of to the right.
    pub transposed: bool,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it goes through.
    pub source: Source,
    /// How it looks.
    pub stroke: Stroke,
}

/// What a line goes through.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A column of a table over its positions; several a pixel as what a line through all would
    /// fill.
    Column {
        /// Whose.
        encoding: Encoding,
        /// Which.
        column: usize,
    },
    /// What a table says of two positions, one of which is held.
    Relation {
        /// Of which table.
        relation: Relation,
        /// The position that is held.
        held: usize,
        /// Whether the first of the two moves, rather than the second.
        first_moves: bool,
    },
    /// Points, from left to right, in the values of the axes.
    Points(Vec<[f64; 2]>),
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub tone: Tone,
    /// Whether it is dashed.
    pub dashed: bool,
    /// Whether its points have dots.
    pub dotted: bool,
    /// Whether nothing joins its points.
    pub dots_only: bool,
}

impl Stroke {
    /// A solid line.
    #[must_use]
    pub const fn solid(tone: Tone) -> Self {
        Self {
            tone,
            dashed: false,
            dotted: false,
            dots_only: false,
        }
    }

    /// A dashed line.
    #[must_use]
    pub const fn dashed(tone: Tone) -> Self {
        Self {
            dashed: true,
            ..Self::solid(tone)
        }
    }

    /// Dots, not joined.
    #[must_use]
    pub const fn dots(tone: Tone) -> Self {
        Self {
            dots_only: true,
            ..Self::solid(tone)
        }
    }
}

/// The colour of a line, by what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The one that is looked at, or A.
    First,
    /// B.
    Second,
    /// Between those two.
    Mixed,
    /// As it was before.
    Before,
}

impl Tone {
    /// Its colour.
    #[must_use]
    pub fn color(self, ink: &Ink) -> Rgb {
        match self {
            Self::First => ink.curve,
            Self::Second => ink.second,
            Self::Mixed => ink.mixed,
            Self::Before => ink.frame,
        }
    }
}

/// A colour bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its colours and their values.
    pub palette: Palette,
    /// Beside it.
    pub name: String,
    /// Whether it says what those of other panels of a page say: values of tables.
    pub is_shared: bool,
}

/// A line of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is.
    pub words: String,
    /// How it looks.
    pub stroke: Stroke,
}

/// A line across a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where, in the values of the axis.
    pub at: f64,
    /// Whether it is a value of x, so that the line is upright.
    pub is_x: bool,
    /// Whether it is what is held: the cell that begins there, framed.
    pub is_held: bool,
    /// At its end; empty where there are none.
    pub words: String,
}

/// Words at the right of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// From where to where on the axis that points up.
    pub span: Span,
    /// The words.
    pub words: String,
}

impl Panel {
    /// A panel with nothing around it.
    #[must_use]
    pub fn new(x: Axis, y: Axis, content: Content) -> Self {
        Self {
            share: 1.0,
            title: String::new(),
            x,
            y,
            content,
            bar: None,
            legend: Vec::new(),
            legend_lines: 0,
            marks: Vec::new(),
            side: Vec::new(),
            square: false,
        }
    }
}

impl Axis {
    /// An axis with a name and labels.
    #[must_use]
    pub fn new(name: impl Into<String>, scale: Scale) -> Self {
        Self {
            name: name.into(),
            scale,
            has_labels: true,
        }
    }

    /// The same without a name and labels: another panel has them.
    #[must_use]
    pub fn bare(self) -> Self {
        Self {
            name: String::new(),
            has_labels: false,
            ..self
        }
    }
}

//! What a panel draws: layers, the lowest first.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::palette::Palette;
use super::tone::Tone;
use crate::analysis::Relation;
use crate::encoding::Encoding;
use crate::field::{ColumnOrder, Field, Reduction, Span};

/// One layer of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// A part of a field as colours.
    Cells(Box<Cells>),
    /// Lines.
    Curves(Vec<Curve>),
    /// A shade over a stretch of an axis, behind the lines.
    Shade {
        /// The stretch.
        along: Stretch,
        /// Its colour; pale.
        tone: Tone,
    },
    /// A bar beside an axis.
    Edge {
        /// The stretch.
        along: Stretch,
        /// Its colour.
        tone: Tone,
        /// What it says; empty if something else says it.
        words: String,
    },
    /// A bar beside the axis of dimensions over the waves that are too fast for the pixels.
    TooFast {
        /// Whose waves.
        encoding: Encoding,
        /// The order in which its columns are shown.
        order: ColumnOrder,
        /// Whether dimensions run along x.
        is_x: bool,
    },
    /// A stretch of an axis where nothing is, and words why.
    Void {
        /// The stretch.
        along: Stretch,
        /// The words; empty if another panel has them.
        words: String,
    },
    /// Words in the place of a line that is not there.
    Words(String),
}

/// A stretch of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Whether it is one of x.
    pub is_x: bool,
    /// From where to where, in the values of the axis.
    pub span: Span,
}

/// A field and its colours.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// What is shown.
    pub field: Field,
    /// From a value to a colour.
    pub palette: Palette,
    /// Whether values outside the range of the colours are hatched; otherwise they have the colour
    /// of the nearer end. Undefined cells always are.
    pub hatch_outside: bool,
}

impl Look {
    /// A field whose values outside the range of the colours have the colour of the nearer end.
    pub fn new(field: Field, palette: Palette) -> Self {
        Self {
            field,
            palette,
            hatch_outside: false,
        }
    }
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
    /// What a pixel of the window says of the cells under it; figures show means.
    pub reduction: Reduction,
}

impl Cells {
    /// Returns the spans along x and upward.
    pub fn across_and_up(&self) -> (Span, Span) {
        self.in_order((self.rows, self.columns))
    }

    /// Returns the rows and the columns that are in view and that the field has; `None` if it has
    /// none of them: a table beside a longer one may end before.
    pub fn seen(&self) -> Option<(Span, Span)> {
        let within = |span: Span, cells: usize| {
            let whole = Span::whole(cells);
            let (start, end) = (span.start.max(whole.start), span.end.min(whole.end));
            (start < end).then_some(Span { start, end })
        };
        let (rows, columns) = self.look.field.shape();
        Some((within(self.rows, rows)?, within(self.columns, columns)?))
    }

    /// Returns (rows, columns) as (along x, upward), and back.
    pub fn in_order<T>(&self, (rows, columns): (T, T)) -> (T, T) {
        if self.transposed {
            (columns, rows)
        } else {
            (rows, columns)
        }
    }
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it goes through.
    pub source: Source,
    /// How it looks.
    pub stroke: Stroke,
}

impl Curve {
    /// A line through points.
    pub fn through(points: Vec<[f64; 2]>, stroke: Stroke) -> Self {
        Self {
            source: Source::Points(points),
            stroke,
        }
    }
}

/// What a line goes through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Source {
    /// A column of a table over its positions; where a pixel has several, what a line through all
    /// of them would fill.
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
    /// One value for each whole number from 0, over cells or offsets: a line through all of them.
    Values(Arc<[f64]>),
    /// Points, from left to right, in the values of the axes.
    Points(Vec<[f64; 2]>),
}

impl Source {
    /// Returns what tells apart lines that may not stand for each other while one of them is computed: the name of the
    /// scheme.
    pub fn kin(&self) -> &'static str {
        match self {
            Self::Column { encoding, .. } => encoding.spec().scheme.name(),
            Self::Relation { relation, .. } => relation.encoding().spec().scheme.name(),
            Self::Values(_) | Self::Points(_) => "",
        }
    }
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
    /// Whether its points are rings, larger than dots.
    pub rings: bool,
    /// Whether it is pale, so that another one is seen through it.
    pub pale: bool,
}

impl Stroke {
    /// A solid line.
    pub const fn solid(tone: Tone) -> Self {
        Self {
            tone,
            dashed: false,
            dotted: false,
            dots_only: false,
            rings: false,
            pale: false,
        }
    }

    /// A dashed line.
    pub const fn dashed(tone: Tone) -> Self {
        Self {
            dashed: true,
            ..Self::solid(tone)
        }
    }

    /// A solid line whose points have dots.
    pub const fn dotted(tone: Tone) -> Self {
        Self {
            dotted: true,
            ..Self::solid(tone)
        }
    }

    /// Dots that nothing joins.
    pub const fn dots(tone: Tone) -> Self {
        Self {
            dots_only: true,
            ..Self::solid(tone)
        }
    }
}

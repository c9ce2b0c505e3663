//! What a panel draws: layers, from the lowest to the highest.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::axis::Scale;
use super::palette::Palette;
use super::tone::Tone;
use crate::analysis::Relation;
use crate::encoding::{Encoding, float};
use crate::field::{ColumnOrder, Field, Reduction, Span};

/// One layer of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// A part of a field as colours.
    Cells(Box<Cells>),
    /// Lines.
    Curves(Vec<Curve>),
    /// A pale area over a stretch of an axis, behind the lines.
    Shade {
        /// The stretch.
        along: Stretch,
        /// Its colour, drawn pale.
        tone: Tone,
    },
    /// A bar beside an axis.
    Edge {
        /// The stretch.
        along: Stretch,
        /// Its colour.
        tone: Tone,
        /// What it says; empty if the words are elsewhere.
        words: String,
    },
    /// A bar beside the axis of dimensions, along the waves that are too fast for the pixels.
    TooFast {
        /// The table of the waves.
        encoding: Encoding,
        /// The order in which its columns are shown.
        order: ColumnOrder,
        /// Whether dimensions run along x.
        is_x: bool,
    },
    /// A stretch of an axis without data, and words that say why.
    Void {
        /// The stretch.
        along: Stretch,
        /// The words; empty if another panel shows them.
        words: String,
    },
    /// Blanks the cells whose place along x is beyond that along y: keys after the query.
    Masked,
    /// Words in place of a line that does not exist.
    Words(String),
}

/// Returns what [`Layer::Masked`] blanks, in parts of the plot from 0 to 1: from a place along x to its end, between
/// two places along y. There is one strip per row in view, or `lines` of them if there are more rows than that.
pub fn masked(x: &Scale, y: &Scale, lines: usize) -> Vec<(f64, [f64; 2])> {
    let rows = y.span().cells();
    let strip = |from: f64, ends: [f64; 2]| (x.part(from).clamp(0.0, 1.0), ends.map(|end| end.clamp(0.0, 1.0)));
    if rows.len() <= lines {
        let ends = |row: usize| [float(row), float(row + 1)].map(|edge| y.part(edge));
        return rows.map(|row| strip(float(row + 1), ends(row))).collect();
    }
    let part = |line: usize| float(line) / float(lines);
    let of_line = |line: usize| {
        let ends = [part(line), part(line + 1)];
        strip(y.at(f64::midpoint(ends[0], ends[1])), ends)
    };
    (0..lines).map(of_line).collect()
}

/// A stretch of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Whether it is a stretch of x.
    pub is_x: bool,
    /// Its ends, in the values of the axis.
    pub span: Span,
}

/// A field and its colours.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The field that is shown.
    pub field: Field,
    /// The colours of its values.
    pub palette: Palette,
    /// Whether values outside the range of the colours are hatched; otherwise they get the colour of
    /// the nearer end. Undefined cells are always hatched.
    pub hatch_outside: bool,
}

impl Look {
    /// Returns the look of a field without hatching outside the range of the colours.
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
    /// The field and its colours.
    pub look: Look,
    /// The rows that are shown.
    pub rows: Span,
    /// The columns that are shown.
    pub columns: Span,
    /// Whether rows run upward instead of to the right.
    pub transposed: bool,
    /// What a pixel of the window says about its cells; figures show means.
    pub reduction: Reduction,
}

impl Cells {
    /// Returns the spans along x and upward.
    pub fn across_and_up(&self) -> (Span, Span) {
        self.in_order((self.rows, self.columns))
    }

    /// Returns the rows and the columns that are both in view and in the field; `None` if there are
    /// none, since a table beside a longer one may end earlier.
    pub fn seen(&self) -> Option<(Span, Span)> {
        let within = |span: Span, cells: usize| {
            let whole = Span::whole(cells);
            let (start, end) = (span.start.max(whole.start), span.end.min(whole.end));
            (start < end).then_some(Span { start, end })
        };
        let (rows, columns) = self.look.field.shape();
        Some((within(self.rows, rows)?, within(self.columns, columns)?))
    }

    /// Converts (rows, columns) to (along x, upward), and back.
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
    /// How the line looks.
    pub stroke: Stroke,
}

impl Curve {
    /// Returns a line through points.
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
    /// A column of a table over its positions; if a pixel covers several, the area that a line through
    /// all of them would fill.
    Column {
        /// The table.
        encoding: Encoding,
        /// The column.
        column: usize,
    },
    /// What a table says about two positions, one of which is held.
    Relation {
        /// The relation of the table.
        relation: Relation,
        /// The position that is held.
        held: usize,
        /// Whether the first of the two moves, rather than the second.
        first_moves: bool,
    },
    /// One value per whole number from 0, over cells or offsets: a line through all of them.
    Values(Arc<[f64]>),
    /// Points, from left to right, in the values of the axes.
    Points(Vec<[f64; 2]>),
}

impl Source {
    /// Returns the name of the scheme: while a line is computed, only a line of the same scheme stands in for it.
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
    /// Whether its points are marked by dots.
    pub dotted: bool,
    /// Whether its points are not joined.
    pub dots_only: bool,
    /// Whether its points are marked by rings, larger than dots.
    pub rings: bool,
    /// Whether it is pale, so that another line shows through.
    pub pale: bool,
}

impl Stroke {
    /// Returns a solid line.
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

    /// Returns a dashed line.
    pub const fn dashed(tone: Tone) -> Self {
        Self {
            dashed: true,
            ..Self::solid(tone)
        }
    }

    /// Returns a solid line with dots at its points.
    pub const fn dotted(tone: Tone) -> Self {
        Self {
            dotted: true,
            ..Self::solid(tone)
        }
    }

    /// Returns dots that are not joined.
    pub const fn dots(tone: Tone) -> Self {
        Self {
            dots_only: true,
            ..Self::solid(tone)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_blanks_each_row_from_the_cell_after_the_diagonal_on() {
        let whole = Scale::Cells(Span::whole(4));
        let strips = masked(&whole, &whole, 100);
        assert_eq!(strips[0], (0.25, [0.0, 0.25]), "query 0 sees key 0 alone");
        assert_eq!(strips[3], (1.0, [0.75, 1.0]), "the last query sees every key");
        let reversed = masked(&whole, &whole.clone().reversed(), 100);
        assert_eq!(reversed[0], (0.25, [1.0, 0.75]));
        // Of many rows one strip per line of pixels.
        let many = Scale::Cells(Span::whole(1000));
        assert_eq!(masked(&many, &many, 2), [(0.25, [0.0, 0.5]), (0.75, [0.5, 1.0])]);
    }
}

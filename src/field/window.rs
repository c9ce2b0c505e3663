//! Which part of a field is looked at, and how many pixels it gets.

use serde::{Deserialize, Serialize};

use crate::encoding::{cells_of, float, natural};

/// A stretch of rows or of columns, in cells: cell i reaches from i to i + 1.
/// Its ends may lie within a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// Where it begins.
    pub start: f64,
    /// Where it ends, above `start`.
    pub end: f64,
}

impl Span {
    /// All of `cells` cells.
    pub fn whole(cells: usize) -> Self {
        Self::of_cells(0..cells)
    }

    /// Whole cells.
    pub fn of_cells(cells: std::ops::Range<usize>) -> Self {
        Self {
            start: float(cells.start),
            end: float(cells.end),
        }
    }

    /// How many cells it covers.
    pub fn length(self) -> f64 {
        self.end - self.start
    }

    /// The stretch moved into 0 to `cells`, and shortened where it is longer.
    /// Ends that are not finite, or in the wrong order, give the whole.
    #[must_use]
    pub fn within(self, cells: usize) -> Self {
        let whole = Self::whole(cells);
        let length = self.length();
        if !(self.start.is_finite() && self.end.is_finite()) || length <= 0.0 || length >= whole.end {
            return whole;
        }
        let start = self.start.clamp(0.0, whole.end - length);
        Self {
            start,
            end: start + length,
        }
    }

    /// The cells that it touches.
    pub fn cells(self) -> std::ops::Range<usize> {
        let start = natural(snap(self.start).floor());
        let end = natural(snap(self.end).ceil());
        start..end.max(start)
    }
}

/// A span and the number of equal pixels that it is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// What is looked at.
    pub span: Span,
    /// How many pixels it gets.
    pub pixels: usize,
}

impl Axis {
    /// One pixel a cell, over all of `cells` cells.
    pub fn exact(cells: usize) -> Self {
        Self::of_cells(0..cells)
    }

    /// One pixel a cell, over some cells.
    pub fn of_cells(cells: std::ops::Range<usize>) -> Self {
        Self {
            pixels: cells.len(),
            span: Span::of_cells(cells),
        }
    }

    /// Where pixel i begins, in cells; for i = `pixels` where the last one
    /// ends. Edges are whole multiples of 2^-28 of a cell: what is nearer than
    /// that to a cell's edge is that edge, so that rounding adds no slivers of a
    /// neighbour, and sums of edges are exact.
    pub fn edge(self, i: usize) -> f64 {
        // Cells are below 2^31 and pixels below 2^64.
        let fixed = |cells: f64| (cells * FIXED).round() as i64;
        let (start, end) = (fixed(self.span.start), fixed(self.span.end));
        let offset = i128::from(end - start) * i as i128 / self.pixels.max(1) as i128;
        (start + offset as i64) as f64 / FIXED
    }

    /// The stretch of cells under pixel i.
    pub fn pixel(self, i: usize) -> Span {
        Span {
            start: self.edge(i),
            end: self.edge(i + 1),
        }
    }

    /// Whether a cell is at least a pixel large.
    pub fn is_magnified(self) -> bool {
        self.cells_per_pixel() <= 1.0
    }

    /// Cells a pixel; infinite without pixels.
    pub fn cells_per_pixel(self) -> f64 {
        self.span.length() / float(self.pixels)
    }
}

/// A window onto a field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Along the rows (positions).
    pub rows: Axis,
    /// Along the columns (dimensions, or the other position).
    pub columns: Axis,
}

impl Window {
    /// One pixel a cell over a whole field of this shape.
    pub fn exact((rows, columns): (usize, usize)) -> Self {
        Self {
            rows: Axis::exact(rows),
            columns: Axis::exact(columns),
        }
    }

    /// How many cells it touches.
    pub(super) fn cells(&self) -> u64 {
        let cells = |axis: Axis| axis.span.cells().len();
        cells_of(cells(self.rows), cells(self.columns))
    }
}

/// Edges of pixels are counted in this part of a cell.
const FIXED: f64 = (1u64 << 28) as f64;

/// The cell's edge, where a number is within a billionth of one.
fn snap(edge: f64) -> f64 {
    let near = edge.round();
    if (edge - near).abs() < 1e-9 { near } else { edge }
}

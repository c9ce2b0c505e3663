//! The part of a field that is shown, and its pixels.

use serde::{Deserialize, Serialize};

use crate::encoding::{cells_of, float, natural};

/// A range of rows or columns, in cells: cell i reaches from i to i + 1. The ends may lie within a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// The beginning.
    pub start: f64,
    /// The end, above `start`.
    pub end: f64,
}

impl Span {
    /// Returns the span of `cells` cells from 0.
    pub fn whole(cells: usize) -> Self {
        Self::of_cells(0..cells)
    }

    /// Returns the span of a range of cells.
    pub fn of_cells(cells: std::ops::Range<usize>) -> Self {
        Self {
            start: float(cells.start),
            end: float(cells.end),
        }
    }

    /// Returns how many cells the span covers.
    pub fn length(self) -> f64 {
        self.end - self.start
    }

    /// Returns the span moved into 0 to `cells`, and shortened if it is longer. If its ends are not
    /// finite or in the wrong order, the whole range is returned.
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

    /// Returns the range of cells that the span touches.
    pub fn cells(self) -> std::ops::Range<usize> {
        let start = natural(snap(self.start).floor());
        let end = natural(snap(self.end).ceil());
        start..end.max(start)
    }
}

/// A span and the number of equal pixels that it is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowAxis {
    /// The span that is shown.
    pub span: Span,
    /// The number of pixels.
    pub pixels: usize,
}

impl WindowAxis {
    /// Returns an axis of one pixel per cell, over all of `cells` cells.
    pub fn exact(cells: usize) -> Self {
        Self::of_cells(0..cells)
    }

    /// Returns an axis of one pixel per cell, over a range of cells.
    pub fn of_cells(cells: std::ops::Range<usize>) -> Self {
        Self {
            pixels: cells.len(),
            span: Span::of_cells(cells),
        }
    }

    /// Returns the beginning of pixel i in cells; for i = `pixels` the end of the last pixel. Edges
    /// are whole multiples of 2^-28 of a cell: an edge nearer than that to a cell's edge coincides
    /// with it, so rounding adds no slivers of a neighbour, and sums of edges are exact.
    pub fn edge(self, i: usize) -> f64 {
        // Cells are below 2^31 and pixels below 2^64.
        let fixed = |cells: f64| (cells * FIXED).round() as i64;
        let (start, end) = (fixed(self.span.start), fixed(self.span.end));
        let offset = i128::from(end - start) * i as i128 / self.pixels.max(1) as i128;
        (start + offset as i64) as f64 / FIXED
    }

    /// Returns the span of pixel i.
    pub fn pixel(self, i: usize) -> Span {
        Span {
            start: self.edge(i),
            end: self.edge(i + 1),
        }
    }

    /// Whether a cell is at least as large as a pixel.
    pub fn is_magnified(self) -> bool {
        self.cells_per_pixel() <= 1.0
    }

    /// Returns the number of cells per pixel; infinite without pixels.
    pub fn cells_per_pixel(self) -> f64 {
        self.span.length() / float(self.pixels)
    }
}

/// A window onto a field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// The axis along the rows (positions).
    pub rows: WindowAxis,
    /// The axis along the columns (dimensions, or the other position).
    pub columns: WindowAxis,
}

impl Window {
    /// Returns a window of one pixel per cell over a whole field of this shape.
    pub fn exact((rows, columns): (usize, usize)) -> Self {
        Self {
            rows: WindowAxis::exact(rows),
            columns: WindowAxis::exact(columns),
        }
    }

    /// Returns how many cells the window touches.
    pub(super) fn cells(&self) -> u64 {
        let cells = |axis: WindowAxis| axis.span.cells().len();
        cells_of(cells(self.rows), cells(self.columns))
    }
}

/// Edges of pixels are counted in units of 1/`FIXED` of a cell.
const FIXED: f64 = (1u64 << 28) as f64;

/// Returns the cell's edge if a number is within a billionth of one, else the number.
fn snap(edge: f64) -> f64 {
    let near = edge.round();
    if (edge - near).abs() < 1e-9 { near } else { edge }
}

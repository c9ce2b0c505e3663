//! The points along an axis at which a picture is computed.
//!
//! If several cells share a pixel, each pixel is a node: the mean of what it covers. If a cell is
//! at least as large as a pixel, each cell is a node, and a pixel lies within one node or across
//! the edge of two.

use crate::encoding::{float, natural, single};
use rayon::prelude::*;

use super::{Raster, Span, Window, WindowAxis};

/// The nodes of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nodes {
    /// The axis that is drawn.
    drawn: WindowAxis,
    /// The nodes as an axis of their own: one pixel per node.
    pub axis: WindowAxis,
    /// The first cell in view.
    pub first_cell: usize,
    /// Whether cells are nodes; otherwise pixels are.
    pub are_cells: bool,
}

/// Two neighbouring nodes and the share of the second in a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeShare {
    /// The first node; the second is the next one.
    pub node: usize,
    /// The share of the pixel that lies in the second node, from 0 to 1; 0 if there is no second.
    pub next: f64,
}

impl NodeShare {
    /// Returns the mean under the pixel, given the means of the nodes.
    pub fn of(self, nodes: &[f64]) -> f32 {
        let first = nodes[self.node];
        let mean = if self.next > 0.0 {
            first * (1.0 - self.next) + nodes[self.node + 1] * self.next
        } else {
            first
        };
        single(mean)
    }
}

impl Nodes {
    /// Returns the nodes of an axis that lies within its field.
    pub fn new(drawn: WindowAxis) -> Self {
        let are_cells = drawn.is_magnified();
        // By the rounded edges, as for the pixels.
        let cells = Span {
            start: drawn.edge(0),
            end: drawn.edge(drawn.pixels),
        }
        .cells();
        Self {
            first_cell: cells.start,
            axis: if are_cells { WindowAxis::of_cells(cells) } else { drawn },
            drawn,
            are_cells,
        }
    }

    /// Whether each pixel that is drawn is a node.
    pub fn are_pixels(&self) -> bool {
        self.axis == self.drawn
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.axis.pixels
    }

    /// Returns the cells that a node covers.
    pub fn span(&self, node: usize) -> Span {
        self.axis.pixel(node)
    }

    /// Returns the nodes under each pixel that is drawn.
    pub fn parts(&self) -> Vec<NodeShare> {
        (0..self.drawn.pixels).map(|pixel| self.part(pixel)).collect()
    }

    fn part(&self, pixel: usize) -> NodeShare {
        if !self.are_cells {
            return NodeShare { node: pixel, next: 0.0 };
        }
        let Span { start, end } = self.drawn.pixel(pixel);
        let border = start.floor() + 1.0;
        let next = ((end - border) / (end - start)).max(0.0);
        let node = natural(start).saturating_sub(self.first_cell).min(self.len() - 1);
        NodeShare {
            node,
            next: if node + 1 < self.len() { next } else { 0.0 },
        }
    }
}

/// Returns the picture whose nodes have these means: all row nodes of column node 0, then of column node 1, ...
pub(super) fn spread(means: Vec<f32>, rows: &Nodes, columns: &Nodes, window: &Window) -> Raster {
    let values = if rows.are_pixels() && columns.are_pixels() {
        means
    } else {
        let (row_parts, column_parts) = (rows.parts(), columns.parts());
        let mut values = vec![0.0; row_parts.len() * column_parts.len()];
        values
            .par_chunks_exact_mut(row_parts.len())
            .zip(&column_parts)
            .for_each_init(Vec::new, |line, (out, part)| {
                let nodes = |node: usize| &means[node * rows.len()..][..rows.len()];
                line.clear();
                line.extend_from_slice(nodes(part.node));
                if part.next > 0.0 {
                    for (a, &b) in line.iter_mut().zip(nodes(part.node + 1)) {
                        *a = mix(*a, b, part.next);
                    }
                }
                for (out, part) in out.iter_mut().zip(&row_parts) {
                    let a = line[part.node];
                    *out = if part.next > 0.0 {
                        mix(a, line[part.node + 1], part.next)
                    } else {
                        a
                    };
                }
            });
        values
    };
    Raster::new(window, values)
}

fn mix(a: f32, b: f32, share: f64) -> f32 {
    // Not a + (b - a) share: if b is 0 for lack of a value and share is almost 1, the rest of a must keep its digits.
    a * single(1.0 - share) + b * single(share)
}

/// Estimates the time of [`spread`] on one core, in milliseconds.
pub(super) fn spread_cost_ms(window: &Window) -> f64 {
    const PIXEL_MS: f64 = 1.5e-6;
    PIXEL_MS * float(window.rows.pixels) * float(window.columns.pixels)
}

/// Returns how much of a cell lies within a span.
pub(super) fn share(span: Span, cell: usize) -> f64 {
    (span.end.min(float(cell) + 1.0) - span.start.max(float(cell))).max(0.0)
}

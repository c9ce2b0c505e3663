//! A window onto the bias that one head adds to the scores: queries x keys.
//!
//! A bias is a function f of the offset `query - key`, constant along diagonals. With S the running
//! sums of f and T the running sums of S from the first offset in view,
//!
//! ```text
//! T(k + 1) - 2 T(k) + T(k - 1) = f(k)
//! sum of f(p - q) over p < n, q < m  =  -T(n - m) + a term of n + a term of m
//! ```
//!
//! so the sum over a rectangle is a mixed difference of T at its corners, in which the other terms
//! cancel; within cells it is bilinear. A picture costs two sums over the offsets in view and a
//! dozen operations per pixel.

use rayon::prelude::*;

use crate::encoding::ColumnLaw;

use super::nodes::{Nodes, spread};
use super::{Cancel, Raster, ReduceError, Window, WindowAxis};
use crate::encoding::{float, natural, single};

/// Estimates the time of [`reduce`] on one core, in milliseconds.
pub(super) fn cost_ms(window: &Window) -> f64 {
    const OFFSET_MS: f64 = 30e-6;
    const PIXEL_MS: f64 = 8e-6;
    OFFSET_MS * (window.rows.span.length() + window.columns.span.length())
        + PIXEL_MS * float(window.rows.pixels) * float(window.columns.pixels)
}

/// Returns the mean biases under the pixels of a window: rows are queries, columns keys.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised.
pub(super) fn reduce(law: &ColumnLaw, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
    let (row_nodes, column_nodes) = (Nodes::new(window.rows), Nodes::new(window.columns));
    let (rows, columns) = (row_nodes.axis, column_nodes.axis);
    let (row_cells, column_cells) = (rows.span.cells(), columns.span.cells());
    // Offsets from the smallest to the largest, and one more on each side for corners.
    let least = float(row_cells.start) - float(column_cells.end) - 1.0;
    let count = row_cells.len() + column_cells.len() + 3;
    let offsets: Vec<f64> = (0..count).into_par_iter().map(|i| law.bias(least + float(i))).collect();
    // twice[i] is the sum over j < i of the sums over the offsets below j: its second difference at
    // i + 1 is the bias of offset i.
    let mut twice = Vec::with_capacity(count + 2);
    // The start of the sums does not matter; from this start they stay smallest.
    let (mut once, mut sum) = (-offsets.iter().sum::<f64>() / 2.0, 0.0);
    twice.push(-once);
    for bias in offsets {
        twice.push(sum);
        once += bias;
        sum += once;
    }
    twice.push(sum);
    let (row_edges, column_edges) = (edges(rows), edges(columns));
    let corners = |column: usize| -> Vec<f64> {
        let (m, g) = column_edges[column];
        let corner = |&(n, f): &(f64, f64)| {
            let at = natural(n - m - least);
            // The second difference counts f(n - m) for the cell (n, m).
            -(twice[at + 1] * ((1.0 - f) * (1.0 - g) + f * g)
                + twice[at + 2] * (f * (1.0 - g))
                + twice[at] * ((1.0 - f) * g))
        };
        row_edges.iter().map(corner).collect()
    };
    let inverse_lengths = |edges: &[(f64, f64)]| -> Vec<f64> {
        let length = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0) + (pair[1].1 - pair[0].1);
        edges.windows(2).map(|pair| length(pair).recip()).collect()
    };
    let (row_inverses, column_inverses) = (inverse_lengths(&row_edges), inverse_lengths(&column_edges));
    let mut values = vec![0.0f32; rows.pixels * columns.pixels];
    const LINES: usize = 32;
    cancel.expect(columns.pixels);
    values
        .par_chunks_mut(LINES * rows.pixels)
        .enumerate()
        .try_for_each(|(chunk, lines)| {
            let mut before = corners(chunk * LINES);
            for (i, line) in lines.chunks_exact_mut(rows.pixels).enumerate() {
                cancel.check()?;
                let column = chunk * LINES + i;
                let after = corners(column + 1);
                for (row, out) in line.iter_mut().enumerate() {
                    let mixed = after[row + 1] - after[row] - before[row + 1] + before[row];
                    *out = single(mixed * row_inverses[row] * column_inverses[column]);
                }
                before = after;
                cancel.advance();
            }
            Ok(())
        })?;
    Ok(spread(values, &row_nodes, &column_nodes, window))
}

/// Returns the edges of pixels, as whole cells and the fractions beyond.
fn edges(axis: WindowAxis) -> Vec<(f64, f64)> {
    let edges = (0..=axis.pixels).map(|i| axis.edge(i));
    edges.map(|edge| (edge.floor(), edge - edge.floor())).collect()
}

//! The mean cosines under pixels, where the cosine is a function of the offset.
//!
//! For pairs of a sine and a cosine the matrix is constant along its diagonals,
//! `f(p - q) = (2/d) sum over pairs of cos(w (p - q))`, and so is almost every
//! picture of it. With U a function whose second difference is f,
//!
//! ```text
//! U(k + 1) - 2 U(k) + U(k - 1) = f(k)        U(k) = -cos(w k) / (4 sin^2(w/2)) for one pair
//! sum of f(p - q) over p < n, q < m  =  -U(n - m) + a term of n + a term of m
//! ```
//!
//! so the sum over a rectangle is a mixed difference of U at its corners, in
//! which the other terms cancel. Between whole positions that sum is bilinear,
//! so corners within cells are too. With pixels of one size along both axes the
//! corners need U near the multiples of that size only: a picture of R x C
//! pixels costs R + C evaluations a pair and a dozen operations a pixel, and no
//! matrix product.
//!
//! Pairs so slow that U would lose digits are taken at the mean positions of
//! the pixels, with what these are off an even spacing to first order.

use num_complex::Complex64;
use rayon::prelude::*;

use crate::encoding::{DoubleDouble, Encoding};

use super::means::{column_cost_ms, middles, off_even};
use super::similarity::pair_frequencies;
use super::walk::Walk;
use super::{Axis, Span};
use crate::encoding::{float, single};

/// Radians a pixel below which a pair is slow: its error is then below 1e-7.
const SLOW: f64 = 3e-4;

/// U is kept from 2 below to 3 above each multiple.
const AROUND: usize = 6;
const BELOW: f64 = 2.0;

/// Lines of a picture that share their corners.
const LINES: usize = 32;

/// Whether two axes, one pixel a node, have pixels of one size.
pub(super) fn fits(rows: Axis, columns: Axis) -> bool {
    (rows.cells_per_pixel() / columns.cells_per_pixel() - 1.0).abs() < 1e-12
}

/// An estimate of the time of [`means`] on one core, in milliseconds.
pub(super) fn cost_ms(encoding: &Encoding, rows: Axis, columns: Axis) -> f64 {
    const PIXEL_MS: f64 = 4e-6;
    let pairs = float(encoding.d_model()) / 2.0;
    pairs * float(AROUND) * column_cost_ms(rows.pixels + columns.pixels)
        + PIXEL_MS * float(rows.pixels) * float(columns.pixels)
}

/// The mean cosines under the pixels of two axes that [`fits`] holds of: all
/// rows of the first column, then of the second, ...
pub(super) fn means(encoding: &Encoding, rows: Axis, columns: Axis) -> Vec<f32> {
    let tables = Tables::new(encoding, rows, columns);
    let (row_edges, column_edges) = (Edges::new(rows), Edges::new(columns));
    let scale = 1.0 / (rows.cells_per_pixel() * columns.cells_per_pixel());
    let mut out = vec![0.0f32; rows.pixels * columns.pixels];
    out.par_chunks_mut(LINES * rows.pixels)
        .enumerate()
        .for_each(|(chunk, lines)| {
            let first = chunk * LINES;
            let mut before = tables.corners(&row_edges, &column_edges, first);
            for (i, line) in lines.chunks_exact_mut(rows.pixels).enumerate() {
                let column = first + i;
                let after = tables.corners(&row_edges, &column_edges, column + 1);
                for (row, out) in line.iter_mut().enumerate() {
                    let mixed = after[row + 1] - after[row] - before[row + 1] + before[row];
                    let diagonal = row + columns.pixels - column;
                    let off = row_edges.off[row] - column_edges.off[column];
                    let mean = mixed * scale + tables.slow[diagonal] - off * tables.slope[diagonal];
                    *out = single(mean);
                }
                before = after;
            }
        });
    out
}

/// The edges of the pixels of an axis: whole cells and the parts beyond, and
/// how far the mean position of each pixel is off an even spacing.
struct Edges {
    cells: Vec<f64>,
    parts: Vec<f64>,
    off: Vec<f64>,
}

impl Edges {
    fn new(axis: Axis) -> Self {
        let edges: Vec<f64> = (0..=axis.pixels).map(|i| axis.edge(i)).collect();
        Self {
            cells: edges.iter().map(|edge| edge.floor()).collect(),
            parts: edges.iter().map(|edge| edge - edge.floor()).collect(),
            off: off_even(axis, &middles(axis)),
        }
    }
}

/// What is known of each diagonal; that of row i and column j is at
/// `i - j + columns`.
struct Tables {
    /// A whole offset near that of the diagonal's corners.
    base: Vec<f64>,
    /// -U from `base - 2` to `base + 3`.
    u: Vec<[f64; AROUND]>,
    /// The slow pairs: their cosines, and what these lose by an offset more.
    slow: Vec<f64>,
    slope: Vec<f64>,
}

impl Tables {
    fn new(encoding: &Encoding, rows: Axis, columns: Axis) -> Self {
        let length = rows.cells_per_pixel();
        let count = rows.pixels + columns.pixels + 1;
        let start = rows.span.start - columns.span.start - float(columns.pixels) * length;
        let diagonals = Axis {
            span: Span {
                start,
                end: start + float(count - 1) * length,
            },
            pixels: count - 1,
        };
        let near = Walk::edges(diagonals);
        let even = Walk::even(start, length, vec![0.0; count]);
        let frequencies: Vec<DoubleDouble> = pair_frequencies(encoding)
            .map(|frequency| frequency.angle(1.0))
            .collect();
        let weight = 1.0 / float(encoding.pairs());
        let sum = |frequencies: &[DoubleDouble]| {
            let mut sums = vec![vec![0.0; count]; AROUND + 2];
            for &frequency in frequencies {
                add(frequency, weight, length, &near, &even, &mut sums);
            }
            sums
        };
        let merge = |mut a: Vec<Vec<f64>>, b: Vec<Vec<f64>>| {
            for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
                *a += b;
            }
            a
        };
        let chunk = frequencies.len().div_ceil(rayon::current_num_threads()).max(1);
        let empty = || vec![vec![0.0; count]; AROUND + 2];
        let mut sums = frequencies.par_chunks(chunk).map(sum).reduce(empty, merge);
        let slope = sums.pop().unwrap_or_default();
        let slow = sums.pop().unwrap_or_default();
        Self {
            base: (0..count).map(|i| diagonals.edge(i).floor()).collect(),
            u: (0..count).map(|i| std::array::from_fn(|r| sums[r][i])).collect(),
            slow,
            slope,
        }
    }

    /// -U at the corners of one edge of the columns with every edge of the rows.
    fn corners(&self, rows: &Edges, columns: &Edges, column: usize) -> Vec<f64> {
        let (m, g) = (columns.cells[column], columns.parts[column]);
        let first = columns.cells.len() - 1 - column;
        let corner = |(row, (n, f)): (usize, (&f64, &f64))| {
            let diagonal = first + row;
            let k = n - m - self.base[diagonal] + BELOW;
            let u = &self.u[diagonal];
            // The offset of a corner is its diagonal's to less than a cell, so
            // k is 1 to 4 and its neighbours are there.
            let k = (k as usize).clamp(1, AROUND - 2);
            u[k] * ((1.0 - f) * (1.0 - g) + f * g) + u[k + 1] * (f * (1.0 - g)) + u[k - 1] * ((1.0 - f) * g)
        };
        rows.cells.iter().zip(&rows.parts).enumerate().map(corner).collect()
    }
}

/// Adds one pair, of a frequency within half a turn.
fn add(frequency: DoubleDouble, weight: f64, length: f64, near: &Walk, even: &Walk, sums: &mut [Vec<f64>]) {
    let zero = Complex64::new(0.0, 0.0);
    if frequency.high.abs() * length < SLOW {
        let slope = Complex64::new(0.0, -weight * frequency.high);
        even.add(frequency, [Complex64::new(weight, 0.0), zero, zero], &mut sums[AROUND]);
        even.add(frequency, [slope, zero, zero], &mut sums[AROUND + 1]);
        return;
    }
    let (sin, _) = frequency.sin_cos_at(0.5);
    let scale = weight / (4.0 * sin * sin);
    let turned: [Complex64; AROUND] = std::array::from_fn(|r| {
        let (sin, cos) = frequency.sin_cos_at(float(r) - BELOW);
        Complex64::new(scale * cos, scale * sin)
    });
    near.add_all(frequency, turned, &mut sums[..AROUND]);
}

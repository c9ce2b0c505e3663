//! The means under pixels of a function of the offset that is a sum of waves.
//!
//! If a cosine or a score depends on the offset alone, the matrix is constant along its diagonals,
//! `f(p - q) = sum over waves of Re(c e^(i w (p - q)))`, and so is almost every picture of it. With
//! U a function whose second difference is f,
//!
//! ```text
//! U(k + 1) - 2 U(k) + U(k - 1) = f(k)        U(k) = -Re(c e^(i w k)) / (4 sin^2(w/2)) for one wave
//! sum of f(p - q) over p < n, q < m  =  -U(n - m) + a term of n + a term of m
//! ```
//!
//! so the sum over a rectangle is a mixed difference of U at its corners, in which the other terms
//! cancel. Between whole positions that sum is bilinear, so corners within cells are too. With
//! pixels of one size along both axes the corners need U near the multiples of that size only: a
//! picture of R x C pixels costs R + C evaluations per wave and a dozen operations per pixel, and
//! no matrix product. If cells are at least as large as a pixel, f itself is all there is to
//! compute.
//!
//! Waves so slow that U would lose digits are evaluated at the mean positions of the pixels, whose
//! deviation from even spacing enters to first order.

use num_complex::Complex64;
use rayon::prelude::*;

use crate::encoding::{DoubleDouble, Wave};

use super::means::{coefficient, column_cost_ms, middles, off_even};
use super::nodes::Nodes;
use super::walk::Walk;
use super::{Cancel, ReduceError, Span, WindowAxis};
use crate::encoding::{float, single};

/// Radians per pixel below which a wave is slow: its error is then below 1e-7.
const SLOW: f64 = 3e-4;

/// U is kept from 2 below to 3 above each multiple.
const AROUND: usize = 6;
const BELOW: f64 = 2.0;

/// Lines of a picture that are computed together, sharing their corners.
const LINES: usize = 32;

/// Whether a function of the offset gives the means at nodes: all nodes are cells, or all are pixels of one size.
pub(super) fn fits(rows: &Nodes, columns: &Nodes) -> bool {
    let (length, other) = (rows.axis.cells_per_pixel(), columns.axis.cells_per_pixel());
    rows.are_cells == columns.are_cells && (rows.are_cells || (length / other - 1.0).abs() < 1e-12)
}

/// Estimates the time of [`means`] on one core, in milliseconds.
pub(super) fn cost_ms(waves: usize, rows: &Nodes, columns: &Nodes) -> f64 {
    const PIXEL_MS: f64 = 4e-6;
    let at_each = if rows.are_cells { 1.0 } else { float(AROUND) };
    float(waves) * at_each * column_cost_ms(rows.len() + columns.len())
        + PIXEL_MS * float(rows.len()) * float(columns.len())
}

/// Returns the means of a sum of waves of the offset (row minus column) at the nodes of two axes
/// for which [`fits`] holds: all rows of the first column, then of the second, ...
///
/// # Errors
/// [`ReduceError::Cancelled`].
pub(super) fn means(waves: &[Wave], rows: &Nodes, columns: &Nodes, cancel: &Cancel) -> Result<Vec<f32>, ReduceError> {
    if rows.are_cells {
        return of_cells(waves, rows, columns, cancel);
    }
    of_pixels(waves, rows.axis, columns.axis, cancel)
}

/// Returns the sums of all waves in `lines` lines of `count` numbers, computed on all threads; `add` adds one wave.
fn sums(
    waves: &[Wave],
    [lines, count]: [usize; 2],
    cancel: &Cancel,
    add: impl Fn(DoubleDouble, Complex64, &mut [Vec<f64>]) + Sync,
) -> Result<Vec<Vec<f64>>, ReduceError> {
    let none = || vec![vec![0.0; count]; lines];
    let sum = |waves: &[Wave]| {
        let mut sums = none();
        for wave in waves {
            cancel.check()?;
            let coefficient = coefficient(wave.phase, wave.shift, wave.amplitude.high);
            add(wave.frequency.angle(1.0), coefficient, &mut sums);
            cancel.advance();
        }
        Ok(sums)
    };
    let merge = |mut a: Vec<Vec<f64>>, b: Vec<Vec<f64>>| {
        for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
            *a += b;
        }
        Ok(a)
    };
    cancel.expect(waves.len());
    let chunk = waves.len().div_ceil(rayon::current_num_threads()).max(1);
    waves.par_chunks(chunk).map(sum).try_reduce(none, merge)
}

/// Returns the values of cells.
fn of_cells(waves: &[Wave], rows: &Nodes, columns: &Nodes, cancel: &Cancel) -> Result<Vec<f32>, ReduceError> {
    // From the last column's first row to the first column's last row.
    let least = float(rows.first_cell) - float(columns.first_cell + columns.len() - 1);
    let count = rows.len() + columns.len() - 1;
    let offsets = Walk::even(least, 1.0, vec![0.0; count]);
    let zero = Complex64::new(0.0, 0.0);
    let values = sums(waves, [1, count], cancel, |frequency, coefficient, sums| {
        offsets.add(frequency, [coefficient, zero, zero], &mut sums[0]);
    })?;
    let values: Vec<f32> = values.into_iter().flatten().map(single).collect();
    let column = |column: usize| &values[columns.len() - 1 - column..][..rows.len()];
    Ok((0..columns.len()).flat_map(|i| column(i).iter().copied()).collect())
}

fn of_pixels(waves: &[Wave], rows: WindowAxis, columns: WindowAxis, cancel: &Cancel) -> Result<Vec<f32>, ReduceError> {
    let tables = Tables::new(waves, rows, columns, cancel)?;
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
    Ok(out)
}

/// The edges of the pixels of an axis, as whole cells and the fractions beyond, and the deviation
/// of each pixel's mean position from even spacing.
struct Edges {
    cells: Vec<f64>,
    parts: Vec<f64>,
    off: Vec<f64>,
}

impl Edges {
    fn new(axis: WindowAxis) -> Self {
        let edges: Vec<f64> = (0..=axis.pixels).map(|i| axis.edge(i)).collect();
        Self {
            cells: edges.iter().map(|edge| edge.floor()).collect(),
            parts: edges.iter().map(|edge| edge - edge.floor()).collect(),
            off: off_even(axis, &middles(axis)),
        }
    }
}

/// The values along each diagonal; the diagonal of row i and column j is at `i - j + columns`.
struct Tables {
    /// A whole offset near the diagonal's corners.
    base: Vec<f64>,
    /// -U from `base - 2` to `base + 3`.
    u: Vec<[f64; AROUND]>,
    /// The slow waves: their sum, and how much it falls per offset.
    slow: Vec<f64>,
    slope: Vec<f64>,
}

impl Tables {
    fn new(waves: &[Wave], rows: WindowAxis, columns: WindowAxis, cancel: &Cancel) -> Result<Self, ReduceError> {
        let length = rows.cells_per_pixel();
        let count = rows.pixels + columns.pixels + 1;
        let start = rows.span.start - columns.span.start - float(columns.pixels) * length;
        let diagonals = WindowAxis {
            span: Span {
                start,
                end: start + float(count - 1) * length,
            },
            pixels: count - 1,
        };
        let near = Walk::edges(diagonals);
        let even = Walk::even(start, length, vec![0.0; count]);
        let mut sums = sums(waves, [AROUND + 2, count], cancel, |frequency, coefficient, sums| {
            add((frequency, coefficient), length, &near, &even, sums);
        })?;
        let slope = sums.pop().unwrap_or_default();
        let slow = sums.pop().unwrap_or_default();
        Ok(Self {
            base: (0..count).map(|i| diagonals.edge(i).floor()).collect(),
            u: (0..count).map(|i| std::array::from_fn(|r| sums[r][i])).collect(),
            slow,
            slope,
        })
    }

    /// Returns -U at the corners of one column edge with every row edge.
    fn corners(&self, rows: &Edges, columns: &Edges, column: usize) -> Vec<f64> {
        let (m, g) = (columns.cells[column], columns.parts[column]);
        let first = columns.cells.len() - 1 - column;
        let corner = |(row, (n, f)): (usize, (&f64, &f64))| {
            let diagonal = first + row;
            let k = n - m - self.base[diagonal] + BELOW;
            let u = &self.u[diagonal];
            // A corner's offset is within a cell of its diagonal's, so k is 1 to 4 and its neighbours exist.
            let k = (k as usize).clamp(1, AROUND - 2);
            u[k] * ((1.0 - f) * (1.0 - g) + f * g) + u[k + 1] * (f * (1.0 - g)) + u[k - 1] * ((1.0 - f) * g)
        };
        rows.cells.iter().zip(&rows.parts).enumerate().map(corner).collect()
    }
}

/// Adds one wave, of a frequency within half a turn per position.
fn add(
    (frequency, coefficient): (DoubleDouble, Complex64),
    length: f64,
    near: &Walk,
    even: &Walk,
    sums: &mut [Vec<f64>],
) {
    let zero = Complex64::new(0.0, 0.0);
    if frequency.high.abs() * length < SLOW {
        let slope = coefficient * Complex64::new(0.0, -frequency.high);
        even.add(frequency, [coefficient, zero, zero], &mut sums[AROUND]);
        even.add(frequency, [slope, zero, zero], &mut sums[AROUND + 1]);
        return;
    }
    let (sin, _) = frequency.sin_cos_at(0.5);
    let scale = coefficient / (4.0 * sin * sin);
    let turned: [Complex64; AROUND] = std::array::from_fn(|r| {
        let (sin, cos) = frequency.sin_cos_at(float(r) - BELOW);
        scale * Complex64::new(cos, sin)
    });
    near.add_all(frequency, turned, &mut sums[..AROUND]);
}

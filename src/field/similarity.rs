//! A window onto the matrix of cosines between the rows of a table.
//!
//! The mean cosine over a rectangle of pairs is the product of averaged
//! normalised rows:
//!
//! ```text
//! mean over p in P, q in Q of u(p) . u(q)  =  (mean of u over P) . (mean of u over Q)
//! u(p) = PE(p) / |PE(p)|
//! ```
//!
//! so a window of R x C pixels is one product of an R x d and a d x C matrix.
//! For pairs of a sine and a cosine (even d) the cosine is a function of the
//! offset alone, `(2/d) sum over pairs of cos(w k)`, and where cells are at
//! least a pixel large that function is all there is to compute.
//!
//! A zero row has no direction: its cosines are undefined, and a pixel is the
//! mean of what is defined under it.

use ndarray::{Array2, Axis as Dimension, Slice, linalg::general_mat_mul, parallel::prelude::*};
use rayon::prelude::*;

use crate::encoding::{ColumnLaw, Encoding, Scheme};

use super::grid::Column;
use super::table::{column_cost_ms, share};
use super::{Axis, Cancel, Raster, ReduceError, Span, WAVE_MS, Window};

/// The most cells that are summed one by one, where no closed form is known
/// (binary, and sinusoids of odd width, with several positions a pixel).
pub const SUMMED_CELLS_LIMIT: usize = 1 << 28;

/// Columns that are multiplied at a time; bounds the memory of a product.
const BLOCK: usize = 512;

/// The cosine of the angle between rows p and q of the table: their dot
/// product over the product of their norms. None where either row is zero or
/// outside the table.
///
/// ```
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::cosine;
/// let encoding = Encoding::new(Spec { d_model: 2, ..Spec::default() })?;
/// assert_eq!(cosine(&encoding, 3, 3), Some(1.0));
/// assert!((cosine(&encoding, 5, 7).unwrap_or(0.0) - 2f64.cos()).abs() < 1e-15);
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[must_use]
pub fn cosine(encoding: &Encoding, p: usize, q: usize) -> Option<f64> {
    if p.max(q) >= encoding.max_len() {
        return None;
    }
    if is_function_of_offset(encoding) {
        return Some(offset_similarity(encoding, p.abs_diff(q)));
    }
    let (p, q) = (float(p), float(q));
    let norms = norm(encoding, p) * norm(encoding, q);
    if norms == 0.0 {
        return None;
    }
    if p == q {
        return Some(1.0);
    }
    let dot: f64 = encoding.columns().iter().map(|law| law.at(p) * law.at(q)).sum();
    Some((dot / norms).clamp(-1.0, 1.0))
}

/// Whether the cosine of two rows depends on their offset alone: pairs of a
/// sine and a cosine, none left over.
#[must_use]
pub fn is_function_of_offset(encoding: &Encoding) -> bool {
    encoding.pairs() > 0 && encoding.d_model().is_multiple_of(2)
}

/// `(2/d) sum over the pairs of cos(w k)`, the cosine of two rows k apart for
/// an encoding of which [`is_function_of_offset`] holds.
fn offset_similarity(encoding: &Encoding, offset: usize) -> f64 {
    let k = float(offset);
    let cosines = encoding.columns().iter().skip(1).step_by(2);
    cosines.map(|law| law.at(k)).sum::<f64>() * 2.0 / float(encoding.d_model())
}

/// The norm of the row at a position.
#[must_use]
pub fn norm(encoding: &Encoding, position: f64) -> f64 {
    let d = encoding.d_model();
    match encoding.spec().scheme {
        Scheme::Sinusoidal => {
            // Each pair has norm 1; an odd width leaves a sine over.
            let last = match encoding.columns().last() {
                Some(law) if d % 2 == 1 => law.at(position),
                _ => 0.0,
            };
            (float(d / 2) + last * last).sqrt()
        }
        Scheme::Index | Scheme::Normalized => encoding.columns()[0].at(position).abs() * float(d).sqrt(),
        Scheme::Binary => {
            let ones: f64 = encoding.columns().iter().take(64).map(|law| law.at(position)).sum();
            ones.sqrt()
        }
    }
}

/// An estimate of the time of [`reduce`] on one core, in milliseconds.
pub fn cost_ms(encoding: &Encoding, window: &Window) -> f64 {
    const PRODUCT_MS: f64 = 0.1e-6;
    let d = float(encoding.d_model());
    let (rows, columns) = (Nodes::new(window.rows), Nodes::new(window.columns));
    let spread = float(window.rows.pixels) * float(window.columns.pixels) * 10e-6;
    if is_function_of_offset(encoding) && rows.are_cells && columns.are_cells {
        let (nearest, farthest) = rows.offsets(&columns);
        return column_cost_ms(Axis::exact(farthest + 1 - nearest)) * d / 2.0 + spread;
    }
    let sums = if has_closed_form(encoding) {
        column_cost_ms(rows.axis) + column_cost_ms(columns.axis)
    } else {
        WAVE_MS * (window.rows.span.length() + window.columns.span.length())
    };
    sums * d + PRODUCT_MS * float(rows.spans.len()) * float(columns.spans.len()) * d + spread
}

/// The mean cosines under the pixels of a window.
///
/// # Errors
/// Cancelled, or a scheme without a closed form over too many cells.
pub fn reduce(encoding: &Encoding, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
    let rows = Nodes::new(window.rows);
    let columns = Nodes::new(window.columns);
    let cosines = if is_function_of_offset(encoding) && rows.are_cells && columns.are_cells {
        offsets_to_matrix(encoding, &rows, &columns)
    } else {
        if !has_closed_form(encoding) {
            let summed =
                (window.rows.span.cells().len() + window.columns.span.cells().len()).saturating_mul(encoding.d_model());
            if summed > SUMMED_CELLS_LIMIT {
                return Err(ReduceError::NoClosedForm {
                    cells: summed,
                    limit: SUMMED_CELLS_LIMIT,
                });
            }
        }
        product(encoding, &rows, &columns, cancel)?
    };
    let row_weights = rows.defined(encoding);
    let column_weights = columns.defined(encoding);

    let row_pixels = window.rows.pixels;
    let row_parts: Vec<Vec<(usize, f64)>> = (0..row_pixels).map(|pixel| rows.parts(window.rows, pixel)).collect();
    let mut values = vec![0.0f32; row_pixels * window.columns.pixels];
    values
        .par_chunks_mut(row_pixels)
        .enumerate()
        .try_for_each(|(pixel, out)| {
            if cancel.is_raised() {
                return Err(ReduceError::Cancelled);
            }
            let column_parts = columns.parts(window.columns, pixel);
            for (out, row_parts) in out.iter_mut().zip(&row_parts) {
                let (mut sum, mut weight) = (0.0f64, 0.0);
                for &(column, column_share) in &column_parts {
                    for &(row, row_share) in row_parts {
                        let share = row_share * column_share;
                        sum += share * f64::from(cosines[(column, row)]);
                        weight += share * row_weights[row] * column_weights[column];
                    }
                }
                #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more than f32")]
                let mean = if weight > 0.0 {
                    (sum / weight).clamp(-1.0, 1.0) as f32
                } else {
                    f32::NAN
                };
                *out = mean;
            }
            Ok(())
        })?;
    Ok(Raster {
        row_pixels,
        column_pixels: window.columns.pixels,
        values,
    })
}

/// What one axis of the product is made of: the cells in view where a cell is
/// at least a pixel, otherwise the pixels.
struct Nodes {
    /// One pixel a node.
    axis: Axis,
    spans: Vec<Span>,
    first_cell: usize,
    are_cells: bool,
}

impl Nodes {
    fn new(axis: Axis) -> Self {
        let are_cells = axis.is_magnified();
        let cells = axis.span.cells();
        let first_cell = cells.start;
        let span = Span {
            start: float(cells.start),
            end: float(cells.end),
        };
        let axis = if are_cells {
            Axis {
                span,
                pixels: cells.len(),
            }
        } else {
            axis
        };
        let spans = (0..axis.pixels).map(|pixel| axis.pixel(pixel)).collect();
        Self {
            axis,
            spans,
            first_cell,
            are_cells,
        }
    }

    /// The smallest and the largest offset between a cell of this axis and one
    /// of another, both made of cells.
    fn offsets(&self, other: &Self) -> (usize, usize) {
        let (a, b) = (self.first_cell, other.first_cell);
        let (last_a, last_b) = (a + self.spans.len() - 1, b + other.spans.len() - 1);
        let (one, two) = (a.abs_diff(last_b), last_a.abs_diff(b));
        let overlap = a <= last_b && b <= last_a;
        (if overlap { 0 } else { one.min(two) }, one.max(two))
    }

    /// The nodes under a pixel, each with its share of the pixel.
    fn parts(&self, axis: Axis, pixel: usize) -> Vec<(usize, f64)> {
        if !self.are_cells {
            return vec![(pixel, 1.0)];
        }
        let span = axis.pixel(pixel);
        let part = |cell| (cell - self.first_cell, share(span, cell) / span.length());
        span.cells().map(part).collect()
    }

    /// The share of each node in which rows have a direction.
    fn defined(&self, encoding: &Encoding) -> Vec<f64> {
        let zero_rows = |span: Span| -> f64 {
            match encoding.spec().scheme {
                Scheme::Sinusoidal if encoding.d_model() > 1 => 0.0,
                // d = 1 is a lone sine, which is 0 at position 0 only: 2 pi is irrational.
                Scheme::Sinusoidal | Scheme::Index | Scheme::Normalized => share(span, 0),
                Scheme::Binary => {
                    let cells = span.cells();
                    let period = u32::try_from(encoding.d_model())
                        .ok()
                        .and_then(|d| 1usize.checked_shl(d))
                        .unwrap_or(usize::MAX);
                    let first = cells.start.div_ceil(period).saturating_mul(period);
                    (first..cells.end).step_by(period).map(|cell| share(span, cell)).sum()
                }
            }
        };
        self.spans
            .iter()
            .map(|&span| 1.0 - zero_rows(span) / span.length())
            .collect()
    }
}

/// Whether the mean of a normalised row over many positions has a closed form.
fn has_closed_form(encoding: &Encoding) -> bool {
    match encoding.spec().scheme {
        Scheme::Sinusoidal => is_function_of_offset(encoding),
        Scheme::Index | Scheme::Normalized => true,
        Scheme::Binary => false,
    }
}

/// The cosines of cells as a function of their offset: (columns, rows).
fn offsets_to_matrix(encoding: &Encoding, rows: &Nodes, columns: &Nodes) -> Array2<f32> {
    let (nearest, farthest) = rows.offsets(columns);
    let count = farthest + 1 - nearest;
    let span = Span {
        start: float(nearest),
        end: float(farthest + 1),
    };
    let axis = Axis { span, pixels: count };
    let cosines: Vec<ColumnLaw> = encoding.columns().iter().skip(1).step_by(2).copied().collect();
    let sum = |laws: &[ColumnLaw]| {
        let (mut sum, mut values) = (vec![0.0; count], vec![0.0; count]);
        for &law in laws {
            Column::new(law, axis).means(axis, &mut values);
            sum.iter_mut().zip(&values).for_each(|(sum, value)| *sum += value);
        }
        sum
    };
    let add = |mut a: Vec<f64>, b: Vec<f64>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    let chunk = cosines.len().div_ceil(rayon::current_num_threads()).max(1);
    let sums = cosines.par_chunks(chunk).map(sum).reduce(|| vec![0.0; count], add);
    let scale = 2.0 / float(encoding.d_model());
    Array2::from_shape_fn((columns.spans.len(), rows.spans.len()), |(column, row)| {
        let offset = (rows.first_cell + row).abs_diff(columns.first_cell + column);
        #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more than f32")]
        let cosine = (sums[offset - nearest] * scale) as f32;
        cosine
    })
}

/// The product of the averaged normalised rows: (columns, rows).
fn product(encoding: &Encoding, rows: &Nodes, columns: &Nodes, cancel: &Cancel) -> Result<Array2<f32>, ReduceError> {
    let mut product = Array2::<f32>::zeros((columns.spans.len(), rows.spans.len()));
    let same = rows.spans == columns.spans;
    let row_norms = inverse_norms(encoding, rows);
    let column_norms = if same {
        row_norms.clone()
    } else {
        inverse_norms(encoding, columns)
    };
    let d = encoding.d_model();
    cancel.expect(if same { d } else { 2 * d });
    for start in (0..d).step_by(BLOCK) {
        let block = &encoding.columns()[start..d.min(start + BLOCK)];
        let b = unit_rows(encoding, block, rows, &row_norms, cancel)?;
        let a = if same {
            b.clone()
        } else {
            unit_rows(encoding, block, columns, &column_norms, cancel)?
        };
        let band = columns.spans.len().div_ceil(rayon::current_num_threads()).max(1);
        let bands: Vec<(usize, _)> = product.axis_chunks_iter_mut(Dimension(0), band).enumerate().collect();
        bands.into_par_iter().for_each(|(i, mut out)| {
            let a = a.slice_axis(Dimension(1), Slice::from(i * band..i * band + out.nrows()));
            general_mat_mul(1.0, &a.t(), &b, 1.0, &mut out);
        });
        if cancel.is_raised() {
            return Err(ReduceError::Cancelled);
        }
    }
    Ok(product)
}

/// 1 / |PE(p)| at every cell of every node, 0 for a zero row; empty where the
/// closed form needs none.
fn inverse_norms(encoding: &Encoding, nodes: &Nodes) -> Vec<Vec<f64>> {
    if has_closed_form(encoding) {
        return Vec::new();
    }
    let inverse = |cell: usize| {
        let norm = norm(encoding, float(cell));
        if norm > 0.0 { 1.0 / norm } else { 0.0 }
    };
    nodes
        .spans
        .par_iter()
        .map(|span| span.cells().map(inverse).collect())
        .collect()
}

/// The normalised rows, averaged over each node, for a block of columns:
/// (columns of the block, nodes).
fn unit_rows(
    encoding: &Encoding,
    block: &[ColumnLaw],
    nodes: &Nodes,
    inverse_norms: &[Vec<f64>],
    cancel: &Cancel,
) -> Result<Array2<f32>, ReduceError> {
    let mut units = Array2::<f32>::zeros((block.len(), nodes.spans.len()));
    let d = float(encoding.d_model());
    let scheme = encoding.spec().scheme;
    let mut lines: Vec<_> = units.axis_iter_mut(Dimension(0)).zip(block).collect();
    lines.par_iter_mut().try_for_each(|(out, law)| {
        if cancel.is_raised() {
            return Err(ReduceError::Cancelled);
        }
        let mut means = vec![0.0; nodes.spans.len()];
        if matches!(scheme, Scheme::Index | Scheme::Normalized) {
            for (mean, &span) in means.iter_mut().zip(&nodes.spans) {
                *mean = (1.0 - share(span, 0) / span.length()) / d.sqrt();
            }
        } else if has_closed_form(encoding) {
            Column::new(**law, nodes.axis).means(nodes.axis, &mut means);
            means.iter_mut().for_each(|mean| *mean /= (d / 2.0).sqrt());
        } else {
            for ((mean, &span), inverse) in means.iter_mut().zip(&nodes.spans).zip(inverse_norms) {
                let cells = span.cells().zip(inverse);
                let sum: f64 = cells
                    .map(|(cell, inverse)| share(span, cell) * inverse * law.at(float(cell)))
                    .sum();
                *mean = sum / span.length();
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the product is good to 1e-6, which f32 gives"
        )]
        for (out, mean) in out.iter_mut().zip(means) {
            *out = mean as f32;
        }
        cancel.advance();
        Ok(())
    })?;
    Ok(units)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "positions, dimensions and pixels are far below 2^53"
)]
fn float(count: usize) -> f64 {
    count as f64
}

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

use super::table::{position_means, share};
use super::{Axis, Cancel, Raster, ReduceError, Span, Window};

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
    const WAVE_MS: f64 = 40e-6;
    const PRODUCT_MS: f64 = 0.15e-6;
    let d = float(encoding.d_model());
    let nodes = |axis: Axis| axis.span.length().min(float(axis.pixels)) + 1.0;
    let (rows, columns) = (nodes(window.rows), nodes(window.columns));
    let spread = float(window.rows.pixels) * float(window.columns.pixels) * 10e-6;
    if is_function_of_offset(encoding) && is_magnified(window.rows) && is_magnified(window.columns) {
        let offsets = window.rows.span.end.max(window.columns.span.end);
        return WAVE_MS * offsets.min(rows + columns) * d / 2.0 + spread;
    }
    let summed = if has_closed_form(encoding) {
        3.0 * (rows + columns)
    } else {
        window.rows.span.length() + window.columns.span.length()
    };
    WAVE_MS * summed * d + PRODUCT_MS * rows * columns * d + spread
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
    spans: Vec<Span>,
    first_cell: usize,
    are_cells: bool,
}

impl Nodes {
    fn new(axis: Axis) -> Self {
        let are_cells = is_magnified(axis);
        let cells = axis.span.cells();
        let first_cell = cells.start;
        let spans = if are_cells {
            cells
                .map(|cell| Span {
                    start: float(cell),
                    end: float(cell + 1),
                })
                .collect()
        } else {
            (0..axis.pixels).map(|pixel| axis.pixel(pixel)).collect()
        };
        Self {
            spans,
            first_cell,
            are_cells,
        }
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

fn is_magnified(axis: Axis) -> bool {
    axis.cells_per_pixel() <= 1.0
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
    let offset = |column: usize, row: usize| (rows.first_cell + row).abs_diff(columns.first_cell + column);
    let (last_row, last_column) = (rows.spans.len() - 1, columns.spans.len() - 1);
    let farthest = offset(0, last_row).max(offset(last_column, 0));
    let overlap =
        rows.first_cell <= columns.first_cell + last_column && columns.first_cell <= rows.first_cell + last_row;
    let nearest = if overlap {
        0
    } else {
        offset(0, last_row).min(offset(last_column, 0))
    };
    #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more than f32")]
    let by_offset: Vec<f32> = (nearest..=farthest)
        .into_par_iter()
        .map(|offset| offset_similarity(encoding, offset) as f32)
        .collect();
    Array2::from_shape_fn((columns.spans.len(), rows.spans.len()), |(column, row)| {
        by_offset[offset(column, row) - nearest]
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
    cancel.expect(d.div_ceil(BLOCK) * (rows.spans.len() + if same { 0 } else { columns.spans.len() }));
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
            let a = a.slice_axis(Dimension(0), Slice::from(i * band..i * band + out.nrows()));
            general_mat_mul(1.0, &a, &b.t(), 1.0, &mut out);
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

/// The normalised rows of a block of columns, averaged over each node:
/// (nodes, columns of the block).
fn unit_rows(
    encoding: &Encoding,
    block: &[ColumnLaw],
    nodes: &Nodes,
    inverse_norms: &[Vec<f64>],
    cancel: &Cancel,
) -> Result<Array2<f32>, ReduceError> {
    let mut rows = Array2::<f32>::zeros((nodes.spans.len(), block.len()));
    let d = float(encoding.d_model());
    let scheme = encoding.spec().scheme;
    rows.axis_iter_mut(Dimension(0))
        .into_par_iter()
        .enumerate()
        .try_for_each(|(node, mut row)| {
            if cancel.is_raised() {
                return Err(ReduceError::Cancelled);
            }
            let span = nodes.spans[node];
            let mean = |law: &ColumnLaw| -> f64 {
                if matches!(scheme, Scheme::Index | Scheme::Normalized) {
                    return (1.0 - share(span, 0) / span.length()) / d.sqrt();
                }
                if let Some(inverse_norms) = inverse_norms.get(node) {
                    let weighted = span
                        .cells()
                        .zip(inverse_norms)
                        .map(|(cell, inverse)| share(span, cell) * inverse * law.at(float(cell)));
                    return weighted.sum::<f64>() / span.length();
                }
                let mut mean = [0.0];
                position_means(law, Axis { span, pixels: 1 }, &mut mean);
                mean[0] / (d / 2.0).sqrt()
            };
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the product is good to 1e-6, which f32 gives"
            )]
            for (value, law) in row.iter_mut().zip(block) {
                *value = mean(law) as f32;
            }
            cancel.advance();
            Ok(())
        })?;
    Ok(rows)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "positions, dimensions and pixels are far below 2^53"
)]
fn float(count: usize) -> f64 {
    count as f64
}

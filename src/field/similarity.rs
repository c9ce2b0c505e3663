//! A window onto the matrix of cosines between the rows of a table.
//!
//! The mean cosine over a rectangle of pairs is the product of averaged normalised rows:
//!
//! ```text
//! mean over p in P, q in Q of u(p) . u(q)  =  (mean of u over P) . (mean of u over Q)
//! u(p) = PE(p) / |PE(p)|
//! ```
//!
//! so a window of R x C pixels is one product of an R x d and a d x C matrix. For pairs of a sine
//! and a cosine (even d) the cosine is a function of the offset alone,
//! `(2/d) sum over pairs of cos(w k)`; if cells or pixels have the same size along both axes, no
//! product is needed (`by_offset`).
//!
//! A zero row has no direction: its cosines are undefined, and a pixel is the mean of the defined cosines under it.

use std::ops::Range;

use ndarray::{Array2, Axis as Dimension, Slice, linalg::general_mat_mul};
use rayon::prelude::*;

use crate::encoding::{ColumnLaw, DoubleDouble, Encoding, Norm, Phase, Wave};

use super::by_offset;
use super::means::{MeanPlaces, Sums, column_cost_ms};
use super::nodes::{Nodes, spread, spread_cost_ms};
use super::unit_rows::{UnitRows, defined};
use super::{Cancel, Raster, ReduceError, Window};
use crate::encoding::{float, natural, single};

/// A share of defined cosines below this is rounding.
const NOTHING: f32 = 1e-9;

/// The number of columns that are multiplied at a time, which bounds the memory of a product.
const BLOCK: usize = 512;

/// Returns the cosine of the angle between rows p and q of the table: their dot product over the
/// product of their norms. `None` if either row is zero or outside the table.
///
/// ```
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::cosine;
/// let encoding = Encoding::new(Spec { d_model: 2, ..Spec::default() })?;
/// assert_eq!(cosine(&encoding, 3, 3), Some(1.0));
/// assert!((cosine(&encoding, 5, 7).unwrap_or(0.0) - 2f64.cos()).abs() < 1e-15);
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn cosine(encoding: &Encoding, p: usize, q: usize) -> Option<f64> {
    let is_zero = |row: usize| encoding.zero_rows().contains(&row);
    if p.max(q) >= encoding.end() || is_zero(p) || is_zero(q) {
        return None;
    }
    if is_function_of_offset(encoding) {
        return Some(offset_similarity(encoding, p.abs_diff(q)));
    }
    let (p, q) = (float(p), float(q));
    let norms = norm(encoding, p) * norm(encoding, q);
    // A row is zero, or has values that are not numbers.
    if !norms.is_finite() || norms == 0.0 {
        return None;
    }
    if p == q {
        return Some(1.0);
    }
    let dot: f64 = encoding.columns().iter().map(|law| law.at(p) * law.at(q)).sum();
    Some((dot / norms).clamp(-1.0, 1.0))
}

/// Whether the cosine of two rows depends on their offset alone: pairs of a sine and a cosine over
/// positions that rise evenly, with no column left over. (Zero rows have no cosine.)
pub fn is_function_of_offset(encoding: &Encoding) -> bool {
    matches!(encoding.norm(), Norm::Constant(_)) && encoding.columns().first().and_then(ColumnLaw::as_wave).is_some()
}

/// Whether pictures of the cosines can be computed from offsets.
fn is_by_diagonals(encoding: &Encoding) -> bool {
    is_function_of_offset(encoding) && encoding.is_whole()
}

/// Returns `(2/d) sum over the pairs of cos(w k)`, the cosine of two rows k apart, for an encoding
/// for which [`is_function_of_offset`] holds.
fn offset_similarity(encoding: &Encoding, offset: usize) -> f64 {
    let k = float(offset);
    let cosines = pair_frequencies(encoding).map(|frequency| frequency.sin_cos_at(k).1);
    cosines.sum::<f64>() / float(encoding.pairs())
}

/// Returns the frequency of each pair of a sine and a cosine.
pub fn pair_frequencies(encoding: &Encoding) -> impl Iterator<Item = DoubleDouble> {
    let pairs = encoding.bands().iter().filter(|band| band.second.is_some());
    pairs.filter_map(|band| Some(encoding.columns()[band.first].as_wave()?.frequency))
}

/// Returns the norm of the row at a position; 0 for a missing row.
pub fn norm(encoding: &Encoding, position: f64) -> f64 {
    let row = natural(position);
    if row >= encoding.end() || encoding.zero_rows().contains(&row) {
        return 0.0;
    }
    let columns = encoding.columns();
    match encoding.norm() {
        Norm::Constant(norm) => norm,
        Norm::WithLoneWave(lone) => {
            let pairs = encoding.bands().iter().filter(|band| band.second.is_some());
            let squares = pairs.filter_map(|band| Some(columns[band.first].amplitude()?.powi(2)));
            (squares.sum::<f64>() + lone.at(position).powi(2)).sqrt()
        }
        Norm::SameDirection => columns[0].at(position).abs() * float(columns.len()).sqrt(),
        // The bits of a position beyond the 64th are 0.
        Norm::Bits => length(&columns[..columns.len().min(64)], position),
        Norm::Any => length(columns, position),
    }
}

/// Returns the square root of the sum of the squares of some columns.
fn length(columns: &[ColumnLaw], position: f64) -> f64 {
    let squares = columns.iter().map(|law| law.at(position).powi(2));
    squares.sum::<f64>().sqrt()
}

/// The time of one multiplication and addition of a matrix product, in milliseconds.
pub(super) const PRODUCT_MS: f64 = 0.05e-6;

/// Estimates the time of [`reduce`] on one core, in milliseconds.
pub fn cost_ms(encoding: &Encoding, window: &Window) -> f64 {
    let d = float(encoding.d_model());
    let (rows, columns) = (Nodes::new(window.rows), Nodes::new(window.columns));
    let spread = spread_cost_ms(window);
    if is_by_diagonals(encoding) && by_offset::fits(&rows, &columns) {
        return by_offset::cost_ms(encoding.pairs(), &rows, &columns) + spread;
    }
    if is_by_diagonals(encoding) && is_first_row(&rows) {
        return column_cost_ms(columns.len()) * d / 2.0 + spread;
    }
    let units = UnitRows::cost_ms(encoding, &rows) + UnitRows::cost_ms(encoding, &columns);
    units + PRODUCT_MS * float(rows.len()) * float(columns.len()) * d + spread
}

/// Returns the mean cosines under the pixels of a window.
///
/// # Errors
/// [`ReduceError::Cancelled`], or [`ReduceError::NoClosedForm`] if too many cells would have to be summed.
pub fn reduce(encoding: &Encoding, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
    let rows = Nodes::new(window.rows);
    let columns = Nodes::new(window.columns);
    let cosines = if is_by_diagonals(encoding) && by_offset::fits(&rows, &columns) {
        by_offset::means(&pair_waves(encoding), &rows, &columns, cancel)?
    } else if is_by_diagonals(encoding) && is_first_row(&rows) {
        let means = cosine_sums(encoding, &MeanPlaces::new(columns.clone()));
        means.into_iter().map(single).collect()
    } else {
        let d = encoding.d_model();
        let of_rows = UnitRows::new(encoding, &rows, cancel)?;
        let of_columns = if rows.axis == columns.axis {
            None
        } else {
            Some(UnitRows::new(encoding, &columns, cancel)?)
        };
        cancel.expect(if of_columns.is_some() { 2 * d } else { d });
        let rows_block = |range| of_rows.block(range, cancel);
        let columns_block = of_columns.as_ref().map(|units| move |range| units.block(range, cancel));
        let columns_block = columns_block.as_ref().map(|block| block as Factors<'_>);
        let cosines = product(d, [rows.len(), columns.len()], &rows_block, columns_block, cancel)?;
        cosines.into_iter().map(single).collect()
    };
    let mut raster = spread(cosines, &rows, &columns, window);
    // So far undefined cosines count as 0; divide by the share of the defined ones.
    let of_rows = defined(encoding, &rows, cancel)?;
    let of_columns = if rows.axis == columns.axis {
        of_rows.clone()
    } else {
        defined(encoding, &columns, cancel)?
    };
    let shares = |nodes: &Nodes, defined: &[f64]| nodes.parts().iter().map(|part| part.of(defined)).collect();
    let (row_shares, column_shares): (Vec<f32>, Vec<f32>) = (shares(&rows, &of_rows), shares(&columns, &of_columns));
    let lines = raster.values.par_chunks_exact_mut(window.rows.pixels);
    lines.zip(&column_shares).for_each(|(line, column_share)| {
        for (value, row_share) in line.iter_mut().zip(&row_shares) {
            let share = row_share * column_share;
            *value = if share > NOTHING {
                (*value / share).clamp(-1.0, 1.0)
            } else {
                f32::NAN
            };
        }
    });
    Ok(raster)
}

/// Whether row 0 is the only node: then a column's position is the offset.
fn is_first_row(rows: &Nodes) -> bool {
    rows.are_cells && rows.len() == 1 && rows.first_cell == 0
}

/// Returns the waves of the offset whose sum is the cosine.
fn pair_waves(encoding: &Encoding) -> Vec<Wave> {
    let amplitude = DoubleDouble::from(1.0) / float(encoding.pairs());
    let wave = |frequency| Wave {
        amplitude,
        ..Wave::new(frequency, Phase::Cosine)
    };
    pair_frequencies(encoding).map(wave).collect()
}

/// Returns `(2/d) sum over the pairs of cos(w k)` at offsets, averaged over each place.
fn cosine_sums(encoding: &Encoding, places: &MeanPlaces) -> Vec<f64> {
    let waves = pair_waves(encoding);
    let sum = |waves: &[Wave]| {
        let mut sums = Sums::new(places);
        for wave in waves {
            sums.add(&ColumnLaw::Wave(*wave), 1.0);
        }
        sums.take()
    };
    let add = |mut a: Vec<f64>, b: Vec<f64>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    let chunk = waves.len().div_ceil(rayon::current_num_threads()).max(1);
    waves.par_chunks(chunk).map(sum).reduce(|| vec![0.0; places.len()], add)
}

/// Computes a block of factors: (factors, nodes).
pub(super) type Factors<'a> = &'a dyn Fn(Range<usize>) -> Result<Array2<f64>, ReduceError>;

/// Returns the sums over `count` factors of row factors times column factors: all rows of the first
/// column, then of the second, ... Without column factors those of the rows are used.
pub(super) fn product(
    count: usize,
    [rows, columns]: [usize; 2],
    of_rows: Factors<'_>,
    of_columns: Option<Factors<'_>>,
    cancel: &Cancel,
) -> Result<Array2<f64>, ReduceError> {
    let mut product = Array2::<f64>::zeros((columns, rows));
    for start in (0..count).step_by(BLOCK) {
        let block = start..count.min(start + BLOCK);
        let b = of_rows(block.clone())?;
        match of_columns {
            Some(of_columns) => multiply(&of_columns(block)?, &b, &mut product),
            None => multiply_with_itself(&b, &mut product),
        }
        cancel.check()?;
    }
    if of_columns.is_none() {
        // So far only the part on and above the diagonal is computed.
        for i in 1..product.nrows() {
            for j in 0..i {
                product[(i, j)] = product[(j, i)];
            }
        }
    }
    Ok(product)
}

/// Adds the product of b, transposed, and b, at least on and above the diagonal: the matrix is symmetric.
fn multiply_with_itself(b: &Array2<f64>, sum: &mut Array2<f64>) {
    const BANDS: usize = 8;
    let band = sum.nrows().div_ceil(BANDS).max(1);
    let bands: Vec<(usize, _)> = sum.axis_chunks_iter_mut(Dimension(0), band).enumerate().collect();
    bands.into_par_iter().for_each(|(i, mut out)| {
        let start = i * band;
        let a = b.slice_axis(Dimension(1), Slice::from(start..start + out.nrows()));
        let right = b.slice_axis(Dimension(1), Slice::from(start..));
        let mut out = out.slice_axis_mut(Dimension(1), Slice::from(start..));
        general_mat_mul(1.0, &a.t(), &right, 1.0, &mut out);
    });
}

/// Adds the product of a, transposed, and b, computed on all threads.
fn multiply(a: &Array2<f64>, b: &Array2<f64>, sum: &mut Array2<f64>) {
    let band = sum.nrows().div_ceil(rayon::current_num_threads()).max(1);
    let bands: Vec<(usize, _)> = sum.axis_chunks_iter_mut(Dimension(0), band).enumerate().collect();
    bands.into_par_iter().for_each(|(i, mut out)| {
        let a = a.slice_axis(Dimension(1), Slice::from(i * band..i * band + out.nrows()));
        general_mat_mul(1.0, &a.t(), b, 1.0, &mut out);
    });
}

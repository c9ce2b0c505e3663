//! A window onto the difference of two fields.
//!
//! A mean of differences is the difference of the means, so the two fields are reduced separately.
//! This no longer holds if cells under a pixel of either field have no number, or one too large to
//! be averaged: there the cells that have a difference are averaged one by one.

use rayon::prelude::*;

use super::dense::HUGE;
use super::means::shares;
use super::{Cancel, Field, Marks, Raster, ReduceError, Reduction, Window, can_be_summed};
use crate::encoding::{float, single};

/// Returns the means of `right - left`; `whole` is the field of the difference.
///
/// # Errors
/// The errors of the two fields; [`ReduceError::NoClosedForm`] if too many cells would have to be
/// averaged one by one.
pub(super) fn reduce(
    whole: &Field,
    [left, right]: [&Field; 2],
    reduction: Reduction,
    window: &Window,
    cancel: &Cancel,
) -> Result<Raster, ReduceError> {
    let left = left.reduce(reduction, window, cancel)?;
    let mut raster = right.reduce(reduction, window, cancel)?;
    let is_partial = |index: usize| {
        let has_marks = |raster: &Raster| raster.marks.get(index).is_some_and(|marks| !marks.is_none());
        has_marks(&left) || has_marks(&raster) || left.values[index].is_nan() || raster.values[index].is_nan()
    };
    let partial: Vec<usize> = (0..raster.values.len()).filter(|&index| is_partial(index)).collect();
    for (value, left) in raster.values.iter_mut().zip(&left.values) {
        *value -= left;
    }
    if raster.marks.is_empty() {
        raster.marks = left.marks;
    } else {
        for (marks, left) in raster.marks.iter_mut().zip(left.marks) {
            *marks |= left;
        }
    }
    let cells = window.rows.cells_per_pixel().max(1.0) * window.columns.cells_per_pixel().max(1.0);
    can_be_summed((cells * float(partial.len())) as u64)?;
    let means: Vec<(usize, f32)> = partial
        .into_par_iter()
        .map(|index| {
            cancel.check()?;
            let (row, column) = (index % raster.row_pixels, index / raster.row_pixels);
            Ok((index, one_by_one(whole, window, row, column)))
        })
        .collect::<Result<_, _>>()?;
    for (index, mean) in means {
        raster.values[index] = mean;
    }
    if raster.marks.iter().all(|marks| *marks == Marks::default()) {
        raster.marks = Vec::new();
    }
    Ok(raster)
}

/// Returns the mean of the ordinary differences under a pixel; NaN if there are none.
fn one_by_one(field: &Field, window: &Window, row: usize, column: usize) -> f32 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (p, row_share) in shares(window.rows.pixel(row)) {
        for (q, column_share) in shares(window.columns.pixel(column)) {
            let value = field.cell(p, q).number();
            if value.abs() <= f64::from(HUGE) {
                sum += row_share * column_share * value;
                weight += row_share * column_share;
            }
        }
    }
    if weight > 0.0 { single(sum / weight) } else { f32::NAN }
}

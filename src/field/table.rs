//! A window onto the table of an encoding, exactly averaged.
//!
//! The mean under a pixel is a mean over positions of a mean over dimensions.
//! The first has a closed form for every law ([`ColumnLaw::mean`]), so a pixel
//! costs at most three evaluations a dimension, however many positions it
//! covers. Cells that an edge cuts count by the share that is inside.

use rayon::prelude::*;

use crate::encoding::Encoding;

use super::grid::{Column, evaluations, grid_points};
use super::{Axis, Cancel, Raster, ReduceError, Span, WAVE_MS, Window};

/// In which order the columns stand in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColumnOrder {
    /// As in the table.
    #[default]
    AsStored,
    /// All sines, then all cosines: the even columns, then the odd ones.
    /// Without pairs it is the same as [`Self::AsStored`].
    Regrouped,
}

impl ColumnOrder {
    /// The column of the table that stands at a place of the picture.
    ///
    /// For d = 5 regrouped: 0 2 4 1 3.
    #[must_use]
    pub fn column(self, place: usize, encoding: &Encoding) -> usize {
        let sines = encoding.d_model().div_ceil(2);
        match self {
            Self::Regrouped if encoding.pairs() > 0 => {
                if place < sines {
                    2 * place
                } else {
                    2 * (place - sines) + 1
                }
            }
            Self::Regrouped | Self::AsStored => place,
        }
    }

    /// The place in the picture at which a column of the table stands: the
    /// inverse of [`Self::column`].
    #[must_use]
    pub fn place(self, column: usize, encoding: &Encoding) -> usize {
        let sines = encoding.d_model().div_ceil(2);
        match self {
            Self::Regrouped if encoding.pairs() > 0 => {
                if column.is_multiple_of(2) {
                    column / 2
                } else {
                    sines + column / 2
                }
            }
            Self::Regrouped | Self::AsStored => column,
        }
    }
}

/// An estimate of the time of [`reduce`] on one core, in milliseconds.
#[must_use]
pub fn cost_ms(window: &Window) -> f64 {
    column_cost_ms(window.rows) * (window.columns.span.length() + 1.0)
}

/// An estimate of the time that the means of one column take.
pub(super) fn column_cost_ms(axis: Axis) -> f64 {
    const PRODUCT_MS: f64 = 6e-6;
    let evaluations = evaluations(axis);
    (WAVE_MS * evaluations).min(WAVE_MS * grid_points(axis.span) + PRODUCT_MS * evaluations)
}

/// The averages under the pixels of a window.
///
/// # Errors
/// [`ReduceError::Cancelled`] when the flag was raised.
pub fn reduce(
    encoding: &Encoding,
    order: ColumnOrder,
    window: &Window,
    cancel: &Cancel,
) -> Result<Raster, ReduceError> {
    let row_pixels = window.rows.pixels;
    let column_mean = |place: usize| {
        let law = encoding.columns()[order.column(place, encoding)];
        let mut means = vec![0.0; row_pixels];
        Column::new(law, window.rows).means(window.rows, &mut means);
        means
    };
    // Where a column covers several pixels, each is evaluated once.
    let cells = window.columns.span.cells();
    let magnified = window.columns.is_magnified();
    let ready: Vec<Vec<f64>> = if magnified {
        cells
            .clone()
            .into_par_iter()
            .map(|place| {
                if cancel.is_raised() {
                    Vec::new()
                } else {
                    column_mean(place)
                }
            })
            .collect()
    } else {
        Vec::new()
    };
    let mut values = vec![0.0f32; row_pixels * window.columns.pixels];
    cancel.expect(window.columns.pixels);
    values
        .par_chunks_mut(row_pixels.max(1))
        .enumerate()
        .try_for_each(|(pixel, out)| {
            let span = window.columns.pixel(pixel);
            let mut sum = vec![0.0; row_pixels];
            for place in span.cells() {
                if cancel.is_raised() {
                    return Err(ReduceError::Cancelled);
                }
                let share = share(span, place) / span.length();
                let means: &[f64] = if magnified {
                    &ready[place - cells.start]
                } else {
                    &column_mean(place)
                };
                for (sum, mean) in sum.iter_mut().zip(means) {
                    *sum += share * mean;
                }
            }
            #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more than f32")]
            for (out, sum) in out.iter_mut().zip(sum) {
                *out = sum as f32;
            }
            cancel.advance();
            Ok(())
        })?;
    Ok(Raster {
        row_pixels,
        column_pixels: window.columns.pixels,
        values,
    })
}

/// How much of a cell lies within a span.
#[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
pub(super) fn share(span: Span, cell: usize) -> f64 {
    (span.end.min(cell as f64 + 1.0) - span.start.max(cell as f64)).max(0.0)
}

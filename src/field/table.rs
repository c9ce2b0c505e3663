//! A window onto the table of an encoding, exactly averaged.
//!
//! The mean under a pixel is a mean over positions of a mean over dimensions.
//! The first has a closed form for every law ([`ColumnLaw::mean`]), so a pixel
//! costs at most three evaluations a dimension, however many positions it
//! covers. Cells that an edge cuts count by the share that is inside.

use rayon::prelude::*;

use crate::encoding::{ColumnLaw, Encoding};

use super::{Axis, Cancel, Raster, ReduceError, Span, Window};

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

/// How many evaluations of a wave a window costs, at the most.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub fn evaluations(window: &Window) -> f64 {
    let rows = window.rows.span.length().min(2.0 * window.rows.pixels as f64) + 1.0;
    rows * (window.columns.span.length() + 1.0)
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
        position_means(&law, window.rows, &mut means);
        means
    };
    // Where a column covers several pixels, each is evaluated once.
    let cells = window.columns.span.cells();
    let magnified = window.columns.cells_per_pixel() <= 1.0;
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

/// The means of a column over the positions under each pixel of an axis.
pub(super) fn position_means(law: &ColumnLaw, axis: Axis, out: &mut [f64]) {
    // Neighbouring pixels share a cell, at their common edge or altogether.
    let mut last = (f64::NAN, 0.0);
    let mut cell = |position: f64| {
        if last.0 != position {
            last = (position, law.at(position));
        }
        last.1
    };
    for (pixel, mean) in out.iter_mut().enumerate() {
        let Span { start, end } = axis.pixel(pixel);
        let (first_whole, end_whole) = (start.ceil(), end.floor());
        *mean = if end_whole < first_whole {
            cell(end_whole) // within one cell
        } else {
            let mut sum = 0.0;
            if start < first_whole {
                sum += (first_whole - start) * cell(first_whole - 1.0);
            }
            let whole = end_whole - first_whole;
            if whole == 1.0 {
                sum += cell(first_whole);
            } else if whole > 1.0 {
                sum += whole * law.mean(first_whole, whole);
            }
            if end > end_whole {
                sum += (end - end_whole) * cell(end_whole);
            }
            sum / (end - start)
        };
    }
}

/// How much of a cell lies within a span.
#[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
pub(super) fn share(span: Span, cell: usize) -> f64 {
    (span.end.min(cell as f64 + 1.0) - span.start.max(cell as f64)).max(0.0)
}

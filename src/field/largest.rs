//! The value of the largest magnitude under each pixel.
//!
//! Up to [`LARGEST_CELLS_LIMIT`] cells every cell is looked at. Beyond that a wave is taken to
//! reach plus or minus its amplitude if it has a crest or a trough between the first and the last
//! position under the pixel: no cell is larger, and the picture is a bound.

use rayon::prelude::*;

use crate::encoding::{Encoding, larger};

use super::means::{MeanPlaces, Sums};
use super::nodes::Nodes;
use super::table::ColumnOrder;
use super::{Cancel, Raster, ReduceError, Span, WAVE_MS, Window, WindowAxis};
use crate::encoding::{float, single};

/// The most cells that are looked at one by one.
pub const LARGEST_CELLS_LIMIT: u64 = 1_000_000_000;

/// Whether every cell of a window is looked at.
pub fn is_exact(window: &Window) -> bool {
    window.cells() <= LARGEST_CELLS_LIMIT
}

/// Estimates the time of [`reduce`] on one core, in milliseconds.
pub fn cost_ms(window: &Window) -> f64 {
    const CELL_MS: f64 = 1.5e-6;
    let columns = window.columns.span.length() + 1.0;
    if is_exact(window) {
        CELL_MS * window.rows.span.length() * columns
    } else {
        WAVE_MS * float(window.rows.pixels) * columns
    }
}

/// Returns the values of largest magnitude under the pixels of a window.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised.
pub fn reduce(
    encoding: &Encoding,
    order: ColumnOrder,
    window: &Window,
    cancel: &Cancel,
) -> Result<Raster, ReduceError> {
    let row_pixels: Vec<Span> = (0..window.rows.pixels).map(|i| window.rows.pixel(i)).collect();
    let cells = window.rows.span.cells();
    let places =
        is_exact(window).then(|| MeanPlaces::new(Nodes::new(WindowAxis::of_cells(cells.clone()))).of(encoding));
    let is_missing = |span: &Span| span.cells().start >= encoding.end();
    let column = |place: usize, sums: &mut Option<Sums<'_>>| -> Vec<f64> {
        let law = &encoding.columns()[order.column(place, encoding)];
        match sums {
            Some(sums) => {
                sums.add(law, 1.0);
                let values = sums.take();
                let under = |span: &Span| {
                    let under = span.cells();
                    let values = &values[under.start - cells.start..under.end - cells.start];
                    values.iter().fold(0.0, |a, &b| larger(a, b))
                };
                row_pixels.iter().map(under).collect()
            }
            None => row_pixels.iter().map(|span| law.largest(span.cells())).collect(),
        }
    };
    let mut values = vec![0.0f32; row_pixels.len() * window.columns.pixels];
    cancel.expect(window.columns.pixels);
    values
        .par_chunks_exact_mut(row_pixels.len())
        .enumerate()
        .try_for_each_init(
            || (places.as_ref().map(Sums::new), None),
            |(sums, last), (pixel, out)| {
                let mut best = vec![0.0; row_pixels.len()];
                for place in window.columns.pixel(pixel).cells() {
                    cancel.check()?;
                    // A column that covers several pixels is computed once.
                    if last.as_ref().is_none_or(|(known, _)| *known != place) {
                        *last = Some((place, column(place, sums)));
                    }
                    if let Some((_, values)) = last {
                        best.iter_mut().zip(values).for_each(|(a, b)| *a = larger(*a, *b));
                    }
                }
                for ((out, value), span) in out.iter_mut().zip(best).zip(&row_pixels) {
                    *out = if is_missing(span) { f32::NAN } else { single(value) };
                }
                cancel.advance();
                Ok(())
            },
        )?;
    Ok(Raster::new(window, values))
}

//! A window onto the table of an encoding, exactly averaged.
//!
//! The mean under a pixel is a mean over dimensions of means over positions. The latter have a
//! closed form for every law (`means`), so a pixel costs one evaluation per dimension, however many
//! positions it covers. A cell that an edge cuts counts by its share inside.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::encoding::{ColumnLaw, Encoding, Summed};

use super::means::{MeanPlaces, Sums, column_cost_ms, shares, tent_within};
use super::nodes::{Nodes, spread, spread_cost_ms};
use super::{Cancel, Raster, ReduceError, Span, WAVE_MS, Window, WindowAxis, can_be_summed};
use crate::encoding::{float, single};

/// The order of the columns in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ColumnOrder {
    /// As in the table.
    #[default]
    AsStored,
    /// All sines, then all cosines: the even columns, then the odd ones. The same as
    /// [`Self::AsStored`] if sines and cosines do not alternate.
    Regrouped,
}

impl ColumnOrder {
    /// Returns the column of the table at a place of the picture; for d = 5 regrouped: 0 2 4 1 3.
    pub fn column(self, place: usize, encoding: &Encoding) -> usize {
        match self {
            Self::Regrouped if is_interleaved(encoding) => {
                let firsts = encoding.d_model().div_ceil(2);
                if place < firsts {
                    2 * place
                } else {
                    2 * (place - firsts) + 1
                }
            }
            Self::Regrouped | Self::AsStored => place,
        }
    }

    /// Returns the place in the picture of a column of the table: the inverse of [`Self::column`].
    pub fn place(self, column: usize, encoding: &Encoding) -> usize {
        match self {
            Self::Regrouped if is_interleaved(encoding) => {
                let firsts = encoding.d_model().div_ceil(2);
                if column.is_multiple_of(2) {
                    column / 2
                } else {
                    firsts + column / 2
                }
            }
            Self::Regrouped | Self::AsStored => column,
        }
    }
}

/// Whether sines and cosines alternate.
fn is_interleaved(encoding: &Encoding) -> bool {
    encoding.bands().first().is_some_and(|band| band.is_together())
}

/// Estimates the time of [`reduce`] on one core, in milliseconds.
pub fn cost_ms(encoding: &Encoding, window: &Window) -> f64 {
    let columns = window.columns.span.length() + 1.0;
    if !encoding.has_closed_form() {
        return WAVE_MS * window.rows.span.length() * columns;
    }
    let nodes = Nodes::new(window.rows).len();
    column_cost_ms(nodes) * columns * if is_folded(encoding) { 2.0 } else { 1.0 } + spread_cost_ms(window)
}

/// Whether columns are waves over places that do not simply rise.
fn is_folded(encoding: &Encoding) -> bool {
    let mut laws = encoding.columns().iter().map(ColumnLaw::summed);
    laws.any(|summed| matches!(summed, Summed::Folded(_)))
}

/// Returns the means under the pixels of a window, or the means of such means.
///
/// # Errors
/// [`ReduceError::Cancelled`], or [`ReduceError::NoClosedForm`] if too many cells would have to be summed.
pub fn reduce(
    encoding: &Encoding,
    order: ColumnOrder,
    is_twice: bool,
    window: &Window,
    cancel: &Cancel,
) -> Result<Raster, ReduceError> {
    let is_summed = !encoding.has_closed_form() || (is_twice && is_folded(encoding));
    if is_summed {
        can_be_summed(window.cells())?;
    }
    let rows = Nodes::new(window.rows);
    let columns = Nodes::new(window.columns);
    let ends = if is_twice { once_at(&rows, encoding) } else { Vec::new() };
    let places = if is_twice {
        MeanPlaces::twice(rows)
    } else {
        MeanPlaces::new(rows)
    }
    .of(encoding);
    // The mean under a pixel is the mean over its columns of the mean of each column.
    let weights = |node: usize| -> Vec<(usize, f64)> {
        if is_twice && !columns.are_cells {
            tent_within(columns.axis, node, encoding.d_model()).0
        } else {
            shares(columns.span(node)).collect()
        }
    };
    let means_of = |weights: &[(usize, f64)], sums: &mut Sums<'_>| {
        for &(place, share) in weights {
            sums.add(&encoding.columns()[order.column(place, encoding)], share);
        }
        sums.take()
    };
    let node_means = |node: usize, sums: &mut Sums<'_>, out: &mut [f32]| {
        cancel.check()?;
        let weights = weights(node);
        let mut means = means_of(&weights, sums);
        of_existing(&mut means, &places);
        for (end, place) in &ends {
            let mut alone = means_of(&weights, &mut Sums::new(place));
            of_existing(&mut alone, place);
            means[*end] = alone[0];
        }
        for (out, mean) in out.iter_mut().zip(means) {
            *out = single(mean);
        }
        cancel.advance();
        Ok(())
    };
    cancel.expect(columns.len());
    let mut means = vec![0.0f32; places.len() * columns.len()];
    means
        .par_chunks_exact_mut(places.len())
        .enumerate()
        .try_for_each_init(|| Sums::new(&places), |sums, (node, out)| node_means(node, sums, out))?;
    Ok(spread(means, places.nodes(), &columns, window))
}

/// Turns means over all cells into means over existing cells, for nodes with missing rows.
fn of_existing(means: &mut [f64], places: &MeanPlaces) {
    for (node, exists) in places.ended() {
        means[node] = if exists > 1e-9 { means[node] / exists } else { f64::NAN };
    }
}

/// Returns the nodes at the ends of the table, which have no neighbour to be averaged with, each by itself.
fn once_at(rows: &Nodes, encoding: &Encoding) -> Vec<(usize, MeanPlaces)> {
    if rows.are_cells {
        return Vec::new();
    }
    let half = rows.axis.cells_per_pixel() / 2.0;
    let Span { start, end } = rows.axis.span;
    let first = (start < half).then_some(0);
    let last = (end + half > float(encoding.max_len())).then_some(rows.len() - 1);
    let alone = |node: usize| {
        let axis = WindowAxis {
            span: rows.span(node),
            pixels: 1,
        };
        (node, MeanPlaces::new(Nodes::new(axis)).of(encoding))
    };
    first.into_iter().chain(last).map(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::super::walk::EVALUATIONS;
    use super::*;
    use crate::encoding::grid::{GridAxis as Direction, Unit};
    use crate::encoding::{Scheme, Spec, Strategy};

    /// Returns how many waves a window of 160 x 90 pixels onto a table evaluates, counted on one thread.
    fn evaluations(change: impl Fn(&mut Spec)) -> Result<usize, Box<dyn std::error::Error>> {
        let mut spec = Spec {
            d_model: 512,
            max_len: 1_048_576,
            ..Spec::default()
        };
        change(&mut spec);
        let encoding = Encoding::new(spec)?;
        let axis = |cells, pixels| WindowAxis {
            span: Span::whole(cells),
            pixels,
        };
        let window = Window {
            rows: axis(1_048_576, 160),
            columns: axis(512, 90),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        Ok(pool.install(|| {
            EVALUATIONS.with(|count| count.set(0));
            reduce(&encoding, ColumnOrder::AsStored, false, &window, &Cancel::default())?;
            Ok::<_, ReduceError>(EVALUATIONS.with(std::cell::Cell::get))
        })?)
    }

    #[test]
    fn grids_and_positions_that_start_over_cost_about_what_plain_waves_do() -> Result<(), Box<dyn std::error::Error>> {
        let plain = evaluations(|_| {})?;
        for width in [1, 10, 5000, 1_048_576] {
            for unit in [Unit::Cell, Unit::Turn] {
                for first in [Direction::Y, Direction::X] {
                    let grid = evaluations(|spec| {
                        spec.scheme = Scheme::Grid;
                        (spec.grid.width, spec.grid.unit, spec.grid.first) = (width, unit, first);
                    })?;
                    assert!(grid <= 2 * plain, "{width} {unit:?} {first:?}: {grid} of {plain}");
                }
            }
            let over = evaluations(|spec| {
                (spec.beyond.trained_len, spec.beyond.strategy) = (width, Strategy::Restart);
                spec.beyond.overlap = width / 2;
            })?;
            assert!(over <= 2 * plain, "{width}: {over} of {plain}");
        }
        Ok(())
    }

    #[test]
    fn a_window_costs_one_evaluation_a_pixel_and_dimension_however_long_the_table()
    -> Result<(), Box<dyn std::error::Error>> {
        // The count is per thread, so everything runs on one.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        for (max_len, d_model, pixels) in [
            (1_048_576, 512, (160, 90)),
            (4096, 64, (1000, 64)),
            (50, 16, (700, 300)),
            (1_048_576, 33, (7, 33)),
        ] {
            let encoding = Encoding::new(Spec {
                d_model,
                max_len,
                ..Spec::default()
            })?;
            let window = Window {
                rows: WindowAxis {
                    span: Span::whole(max_len),
                    pixels: pixels.0,
                },
                columns: WindowAxis {
                    span: Span::whole(d_model),
                    pixels: pixels.1,
                },
            };
            let count = pool.install(|| {
                EVALUATIONS.with(|count| count.set(0));
                reduce(&encoding, ColumnOrder::AsStored, false, &window, &Cancel::default())?;
                Ok::<_, ReduceError>(EVALUATIONS.with(std::cell::Cell::get))
            })?;
            // A column that an edge cuts is counted for both pixels; a row of pixels has one more edge than pixels.
            let dimensions_per_pixel = d_model.div_ceil(pixels.1) + 1;
            let limit = (pixels.0 + 1) * pixels.1 * dimensions_per_pixel;
            assert!(count > 0 && count <= limit, "{count} of {limit}");
        }
        Ok(())
    }
}

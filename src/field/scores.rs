//! A window onto the scores of a query and a key rotated by RoPE.
//!
//! ```text
//! score(m, n) = sum over components j of Q_j(m) K_j(n)
//! ```
//!
//! If positions rise evenly, the score is a sum of waves of the offset (`by_offset`). If not, the
//! mean over a rectangle is the dot product of the mean components, each of which is a wave and has
//! a closed form unless positions or angles are rounded.

use std::ops::Range;

use ndarray::Array2;
use rayon::prelude::*;

use crate::encoding::{ColumnLaw, Rotated, Summed, cells_of};

use super::by_offset;
use super::means::{MeanPlaces, Sums, column_cost_ms};
use super::nodes::{Nodes, spread, spread_cost_ms};
use super::similarity::{PRODUCT_MS, product};
use super::{Cancel, Raster, ReduceError, WAVE_MS, Window, can_be_summed};
use crate::encoding::{float, single};

/// Estimates the time of [`reduce`] on one core, in milliseconds.
pub(super) fn cost_ms(rotated: &Rotated, window: &Window) -> f64 {
    let (rows, columns) = (Nodes::new(window.rows), Nodes::new(window.columns));
    let components = rotated.keys().len();
    if rotated.is_function_of_offset() && by_offset::fits(&rows, &columns) {
        return by_offset::cost_ms(components / 2, &rows, &columns) + spread_cost_ms(window);
    }
    let component = |nodes: &Nodes, cells: f64| match rotated.keys().first().map(ColumnLaw::summed) {
        Some(Summed::Rows) => WAVE_MS * cells,
        _ => column_cost_ms(nodes.len()),
    };
    let product = PRODUCT_MS * float(rows.len()) * float(columns.len());
    float(components)
        * (component(&rows, window.rows.span.length()) + component(&columns, window.columns.span.length()) + product)
        + spread_cost_ms(window)
}

/// Returns the mean scores under the pixels of a window: rows are queries, columns keys.
///
/// # Errors
/// [`ReduceError::Cancelled`], or [`ReduceError::NoClosedForm`] for too many cells with rounded angles or positions.
pub(super) fn reduce(rotated: &Rotated, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
    let (rows, columns) = (Nodes::new(window.rows), Nodes::new(window.columns));
    if by_offset::fits(&rows, &columns)
        && let Some(waves) = rotated.waves_of_offset()
    {
        let means = by_offset::means(&waves, &rows, &columns, cancel)?;
        return Ok(spread(means, &rows, &columns, window));
    }
    let components = rotated.keys().len();
    let cells = cells_of(
        rows.axis.span.cells().len() + columns.axis.span.cells().len(),
        components,
    );
    if !rotated.keys().iter().all(ColumnLaw::has_closed_form) {
        can_be_summed(cells)?;
    }
    let places = |nodes: &Nodes, laws| MeanPlaces::new(nodes.clone()).with_folds_of(laws);
    let (of_rows, of_columns) = (places(&rows, rotated.queries()), places(&columns, rotated.keys()));
    let queries = |range: Range<usize>| block(&rotated.queries()[range], &of_rows, cancel);
    let keys = |range: Range<usize>| block(&rotated.keys()[range], &of_columns, cancel);
    cancel.expect(2 * components);
    let scores = product(components, [rows.len(), columns.len()], &queries, Some(&keys), cancel)?;
    let scores = scores.into_iter().map(single).collect();
    Ok(spread(scores, &rows, &columns, window))
}

/// Returns the means of some components: (components, nodes).
fn block(laws: &[ColumnLaw], places: &MeanPlaces, cancel: &Cancel) -> Result<Array2<f64>, ReduceError> {
    let mut means = vec![0.0; laws.len() * places.len()];
    let lines = means.par_chunks_exact_mut(places.len()).zip(laws);
    lines.try_for_each_init(
        || Sums::new(places),
        |sums, (out, law)| {
            cancel.check()?;
            sums.add(law, 1.0);
            out.copy_from_slice(&sums.take());
            cancel.advance();
            Ok(())
        },
    )?;
    Ok(Array2::from_shape_vec((laws.len(), places.len()), means).unwrap_or_default())
}

//! A window onto the scores of a query and a key that RoPE has turned.
//!
//! ```text
//! score(m, n) = sum over components j of Q_j(m) K_j(n)
//! ```
//!
//! The mean over a rectangle is the product of the mean components, each of
//! which is a wave and has a closed form.

use rayon::prelude::*;

use crate::encoding::{ColumnLaw, Rotated, Summed};

use super::means::{Places, Sums, column_cost_ms};
use super::nodes::{Nodes, spread, spread_cost_ms};
use super::{Cancel, Raster, ReduceError, WAVE_MS, Window, can_be_summed};
use crate::encoding::{float, single};

/// An estimate of the time of [`reduce`] on one core, in milliseconds.
pub(super) fn cost_ms(rotated: &Rotated, window: &Window) -> f64 {
    const PRODUCT_MS: f64 = 0.6e-6;
    let (rows, columns) = (Nodes::new(window.rows).len(), Nodes::new(window.columns).len());
    let component = |nodes: usize, cells: f64| match rotated.keys().first().map(ColumnLaw::summed) {
        Some(Summed::Edges { waves }) => f64::from(waves) * WAVE_MS * float(nodes),
        Some(Summed::Rows) => WAVE_MS * cells,
        _ => column_cost_ms(nodes),
    };
    let product = PRODUCT_MS * float(rows) * float(columns);
    float(rotated.keys().len())
        * (component(rows, window.rows.span.length()) + component(columns, window.columns.span.length()) + product)
        + spread_cost_ms(window)
}

/// The mean scores under the pixels of a window: rows are queries, columns keys.
///
/// # Errors
/// Cancelled; positions or angles that are rounded, over too many cells.
pub(super) fn reduce(rotated: &Rotated, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
    let (rows, columns) = (Nodes::new(window.rows), Nodes::new(window.columns));
    let cells = (rows.axis.span.cells().len() + columns.axis.span.cells().len()).saturating_mul(rotated.keys().len());
    if !rotated.keys().iter().all(ColumnLaw::has_closed_form) {
        can_be_summed(cells)?;
    }
    let means = |laws: &[ColumnLaw], nodes: &Nodes| -> Vec<Vec<f64>> {
        let places = Places::new(nodes.clone());
        let mean = |sums: &mut Sums<'_>, law: &ColumnLaw| {
            sums.add(law, 1.0);
            sums.take()
        };
        laws.par_iter().map_init(|| Sums::new(&places), mean).collect()
    };
    let queries = means(rotated.queries(), &rows);
    let keys = means(rotated.keys(), &columns);
    let mut scores = vec![0.0f32; rows.len() * columns.len()];
    cancel.expect(columns.len());
    scores
        .par_chunks_exact_mut(rows.len())
        .enumerate()
        .try_for_each(|(column, line)| {
            cancel.check()?;
            let mut sums = vec![0.0; line.len()];
            for (query, key) in queries.iter().zip(&keys) {
                let key = key[column];
                sums.iter_mut().zip(query).for_each(|(sum, query)| *sum += query * key);
            }
            line.iter_mut().zip(sums).for_each(|(score, sum)| *score = single(sum));
            cancel.advance();
            Ok(())
        })?;
    Ok(spread(scores, &rows, &columns, window))
}

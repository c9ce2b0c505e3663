//! A window onto the table of an encoding, exactly averaged.
//!
//! The mean under a pixel is a mean over dimensions of a mean over positions.
//! The second has a closed form for every law (`means`), so a pixel costs one
//! evaluation a dimension, however many positions it covers. Cells that an edge
//! cuts count by the share that is inside.

use rayon::prelude::*;

use crate::encoding::Encoding;

use super::means::{Places, Sums, column_cost_ms, shares};
use super::nodes::{Nodes, spread, spread_cost_ms};
use super::{Cancel, Raster, ReduceError, Window};

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
    let columns = window.columns.span.length() + 1.0;
    let nodes = Nodes::new(window.rows).len();
    column_cost_ms(nodes) * columns + spread_cost_ms(window)
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
    let places = Places::new(Nodes::new(window.rows));
    let columns = Nodes::new(window.columns);
    // The mean under a pixel is the mean over its columns of the means of each.
    let node_means = |node: usize, sums: &mut Sums<'_>, out: &mut [f32]| {
        for (place, share) in shares(columns.span(node)) {
            if cancel.is_raised() {
                return Err(ReduceError::Cancelled);
            }
            sums.add(&encoding.columns()[order.column(place, encoding)], share);
        }
        #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more than f32")]
        for (out, mean) in out.iter_mut().zip(sums.take()) {
            *out = mean as f32;
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

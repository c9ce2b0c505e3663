//! The picture of a window as a query.

use serde::{Deserialize, Serialize};

use super::{Cancel, Field, Last, Query, Raster, ReduceError, Reduction, Window};

/// Asks what a window onto a field looks like, see [`Field::reduce`]. A window
/// that was moved by whole pixels takes what it can from the last picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Of what.
    pub field: Field,
    /// What a pixel says.
    pub reduction: Reduction,
    /// Which part, in how many pixels.
    pub window: Window,
}

impl Picture {
    /// The last picture with its window, if it is one of the same.
    fn same<'a>(&self, last: Option<Last<'a, Self>>) -> Option<(&'a Window, &'a Raster)> {
        let Last { query, answer } = last?;
        let is_same = self.reduction == query.reduction && self.field == query.field;
        is_same.then_some((&query.window, answer))
    }
}

impl Query for Picture {
    const NAME: &'static str = "picture";
    type Answer = Raster;

    fn cost_ms(&self, last: Option<Last<'_, Self>>) -> f64 {
        match self.same(last) {
            Some((last, _)) => self.field.moved_cost_ms(self.reduction, &self.window, last),
            None => self.field.cost_ms(self.reduction, &self.window),
        }
    }

    fn answer(&self, last: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Raster, ReduceError> {
        match self.same(last) {
            Some(last) => self.field.reduce_moved(self.reduction, &self.window, last, cancel),
            None => self.field.reduce(self.reduction, &self.window, cancel),
        }
    }
}

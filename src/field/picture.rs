//! The picture of a window as a query.

use serde::{Deserialize, Serialize};

use super::{Cancel, Field, Last, Query, Raster, ReduceError, Reduction, Window};

/// Asks for the picture of a window onto a field, see [`Field::reduce`]. A window moved by whole
/// pixels reuses what it can of the last picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldPicture {
    /// The field.
    pub field: Field,
    /// What a pixel shows of its cells.
    pub reduction: Reduction,
    /// The part of the field that is shown, and its pixels.
    pub window: Window,
}

impl FieldPicture {
    /// Returns the last picture with its window if its field and reduction are the same.
    fn same<'a>(&self, last: Option<Last<'a, Self>>) -> Option<(&'a Window, &'a Raster)> {
        let Last { query, answer } = last?;
        let is_same = self.reduction == query.reduction && self.field == query.field;
        is_same.then_some((&query.window, answer))
    }
}

impl Query for FieldPicture {
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

//! The picture of a window onto a field: one number per pixel.

use std::ops::BitOrAssign;

use serde::{Deserialize, Serialize};

use super::Window;

/// The pixels of a window, each a number that stands for the cells under it. A pixel with nothing
/// defined under it is NaN.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Raster {
    /// Pixels along the rows of the field.
    pub row_pixels: usize,
    /// Pixels along the columns of the field.
    pub column_pixels: usize,
    /// The numbers: all row pixels of column pixel 0, then of column pixel 1, ... Positions
    /// therefore run along a line of a picture.
    pub values: Vec<f32>,
    /// The marks of cells that are not ordinary numbers, one set per pixel in the same order; empty
    /// if there are no such cells.
    pub marks: Vec<Marks>,
}

impl Raster {
    /// Creates a raster of ordinary numbers, one per pixel of a window.
    pub(super) fn new(window: &Window, values: Vec<f32>) -> Self {
        Self {
            row_pixels: window.rows.pixels,
            column_pixels: window.columns.pixels,
            values,
            marks: Vec::new(),
        }
    }

    /// Returns the number of one pixel; NaN if nothing is defined there, or outside the raster.
    pub fn at(&self, row_pixel: usize, column_pixel: usize) -> f32 {
        if row_pixel >= self.row_pixels {
            return f32::NAN;
        }
        let value = self.values.get(column_pixel * self.row_pixels + row_pixel);
        value.copied().unwrap_or(f32::NAN)
    }
}

/// The set of kinds of cells under a pixel that are not ordinary numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks(u8);

impl Marks {
    /// A cell that is not a number.
    pub const NOT_A_NUMBER: Self = Self(1);
    /// A cell of positive infinity.
    pub const POSITIVE_INFINITY: Self = Self(2);
    /// A cell of negative infinity.
    pub const NEGATIVE_INFINITY: Self = Self(4);
    /// A finite cell beyond [`super::HUGE`].
    pub const HUGE: Self = Self(8);

    /// Returns the mark of a number that is not ordinary.
    pub(super) fn of(value: f32) -> Self {
        if value.is_nan() {
            Self::NOT_A_NUMBER
        } else if value == f32::INFINITY {
            Self::POSITIVE_INFINITY
        } else if value == f32::NEG_INFINITY {
            Self::NEGATIVE_INFINITY
        } else {
            Self::HUGE
        }
    }

    /// Whether all cells are ordinary.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `marks` are in the set.
    pub fn contains(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }
}

impl BitOrAssign for Marks {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

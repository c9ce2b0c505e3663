//! What a window onto a field looks like: one number a pixel.

/// The averages under the pixels of a window. A pixel with nothing defined
/// under it is NaN.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Pixels along the rows of the field.
    pub row_pixels: usize,
    /// Pixels along the columns of the field.
    pub column_pixels: usize,
    /// The averages: all the row pixels of column pixel 0, then of 1, ...
    /// Positions therefore run along a line of a picture.
    pub values: Vec<f32>,
}

impl Raster {
    /// The average under one pixel; NaN where nothing is defined, or outside.
    #[must_use]
    pub fn at(&self, row_pixel: usize, column_pixel: usize) -> f32 {
        if row_pixel >= self.row_pixels {
            return f32::NAN;
        }
        let index = column_pixel * self.row_pixels + row_pixel;
        self.values.get(index).copied().unwrap_or(f32::NAN)
    }
}

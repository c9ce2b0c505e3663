//! A table whose numbers are given: loaded from a file, or learned.
//!
//! A pixel is a sum over the cells under it, each weighted by its share, in f64. Extraordinary
//! values are kept apart: cells that are NaN, infinite, or so large that they would drown their
//! neighbours do not change the mean of the others and leave a mark on the pixel.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use crate::encoding::larger;

use super::means::{shares, tent_within};
use super::raster::Marks;
use super::{Cancel, Cell, Raster, ReduceError, Reduction, Window, WindowAxis};
use crate::encoding::{float, single};

/// Magnitudes above 2^64 are not averaged with others. No encoding has such values, and a sum in
/// f64 that includes one loses small values.
pub const HUGE: f32 = 18_446_744_073_709_551_616.0;

/// A table of given numbers: row-major, positions x dimensions.
#[derive(Debug)]
pub struct Dense {
    rows: usize,
    columns: usize,
    values: Vec<f32>,
    /// Whether each row has a cell that is not an ordinary number.
    is_odd: Vec<bool>,
    bounds: (f64, f64),
    hash: u64,
}

impl PartialEq for Dense {
    /// Compares shape and content, the content by its hash.
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns, self.hash) == (other.rows, other.columns, other.hash)
    }
}

/// Serialises a field's table by value.
pub(super) mod by_value {
    use std::sync::Arc;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::Dense;

    pub fn serialize<S: Serializer>(table: &Dense, serializer: S) -> Result<S::Ok, S::Error> {
        (table.columns, &table.values).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Dense>, D::Error> {
        let (columns, values) = <(usize, Vec<f32>)>::deserialize(deserializer)?;
        let table = Dense::new(values, columns).map(Arc::new);
        table.ok_or_else(|| D::Error::custom("the numbers of a table make no whole rows"))
    }
}

impl Dense {
    /// Creates a table of `values`, row-major with `columns` numbers per row; `None` if there are
    /// no cells or they do not make whole rows. One byte per row is kept beside the numbers.
    ///
    /// ```
    /// use poscope::field::{Cell, Dense};
    /// let table = Dense::new(vec![1.0, 2.0, 3.0, f32::NAN], 2).expect("two rows of two");
    /// assert_eq!(table.shape(), (2, 2));
    /// assert_eq!(table.cell(0, 1), Cell::Finite(2.0));
    /// assert_eq!(table.cell(1, 1), Cell::NotANumber);
    /// assert_eq!(table.bounds(), (1.0, 3.0));
    /// assert_eq!(Dense::new(vec![1.0; 5], 2), None);
    /// ```
    pub fn new(values: Vec<f32>, columns: usize) -> Option<Self> {
        if values.is_empty() || columns == 0 || !values.len().is_multiple_of(columns) {
            return None;
        }
        let is_odd = values.par_chunks_exact(columns).map(|row| !row.iter().all(is_ordinary));
        let finite = values.par_iter().filter(|value| value.is_finite());
        let bounds = finite.map(|&value| (value, value)).reduce(
            || (f32::INFINITY, f32::NEG_INFINITY),
            |a, b| (a.0.min(b.0), a.1.max(b.1)),
        );
        let bounds = if bounds.0 <= bounds.1 { bounds } else { (0.0, 0.0) };
        let mut hasher = DefaultHasher::new();
        for value in &values {
            value.to_bits().hash(&mut hasher);
        }
        Some(Self {
            rows: values.len() / columns,
            columns,
            is_odd: is_odd.collect(),
            bounds: (bounds.0.into(), bounds.1.into()),
            hash: hasher.finish(),
            values,
        })
    }

    /// Returns the number of rows and the number of columns.
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Returns the smallest and the largest finite number; (0, 0) if there is none.
    pub fn bounds(&self) -> (f64, f64) {
        self.bounds
    }

    /// Returns the value of a cell; undefined outside the table.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        if row >= self.rows || column >= self.columns {
            return Cell::Undefined;
        }
        match self.values[row * self.columns + column] {
            value if value.is_finite() => Cell::Finite(value.into()),
            value if value.is_nan() => Cell::NotANumber,
            value => Cell::Infinite {
                is_positive: value > 0.0,
            },
        }
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.columns..][..self.columns]
    }

    /// Reduces the pixels of a window, as for [`super::Field::reduce`].
    pub(super) fn reduce(&self, reduction: Reduction, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
        let is_twice = reduction == Reduction::MeanTwice;
        // The first and the last position have no neighbour on one side to be averaged with.
        let under = |axis: WindowAxis, cells: usize, once_at_ends: bool| -> Vec<Under> {
            (0..axis.pixels)
                .map(|pixel| Under::of(axis, pixel, cells, is_twice, once_at_ends))
                .collect()
        };
        let rows = under(window.rows, self.rows, true);
        let columns = under(window.columns, self.columns, false);
        cancel.expect(rows.len());
        let lines: Vec<Vec<Pixel>> = rows
            .par_iter()
            .map(|row| {
                cancel.check()?;
                cancel.advance();
                Ok(if reduction == Reduction::Largest {
                    self.largest(row, &columns)
                } else {
                    self.means(row, &columns)
                })
            })
            .collect::<Result<_, _>>()?;
        let pixels = || (0..columns.len()).flat_map(|column| lines.iter().map(move |line| &line[column]));
        let values = pixels().map(|pixel| single(pixel.value())).collect();
        let has_marks = pixels().any(|pixel| !pixel.marks.is_none());
        let mut raster = Raster::new(window, values);
        if has_marks {
            raster.marks = pixels().map(|pixel| pixel.marks).collect();
        }
        Ok(raster)
    }

    /// Returns one row of pixels, each the mean of the cells under it.
    fn means(&self, rows: &Under, columns: &[Under]) -> Vec<Pixel> {
        let mut pixels = vec![Pixel::default(); columns.len()];
        for (i, &row_share) in rows.shares.iter().enumerate() {
            let row = rows.first + i;
            let values = self.row(row);
            for (pixel, under) in pixels.iter_mut().zip(columns) {
                let cells = values[under.first..][..under.shares.len()].iter().zip(&under.shares);
                if self.is_odd[row] {
                    cells.for_each(|(&value, share)| pixel.add(value, row_share * share));
                } else {
                    let sum: f64 = cells.map(|(&value, share)| f64::from(value) * share).sum();
                    pixel.sum += row_share * sum;
                    pixel.weight += row_share;
                }
            }
        }
        pixels
    }

    /// Returns one row of pixels, each the value of largest magnitude under it.
    fn largest(&self, rows: &Under, columns: &[Under]) -> Vec<Pixel> {
        let mut pixels = vec![Pixel::default(); columns.len()];
        for i in 0..rows.shares.len() {
            let values = self.row(rows.first + i);
            for (pixel, under) in pixels.iter_mut().zip(columns) {
                for &value in &values[under.first..][..under.shares.len()] {
                    if value.is_finite() {
                        pixel.sum = larger(pixel.sum, value.into());
                        pixel.weight = 1.0;
                    } else {
                        pixel.marks |= Marks::of(value);
                    }
                }
            }
        }
        pixels
    }
}

/// Estimates the time of a reduction on one core, in milliseconds.
pub(super) fn cost_ms(window: &Window) -> f64 {
    const CELL_MS: f64 = 1.2e-6;
    let cells = |axis: WindowAxis| axis.span.length().max(float(axis.pixels)) + 1.0;
    CELL_MS * cells(window.rows) * cells(window.columns)
}

fn is_ordinary(value: &f32) -> bool {
    value.abs() <= HUGE // false for NaN
}

/// The cells under a pixel and the share of each.
struct Under {
    first: usize,
    shares: Vec<f64>,
}

impl Under {
    fn of(axis: WindowAxis, pixel: usize, cells: usize, is_twice: bool, once_at_ends: bool) -> Self {
        if is_twice && !axis.is_magnified() {
            let (tent, reaches_out) = tent_within(axis, pixel, cells);
            if !(once_at_ends && reaches_out) {
                return Self::new(tent);
            }
        }
        Self::new(shares(axis.pixel(pixel)).collect())
    }

    fn new(cells: Vec<(usize, f64)>) -> Self {
        Self {
            first: cells.first().map_or(0, |(cell, _)| *cell),
            shares: cells.into_iter().map(|(_, share)| share).collect(),
        }
    }
}

/// The sums over a pixel's cells so far.
#[derive(Clone, Copy, Default)]
struct Pixel {
    /// The sum of ordinary cells.
    sum: f64,
    weight: f64,
    /// The sum of huge cells.
    huge_sum: f64,
    huge_weight: f64,
    marks: Marks,
}

impl Pixel {
    fn add(&mut self, value: f32, share: f64) {
        if is_ordinary(&value) {
            self.sum += f64::from(value) * share;
            self.weight += share;
            return;
        }
        self.marks |= Marks::of(value);
        if value.is_finite() {
            self.huge_sum += f64::from(value) * share;
            self.huge_weight += share;
        }
    }

    /// Returns the mean of the ordinary cells; without any, that of the huge ones; without these,
    /// infinity if all cells that are left are infinities of one sign; else NaN.
    fn value(&self) -> f64 {
        if self.weight > 0.0 {
            self.sum / self.weight
        } else if self.huge_weight > 0.0 {
            self.huge_sum / self.huge_weight
        } else if self.marks == Marks::POSITIVE_INFINITY {
            f64::INFINITY
        } else if self.marks == Marks::NEGATIVE_INFINITY {
            f64::NEG_INFINITY
        } else {
            f64::NAN
        }
    }
}

//! A column of given numbers, as it is or resampled to another length.

use super::setting::one_of;
use super::{float, natural};

one_of! {
    /// How a table of n rows is resampled to m rows.
    pub enum Resample {
        /// Not at all: the table ends after its last row.
        Off = "none",
        /// Linear interpolation between the rows.
        Linear = "linear",
        /// Cubic convolution (Keys 1981) with a = -0.75, as in PyTorch's bicubic.
        Cubic = "cubic",
    }
}

one_of! {
    /// Which points of the two tables coincide.
    pub enum Corners {
        /// The outer edges of the first and the last row.
        Edges = "edges",
        /// The middles of the first and of the last row (`align_corners`).
        Aligned = "aligned",
    }
}

/// A column of given numbers.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// The numbers, one per row.
    pub values: &'static [f32],
    /// Rows of the resampled table.
    pub rows: usize,
    /// How the table is resampled.
    pub resample: Resample,
    /// Which points of the two tables coincide.
    pub corners: Corners,
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.values, other.values)
            && (self.rows, self.resample, self.corners) == (other.rows, other.resample, other.corners)
    }
}

impl Given {
    /// Returns the value in a row; NaN if the table has ended.
    ///
    /// When resampled, row p of m is at `(p + 1/2) n/m - 1/2` of the n rows, or at
    /// `p (n - 1)/(m - 1)` with aligned corners; beyond the ends the nearest row is used
    /// (`torch.nn.functional.interpolate`).
    pub fn at(&self, row: f64) -> f64 {
        let n = float(self.values.len());
        if self.resample == Resample::Off {
            return if (0.0..n).contains(&row) {
                self.value(row)
            } else {
                f64::NAN
            };
        }
        let m = float(self.rows);
        let at = match self.corners {
            Corners::Edges => (row + 0.5) * n / m - 0.5,
            Corners::Aligned if self.rows > 1 => row * (n - 1.0) / (m - 1.0),
            Corners::Aligned => 0.0,
        };
        if self.resample == Resample::Linear {
            let at = at.clamp(0.0, n - 1.0);
            let (below, part) = (at.floor(), at - at.floor());
            return self.value(below) * (1.0 - part) + self.value(below + 1.0) * part;
        }
        let (below, part) = (at.floor(), at - at.floor());
        let weights = [1.0 + part, part, 1.0 - part, 2.0 - part].map(cubic);
        let neighbours = [-1.0, 0.0, 1.0, 2.0].map(|step| self.value(below + step));
        neighbours
            .iter()
            .zip(weights)
            .map(|(value, weight)| value * weight)
            .sum()
    }

    /// Returns a range that holds every value.
    pub fn range(&self) -> (f64, f64) {
        let ends = (f32::INFINITY, f32::NEG_INFINITY);
        let (low, high) = self
            .values
            .iter()
            .fold(ends, |(low, high), &value| (low.min(value), high.max(value)));
        // Cubic weights sum to 1, and their magnitudes to at most 1.375.
        let beyond = match self.resample {
            Resample::Cubic => 0.1875 * f64::from(high - low),
            Resample::Off | Resample::Linear => 0.0,
        };
        (f64::from(low) - beyond, f64::from(high) + beyond)
    }

    /// Returns the number of a whole row; beyond the ends that of the nearest row.
    fn value(&self, row: f64) -> f64 {
        let last = self.values.len() - 1;
        f64::from(self.values[natural(row).min(last)])
    }
}

/// Returns the weight of a neighbour at a distance up to 2.
fn cubic(distance: f64) -> f64 {
    const A: f64 = -0.75;
    let x = distance;
    if x <= 1.0 {
        ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0
    } else {
        ((A * x - 5.0 * A) * x + 8.0 * A) * x - 4.0 * A
    }
}

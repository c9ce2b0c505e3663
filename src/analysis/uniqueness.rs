//! Whether every position can be told from every other: the smallest distance of two rows, by offset.
//!
//! ```text
//! distance(r) = min over p of |PE(p + r) - PE(p)|
//! |PE(p + r) - PE(p)|^2 = 4 sum over pairs of a^2 sin^2(w r / 2)     pairs of a sine and a cosine, of amplitude a
//!                       = r^2 sum over columns of 1 / divisor^2      index, normalized
//! ```
//!
//! In these two cases the distance depends on the offset alone; the smallest one is still searched among the offsets
//! from 1 to L - 1. In all other tables every two rows are subtracted, within a stated limit.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::encoding::{ColumnLaw, Encoding, Numbering, Phase, Rows, Wave, cells_of, float};
use crate::field::{
    Cancel, Last, Query, ReduceError, is_function_of_offset, pair_frequencies, wave_sums, wave_sums_cost_ms,
};

/// The most subtractions of two values in a table without a closed form.
const SUBTRACTIONS_LIMIT: u64 = 1 << 35;

/// The most cells of such a table.
const CELLS_LIMIT: u64 = 1 << 25;

/// Estimated time of a subtraction, in milliseconds.
const SUBTRACTION_MS: f64 = 0.5e-6;

/// Where the squares of distances from a sum of cosines have lost digits, as a share of the largest one.
const SMALL: f64 = 1e-3;

/// The smallest distances of two rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distances {
    /// The smallest distance at offsets 0, 1, ...; 0 at offset 0, NaN if no two rows have one.
    pub by_offset: Arc<[f64]>,
    /// The two rows that are nearest to each other; `None` if the table has no two rows with a distance.
    pub nearest: Option<[usize; 2]>,
    /// Why these rows are equal, if they are.
    pub repeats: Option<Repeats>,
}

/// Why two rows are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repeats {
    /// Their positions are equal once they are rounded to their type.
    Positions,
    /// Their positions differ, but their values do not.
    Values,
}

impl Distances {
    /// Returns the smallest distance of two rows.
    pub fn smallest(&self) -> Option<f64> {
        let [p, q] = self.nearest?;
        self.by_offset.get(q - p).copied()
    }
}

/// Returns the smallest distance of two rows at every offset from 0 to `max_len - 1`.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] if every two rows would have to be
/// subtracted and the table has more than 2^25 cells, or there are more than 2^35 subtractions.
///
/// ```
/// use poscope::analysis::uniqueness;
/// use poscope::encoding::{Encoding, Spec};
/// let narrow = Encoding::new(Spec { d_model: 8, max_len: 512, ..Spec::default() })?;
/// let distances = uniqueness(&narrow, &Default::default())?;
/// // Rows 63 apart are nearer than neighbours: the two fastest pairs have come round, 10 times and once.
/// assert_eq!(distances.nearest, Some([0, 63]));
/// assert!((distances.by_offset[63] - 0.6453).abs() < 1e-4 && (distances.by_offset[1] - 0.9641).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn uniqueness(encoding: &Encoding, cancel: &Cancel) -> Result<Distances, ReduceError> {
    let (by_offset, firsts) = match form(encoding) {
        DistanceForm::Pairs => (by_pairs(encoding, cancel)?, Vec::new()),
        DistanceForm::Lines { slope } => {
            let distances = (0..encoding.max_len()).map(|offset| slope * float(offset));
            (distances.collect(), Vec::new())
        }
        DistanceForm::Rows => by_rows(encoding, cancel)?,
    };
    let offsets = by_offset
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, distance)| distance.is_finite());
    let nearest = offsets.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(offset, _)| {
        let first = firsts.get(offset).copied().unwrap_or(0);
        [first, first + offset]
    });
    let is_repeated = |rows: &[usize; 2]| by_offset[rows[1] - rows[0]] == 0.0;
    let repeats = nearest.filter(is_repeated).map(|rows| why(encoding, rows));
    Ok(Distances {
        by_offset: by_offset.into(),
        nearest,
        repeats,
    })
}

fn why(encoding: &Encoding, rows: [usize; 2]) -> Repeats {
    let spec = encoding.spec();
    let rounded = rows.map(|row| {
        let position = Numbering::new(spec).map_or_else(|| float(row), |numbering| numbering.position(row));
        spec.conventions.position_precision.round(position)
    });
    if rounded[0] == rounded[1] {
        Repeats::Positions
    } else {
        Repeats::Values
    }
}

/// How the distances of a table are found.
enum DistanceForm {
    /// From the frequencies of pairs of a sine and a cosine.
    Pairs,
    /// All columns rise evenly, as those of the index do, and neighbours are this far apart.
    Lines { slope: f64 },
    /// By subtracting every two rows.
    Rows,
}

fn form(encoding: &Encoding) -> DistanceForm {
    if !encoding.is_whole() {
        return DistanceForm::Rows;
    }
    if is_function_of_offset(encoding) {
        return DistanceForm::Pairs;
    }
    slope(encoding).map_or(DistanceForm::Rows, |slope| DistanceForm::Lines { slope })
}

/// Returns the distance of neighbours if all columns rise evenly, as those of the index do.
fn slope(encoding: &Encoding) -> Option<f64> {
    let square = |law: &ColumnLaw| match law {
        ColumnLaw::Linear { divisor } => Some(divisor.powi(-2)),
        ColumnLaw::Zero => Some(0.0),
        _ => None,
    };
    let squares: Option<f64> = encoding.columns().iter().map(square).sum();
    squares.map(f64::sqrt)
}

/// Returns the distances in a table of sines and cosines in pairs.
fn by_pairs(encoding: &Encoding, cancel: &Cancel) -> Result<Vec<f64>, ReduceError> {
    let pairs: Vec<_> = pair_frequencies(encoding).collect();
    // All pairs have one amplitude.
    let square = encoding.columns()[0].amplitude().unwrap_or(0.0).powi(2);
    let waves: Vec<Wave> = pairs.iter().map(|w| Wave::new(*w, Phase::Cosine)).collect();
    let sums = wave_sums(&waves, encoding.max_len(), cancel)?;
    let largest = 4.0 * float(pairs.len());
    let distance = |(offset, sum): (usize, f64)| {
        let share = 2.0 * (float(pairs.len()) - sum);
        // A small difference of large sums has lost digits; squares of sines have not.
        let share = if share < SMALL * largest {
            let half = float(offset) / 2.0;
            pairs.iter().map(|w| 4.0 * w.sin_cos_at(half).0.powi(2)).sum()
        } else {
            share
        };
        (square * share).sqrt()
    };
    Ok(sums.into_iter().enumerate().map(distance).collect())
}

/// Returns the distances by subtracting every two rows, and the first row of the nearest two at each offset.
fn by_rows(encoding: &Encoding, cancel: &Cancel) -> Result<(Vec<f64>, Vec<usize>), ReduceError> {
    let (length, width) = (encoding.end().min(encoding.max_len()), encoding.d_model());
    let cells = cells_of(length, width);
    let subtractions = cells.saturating_mul(length as u64) / 2;
    for (count, limit) in [(cells, CELLS_LIMIT), (subtractions, SUBTRACTIONS_LIMIT)] {
        if count > limit {
            return Err(ReduceError::NoClosedForm { cells: count, limit });
        }
    }
    let mut values = vec![0.0; length * width];
    Rows::new(encoding).fill_f64(0, &mut values);
    let row = |place: usize| &values[place * width..][..width];
    let nearest = |offset: usize| {
        let rows: Range<usize> = 0..length - offset;
        let squares = rows.map(|first| {
            let columns = row(first).iter().zip(row(first + offset));
            (columns.map(|(a, b)| (b - a) * (b - a)).sum::<f64>(), first)
        });
        let known = squares.filter(|(square, _)| square.is_finite());
        known.min_by(|(a, _), (b, _)| a.total_cmp(b)).unwrap_or((f64::NAN, 0))
    };
    cancel.expect(length);
    let found: Result<Vec<(f64, usize)>, ReduceError> = (0..length)
        .into_par_iter()
        .map(|offset| {
            cancel.check()?;
            cancel.advance();
            Ok(nearest(offset))
        })
        .collect();
    let missing = encoding.max_len() - length;
    let found = found?.into_iter().chain(std::iter::repeat_n((f64::NAN, 0), missing));
    Ok(found.map(|(square, first)| (square.sqrt(), first)).unzip())
}

/// The query for [`uniqueness`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Uniqueness {
    /// The table.
    pub encoding: Encoding,
}

impl Query for Uniqueness {
    const NAME: &'static str = "uniqueness";
    type Answer = Distances;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        let (length, width) = (self.encoding.max_len(), self.encoding.d_model());
        match form(&self.encoding) {
            DistanceForm::Pairs => wave_sums_cost_ms(width / 2, length),
            DistanceForm::Lines { .. } => 0.0,
            DistanceForm::Rows => SUBTRACTION_MS * float(length) * float(length) * float(width) / 2.0,
        }
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Distances, ReduceError> {
        uniqueness(&self.encoding, cancel)
    }
}

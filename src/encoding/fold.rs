//! Row numbers that do not simply rise: positions that start over, and the lines of a grid.
//!
//! Sums over rows stay closed forms. With G(x) the sum of a function over the places below x (the
//! last place weighted by its share), the sum over the rows below an edge is made of a few values
//! of G.

use super::float;

/// The place that a row stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fold {
    /// The row itself.
    Straight,
    /// Chunks: places rise to `length - 1`, then go on at `overlap`, as for windows of `length`
    /// that share `overlap` places.
    Restart {
        /// Places per chunk, above `overlap`.
        length: usize,
        /// Places that two neighbouring chunks share; at 0 each chunk starts over at 0.
        overlap: usize,
    },
    /// The distance from the middle row.
    Mirror {
        /// The number of rows; the middle one is `(rows - 1)/2`, rounded down.
        rows: usize,
    },
    /// The row divided by `by`, rounded down: the line of a grid.
    Quotient {
        /// Rows that share a place, at least 1.
        by: usize,
    },
}

impl Fold {
    /// Returns the place of a row.
    ///
    /// ```
    /// use poscope::encoding::Fold;
    /// let fold = Fold::Restart { length: 4, overlap: 1 };
    /// let places: Vec<f64> = (0..9).map(|row| fold.place(f64::from(row))).collect();
    /// assert_eq!(places, [0.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 2.0]);
    /// assert_eq!(Fold::Quotient { by: 3 }.place(7.0), 2.0);
    /// ```
    pub fn place(self, row: f64) -> f64 {
        match self {
            Self::Straight => row,
            Self::Restart { length, overlap } => {
                let (length, overlap) = (float(length), float(overlap));
                if row < length {
                    row
                } else {
                    overlap + (row - length).rem_euclid(length - overlap)
                }
            }
            Self::Mirror { .. } => (row - self.middle()).abs(),
            Self::Quotient { by } => (row / float(by)).floor(),
        }
    }

    /// Returns the sum over the rows below `edge` (at least 0), the last row weighted by its share,
    /// of a function whose sums over places are `below`.
    pub fn sum_below(self, edge: f64, below: impl Fn(f64) -> f64) -> f64 {
        match self {
            Self::Straight => below(edge),
            Self::Restart { length, overlap } => {
                let (length, overlap) = (float(length), float(overlap));
                if edge <= length {
                    return below(edge);
                }
                let stride = length - overlap;
                let chunks = ((edge - length) / stride).floor();
                let rest = edge - length - chunks * stride;
                let (whole, skipped) = (below(length), below(overlap));
                whole + (whole - skipped) * chunks + (below(overlap + rest) - skipped)
            }
            Self::Mirror { .. } => {
                let middle = self.middle();
                if edge <= middle + 1.0 {
                    below(middle + 1.0) - below(middle + 1.0 - edge)
                } else {
                    below(middle + 1.0) + (below(edge - middle) - below(1.0))
                }
            }
            Self::Quotient { by } => {
                let by = float(by);
                let line = (edge / by).floor();
                let upto = below(line);
                upto * by + (below(line + 1.0) - upto) * (edge - line * by)
            }
        }
    }

    /// Returns the middle row of a mirror, from which its distances count; 0 for the other folds.
    pub fn middle(self) -> f64 {
        match self {
            Self::Mirror { rows } => float(rows.saturating_sub(1) / 2),
            Self::Straight | Self::Restart { .. } | Self::Quotient { .. } => 0.0,
        }
    }
}

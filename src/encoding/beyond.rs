//! Beyond the trained length: what a model does at positions it has never seen.

use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::setting::{Setting, one_of};
use super::{DoubleDouble, Spec, SpecError, float};

/// The trained length, and the strategy beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Beyond {
    /// The number of trained positions; 0 if it is left open.
    pub trained_len: usize,
    /// The strategy at the other positions.
    pub strategy: Strategy,
    /// The number of positions that two neighbouring chunks share, for restarts.
    pub overlap: usize,
}

one_of! {
    /// What happens at positions beyond the trained length.
    pub enum Strategy {
        /// The rule continues unchanged.
        Extrapolate = "extrapolate",
        /// Positions start over in chunks of the trained length; if chunks overlap, after the shared positions.
        Restart = "restart",
        /// All positions are squeezed into the trained length: p/s for a length s times as large (Chen et al. 2023).
        Interpolate = "interpolate",
    }
}

/// Returns the specification with each strategy.
pub(super) fn strategies(spec: &Spec) -> Vec<Spec> {
    let with = |&strategy: &Strategy| Spec {
        beyond: Beyond {
            strategy,
            ..spec.beyond
        },
        ..spec.clone()
    };
    Strategy::ALL.iter().map(with).collect()
}

impl Beyond {
    pub(super) fn settings(&mut self, rows: usize) -> Vec<Setting<'_>> {
        let is_reached = self.is_reached_by(rows);
        let restarts = is_reached && self.strategy == Strategy::Restart;
        vec![
            Setting::whole("trained_len", &mut self.trained_len, 0, 1_048_576).under("beyond"),
            Setting::choice("beyond", &mut self.strategy)
                .when(is_reached)
                .under("beyond"),
            Setting::whole("overlap", &mut self.overlap, 0, 1_048_575)
                .when(restarts)
                .under("beyond"),
        ]
    }

    /// Returns how many times longer than trained a table of `rows` rows is; 1 if it is not longer,
    /// or the trained length is left open.
    pub fn stretch(&self, rows: usize) -> f64 {
        if self.trained_len == 0 || rows <= self.trained_len {
            1.0
        } else {
            float(rows) / float(self.trained_len)
        }
    }

    /// Whether part of a table of `rows` rows lies beyond the trained length.
    pub fn is_reached_by(&self, rows: usize) -> bool {
        self.trained_len > 0 && rows > self.trained_len
    }

    /// Returns the factor by which positions are multiplied, and how positions are folded.
    ///
    /// # Errors
    /// [`SpecError::Overlap`]: chunks share all their positions.
    pub(super) fn positions(&self, rows: usize) -> Result<(DoubleDouble, Fold), SpecError> {
        let as_they_are = DoubleDouble::from(1.0);
        if !self.is_reached_by(rows) {
            return Ok((as_they_are, Fold::Straight));
        }
        match self.strategy {
            Strategy::Extrapolate => Ok((as_they_are, Fold::Straight)),
            Strategy::Interpolate => {
                let share = DoubleDouble::from(float(self.trained_len)) / float(rows);
                Ok((share, Fold::Straight))
            }
            Strategy::Restart if self.overlap < self.trained_len => Ok((
                as_they_are,
                Fold::Restart {
                    length: self.trained_len,
                    overlap: self.overlap,
                },
            )),
            Strategy::Restart => Err(SpecError::Overlap {
                overlap: self.overlap,
                trained_len: self.trained_len,
            }),
        }
    }
}

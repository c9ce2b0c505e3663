//! Beyond the trained length: what a model does at positions that it never saw.

use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::setting::{Setting, one_of};
use super::{DoubleDouble, Spec, SpecError, float};

/// The trained length, and what is done beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Beyond {
    /// How many positions were trained; 0 where that is left open.
    pub trained_len: usize,
    /// What is done at the others.
    pub strategy: Strategy,
    /// Positions that two chunks share, for restarts.
    pub overlap: usize,
}

one_of! {
    /// What is done at positions beyond the trained ones.
    pub enum Strategy {
        /// The rule goes on.
        Extrapolate = "extrapolate",
        /// Positions start over in chunks of the trained length; where chunks
        /// overlap, after the shared positions.
        Restart = "restart",
        /// All positions are squeezed into the trained length, p/s for a length
        /// s times as large (Chen et al. 2023).
        Interpolate = "interpolate",
    }
}

/// The specification with each strategy.
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

    /// How many times longer than trained a table of so many rows is; 1 where it
    /// is not longer, or that is left open.
    pub fn stretch(&self, rows: usize) -> f64 {
        if self.trained_len == 0 || rows <= self.trained_len {
            1.0
        } else {
            float(rows) / float(self.trained_len)
        }
    }

    /// Whether part of a table of so many rows lies beyond.
    pub fn is_reached_by(&self, rows: usize) -> bool {
        self.trained_len > 0 && rows > self.trained_len
    }

    /// What positions are multiplied by, and how they are folded.
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

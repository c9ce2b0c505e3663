//! A wave, or its angle, over places that do not simply rise with the row.

use super::fold::Fold;
use super::{DoubleDouble, Phase};

/// `amplitude * f(frequency * place + shift)`, where f is the sine, the cosine, or the identity (the angle).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folded {
    /// The place that a row stands for.
    pub fold: Fold,
    /// Radians per place.
    pub frequency: DoubleDouble,
    /// Radians at place 0.
    pub shift: DoubleDouble,
    /// Sine or cosine; `None` for the angle.
    pub phase: Option<Phase>,
    /// The amplitude of the wave, or the factor of the angle.
    pub amplitude: DoubleDouble,
}

impl Folded {
    /// Returns the value in a row.
    pub fn at(&self, row: f64) -> f64 {
        let place = self.fold.place(row);
        match self.phase {
            Some(phase) => {
                let (sin, cos) = self.frequency.sin_cos_from(self.shift, place);
                self.amplitude.times(phase.pick(sin, cos))
            }
            None => (self.amplitude * (self.frequency * place + self.shift)).high,
        }
    }
}

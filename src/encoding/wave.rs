//! A wave over the rows of a table, as they are.

use std::f64::consts::{FRAC_PI_2, PI};

use super::DoubleDouble;
use super::law::larger;

/// Which wave of a pair: the sine or the cosine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Starts at 0.
    Sine,
    /// Starts at 1.
    Cosine,
}

impl Phase {
    /// Returns the sine or the cosine, according to the phase.
    pub fn pick(self, sin: f64, cos: f64) -> f64 {
        match self {
            Self::Sine => sin,
            Self::Cosine => cos,
        }
    }
}

/// `amplitude * sin(frequency * p + shift)`, or the cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wave {
    /// Radians per row.
    pub frequency: DoubleDouble,
    /// Radians at row 0.
    pub shift: DoubleDouble,
    /// Sine or cosine.
    pub phase: Phase,
    /// The amplitude; finite, not 0.
    pub amplitude: DoubleDouble,
}

impl Wave {
    /// Creates a wave that starts at position 0, of amplitude 1.
    pub fn new(frequency: DoubleDouble, phase: Phase) -> Self {
        Self {
            frequency,
            shift: DoubleDouble::from(0.0),
            phase,
            amplitude: DoubleDouble::from(1.0),
        }
    }

    /// Returns the value at a position.
    pub fn at(&self, position: f64) -> f64 {
        let (sin, cos) = self.frequency.sin_cos_from(self.shift, position);
        self.amplitude.times(self.phase.pick(sin, cos))
    }

    /// Returns the value of the largest magnitude from position `first` to `last`, both inclusive:
    /// plus or minus the amplitude if a crest or a trough lies between them, even if no position is
    /// on it.
    pub(super) fn largest(&self, first: f64, last: f64) -> f64 {
        // Crests and troughs are at these angles plus whole multiples of pi.
        let turned = match self.phase {
            Phase::Sine => FRAC_PI_2,
            Phase::Cosine => 0.0,
        };
        let count = |position: f64| ((self.frequency.high * position + self.shift.high - turned) / PI).floor();
        // With a negative frequency the angle falls.
        let (one, other) = (count(first), count(last));
        let (before, after) = (one.min(other), one.max(other));
        if after > before {
            let has_crest = after - before > 1.0 || after % 2.0 == 0.0;
            let amplitude = self.amplitude.high;
            let is_up = has_crest == (amplitude > 0.0) || after - before > 1.0;
            return if is_up { amplitude.abs() } else { -amplitude.abs() };
        }
        larger(self.at(first), self.at(last))
    }
}

//! A wave, or its angle, over places that do not simply rise with the row.

use super::fold::Fold;
use super::{DoubleDouble, Phase};

/// `amplitude * f(frequency * place + shift)` for a sine, a cosine, or the angle
/// itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folded {
    /// Which place a row stands for.
    pub fold: Fold,
    /// Radians a place.
    pub frequency: DoubleDouble,
    /// Radians at place 0.
    pub shift: DoubleDouble,
    /// Sine or cosine; none for the angle.
    pub phase: Option<Phase>,
    /// What it is multiplied by.
    pub amplitude: DoubleDouble,
}

impl Folded {
    /// The value in a row.
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

    /// The sum over the rows below an edge, the last one by its share: made
    /// from the sums over places 0 to n - 1,
    ///
    /// ```text
    /// sum of cos(w p + s) = cos(w (n - 1)/2 + s) sin(n w/2) / sin(w/2)
    /// ```
    ///
    /// (the same for a sine), in which nothing cancels; places being whole, w
    /// counts modulo 2 pi.
    pub fn sum_below(&self, edge: f64) -> f64 {
        self.amplitude.high * self.fold.sum_below(edge, |x| self.below(x))
    }

    /// The sum over the places below x.
    fn below(&self, x: f64) -> f64 {
        let n = x.floor();
        let part = x - n;
        let Some(phase) = self.phase else {
            let whole = self.frequency.high * n * (n - 1.0) / 2.0 + self.shift.high * n;
            return whole + part * (self.frequency.high * n + self.shift.high);
        };
        let frequency = self.frequency.angle(1.0);
        let half = frequency.sin_cos_at(0.5).0;
        let at = |place: f64| {
            let (sin, cos) = frequency.sin_cos_from(self.shift, place);
            phase.pick(sin, cos)
        };
        let whole = if half == 0.0 {
            n * at(0.0) // every step is a whole number of turns
        } else {
            at((n - 1.0) / 2.0) * frequency.sin_cos_at(n / 2.0).0 / half
        };
        whole + if part > 0.0 { part * at(n) } else { 0.0 }
    }
}

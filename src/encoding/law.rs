//! Column laws: what one column of a table is, as a function of the position.
//!
//! Every scheme lowers to one law a column. Whoever shows, averages or compares
//! a table sees only laws, so a new scheme changes nothing there.

use super::double_double::DoubleDouble;

/// One column of a table: its value at every position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnLaw {
    /// `sin(frequency * p)` or `cos(frequency * p)`.
    Wave {
        /// Radians a position.
        frequency: DoubleDouble,
        /// Sine or cosine.
        phase: Phase,
    },
    /// `p / divisor`.
    Linear {
        /// Above 0.
        divisor: f64,
    },
    /// Bit `bit` of p, least significant first, as 0 or 1.
    Bit {
        /// 0 is the lowest bit; positions have at most 21 bits, higher ones are 0.
        bit: u32,
    },
}

/// Which of the two waves of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Starts at 0.
    Sine,
    /// Starts at 1.
    Cosine,
}

impl ColumnLaw {
    /// The value at a position, a whole number below 2^53.
    ///
    /// Waves are within one unit in the last place of the true value; linear
    /// and bit columns are correctly rounded.
    ///
    /// ```
    /// use poscope::encoding::ColumnLaw;
    /// assert_eq!(ColumnLaw::Bit { bit: 1 }.at(6.0), 1.0); // 6 is 110 in binary
    /// assert_eq!(ColumnLaw::Linear { divisor: 4.0 }.at(3.0), 0.75);
    /// ```
    #[must_use]
    pub fn at(&self, position: f64) -> f64 {
        match *self {
            Self::Wave { frequency, phase } => {
                let (sin, cos) = frequency.angle(position).sin_cos();
                phase.pick(sin, cos)
            }
            Self::Linear { divisor } => position / divisor,
            Self::Bit { bit } => {
                let half_period = 2f64.powi(i32::try_from(bit).unwrap_or(i32::MAX));
                if (position / half_period).floor() % 2.0 == 1.0 {
                    1.0
                } else {
                    0.0
                }
            }
        }
    }

    /// The mean over the whole positions `first`, `first + 1`, ...,
    /// `first + count - 1`, in closed form: the cost does not depend on `count`.
    ///
    /// ```text
    /// wave    sin(w (first + (N-1)/2) + phase) * sin(N w/2) / (N sin(w/2))
    /// linear  (first + (N-1)/2) / divisor
    /// bit     (ones below first + N, less ones below first) / N
    /// ```
    ///
    /// The factor of a wave is the Dirichlet kernel; where w is a multiple of
    /// 2 pi all the values are equal and it is 1. `count` of 0 gives NaN, there
    /// being nothing to average.
    ///
    /// ```
    /// use poscope::encoding::ColumnLaw;
    /// let mean = ColumnLaw::Bit { bit: 0 }.mean(0.0, 5.0); // 0 1 0 1 0
    /// assert_eq!(mean, 0.4);
    /// ```
    #[must_use]
    pub fn mean(&self, first: f64, count: f64) -> f64 {
        if count < 1.0 {
            return f64::NAN;
        }
        if count == 1.0 {
            return self.at(first);
        }
        let middle = first + (count - 1.0) / 2.0;
        match *self {
            Self::Wave { frequency, phase } => {
                let (sin, cos) = frequency.angle(middle).sin_cos();
                phase.pick(sin, cos) * dirichlet_kernel(frequency, count)
            }
            Self::Linear { divisor } => middle / divisor,
            Self::Bit { bit } => (ones_below(first + count, bit) - ones_below(first, bit)) / count,
        }
    }
}

impl Phase {
    /// The one of the two that this phase is.
    #[must_use]
    pub fn pick(self, sin: f64, cos: f64) -> f64 {
        match self {
            Self::Sine => sin,
            Self::Cosine => cos,
        }
    }
}

/// `sin(N w/2) / (N sin(w/2))`: what averaging over N consecutive positions
/// leaves of a wave of frequency w.
#[must_use]
pub fn dirichlet_kernel(frequency: DoubleDouble, count: f64) -> f64 {
    let (denominator, cos_half) = frequency.angle(0.5).sin_cos();
    let (numerator, cos) = frequency.angle(count / 2.0).sin_cos();
    if denominator.abs() < 1e-12 {
        // w is a multiple of 2 pi: every step is a whole number of turns, and
        // the quotient tends to cos(N w/2) / cos(w/2), which is 1 or -1.
        return cos / cos_half;
    }
    numerator / (count * denominator)
}

/// How many of the whole numbers 0 to `end - 1` have this bit set.
fn ones_below(end: f64, bit: u32) -> f64 {
    let half_period = 2f64.powi(i32::try_from(bit).unwrap_or(i32::MAX));
    let period = 2.0 * half_period;
    let whole_periods = (end / period).floor();
    whole_periods * half_period + (end - whole_periods * period - half_period).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_in_closed_form_is_the_mean_of_the_values() {
        let wave = |frequency: f64, phase| ColumnLaw::Wave {
            frequency: frequency.into(),
            phase,
        };
        let laws = [
            wave(1.0, Phase::Sine),
            wave(0.3, Phase::Cosine),
            wave(1e-9, Phase::Sine),
            wave(0.0, Phase::Cosine),
            wave(std::f64::consts::TAU, Phase::Cosine),
            wave(3.0 * std::f64::consts::TAU + 1e-13, Phase::Sine),
            ColumnLaw::Linear { divisor: 49.0 },
            ColumnLaw::Bit { bit: 0 },
            ColumnLaw::Bit { bit: 3 },
            ColumnLaw::Bit { bit: 40 },
        ];
        for law in laws {
            for (first, count) in [(0, 1), (0, 2), (5, 7), (3, 64), (1000, 1001)] {
                let direct: f64 = (first..first + count).map(|p| law.at(f64::from(p))).sum::<f64>() / f64::from(count);
                let mean = law.mean(f64::from(first), f64::from(count));
                assert!(
                    (mean - direct).abs() < 1e-12 * direct.abs().max(1.0),
                    "{law:?} {first} {count}: {mean} {direct}"
                );
            }
        }
    }

    #[test]
    fn nothing_to_average_is_nan() {
        assert!(ColumnLaw::Linear { divisor: 1.0 }.mean(3.0, 0.0).is_nan());
    }
}

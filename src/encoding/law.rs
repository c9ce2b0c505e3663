//! Column laws: what one column of a table is, as a function of the position.
//!
//! Every scheme lowers to one law a column. Whoever shows, averages or compares
//! a table sees only laws, so a new scheme changes nothing there.

use super::buckets::Bucketed;
use super::double_double::DoubleDouble;
use super::drawn::normal;
use super::folded::Folded;
use super::given::Given;
use super::precision::RoundedWave;

/// One column of a table: its value at every position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnLaw {
    /// 0 everywhere.
    Zero,
    /// `amplitude * sin(frequency * p + shift)`, or the cosine.
    Wave {
        /// Radians a row.
        frequency: DoubleDouble,
        /// Radians at row 0.
        shift: DoubleDouble,
        /// Sine or cosine.
        phase: Phase,
        /// What the wave is multiplied by; finite, not 0.
        amplitude: DoubleDouble,
    },
    /// A wave over places that start over or come in lines.
    Folded(Folded),
    /// A wave made with fewer digits.
    Rounded(RoundedWave),
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
    /// `-slope * |p|`.
    Distance {
        /// Above 0.
        slope: f64,
    },
    /// A bias for each bucket of offsets.
    Bucketed(Bucketed),
    /// Numbers that are given.
    Given(Given),
    /// Numbers that look random, normally distributed.
    Drawn {
        /// Another seed, other numbers.
        seed: u64,
        /// Which column of how many.
        column: [usize; 2],
        /// Their standard deviation.
        deviation: f64,
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
    /// The value at a position, a whole number below 2^53; for a bias at an
    /// offset, which may be negative.
    ///
    /// Waves are within one unit in the last place of the true value, those of an
    /// amplitude other than 1 within 1.3 units of the amplitude; linear and bit
    /// columns are correctly rounded.
    ///
    /// ```
    /// use poscope::encoding::ColumnLaw;
    /// assert_eq!(ColumnLaw::Bit { bit: 1 }.at(6.0), 1.0); // 6 is 110 in binary
    /// assert_eq!(ColumnLaw::Linear { divisor: 4.0 }.at(3.0), 0.75);
    /// ```
    #[must_use]
    pub fn at(&self, position: f64) -> f64 {
        match *self {
            Self::Zero => 0.0,
            Self::Wave {
                frequency,
                shift,
                phase,
                amplitude,
            } => {
                let (sin, cos) = frequency.sin_cos_from(shift, position);
                amplitude.times(phase.pick(sin, cos))
            }
            Self::Folded(wave) => wave.at(position),
            Self::Rounded(wave) => wave.at(position),
            Self::Linear { divisor } => position / divisor,
            Self::Bit { bit } => {
                let half_period = 2f64.powi(i32::try_from(bit).unwrap_or(i32::MAX));
                if (position / half_period).floor() % 2.0 == 1.0 {
                    1.0
                } else {
                    0.0
                }
            }
            Self::Distance { slope } => -slope * position.abs(),
            Self::Bucketed(bias) => bias.at(position),
            Self::Given(given) => given.at(position),
            Self::Drawn {
                seed,
                column: [column, columns],
                deviation,
            } => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "whole and far below 2^53"
                )]
                let place = position as u64 * columns as u64 + column as u64;
                deviation * normal(seed, place)
            }
        }
    }

    /// Whether sums over many positions are had without going through them.
    #[must_use]
    pub fn has_closed_form(&self) -> bool {
        match self {
            Self::Zero
            | Self::Wave { .. }
            | Self::Folded(_)
            | Self::Linear { .. }
            | Self::Bit { .. }
            | Self::Distance { .. } => true,
            Self::Rounded(_) | Self::Bucketed(_) | Self::Given(_) | Self::Drawn { .. } => false,
        }
    }
}

impl ColumnLaw {
    /// A wave that starts at position 0, of amplitude 1.
    #[must_use]
    pub fn wave(frequency: DoubleDouble, phase: Phase) -> Self {
        Self::Wave {
            frequency,
            shift: DoubleDouble::from(0.0),
            phase,
            amplitude: DoubleDouble::from(1.0),
        }
    }
}

impl ColumnLaw {
    /// Sine or cosine; none where the column is no wave.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        match self {
            Self::Wave { phase, .. } | Self::Rounded(RoundedWave { phase, .. }) => Some(*phase),
            Self::Folded(wave) => wave.phase,
            _ => None,
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

/// How many of the whole numbers 0 to `end - 1` have this bit set, for a whole
/// `end` below 2^53: the bit is 0 for 2^bit numbers, then 1 for as many.
///
/// ```
/// use poscope::encoding::ones_below;
/// assert_eq!(ones_below(6.0, 1), 2.0); // of 0 1 2 3 4 5 only 2 and 3
/// ```
#[must_use]
pub fn ones_below(end: f64, bit: u32) -> f64 {
    if bit >= f64::MANTISSA_DIGITS {
        return 0.0;
    }
    let half_period = f64::from(bit).exp2();
    let period = 2.0 * half_period;
    let whole_periods = (end / period).floor();
    whole_periods * half_period + (end - whole_periods * period - half_period).max(0.0)
}

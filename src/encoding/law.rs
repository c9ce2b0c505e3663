//! Column laws: each column of a table as a function of the position.
//!
//! Every scheme lowers to one law per column. Code that shows, averages or compares a table sees
//! only laws, so a new scheme changes nothing there.

use std::ops::Range;

use super::buckets::Bucketed;
use super::drawn::normal;
use super::float;
use super::fold::Fold;
use super::folded::Folded;
use super::given::Given;
use super::precision::RoundedWave;
use super::wave::{Phase, Wave};

/// One column of a table: its value at every position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnLaw {
    /// 0 everywhere.
    Zero,
    /// A wave over the rows as they are.
    Wave(Wave),
    /// A wave over places that start over or form lines.
    Folded(Folded),
    /// A wave computed with fewer digits.
    Rounded(RoundedWave),
    /// `p / divisor`.
    Linear {
        /// Above 0.
        divisor: f64,
    },
    /// Bit `bit` of p, least significant first, as 0 or 1.
    Bit {
        /// 0 is the lowest bit. Positions have at most 20 bits; higher bits are 0.
        bit: u32,
    },
    /// `-slope * |p - zero|`.
    Distance {
        /// Above 0.
        slope: f64,
        /// The row of offset 0.
        zero: f64,
    },
    /// A bias per bucket of offsets.
    Bucketed(Bucketed),
    /// Given numbers.
    Given(Given),
    /// Pseudo-random numbers, normally distributed.
    Drawn {
        /// The seed; another seed gives other numbers.
        seed: u64,
        /// The index of the column and the number of columns.
        column: [usize; 2],
        /// The standard deviation of the numbers.
        deviation: f64,
    },
}

/// How the sums of a column over many rows are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Summed {
    /// Every row is 0.
    Nothing,
    /// The column is `rise * p / run`, summed from the sum of the positions.
    Line {
        /// The factor by which positions are multiplied.
        rise: f64,
        /// The divisor of positions.
        run: f64,
    },
    /// By angle addition, for many edges at once.
    Wave(Wave),
    /// As [`Self::Wave`], over places that do not simply rise.
    Folded(Folded),
    /// Edge by edge: rows are bits of this index.
    Bit(u32),
    /// Row by row: there is no closed form.
    Rows,
}

/// How the curve runs between the values of two neighbouring positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// In a straight line: the law has no values between positions.
    Straight,
    /// Each value holds for its whole cell.
    Step,
    /// Along the law itself, which is defined at any position.
    Smooth,
}

impl ColumnLaw {
    /// Returns the value in a row, a whole number below 2^53.
    ///
    /// Waves are within one unit in the last place of the true value, those of an amplitude other
    /// than 1 within 1.3 units of the amplitude; linear and bit columns are correctly rounded.
    ///
    /// ```
    /// use poscope::encoding::ColumnLaw;
    /// assert_eq!(ColumnLaw::Bit { bit: 1 }.at(6.0), 1.0); // 6 is 110 in binary
    /// assert_eq!(ColumnLaw::Linear { divisor: 4.0 }.at(3.0), 0.75);
    /// ```
    pub fn at(&self, position: f64) -> f64 {
        match *self {
            Self::Zero => 0.0,
            Self::Wave(wave) => wave.at(position),
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
            Self::Distance { slope, zero } => 0.0 - slope * (position - zero).abs(),
            Self::Bucketed(bias) => bias.at(position),
            Self::Given(given) => given.at(position),
            Self::Drawn {
                seed,
                column: [column, columns],
                deviation,
            } => {
                let place = position as u64 * columns as u64 + column as u64;
                deviation * normal(seed, place)
            }
        }
    }

    /// Returns what a head adds to the score of a query and a key `offset = query - key` before it, which may be
    /// negative; NaN if the law is not a bias.
    ///
    /// ```
    /// use poscope::encoding::ColumnLaw;
    /// let law = ColumnLaw::Distance { slope: 0.5, zero: 10.0 };
    /// assert_eq!((law.bias(-3.0), law.at(7.0)), (-1.5, -1.5)); // row 7 of a table whose row 10 is offset 0
    /// ```
    pub fn bias(&self, offset: f64) -> f64 {
        match *self {
            Self::Distance { slope, .. } => 0.0 - slope * offset.abs(),
            Self::Bucketed(bias) => bias.of_offset(offset),
            _ => f64::NAN,
        }
    }

    /// Returns how sums over many rows are found.
    pub fn summed(&self) -> Summed {
        match *self {
            Self::Zero => Summed::Nothing,
            Self::Wave(wave) => Summed::Wave(wave),
            Self::Folded(wave) => Summed::Folded(wave),
            Self::Bit { bit } => Summed::Bit(bit),
            Self::Linear { divisor } => Summed::Line {
                rise: 1.0,
                run: divisor,
            },
            // Rows are not negative.
            Self::Distance { slope, zero: 0.0 } => Summed::Line { rise: -slope, run: 1.0 },
            Self::Distance { .. } | Self::Rounded(_) | Self::Bucketed(_) | Self::Given(_) | Self::Drawn { .. } => {
                Summed::Rows
            }
        }
    }

    /// Whether sums over many rows have a closed form.
    pub fn has_closed_form(&self) -> bool {
        self.summed() != Summed::Rows
    }

    /// Returns the value of the largest magnitude in `rows`, or one that is larger than every value
    /// there: a wave is taken to reach its crests between rows.
    ///
    /// ```
    /// use poscope::encoding::ColumnLaw;
    /// assert_eq!(ColumnLaw::Distance { slope: 0.5, zero: 0.0 }.largest(0..5), -2.0);
    /// ```
    pub fn largest(&self, rows: Range<usize>) -> f64 {
        let (first, last) = (float(rows.start), float(rows.end.saturating_sub(1)));
        match *self {
            Self::Zero => 0.0,
            Self::Wave(wave) => wave.largest(first, last),
            // Rounding moves a value by less than the amplitude.
            Self::Rounded(wave) => wave.amplitude,
            Self::Folded(wave) => {
                let angle = wave.frequency.high.abs() * last + wave.shift.high.abs();
                wave.amplitude.high.abs() * if wave.phase.is_some() { 1.0 } else { angle }
            }
            Self::Linear { .. } | Self::Distance { .. } => larger(self.at(first), self.at(last)),
            // These rows are visited one by one: the tables are small, or the values few.
            Self::Bucketed(_) | Self::Given(_) | Self::Drawn { .. } => {
                rows.map(|row| self.at(float(row))).fold(0.0, larger)
            }
            Self::Bit { bit } => f64::from(u8::from(ones_below(last + 1.0, bit) > ones_below(first, bit))),
        }
    }

    /// Returns what all waves have: radians per row, the phase (`None` for an angle), and the
    /// amplitude of an exact wave.
    fn turning(&self) -> Option<(f64, Option<Phase>, Option<f64>)> {
        match self {
            Self::Wave(wave) => Some((wave.frequency.high, Some(wave.phase), Some(wave.amplitude.high))),
            Self::Folded(wave) => {
                let amplitude = wave.phase.map(|_| wave.amplitude.high);
                Some((wave.frequency.high, wave.phase, amplitude))
            }
            Self::Rounded(wave) => Some((wave.frequency.high * wave.step, Some(wave.phase), None)),
            _ => None,
        }
    }

    /// Returns the radians per row; `None` if the column is neither a wave nor an angle, or does not turn.
    pub fn frequency(&self) -> Option<f64> {
        let (frequency, ..) = self.turning()?;
        (frequency != 0.0).then_some(frequency)
    }

    /// Returns whether the wave is a sine or a cosine; `None` if the column is not a wave.
    pub fn phase(&self) -> Option<Phase> {
        self.turning()?.1
    }

    /// Returns the amplitude of an exact wave, 0 for a column of zeros; `None` for any other column.
    pub fn amplitude(&self) -> Option<f64> {
        if *self == Self::Zero {
            return Some(0.0);
        }
        self.turning()?.2
    }

    /// Returns how the curve runs between the values.
    pub fn between(&self) -> Between {
        match self {
            Self::Wave(_) => Between::Smooth,
            Self::Bit { .. } => Between::Step,
            _ => Between::Straight,
        }
    }

    /// Returns a range of the column's own values if its numbers may be many times as large as
    /// those of other columns of its table; `None` if the range of the table is enough.
    pub fn own_range(&self) -> Option<(f64, f64)> {
        match self {
            Self::Given(given) => Some(given.range()),
            _ => None,
        }
    }

    /// Returns the column's wave if its places are the rows themselves and nothing is rounded.
    pub fn as_wave(&self) -> Option<Wave> {
        match self.summed() {
            Summed::Wave(wave) => Some(wave),
            _ => None,
        }
    }

    /// Returns the column's wave if its positions, angles or values are rounded.
    pub fn as_rounded(&self) -> Option<RoundedWave> {
        match self {
            Self::Rounded(wave) => Some(*wave),
            _ => None,
        }
    }
}

impl From<Folded> for ColumnLaw {
    /// Simplifies a wave over the rows as they are to a [`Wave`], which has no places.
    fn from(folded: Folded) -> Self {
        match (folded.fold, folded.phase) {
            (Fold::Straight, Some(phase)) => Self::Wave(Wave {
                frequency: folded.frequency,
                shift: folded.shift,
                phase,
                amplitude: folded.amplitude,
            }),
            _ => Self::Folded(folded),
        }
    }
}

impl From<Wave> for Folded {
    fn from(wave: Wave) -> Self {
        Self {
            fold: Fold::Straight,
            frequency: wave.frequency,
            shift: wave.shift,
            phase: Some(wave.phase),
            amplitude: wave.amplitude,
        }
    }
}

/// Returns the number of larger magnitude; of two equal magnitudes the positive one.
pub fn larger(a: f64, b: f64) -> f64 {
    if b.abs() > a.abs() || (b.abs() == a.abs() && b > a) {
        b
    } else {
        a
    }
}

/// Returns the sum of the positions below an edge, the last position weighted by its share.
pub fn positions_below(edge: f64) -> f64 {
    let n = edge.floor();
    n * (n - 1.0) / 2.0 + (edge - n) * n
}

/// Returns how many of the whole numbers below an edge have this bit set, the last number weighted
/// by its share, for an edge below 2^53: the bit is 0 for 2^bit numbers, then 1 for as many.
pub fn ones_below(edge: f64, bit: u32) -> f64 {
    if bit >= f64::MANTISSA_DIGITS {
        return 0.0;
    }
    let half_period = f64::from(bit).exp2();
    let period = 2.0 * half_period;
    let whole_periods = (edge / period).floor();
    whole_periods * half_period + (edge - whole_periods * period - half_period).max(0.0)
}

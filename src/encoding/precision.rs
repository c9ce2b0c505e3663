//! Tables computed with fewer digits: each operation of a stated sequence is correctly rounded to its type.
//!
//! ```text
//! position   P(start + step p)
//! angle      A(A(position) A(base^(-k n/m)))
//! value      S(scale A(sin(angle)))
//! ```
//!
//! P, A and S round to the precision of positions, of angles and of the stored table. With f64 they
//! change nothing, and the angle is the exact one. Positions held in bfloat16 collapse above 256,
//! in float16 above 2,048: not every whole number exists there, so neighbouring rows are equal.

use super::fold::Fold;
use super::setting::one_of;
use super::{DoubleDouble, Phase, single};

one_of! {
    /// A floating-point type.
    pub enum Precision {
        /// IEEE 754 double precision, 53 binary digits.
        F64 = "f64",
        /// IEEE 754 single precision, 24 binary digits.
        F32 = "f32",
        /// IEEE 754 half precision, 11 binary digits.
        F16 = "f16",
        /// bfloat16, 8 binary digits and the range of f32.
        Bf16 = "bf16",
    }
}

/// What else is done to a wave, by mistake or on purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Twist {
    /// Nothing else.
    #[default]
    None,
    /// The cosine of the sine is taken instead of the cosine of the angle.
    CosineOfSine,
    /// Only the whole part is kept.
    WholePart,
    /// The angle itself is wanted instead of a wave.
    Angle,
}

impl Precision {
    /// Returns the largest finite number of this type.
    pub fn largest(self) -> f64 {
        match self {
            Self::F64 => f64::MAX,
            Self::F32 => f32::MAX.into(),
            Self::F16 => half::f16::MAX.into(),
            Self::Bf16 => half::bf16::MAX.into(),
        }
    }

    /// Returns the nearest number of this type, ties to even.
    ///
    /// ```
    /// use poscope::encoding::Precision;
    /// assert_eq!(Precision::Bf16.round(257.0), 256.0);
    /// assert_eq!(Precision::F16.round(2049.0), 2048.0);
    /// assert_eq!(Precision::F32.round(0.1), f64::from(0.1f32));
    /// // Just inside the middle of two; rounded to f32 first it would be the middle itself.
    /// assert_eq!(Precision::F16.round(0.999_755_839_9), 0.999_511_718_75);
    /// // Just above the middle of two.
    /// assert_eq!(Precision::Bf16.round(1.003_906_25 + 1e-15), 1.007_812_5);
    /// ```
    pub fn round(self, value: f64) -> f64 {
        match self {
            Self::F64 => value,
            Self::F32 => f64::from(single(value)),
            // The `half` crate looks at 20 digits of an f64 and no further, or converts by way of
            // f32 if the machine can: both round some values the wrong way.
            Self::F16 => nearest(value, 11, 14, 65_504.0),
            Self::Bf16 => nearest(value, 8, 126, 3.389_531_389_251_535_5e38),
        }
    }

    /// Returns the bytes per number.
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// Returns the nearest number of `digits` binary digits, ties to even. Numbers below `2^-low` have
/// fewer digits; beyond `largest` the result is infinite.
fn nearest(value: f64, digits: u64, low: u64, largest: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    // The unit of the last digit, a power of two made from its exponent, so that dividing and
    // multiplying by it round nothing.
    let exponent = (value.to_bits() >> 52 & 0x7ff).max(1023 - low);
    let unit = f64::from_bits((exponent - (digits - 1)) << 52);
    let rounded = (value / unit).round_ties_even() * unit;
    if rounded.abs() > largest {
        f64::INFINITY.copysign(value)
    } else {
        rounded
    }
}

/// A wave whose positions, angles or values are rounded or distorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedWave {
    /// The place that a row stands for.
    pub fold: Fold,
    /// Radians per position, exact.
    pub frequency: DoubleDouble,
    /// The position of row 0.
    pub start: f64,
    /// The step between the positions of neighbouring rows.
    pub step: f64,
    /// Radians added to the angle as it is computed.
    pub shift: f64,
    /// Sine or cosine.
    pub phase: Phase,
    /// The amplitude.
    pub amplitude: f64,
    /// The type in which positions are held.
    pub position: Precision,
    /// The type in which angles are computed.
    pub angle: Precision,
    /// The type in which values are stored.
    pub storage: Precision,
    /// What else is done to a value.
    pub twist: Twist,
}

impl RoundedWave {
    /// Returns the position of a row as it is held.
    pub fn position_at(&self, row: f64) -> f64 {
        self.position.round(self.start + self.step * self.fold.place(row))
    }

    /// Returns the angle of a row as it is computed, in radians, without the shift.
    pub fn angle_at(&self, row: f64) -> f64 {
        let round = |value| self.angle.round(value);
        round(round(self.position_at(row)) * round(self.frequency.high))
    }

    /// Returns the value in a row, by the sequence at the head of this file.
    pub fn at(&self, row: f64) -> f64 {
        if self.twist == Twist::Angle {
            return self.storage.round(self.amplitude * self.angle_at(row));
        }
        let shift = DoubleDouble::from(self.shift);
        let (sin, cos) = if self.angle == Precision::F64 {
            self.frequency.sin_cos_from(shift, self.position_at(row))
        } else {
            let (sin, cos) = DoubleDouble::from(self.angle_at(row)).sin_cos_from(shift, 1.0);
            (self.angle.round(sin), self.angle.round(cos))
        };
        let value = match (self.twist, self.phase) {
            (Twist::CosineOfSine, Phase::Cosine) => sin.cos(),
            _ => self.phase.pick(sin, cos),
        };
        let value = self.storage.round(self.amplitude * value);
        if self.twist == Twist::WholePart {
            value.trunc()
        } else {
            value
        }
    }
}

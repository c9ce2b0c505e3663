//! Tables made with fewer digits: each operation of a stated sequence is
//! correctly rounded to its type.
//!
//! ```text
//! position   P(start + step p)
//! angle      A(A(position) A(base^(-k n/m)))
//! value      scale A(sin(angle))
//! ```
//!
//! P and A round to the precision of positions and of angles; with f64 they are
//! left as they are, and the angle is the exact one. Positions held in bfloat16
//! collapse above 256, in float16 above 2,048: whole numbers between are no
//! longer there, so neighbouring rows are equal.

use half::{bf16, f16};
use serde::{Deserialize, Serialize};

use super::{DoubleDouble, Phase};

/// A floating-point type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// IEEE 754 double precision, 53 binary digits.
    #[default]
    F64,
    /// IEEE 754 single precision, 24 binary digits.
    F32,
    /// IEEE 754 half precision, 11 binary digits.
    F16,
    /// bfloat16, 8 binary digits and the range of f32.
    Bf16,
}

impl Precision {
    /// All of them, the finest first.
    pub const ALL: [Self; 4] = [Self::F64, Self::F32, Self::F16, Self::Bf16];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
        }
    }

    /// The nearest number of this type, the even one of two as near.
    ///
    /// ```
    /// use poscope::encoding::Precision;
    /// assert_eq!(Precision::Bf16.round(257.0), 256.0);
    /// assert_eq!(Precision::F16.round(2049.0), 2048.0);
    /// assert_eq!(Precision::F32.round(0.1), f64::from(0.1f32));
    /// // Just inside the middle of two; rounded to f32 first it would be the middle itself.
    /// assert_eq!(Precision::F16.round(0.999_755_839_9), 0.999_511_718_75);
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "that is what it is for")]
    pub fn round(self, value: f64) -> f64 {
        match self {
            Self::F64 => value,
            Self::F32 => f64::from(value as f32),
            // The others may go by way of f32 where the machine can, and round twice.
            Self::F16 => f16::from_f64_const(value).to_f64(),
            Self::Bf16 => bf16::from_f64_const(value).to_f64(),
        }
    }
}

/// A wave whose positions or angles are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedWave {
    /// Radians a position, exact.
    pub frequency: DoubleDouble,
    /// The position of row 0.
    pub start: f64,
    /// From one row's position to the next.
    pub step: f64,
    /// Sine or cosine.
    pub phase: Phase,
    /// What the wave is multiplied by.
    pub amplitude: f64,
    /// What positions are held in.
    pub position: Precision,
    /// What angles are computed in.
    pub angle: Precision,
}

impl RoundedWave {
    /// The position of a row as it is held.
    #[must_use]
    pub fn position_at(&self, row: f64) -> f64 {
        self.position.round(self.start + self.step * row)
    }

    /// The angle of a row as it is computed, in radians.
    #[must_use]
    pub fn angle_at(&self, row: f64) -> f64 {
        let round = |value| self.angle.round(value);
        round(round(self.position_at(row)) * round(self.frequency.high))
    }

    /// The value in a row, by the sequence above.
    #[must_use]
    pub fn at(&self, row: f64) -> f64 {
        if self.angle == Precision::F64 {
            let (sin, cos) = self.frequency.sin_cos_at(self.position_at(row));
            return self.amplitude * self.phase.pick(sin, cos);
        }
        let (sin, cos) = DoubleDouble::from(self.angle_at(row)).sin_cos_at(1.0);
        self.amplitude * self.angle.round(self.phase.pick(sin, cos))
    }
}

//! How code in the wild arranges sines and cosines: independent choices. The combinations that have
//! a name are in `named`.
//!
//! Where the columns go (layout, order) and which frequencies they carry (exponent) are independent of each other.

use serde::{Deserialize, Serialize};

use super::setting::{Setting, one_of};
use super::{DoubleDouble, Precision, SpecError, float};

/// The conventions of a sinusoidal table. The default is the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conventions {
    /// The position of the first row, of the last if positions descend, of the middle one if mirrored or unsigned.
    pub start: f64,
    /// The step from one position to the next.
    pub step: f64,
    /// The direction of the positions along the rows.
    pub direction: Direction,
    /// The order of the columns of sines and cosines.
    pub layout: ColumnLayout,
    /// Which wave of a pair comes first.
    pub order: PhaseOrder,
    /// The divisor of the pair's index in the exponent.
    pub exponent: Exponent,
    /// The shift s, if the exponent has h - s.
    pub shift: f64,
    /// The factor by which the table is multiplied, a function of its width.
    pub scale: TableScale,
    /// A further factor, a plain number.
    pub factor: f64,
    /// The treatment of an odd width.
    pub odd: OddWidth,
    /// The first row that is zero, for padding.
    pub zero_from: usize,
    /// The number of zero rows.
    pub zero_rows: usize,
    /// The type in which positions are held.
    pub position_precision: Precision,
    /// The type in which angles are computed.
    pub angle_precision: Precision,
    /// The type in which the table is stored.
    pub storage_precision: Precision,
    /// The mistake that is reproduced.
    pub mistake: Slip,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            start: 0.0,
            step: 1.0,
            direction: Direction::Ascending,
            layout: ColumnLayout::Interleaved,
            order: PhaseOrder::SineFirst,
            exponent: Exponent::Width,
            shift: 1.0,
            scale: TableScale::One,
            factor: 1.0,
            odd: OddWidth::Split,
            zero_from: 0,
            zero_rows: 0,
            position_precision: Precision::F64,
            angle_precision: Precision::F64,
            storage_precision: Precision::F64,
            mistake: Slip::None,
        }
    }
}

one_of! {
    /// The direction of the positions along the rows.
    pub enum Direction {
        /// From the start upward.
        Ascending = "ascending",
        /// Down to the start, which is the position of the last row.
        Descending = "descending",
        /// Down through the start, which is the position of the middle row: of 2L - 1 rows the
        /// first is L - 1 steps above it and the last L - 1 steps below.
        Mirrored = "mirrored",
        /// As `mirrored` without the signs: down to the start and up again.
        Unsigned = "unsigned",
    }
}

one_of! {
    /// The order of the columns of sines and cosines.
    pub enum ColumnLayout {
        /// Sines and cosines alternate: sin, cos, sin, cos.
        Interleaved = "interleaved",
        /// All of one kind, then all of the other.
        Concat = "concat",
    }
}

one_of! {
    /// Which wave of a pair comes first.
    pub enum PhaseOrder {
        /// The sine.
        SineFirst = "sin-first",
        /// The cosine.
        CosineFirst = "cos-first",
    }
}

one_of! {
    /// The frequency of pair k, for h = floor(d/2) pairs.
    pub enum Exponent {
        /// `base^(-2k/d)`, the paper's.
        Width = "d",
        /// `base^(-k/h)`; the same as `d` for an even d.
        Half = "half",
        /// `base^(-k/(h - 1))`: the last wavelength is 2 pi base. For h = 1 the divisor is 1, as in tensor2tensor.
        HalfMinusOne = "half-minus-one",
        /// `base^(-k/(h - s))` for the shift s, as in Diffusers.
        HalfMinusShift = "half-minus-shift",
    }
}

impl Exponent {
    /// Returns numerator and denominator of the exponent for a width of d: pair k has the frequency
    /// `base^(-k numerator / denominator)`.
    ///
    /// # Errors
    /// [`SpecError::Denominator`]: h - s is not above 0.
    pub fn of(self, d: usize, shift: f64) -> Result<(f64, DoubleDouble), SpecError> {
        let half = d / 2;
        let number = |count: usize| DoubleDouble::from(float(count));
        match self {
            Self::Width => Ok((2.0, number(d.max(1)))),
            Self::Half => Ok((1.0, number(half.max(1)))),
            Self::HalfMinusOne => Ok((1.0, number(half.saturating_sub(1).max(1)))),
            Self::HalfMinusShift if float(half) > shift => Ok((1.0, number(half) - shift.into())),
            Self::HalfMinusShift => Err(SpecError::Denominator { half, shift }),
        }
    }
}

one_of! {
    /// The factor by which a table of width d is multiplied.
    pub enum TableScale {
        /// 1.
        One = "one",
        /// sqrt(d).
        RootD = "sqrt-d",
        /// 1/sqrt(d).
        InverseRootD = "inverse-sqrt-d",
    }
}

impl TableScale {
    /// Returns the factor for a width of d.
    pub fn of(self, d: usize) -> DoubleDouble {
        let one = DoubleDouble::from(1.0);
        let root = DoubleDouble::from(float(d)).sqrt();
        match self {
            Self::One => one,
            Self::RootD => root,
            Self::InverseRootD => one / root,
        }
    }
}

one_of! {
    /// The treatment of an odd width d.
    pub enum OddWidth {
        /// One more wave of the kind that comes first; d stays in the exponent.
        Split = "split",
        /// The table of width d - 1, plus a column of zeros.
        ZeroColumn = "zero-column",
        /// The table of width d + 1 without its last column.
        Truncate = "truncate",
    }
}

impl OddWidth {
    /// Returns the width for which the formula is computed.
    pub fn effective(self, d: usize) -> usize {
        match self {
            Self::ZeroColumn if d % 2 == 1 => d - 1,
            Self::Truncate if d % 2 == 1 => d + 1,
            _ => d,
        }
    }
}

one_of! {
    /// A mistake that programs are known to make.
    pub enum Slip {
        /// No mistake.
        None = "none",
        /// Column j has the exponent 2j/d, whether it holds a sine or a cosine.
        ExponentPerColumn = "exponent-per-column",
        /// Pair k has the exponent 4k/d: an index that already counts columns is doubled again.
        ExponentPerPair = "exponent-per-pair",
        /// Column j has the exponent floor(2j/d), from an integer division.
        WholeExponent = "whole-exponent",
        /// Every row equals the first: the table was sliced along the batch axis.
        RowsEqual = "rows-equal",
        /// The cosine of the sine is taken instead of the cosine of the angle.
        CosineOfSine = "cosine-of-sine",
        /// Values are truncated to whole numbers.
        WholeNumbers = "whole-numbers",
    }
}

impl Conventions {
    /// Returns the settings, in the order of the drawer.
    pub(super) fn settings(&mut self) -> Vec<Setting<'_>> {
        let (has_shift, has_zeros) = (self.exponent == Exponent::HalfMinusShift, self.zero_rows > 0);
        vec![
            Setting::number("start", &mut self.start, -1e6, 1e6),
            Setting::number("step", &mut self.step, -1000.0, 1000.0),
            Setting::choice("direction", &mut self.direction),
            Setting::choice("layout", &mut self.layout),
            Setting::choice("order", &mut self.order),
            Setting::choice("exponent", &mut self.exponent),
            Setting::number("shift", &mut self.shift, -1e6, 1e6).when(has_shift),
            Setting::choice("odd", &mut self.odd),
            Setting::choice("scale_by", &mut self.scale).under("padding"),
            Setting::number("factor", &mut self.factor, 1e-6, 1e6).under("padding"),
            Setting::whole("zero_rows", &mut self.zero_rows, 0, 1_048_576).under("padding"),
            Setting::whole("zero_from", &mut self.zero_from, 0, 1_048_575)
                .when(has_zeros)
                .under("padding"),
            Setting::choice("position_precision", &mut self.position_precision).under("precision"),
            Setting::choice("angle_precision", &mut self.angle_precision).under("precision"),
            Setting::choice("storage_precision", &mut self.storage_precision).under("precision"),
            Setting::choice("mistake", &mut self.mistake).under("mistakes"),
        ]
    }

    /// Returns the factor by which a table of width d is multiplied.
    pub fn amplitude(&self, d: usize) -> DoubleDouble {
        self.scale.of(d) * self.factor
    }

    /// Whether every value is the exact one.
    pub fn is_exact(&self) -> bool {
        [self.position_precision, self.angle_precision, self.storage_precision] == [Precision::F64; 3]
            && !matches!(self.mistake, Slip::CosineOfSine | Slip::WholeNumbers)
    }
}

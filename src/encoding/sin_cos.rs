//! Sine and cosine of `frequency * position`, correct at any position.
//!
//! The product is computed in double-double, whole multiples of pi/2 are subtracted, and the
//! remainder, with its tail, goes into two polynomials. There is no branch, so loops over
//! frequencies are vectorised, and no call of the system's library, so every machine gives the same
//! bits.
//!
//! Source of the polynomials: Sun Microsystems' fdlibm, `k_sin.c` and
//! `k_cos.c` (errors below 2^-58); of the products: see [`DoubleDouble`].

use multiversion::multiversion;

use super::double_double::{DoubleDouble, QUARTER, two_product, two_sum};

/// Added to a number below 2^51, this leaves no bits for a fraction: the sum is rounded to a whole
/// number, whose last bits are those of the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// sin x = x + `SIN[0]` x^3 + `SIN[1]` x^5 + ... for |x| <= pi/4.
const SIN: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// cos x = 1 - x^2/2 + `COS[0]` x^4 + `COS[1]` x^6 + ... for |x| <= pi/4.
const COS: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

impl DoubleDouble {
    /// Returns `(sin(self * position), cos(self * position))`, see [`Self::sin_cos_from`].
    ///
    /// ```
    /// use poscope::encoding::DoubleDouble;
    /// assert_eq!(DoubleDouble::from(1.0).sin_cos_at(0.0), (0.0, 1.0));
    /// ```
    pub fn sin_cos_at(self, position: f64) -> (f64, f64) {
        sin_cos([self.high, self.low], [0.0, 0.0], position)
    }

    /// Returns `(sin(self * position + shift), cos(self * position + shift))`, each within one unit
    /// in the last place, for an angle below 2^40.
    pub fn sin_cos_from(self, shift: Self, position: f64) -> (f64, f64) {
        sin_cos([self.high, self.low], [shift.high, shift.low], position)
    }
}

/// Fills `sin` and `cos` with the waves of many frequencies at one position, each with its shift.
/// Frequencies and shifts are sums of a high and a low part. All slices have the same length.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
pub(super) fn waves_at(
    position: f64,
    [high, low]: [&[f64]; 2],
    [shift_high, shift_low]: [&[f64]; 2],
    [sin, cos]: [&mut [f64]; 2],
) {
    let n = high.len();
    let (low, sin, cos) = (&low[..n], &mut sin[..n], &mut cos[..n]);
    let (shift_high, shift_low) = (&shift_high[..n], &shift_low[..n]);
    for i in 0..n {
        (sin[i], cos[i]) = sin_cos([high[i], low[i]], [shift_high[i], shift_low[i]], position);
    }
}

#[inline(always)]
fn sin_cos([high, low]: [f64; 2], shift: [f64; 2], position: f64) -> (f64, f64) {
    let (product, error) = two_product(high, position);
    let (product, shift_error) = two_sum(product, shift[0]);
    let tail = error + low * position + (shift_error + shift[1]);
    // `product - quarters QUARTER[0]` is exact, since the two are close.
    let rounded = product * std::f64::consts::FRAC_2_PI + ROUNDER;
    let quarters = rounded - ROUNDER;
    let (first, first_error) = two_product(quarters, QUARTER[0]);
    let (second, second_error) = two_product(quarters, QUARTER[1]);
    let (x, a) = two_sum(product - first, tail);
    let (x, b) = two_sum(x, -first_error);
    let (x, c) = two_sum(x, -second);
    let rest = a + b + c - (second_error + quarters * QUARTER[2]);
    let (x, y) = two_sum(x, rest);
    let (sine, cosine) = (sin_near_zero(x, y), cos_near_zero(x, y));
    // Undo the subtraction of whole quarter turns.
    let turns = rounded.to_bits();
    let (s, c) = if turns & 1 == 0 { (sine, cosine) } else { (cosine, sine) };
    let sin = if turns & 2 == 0 { s } else { -s };
    let cos = if turns.wrapping_add(1) & 2 == 0 { c } else { -c };
    (sin, cos)
}

/// Returns sin(x + y) for |x| <= pi/4 and a tail y.
#[inline(always)]
fn sin_near_zero(x: f64, y: f64) -> f64 {
    let square = x * x;
    let cube = square * x;
    let series = SIN[1] + square * (SIN[2] + square * (SIN[3] + square * (SIN[4] + square * SIN[5])));
    // y enters through the slope, cos x = 1 - x^2/2.
    x + (cube * SIN[0] + (y - square * (0.5 * y - cube * series)))
}

/// Returns cos(x + y) for |x| <= pi/4 and a tail y.
#[inline(always)]
fn cos_near_zero(x: f64, y: f64) -> f64 {
    let square = x * x;
    let series = square
        * (COS[0] + square * (COS[1] + square * (COS[2] + square * (COS[3] + square * (COS[4] + square * COS[5])))));
    let half = 0.5 * square;
    let first = 1.0 - half;
    // Add back what rounding took from 1 - x^2/2; y enters through the slope, -sin x = -x.
    first + (((1.0 - first) - half) + (square * series - x * y))
}

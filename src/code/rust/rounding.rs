//! Rounding in Rust: `f32` is part of the language, shorter types are written out.

use super::Printer;
use crate::encoding::Precision;

impl Printer<'_> {
    /// Returns the rounding functions that the recipe uses.
    pub(super) fn helpers(&self) -> String {
        let rounds = |precision| self.recipe.rounds(precision);
        let [f32, f16, bf16] = [Precision::F32, Precision::F16, Precision::Bf16].map(rounds);
        let all = [(f32, TO_F32), (f16, TO_F16), (bf16, TO_BF16), (f16 || bf16, NEAREST)];
        let used = all.into_iter().filter(|(is_used, _)| *is_used);
        used.map(|(_, function)| function).collect()
    }
}

const TO_F32: &str = r"
/// The nearest f32.
fn to_f32(x: f64) -> f64 {
    x as f32 as f64
}
";

const TO_F16: &str = r"
/// The nearest float16, of 11 binary digits.
fn to_f16(x: f64) -> f64 {
    let y = nearest(x, 11, -14);
    if y.abs() > 65504.0 {
        f64::INFINITY.copysign(y)
    } else {
        y
    }
}
";

const TO_BF16: &str = r"
/// The nearest bfloat16, of 8 binary digits.
fn to_bf16(x: f64) -> f64 {
    nearest(x, 8, -126)
}
";

const NEAREST: &str = r"
/// The nearest number of so many binary digits, the even one of two as near;
/// below 2^least digits get fewer.
fn nearest(x: f64, digits: i32, least: i32) -> f64 {
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    let unit = 2.0_f64.powi(exponent.max(least) - (digits - 1));
    (x / unit).round_ties_even() * unit
}
";

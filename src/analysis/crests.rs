//! Where a wave is near a crest or a trough, found without visiting its positions.
//!
//! With angles in half turns as fractions of 2^64, the cosine of `c + p a` is near 1 or -1 if
//!
//! ```text
//! (c + p a + e) mod 2^64 <= 2 e
//! ```
//!
//! The least p for which a multiple of a lies in a range modulo m follows from the same question for m
//! mod a and a, as in Euclid's algorithm, so the next crest costs about 40 divisions however far it is.

use crate::encoding::DoubleDouble;

/// A full circle: half a turn of the wave.
const CIRCLE: u128 = 1 << 64;

/// The angles of a wave by position, in half turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crests {
    step: u64,
    start: u64,
}

impl Crests {
    /// Returns the crests of `cos(frequency p + shift)`.
    pub fn new(frequency: DoubleDouble, shift: DoubleDouble) -> Self {
        Self {
            step: half_turns(frequency),
            start: half_turns(shift),
        }
    }

    /// Returns the first position in `from..end` whose angle is within `radians` of a crest or a trough.
    pub fn next(self, from: u64, end: u64, radians: f64) -> Option<u64> {
        let near = radians / std::f64::consts::PI;
        if near > 0.49 {
            return (from < end).then_some(from);
        }
        // Rounding of the step moves an angle by less than 2^-43 half turns in 2^20 positions.
        let near = (near * CIRCLE as f64) as u64 + (1 << 21);
        let here = self.start.wrapping_add(self.step.wrapping_mul(from));
        if here.wrapping_add(near) <= 2 * near {
            return (from < end).then_some(from);
        }
        // Multiples of the step in this range lead to a crest or a trough.
        let low = near.wrapping_add(here).wrapping_neg();
        let high = near.wrapping_sub(here);
        let steps = first_multiple(
            self.step.into(),
            CIRCLE,
            low.into(),
            high.into(),
            end.saturating_sub(from).into(),
        )?;
        let position = from + u64::try_from(steps).ok()?;
        (position < end).then_some(position)
    }
}

/// Returns an angle in half turns, as a fraction of 2^64.
fn half_turns(angle: DoubleDouble) -> u64 {
    let turns = angle / (DoubleDouble::QUARTER_TURN * 2.0);
    let rest = turns - DoubleDouble::from(turns.high.floor());
    let fixed = |part: f64| (part * CIRCLE as f64) as i128;
    // Only the last 64 bits are wanted.
    (fixed(rest.high) + fixed(rest.low)) as u64
}

/// Returns the least n up to `limit` with `low <= n a mod m <= high`, for 0 < low <= high < m and a < m.
fn first_multiple(a: u128, m: u128, low: u128, high: u128, limit: u128) -> Option<u128> {
    if low == 0 {
        return Some(0);
    }
    if a == 0 {
        return None;
    }
    let n = low.div_ceil(a);
    if n * a <= high {
        return (n <= limit).then_some(n);
    }
    // No multiple of a lies in the range, so low mod a <= high mod a, and one does after k full circles
    // if k m mod a is between a - high mod a and a - low mod a.
    let circles = limit * a / m + 1;
    let k = first_multiple(m % a, a, a - high % a, a - low % a, circles)?;
    let n = (low + k * m).div_ceil(a);
    (n <= limit).then_some(n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_next_crest_is_the_first_position_near_one(
            frequency in prop_oneof![0.0f64..4.0, 0.0f64..1e-4, Just(0.0), Just(std::f64::consts::PI), -3.0f64..0.0],
            shift in -10.0f64..10.0,
            near in prop_oneof![1e-5f64..0.1, 0.1f64..2.0],
            from in 0u64..50,
        ) {
            let crests = Crests::new(frequency.into(), shift.into());
            let sine = |p: u64| DoubleDouble::from(frequency).sin_cos_from(shift.into(), p as f64).0.abs();
            let is_near = |p: u64, by: f64| near + by >= std::f64::consts::FRAC_PI_2 || sine(p) <= (near + by).sin();
            match crests.next(from, 3000, near) {
                Some(found) => {
                    prop_assert!(found >= from && is_near(found, 1e-9));
                    prop_assert!((from..found).all(|p| !is_near(p, -1e-9)));
                }
                None => prop_assert!((from..3000).all(|p| !is_near(p, -1e-9))),
            }
        }
    }
}

//! The comparison of two encodings, A and B.

use serde::{Deserialize, Serialize};

use crate::encoding::Spec;

/// What is compared with the encoding in front, and how. One of the two is A,
/// the other is B; which of them is in front can change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Versus {
    /// The encoding that is not in front.
    pub spec: Spec,
    /// Whether the one in front is B.
    pub front_is_b: bool,
    /// Whether the sliders move both.
    pub linked: bool,
    /// Whether B's columns are put in the order in which A has them.
    pub aligned: bool,
    /// Differences up to this are none.
    pub tolerance: f64,
}

impl Default for Versus {
    fn default() -> Self {
        Self {
            spec: Spec::default(),
            front_is_b: false,
            linked: true,
            aligned: false,
            tolerance: 1e-6,
        }
    }
}

impl Versus {
    /// The beginning of a comparison: B is a copy of A, which is in front.
    #[must_use]
    pub fn copy_of(spec: &Spec) -> Self {
        Self {
            spec: spec.clone(),
            ..Self::default()
        }
    }

    /// What a person typed as a tolerance: a finite number from 0 on. Minus
    /// signs and full-width digits are read as what they stand for.
    ///
    /// ```
    /// use poscope::session::Versus;
    /// assert_eq!(Versus::parse_tolerance(" 1e−4 "), Some(1e-4));
    /// assert_eq!(Versus::parse_tolerance("-1"), None);
    /// ```
    #[must_use]
    pub fn parse_tolerance(text: &str) -> Option<f64> {
        let half_width = |character: char| match character {
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character),
            '\u{2212}' => '-',
            other => other,
        };
        let text: String = text.trim().chars().map(half_width).collect();
        text.parse().ok().filter(|&tolerance| Self::is_tolerance(tolerance))
    }

    /// Whether it is a finite number from 0 on.
    #[must_use]
    pub fn is_tolerance(tolerance: f64) -> bool {
        (0.0..f64::INFINITY).contains(&tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_a_finite_number_from_0_on() {
        assert_eq!(Versus::parse_tolerance("0"), Some(0.0));
        assert_eq!(Versus::parse_tolerance("１ｅ－３"), Some(1e-3));
        for refused in ["", "x", "-1e-9", "nan", "inf", "1e999"] {
            assert_eq!(Versus::parse_tolerance(refused), None, "{refused}");
        }
    }
}

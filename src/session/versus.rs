//! The comparison of two encodings, A and B.

use serde::{Deserialize, Serialize};

use crate::encoding::Spec;

/// What is compared with the encoding in front, and how. One of the two is A, the other is B; either
/// can be in front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Versus {
    /// The encoding that is not in front.
    pub spec: Spec,
    /// The name of the preset or mistake from which it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Whether the one in front is B.
    pub front_is_b: bool,
    /// Whether the sliders move both.
    pub linked: bool,
    /// Whether B's columns are shown in A's order.
    pub aligned: bool,
    /// Differences up to this do not count.
    pub tolerance: f64,
}

impl Default for Versus {
    fn default() -> Self {
        Self {
            spec: Spec::default(),
            preset: None,
            front_is_b: false,
            linked: true,
            aligned: false,
            tolerance: 1e-6,
        }
    }
}

impl Versus {
    /// Returns the initial comparison: B is a copy of A, which is in front.
    pub fn copy_of(spec: &Spec) -> Self {
        Self {
            spec: spec.clone(),
            ..Self::default()
        }
    }

    /// Checks whether a number is finite, and 0 or more.
    pub fn is_tolerance(tolerance: f64) -> bool {
        (0.0..f64::INFINITY).contains(&tolerance)
    }
}

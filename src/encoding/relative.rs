//! Relative: a learned bias for each offset and each head.
//!
//! ```text
//! bias(q, k) = r_h[clip(q - k, -K, K)]
//! ```
//!
//! Offsets beyond K share the bias of K (Shaw et al. 2018, arXiv:1803.02155);
//! DeBERTa-v2 (microsoft/DeBERTa, `make_log_bucket_position`) has logarithmic
//! buckets of each sign instead. What training found differs from model to
//! model; here the biases are drawn, normal with a standard deviation of 1, or
//! the numbers of the buckets are shown. The width of the table is the number
//! of heads.

use serde::{Deserialize, Serialize};

use super::Spec;
use super::buckets::{Rule, biases};
use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::t5::Shows;

/// The settings of a relative bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Relative {
    /// Which offsets share a bias.
    pub far: Far,
    /// The distance from which on they do.
    pub clip: usize,
    /// What is shown.
    pub shows: Shows,
    /// What biases are drawn with.
    pub seed: usize,
}

impl Default for Relative {
    fn default() -> Self {
        Self {
            far: Far::Clipped,
            clip: 16,
            shows: Shows::Bias,
            seed: 0,
        }
    }
}

one_of! {
    /// Which offsets share a bias.
    pub enum Far {
        /// All beyond the clip, on each side.
        Clipped = "clipped",
        /// Beyond half the clip by logarithmic buckets up to the clip.
        Logarithmic = "logarithmic",
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let relative = &mut spec.relative;
    let is_drawn = relative.shows == Shows::Bias;
    vec![
        Setting::choice("far", &mut relative.far),
        Setting::whole("clip", &mut relative.clip, 4, 1_048_576),
        Setting::choice("relative_shows", &mut relative.shows),
        Setting::whole("relative_seed", &mut relative.seed, 0, 1_000_000).when(is_drawn),
    ]
}

/// One column a head.
pub(super) fn lower(spec: &Spec) -> Lowered {
    let Relative { far, clip, shows, seed } = spec.relative;
    let rule = match far {
        Far::Clipped => Rule::Clipped { max_distance: clip },
        Far::Logarithmic => Rule::Logarithmic {
            buckets: clip,
            max_distance: 2 * clip,
        },
    };
    // Logarithmic buckets go on beyond the last distance, more and more slowly.
    let most = rule.bucket(i64::try_from(spec.max_len.max(clip)).unwrap_or(i64::MAX));
    biases(rule, -most..=most, shows.seed(seed), spec.d_model)
}

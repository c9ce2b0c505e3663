//! Relative: a learned bias per offset and head.
//!
//! ```text
//! bias(q, k) = r_h[clip(q - k, -K, K)]
//! ```
//!
//! Offsets beyond K share the bias of K (Shaw et al. 2018, arXiv:1803.02155); DeBERTa-v2
//! (microsoft/DeBERTa, `make_log_bucket_position`) has logarithmic buckets of each sign instead.
//! Trained biases differ from model to model; here they are drawn from a normal distribution with a
//! standard deviation of 1, or the bucket numbers are shown. The width of the table is the number
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
    /// The distance K of the clip; for logarithmic buckets, the number of buckets per sign.
    pub clip: usize,
    /// Whether the table shows bucket numbers or biases.
    pub shows: Shows,
    /// The seed with which biases are drawn.
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
        /// All offsets beyond the clip, on each side.
        Clipped = "clipped",
        /// Beyond half the clip, those of a logarithmic bucket.
        Logarithmic = "logarithmic",
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let (relative, offsets) = (&mut spec.relative, &mut spec.offsets);
    let is_drawn = relative.shows == Shows::Bias;
    vec![
        Setting::choice("offsets", offsets),
        Setting::choice("far", &mut relative.far),
        Setting::whole("clip", &mut relative.clip, 4, 1_048_576),
        Setting::choice("relative_shows", &mut relative.shows),
        Setting::whole("relative_seed", &mut relative.seed, 0, 1_000_000).when(is_drawn),
    ]
}

/// Returns the table, one column per head.
pub(super) fn lower(spec: &Spec) -> Lowered {
    let Relative { far, clip, shows, seed } = spec.relative;
    let rule = match far {
        Far::Clipped => Rule::Clipped { max_distance: clip },
        Far::Logarithmic => Rule::Logarithmic {
            buckets: clip,
            max_distance: 2 * clip,
        },
    };
    // Logarithmic buckets go on beyond the last distance, growing wider and wider.
    let most = rule.bucket(i64::try_from(spec.max_len.max(clip)).unwrap_or(i64::MAX));
    biases(rule, -most..=most, shows.seed(seed), spec)
}

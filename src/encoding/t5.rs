//! T5: a learned bias per bucket of offsets and head.
//!
//! Half of the buckets hold one offset each; the others grow logarithmically up to a distance of
//! 128, and all distances beyond share the last bucket. If keys on both sides of the query are told
//! apart, half of all buckets are for the keys after it.
//!
//! ```text
//! bucket(n) = n                                                for n < e = count/2
//!           = e + floor(ln(n/e) / ln(max_distance/e) (count - e))   else, at most count - 1
//! ```
//!
//! Raffel et al. 2020 (arXiv:1910.10683), huggingface/transformers `models/t5/modeling_t5.py`,
//! `_relative_position_bucket`. Trained biases differ from model to model; here they are drawn from
//! a normal distribution with a standard deviation of 1, or the bucket numbers are shown. The width
//! of the table is the number of heads.

use serde::{Deserialize, Serialize};

use super::buckets::{Rule, biases};
use super::error::ordered;
use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::{Spec, SpecError, float};

/// The settings of T5's biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct T5 {
    /// The number of buckets.
    pub buckets: usize,
    /// The distance from which on all offsets share the last bucket.
    pub max_distance: usize,
    /// Which keys have buckets.
    pub keys: Keys,
    /// Whether the table shows bucket numbers or biases.
    pub shows: Shows,
    /// The seed with which biases are drawn.
    pub seed: usize,
}

impl Default for T5 {
    fn default() -> Self {
        Self {
            buckets: 32,
            max_distance: 128,
            keys: Keys::Both,
            shows: Shows::Bucket,
            seed: 0,
        }
    }
}

one_of! {
    /// Which keys are told apart.
    pub enum Keys {
        /// Keys before and after the query: an encoder.
        Both = "both",
        /// Keys before the query: a decoder.
        Before = "before",
    }
}

one_of! {
    /// What the table of a bucketed bias shows.
    pub enum Shows {
        /// The number of the bucket.
        Bucket = "bucket",
        /// A drawn bias.
        Bias = "bias",
    }
}

impl Shows {
    /// Returns the seed with which biases are drawn; `None` if bucket numbers are shown.
    pub(super) fn seed(self, seed: usize) -> Option<u64> {
        (self == Self::Bias).then_some(seed as u64)
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let (t5, offsets) = (&mut spec.t5, &mut spec.offsets);
    let is_drawn = t5.shows == Shows::Bias;
    vec![
        Setting::choice("offsets", offsets),
        Setting::choice("keys", &mut t5.keys),
        Setting::choice("shows", &mut t5.shows),
        Setting::whole("buckets", &mut t5.buckets, 4, 4096),
        Setting::whole("max_distance", &mut t5.max_distance, 4, 1_048_576),
        Setting::whole("bias_seed", &mut t5.seed, 0, 1_000_000).when(is_drawn),
    ]
}

/// Returns the table, one column per head.
///
/// # Errors
/// [`SpecError::Odd`]: keys on both sides cannot share the buckets; [`SpecError::Order`]: no distance is left for the
/// logarithmic ones.
pub(super) fn lower(spec: &Spec) -> Result<Lowered, SpecError> {
    let t5 = spec.t5;
    if t5.keys == Keys::Both && t5.buckets % 2 == 1 {
        return Err(SpecError::Odd {
            name: "buckets",
            value: t5.buckets,
        });
    }
    let exact = if t5.keys == Keys::Both {
        t5.buckets / 4
    } else {
        t5.buckets / 2
    };
    ordered(
        ("exact_buckets", float(exact)),
        ("max_distance", float(t5.max_distance)),
    )?;
    let rule = Rule::T5 {
        buckets: t5.buckets,
        max_distance: t5.max_distance,
        both_ways: t5.keys == Keys::Both,
    };
    let last = i64::try_from(t5.buckets - 1).unwrap_or(i64::MAX);
    Ok(biases(rule, 0..=last, t5.shows.seed(t5.seed), spec))
}

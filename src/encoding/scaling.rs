//! The frequencies of RoPE, and how they are slowed down for longer contexts.
//!
//! | scaling | frequency of pair k, from w = base^(-2k/d) | source |
//! |---|---|---|
//! | linear | w / s | Chen et al. 2023, arXiv:2306.15595 |
//! | NTK-aware | that of the base `b s^(d/(d - 2))` | bloc97 2023 |
//! | dynamic NTK | the same with `s L/L0 - (s - 1)` for s | emozilla 2023 |
//! | YaRN | w up to some pair, w / s from another on, mixed between | Peng et al. 2023, arXiv:2309.00071 |
//! | Llama 3 | w for short waves, w / s for long ones, mixed between | Dubey et al. 2024, arXiv:2407.21783 |
//! | LongRoPE | w over a factor of its own | Ding et al. 2024, arXiv:2402.13753 |
//!
//! All are computed as in huggingface/transformers `modeling_rope_utils.py`.

use std::f64::consts::TAU;

use super::error::ordered;
use super::setting::one_of;
use super::sinusoidal::powers;
use super::{DoubleDouble, Spec, SpecError, float};

one_of! {
    /// How frequencies are slowed down for longer contexts.
    pub enum Scaling {
        /// Not at all.
        None = "none",
        /// All divided by s.
        Linear = "linear",
        /// By a base of `b s^(d/(d - 2))`: the fastest pair stays, the slowest is divided by s.
        Ntk = "ntk",
        /// As `ntk` with `s L/L0 - (s - 1)` for s, once L is above L0.
        DynamicNtk = "dynamic-ntk",
        /// Pairs that turn often within L0 are kept, those that turn seldom are divided by s, with
        /// a ramp between; cos and sin are multiplied by `0.1 ln s + 1`.
        Yarn = "yarn",
        /// By wavelength: short ones are kept, long ones divided by s, with a ramp between.
        Llama3 = "llama3",
        /// Each pair by its own factor; cos and sin are multiplied by `sqrt(1 + ln s / ln L0)`.
        LongRope = "longrope",
    }
}

impl Scaling {
    /// Whether the scaling depends on the length of the original training.
    pub fn has_length(self) -> bool {
        !matches!(self, Self::None | Self::Linear | Self::Ntk)
    }
}

/// What a scaling does to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Treatment {
    /// The frequency is the same as without the scaling.
    Kept,
    /// The frequency is divided by less than s.
    Mixed,
    /// The frequency is divided by s.
    Divided,
}

/// The pairs of a RoPE: their frequencies, and the amplitude of cos and sin.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// Radians per position, without a scaling the fastest first.
    pub frequencies: Vec<DoubleDouble>,
    /// The amplitude of cos and sin.
    pub amplitude: DoubleDouble,
    /// What the scaling does to each pair.
    pub treatments: Vec<Treatment>,
}

/// Returns the number of pairs that rotate: half the number of dimensions that do.
pub fn pairs(spec: &Spec) -> usize {
    let dims = match spec.rope.rotary_dims {
        0 => spec.d_model,
        dims => dims,
    };
    dims / 2
}

impl Pairs {
    /// Computes the pairs of a specification.
    ///
    /// # Errors
    /// [`SpecError`]: settings of a scaling that contradict each other.
    pub fn new(spec: &Spec) -> Result<Self, SpecError> {
        let rope = &spec.rope;
        let count = pairs(spec);
        let d = 2.0 * float(count);
        let (ln_base, exponent) = (DoubleDouble::ln(spec.base), DoubleDouble::from(2.0) / d.max(1.0));
        let plain = powers(ln_base, exponent, count);
        let (s, trained) = (rope.factor, float(rope.original_len));
        // The frequencies for the base b s^(d/(d - 2)).
        let stretched = |s: DoubleDouble| {
            // For one pair d/(d - 2) is undefined, and the only frequency is 1.
            let more = if count > 1 {
                DoubleDouble::ln(s) * d / (d - 2.0)
            } else {
                0.0.into()
            };
            powers(ln_base + more, exponent, count)
        };
        let mut amplitude = DoubleDouble::from(1.0);
        let frequencies = match rope.scaling {
            Scaling::None => plain.clone(),
            Scaling::Linear => plain.iter().map(|&w| w / s).collect(),
            Scaling::Ntk => stretched(s.into()),
            Scaling::DynamicNtk => {
                let length = float(spec.max_len).max(trained);
                let s = DoubleDouble::from(s);
                stretched(s * length / trained - (s - 1.0.into()))
            }
            Scaling::Yarn => {
                let ramp = yarn_ramp(spec, d)?;
                if s > 1.0 {
                    amplitude = DoubleDouble::ln(s) / 10.0 + 1.0.into();
                }
                let mixed = |(k, &w)| mix(w, s, ramp(k));
                plain.iter().enumerate().map(mixed).collect()
            }
            Scaling::Llama3 => {
                let (low, high) = (rope.low_freq_factor, rope.high_freq_factor);
                ordered(("low_freq_factor", low), ("high_freq_factor", high))?;
                let (low, high) = (DoubleDouble::from(low), DoubleDouble::from(high));
                let mixed = |&w: &DoubleDouble| {
                    // L0 over the wavelength.
                    let turns = w * trained / DoubleDouble::TURN;
                    mix(w, s, (high - turns) / (high - low))
                };
                plain.iter().map(mixed).collect()
            }
            Scaling::LongRope => {
                let given = rope.long_factors.len();
                if given != 0 && given != count {
                    return Err(SpecError::Factors { given, pairs: count });
                }
                if s > 1.0 {
                    let growth = DoubleDouble::ln(s) / DoubleDouble::ln(trained);
                    amplitude = (growth + 1.0.into()).sqrt();
                }
                let factors = rope.long_factors.iter().copied().chain(std::iter::repeat(1.0));
                plain.iter().zip(factors).map(|(&w, factor)| w / factor).collect()
            }
        };
        let treatments = plain
            .iter()
            .zip(&frequencies)
            .map(|(old, new)| treatment(old.high / new.high, s));
        Ok(Self {
            treatments: treatments.collect(),
            frequencies,
            amplitude,
        })
    }

    /// Returns how many pairs are kept, mixed and divided.
    pub fn counts(&self) -> [usize; 3] {
        [Treatment::Kept, Treatment::Mixed, Treatment::Divided]
            .map(|wanted| self.treatments.iter().filter(|&&treatment| treatment == wanted).count())
    }
}

/// Classifies the division of a frequency under a scaling by s.
fn treatment(divided_by: f64, s: f64) -> Treatment {
    let is = |value: f64| (divided_by / value - 1.0).abs() < 1e-9;
    if is(1.0) {
        Treatment::Kept
    } else if is(s) {
        Treatment::Divided
    } else {
        Treatment::Mixed
    }
}

/// Returns `(1 - share) w + share w / s`, with the share clamped to [0, 1].
fn mix(w: DoubleDouble, s: f64, share: DoubleDouble) -> DoubleDouble {
    if share.high < 0.0 {
        w
    } else if share.high > 1.0 {
        w / s
    } else {
        w * (DoubleDouble::from(1.0) - share) + w * share / s
    }
}

/// Returns the share of pair k that is divided: 0 at the pair that turns `beta_fast` times within
/// L0, 1 at the pair that turns `beta_slow` times; below 0 before them, above 1 after.
///
/// ```text
/// dim(r) = d ln(L0/(2 pi r)) / (2 ln b),   low = floor(dim(fast)),   high = ceil(dim(slow))
/// ```
fn yarn_ramp(spec: &Spec, d: f64) -> Result<impl Fn(usize) -> DoubleDouble, SpecError> {
    let rope = &spec.rope;
    ordered(("beta_slow", rope.beta_slow), ("beta_fast", rope.beta_fast))?;
    let pair_of = |turns: f64| d * (float(rope.original_len) / (turns * TAU)).ln() / (2.0 * spec.base.ln());
    let low = pair_of(rope.beta_fast).floor().max(0.0);
    let high = pair_of(rope.beta_slow).ceil().min(d - 1.0);
    let high = if high == low { low + 0.001 } else { high };
    Ok(move |k: usize| DoubleDouble::from(float(k) - low) / (high - low))
}

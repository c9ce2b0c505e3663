//! RoPE: query and key are turned by an angle that grows with the position.
//!
//! ```text
//! theta(m, k) = m w_k,   w_k = base^(-2k/d)       for each pair k of the d dimensions that turn
//! (x, y) -> (x cos theta - y sin theta, x sin theta + y cos theta)
//! ```
//!
//! so that the product of a query at m and a key at n depends on m - n alone.
//! The two numbers of pair k are dimensions k and k + d/2 (half-split) or 2k and
//! 2k + 1 (interleaved). The tables have one column for each dimension, so each
//! angle stands in two of them; dimensions that do not turn have the angle 0.
//!
//! Su et al. 2021 (arXiv:2104.09864). The scalings: Chen et al. 2023
//! (arXiv:2306.15595, linear), bloc97 2023 (NTK-aware, dynamic NTK), Peng et al.
//! 2023 (arXiv:2309.00071, YaRN), Ding et al. 2024 (arXiv:2402.13753, LongRoPE),
//! as huggingface/transformers `modeling_rope_utils.py` computes them.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use super::error::ordered;
use super::fold::Fold;
use super::folded::Folded;
use super::precision::{RoundedWave, Twist};
use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::sinusoidal::powers;
use super::{ColumnLaw, DoubleDouble, Phase, Precision, Spec, SpecError};

/// The formula, what is raised in `^{...}`.
pub const RULE: &str = "θ(pos, k) = pos / base^{2k/d}    (x, y) → (x cos θ − y sin θ, x sin θ + y cos θ)";

/// The settings of RoPE.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rope {
    /// Which table.
    pub part: Part,
    /// Which dimensions are a pair.
    pub pairing: Pairing,
    /// How query and key are turned: as the table says, or by mistake as the
    /// other pairing has it.
    pub applied: Applied,
    /// How many dimensions turn; 0 for all of them.
    pub rotary_dims: usize,
    /// How frequencies are made slower for longer texts.
    pub scaling: Scaling,
    /// The s of the scalings.
    pub factor: f64,
    /// The length that was trained, L0 of the scalings.
    pub original_len: usize,
    /// YaRN: pairs that turn so often within L0 are kept.
    pub beta_fast: f64,
    /// YaRN: pairs that turn less often are divided.
    pub beta_slow: f64,
    /// Llama 3: wavelengths above L0 over this are divided.
    pub low_freq_factor: f64,
    /// Llama 3: wavelengths below L0 over this are kept.
    pub high_freq_factor: f64,
    /// LongRoPE: what each pair's frequency is divided by; none for 1.
    pub long_factors: Vec<f64>,
    /// What positions are held in.
    pub position_precision: Precision,
    /// What angles are computed in.
    pub angle_precision: Precision,
    /// What the table is stored in.
    pub storage_precision: Precision,
    /// Whether the key has the numbers of the query.
    pub content: Content,
    /// What query and key are drawn with.
    pub seed: usize,
}

impl Default for Rope {
    fn default() -> Self {
        Self {
            part: Part::Cos,
            pairing: Pairing::HalfSplit,
            applied: Applied::AsMade,
            rotary_dims: 0,
            scaling: Scaling::None,
            factor: 4.0,
            original_len: 2048,
            beta_fast: 32.0,
            beta_slow: 1.0,
            low_freq_factor: 1.0,
            high_freq_factor: 4.0,
            long_factors: Vec::new(),
            position_precision: Precision::F64,
            angle_precision: Precision::F64,
            storage_precision: Precision::F64,
            content: Content::Same,
            seed: 0,
        }
    }
}

one_of! {
    /// A table of RoPE.
    pub enum Part {
        /// The cosines.
        Cos = "cos",
        /// The sines.
        Sin = "sin",
        /// The angles, in radians.
        Angle = "angle",
    }
}

one_of! {
    /// Which dimensions are a pair.
    pub enum Pairing {
        /// k and k + d/2: GPT-NeoX, LLaMA in transformers.
        HalfSplit = "half-split",
        /// 2k and 2k + 1: GPT-J, the original LLaMA.
        Interleaved = "interleaved",
    }
}

one_of! {
    /// How query and key are turned with the table.
    pub enum Applied {
        /// With the pairs that the table was made for.
        AsMade = "as-made",
        /// With those of the other pairing, a mistake.
        OtherPairing = "other-pairing",
    }
}

one_of! {
    /// What a query and a key are made of, before they are turned.
    pub enum Content {
        /// The same drawn numbers: without positions they match.
        Same = "same",
        /// Each has its own.
        Drawn = "drawn",
    }
}

one_of! {
    /// How frequencies are made slower for longer texts.
    pub enum Scaling {
        /// They are not.
        None = "none",
        /// All by s.
        Linear = "linear",
        /// By a base of `b s^(d/(d - 2))`: the fastest pair stays, the slowest is
        /// divided by s.
        Ntk = "ntk",
        /// The same with `s L/L0 - (s - 1)` for s, once L is above L0.
        DynamicNtk = "dynamic-ntk",
        /// Pairs that turn often within L0 are kept, those that turn seldom are
        /// divided by s, with a ramp between; cos and sin times `0.1 ln s + 1`.
        Yarn = "yarn",
        /// By wavelength: short ones are kept, long ones divided by s, with a
        /// ramp between.
        Llama3 = "llama3",
        /// Each pair by its own factor; cos and sin times `sqrt(1 + ln s / ln L0)`.
        LongRope = "longrope",
    }
}

/// What a scaling does to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Its frequency is as without the scaling.
    Kept,
    /// Something between.
    Mixed,
    /// Its frequency is divided by all of s.
    Divided,
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let Spec { rope, beyond, .. } = spec;
    let scaling = rope.scaling;
    let is_scaled = scaling != Scaling::None;
    let has_length = !matches!(scaling, Scaling::None | Scaling::Linear | Scaling::Ntk);
    let mut settings = vec![
        Setting::choice("part", &mut rope.part),
        Setting::choice("pairing", &mut rope.pairing),
        Setting::whole("rotary_dims", &mut rope.rotary_dims, 0, 16_384),
        Setting::choice("scaling", &mut rope.scaling),
        Setting::number("scaling_factor", &mut rope.factor, 1.0, 1e4).when(is_scaled),
        Setting::whole("original_len", &mut rope.original_len, 2, 1_048_576).when(has_length),
        Setting::number("beta_fast", &mut rope.beta_fast, 1e-3, 1e6).when(scaling == Scaling::Yarn),
        Setting::number("beta_slow", &mut rope.beta_slow, 1e-3, 1e6).when(scaling == Scaling::Yarn),
        Setting::number("low_freq_factor", &mut rope.low_freq_factor, 1e-3, 1e6).when(scaling == Scaling::Llama3),
        Setting::number("high_freq_factor", &mut rope.high_freq_factor, 1e-3, 1e6).when(scaling == Scaling::Llama3),
        Setting::list("long_factors", &mut rope.long_factors, 1e-3, 1e6).when(scaling == Scaling::LongRope),
        Setting::choice("position_precision", &mut rope.position_precision).under("precision"),
        Setting::choice("angle_precision", &mut rope.angle_precision).under("precision"),
        Setting::choice("storage_precision", &mut rope.storage_precision).under("precision"),
        Setting::choice("content", &mut rope.content).under("content"),
        Setting::whole("seed", &mut rope.seed, 0, 1_000_000).under("content"),
        Setting::choice("applied", &mut rope.applied).under("content"),
    ];
    settings.extend(beyond.settings());
    settings
}

/// The pairs of a RoPE: how fast each turns, and what cos and sin are
/// multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// Radians a position, the fastest first.
    pub frequencies: Vec<DoubleDouble>,
    /// What cos and sin are multiplied by.
    pub amplitude: f64,
    /// What the scaling does to each.
    pub treatments: Vec<Treatment>,
}

/// How many pairs turn: half the dimensions that do.
#[must_use]
pub fn pairs(spec: &Spec) -> usize {
    let dims = match spec.rope.rotary_dims {
        0 => spec.d_model,
        dims => dims.min(spec.d_model),
    };
    dims / 2
}

impl Pairs {
    /// Those of a specification.
    ///
    /// # Errors
    /// Settings of a scaling that contradict each other.
    #[expect(clippy::cast_precision_loss, reason = "lengths and widths are far below 2^53")]
    pub fn new(spec: &Spec) -> Result<Self, SpecError> {
        let rope = &spec.rope;
        let count = pairs(spec);
        let d = 2.0 * count as f64;
        let plain = powers(spec.base, 2.0, d.max(1.0), count);
        let (s, trained) = (rope.factor, rope.original_len as f64);
        let stretched = |s: f64| {
            // For one pair d/(d - 2) has no value, and the only frequency is 1.
            let base = spec.base * if count > 1 { s.powf(d / (d - 2.0)) } else { 1.0 };
            powers(base, 2.0, d.max(1.0), count)
        };
        let mut amplitude = 1.0;
        let frequencies = match rope.scaling {
            Scaling::None => plain.clone(),
            Scaling::Linear => plain.iter().map(|&w| w / s).collect(),
            Scaling::Ntk => stretched(s),
            Scaling::DynamicNtk => {
                let length = spec.max_len as f64;
                stretched((s * length.max(trained) / trained) - (s - 1.0))
            }
            Scaling::Yarn => {
                let ramp = yarn_ramp(spec, d)?;
                if s > 1.0 {
                    amplitude = 0.1 * s.ln() + 1.0;
                }
                let mixed = |(k, &w)| mix(w, s, ramp(k));
                plain.iter().enumerate().map(mixed).collect()
            }
            Scaling::Llama3 => {
                let (low, high) = (rope.low_freq_factor, rope.high_freq_factor);
                ordered(("low_freq_factor", low), ("high_freq_factor", high))?;
                let mixed = |&w: &DoubleDouble| {
                    let wavelength = TAU / w.high;
                    let kept = (trained / wavelength - low) / (high - low);
                    mix(w, s, 1.0 - kept.clamp(0.0, 1.0))
                };
                plain.iter().map(mixed).collect()
            }
            Scaling::LongRope => {
                let given = rope.long_factors.len();
                if given != 0 && given != count {
                    return Err(SpecError::Factors { given, pairs: count });
                }
                if s > 1.0 {
                    amplitude = (1.0 + s.ln() / trained.ln()).sqrt();
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
}

impl Pairs {
    /// How many pairs are kept, mixed and divided.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        [Treatment::Kept, Treatment::Mixed, Treatment::Divided]
            .map(|wanted| self.treatments.iter().filter(|&&treatment| treatment == wanted).count())
    }
}

/// What dividing a frequency by so much is, of a scaling by s.
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

/// `(1 - share) w + share w / s`.
fn mix(w: DoubleDouble, s: f64, share: f64) -> DoubleDouble {
    if share <= 0.0 {
        w
    } else if share >= 1.0 {
        w / s
    } else {
        w * DoubleDouble::from(1.0 - share) + w * DoubleDouble::from(share) / s
    }
}

/// How much of pair k is divided: 0 up to the pair that turns `beta_fast` times
/// within L0, 1 from the one that turns `beta_slow` times.
///
/// ```text
/// dim(r) = d ln(L0/(2 pi r)) / (2 ln b),   low = floor(dim(fast)),   high = ceil(dim(slow))
/// ```
#[expect(clippy::cast_precision_loss, reason = "widths are far below 2^53")]
fn yarn_ramp(spec: &Spec, d: f64) -> Result<impl Fn(usize) -> f64, SpecError> {
    let rope = &spec.rope;
    ordered(("beta_slow", rope.beta_slow), ("beta_fast", rope.beta_fast))?;
    let pair_of = |turns: f64| d * (rope.original_len as f64 / (turns * TAU)).ln() / (2.0 * spec.base.ln());
    let low = pair_of(rope.beta_fast).floor().max(0.0);
    let high = pair_of(rope.beta_slow).ceil().min(d - 1.0);
    let high = if high == low { low + 0.001 } else { high };
    Ok(move |k: usize| ((k as f64 - low) / (high - low)).clamp(0.0, 1.0))
}

/// The pair of a dimension; none where it does not turn.
#[must_use]
pub fn pair_of(pairing: Pairing, pairs: usize, dimension: usize) -> Option<usize> {
    (dimension < 2 * pairs).then(|| match pairing {
        Pairing::HalfSplit => dimension % pairs,
        Pairing::Interleaved => dimension / 2,
    })
}

/// The columns of the table.
pub(super) fn lower(spec: &Spec) -> Result<Lowered, SpecError> {
    let turning = Pairs::new(spec)?;
    let turn = Turn::new(spec)?;
    let (phase, amplitude) = match spec.rope.part {
        Part::Cos => (Some(Phase::Cosine), turning.amplitude),
        Part::Sin => (Some(Phase::Sine), turning.amplitude),
        Part::Angle => (None, 1.0),
    };
    let column = |dimension: usize| match (pair_of(spec.rope.pairing, turning.frequencies.len(), dimension), phase) {
        (Some(pair), _) => turn.law(turning.frequencies[pair], phase, amplitude, 0.0),
        // The cosine of the angle 0, without what scales the others.
        (None, Some(Phase::Cosine)) => ColumnLaw::wave(DoubleDouble::from(0.0), Phase::Cosine),
        (None, _) => ColumnLaw::Zero,
    };
    let columns: Vec<ColumnLaw> = (0..spec.d_model).map(column).collect();
    #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
    let last = (spec.max_len - 1) as f64;
    let bounds = match phase {
        Some(_) => (-amplitude, amplitude),
        None => (
            0.0,
            columns
                .first()
                .map_or(0.0, |law| law.at(last))
                .max(last * turning.frequencies.first().map_or(0.0, |w| w.high)),
        ),
    };
    Ok(Lowered::new(columns, bounds))
}

/// How positions turn: as they are, squeezed, or starting over.
pub(super) struct Turn {
    stretch: f64,
    fold: Fold,
    /// Of positions, angles and values.
    precisions: [Precision; 3],
}

impl Turn {
    pub fn new(spec: &Spec) -> Result<Self, SpecError> {
        let (stretch, fold) = spec.beyond.positions(spec.max_len)?;
        let rope = &spec.rope;
        Ok(Self {
            stretch,
            fold,
            precisions: [rope.position_precision, rope.angle_precision, rope.storage_precision],
        })
    }

    /// Whether the angle grows evenly with the position.
    pub fn is_even(&self) -> bool {
        self.fold == Fold::Straight && self.precisions[..2] == [Precision::F64; 2]
    }

    /// The same with positions and angles as they are held, but values exact: what
    /// tables are stored in does not carry over to sums of their values.
    pub fn without_storage(mut self) -> Self {
        self.precisions[2] = Precision::F64;
        self
    }

    /// A wave of the angle, from a shift on; or the angle.
    pub fn law(&self, frequency: DoubleDouble, phase: Option<Phase>, amplitude: f64, shift: f64) -> ColumnLaw {
        if self.precisions != [Precision::F64; 3] {
            let [position, angle, storage] = self.precisions;
            return ColumnLaw::Rounded(RoundedWave {
                fold: self.fold,
                frequency,
                start: 0.0,
                step: self.stretch.recip(),
                shift,
                phase: phase.unwrap_or(Phase::Sine),
                amplitude,
                position,
                angle,
                storage,
                twist: if phase.is_none() { Twist::Angle } else { Twist::None },
            });
        }
        let frequency = frequency / self.stretch;
        let shift = DoubleDouble::from(shift);
        match (self.fold, phase) {
            (Fold::Straight, Some(phase)) => ColumnLaw::Wave {
                frequency,
                shift,
                phase,
                amplitude,
            },
            (fold, phase) => ColumnLaw::Folded(Folded {
                fold,
                frequency,
                shift,
                phase,
                amplitude,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Scheme;

    fn counts(spec: &Spec) -> [usize; 3] {
        Pairs::new(spec).map_or([0; 3], |pairs| pairs.counts())
    }

    fn spec(d_model: usize, base: f64, rope: Rope) -> Spec {
        Spec {
            scheme: Scheme::Rope,
            d_model,
            base,
            max_len: 131_072,
            rope,
            ..Spec::default()
        }
    }

    #[test]
    fn llama_3_1_keeps_29_pairs_mixes_6_and_divides_29() {
        let rope = Rope {
            scaling: Scaling::Llama3,
            factor: 8.0,
            original_len: 8192,
            ..Rope::default()
        };
        assert_eq!(counts(&spec(128, 5e5, rope)), [29, 6, 29]);
    }

    #[test]
    fn ntk_keeps_the_fastest_pair_and_divides_the_slowest() {
        let rope = Rope {
            scaling: Scaling::Ntk,
            ..Rope::default()
        };
        let spec = spec(128, 1e4, rope);
        assert_eq!(counts(&spec), [1, 62, 1]);
    }

    #[test]
    fn settings_that_contradict_each_other_are_refused() {
        let rope = |change: fn(&mut Rope)| {
            let mut rope = Rope::default();
            change(&mut rope);
            Pairs::new(&spec(8, 1e4, rope)).map(|_| ())
        };
        let three = rope(|rope| (rope.scaling, rope.long_factors) = (Scaling::LongRope, vec![1.0; 3]));
        assert_eq!(three, Err(SpecError::Factors { given: 3, pairs: 4 }));
        assert!(rope(|rope| (rope.scaling, rope.beta_fast) = (Scaling::Yarn, 1.0)).is_err());
        assert!(rope(|rope| (rope.scaling, rope.low_freq_factor) = (Scaling::Llama3, 4.0)).is_err());
        assert!(rope(|rope| (rope.scaling, rope.long_factors) = (Scaling::LongRope, vec![2.0; 4])).is_ok());
    }
}

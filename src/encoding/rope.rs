//! RoPE: query and key are rotated by an angle that grows with the position.
//!
//! ```text
//! theta(m, k) = m w_k,   w_k = base^(-2k/d)       for each pair k of the d dimensions that turn
//! (x, y) -> (x cos theta - y sin theta, x sin theta + y cos theta)
//! ```
//!
//! so that the dot product of a query at m and a key at n depends on m - n alone. The two numbers
//! of pair k are dimensions k and k + d/2 (half-split) or 2k and 2k + 1 (interleaved). The tables
//! have one column per dimension, so each angle stands in two of them; dimensions that do not
//! rotate have the angle 0.
//!
//! Su et al. 2021 (arXiv:2104.09864). `scaling` has the ways of slowing frequencies down for longer contexts.

use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::folded::Folded;
use super::precision::{RoundedWave, Twist};
use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::spec::at_least;

pub use super::scaling::{Pairs, Scaling, Treatment, pairs};
use super::{ColumnLaw, DoubleDouble, Phase, Precision, Spec, SpecError, Wave, float};

/// The settings of RoPE.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rope {
    /// The table that is shown.
    pub part: RopePart,
    /// Which dimensions form a pair.
    pub pairing: Pairing,
    /// How query and key are rotated: by the pairing of the table or, by mistake, by the other one.
    pub applied: Applied,
    /// The number of dimensions that rotate; 0 for all of them.
    pub rotary_dims: usize,
    /// How frequencies are slowed down for longer contexts.
    pub scaling: Scaling,
    /// The factor s of the scalings.
    pub factor: f64,
    /// The trained length, L0 in the scalings.
    pub original_len: usize,
    /// YaRN: pairs that turn at least this often within L0 are kept.
    pub beta_fast: f64,
    /// YaRN: pairs that turn at most this often within L0 are divided.
    pub beta_slow: f64,
    /// Llama 3: wavelengths above L0 over this factor are divided.
    pub low_freq_factor: f64,
    /// Llama 3: wavelengths below L0 over this factor are kept.
    pub high_freq_factor: f64,
    /// LongRoPE: the divisor of each pair's frequency; an empty list stands for 1 in every pair.
    pub long_factors: Vec<f64>,
    /// The type in which positions are held.
    pub position_precision: Precision,
    /// The type in which angles are computed.
    pub angle_precision: Precision,
    /// The type in which the table is stored.
    pub storage_precision: Precision,
    /// Whether the key has the same numbers as the query.
    pub content: Content,
    /// The seed with which query and key are drawn.
    pub seed: usize,
}

impl Default for Rope {
    fn default() -> Self {
        Self {
            part: RopePart::Cos,
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
    pub enum RopePart {
        /// The cosines.
        Cos = "cos",
        /// The sines.
        Sin = "sin",
        /// The angles, in radians.
        Angle = "angle",
    }
}

one_of! {
    /// Which dimensions form a pair.
    pub enum Pairing {
        /// k and k + d/2: GPT-NeoX, LLaMA in transformers.
        HalfSplit = "half-split",
        /// 2k and 2k + 1: GPT-J, the original LLaMA.
        Interleaved = "interleaved",
    }
}

one_of! {
    /// How query and key are rotated with the table.
    pub enum Applied {
        /// By the pairing that the table was made for.
        AsMade = "as-made",
        /// By the other pairing, a mistake.
        OtherPairing = "other-pairing",
    }
}

one_of! {
    /// The content of a query and a key before rotation.
    pub enum Content {
        /// The same drawn numbers in both, so that they match without positions.
        Same = "same",
        /// Drawn numbers of their own for each.
        Drawn = "drawn",
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let Spec {
        rope, beyond, max_len, ..
    } = spec;
    let scaling = rope.scaling;
    let is_scaled = scaling != Scaling::None;
    let mut settings = vec![
        Setting::choice("part", &mut rope.part),
        Setting::choice("pairing", &mut rope.pairing),
        Setting::whole("rotary_dims", &mut rope.rotary_dims, 0, 16_384),
        Setting::choice("scaling", &mut rope.scaling),
        Setting::number("scaling_factor", &mut rope.factor, 1.0, 1e4).when(is_scaled),
        Setting::whole("original_len", &mut rope.original_len, 2, 1_048_576).when(scaling.has_length()),
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
    settings.extend(beyond.settings(*max_len));
    settings
}

/// Returns the pair of a dimension; `None` if the dimension does not rotate.
pub fn pair_of(pairing: Pairing, pairs: usize, dimension: usize) -> Option<usize> {
    (dimension < 2 * pairs).then(|| match pairing {
        Pairing::HalfSplit => dimension % pairs,
        Pairing::Interleaved => dimension / 2,
    })
}

/// Returns the frequency of each pair in radians per position, after the scaling and slowed down if
/// positions are squeezed.
///
/// # Errors
/// [`SpecError`]: settings of a scaling that contradict each other.
pub fn frequencies(spec: &Spec) -> Result<Vec<DoubleDouble>, SpecError> {
    let share = Turn::new(spec)?.share;
    Ok(Pairs::new(spec)?.frequencies.into_iter().map(|w| w * share).collect())
}

/// Returns the sine and the cosine of each pair's angle as functions of the position, with
/// positions and angles as they are held, but without the amplitude and the rounding of storage.
///
/// # Errors
/// [`SpecError`]: settings of a scaling that contradict each other.
pub fn turns(spec: &Spec) -> Result<Vec<[ColumnLaw; 2]>, SpecError> {
    let (pairs, turn) = (Pairs::new(spec)?, Turn::new(spec)?.without_storage());
    let law = |w, phase| turn.law(w, Some(phase), 1.0.into(), 0.0);
    let both = |&w: &DoubleDouble| [Phase::Sine, Phase::Cosine].map(|phase| law(w, phase));
    Ok(pairs.frequencies.iter().map(both).collect())
}

/// Returns the columns of the table.
pub(super) fn lower(spec: &Spec) -> Result<Lowered, SpecError> {
    let (dims, d_model) = (spec.rope.rotary_dims, spec.d_model);
    at_least(2, spec)?;
    if dims > d_model || dims % 2 == 1 {
        return Err(SpecError::RotaryDims { dims, d_model });
    }
    let turning = Pairs::new(spec)?;
    let turn = Turn::new(spec)?;
    let (phase, amplitude) = match spec.rope.part {
        RopePart::Cos => (Some(Phase::Cosine), turning.amplitude),
        RopePart::Sin => (Some(Phase::Sine), turning.amplitude),
        RopePart::Angle => (None, DoubleDouble::from(1.0)),
    };
    let column = |dimension: usize| match (pair_of(spec.rope.pairing, turning.frequencies.len(), dimension), phase) {
        (Some(pair), _) => turn.law(turning.frequencies[pair], phase, amplitude, 0.0),
        // The cosine of the angle 0, without the amplitude of the other columns.
        (None, Some(Phase::Cosine)) => ColumnLaw::Wave(Wave::new(DoubleDouble::from(0.0), Phase::Cosine)),
        (None, _) => ColumnLaw::Zero,
    };
    let columns: Vec<ColumnLaw> = (0..spec.d_model).map(column).collect();
    let last = float(spec.max_len - 1);
    let bounds = match phase {
        Some(_) => (-amplitude.high, amplitude.high),
        // LongRoPE may have made any pair the fastest.
        None => {
            let angles = turning.frequencies.iter().map(|w| last * w.high);
            // An angle that overflows its type does not count towards the range.
            let rounded = columns.iter().map(|law| law.at(last)).filter(|angle| angle.is_finite());
            (0.0, rounded.chain(angles).fold(0.0, f64::max))
        }
    };
    let rope = &spec.rope;
    Ok(Lowered {
        original_len: rope.scaling.has_length().then_some(rope.original_len),
        ..Lowered::new(columns, bounds)
    })
}

/// How positions turn: as they are, squeezed, or starting over.
pub(super) struct Turn {
    /// The factor by which positions are multiplied.
    share: DoubleDouble,
    fold: Fold,
    /// The precisions of positions, angles and values.
    precisions: [Precision; 3],
}

impl Turn {
    pub fn new(spec: &Spec) -> Result<Self, SpecError> {
        let (share, fold) = spec.beyond.positions(spec.max_len)?;
        let rope = &spec.rope;
        Ok(Self {
            share,
            fold,
            precisions: [rope.position_precision, rope.angle_precision, rope.storage_precision],
        })
    }

    /// Whether the angle grows evenly with the position.
    pub fn is_even(&self) -> bool {
        self.fold == Fold::Straight && self.precisions[..2] == [Precision::F64; 2]
    }

    /// Returns the turn with positions and angles as they are held, but exact values: the rounding
    /// of stored tables does not carry over to sums of their values.
    pub fn without_storage(mut self) -> Self {
        self.precisions[2] = Precision::F64;
        self
    }

    /// Returns a wave of the angle, starting from a shift, or, without a phase, the angle itself.
    pub fn law(&self, frequency: DoubleDouble, phase: Option<Phase>, amplitude: DoubleDouble, shift: f64) -> ColumnLaw {
        if self.precisions != [Precision::F64; 3] {
            let [position, angle, storage] = self.precisions;
            return ColumnLaw::Rounded(RoundedWave {
                fold: self.fold,
                frequency,
                start: 0.0,
                step: self.share.high,
                shift,
                phase: phase.unwrap_or(Phase::Sine),
                amplitude: amplitude.high,
                position,
                angle,
                storage,
                twist: if phase.is_none() { Twist::Angle } else { Twist::None },
            });
        }
        ColumnLaw::from(Folded {
            fold: self.fold,
            frequency: frequency * self.share,
            shift: DoubleDouble::from(shift),
            phase,
            amplitude,
        })
    }
}

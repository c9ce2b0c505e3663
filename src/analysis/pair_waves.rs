//! The wavelengths of the pairs, before and after they are stretched for longer texts.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use super::wavelength;
use crate::encoding::rope::{Pairing, Pairs, Rope, Scaling, Treatment};
use crate::encoding::{DoubleDouble, Encoding, Scheme, Spec, Strategy, float};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS};

/// A pair of columns that rotate together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairWave {
    /// The pair's band in the table.
    pub band: usize,
    /// The wavelength in positions, as the base alone gives it.
    pub before: f64,
    /// The wavelength in the table.
    pub after: f64,
    /// What a scaling of RoPE does to the pair; `None` without a scaling.
    pub treatment: Option<Treatment>,
}

/// Returns the pairs of a RoPE, or the bands of any other table that are waves; empty if there are none.
///
/// ```
/// use poscope::analysis::pair_waves;
/// use poscope::encoding::{Encoding, Spec};
/// let waves = pair_waves(&Encoding::new(Spec { d_model: 4, ..Spec::default() })?);
/// assert_eq!(waves.len(), 2);
/// assert_eq!((waves[1].before.round(), waves[1].after.round()), (628.0, 628.0)); // 200 pi
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn pair_waves(encoding: &Encoding) -> Vec<PairWave> {
    if encoding.spec().scheme == Scheme::Rope {
        return turning(encoding);
    }
    let wave = |band| {
        let length = wavelength(encoding, band)?;
        Some(PairWave {
            band,
            before: length,
            after: length,
            treatment: None,
        })
    };
    (0..encoding.bands().len()).filter_map(wave).collect()
}

fn turning(encoding: &Encoding) -> Vec<PairWave> {
    let spec = encoding.spec();
    let unscaled = Spec {
        rope: Rope {
            scaling: Scaling::None,
            ..spec.rope.clone()
        },
        ..spec.clone()
    };
    // The encoding has been checked, so neither fails.
    let (Ok(before), Ok(after)) = (Pairs::new(&unscaled), Pairs::new(spec)) else {
        return Vec::new();
    };
    // Interpolation slows all pairs alike, whatever the scaling did.
    let stretch = match spec.beyond.strategy {
        Strategy::Interpolate => spec.beyond.stretch(spec.max_len),
        _ => 1.0,
    };
    let is_scaled = spec.rope.scaling != Scaling::None;
    let length = |frequency: DoubleDouble| TAU / frequency.high;
    let pairs = before.frequencies.iter().zip(&after.frequencies).zip(&after.treatments);
    pairs
        .enumerate()
        .map(|(pair, ((&before, &after), &treatment))| PairWave {
            band: encoding.band_of(match spec.rope.pairing {
                Pairing::HalfSplit => pair,
                Pairing::Interleaved => 2 * pair,
            }),
            before: length(before),
            after: length(after) * stretch,
            treatment: is_scaled.then_some(treatment),
        })
        .collect()
}

/// The query for [`pair_waves`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairWaves {
    /// The encoding.
    pub encoding: Encoding,
}

impl Query for PairWaves {
    const NAME: &'static str = "pair_waves";
    type Answer = Vec<PairWave>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        WAVE_MS * float(self.encoding.d_model())
    }

    fn answer(&self, _: Option<Last<'_, Self>>, _: &Cancel) -> Result<Vec<PairWave>, ReduceError> {
        Ok(pair_waves(&self.encoding))
    }
}

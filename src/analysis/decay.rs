//! How a rotation weighs the distance between two positions: the mean cosine by offset, and RoFormer's
//! bound for scores.
//!
//! ```text
//! mean(m)  = (1/h) sum over i of cos(m w_i)          h pairs, w_i the frequency of pair i
//! bound(m) = (1/h) sum over j = 1..h of |S_j(m)|     S_j(m) = sum over i < j of e^(i m w_i)
//! ```
//!
//! The mean is the expected score of a query with a key of the same content, `offset` positions back,
//! relative to that at offset 0 (Men et al. 2024, arXiv:2405.14591, theorem 1). The bound is the factor
//! that bounds the largest score by Abel summation (Su et al. 2021, arXiv:2104.09864, section 3.4.3 and
//! figure 2); at offset 0 it is (h + 1)/2.
//!
//! Frequencies are those after the scaling, lowered if positions are squeezed. The factor of a scaling
//! on cos and sin, restarted positions and rounding are left out: with the last two the score is not a
//! function of the offset alone.

use std::sync::Arc;

use multiversion::multiversion;
use num_complex::Complex64;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::difference::COMPARED_CELLS_LIMIT;
use crate::encoding::rope::frequencies;
use crate::encoding::{DoubleDouble, Encoding, Phase, Scheme, Wave};
use crate::encoding::{cells_of, float};
use crate::field::{Cancel, Last, Query, ReduceError, wave_sums, wave_sums_cost_ms};

/// Offsets computed side by side.
const LANES: usize = 8;

/// Groups of such offsets that share an anchor.
const GROUPS: usize = 8;

/// Anchors that share the data of a chunk of pairs while it is in cache.
const ANCHORS: usize = 16;

/// Pairs in a chunk.
const CHUNK: usize = 512;

/// Estimated time of the bound for one pair at one offset, in milliseconds.
const BOUND_MS: f64 = 2e-6;

/// The decay of a rotation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decayed {
    /// The mean cosine over the pairs at offsets 0, 1, ...
    pub means: Arc<[f64]>,
    /// RoFormer's bound at the same offsets.
    pub bounds: Arc<[f64]>,
    /// The first offset at which the mean is 0 or below. Beyond it the mean may be above 0 again.
    pub first_zero: Option<usize>,
}

/// Returns the decay of a rotation at every offset from 0 to `max_len - 1`; empty for any other scheme,
/// and if no pair rotates.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] for more pairs times offsets
/// than [`COMPARED_CELLS_LIMIT`].
///
/// ```
/// use poscope::analysis::decay;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let rope = Encoding::new(Spec { scheme: Scheme::Rope, d_model: 2, max_len: 4, ..Spec::default() })?;
/// let decayed = decay(&rope, &Default::default())?;
/// assert_eq!(decayed.means[1], 1f64.cos()); // one pair, one radian per position
/// assert_eq!(decayed.first_zero, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decay(encoding: &Encoding, cancel: &Cancel) -> Result<Decayed, ReduceError> {
    let turning = frequencies(encoding.spec()).unwrap_or_default(); // an encoding has been checked
    let is_rotation = encoding.spec().scheme == Scheme::Rope && !turning.is_empty();
    let length = if is_rotation { encoding.max_len() } else { 0 };
    let (cells, limit) = (cells_of(turning.len(), length), COMPARED_CELLS_LIMIT);
    if cells > limit {
        return Err(ReduceError::NoClosedForm { cells, limit });
    }
    let waves: Vec<Wave> = turning.iter().map(|w| Wave::new(*w, Phase::Cosine)).collect();
    let pairs = float(turning.len());
    // All the work is announced first, so that progress only rises.
    cancel.expect(length.div_ceil(BLOCK * ANCHORS));
    let sums = wave_sums(&waves, length, cancel)?;
    let means: Arc<[f64]> = sums.into_iter().map(|sum| sum / pairs).collect();
    let lengths = partial_lengths(&turning, length, cancel)?;
    Ok(Decayed {
        first_zero: means.iter().position(|mean| *mean <= 0.0),
        bounds: lengths.into_iter().map(|sum| sum / pairs).collect(),
        means,
    })
}

/// Offsets in a block.
const BLOCK: usize = LANES * GROUPS;

/// The real and the imaginary parts of a number at the offsets of a group.
type ComplexParts = [[f64; LANES]; 2];

/// Running sums at each offset of a group: of the numbers e^(i m w), and of the magnitudes of those sums.
#[derive(Clone, Copy, Default)]
struct Partial {
    sums: ComplexParts,
    lengths: [f64; LANES],
}

/// Returns the sum over j of the magnitudes of S_j(m), for each m from 0 to `length - 1`.
///
/// m is an anchor plus an offset, so each number costs one complex product. A magnitude has no closed
/// form, so all h of them are added up at each offset.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised.
fn partial_lengths(frequencies: &[DoubleDouble], length: usize, cancel: &Cancel) -> Result<Vec<f64>, ReduceError> {
    let offsets: Vec<Vec<ComplexParts>> = (0..GROUPS)
        .into_par_iter()
        .map(|group| {
            let parts = |w: &DoubleDouble| {
                let turned: [(f64, f64); LANES] = std::array::from_fn(|lane| w.sin_cos_at(float(group * LANES + lane)));
                [turned.map(|(_, cos)| cos), turned.map(|(sin, _)| sin)]
            };
            frequencies.iter().map(parts).collect()
        })
        .collect();
    let mut lengths = vec![0.0; length];
    let blocks = lengths.par_chunks_mut(BLOCK * ANCHORS).enumerate();
    blocks.try_for_each(|(block, out)| {
        let mut partial = [[Partial::default(); GROUPS]; ANCHORS];
        for start in (0..frequencies.len()).step_by(CHUNK) {
            cancel.check()?;
            let pairs = start..frequencies.len().min(start + CHUNK);
            for (anchor, partial) in partial.iter_mut().enumerate().take(out.len().div_ceil(BLOCK)) {
                let position = float((block * ANCHORS + anchor) * BLOCK);
                let turned = frequencies[pairs.clone()].iter().map(|w| w.sin_cos_at(position));
                let anchors: Vec<Complex64> = turned.map(|(sin, cos)| Complex64::new(cos, sin)).collect();
                for (partial, offsets) in partial.iter_mut().zip(&offsets) {
                    add(&anchors, &offsets[pairs.clone()], partial);
                }
            }
        }
        let found = partial.iter().flatten().flat_map(|partial| partial.lengths);
        out.iter_mut().zip(found).for_each(|(out, found)| *out = found);
        cancel.advance();
        Ok(())
    })?;
    Ok(lengths)
}

/// Adds further pairs, whose numbers are those at an anchor times those at the offsets.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
fn add(anchors: &[Complex64], offsets: &[ComplexParts], partial: &mut Partial) {
    let Partial {
        sums: [mut re, mut im],
        mut lengths,
    } = *partial;
    for (anchor, [cos, sin]) in anchors.iter().zip(offsets) {
        for lane in 0..LANES {
            re[lane] += anchor.re * cos[lane] - anchor.im * sin[lane];
            im[lane] += anchor.re * sin[lane] + anchor.im * cos[lane];
            lengths[lane] += (re[lane] * re[lane] + im[lane] * im[lane]).sqrt();
        }
    }
    *partial = Partial {
        sums: [re, im],
        lengths,
    };
}

/// The query for [`decay`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decay {
    /// The rotation.
    pub encoding: Encoding,
}

impl Query for Decay {
    const NAME: &'static str = "decay";
    type Answer = Decayed;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        let (pairs, length) = (self.encoding.d_model() / 2, self.encoding.max_len());
        BOUND_MS * float(pairs) * float(length) + wave_sums_cost_ms(pairs, length)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Decayed, ReduceError> {
        decay(&self.encoding, cancel)
    }
}

//! How a rotation weighs the distance of two positions: the mean cosine by offset, and the bound
//! that RoFormer gives for scores.
//!
//! ```text
//! mean(m)  = (1/h) sum over i of cos(m w_i)          h pairs, w_i the frequency of pair i
//! bound(m) = (1/h) sum over j = 1..h of |S_j(m)|     S_j(m) = sum over i < j of e^(i m w_i)
//! ```
//!
//! The mean is the expected score of a query with a key that is the same vector, `offset` positions
//! back, as a share of that at offset 0 (Men et al. 2024, arXiv:2405.14591, theorem 1). The bound is
//! what the largest score falls with by Abel summation (Su et al. 2021, arXiv:2104.09864, section
//! 3.4.3 and figure 2); at offset 0 it is (h + 1)/2.
//!
//! Frequencies are those after the scaling, slowed where positions are squeezed. What a scaling
//! multiplies cos and sin by, positions that start over and rounding are left out: with these the
//! score is no such function of the offset.

use std::sync::Arc;

use num_complex::Complex64;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::encoding::float;
use crate::encoding::rope::frequencies;
use crate::encoding::{DoubleDouble, Encoding, Scheme};
use crate::field::{Cancel, Last, Query, ReduceError};

/// Offsets that share an anchor.
const BLOCK: usize = 64;

/// An estimate of the time for one pair at one offset, in milliseconds.
pub(super) const TURN_MS: f64 = 5e-6;

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

/// Returns the decay of a rotation at every offset from 0 to `max_len - 1`; empty for another scheme,
/// and where no pair turns.
///
/// # Errors
/// [`ReduceError::Cancelled`] when the flag was raised.
///
/// ```
/// use poscope::analysis::decay;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let rope = Encoding::new(Spec { scheme: Scheme::Rope, d_model: 2, max_len: 4, ..Spec::default() })?;
/// let decayed = decay(&rope, &Default::default())?;
/// assert_eq!(decayed.means[1], 1f64.cos()); // one pair, one radian a position
/// assert_eq!(decayed.first_zero, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decay(encoding: &Encoding, cancel: &Cancel) -> Result<Decayed, ReduceError> {
    let turning = frequencies(encoding.spec()).unwrap_or_default(); // an encoding was checked
    let is_rotation = encoding.spec().scheme == Scheme::Rope && !turning.is_empty();
    let length = if is_rotation { encoding.max_len() } else { 0 };
    let values = turned(&turning, length, cancel, |turned| {
        let mut sum = Complex64::default();
        let mut lengths = 0.0;
        for number in turned {
            sum += number;
            lengths += sum.norm_sqr().sqrt();
        }
        [sum.re, lengths].map(|sum| sum / float(turned.len()))
    })?;
    let means: Arc<[f64]> = values.iter().map(|[mean, _]| *mean).collect();
    Ok(Decayed {
        first_zero: means.iter().position(|mean| *mean <= 0.0),
        bounds: values.iter().map(|[_, bound]| *bound).collect(),
        means,
    })
}

/// Returns a value of `e^(i w p)`, one number per frequency w, for each p from 0 to `length - 1`.
///
/// p is an anchor, every 64th position, plus an offset, so that one product makes a number; it is
/// right to a few units in the last place, and exact where w is 0.
///
/// # Errors
/// [`ReduceError::Cancelled`] when the flag was raised.
pub(super) fn turned<T: Copy + Default + Send>(
    frequencies: &[DoubleDouble],
    length: usize,
    cancel: &Cancel,
    value: impl Fn(&[Complex64]) -> T + Sync,
) -> Result<Vec<T>, ReduceError> {
    let at = |position: usize| -> Vec<Complex64> {
        let turned = frequencies.iter().map(|w| w.sin_cos_at(float(position)));
        turned.map(|(sin, cos)| Complex64::new(cos, sin)).collect()
    };
    let offsets: Vec<Vec<Complex64>> = (0..BLOCK.min(length)).map(at).collect();
    let mut values = vec![T::default(); length];
    cancel.expect(length.div_ceil(BLOCK));
    let blocks = values.par_chunks_mut(BLOCK).enumerate();
    blocks.try_for_each(|(block, values)| {
        cancel.check()?;
        let anchor = at(block * BLOCK);
        let mut numbers = anchor.clone();
        for (out, offset) in values.iter_mut().zip(&offsets) {
            for ((number, anchor), offset) in numbers.iter_mut().zip(&anchor).zip(offset) {
                *number = anchor * offset;
            }
            *out = value(&numbers);
        }
        cancel.advance();
        Ok(())
    })?;
    Ok(values)
}

/// Asks for [`decay`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decay {
    /// Whose.
    pub encoding: Encoding,
}

impl Query for Decay {
    const NAME: &'static str = "decay";
    type Answer = Decayed;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        TURN_MS * float(self.encoding.d_model() / 2) * float(self.encoding.max_len())
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Decayed, ReduceError> {
        decay(&self.encoding, cancel)
    }
}

//! The score of two words that keep their distance while the whole sentence moves.
//!
//! Query and key are words x and y at positions q and k, moved together by s; projections are the identity:
//!
//! ```text
//! added      (x + PE(q+s)) . (y + PE(k+s)) / sqrt(d)
//!            = (x.y + x.PE(k+s) + PE(q+s).y + PE(q+s).PE(k+s)) / sqrt(d)
//! rotated    R(q+s) x . R(k+s) y / sqrt(d)
//! biased     x.y / sqrt(d) - |q - k| / 2
//! ```
//!
//! Of the four terms of the first line only the two in the middle change with s if PE is sinusoidal, and they are what
//! Transformer-XL and DeBERTa replace. The bias is ALiBi's for a slope of 1/2.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::encoding::rope::{Rope, RopePart};
use crate::encoding::{Encoding, Scheme, Spec, SpecError, cells_of, float, normal};
use crate::field::{Cancel, Last, Query, ReduceError};

/// The most values of tables that are read.
const CELLS_LIMIT: u64 = 1 << 26;

/// Estimated time per value, in milliseconds.
const CELL_MS: f64 = 1e-4;

/// ALiBi's slope, the steepest of 8 heads.
const SLOPE: f64 = 0.5;

/// Scores by shift.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shifted {
    /// The four terms of added positions: word and word, word and position, position and word, position and position.
    pub terms: [Arc<[f64]>; 4],
    /// Their sum.
    pub added: Arc<[f64]>,
    /// The score of a rotated query and key.
    pub rotated: Arc<[f64]>,
    /// The score with ALiBi's bias.
    pub biased: Arc<[f64]>,
}

/// The query for the scores of two words at every shift of their sentence within the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShiftedScores {
    /// The table that is added.
    pub encoding: Encoding,
    /// The positions of the query and of the key.
    pub places: [usize; 2],
    /// The seed of two random words; `None` for two words of ones.
    pub seed: Option<u64>,
}

impl ShiftedScores {
    /// Returns the number of shifts, from 0, at which both words are within the table.
    pub fn shifts(&self) -> usize {
        let last = self.places[0].max(self.places[1]);
        self.encoding.end().saturating_sub(last)
    }

    /// Returns the word of the query and that of the key.
    fn words(&self) -> [Vec<f64>; 2] {
        let width = self.encoding.d_model();
        [0, 1].map(|which| match self.seed {
            None => vec![1.0; width],
            Some(seed) => (0..width as u64).map(|place| normal(2 * seed + which, place)).collect(),
        })
    }

    /// Returns the table of angles by which query and key are rotated: RoPE's of this width and base. The last
    /// dimension of an odd width does not rotate.
    fn angles(&self) -> Result<Encoding, SpecError> {
        let spec = self.encoding.spec();
        Encoding::new(Spec {
            scheme: Scheme::Rope,
            d_model: spec.d_model.max(2),
            max_len: spec.max_len,
            base: spec.base,
            rope: Rope {
                part: RopePart::Angle,
                ..Rope::default()
            },
            ..Spec::default()
        })
    }
}

impl Query for ShiftedScores {
    const NAME: &'static str = "shifted_scores";
    type Answer = Shifted;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        CELL_MS * 4.0 * float(self.shifts()) * float(self.encoding.d_model())
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Shifted, ReduceError> {
        let (width, [query, key]) = (self.encoding.d_model(), self.places);
        let cells = cells_of(self.shifts(), 4 * width);
        if cells > CELLS_LIMIT {
            return Err(ReduceError::NoClosedForm {
                cells,
                limit: CELLS_LIMIT,
            });
        }
        let [x, y] = self.words();
        let scale = float(width).sqrt();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / scale;
        let row = |position: usize| -> Vec<f64> {
            let value = |column| self.encoding.value(position, column).unwrap_or(f64::NAN);
            (0..width).map(value).collect()
        };
        // A width of which RoPE cannot be made has no rotated score.
        let angles = self.angles().ok().filter(|angles| angles.d_model() == width);
        let mut terms: [Vec<f64>; 4] = Default::default();
        let (mut added, mut rotated) = (Vec::new(), Vec::new());
        for shift in 0..self.shifts() {
            cancel.check()?;
            let (at_query, at_key) = (row(query + shift), row(key + shift));
            let found = [
                dot(&x, &y),
                dot(&x, &at_key),
                dot(&at_query, &y),
                dot(&at_query, &at_key),
            ];
            added.push(found.iter().sum());
            terms.iter_mut().zip(found).for_each(|(term, value)| term.push(value));
            let turn = |word: &[f64], position: usize| angles.as_ref().map(|angles| rotate(word, angles, position));
            let score = turn(&x, query + shift).zip(turn(&y, key + shift));
            rotated.push(score.map_or(f64::NAN, |(query, key)| dot(&query, &key)));
        }
        let bias = -SLOPE * float(query.abs_diff(key));
        let biased = terms[0].iter().map(|term| term + bias).collect();
        Ok(Shifted {
            terms: terms.map(Into::into),
            added: added.into(),
            rotated: rotated.into(),
            biased,
        })
    }
}

/// Returns a word rotated by the angles of a position: dimensions k and k + d/2 are a pair.
fn rotate(word: &[f64], angles: &Encoding, position: usize) -> Vec<f64> {
    let half = word.len() / 2;
    let mut rotated = word.to_vec();
    for first in 0..half {
        let (sin, cos) = angles.value(position, first).unwrap_or(0.0).sin_cos();
        let (a, b) = (word[first], word[first + half]);
        (rotated[first], rotated[first + half]) = (a * cos - b * sin, a * sin + b * cos);
    }
    rotated
}

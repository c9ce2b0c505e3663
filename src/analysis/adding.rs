//! What is left of a word once the code of its position is added to it, and what that does to attention.
//!
//! A word is a vector of d numbers of a normal distribution with standard deviation s; P = |PE(p)|^2 and A = d s^2:
//!
//! ```text
//! mean cosine of w + PE(p) and w     sqrt(A / (A + P)) = 1 / sqrt(1 + P / (d s^2))
//! its spread for a single word       mean P sqrt(s^2 P + d s^4 / 2) / (A (A + P))
//! ```
//!
//! Both are the first terms of an expansion in 1/d: the part of w along PE(p) and |w|^2 are uncorrelated, with standard
//! deviations s and s^2 sqrt(2 d). The mean of many drawn words is within 1/d of the closed form.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::three_ways::encodings;
use crate::encoding::{Encoding, Spec, float, normal};
use crate::field::{Cancel, Last, Query, ReduceError, norm};

/// The words in the sentences whose attention is measured.
pub const WORDS: usize = 20;

/// The width of their vectors, and of query and key.
pub const WIDTH: usize = 64;

/// The sentences, each with words and projections of its own.
pub const SENTENCES: usize = 100;

/// Estimated time of the sentences of one scheme, in milliseconds.
const SENTENCES_MS: f64 = 60.0;

/// Estimated time of a row, in milliseconds.
const ROW_MS: f64 = 2e-4;

/// Returns the mean cosine of a word and its sum with a code of this squared length, and the standard deviation of that
/// cosine for a single word. The word has `width` numbers of standard deviation `deviation`.
///
/// ```
/// use poscope::analysis::kept_of_word;
/// // The index at position 10, in each of 512 dimensions.
/// let (mean, spread) = kept_of_word(512.0 * 100.0, 512, 1.0);
/// assert!((mean - 1.0 / 101f64.sqrt()).abs() < 1e-12 && (spread - 0.044).abs() < 5e-4);
/// ```
pub fn kept_of_word(square: f64, width: usize, deviation: f64) -> (f64, f64) {
    let variance = deviation * deviation;
    let word = float(width) * variance;
    let mean = (word / (word + square)).sqrt();
    let varied = (variance * square + word * variance / 2.0).sqrt();
    (mean, mean * square * varied / (word * (word + square)))
}

/// What adding does in one scheme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Added {
    /// The table.
    pub encoding: Encoding,
    /// The mean cosine of the sum and the word at each position, NaN if the row is not finite.
    pub mean: Arc<[f64]>,
    /// The standard deviation of that cosine for a single word.
    pub spread: Arc<[f64]>,
    /// The largest attention weight of a word, the mean over all words of the sentences.
    pub largest_weight: f64,
}

/// What adding does, by scheme.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AddedWays {
    /// Index, normalized and sinusoidal; empty if one of them is refused.
    pub ways: Vec<Added>,
    /// The largest attention weight of a word without any code.
    pub bare_weight: f64,
}

/// The query for what adding does in the three schemes of the articles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adding {
    /// The specification whose size and settings the schemes share.
    pub spec: Spec,
    /// The standard deviation of the words.
    pub deviation: f64,
}

impl Query for Adding {
    const NAME: &'static str = "adding";
    type Answer = AddedWays;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        4.0 * SENTENCES_MS + 3.0 * ROW_MS * float(self.spec.max_len)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<AddedWays, ReduceError> {
        let Ok(ways) = encodings(&self.spec) else {
            return Ok(AddedWays::default());
        };
        let narrow = Spec {
            d_model: WIDTH,
            max_len: WORDS,
            ..self.spec.clone()
        };
        let narrow = encodings(&narrow).map_or_else(|_| Vec::new(), Vec::from);
        cancel.expect(ways.len() + 1);
        let mut added = Vec::new();
        for (encoding, narrow) in ways.into_iter().zip(narrow) {
            cancel.check()?;
            let rows = 0..encoding.max_len();
            let kept = rows.map(|row| {
                let square = norm(&encoding, float(row)).powi(2);
                kept_of_word(square, encoding.d_model(), self.deviation)
            });
            let (mean, spread): (Vec<f64>, Vec<f64>) = kept.unzip();
            added.push(Added {
                largest_weight: largest_weight(Some(&narrow), self.deviation, cancel)?,
                mean: mean.into(),
                spread: spread.into(),
                encoding,
            });
            cancel.advance();
        }
        Ok(AddedWays {
            ways: added,
            bare_weight: largest_weight(None, self.deviation, cancel)?,
        })
    }
}

/// Returns the largest attention weight of a word, the mean over the words of all sentences: words of this standard
/// deviation, query and key projections of standard deviation 1/sqrt(d), scores divided by sqrt(d).
///
/// # Errors
/// [`ReduceError::Cancelled`].
fn largest_weight(encoding: Option<&Encoding>, deviation: f64, cancel: &Cancel) -> Result<f64, ReduceError> {
    let scale = float(WIDTH).sqrt();
    let mut total = 0.0;
    for sentence in 0..SENTENCES as u64 {
        cancel.check()?;
        let drawn = |kind: u64, count: usize, deviation: f64| -> Vec<f64> {
            (0..count as u64)
                .map(|place| deviation * normal(3 * sentence + kind, place))
                .collect()
        };
        let mut words = drawn(0, WORDS * WIDTH, deviation);
        for (place, number) in words.iter_mut().enumerate() {
            let code = encoding.and_then(|encoding| encoding.value(place / WIDTH, place % WIDTH));
            *number += code.unwrap_or(0.0);
        }
        let [queries, keys] = [1, 2].map(|kind| projected(&words, &drawn(kind, WIDTH * WIDTH, 1.0 / scale)));
        for query in queries.chunks_exact(WIDTH) {
            let score = |key: &[f64]| dot(query, key) / scale;
            let scores: Vec<f64> = keys.chunks_exact(WIDTH).map(score).collect();
            let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights: f64 = scores.iter().map(|score| (score - highest).exp()).sum();
            total += 1.0 / weights;
        }
    }
    Ok(total / float(SENTENCES * WORDS))
}

/// Returns the rows of a matrix of this width times a square matrix.
fn projected(rows: &[f64], matrix: &[f64]) -> Vec<f64> {
    let project = |row: &[f64]| -> Vec<f64> { matrix.chunks_exact(WIDTH).map(|line| dot(row, line)).collect() };
    rows.chunks_exact(WIDTH).flat_map(project).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

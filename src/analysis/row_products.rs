//! The products of the rows of two tables, and the rows' lengths, at every position.
//!
//! ```text
//! cos(w p + s) cos(v p + t) = (cos((w - v) p + s - t) + cos((w + v) p + s + t)) / 2
//! ```
//!
//! so the product of two rows of waves is a sum of waves. In layouts with sines and cosines the second
//! terms cancel in pairs. If places start over, or are those of a grid, the sum over the columns of one
//! fold is computed once per place.

use std::collections::BTreeMap;
use std::ops::Range;

use num_complex::Complex64;

use crate::encoding::{ColumnLaw, DoubleDouble, Encoding, Fold, Folded, Norm, Phase, Wave, float, natural};
use crate::field::{Cancel, ReduceError, wave_sums};

/// The waves whose sum is the product of two rows, per fold of the positions.
pub(super) struct Products {
    folds: Vec<(Fold, WaveFactors)>,
    lengths: [Length; 2],
}

/// The complex factor of the waves of each frequency, keyed by the bits of the frequency.
type WaveFactors = BTreeMap<[u64; 2], Complex64>;

/// The squared length of the rows of a table: the pairs' part, and the wave without a partner.
struct Length {
    pairs: f64,
    lone: Option<Wave>,
    zeros: Range<usize>,
}

impl Length {
    fn new(encoding: &Encoding) -> Option<Self> {
        let lone = match encoding.norm() {
            Norm::Constant(_) => None,
            Norm::WithLoneWave(lone) => Some(lone),
            Norm::Bits | Norm::SameDirection | Norm::Any => return None,
        };
        let pairs = encoding.bands().iter().filter(|band| band.second.is_some());
        let squares = pairs.filter_map(|band| Some(encoding.columns()[band.first].amplitude()?.powi(2)));
        (encoding.end() == encoding.max_len()).then(|| Self {
            pairs: squares.sum(),
            lone,
            zeros: encoding.zero_rows(),
        })
    }

    fn squared(&self, position: usize) -> f64 {
        if self.zeros.contains(&position) {
            return 0.0;
        }
        self.pairs + self.lone.map_or(0.0, |lone| lone.at(float(position)).powi(2))
    }
}

impl Products {
    /// Returns the products of two tables of equal width; `None` if a column is not an exact wave, or
    /// two columns fold positions in different ways.
    pub fn new(a: &Encoding, b: &Encoding) -> Option<Self> {
        let mut folds: Vec<(Fold, WaveFactors)> = Vec::new();
        for (a, b) in a.columns().iter().zip(b.columns()) {
            if [a, b].contains(&&ColumnLaw::Zero) {
                continue;
            }
            let ((a, of_a), (b, of_b)) = (wave(a)?, wave(b)?);
            if of_a != of_b {
                return None;
            }
            let place = folds.iter().position(|(fold, _)| *fold == of_a);
            let place = place.unwrap_or_else(|| {
                folds.push((of_a, WaveFactors::new()));
                folds.len() - 1
            });
            add_product(&mut folds[place].1, a, b);
        }
        Some(Self {
            folds,
            lengths: [Length::new(a)?, Length::new(b)?],
        })
    }

    /// Returns the cosine of the angle between the rows at each position; NaN if either has no direction.
    pub fn cosines(&self, length: usize, cancel: &Cancel) -> Result<Vec<f64>, ReduceError> {
        let mut products = vec![0.0; length];
        for (fold, waves) in &self.folds {
            let place = |position: usize| natural(fold.place(float(position)));
            let places = (0..length).map(place).max().map_or(0, |last| last + 1);
            let sums = wave_sums(&cosines(waves), places, cancel)?;
            for (position, product) in products.iter_mut().enumerate() {
                *product += sums[place(position)];
            }
        }
        let cosine = |(position, product): (usize, f64)| {
            let [a, b] = self.lengths.each_ref().map(|length| length.squared(position));
            if a * b > 0.0 {
                (product / (a * b).sqrt()).clamp(-1.0, 1.0)
            } else {
                f64::NAN
            }
        };
        Ok(products.into_iter().enumerate().map(cosine).collect())
    }
}

/// Returns the wave of a column as a cosine over its places.
fn wave(law: &ColumnLaw) -> Option<(Wave, Fold)> {
    let folded = match *law {
        ColumnLaw::Wave(wave) => Folded::from(wave),
        ColumnLaw::Folded(folded) => folded,
        _ => return None,
    };
    let shift = match folded.phase? {
        Phase::Cosine => folded.shift,
        Phase::Sine => folded.shift - DoubleDouble::QUARTER_TURN,
    };
    let wave = Wave {
        frequency: folded.frequency,
        shift,
        phase: Phase::Cosine,
        amplitude: folded.amplitude,
    };
    Some((wave, folded.fold))
}

/// Adds the two waves of a product.
fn add_product(waves: &mut WaveFactors, a: Wave, b: Wave) {
    let amplitude = (a.amplitude * b.amplitude).high / 2.0;
    for (frequency, shift) in [
        (a.frequency - b.frequency, a.shift - b.shift),
        (a.frequency + b.frequency, a.shift + b.shift),
    ] {
        let (sin, cos) = shift.sin_cos_at(1.0);
        let bits = [frequency.high, frequency.low].map(f64::to_bits);
        *waves.entry(bits).or_default() += amplitude * Complex64::new(cos, sin);
    }
}

/// Returns the waves that do not cancel.
fn cosines(waves: &WaveFactors) -> Vec<Wave> {
    let largest = waves.values().map(|number| number.norm()).fold(0.0, f64::max);
    let left = waves.iter().filter(|(_, number)| number.norm() > 1e-15 * largest);
    let cosine = |(bits, number): (&[u64; 2], &Complex64)| {
        let [high, low] = bits.map(f64::from_bits);
        Wave {
            shift: number.arg().into(),
            amplitude: number.norm().into(),
            ..Wave::new(DoubleDouble { high, low }, Phase::Cosine)
        }
    };
    left.map(cosine).collect()
}

//! A query and a key of fixed content, rotated by RoPE at every position.
//!
//! For the numbers (x, y) of a pair, rotated by the angle theta,
//!
//! ```text
//! x cos theta - y sin theta = A cos(theta + phi)
//! y cos theta + x sin theta = A sin(theta + phi)      A = |(x, y)|, phi = atan2(y, x)
//! ```
//!
//! so each component is a wave over the positions, and the score of a query at m and a key at n is
//! a sum of products of waves. Positions and angles are rounded as the settings say; the rounding
//! of the stored table is left out.

use std::sync::Arc;

use super::drawn::normal;
use super::rope::{Applied, Content, Pairing, Pairs, Turn, pair_of};
use super::{ColumnLaw, DoubleDouble, Encoding, Phase, Scheme, Wave, float};

/// The components of a rotated query and a rotated key, for every position.
#[derive(Clone, Debug)]
pub struct Rotated {
    encoding: Encoding,
    queries: Arc<[ColumnLaw]>,
    keys: Arc<[ColumnLaw]>,
    largest: f64,
    by_offset: bool,
}

impl PartialEq for Rotated {
    /// Compares the encodings, from which everything else follows.
    fn eq(&self, other: &Self) -> bool {
        self.encoding == other.encoding
    }
}

impl Rotated {
    /// Rotates the query and the key of a RoPE; `None` for other schemes. The query is divided by
    /// sqrt(d), as attention divides its scores.
    pub fn new(encoding: &Encoding) -> Option<Self> {
        let spec = encoding.spec();
        if spec.scheme != Scheme::Rope {
            return None;
        }
        let (pairs, turn) = (Pairs::new(spec).ok()?, Turn::new(spec).ok()?.without_storage());
        let d = spec.d_model;
        let scale = float(d).sqrt().recip();
        let seed = spec.rope.seed as u64;
        let drawn = |from: usize| -> Vec<f64> { (from..from + d).map(|place| normal(seed, place as u64)).collect() };
        let query = drawn(0);
        let key = match spec.rope.content {
            Content::Same => query.clone(),
            Content::Drawn => drawn(d),
        };
        let length = |numbers: &[f64]| numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
        let applied = match (spec.rope.pairing, spec.rope.applied) {
            (pairing, Applied::AsMade) => pairing,
            (Pairing::HalfSplit, Applied::OtherPairing) => Pairing::Interleaved,
            (Pairing::Interleaved, Applied::OtherPairing) => Pairing::HalfSplit,
        };
        let turned = |numbers: &[f64], scale: f64| -> Arc<[ColumnLaw]> {
            let component = |dimension| component(dimension, numbers, spec.rope.pairing, applied, &pairs, &turn, scale);
            (0..d).map(component).collect()
        };
        // By the other pairing the two numbers of a pair turn by different angles, so each may
        // become as long as the pair.
        let grown = match spec.rope.applied {
            Applied::AsMade => 1.0,
            Applied::OtherPairing => 2.0,
        };
        Some(Self {
            queries: turned(&query, scale),
            keys: turned(&key, 1.0),
            largest: grown * scale * length(&query) * length(&key) * pairs.amplitude.high.powi(2).max(1.0),
            by_offset: spec.rope.applied == Applied::AsMade && turn.is_even(),
            encoding: encoding.clone(),
        })
    }

    /// Returns the encoding from which everything follows.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Returns the number of positions.
    pub fn max_len(&self) -> usize {
        self.encoding.max_len()
    }

    /// Returns the laws of the query's components, one per dimension.
    pub fn queries(&self) -> &[ColumnLaw] {
        &self.queries
    }

    /// Returns the laws of the key's components, one per dimension.
    pub fn keys(&self) -> &[ColumnLaw] {
        &self.keys
    }

    /// Returns a bound on the magnitude of every score (Cauchy-Schwarz).
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// Whether the score depends on the offset alone.
    pub fn is_function_of_offset(&self) -> bool {
        self.by_offset
    }

    /// Returns the waves of the offset m - n whose sum is the score, one per pair and one per
    /// dimension that does not rotate; `None` if the score is not a function of the offset.
    ///
    /// ```text
    /// A cos(m w + a) B cos(n w + b) + A sin(m w + a) B sin(n w + b) = A B cos((m - n) w + a - b)
    /// ```
    pub fn waves_of_offset(&self) -> Option<Vec<Wave>> {
        if !self.by_offset {
            return None;
        }
        let wave = |(query, key): (Wave, Wave)| Wave {
            shift: query.shift - key.shift,
            amplitude: query.amplitude * key.amplitude,
            ..query
        };
        let waves = |laws: &[ColumnLaw]| laws.iter().map(ColumnLaw::as_wave).collect::<Option<Vec<_>>>();
        let both = waves(&self.queries)?.into_iter().zip(waves(&self.keys)?);
        // Sines are the second components of pairs.
        let firsts = both.filter(|(query, _)| query.phase == Phase::Cosine);
        Some(firsts.map(wave).collect())
    }

    /// Returns the score of the query at position m and the key at position n.
    ///
    /// ```
    /// use poscope::encoding::{Encoding, Rotated, Scheme, Spec};
    /// let encoding = Encoding::new(Spec { scheme: Scheme::Rope, ..Spec::default() })?;
    /// let turned = Rotated::new(&encoding).expect("a RoPE");
    /// assert!((turned.score(40, 37) - turned.score(3, 0)).abs() < 1e-12);
    /// assert!(turned.score(7, 7) > turned.score(7, 5));
    /// # Ok::<(), poscope::encoding::SpecError>(())
    /// ```
    pub fn score(&self, m: usize, n: usize) -> f64 {
        let (m, n) = (float(m), float(n));
        let products = self
            .queries
            .iter()
            .zip(&*self.keys)
            .map(|(query, key)| query.at(m) * key.at(n));
        products.sum()
    }
}

/// Returns the law of one component of a rotated vector.
fn component(
    dimension: usize,
    numbers: &[f64],
    table: Pairing,
    applied: Pairing,
    pairs: &Pairs,
    turn: &Turn,
    scale: f64,
) -> ColumnLaw {
    let count = pairs.frequencies.len();
    // The angle is the one that the table has in this column.
    let (Some(in_table), Some(pair)) = (pair_of(table, count, dimension), pair_of(applied, count, dimension)) else {
        return ColumnLaw::Wave(Wave {
            amplitude: DoubleDouble::from(scale * numbers[dimension]),
            ..Wave::new(DoubleDouble::from(0.0), Phase::Cosine)
        });
    };
    let [first, second] = match applied {
        Pairing::HalfSplit => [pair, pair + count],
        Pairing::Interleaved => [2 * pair, 2 * pair + 1],
    };
    let (x, y) = (numbers[first], numbers[second]);
    let phase = if dimension == first { Phase::Cosine } else { Phase::Sine };
    let amplitude = pairs.amplitude * (scale * x.hypot(y));
    turn.law(pairs.frequencies[in_table], Some(phase), amplitude, y.atan2(x))
}

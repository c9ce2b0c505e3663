//! The normalised rows of a table, averaged over the nodes of an axis.
//!
//! ```text
//! u(p) = PE(p) / |PE(p)|
//! ```
//!
//! | table | a column of u |
//! |---|---|
//! | sines and cosines in pairs | the wave over the norm, which is constant |
//! | sines and cosines, one sine left over | below |
//! | all columns equal | 1 / sqrt(d), and 0 at position 0 |
//! | anything else | summed cell by cell |
//!
//! For odd d the squared norm is h + sin^2(v p), where h = (d - 1)/2 and v is the frequency of the
//! sine that is left over. Its inverse root is an even function of 2 v p, and the terms of its
//! Fourier series fall faster than 0.18^k:
//!
//! ```text
//! 1 / |PE(p)| = sum over k of a_k cos(2 k v p)
//! cos(w p) cos(2 k v p) = (cos((w + 2 k v) p) + cos((w - 2 k v) p)) / 2
//! ```
//!
//! (and the same for a sine times this cosine), so a column of u is a sum of few waves.

use std::f64::consts::TAU;

use ndarray::Array2;
use rayon::prelude::*;

use crate::encoding::{ColumnLaw, DoubleDouble, Encoding, Norm, Phase, Wave, cells_of};

use super::means::{MeanPlaces, Sums, column_cost_ms, shares};
use super::nodes::{Nodes, share};
use super::similarity::norm;
use super::{Cancel, ReduceError, Span, WAVE_MS, can_be_summed};
use crate::encoding::float;

/// The normalised rows of an encoding, averaged over nodes.
pub(super) struct UnitRows<'a> {
    encoding: &'a Encoding,
    places: MeanPlaces,
    form: ColumnForm,
}

/// How a column of u is computed.
enum ColumnForm {
    /// The column itself, times a factor.
    Scaled(f64),
    /// A sum of waves: the column's own wave times a_0, and for each further a_k the two beside it.
    Waves {
        /// v, the frequency of the norm, and the norm's angle at row 0.
        norm: [DoubleDouble; 2],
        /// a_0, a_1, ...
        series: Vec<f64>,
    },
    /// The same value in every column.
    Constant(f64),
    /// Cell by cell, given the inverse norms of the cells of each node.
    Summed(Vec<Vec<f64>>),
}

impl<'a> UnitRows<'a> {
    /// Prepares the rows of an encoding over nodes.
    ///
    /// # Errors
    /// [`ReduceError::Cancelled`], or [`ReduceError::NoClosedForm`] if too many cells would have to be summed.
    pub fn new(encoding: &'a Encoding, nodes: &Nodes, cancel: &Cancel) -> Result<Self, ReduceError> {
        let form = match encoding.norm() {
            Norm::Constant(norm) => ColumnForm::Scaled(norm.recip()),
            Norm::WithLoneWave(lone) => waves(encoding, lone),
            Norm::SameDirection => ColumnForm::Constant(float(encoding.d_model()).sqrt().recip()),
            Norm::Bits | Norm::Any => {
                can_be_summed(cells_of(nodes.axis.span.cells().len(), encoding.d_model()))?;
                ColumnForm::Summed(inverse_norms(encoding, nodes, cancel)?)
            }
        };
        Ok(Self {
            encoding,
            places: MeanPlaces::new(nodes.clone()).of(encoding),
            form,
        })
    }

    /// Estimates the time of all columns on one core, in milliseconds.
    pub fn cost_ms(encoding: &Encoding, nodes: &Nodes) -> f64 {
        let d = float(encoding.d_model());
        match encoding.norm() {
            Norm::Constant(_) => d * column_cost_ms(nodes.len()),
            Norm::WithLoneWave(_) => 7.0 * d * column_cost_ms(nodes.len()),
            Norm::SameDirection => d * float(nodes.len()) * 1e-6,
            Norm::Bits | Norm::Any => (d + 1.0) * WAVE_MS * nodes.axis.span.length(),
        }
    }

    /// Returns a block of columns: (columns of the block, nodes).
    ///
    /// # Errors
    /// [`ReduceError::Cancelled`].
    pub fn block(&self, columns: std::ops::Range<usize>, cancel: &Cancel) -> Result<Array2<f64>, ReduceError> {
        let laws = &self.encoding.columns()[columns];
        let nodes = self.places.len();
        let mut units = vec![0.0; laws.len() * nodes];
        units.par_chunks_exact_mut(nodes).zip(laws).try_for_each_init(
            || Sums::new(&self.places),
            |sums, (out, law)| {
                cancel.check()?;
                out.copy_from_slice(&self.column(law, sums));
                cancel.advance();
                Ok(())
            },
        )?;
        Ok(Array2::from_shape_vec((laws.len(), nodes), units).unwrap_or_default())
    }

    fn column(&self, law: &ColumnLaw, sums: &mut Sums<'_>) -> Vec<f64> {
        let nodes = self.places.nodes();
        match &self.form {
            ColumnForm::Scaled(scale) => {
                sums.add(law, *scale);
                sums.take()
            }
            ColumnForm::Waves { norm, series } => {
                add_waves(law, *norm, series, sums);
                sums.take()
            }
            ColumnForm::Constant(value) => (0..nodes.len())
                .map(|node| value * (1.0 - without_direction(self.encoding, nodes.span(node))))
                .collect(),
            ColumnForm::Summed(inverse_norms) => (0..nodes.len())
                .zip(inverse_norms)
                .map(|(node, inverses)| {
                    // A row without a norm has no direction, whatever its law says.
                    let cells = shares(nodes.span(node))
                        .zip(inverses)
                        .filter(|(_, inverse)| **inverse > 0.0);
                    cells
                        .map(|((cell, share), inverse)| share * inverse * law.at(float(cell)))
                        .sum()
                })
                .collect(),
        }
    }
}

/// Returns the series of 1 / |PE(p)| for an amplitude of 1. A lone cosine is a sine a quarter turn ahead.
fn waves(encoding: &Encoding, lone: Wave) -> ColumnForm {
    const SAMPLES: u32 = 64;
    const NEGLIGIBLE: f64 = 1e-10;
    let pairs = float(encoding.pairs());
    let shift = match lone.phase {
        Phase::Sine => lone.shift,
        Phase::Cosine => lone.shift + DoubleDouble::QUARTER_TURN,
    };
    // The mean over equal steps is a_k + a_(64 - k), and the latter is negligible.
    let step = TAU / f64::from(SAMPLES);
    let inverse = |angle: f64| (pairs + (angle / 2.0).sin().powi(2)).sqrt().recip();
    let coefficient = |k: u32| {
        let angles = (0..SAMPLES).map(|i| f64::from(i) * step);
        let sum: f64 = angles.map(|angle| inverse(angle) * (f64::from(k) * angle).cos()).sum();
        sum / f64::from(SAMPLES) * if k == 0 { 1.0 } else { 2.0 }
    };
    let first = coefficient(0);
    let rest = (1..SAMPLES / 2)
        .map(coefficient)
        .take_while(|a| a.abs() > NEGLIGIBLE * first);
    ColumnForm::Waves {
        norm: [lone.frequency, shift],
        series: std::iter::once(first).chain(rest).collect(),
    }
}

fn add_waves(law: &ColumnLaw, norm: [DoubleDouble; 2], series: &[f64], sums: &mut Sums<'_>) {
    let Some(wave) = law.as_wave() else {
        return; // a column of zeros
    };
    // The norm has the same amplitude, so only the sign remains.
    let amplitude = DoubleDouble::from(wave.amplitude.high.signum());
    let mut by = [DoubleDouble::from(0.0); 2];
    for (k, &a) in series.iter().enumerate() {
        let mut add = |frequency, shift, weight| {
            let wave = Wave {
                frequency,
                shift,
                amplitude,
                ..wave
            };
            sums.add(&ColumnLaw::Wave(wave), weight);
        };
        if k == 0 {
            add(wave.frequency, wave.shift, a);
        } else {
            by = [by[0] + norm[0] + norm[0], by[1] + norm[1] + norm[1]];
            add(wave.frequency + by[0], wave.shift + by[1], a / 2.0);
            add(wave.frequency + -by[0], wave.shift + -by[1], a / 2.0);
        }
    }
}

/// Returns 1 / |PE(p)| at every cell of every node, 0 for a row without a direction.
fn inverse_norms(encoding: &Encoding, nodes: &Nodes, cancel: &Cancel) -> Result<Vec<Vec<f64>>, ReduceError> {
    let inverse = |cell: usize| {
        cancel.check()?;
        let norm = norm(encoding, float(cell));
        Ok(if norm > 0.0 && norm.is_finite() {
            norm.recip()
        } else {
            0.0
        })
    };
    let node = |node: usize| nodes.span(node).cells().map(inverse).collect();
    (0..nodes.len()).into_par_iter().map(node).collect()
}

/// Returns the share of each node in which rows have a direction.
///
/// # Errors
/// [`ReduceError::Cancelled`].
pub(super) fn defined(encoding: &Encoding, nodes: &Nodes, cancel: &Cancel) -> Result<Vec<f64>, ReduceError> {
    if let Norm::Any = encoding.norm() {
        let inverse_norms = inverse_norms(encoding, nodes, cancel)?.into_iter().enumerate();
        let defined = |(node, inverses): (usize, Vec<f64>)| {
            let without = shares(nodes.span(node))
                .zip(inverses)
                .filter(|(_, inverse)| *inverse == 0.0);
            1.0 - without.map(|((_, share), _)| share).sum::<f64>()
        };
        return Ok(inverse_norms.map(defined).collect());
    }
    let defined = |node| 1.0 - without_direction(encoding, nodes.span(node));
    Ok((0..nodes.len()).map(defined).collect())
}

/// Returns the share of a span in which rows are zero or beyond the end of the table, if it follows
/// from the kind of norm; else 0.
fn without_direction(encoding: &Encoding, span: Span) -> f64 {
    let (zeros, end) = (encoding.zero_rows(), encoding.end());
    // Returns how much of the span lies among some rows.
    let overlap = |first: f64, last: f64| (span.end.min(last) - span.start.max(first)).max(0.0);
    let zero = match encoding.norm() {
        Norm::Constant(_) | Norm::WithLoneWave(_) => {
            overlap(float(zeros.start), float(zeros.end)) + overlap(float(end), f64::INFINITY)
        }
        Norm::SameDirection => share(span, 0),
        Norm::Bits => {
            let cells = span.cells();
            let bits = u32::try_from(encoding.d_model()).unwrap_or(u32::MAX);
            let period = 1usize.checked_shl(bits).unwrap_or(usize::MAX);
            let first = cells.start.div_ceil(period).saturating_mul(period);
            (first..cells.end).step_by(period).map(|cell| share(span, cell)).sum()
        }
        Norm::Any => 0.0,
    };
    zero / span.length()
}

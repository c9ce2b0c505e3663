//! Where two tables of waves differ most, and where they first differ, found without visiting all cells.
//!
//! A column of the difference is
//!
//! ```text
//! b(p) - a(p),   |b(p) - a(p)| <= A + B          amplitudes A and B
//!                              <= |c| + A |w - v| p      c the difference of a and b at p = 0
//! ```
//!
//! (c as a complex number; with one frequency, w = v, the difference is itself a wave, of amplitude
//! |c|). A column can only beat the largest difference found so far if its bound is larger, and within
//! the column only where the faster of its waves is so near a crest that the other can make up for the
//! rest: [`Crests`] finds those positions. If both waves are slow, their largest change per step says
//! how many steps can be skipped. Every reported value is that of the law itself.

use num_complex::Complex64;
use rayon::prelude::*;

use super::crests::Crests;
use super::difference::{Parting, is_larger};
use crate::encoding::{ColumnLaw, DoubleDouble, Encoding, Fold, Folded, Phase, float, natural};
use crate::field::{Cancel, ReduceError};

/// The most that rounding may change a difference by, relative to the sum of the amplitudes.
const SLACK: f64 = 1e-13;

/// The columns of two tables of waves.
pub(super) struct WaveDifference {
    columns: Vec<Column>,
    rows: usize,
}

/// One column of both tables.
struct Column {
    dimension: usize,
    laws: [ColumnLaw; 2],
    /// An upper bound of the differences.
    bound: f64,
    /// Rows that represent all others, and along them the wave that must be near a crest.
    runs: Vec<RowRun>,
    /// The amplitude of that wave, and of the other one.
    lead: f64,
    other: f64,
    /// The difference is at most `at_start + growth * place`.
    at_start: f64,
    growth: f64,
    /// The most that the difference changes by from one place to the next.
    rate: f64,
    /// The first row in which the difference can be other than 0.
    first: usize,
}

/// Evenly spaced rows.
#[derive(Clone, Copy)]
struct RowRun {
    first: usize,
    step: usize,
    count: usize,
    crests: Crests,
}

impl RowRun {
    fn row(self, index: u64) -> usize {
        // Below the number of rows, so the cast is exact.
        self.first + self.step * index as usize
    }
}

impl WaveDifference {
    /// Checks whether [`Self::new`] very likely succeeds.
    pub fn may_fit(a: &Encoding, b: &Encoding) -> bool {
        let has_waves = |encoding: &Encoding| {
            let first = encoding.columns().first();
            encoding.is_whole() && encoding.has_closed_form() && first.is_some_and(|law| law.phase().is_some())
        };
        has_waves(a) && has_waves(b)
    }

    /// Returns the columns of two tables of equal width; `None` if a row is missing or zero for
    /// padding, or a column is not an exact wave.
    pub fn new(a: &Encoding, b: &Encoding) -> Option<Self> {
        if !Self::may_fit(a, b) || a.d_model() != b.d_model() {
            return None;
        }
        let rows = a.max_len().min(b.max_len());
        let both = a.columns().iter().zip(b.columns()).enumerate();
        let mut known: Vec<([Fold; 2], usize)> = Vec::new();
        let mut part = |folds: [Fold; 2]| match known.iter().find(|(known, _)| *known == folds) {
            Some((_, first)) => *first,
            None => {
                let places = |row: usize| folds.map(|fold| fold.place(float(row)));
                let differ = |row: &usize| places(*row)[0] != places(*row)[1];
                let first = (0..rows).find(differ).unwrap_or(rows);
                known.push((folds, first));
                first
            }
        };
        let columns = both.map(|(dimension, (a, b))| Column::new(dimension, [a, b], rows, &mut part));
        let mut columns: Vec<Column> = columns.collect::<Option<_>>()?;
        // The most promising first; ties stay in column order.
        columns.sort_by(|one, other| other.bound.total_cmp(&one.bound));
        Some(Self { columns, rows })
    }

    /// Returns the cell of the largest difference, the first one in a tie.
    pub fn largest(&self, cancel: &Cancel) -> Result<Option<Parting>, ReduceError> {
        cancel.expect(self.columns.len());
        let Some((first, rest)) = self.columns.split_first() else {
            return Ok(None);
        };
        let start = self.columns.iter().map(|column| column.parting(0));
        let start = start.reduce(|one, other| if is_larger(&other, &one) { other } else { one });
        let Some(start) = start else { return Ok(None) };
        // The difference found in the first column leaves little to search in the others.
        let start = first.search(start, cancel)?;
        let larger = |one, other| if is_larger(&other, &one) { other } else { one };
        let search = |best: Result<Parting, ReduceError>, column: &Column| column.search(best?, cancel);
        let found = rest.par_iter().fold(|| Ok(start), search);
        found
            .reduce(|| Ok(start), |one, other| Ok(larger(one?, other?)))
            .map(Some)
    }

    /// Returns the first cell, row by row, whose difference is above a tolerance.
    pub fn first_beyond(&self, tolerance: f64, cancel: &Cancel) -> Result<Option<Parting>, ReduceError> {
        let mut best: Option<Parting> = None;
        cancel.expect(self.columns.len());
        for column in &self.columns {
            cancel.check()?;
            cancel.advance();
            let end = best.map_or(self.rows, |best| best.position + 1);
            best = match (best, column.first_beyond(tolerance, end, cancel)?) {
                (Some(best), Some(found)) if (best.position, best.dimension) < (found.position, found.dimension) => {
                    Some(best)
                }
                (best, found) => found.or(best),
            };
        }
        Ok(best)
    }
}

impl Column {
    fn new(
        dimension: usize,
        laws: [&ColumnLaw; 2],
        rows: usize,
        part: &mut impl FnMut([Fold; 2]) -> usize,
    ) -> Option<Self> {
        let zero = |fold| Folded {
            fold,
            frequency: 0.0.into(),
            shift: 0.0.into(),
            phase: Some(Phase::Cosine),
            amplitude: 0.0.into(),
        };
        let wave = |law: &ColumnLaw| match *law {
            ColumnLaw::Zero => Some(None),
            ColumnLaw::Wave(wave) => Some(Some(Folded::from(wave))),
            ColumnLaw::Folded(wave) if wave.phase.is_some() => Some(Some(wave)),
            _ => None,
        };
        let (a, b) = match [wave(laws[0])?, wave(laws[1])?] {
            [Some(a), Some(b)] => (a, b),
            [Some(a), None] => (a, zero(a.fold)),
            [None, Some(b)] => (zero(b.fold), b),
            [None, None] => (zero(Fold::Straight), zero(Fold::Straight)),
        };
        let [of_a, of_b] = [number(&a), number(&b)];
        let [size_a, size_b, apart] = [of_a, of_b, of_b - of_a].map(|number| number.norm());
        let is_one_fold = a.fold == b.fold;
        let is_one_wave = a.frequency == b.frequency || size_a == 0.0 || size_b == 0.0;
        let (lead, other, runs) = if is_one_fold && is_one_wave {
            let frequency = if size_a == 0.0 { b.frequency } else { a.frequency };
            let shift = DoubleDouble::from((of_b - of_a).arg());
            (apart, 0.0, runs(a.fold, rows, frequency, shift))
        } else {
            let leads = [(&a, size_a, size_b), (&b, size_b, size_a)].into_iter();
            let leads = leads.filter(|(wave, ..)| is_one_fold || wave.fold == Fold::Straight);
            // The faster wave has fewer rows near a crest.
            let (wave, lead, other) = leads.max_by(|(one, ..), (other, ..)| speed(one).total_cmp(&speed(other)))?;
            let shift = wave.shift - quarter(wave.phase);
            (lead, other, runs(wave.fold, rows, wave.frequency, shift))
        };
        let growth = if is_one_wave {
            0.0
        } else {
            size_a * (a.frequency - b.frequency).high.abs()
        };
        // Places of a mirror do not begin at 0, and those of two folds are unrelated.
        let is_growing = is_one_fold && !matches!(a.fold, Fold::Mirror { .. });
        let at_start = if is_growing { apart } else { lead + other };
        Some(Self {
            dimension,
            laws: laws.map(|law| *law),
            bound: (lead + other).min(at_start + growth * float(rows)),
            runs,
            lead,
            other,
            at_start,
            growth,
            rate: if is_one_fold {
                size_a * a.frequency.high.abs() + size_b * b.frequency.high.abs()
            } else {
                f64::INFINITY
            },
            first: match (is_one_fold, a == Folded { fold: a.fold, ..b }) {
                (true, true) => rows,
                (false, true) => part([a.fold, b.fold]),
                (_, false) => 0,
            },
        })
    }

    fn parting(&self, position: usize) -> Parting {
        let [a, b] = self.laws.map(|law| law.at(float(position)));
        Parting {
            position,
            dimension: self.dimension,
            difference: b - a,
        }
    }

    /// Returns the next index of a run at which the difference can reach `difference`.
    fn next(&self, run: RowRun, from: u64, difference: f64) -> Option<u64> {
        let slack = SLACK * (self.lead + self.other);
        if self.bound + slack <= difference {
            return None;
        }
        // A wave of amplitude A is above A - gap only within this distance of a crest.
        let gap = self.lead + self.other - difference + slack;
        let radians = if gap < self.lead {
            (1.0 - gap / self.lead).acos()
        } else {
            f64::INFINITY
        };
        run.crests.next(from, run.count as u64, radians)
    }

    /// Returns the first index after `index` at which the difference can exceed `difference`.
    fn after(&self, index: u64, here: Parting, difference: f64) -> u64 {
        let slack = SLACK * (self.lead + self.other);
        let steps = (difference - here.difference.abs() - slack) / self.rate;
        // The cast turns negative numbers into 0.
        (steps as u64).saturating_add(index + 1)
    }

    /// Returns the largest difference of the column, or `best` if none is larger.
    fn search(&self, mut best: Parting, cancel: &Cancel) -> Result<Parting, ReduceError> {
        cancel.advance();
        for &run in &self.runs {
            let mut from = self.first as u64;
            while let Some(index) = self.next(run, from, best.difference.abs()) {
                cancel.check()?;
                let parting = self.parting(run.row(index));
                if is_larger(&parting, &best) {
                    best = parting;
                }
                from = self.after(index, parting, best.difference.abs());
            }
        }
        Ok(best)
    }

    /// Returns the first row below `end` in which the difference is above a tolerance.
    fn first_beyond(&self, tolerance: f64, end: usize, cancel: &Cancel) -> Result<Option<Parting>, ReduceError> {
        let start = if self.growth > 0.0 {
            natural((tolerance - self.at_start) / self.growth * (1.0 - SLACK) - 1.0)
        } else {
            0
        };
        let mut found: Option<Parting> = None;
        for &run in &self.runs {
            let mut from = self.first.max(start) as u64;
            while let Some(index) = self.next(run, from, tolerance) {
                cancel.check()?;
                let row = run.row(index);
                if row >= found.map_or(end, |found| found.position) {
                    break;
                }
                let parting = self.parting(row);
                if parting.difference.abs() > tolerance {
                    found = Some(parting);
                    break;
                }
                from = self.after(index, parting, tolerance);
            }
        }
        Ok(found)
    }
}

/// Returns how many radians, modulo half a turn, a wave turns per place.
fn speed(wave: &Folded) -> f64 {
    wave.frequency.sin_cos_at(1.0).0.abs()
}

/// Returns what to subtract from the angle of a wave to write the wave as a cosine.
fn quarter(phase: Option<Phase>) -> DoubleDouble {
    match phase {
        Some(Phase::Sine) => DoubleDouble::QUARTER_TURN,
        Some(Phase::Cosine) | None => DoubleDouble::from(0.0),
    }
}

/// Returns the complex number whose product with e^(i w p) has the wave as its real part.
fn number(wave: &Folded) -> Complex64 {
    let (sin, cos) = (wave.shift - quarter(wave.phase)).sin_cos_at(1.0);
    wave.amplitude.high * Complex64::new(cos, sin)
}

/// Returns the first row of each place, in runs along which places rise or fall evenly, each with a
/// wave over the places.
fn runs(fold: Fold, rows: usize, frequency: DoubleDouble, shift: DoubleDouble) -> Vec<RowRun> {
    let rising = |first: usize, step: usize, place: f64, count: usize| RowRun {
        first,
        step,
        count,
        crests: Crests::new(frequency, shift + frequency * place),
    };
    match fold {
        Fold::Straight => vec![rising(0, 1, 0.0, rows)],
        Fold::Restart { length, .. } => vec![rising(0, 1, 0.0, rows.min(length))],
        Fold::Quotient { by } => vec![rising(0, by, 0.0, rows.div_ceil(by))],
        Fold::Mirror { .. } => {
            let middle = natural(fold.middle());
            let falling = RowRun {
                first: 0,
                step: 1,
                count: rows.min(middle + 1),
                crests: Crests::new(-frequency, shift + frequency * fold.middle()),
            };
            vec![falling, rising(middle + 1, 1, 1.0, rows.saturating_sub(middle + 1))]
        }
    }
}

//! Sinusoidal: pairs of a sine and a cosine at geometric frequencies.
//!
//! ```text
//! PE(pos, 2i)     = sin(pos / base^(2i/d_model))
//! PE(pos, 2i + 1) = cos(pos / base^(2i/d_model))
//! ```
//!
//! Vaswani et al., *Attention Is All You Need* (2017), section 3.5. For an odd
//! `d_model` the exponent keeps the true d, so there are ceil(d/2) sine and
//! floor(d/2) cosine columns and the last sine has no partner. What others do
//! differently is in `conventions`; with all of it, row p has
//!
//! ```text
//! scale * sin(w_k (start + step p)),   w_k = base^(-k n / m)
//! ```
//!
//! where n / m is 2 / d, 1 / h, 1 / (h - 1) or 1 / (h - s) for h = floor(d/2).

use super::conventions::{ColumnLayout, Conventions, Direction, PhaseOrder, Slip};
use super::fold::Fold;
use super::folded::Folded;
use super::precision::{RoundedWave, Twist};
use super::scheme::Lowered;
use super::setting::Setting;
use super::{ColumnLaw, DoubleDouble, Phase, Spec, SpecError, float};

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let rises = spec.conventions.direction == Direction::Ascending;
    let mut settings = spec.conventions.settings();
    settings.extend(spec.beyond.settings(spec.max_len).into_iter().map(|setting| {
        let matters = setting.matters && rises;
        setting.when(matters)
    }));
    settings
}

/// Returns the laws of the columns in order.
pub(super) fn lower(spec: &Spec) -> Result<Lowered, SpecError> {
    let conventions = &spec.conventions;
    let d = conventions.odd.effective(spec.d_model);
    let phases = match conventions.order {
        PhaseOrder::SineFirst => [Phase::Sine, Phase::Cosine],
        PhaseOrder::CosineFirst => [Phase::Cosine, Phase::Sine],
    };
    let frequencies = frequencies(spec, d)?;
    let row = RowPositions::new(spec)?;
    let wave = |column: usize, pair: usize, which: usize| {
        let frequency = match conventions.mistake {
            Slip::ExponentPerColumn | Slip::WholeExponent => frequencies[column],
            _ => frequencies[pair],
        };
        row.law(conventions, frequency, phases[which], spec.d_model)
    };
    let firsts = d.div_ceil(2);
    let mut columns: Vec<ColumnLaw> = match conventions.layout {
        ColumnLayout::Interleaved => (0..d).map(|j| wave(j, j / 2, j % 2)).collect(),
        ColumnLayout::Concat => (0..d)
            .map(|j| {
                if j < firsts {
                    wave(j, j, 0)
                } else {
                    wave(j, j - firsts, 1)
                }
            })
            .collect(),
    };
    columns.resize(spec.d_model, ColumnLaw::Zero); // drops one column, or adds one of zeros
    let scale = conventions.amplitude(spec.d_model).high;
    let zero_rows = conventions.zero_from..conventions.zero_from + conventions.zero_rows;
    if !zero_rows.is_empty() && zero_rows.end > spec.max_len {
        return Err(SpecError::ZeroRows {
            first: zero_rows.start,
            last: zero_rows.end - 1,
            max_len: spec.max_len,
        });
    }
    Ok(Lowered {
        zero_rows,
        ..Lowered::new(columns, (-scale, scale))
    })
}

/// Returns the frequency of each pair or, for a mistake that gives every column its own, of each column.
///
/// They are the powers of `base^(-n/m)`, multiplied in double-double: the relative error stays
/// below 1e-27 for the widest table.
fn frequencies(spec: &Spec, d: usize) -> Result<Vec<DoubleDouble>, SpecError> {
    let conventions = &spec.conventions;
    let (numerator, denominator) = conventions.exponent.of(d, conventions.shift)?;
    let (ln_base, exponent) = (DoubleDouble::ln(spec.base), DoubleDouble::from(numerator) / denominator);
    let powers = match conventions.mistake {
        Slip::None | Slip::CosineOfSine | Slip::WholeNumbers => powers(ln_base, exponent, d.div_ceil(2)),
        // Column j takes the place of pair k in the rule.
        Slip::ExponentPerColumn => powers(ln_base, exponent, d),
        Slip::ExponentPerPair => powers(ln_base, exponent * 2.0, d.div_ceil(2)),
        Slip::WholeExponent => {
            let whole = powers(ln_base, DoubleDouble::from(1.0), 3);
            (0..d).map(|j| whole[(2 * j) / d.max(1)]).collect()
        }
        Slip::RowsEqual => powers(ln_base, exponent, d.div_ceil(2)),
    };
    Ok(powers)
}

/// Returns `base^(-k exponent)` for k from 0, given the logarithm of the base.
pub(super) fn powers(ln_base: DoubleDouble, exponent: DoubleDouble, count: usize) -> Vec<DoubleDouble> {
    let ratio = (-(ln_base * exponent)).exp();
    let powers = std::iter::successors(Some(DoubleDouble::from(1.0)), |&power| Some(power * ratio));
    powers.take(count).collect()
}

/// The positions of the rows: `start + step * fold(row)`.
struct RowPositions {
    start: DoubleDouble,
    step: DoubleDouble,
    fold: Fold,
}

impl RowPositions {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let Conventions {
            start, step, direction, ..
        } = spec.conventions;
        let (start, step) = (DoubleDouble::from(start), DoubleDouble::from(step));
        let last = float(spec.max_len - 1);
        let (start, step, mirror) = match direction {
            Direction::Ascending => (start, step, false),
            Direction::Descending => (start + step * last, -step, false),
            Direction::Mirrored => (start + step * (last / 2.0), -step, false),
            Direction::Unsigned => (start, step, true),
        };
        // Only if positions rise are the last rows the ones beyond the trained length.
        let (share, fold) = if direction == Direction::Ascending {
            spec.beyond.positions(spec.max_len)?
        } else {
            (DoubleDouble::from(1.0), Fold::Straight)
        };
        Ok(Self {
            start: start * share,
            step: step * share,
            fold: if mirror {
                Fold::Mirror { rows: spec.max_len }
            } else {
                fold
            },
        })
    }

    /// Returns a wave over these positions.
    fn law(&self, conventions: &Conventions, frequency: DoubleDouble, phase: Phase, d_model: usize) -> ColumnLaw {
        let amplitude = conventions.amplitude(d_model);
        let step = if conventions.mistake == Slip::RowsEqual {
            DoubleDouble::from(0.0)
        } else {
            self.step
        };
        if !conventions.is_exact() {
            return ColumnLaw::Rounded(RoundedWave {
                fold: self.fold,
                frequency,
                start: self.start.high,
                step: step.high,
                shift: 0.0,
                phase,
                amplitude: amplitude.high,
                position: conventions.position_precision,
                angle: conventions.angle_precision,
                storage: conventions.storage_precision,
                twist: match conventions.mistake {
                    Slip::CosineOfSine => Twist::CosineOfSine,
                    Slip::WholeNumbers => Twist::WholePart,
                    _ => Twist::None,
                },
            });
        }
        let shift = frequency * self.start;
        ColumnLaw::from(Folded {
            fold: self.fold,
            frequency: frequency * step,
            shift,
            phase: Some(phase),
            amplitude,
        })
    }
}

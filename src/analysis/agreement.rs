//! How far two encodings agree about a position.
//!
//! ```text
//! rotations  A(p) = (1/h) sum over k of cos(a_k(p) - b_k(p))    h pairs, a_k(p) the angle of pair k
//! tables     A(p) = cos of the angle between row p of A and row p of B
//! ```
//!
//! For rotations this is the mean cosine between one random vector rotated by A and by B, hence the
//! share of a score that remains if the query is rotated by one and its key, at the same position, by
//! the other. Angles include the scaling, squeezed or restarted positions, and the precision in which
//! positions and angles are held. They exclude the factor by which a scaling multiplies cos and sin
//! (the attention factor of YaRN and LongRoPE), the type in which the table is stored, which dimensions
//! form a pair, and the dimensions that are not rotated, which always agree.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::difference::{BLOCK_CELLS, each_block};
use super::row_products::Products;
use crate::encoding::float;
use crate::encoding::rope::turns;
use crate::encoding::{ColumnLaw, Encoding, Phase, SchemeKind, Wave, cells_of};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS, wave_sums, wave_sums_cost_ms};

/// Number of table cells above which rows are compared by the closed form of their products, if there
/// is one: it is accurate to 1e-13, and does not detect that two rows are identical.
const MANY_CELLS: u64 = 1 << 24;

/// The thresholds for which the first position below is reported.
pub const THRESHOLDS: [f64; 3] = [0.99, 0.9, 0.5];

/// The agreement of two encodings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreed {
    /// At positions 0, 1, ... that both have; NaN if a row has no direction.
    pub values: Arc<[f64]>,
    /// The first position below each of [`THRESHOLDS`]. The agreement may rise above it again later.
    pub first_below: [Option<usize>; THRESHOLDS.len()],
}

/// Why two encodings cannot be compared for agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Incomparable {
    /// The two are not both rotations, both tables or both biases.
    Kinds,
    /// Both are biases: a single number per distance has no direction.
    Biases,
    /// Tables of different widths.
    Widths(usize, usize),
    /// Rotations with these numbers of pairs, which differ or are 0.
    Pairs(usize, usize),
}

/// Returns how far two encodings agree, at every position that both have.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] for tables of too many
/// cells; [`Incomparable`] in the inner result.
///
/// ```
/// use poscope::analysis::agreement;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let of = |max_len, base| Encoding::new(Spec { scheme: Scheme::Rope, d_model: 4, max_len, base, ..Spec::default() });
/// let agreed = agreement(&of(9, 100.0)?, &of(7, 16.0)?, &Default::default())?.expect("two pairs each");
/// assert_eq!(agreed.values.len(), 7);
/// // The first pair turns by 1 in both, the second by 0.1 and 0.25.
/// assert!((agreed.values[6] - (1.0 + 0.9f64.cos()) / 2.0).abs() < 1e-15);
/// assert_eq!(agreed.first_below, [Some(2), Some(5), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn agreement(a: &Encoding, b: &Encoding, cancel: &Cancel) -> Result<Result<Agreed, Incomparable>, ReduceError> {
    let values = match (a.kind(), b.kind()) {
        (SchemeKind::Rotation, SchemeKind::Rotation) => of_rotations(a, b, cancel)?,
        (SchemeKind::Added, SchemeKind::Added) => of_tables(a, b, cancel)?,
        (SchemeKind::Bias, SchemeKind::Bias) => Err(Incomparable::Biases),
        _ => Err(Incomparable::Kinds),
    };
    Ok(values.map(|values| Agreed {
        first_below: THRESHOLDS.map(|threshold| values.iter().position(|value| *value < threshold)),
        values: values.into(),
    }))
}

type CosinesOrWhy = Result<Vec<f64>, Incomparable>;

fn of_rotations(a: &Encoding, b: &Encoding, cancel: &Cancel) -> Result<CosinesOrWhy, ReduceError> {
    let [of_a, of_b] = [a, b].map(|encoding| turns(encoding.spec()).unwrap_or_default()); // both specs were checked
    let pairs = of_a.len();
    if pairs != of_b.len() || pairs == 0 {
        return Ok(Err(Incomparable::Pairs(pairs, of_b.len())));
    }
    let length = a.max_len().min(b.max_len());
    let both = || of_a.iter().zip(&of_b);
    let apart = |(a, b): (&[ColumnLaw; 2], &[ColumnLaw; 2])| {
        let frequency = a[0].as_wave()?.frequency - b[0].as_wave()?.frequency;
        Some(Wave::new(frequency, Phase::Cosine))
    };
    if let Some(apart) = both().map(apart).collect::<Option<Vec<Wave>>>() {
        // The angles differ by a multiple of the position.
        let sums = wave_sums(&apart, length, cancel)?;
        return Ok(Ok(sums.into_iter().map(|sum| sum / float(pairs)).collect()));
    }
    let agreed = |position: f64| {
        let cosines = both().map(|(a, b)| {
            if a == b && a[0].at(position).is_finite() {
                return 1.0;
            }
            let products = a.iter().zip(b).map(|(a, b)| a.at(position) * b.at(position));
            products.sum::<f64>().clamp(-1.0, 1.0)
        });
        cosines.sum::<f64>() / float(pairs)
    };
    let rows = (BLOCK_CELLS / 64 / pairs).max(1);
    let mut values = vec![0.0; length];
    cancel.expect(length.div_ceil(rows));
    for (block, out) in values.chunks_mut(rows).enumerate() {
        cancel.check()?;
        let values = out.par_iter_mut().enumerate();
        values.for_each(|(row, value)| *value = agreed(float(block * rows + row)));
        cancel.advance();
    }
    Ok(Ok(values))
}

fn of_tables(a: &Encoding, b: &Encoding, cancel: &Cancel) -> Result<CosinesOrWhy, ReduceError> {
    let width = a.d_model();
    if width != b.d_model() {
        return Ok(Err(Incomparable::Widths(width, b.d_model())));
    }
    let length = a.max_len().min(b.max_len());
    if cells_of(length, width) > MANY_CELLS
        && let Some(products) = Products::new(a, b)
    {
        return products.cosines(length, cancel).map(Ok);
    }
    let mut values = Vec::with_capacity(length);
    each_block(a, b, length, cancel, |_, left, right| {
        let rows = left.par_chunks_exact(width).zip(right.par_chunks_exact(width));
        values.par_extend(rows.map(|(a, b)| cosine(a, b)));
        true
    })?;
    Ok(Ok(values))
}

/// Returns the cosine of the angle between two rows, exactly 1 if they are identical; NaN if either has
/// no direction.
fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let squares = dot(a, a) * dot(b, b);
    if squares > 0.0 && squares.is_finite() {
        (dot(a, b) / squares.sqrt()).clamp(-1.0, 1.0)
    } else {
        f64::NAN
    }
}

/// The query for [`agreement`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// The first encoding.
    pub a: Encoding,
    /// The second encoding.
    pub b: Encoding,
}

impl Query for Agreement {
    const NAME: &'static str = "agreement";
    type Answer = Result<Agreed, Incomparable>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        let (width, length) = (self.a.d_model(), self.a.max_len().min(self.b.max_len()));
        let has_form = [&self.a, &self.b].iter().all(|encoding| encoding.has_closed_form());
        let is_small = self.a.kind() != SchemeKind::Rotation && cells_of(length, width) <= MANY_CELLS;
        if has_form && !is_small {
            return wave_sums_cost_ms(width, length);
        }
        2.0 * WAVE_MS * float(width) * float(length)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Self::Answer, ReduceError> {
        agreement(&self.a, &self.b, cancel)
    }
}

//! ALiBi: a bias that falls with the distance, at a different rate in each head.
//!
//! ```text
//! bias(q, k) = -m_h |q - k|
//! ```
//!
//! For n heads, n a power of two, the slopes m are `2^(-8/n)`, `2^(-16/n)`, ... to `2^-8`;
//! otherwise those of the next lower power of two, followed by every other slope of twice that
//! power. Press et al. 2022 (arXiv:2108.12409) and their code,
//! ofirpress/attention_with_linear_biases `fairseq/models/transformer.py`. The width of the table
//! is the number of heads.

use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::{ColumnLaw, Spec, float};

one_of! {
    /// The offsets of the rows of a table of biases.
    pub enum Offsets {
        /// From 0 to `max_len - 1`: keys before the query.
        Before = "before",
        /// From `-floor((max_len - 1)/2)` on: half of the keys are after the query.
        Both = "both",
    }
}

impl Offsets {
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    vec![Setting::choice("offsets", &mut spec.offsets)]
}

/// Returns the slopes of `heads` heads, one per head; none for 0 heads.
///
/// ```
/// use poscope::encoding::alibi::slopes;
/// assert_eq!(slopes(8)[0], 0.5);
/// assert_eq!(slopes(8)[7], 1.0 / 256.0);
/// assert_eq!(slopes(3), [1.0 / 16.0, 1.0 / 256.0, 1.0 / 4.0]); // of 2 heads, then the first of 4
/// ```
pub fn slopes(heads: usize) -> Vec<f64> {
    if heads == 0 {
        return Vec::new();
    }
    let power = 1 << heads.ilog2();
    let first = of_power(power);
    let more = of_power(2 * power).into_iter().step_by(2);
    first.into_iter().chain(more).take(heads).collect()
}

/// Returns the slopes of `heads` heads, a power of two.
fn of_power(heads: usize) -> Vec<f64> {
    (1..=heads)
        .map(|head| (-8.0 * float(head) / float(heads)).exp2())
        .collect()
}

/// Returns the table, one column per head.
pub(super) fn lower(spec: &Spec) -> Lowered {
    let slopes = slopes(spec.d_model);
    let steepest = slopes.iter().copied().fold(0.0, f64::max);
    let farthest = float(spec.max_len - 1 - spec.zero_offset_row());
    let zero = float(spec.zero_offset_row());
    let columns = slopes.into_iter().map(|slope| ColumnLaw::Distance { slope, zero });
    Lowered::new(columns.collect(), (-steepest * farthest, 0.0))
}

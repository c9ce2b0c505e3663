//! Biases that depend on the offset through buckets: all offsets of a bucket have the same bias.

use std::ops::RangeInclusive;

use super::drawn::{LARGEST, normal};
use super::scheme::Lowered;
use super::{ColumnLaw, Spec};

/// The rule by which offsets share a bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// T5's, see [`super::t5`].
    T5 {
        /// The number of buckets.
        buckets: usize,
        /// The distance from which on all offsets share one bucket.
        max_distance: usize,
        /// Whether keys after the query have their own buckets; if not, they are all in bucket 0.
        both_ways: bool,
    },
    /// Every offset up to the distance has its own bucket; all offsets beyond, on one side, share
    /// the farthest one (Shaw et al. 2018).
    Clipped {
        /// The farthest distance with its own bucket.
        max_distance: usize,
    },
    /// DeBERTa-v2's: near offsets have their own buckets, far ones share logarithmic buckets of each sign.
    Logarithmic {
        /// Buckets per sign, up to distance `max_distance`.
        buckets: usize,
        /// Below this distance buckets are numbered below `buckets`; farther ones continue the numbering.
        max_distance: usize,
    },
}

/// A column of biases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucketed {
    /// The rule by which offsets share a bucket.
    pub rule: Rule,
    /// The row of offset 0.
    pub zero: usize,
    /// How the bias of a bucket is drawn; `None` if the bucket's number stands for the bias.
    pub drawn: Option<DrawnBias>,
}

/// How the bias of a bucket is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnBias {
    /// The seed; another seed gives other numbers.
    pub seed: u64,
    /// The head, from 0.
    pub head: usize,
}

/// More buckets than any rule makes per sign.
const HALF: i64 = 1 << 20;

impl Rule {
    /// Returns the bucket of an offset `query - key`.
    ///
    /// ```
    /// use poscope::encoding::BucketRule;
    /// let rule = BucketRule::T5 { buckets: 32, max_distance: 128, both_ways: true };
    /// let buckets: Vec<i64> = [0, 7, 8, 16, 127, 128, 9999, -1].into_iter().map(|k| rule.bucket(k)).collect();
    /// assert_eq!(buckets, [0, 7, 8, 10, 15, 15, 15, 17]);
    /// ```
    pub fn bucket(self, offset: i64) -> i64 {
        match self {
            Self::T5 {
                buckets,
                max_distance,
                both_ways,
            } => {
                let buckets = whole(buckets);
                let is_after = offset < 0;
                let (count, first, distance) = if both_ways {
                    (buckets / 2, if is_after { buckets / 2 } else { 0 }, offset.abs())
                } else {
                    (buckets, 0, offset.max(0))
                };
                let exact = count / 2;
                if distance < exact.max(1) {
                    return first + distance;
                }
                let exact = exact.max(1);
                let share = logarithm(distance, exact) / logarithm(whole(max_distance), exact);
                first + (exact + floor(share * float(count - exact))).min(count - 1)
            }
            Self::Clipped { max_distance } => {
                let farthest = whole(max_distance);
                offset.clamp(-farthest, farthest)
            }
            Self::Logarithmic { buckets, max_distance } => {
                let middle = whole(buckets) / 2;
                let distance = offset.abs();
                if distance <= middle {
                    return offset;
                }
                let share = logarithm(distance, middle) / logarithm(whole(max_distance) - 1, middle);
                // Rounded up; a number that is whole but for rounding stays.
                let bucket = middle - floor(-share * float(middle - 1));
                bucket * offset.signum()
            }
        }
    }
}

/// Returns one column per head for a rule that makes these buckets. If biases are drawn with a
/// seed, the range is that of the biases themselves as long as they are few.
pub(super) fn biases(rule: Rule, buckets: RangeInclusive<i64>, seed: Option<u64>, spec: &Spec) -> Lowered {
    const FEW: i64 = 1 << 18;
    let (heads, zero) = (spec.d_model, spec.zero_offset_row());
    let head = |head| Bucketed {
        rule,
        zero,
        drawn: seed.map(|seed| DrawnBias { seed, head }),
    };
    let columns = (0..heads).map(head);
    let count = (buckets.end() - buckets.start() + 1) * whole(heads);
    let bounds = match seed {
        None => (float(*buckets.start()), float(*buckets.end())),
        Some(_) if count > FEW => (-LARGEST, LARGEST),
        Some(_) => {
            let of_head = |head: Bucketed| buckets.clone().map(move |bucket| head.of_bucket(bucket));
            let values = columns.clone().flat_map(of_head);
            values.fold((0.0, 0.0), |(low, high): (f64, f64), value| {
                (low.min(value), high.max(value))
            })
        }
    };
    Lowered::new(columns.map(ColumnLaw::Bucketed).collect(), bounds)
}

impl Bucketed {
    /// Returns the value in a row.
    pub fn at(&self, row: f64) -> f64 {
        self.of_offset(row - self.zero as f64)
    }

    /// Returns the value at an offset `query - key`.
    pub fn of_offset(&self, offset: f64) -> f64 {
        self.of_bucket(self.rule.bucket(offset as i64))
    }

    fn of_bucket(&self, bucket: i64) -> f64 {
        match self.drawn {
            None => float(bucket),
            Some(DrawnBias { seed, head }) => {
                let place = u64::try_from(bucket + HALF).unwrap_or(0) + (head as u64) * (2 * HALF.unsigned_abs());
                normal(seed, place)
            }
        }
    }
}

/// Returns `ln(distance / exact)`.
fn logarithm(distance: i64, exact: i64) -> f64 {
    (float(distance) / float(exact)).ln()
}

/// Returns the whole part; a number that is whole but for rounding stays.
fn floor(value: f64) -> i64 {
    (value + 1e-9).floor() as i64
}

/// Returns an offset, which is far below 2^53, as a number.
fn float(number: i64) -> f64 {
    number as f64
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

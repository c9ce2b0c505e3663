//! Biases that depend on the offset by buckets: every offset of a bucket has
//! the same one.

use std::ops::RangeInclusive;

use super::ColumnLaw;
use super::drawn::{LARGEST, normal};
use super::scheme::Lowered;

/// Which offsets share a bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// T5's, see [`super::t5`].
    T5 {
        /// How many there are.
        buckets: usize,
        /// From this distance on all is one bucket.
        max_distance: usize,
        /// Whether keys after the query have buckets of their own; else all
        /// of them are in bucket 0.
        both_ways: bool,
    },
    /// Every offset has its own, up to this distance; beyond, all that lie on
    /// one side share that of the farthest (Shaw et al. 2018).
    Clipped {
        /// The farthest distance that is told apart.
        max_distance: usize,
    },
    /// DeBERTa-v2's: near offsets have their own, far ones share logarithmic
    /// buckets of each sign.
    Logarithmic {
        /// Buckets of both signs together.
        buckets: usize,
        /// The distance of the last bucket.
        max_distance: usize,
    },
}

/// A column of biases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucketed {
    /// Which offsets share a bucket.
    pub rule: Rule,
    /// What stands for the bias of a bucket: a number drawn with this seed for
    /// this head; none for the number of the bucket.
    pub drawn: Option<Drawn>,
}

/// How the bias of a bucket is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Another seed, other numbers.
    pub seed: u64,
    /// The head.
    pub head: usize,
}

/// More buckets than any rule makes of one sign.
const HALF: i64 = 1 << 20;

impl Rule {
    /// The bucket of an offset `query - key`.
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
                // Rounded up; what is a whole number but for rounding stays.
                let bucket = middle - floor(-share * float(middle - 1));
                bucket * offset.signum()
            }
        }
    }
}

/// One column for each of so many heads, by a rule that makes these buckets; the range of biases
/// that are drawn with a seed is their own one as far as they are few.
pub(super) fn biases(rule: Rule, buckets: RangeInclusive<i64>, seed: Option<u64>, heads: usize) -> Lowered {
    const FEW: i64 = 1 << 18;
    let head = |head| Bucketed {
        rule,
        drawn: seed.map(|seed| Drawn { seed, head }),
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
    /// The value at an offset `query - key`.
    pub fn at(&self, offset: f64) -> f64 {
        self.of_bucket(self.rule.bucket(offset as i64))
    }

    fn of_bucket(&self, bucket: i64) -> f64 {
        match self.drawn {
            None => float(bucket),
            Some(Drawn { seed, head }) => {
                let place = u64::try_from(bucket + HALF).unwrap_or(0) + (head as u64) * (2 * HALF.unsigned_abs());
                normal(seed, place)
            }
        }
    }
}

/// `ln(distance / exact)`.
fn logarithm(distance: i64, exact: i64) -> f64 {
    (float(distance) / float(exact)).ln()
}

/// The whole part; a number that is whole but for rounding is that number.
fn floor(value: f64) -> i64 {
    (value + 1e-9).floor() as i64
}

/// Offsets are far below 2^53.
fn float(number: i64) -> f64 {
    number as f64
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

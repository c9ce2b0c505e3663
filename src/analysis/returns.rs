//! Where the cosine of two rows rises again although they are farther apart.
//!
//! ```text
//! c(r)       = (1/h) sum over pairs of cos(w r)            the cosine of rows r apart, h pairs
//! first rise   the smallest r with c(r + 1) > c(r)
//! return       max over r of c(r) - min over q <= r of c(q)
//! ```
//!
//! The first rise alone says little: at d_model 512 it comes after 43 rows and is 0.00005, and the largest return is 0.060.

use serde::{Deserialize, Serialize};

use crate::encoding::{Encoding, Phase, Wave, float};
use crate::field::{
    Cancel, Last, Query, ReduceError, is_function_of_offset, pair_frequencies, wave_sums, wave_sums_cost_ms,
};

/// A rise between two offsets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CosineRise {
    /// The offset from which the cosine rises.
    pub from: usize,
    /// The offset to which it rises.
    pub to: usize,
    /// How much it rises.
    pub by: f64,
}

/// Where the cosine rises again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// The first step up.
    pub first: CosineRise,
    /// The largest rise above the lowest value so far.
    pub largest: CosineRise,
}

/// Returns where values by offset rise again; `None` if they never do.
///
/// ```
/// use poscope::analysis::returns;
/// let found = returns(&[1.0, 0.5, 0.6, 0.1, 0.4, 0.3]);
/// assert_eq!(found.map(|found| (found.first.from, found.largest.from, found.largest.to)), Some((1, 3, 4)));
/// assert_eq!(returns(&[1.0, 0.5, 0.5]), None);
/// ```
pub fn returns(values: &[f64]) -> Option<Returned> {
    let from = values.windows(2).position(|two| two[1] > two[0])?;
    let rise = |from: usize, to: usize| CosineRise {
        from,
        to,
        by: values[to] - values[from],
    };
    let (mut lowest, mut largest) = (0, rise(from, from + 1));
    for (offset, value) in values.iter().enumerate() {
        if *value < values[lowest] {
            lowest = offset;
        }
        if value - values[lowest] > largest.by {
            largest = rise(lowest, offset);
        }
    }
    Some(Returned {
        first: rise(from, from + 1),
        largest,
    })
}

/// The query for [`returns`] of the cosine of two rows, in a table in which it depends on their offset alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returns {
    /// The table.
    pub encoding: Encoding,
}

impl Query for Returns {
    const NAME: &'static str = "returns";
    type Answer = Option<Returned>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        wave_sums_cost_ms(self.encoding.d_model() / 2, self.encoding.max_len())
    }

    fn answer(&self, _: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Option<Returned>, ReduceError> {
        let encoding = &self.encoding;
        if !(is_function_of_offset(encoding) && encoding.is_whole()) {
            return Ok(None);
        }
        let waves: Vec<Wave> = pair_frequencies(encoding)
            .map(|w| Wave::new(w, Phase::Cosine))
            .collect();
        let sums = wave_sums(&waves, encoding.max_len(), cancel)?;
        let cosines: Vec<f64> = sums.into_iter().map(|sum| sum / float(waves.len())).collect();
        Ok(returns(&cosines))
    }
}

//! The articles' comparison: index, normalized and sinusoidal of the same size.

use serde::{Deserialize, Serialize};

use super::distance;
use crate::encoding::{Encoding, Scheme, Spec, SpecError, float};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS};

/// The schemes that are compared, from the top.
pub const SCHEMES: [Scheme; 3] = [Scheme::Index, Scheme::Normalized, Scheme::Sinusoidal];

/// Returns the three encodings of a specification, whose own scheme does not matter. Settings of a
/// scheme that do not fit this width are replaced by its initial ones.
///
/// # Errors
/// As [`Encoding::new`].
pub fn encodings(spec: &Spec) -> Result<[Encoding; 3], SpecError> {
    let of = |scheme| {
        let wanted = Encoding::new(Spec { scheme, ..spec.clone() });
        wanted.or_else(|_| Encoding::new(spec.as_first(scheme)))
    };
    let [index, normalized, sinusoidal] = SCHEMES.map(of);
    Ok([index?, normalized?, sinusoidal?])
}

/// One of the three encodings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// The encoding.
    pub encoding: Encoding,
    /// The distance between its rows 0 and 1; `None` if there is only one row or the distance is not finite.
    pub step: Option<f64>,
}

impl Way {
    /// Measures the step of an encoding.
    pub fn of(encoding: Encoding) -> Self {
        Self {
            step: distance(&encoding, 0, 1).filter(|step| step.is_finite()),
            encoding,
        }
    }
}

/// The query for the three encodings of a specification, from the top; empty if one of them is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreeWaysQuery {
    /// The specification whose size and settings they share.
    pub spec: Spec,
}

impl Query for ThreeWaysQuery {
    const NAME: &'static str = "three_ways";
    type Answer = Vec<Way>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        3.0 * WAVE_MS * float(self.spec.d_model)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, _: &Cancel) -> Result<Vec<Way>, ReduceError> {
        Ok(encodings(&self.spec).into_iter().flatten().map(Way::of).collect())
    }
}

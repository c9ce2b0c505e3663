//! The articles' comparison: index, normalized and sinusoidal of the same size.

use serde::{Deserialize, Serialize};

use super::distance;
use crate::encoding::{Encoding, Scheme, Spec, SpecError, float};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS};

/// The schemes that are compared, from the top.
pub const SCHEMES: [Scheme; 3] = [Scheme::Index, Scheme::Normalized, Scheme::Sinusoidal];

/// The three encodings of a specification whose own scheme does not matter. Settings of
/// a scheme that do not fit this width are those of the first start.
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

/// One of the three ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// Its encoding.
    pub encoding: Encoding,
    /// How far apart its rows 0 and 1 are; `None` where there is only one row, or
    /// the distance is no number.
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

/// Asks for the three ways of a specification, from the top; empty if one of them is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreeWays {
    /// Whose size and settings they have.
    pub spec: Spec,
}

impl Query for ThreeWays {
    const NAME: &'static str = "three_ways";
    type Answer = Vec<Way>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        3.0 * WAVE_MS * float(self.spec.d_model)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, _: &Cancel) -> Result<Vec<Way>, ReduceError> {
        Ok(encodings(&self.spec).into_iter().flatten().map(Way::of).collect())
    }
}

//! The ways of going beyond the trained length, for one encoding: go on, start over, squeeze; for a
//! trained table, the ways to stretch it.

use serde::{Deserialize, Serialize};

use crate::encoding::{Encoding, Spec, SpecError, float};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS};

/// A specification with one of the strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Spec", into = "Spec")]
pub struct Variant {
    /// The specification with this strategy.
    pub spec: Spec,
    /// Its encoding; restarts of chunks that overlap completely are refused.
    pub encoding: Result<Encoding, SpecError>,
}

impl From<Spec> for Variant {
    fn from(spec: Spec) -> Self {
        Self {
            encoding: Encoding::new(spec.clone()),
            spec,
        }
    }
}

impl From<Variant> for Spec {
    fn from(variant: Variant) -> Self {
        variant.spec
    }
}

/// Returns the strategies of a specification, from the top.
pub fn variants(spec: &Spec) -> Vec<Variant> {
    spec.strategies().into_iter().map(Variant::from).collect()
}

/// The query for the [`variants`] of a specification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strategies {
    /// The specification.
    pub spec: Spec,
}

impl Query for Strategies {
    const NAME: &'static str = "strategies";
    type Answer = Vec<Variant>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        3.0 * WAVE_MS * float(self.spec.d_model)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, _: &Cancel) -> Result<Vec<Variant>, ReduceError> {
        Ok(variants(&self.spec))
    }
}

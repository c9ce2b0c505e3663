//! The ways of going beyond the trained length, for one encoding: go on, start over, squeeze; for a
//! trained table, the ways to stretch it.

use serde::{Deserialize, Serialize};

use crate::encoding::{Encoding, Spec, SpecError, float};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS};

/// A specification with one of the strategies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Spec", into = "Spec")]
pub struct StrategyVariant {
    /// The specification with this strategy.
    pub spec: Spec,
    /// Its encoding; restarts of chunks that overlap completely are refused.
    pub encoding: Result<Encoding, SpecError>,
}

impl From<Spec> for StrategyVariant {
    fn from(spec: Spec) -> Self {
        Self {
            encoding: Encoding::new(spec.clone()),
            spec,
        }
    }
}

impl From<StrategyVariant> for Spec {
    fn from(variant: StrategyVariant) -> Self {
        variant.spec
    }
}

/// Returns the strategies of a specification, from the top.
pub fn variants(spec: &Spec) -> Vec<StrategyVariant> {
    spec.strategies().into_iter().map(StrategyVariant::from).collect()
}

/// The query for the [`variants`] of a specification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategiesQuery {
    /// The specification.
    pub spec: Spec,
}

impl Query for StrategiesQuery {
    const NAME: &'static str = "strategies";
    type Answer = Vec<StrategyVariant>;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        3.0 * WAVE_MS * float(self.spec.d_model)
    }

    fn answer(&self, _: Option<Last<'_, Self>>, _: &Cancel) -> Result<Vec<StrategyVariant>, ReduceError> {
        Ok(variants(&self.spec))
    }
}

//! What the numbers of an encoding mean.

mod bands;
mod difference;
mod distance;
mod overflow;
mod pair_waves;
mod relation;
mod trace;

pub use bands::{BandLabel, Cycles, SeenLength, band_label, band_range, finished_cycles, wavelength};
pub use difference::{Parting, Partings, aligned, first_difference, largest_difference, partings, partings_cost_ms};
pub use distance::distance;
pub use overflow::{Overflow, overflow};
pub use pair_waves::{PairWave, pair_waves};
pub use relation::Relation;
pub use trace::{Trace, trace, trace_cost_ms};

//! What the numbers of an encoding mean.

mod adding;
mod agreement;
mod bands;
mod crests;
mod decay;
mod difference;
mod distance;
mod overflow;
mod pair_waves;
mod relation;
mod returns;
mod row_products;
mod shifted_scores;
pub mod strategies;
pub mod three_ways;
mod trace;
mod uniqueness;
mod wave_difference;

pub use adding::{Added, AddedWays, Adding, kept_of_word};
pub use agreement::{Agreed, Agreement, Incomparable, THRESHOLDS, agreement};
pub use bands::{BandLabel, Cycles, SeenLength, band_label, band_range, finished_cycles, telling_bands, wavelength};
pub use decay::{Decay, Decayed, decay};
pub use difference::{
    COMPARED_CELLS_LIMIT, Parted, Parting, Partings, aligned, first_difference, largest_difference, partings,
};
pub use distance::distance;
pub use overflow::{Overflow, overflow};
pub use pair_waves::{PairWave, PairWaves, pair_waves};
pub use relation::Relation;
pub use returns::{CosineRise, Returned, Returns, returns};
pub use shifted_scores::{Shifted, ShiftedScores};
pub use trace::{Trace, trace, trace_cost_ms};
pub use uniqueness::{Distances, Repeats, Uniqueness, uniqueness};

//! What the numbers of an encoding mean.

mod bands;
mod difference;
mod distance;
mod trace;

pub use bands::{Cycles, finished_cycles, wavelength};
pub use difference::{Parting, aligned, first_difference, largest_difference};
pub use distance::distance;
pub use trace::{Trace, trace, trace_cost_ms};

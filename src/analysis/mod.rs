//! What the numbers of an encoding mean.

mod bands;
mod distance;
mod trace;

pub use bands::{Cycles, finished_cycles, wavelength};
pub use distance::distance;
pub use trace::{Trace, trace, trace_cost_ms};

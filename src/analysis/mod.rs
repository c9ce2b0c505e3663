//! What the numbers of an encoding mean.

mod bands;
mod distance;

pub use bands::{Cycles, band_columns, bands, finished_cycles, wavelength};
pub use distance::distance;

//! What a pixel shows of the cells under it.

use serde::{Deserialize, Serialize};

/// What a pixel shows of the cells under it. If a cell is at least as large as a pixel, all four
/// are the same except at the edges of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reduction {
    /// The exact mean, each cell weighted by its share inside the pixel.
    #[default]
    Mean,
    /// The mean of such means: every pixel is averaged with its neighbours, weighted by a tent that
    /// is one pixel wide on each side. What the mean leaves of a wave too fast for the pixels is
    /// squared and so nearly gone. At the first and the last position of the table, where a
    /// neighbour is missing, the mean.
    MeanTwice,
    /// The first cell, as if every n-th cell were drawn and the others did not exist. Fast waves
    /// then look like slow ones that are not there.
    EveryNth,
    /// The value of the largest magnitude, so that a single outlier shows.
    Largest,
}

impl Reduction {
    /// All reductions, the usual one first.
    pub const ALL: [Self; 4] = [Self::Mean, Self::MeanTwice, Self::EveryNth, Self::Largest];
}

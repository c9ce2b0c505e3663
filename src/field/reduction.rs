//! What one pixel says of the cells under it.

use serde::{Deserialize, Serialize};

/// What one pixel says of the cells under it. Where a cell is at least a pixel
/// large, all four are the same but at the edges of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reduction {
    /// Their exact mean, each cell by the share that is inside.
    #[default]
    Mean,
    /// The mean of such means: every pixel is averaged with its neighbours by
    /// the part of them that is nearer than a pixel (a tent). What the mean
    /// leaves of a wave too fast for the pixels is squared and so nearly gone.
    /// At the first and the last position of the table, where a neighbour is
    /// missing, the mean.
    MeanTwice,
    /// The first cell, as if every n-th were drawn and the others did not
    /// exist. Fast waves then look like slow ones that are not there.
    EveryNth,
    /// The value of the largest magnitude, so that a single odd cell shows.
    Largest,
}

impl Reduction {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::Mean, Self::MeanTwice, Self::EveryNth, Self::Largest];
}

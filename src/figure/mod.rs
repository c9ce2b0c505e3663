//! Pictures to keep.
//!
//! | file | what it knows |
//! |---|---|
//! | [`colormap`] | from a value to a colour |
//! | [`range`] | which range of values the colours span |
//! | [`hatch`] | how a cell that no colour can show is marked |
//! | [`plain`] | the cells alone, row by row |
//! | [`three_ways`] | index, normalized and sinusoidal as strips |
//! | [`strategies`] | what can be done beyond the trained length, as strips |

pub mod colormap;
pub mod hatch;
pub mod plain;
pub mod range;
pub mod strategies;
pub mod three_ways;

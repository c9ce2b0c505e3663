//! Pictures to keep.

pub mod colormap;

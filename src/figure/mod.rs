//! Pictures to keep.

//! poscope: a desktop microscope for positional encodings.

pub mod encoding;
pub mod field;

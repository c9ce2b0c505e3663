//! poscope: a desktop microscope for positional encodings.

pub mod app;
pub mod encoding;
pub mod figure;
pub mod file;

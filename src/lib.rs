//! poscope: a desktop microscope for positional encodings.

rust_i18n::i18n!("assets/locales", fallback = "en");

pub mod analysis;
pub mod app;
pub mod cli;
pub mod encoding;
pub mod field;
pub mod figure;
pub mod file;
pub mod session;
pub mod text;

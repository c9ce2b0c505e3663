//! The window.

pub mod offscreen;

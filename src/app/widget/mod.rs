//! What the views are made of.

pub mod axis;
pub mod color_bar;
pub mod matrix;
pub mod scale;
pub mod texture;

//! Pictures to keep.
//!
//! ```text
//! subject -> views -> sheet -> layout -> draw -> render -> SVG, PNG, PDF; frames of GIF, APNG
//! ```
//!
//! A figure draws the blocks that views describe, and knows no view and no scheme.
//!
//! | file | what it knows |
//! |---|---|
//! | [`sheet`] | the blocks of one view, or of several, as a figure |
//! | [`page`] | a figure, described |
//! | [`paper`] | how large it is, and its letters |
//! | [`lettering`] | how wide a text is, and what the font does not have |
//! | [`layout`] | where everything is on a sheet |
//! | [`kept`] | what stays where it is over several figures |
//! | [`draw`] | a figure as elements of SVG, with its pictures |
//! | [`svg`] | those elements |
//! | [`render`] | a drawing as a file |
//! | `strip` | the pixels of a drawing, a strip at a time |
//! | [`motion`] | which number changes from frame to frame, and how |
//! | [`animation`] | the frames, and a file of them |
//! | [`few_colors`] | 256 colours for those of a figure |
//! | [`numbers`] | the curves of a block as numbers |
//! | [`plain`] | the cells alone, row by row |
//! | `error`, `words` | why a figure was not made |

pub mod animation;
pub mod draw;
mod error;
pub mod few_colors;
pub mod kept;
pub mod layout;
pub mod lettering;
pub mod motion;
pub mod numbers;
pub mod page;
pub mod paper;
pub mod plain;
pub mod render;
pub mod sheet;
mod strip;
pub mod svg;
mod words;

pub use error::FigureError;
pub use words::{animation_error, figure_error};

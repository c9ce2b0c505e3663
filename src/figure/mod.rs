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
//! | [`sheet`] | the blocks of one or several views, as a figure |
//! | [`description`] | the description of a figure |
//! | [`pdf`] | a drawing as a PDF |
//! | [`paper`] | the size of a figure and of its letters |
//! | [`lettering`] | the width of a text, and what the font does not have |
//! | [`layout`] | the places of everything on a sheet |
//! | [`kept`] | what several figures have in common |
//! | [`draw`] | a figure as SVG elements, with its pictures |
//! | [`svg`] | the SVG elements |
//! | [`render`] | a drawing as a file |
//! | `strip` | the pixels of a drawing, one strip at a time |
//! | [`motion`] | which number changes from frame to frame, and how |
//! | [`animation`] | the frames, and a file of them |
//! | [`few_colors`] | 256 colours for a figure that has more |
//! | [`numbers`] | the curves of a block as numbers |
//! | [`plain`] | bare cells, row by row |
//! | `error`, `words` | why a figure could not be made |

pub mod animation;
pub mod description;
pub mod draw;
mod error;
pub mod few_colors;
pub mod kept;
pub mod layout;
pub mod lettering;
pub mod motion;
pub mod numbers;
pub mod paper;
pub mod pdf;
pub mod plain;
pub mod render;
pub mod sheet;
mod strip;
pub mod svg;
mod words;

pub use error::FigureError;
pub use words::{animation_error, figure_error};

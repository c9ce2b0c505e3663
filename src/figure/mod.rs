//! Pictures to keep.
//!
//! ```text
//! session -> views -> page -> layout -> draw -> render -> SVG, PNG, PDF; frames of GIF, APNG
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | [`views`] | the views as figures |
//! | [`page`] | a figure, described: panels, axes, colour bars, notes |
//! | [`paper`] | how large it is, and its letters |
//! | [`ink`] | what is drawn in which colour |
//! | [`lettering`] | how wide a text is, and what the font does not have |
//! | [`ticks`] | where ticks are, and what they are called |
//! | [`layout`] | where everything is |
//! | [`kept`] | what stays where it is over several figures |
//! | [`curve`] | the points that a line goes through |
//! | [`draw`] | a figure as elements of SVG, with its pictures |
//! | [`svg`] | those elements |
//! | [`render`] | a drawing as a file |
//! | [`motion`] | which number changes from frame to frame, and how |
//! | [`animation`] | the frames, and a file of them |
//! | [`few_colors`] | 256 colours for those of a figure |
//! | `words` | why a figure was not made |
//! | [`colormap`] | from a value to a colour |
//! | [`range`] | which range of values the colours span |
//! | [`hatch`] | how a cell that no colour can show is marked |
//! | [`plain`] | the cells alone, row by row |
//! | [`three_ways`] | index, normalized and sinusoidal as strips |
//! | [`strategies`] | what can be done beyond the trained length, as strips |

pub mod animation;
pub mod colormap;
pub mod curve;
pub mod draw;
pub mod few_colors;
pub mod hatch;
pub mod ink;
pub mod kept;
pub mod layout;
pub mod lettering;
pub mod motion;
pub mod page;
pub mod paper;
pub mod plain;
pub mod range;
pub mod render;
pub mod strategies;
pub mod svg;
pub mod three_ways;
pub mod ticks;
pub mod views;
mod words;

pub use words::{animation_error, figure_error};

//! What a view is made of: blocks, panels, axes and layers, as plain data, and what every renderer
//! works out from them.
//!
//! | file | what it knows |
//! |---|---|
//! | `block` | a block: title, controls, rows of panels, lines of words |
//! | `panel` | a panel: one plot with what stands around it |
//! | `layer` | what a panel draws |
//! | `axis` | what runs along an axis, what it measures, which window it moves |
//! | [`cursor`] | the linked cursor, and what a click holds |
//! | [`remark`] | words that depend on pixels |
//! | [`curve`] | the points that lines go through |
//! | [`layout`] | where plots are |
//! | [`ticks`] | where ticks are, and what they are called |
//! | [`palette`] | from a value to a colour |
//! | [`range`] | which range of values the colours span |
//! | [`hatch`] | how a cell that no colour can show is marked |
//! | [`ink`] | what is drawn in which colour |
//! | `tone` | colours by what they say |

mod axis;
mod block;
pub mod cursor;
pub mod curve;
pub mod hatch;
pub mod ink;
mod layer;
pub mod layout;
pub mod palette;
mod panel;
pub mod range;
pub mod remark;
pub mod ticks;
mod tone;

pub use axis::{Axis, Columns, Measure, Moves, Quantity, Scale};
pub use block::{Arrangement, Block, Control, Piece, Refusal};
pub use layer::{Cells, Curve, Layer, Look, Source, Stretch, Stroke};
pub use panel::{Bar, Choice, Entry, Mark, Panel, Row, Side, Title};
pub use tone::Tone;

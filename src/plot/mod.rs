//! What a view is made of: blocks, panels, axes and layers, as plain data, and what every renderer
//! derives from them.
//!
//! | file | what it knows |
//! |---|---|
//! | `block` | a block: title, controls, rows of panels, lines of words |
//! | `panel` | a panel: one plot and what surrounds it |
//! | `layer` | what a panel draws |
//! | `axis` | what runs along an axis, what it measures, which window it moves |
//! | [`cursor`] | the linked cursor, and what a click holds |
//! | [`remark`] | words that depend on pixels |
//! | [`curve`] | the points that lines go through |
//! | [`layout`] | the places of the plots |
//! | [`ticks`] | the ticks of an axis and their labels |
//! | [`palette`] | the colour of a value |
//! | [`range`] | the range of values that the colours span |
//! | [`hatch`] | the marking of a cell that no colour can show |
//! | [`ink`] | the colours of lines and letters |
//! | `tone` | colours by meaning |

mod axis;
mod block;
pub mod cursor;
pub mod curve;
pub mod hatch;
pub mod ink;
pub mod layer;
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
pub use panel::{Bar, LegendEntry, Mark, Panel, PanelChoice, Row, SideWords, Title};
pub use tone::Tone;

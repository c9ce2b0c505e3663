//! The description of a figure: plain data; nothing is computed before it is drawn.

use super::layout::Room;
use super::paper::Paper;
use crate::plot::Row;
use crate::plot::ink::Theme;

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The title above everything; empty if there is none.
    pub title: String,
    /// The smaller line below the title.
    pub subtitle: String,
    /// The rows of panels, from top to bottom.
    pub rows: Vec<Row>,
    /// The smaller lines below everything.
    pub notes: Vec<String>,
    /// The text for those who cannot see the figure.
    pub alt: String,
    /// The sheet that the figure is drawn on.
    pub paper: Paper,
    /// The theme of the page.
    pub theme: Theme,
    /// Whether the page is transparent.
    pub transparent: bool,
    /// The room reserved for the letters of other figures in the same layout.
    pub room: Room,
}

//! A figure, described: plain data, nothing is computed before it is drawn.

use super::layout::Room;
use super::paper::Paper;
use crate::plot::Row;
use crate::plot::ink::Theme;

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Above all; empty if there is none.
    pub title: String,
    /// Below the title, smaller.
    pub subtitle: String,
    /// From the top.
    pub rows: Vec<Row>,
    /// Below all, smaller.
    pub notes: Vec<String>,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// The sheet that it is on.
    pub paper: Paper,
    /// The page that it stands on.
    pub theme: Theme,
    /// Whether there is nothing instead of the page.
    pub transparent: bool,
    /// Room that is kept for the letters of other figures in the same layout.
    pub room: Room,
}

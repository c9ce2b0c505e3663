//! A block: what a view shows, as plain data.
//!
//! ```text
//! title            controls            remark, map
//! words above
//! rows of panels
//! lines below
//! ```
//!
//! A window draws a block as a pane, a figure as a part of a sheet. What depends on pixels is data
//! that is resolved after layout (`remark`).

use super::panel::{Panel, Row};
use super::remark::Remark;
use super::tone::Tone;
use crate::session::Change;

/// What a view shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The title of its pane.
    pub title: String,
    /// The title of its figure.
    pub heading: String,
    /// Above its first panel on a page that says the scheme; empty if its panels have titles.
    pub short: String,
    /// In the title line of its pane.
    pub controls: Vec<Control>,
    /// At the end of that line: one sentence about what is pointed at or seen.
    pub remark: Remark,
    /// Whether that line has a map of the window onto the table, once a part of it is out of view.
    pub has_map: bool,
    /// Words above the panels of a pane.
    pub above: Vec<Piece>,
    /// From the top.
    pub rows: Vec<Row>,
    /// How the panels of a pane stand where that depends on its room.
    pub arrangement: Arrangement,
    /// Lines below the panels of a pane.
    pub below: Vec<Vec<Piece>>,
    /// Words below its figure.
    pub notes: Vec<String>,
    /// Lines that a command prints once its file is written.
    pub results: Vec<String>,
    /// What it shows, in a sentence: for screen readers and for the text of a figure.
    pub summary: String,
    /// How many times as high as wide its figure wants to be.
    pub tall: f64,
    /// Whether it is of A and B, so that the words below a title say only what both have.
    pub shows_both: bool,
}

impl Block {
    /// Returns all its panels, row by row.
    pub fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.rows.iter().flat_map(|row| &row.panels)
    }
}

/// How the panels of a pane stand where that depends on its room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// As the rows say.
    #[default]
    Rows,
    /// The two of a row beside each other in a wide pane, else one below the other.
    BesideOrBelow,
    /// In two columns where rows would be too low.
    Columns,
    /// All of a row where there is room, else one of them.
    AllOrOne,
}

/// A control in the title line of a pane.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// Words.
    Label(String),
    /// One of several that is on.
    Radio {
        /// On it.
        words: String,
        /// What it does, for those who do not see it.
        name: String,
        /// The same while the pointer rests on it.
        hint: String,
        /// Whether it is on.
        is_on: bool,
        /// What choosing it does; `None` if that changes nothing in the session.
        change: Option<Change>,
    },
    /// On or off.
    Toggle {
        /// Beside or on it.
        words: String,
        /// What it does, while the pointer rests on it.
        hint: String,
        /// Whether it is on.
        is_on: bool,
        /// Whether it can be changed.
        is_enabled: bool,
        /// Whether it is left out where there is no room: a menu has it too.
        is_optional: bool,
        /// What changing it does.
        change: Change,
    },
    /// One of a list.
    Choice {
        /// What is chosen, for those who do not see it.
        name: String,
        /// The one that is chosen.
        chosen: String,
        /// All of them, and what choosing each does.
        options: Vec<(String, Change)>,
        /// Whether it is only there where pixels mix cells.
        is_for_mixing: bool,
    },
}

/// A piece of a line of words.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words.
    Words(String, Tone),
    /// Words that do something when they are clicked.
    Link {
        /// The words.
        words: String,
        /// What a click does, while the pointer rests on them.
        hint: String,
        /// The changes that it makes.
        changes: Vec<Change>,
    },
    /// A field that is typed into; it sets a setting of the view.
    Field {
        /// What is typed, for those who do not see it.
        name: String,
        /// Its present text.
        text: String,
        /// The view and the setting.
        of: (&'static str, &'static str),
        /// What is said where a text is refused.
        refused: String,
    },
    /// How far the work of a panel or a line is, with a button that cancels it.
    Progress {
        /// Whose work.
        part: String,
        /// 0 to 1.
        fraction: f32,
    },
}

/// Why there is nothing to show, and what would help.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Why.
    pub words: String,
    /// The words of a button, and the change that mends it.
    pub mend: Option<Box<(String, Change)>>,
    /// The setting that mends it, for those who have no button.
    pub setting: Option<&'static str>,
}

impl Refusal {
    /// A refusal that nothing here mends.
    pub fn of(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            mend: None,
            setting: None,
        }
    }
}

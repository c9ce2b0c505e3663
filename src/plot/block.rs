//! A block: what a view shows, as plain data.
//!
//! ```text
//! title            controls            remark, map
//! words above
//! rows of panels
//! lines below
//! ```
//!
//! A window draws a block as a pane, a figure draws it as part of a sheet. What depends on pixels is
//! data that is resolved after layout (`remark`).

use super::panel::{Panel, Row};
use super::remark::Remark;
use super::tone::Tone;
use crate::session::Change;

/// What a view shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The title of the pane.
    pub title: String,
    /// The title of the figure.
    pub heading: String,
    /// The words above the first panel if the block is on a page, whose title names the scheme; empty if the panels
    /// have titles.
    pub short: String,
    /// Controls in the title line of the pane.
    pub controls: Vec<Control>,
    /// The sentence at the end of that line, about what is pointed at or seen.
    pub remark: Remark,
    /// Whether that line shows a map of the window onto the table, once part of the table is out of view.
    pub has_map: bool,
    /// Words above the panels of the pane.
    pub above: Vec<Piece>,
    /// The rows of panels, from the top.
    pub rows: Vec<Row>,
    /// How the panels of the pane are arranged, if that depends on the room.
    pub arrangement: Arrangement,
    /// Lines below the panels of the pane.
    pub below: Vec<Vec<Piece>>,
    /// Notes below the figure.
    pub notes: Vec<String>,
    /// Lines that a command prints after writing the file.
    pub results: Vec<String>,
    /// What the block shows, in a sentence: for screen readers and for the figure's alternative text.
    pub summary: String,
    /// The preferred height of the figure as a multiple of its width.
    pub tall: f64,
    /// Whether the block shows both A and B, so that the words below a title mention only what they share.
    pub shows_both: bool,
}

impl Block {
    /// Returns all panels, row by row.
    pub fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.rows.iter().flat_map(|row| &row.panels)
    }

    /// Returns all panels, mutably, row by row.
    pub fn panels_mut(&mut self) -> impl Iterator<Item = &mut Panel> {
        self.rows.iter_mut().flat_map(|row| &mut row.panels)
    }
}

/// How the panels of a pane are arranged, if that depends on the room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// As the rows say.
    #[default]
    Rows,
    /// The two panels of a row side by side in a wide pane, otherwise one below the other.
    BesideOrBelow,
    /// In two columns if rows would be too low.
    Columns,
    /// All panels of a row if there is room, otherwise one of them.
    AllOrOne,
}

/// A control in the title line of a pane.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// Plain words.
    Label(String),
    /// A radio button.
    Radio {
        /// The words on the button.
        words: String,
        /// What the button does, for screen readers.
        name: String,
        /// What the button does, shown while the pointer rests on it.
        hint: String,
        /// Whether it is on.
        is_on: bool,
        /// What choosing it changes; `None` if nothing in the session.
        change: Option<Change>,
    },
    /// A toggle.
    Toggle {
        /// The words beside or on the toggle.
        words: String,
        /// What the toggle does, shown while the pointer rests on it.
        hint: String,
        /// Whether it is on.
        is_on: bool,
        /// Whether it can be changed.
        is_enabled: bool,
        /// Whether the toggle is left out if there is no room: a menu has it too.
        is_optional: bool,
        /// What toggling it changes.
        change: Change,
    },
    /// A choice from a list.
    Choice {
        /// What is being chosen, for screen readers.
        name: String,
        /// The chosen option.
        chosen: String,
        /// All options, and what choosing each one changes.
        options: Vec<(String, Change)>,
        /// Whether the control is shown only while pixels mix cells.
        is_for_mixing: bool,
    },
}

/// A piece of a line of words.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words.
    Words(String, Tone),
    /// Words that can be clicked.
    Link {
        /// The words.
        words: String,
        /// What a click does, shown while the pointer rests on the words.
        hint: String,
        /// The changes that it makes.
        changes: Vec<Change>,
    },
    /// A text field for a setting of the view.
    Field {
        /// What is typed, for screen readers.
        name: String,
        /// Its present text.
        text: String,
        /// The names of the view and of the setting.
        of: (&'static str, &'static str),
        /// The message if a text is refused.
        refused: String,
    },
    /// The progress of a panel or a line, with a button that cancels it.
    Progress {
        /// The panel or line.
        part: String,
        /// The fraction done, 0 to 1.
        fraction: f32,
    },
}

/// Why there is nothing to show, and what would help.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The reason.
    pub words: String,
    /// The words of a button, and the change that helps.
    pub mend: Option<Box<(String, Change)>>,
    /// The setting that helps, for output without buttons.
    pub setting: Option<&'static str>,
}

impl Refusal {
    /// Returns a refusal without a remedy.
    pub fn of(words: impl Into<String>) -> Self {
        Self {
            words: words.into(),
            mend: None,
            setting: None,
        }
    }
}

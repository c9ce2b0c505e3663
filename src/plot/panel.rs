//! A panel: one plot with what stands around it, as plain data.
//!
//! Nothing is computed before a panel is drawn, and nothing in it depends on pixels.

use super::axis::{Axis, Quantity, Scale};
use super::block::Refusal;
use super::layer::{Cells, Layer, Stroke};
use super::palette::Palette;
use super::tone::Tone;
use crate::field::Span;
use crate::session::Change;

/// Panels side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its share of the height.
    pub share: f64,
    /// From the left.
    pub panels: Vec<Panel>,
}

impl Row {
    /// A row of panels with the usual share.
    pub fn of(panels: Vec<Panel>) -> Self {
        Self { share: 1.0, panels }
    }
}

/// One plot with what stands around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it is called among the panels of its block; the same in every frame.
    pub key: String,
    /// What it shows, for those who do not see it.
    pub name: String,
    /// Its share of the width.
    pub share: f64,
    /// Above or beside it.
    pub title: Title,
    /// To the right.
    pub x: Axis,
    /// Upward.
    pub y: Axis,
    /// What is drawn, the lowest first.
    pub layers: Vec<Layer>,
    /// From colours to values; `None` if another panel has it.
    pub bar: Option<Bar>,
    /// What lines are.
    pub legend: Vec<Entry>,
    /// How many lines of its own the legend has, below the title; 0 if it stands beside the title.
    pub legend_lines: usize,
    /// Lines across.
    pub marks: Vec<Mark>,
    /// Words beside the plot, along the axis of dimensions.
    pub side: Vec<Side>,
    /// Words at the upper end of those.
    pub side_title: String,
    /// Whether a unit of x is as long as one of y.
    pub square: bool,
    /// Whether it is low and in step with other panels: a window leaves out its upward axis and its
    /// colour bar.
    pub is_strip: bool,
    /// Whether it is in a picture of the cells alone.
    pub is_plain: bool,
    /// Why it has nothing to show.
    pub refusal: Option<Refusal>,
}

impl Panel {
    /// A panel with nothing around it.
    pub fn new(key: impl Into<String>, x: Axis, y: Axis, layers: Vec<Layer>) -> Self {
        Self {
            key: key.into(),
            name: String::new(),
            share: 1.0,
            title: Title::default(),
            x,
            y,
            layers,
            bar: None,
            legend: Vec::new(),
            legend_lines: 0,
            marks: Vec::new(),
            side: Vec::new(),
            side_title: String::new(),
            square: false,
            is_strip: false,
            is_plain: false,
            refusal: None,
        }
    }

    /// Returns the cells that the panel shows, if it shows cells.
    pub fn cells(&self) -> Option<&Cells> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Cells(cells) => Some(&**cells),
            _ => None,
        })
    }

    /// Returns the same cells, to be changed.
    pub fn cells_mut(&mut self) -> Option<&mut Cells> {
        self.layers.iter_mut().find_map(|layer| match layer {
            Layer::Cells(cells) => Some(&mut **cells),
            _ => None,
        })
    }

    /// Whether the words beside it stand above the plot, since dimensions run along x.
    pub fn has_side_above(&self) -> bool {
        !self.side.is_empty() && matches!(self.x.quantity(), Some(Quantity::Dimension(_)))
    }

    /// Whether it is of pairs of positions.
    pub fn is_of_pairs(&self) -> bool {
        matches!(self.y.quantity(), Some(Quantity::Query))
    }

    /// Returns the words that stand at the right of the plot; along x they stand above it.
    pub fn beside(&self) -> &[Side] {
        if self.has_side_above() { &[] } else { &self.side }
    }

    /// Shows lines that are out of date as such: pale, and without marks.
    pub fn fade(&mut self) {
        self.marks.clear();
        for layer in &mut self.layers {
            if let Layer::Curves(curves) = layer {
                curves.iter_mut().for_each(|curve| curve.stroke.pale = true);
            }
        }
    }

    /// Counts rows along an axis that has the positions of rows, and names it `name`: beside other panels, rows
    /// are what they have in common.
    pub fn count_rows(&mut self, name: &str) {
        for axis in [&mut self.x, &mut self.y] {
            if let Scale::Rows(span, _) = axis.scale {
                axis.scale = Scale::Cells(span);
            }
            if axis.quantity() == Some(&Quantity::Position) && !axis.name.is_empty() {
                name.clone_into(&mut axis.name);
            }
        }
    }

    /// Removes the words of its marks: another panel has them.
    pub fn silence_marks(&mut self) {
        for mark in &mut self.marks {
            mark.words.clear();
            mark.short.clear();
        }
    }
}

/// The title of a panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Title {
    /// What it can say, the longest first: the first that has room is shown, and figures show the
    /// last. Empty if there is none.
    pub words: Vec<String>,
    /// What it says where pixels mix cells; empty if it says the same.
    pub mixed: String,
    /// Its colour.
    pub tone: Tone,
    /// Whether it stands at the right of the plot where the window has room for it there.
    pub is_beside: bool,
    /// Whether a line under it says that the panel is the one in front.
    pub is_front: bool,
    /// What choosing the panel does: whether it is chosen, and the change; `None` if it cannot be.
    pub choice: Option<Choice>,
    /// What taking the panel away does, with the words of its button.
    pub removal: Option<(String, Change)>,
}

/// Whether a panel is the chosen one, and what chooses it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Whether it is chosen.
    pub is_on: bool,
    /// The change that chooses it; `None` if it cannot be chosen.
    pub change: Option<Change>,
}

impl Title {
    /// A title that says one thing.
    pub fn of(words: impl Into<String>) -> Self {
        Self {
            words: vec![words.into()],
            ..Self::default()
        }
    }

    /// Returns the shortest thing that it says; empty if it says nothing.
    pub fn shortest(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.shortest().is_empty()
    }
}

/// A colour bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its colours and their values.
    pub palette: Palette,
    /// Beside it.
    pub name: String,
    /// Whether it says what the bars of other panels of a page say: values of tables.
    pub is_shared: bool,
}

/// A line of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is.
    pub words: String,
    /// How it looks.
    pub stroke: Stroke,
}

impl Entry {
    /// What a line that looks so is.
    pub fn new(words: impl Into<String>, stroke: Stroke) -> Self {
        Self {
            words: words.into(),
            stroke,
        }
    }
}

/// A line across a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where, in the values of the axis.
    pub at: f64,
    /// Whether it is a value of x, so that the line is upright.
    pub is_x: bool,
    /// Whether it is what is held: the cell that begins there, framed.
    pub is_held: bool,
    /// At its end; empty if there are none.
    pub words: String,
    /// The same in fewer letters; empty if there are none.
    pub short: String,
}

impl Mark {
    /// A line at a value of x or of y.
    pub fn new(at: f64, is_x: bool, words: impl Into<String>) -> Self {
        Self {
            at,
            is_x,
            is_held: false,
            words: words.into(),
            short: String::new(),
        }
    }
}

/// Words beside a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// From where to where on its axis.
    pub span: Span,
    /// The words.
    pub words: String,
}

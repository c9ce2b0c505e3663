//! A panel: one plot and what surrounds it, as plain data.
//!
//! Nothing is computed before a panel is drawn, and nothing in it depends on pixels.

use super::axis::{Axis, Quantity, Scale};
use super::block::Refusal;
use super::layer::{Cells, Layer, Source, Stroke};
use super::palette::Palette;
use super::tone::Tone;
use crate::encoding::float;
use crate::field::Span;
use crate::session::Change;

/// Panels side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The row's share of the height.
    pub share: f64,
    /// The panels, from the left.
    pub panels: Vec<Panel>,
}

impl Row {
    /// Returns a row of panels with the usual share.
    pub fn of(panels: Vec<Panel>) -> Self {
        Self { share: 1.0, panels }
    }
}

/// One plot and what surrounds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its key among the panels of its block; the same in every frame.
    pub key: String,
    /// What it shows, for screen readers.
    pub name: String,
    /// Its share of the width.
    pub share: f64,
    /// The title above or beside it.
    pub title: Title,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The layers, from the lowest to the highest.
    pub layers: Vec<Layer>,
    /// The colour bar; `None` if another panel has it.
    pub bar: Option<Bar>,
    /// The legend of its lines.
    pub legend: Vec<LegendEntry>,
    /// How many lines of its own the legend takes below the title; 0 if it is beside the title.
    pub legend_lines: usize,
    /// Lines across the plot.
    pub marks: Vec<Mark>,
    /// Words beside the plot, along the axis of dimensions.
    pub side: Vec<SideWords>,
    /// Words at the upper end of `side`.
    pub side_title: String,
    /// Whether a unit of x is as long as a unit of y.
    pub square: bool,
    /// Whether it is low and shown with similar panels: a window leaves out its vertical axis and its colour bar.
    pub is_strip: bool,
    /// Whether it is included in a plain picture of cells.
    pub is_plain: bool,
    /// Why it has nothing to show.
    pub refusal: Option<Refusal>,
}

impl Panel {
    /// Returns a panel with nothing around its plot.
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

    /// Returns the cells that the panel shows, mutably.
    pub fn cells_mut(&mut self) -> Option<&mut Cells> {
        self.layers.iter_mut().find_map(|layer| match layer {
            Layer::Cells(cells) => Some(&mut **cells),
            _ => None,
        })
    }

    /// Checks whether cells beyond the diagonal are blanked.
    pub fn is_masked(&self) -> bool {
        self.layers.iter().any(|layer| matches!(layer, Layer::Masked))
    }

    /// Checks whether a curve through given points crosses a part of the plot, from 0 to 1 along x and along y.
    pub fn is_crossed(&self, [left, right]: [f64; 2], [low, high]: [f64; 2]) -> bool {
        /// The places that are looked at between two points.
        const STEPS: usize = 16;
        let curves = self.layers.iter().filter_map(|layer| match layer {
            Layer::Curves(curves) => Some(curves),
            _ => None,
        });
        let is_inside = |[x, y]: [f64; 2]| (left..=right).contains(&x) && (low..=high).contains(&y);
        let part = |[x, y]: &[f64; 2]| [self.x.scale.part(*x), self.y.scale.part(*y)];
        curves.flatten().any(|curve| {
            let Source::Points(points) = &curve.source else {
                return false;
            };
            let parts: Vec<[f64; 2]> = points.iter().map(part).collect();
            let is_on_line = |ends: &[[f64; 2]]| {
                let between = |step: usize, axis: usize| {
                    ends[0][axis] + (ends[1][axis] - ends[0][axis]) * float(step) / float(STEPS)
                };
                (0..STEPS).any(|step| is_inside([between(step, 0), between(step, 1)]))
            };
            parts.iter().any(|place| is_inside(*place)) || (!curve.stroke.dots_only && parts.windows(2).any(is_on_line))
        })
    }

    /// Checks whether the words of `side` go above the plot, since dimensions run along x.
    pub fn has_side_above(&self) -> bool {
        !self.side.is_empty() && matches!(self.x.quantity(), Some(Quantity::Dimension(_)))
    }

    /// Checks whether the panel shows pairs of positions.
    pub fn is_of_pairs(&self) -> bool {
        matches!(self.y.quantity(), Some(Quantity::Query))
    }

    /// Returns the words that go right of the plot; empty if they go above it.
    pub fn beside(&self) -> &[SideWords] {
        if self.has_side_above() { &[] } else { &self.side }
    }

    /// Marks lines as out of date: pale, and without marks.
    pub fn fade(&mut self) {
        self.marks.clear();
        for layer in &mut self.layers {
            if let Layer::Curves(curves) = layer {
                curves.iter_mut().for_each(|curve| curve.stroke.pale = true);
            }
        }
    }

    /// Makes an axis with the positions of rows count rows instead, and names it `name`: rows are what
    /// it has in common with the panels beside it.
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

    /// Removes the words of the marks, because another panel shows them.
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
    /// What it can say, the longest first: the first that fits is shown, and figures show the last.
    /// Empty if there is no title.
    pub words: Vec<String>,
    /// What it says while pixels mix cells; empty if that is the same.
    pub mixed: String,
    /// What its words mean, shown while the pointer rests on them; empty if they need no explanation.
    pub hint: String,
    /// Its colour.
    pub tone: Tone,
    /// Whether it is placed right of the plot if the window has room there.
    pub is_beside: bool,
    /// Whether it is underlined, since its panel is the one in front.
    pub is_front: bool,
    /// Whether the panel is chosen, and what chooses it; `None` if panels here cannot be chosen.
    pub choice: Option<PanelChoice>,
    /// The words of the button that removes the panel, and its change.
    pub removal: Option<(String, Change)>,
}

/// Whether a panel is the chosen one, and what chooses it.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelChoice {
    /// Whether it is chosen.
    pub is_on: bool,
    /// The change that chooses it; `None` if it cannot be chosen.
    pub change: Option<Change>,
}

impl Title {
    /// Returns a title with one text.
    pub fn of(words: impl Into<String>) -> Self {
        Self {
            words: vec![words.into()],
            ..Self::default()
        }
    }

    /// Returns its shortest text; empty if it has none.
    pub fn shortest(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }

    /// Checks whether the title has no text.
    pub fn is_empty(&self) -> bool {
        self.shortest().is_empty()
    }
}

/// A colour bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its colours and their values.
    pub palette: Palette,
    /// The name beside it.
    pub name: String,
    /// Whether it shows the same quantity as the bars of other panels of a page: values of tables.
    pub is_shared: bool,
}

/// An entry of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// What the line shows.
    pub words: String,
    /// How the line looks.
    pub stroke: Stroke,
}

impl LegendEntry {
    /// Returns an entry for lines of this stroke.
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
    /// Whether it is a value of x, so that the line is vertical.
    pub is_x: bool,
    /// Whether it frames what is held: the cell that begins at `at`.
    pub is_held: bool,
    /// The words at its end; empty if there are none.
    pub words: String,
    /// A shorter form of the words; empty if there is none.
    pub short: String,
}

impl Mark {
    /// Returns a line at a value of x or of y.
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
pub struct SideWords {
    /// Their stretch of the axis.
    pub span: Span,
    /// The words.
    pub words: String,
}

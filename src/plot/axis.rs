//! An axis: what runs along it, what it measures, and which window it moves.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::encoding::{Encoding, Numbering, float, natural};
use crate::field::{ColumnOrder, Span};
use crate::text::{count, position};

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The words beside its ticks; empty if another axis shows them.
    pub name: String,
    /// What runs along it.
    pub scale: Scale,
    /// Whether its ticks have labels.
    pub has_labels: bool,
    /// What the pointer finds along it; `None` if nothing.
    pub measure: Option<Measure>,
}

impl Axis {
    /// Returns an axis with a name and labels that measures nothing.
    pub fn new(name: impl Into<String>, scale: Scale) -> Self {
        Self {
            name: name.into(),
            scale,
            has_labels: true,
            measure: None,
        }
    }

    /// Returns the axis measuring `quantity` over `cells` cells and moving no window.
    #[must_use]
    pub fn measuring(self, quantity: Quantity, cells: usize) -> Self {
        let measure = Measure {
            quantity,
            cells,
            extent: cells,
            moves: Moves::Nothing,
        };
        Self {
            measure: Some(measure),
            ..self
        }
    }

    /// Returns the axis moving a window over `extent` cells.
    #[must_use]
    pub fn moving(mut self, moves: Moves, extent: usize) -> Self {
        if let Some(measure) = &mut self.measure {
            (measure.moves, measure.extent) = (moves, extent);
        }
        self
    }

    /// Returns the axis without a name and labels, because another panel shows them.
    #[must_use]
    pub fn bare(self) -> Self {
        Self {
            name: String::new(),
            has_labels: false,
            ..self
        }
    }

    /// Returns the quantity that the axis measures.
    pub fn quantity(&self) -> Option<&Quantity> {
        self.measure.as_ref().map(|measure| &measure.quantity)
    }
}

/// What an axis measures, and its extent.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// What the numbers along the axis are.
    pub quantity: Quantity,
    /// The number of cells that the pointer can be on.
    pub cells: usize,
    /// The number of cells that can come into view: more than `cells` if a larger table is shown beside.
    pub extent: usize,
    /// The window of the session that panning and zooming move.
    pub moves: Moves,
}

/// Which window of the session an axis moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// None.
    Nothing,
    /// The positions or the dimensions of the table in view.
    Table,
    /// The positions of queries or of keys in view.
    Pairs,
}

/// What the numbers along an axis are.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// Rows of the table in front: positions, or the offsets of a bias.
    Position,
    /// Columns of the table in front.
    Dimension(Box<Columns>),
    /// Columns of another table: a click holds one, but the cursor is not shown on them.
    OtherDimension,
    /// Values of one column of the table in front.
    Column(usize),
    /// Positions of the query, or the first of two positions.
    Query,
    /// Positions of the key, or the second of two positions.
    Key,
    /// Positions that are compared with this one.
    Partner(usize),
    /// Offsets between two positions.
    Offset,
    /// Pairs of columns, each with the first column of its band.
    Pair(Arc<[usize]>),
}

/// Columns in the order of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// The table whose column order the picture has.
    pub encoding: Encoding,
    /// The order in which its columns are shown.
    pub order: ColumnOrder,
    /// The table in front, if its columns were put into the order of `encoding`.
    pub front: Option<Encoding>,
}

impl Columns {
    /// Returns the column of the table in front at a place of the picture.
    pub fn column(&self, place: usize) -> usize {
        let column = self.order.column(place, &self.encoding);
        self.front.as_ref().map_or(column, |front| front.own_column(column))
    }

    /// Returns the place of a column of the table in front: the inverse of [`Self::column`].
    pub fn place(&self, column: usize) -> usize {
        let column = self.front.as_ref().map_or(column, |front| front.place_of(column));
        self.order.place(column, &self.encoding)
    }
}

/// What runs along an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Scale {
    /// Cells: cell i extends from i to i + 1, with its tick in the middle.
    Cells(Span),
    /// Rows of a table whose positions are not counted from 0 in steps of 1: cells, with ticks at round positions.
    Rows(Span, Numbering),
    /// Cells in named groups: where each group begins and ends.
    Groups(Span, Vec<(Span, String)>),
    /// Numbers between two ends, linearly.
    Values(f64, f64),
    /// Whole offsets from 1 to the last, logarithmically.
    Offsets(f64),
    /// Numbers between two ends, logarithmically.
    Logarithms(f64, f64),
    /// Another scale from its end to its beginning.
    Reversed(Box<Self>),
}

impl Scale {
    /// Returns the scale of the rows of a table, with ticks at their positions.
    pub fn rows(span: Span, encoding: &Encoding) -> Self {
        match Numbering::new(encoding.spec()) {
            Some(numbering) => Self::Rows(span, numbering),
            None => Self::Cells(span),
        }
    }

    /// Returns the scale from its end to its beginning.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Reversed(scale) => *scale,
            scale => Self::Reversed(Box::new(scale)),
        }
    }

    /// Returns whether the scale runs from its end to its beginning.
    pub fn is_reversed(&self) -> bool {
        matches!(self, Self::Reversed(_))
    }

    /// Returns the named groups of cells; empty if there are none.
    pub fn groups(&self) -> &[(Span, String)] {
        match self {
            Self::Groups(_, groups) => groups,
            Self::Reversed(scale) => scale.groups(),
            _ => &[],
        }
    }

    /// Returns the widest label of a cell in view; `None` for a scale without numbered cells.
    pub fn widest_label(&self) -> Option<String> {
        let cells = self.span().cells();
        match self {
            Self::Cells(_) => Some(count(cells.end)),
            Self::Rows(_, numbering) => {
                let ends = [cells.start, cells.end].map(|row| position(numbering.position(row)));
                ends.into_iter().max_by_key(|label| label.chars().count())
            }
            Self::Reversed(scale) => scale.widest_label(),
            _ => None,
        }
    }

    /// Returns where a value (or a place among cells) is on the axis: 0 at its beginning and 1 at its end.
    pub fn part(&self, value: f64) -> f64 {
        let between = |low: f64, high: f64, value: f64| {
            if high > low { (value - low) / (high - low) } else { 0.5 }
        };
        match self {
            Self::Cells(span) | Self::Rows(span, _) | Self::Groups(span, _) => between(span.start, span.end, value),
            Self::Values(low, high) => between(*low, *high, value),
            Self::Offsets(last) => between(0.0, last.ln(), value.max(1.0).ln()),
            Self::Logarithms(low, high) => between(low.ln(), high.ln(), value.ln()),
            Self::Reversed(scale) => 1.0 - scale.part(value),
        }
    }

    /// Returns the value at a part of the axis: the inverse of [`Self::part`].
    pub fn at(&self, part: f64) -> f64 {
        match self {
            Self::Cells(span) | Self::Rows(span, _) | Self::Groups(span, _) => span.start + span.length() * part,
            Self::Values(low, high) => low + (high - low) * part,
            Self::Offsets(last) => (last.ln() * part).exp(),
            Self::Logarithms(low, high) => (low.ln() + (high.ln() - low.ln()) * part).exp(),
            Self::Reversed(scale) => scale.at(1.0 - part),
        }
    }

    /// Returns where a whole cell or offset is drawn, as a value for [`Self::part`].
    pub fn middle(&self, cell: usize) -> f64 {
        match self {
            Self::Cells(_) | Self::Rows(..) | Self::Groups(..) => float(cell) + 0.5,
            Self::Values(..) | Self::Offsets(_) | Self::Logarithms(..) => float(cell),
            Self::Reversed(scale) => scale.middle(cell),
        }
    }

    /// Returns the span of cells or values that is in view.
    pub fn span(&self) -> Span {
        if let Self::Reversed(scale) = self {
            return scale.span();
        }
        Span {
            start: self.at(0.0),
            end: self.at(1.0),
        }
    }

    /// Returns the cell or the whole offset at a part of the axis from 0 to 1, if it is one of `cells`.
    pub fn cell(&self, part: f64, cells: usize) -> Option<usize> {
        if let Self::Reversed(scale) = self {
            // Both scales have the edge at their beginning, not the one at their end.
            return scale.cell((1.0 - part).next_down(), cells);
        }
        if !(0.0..1.0).contains(&part) {
            return None;
        }
        let value = self.at(part);
        let cell = match self {
            Self::Cells(_) | Self::Rows(..) | Self::Groups(..) => value,
            _ => value.round(),
        };
        (cell >= 0.0 && natural(cell) < cells).then(|| natural(cell))
    }
}

//! What several figures of the same panels have in common: the room for letters, the ranges of
//! colours and of values. The x axis and the number of cells may differ.

use super::description::Figure;
use super::layout::{NoRoom, Room};
use crate::plot::palette::Palette;
use crate::plot::range::wider;
use crate::plot::{Panel, Scale};

/// The common room and ranges; empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    room: Room,
    /// The ranges of all panels, row by row.
    ranges: Vec<Ranges>,
}

/// The ranges of a panel, if it has them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ranges {
    colors: Option<(f64, f64)>,
    values: Option<(f64, f64)>,
}

impl Ranges {
    fn of(panel: &Panel) -> Self {
        let span = |palette: &Palette| (palette.low, palette.high);
        Self {
            colors: panel.cells().map(|cells| span(&cells.look.palette)),
            values: match panel.y.scale {
                Scale::Values(low, high) | Scale::Logarithms(low, high) => Some((low, high)),
                _ => None,
            },
        }
    }

    fn with(self, other: Self) -> Self {
        let both = |one: Option<(f64, f64)>, other: Option<(f64, f64)>| match (one, other) {
            (Some(one), Some(other)) => Some(wider(one, other)),
            (one, other) => one.or(other),
        };
        Self {
            colors: both(self.colors, other.colors),
            values: both(self.values, other.values),
        }
    }

    fn put_into(self, panel: &mut Panel) {
        if let (Some((low, high)), Some(cells)) = (self.colors, panel.cells_mut()) {
            let palette = Palette {
                low,
                high,
                ..cells.look.palette
            };
            cells.look.palette = palette;
            if let Some(bar) = &mut panel.bar {
                bar.palette = palette;
            }
        }
        if let (Some(range), Scale::Values(low, high) | Scale::Logarithms(low, high)) =
            (self.values, &mut panel.y.scale)
        {
            (*low, *high) = range;
        }
    }
}

impl Kept {
    /// Returns the room and ranges of a figure, including those that it keeps.
    ///
    /// # Errors
    /// [`NoRoom`].
    pub fn of(figure: &Figure) -> Result<Self, NoRoom> {
        let panels = figure.rows.iter().flat_map(|row| &row.panels);
        Ok(Self {
            room: Room::of(figure)?,
            ranges: panels.map(Ranges::of).collect(),
        })
    }

    /// Returns the room and ranges that cover both.
    pub fn with(&self, other: &Self) -> Self {
        let ranges = match (self.ranges.len(), other.ranges.len()) {
            (0, _) => other.ranges.clone(),
            (own, others) if own == others => {
                let pairs = self.ranges.iter().zip(&other.ranges);
                pairs.map(|(one, other)| one.with(*other)).collect()
            }
            _ => self.ranges.clone(),
        };
        Self {
            room: self.room.with(&other.room),
            ranges,
        }
    }

    /// Applies the common room and ranges to a figure.
    pub(super) fn put_into(&self, figure: &mut Figure) {
        figure.room.clone_from(&self.room);
        let panels = figure.rows.iter_mut().flat_map(|row| &mut row.panels);
        if self.ranges.is_empty() {
            return;
        }
        for (panel, ranges) in panels.zip(&self.ranges) {
            ranges.put_into(panel);
        }
    }
}

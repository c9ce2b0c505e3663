//! The linked cursor of all views: what the pointer is on, what follows from it for any axis, and what
//! a click holds.

use super::axis::{Axis, Quantity};
use super::panel::Panel;
use crate::encoding::SchemeKind;
use crate::session::{Change, Pin};

/// What the pointer is on, in any view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// A cell of the table in front.
    Cell(Pin),
    /// A position, or an offset of a bias.
    Position(usize),
    /// Two positions, the first of which is the query's.
    Pair(usize, usize),
    /// An offset between two positions.
    Offset(usize),
}

/// What is held, and the kind of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// The pinned cell.
    pub pin: Option<Pin>,
    /// What the table contributes to attention.
    pub kind: SchemeKind,
    /// The number of positions in the table.
    pub length: usize,
    /// The row of offset 0, if the rows of the table are offsets.
    pub zero: usize,
}

/// Where the pointer is in a panel: the cell along each axis, if any.
pub type CellPlace = [Option<usize>; 2];

impl Held {
    /// Returns the cell whose formula is shown: the one under the pointer, otherwise the pinned one.
    pub fn focus(&self, cursor: Option<Cursor>) -> Option<Pin> {
        match cursor {
            Some(Cursor::Cell(cell)) => Some(cell),
            Some(Cursor::Position(position)) => self.pin.map(|pin| Pin { position, ..pin }),
            _ => self.pin,
        }
    }

    /// Returns the row of the table under the pointer: a position, or the offset of a bias.
    pub fn position(&self, cursor: Option<Cursor>) -> Option<usize> {
        let is_bias = self.kind == SchemeKind::Bias;
        match cursor? {
            Cursor::Pair(p, q) if is_bias => self.row_of((p, q)),
            Cursor::Offset(offset) if is_bias => Some(self.zero + offset).filter(|row| *row < self.length),
            Cursor::Cell(cell) => Some(cell.position),
            Cursor::Position(position) | Cursor::Pair(position, _) => Some(position),
            Cursor::Offset(offset) => {
                let position = self.pin?.position.checked_add(offset)?;
                (position < self.length).then_some(position)
            }
        }
    }

    /// Returns the row of the offset from a query to a key: the one of the distance if keys after the query have none.
    fn row_of(&self, (query, key): (usize, usize)) -> Option<usize> {
        if self.zero == 0 {
            return Some(query.abs_diff(key));
        }
        let row = (self.zero + query).checked_sub(key)?;
        (row < self.length).then_some(row)
    }

    /// Returns the two positions that are compared: a hovered pair, or the pinned position and the one
    /// under the pointer. If the first position is a query, an offset reaches back from it to the key.
    pub fn pair(&self, cursor: Option<Cursor>) -> Option<(usize, usize)> {
        match (cursor, self.kind) {
            (Some(Cursor::Pair(p, q)), _) => Some((p, q)),
            (_, SchemeKind::Bias) => {
                let row = self.position(cursor)?;
                Some((row.saturating_sub(self.zero), self.zero.saturating_sub(row)))
            }
            (Some(Cursor::Offset(offset)), SchemeKind::Rotation) => {
                let key = self.pin.map_or(0, |pin| pin.position);
                let query = key + offset;
                Some(if query < self.length { (query, key) } else { (offset, 0) })
            }
            _ => {
                let hovered = self.position(cursor)?;
                // The hovered position can be one of a longer table: A and B may differ in length.
                (hovered < self.length).then_some((self.pin?.position, hovered))
            }
        }
    }

    /// Returns the distance of two positions under the pointer: an offset, or that of the two that are compared.
    pub fn offset(&self, cursor: Option<Cursor>) -> Option<usize> {
        match cursor {
            Some(Cursor::Offset(offset)) => Some(offset),
            cursor => self.pair(cursor).map(|(p, q)| p.abs_diff(q)),
        }
    }

    /// Returns the cursor at a place of a panel; `None` if its axes measure nothing there.
    pub fn cursor(&self, panel: &Panel, place: CellPlace) -> Option<Cursor> {
        let [x, y] = quantities(panel, place);
        let pinned = |dimension| {
            let position = self.pin.map_or(0, |pin| pin.position);
            Cursor::Cell(Pin { position, dimension })
        };
        match (x, y) {
            (Some((Quantity::Position, position)), Some((Quantity::Dimension(columns), place)))
            | (Some((Quantity::Dimension(columns), place)), Some((Quantity::Position, position))) => {
                let dimension = columns.column(place);
                Some(Cursor::Cell(Pin { position, dimension }))
            }
            (Some((Quantity::Key, key)), Some((Quantity::Query, query))) => Some(Cursor::Pair(query, key)),
            (Some((Quantity::Position, position)), _) => Some(Cursor::Position(position)),
            (Some((Quantity::Partner(of), other)), _) => Some(Cursor::Pair(*of, other)),
            (Some((Quantity::Offset, offset)), _) => Some(Cursor::Offset(offset)),
            (Some((Quantity::Pair(columns), pair)), _) => columns.get(pair).map(|&dimension| pinned(dimension)),
            _ => None,
        }
    }

    /// Returns the change that a click at a place of a panel makes.
    pub fn click(&self, panel: &Panel, place: CellPlace) -> Option<Change> {
        let cursor = self.cursor(panel, place)?;
        match (cursor, quantities(panel, place)) {
            (Cursor::Cell(cell), _) => Some(Change::Hold(cell)),
            (
                Cursor::Position(position),
                [
                    _,
                    Some((Quantity::OtherDimension, dimension) | (&Quantity::Column(dimension), _)),
                ],
            ) => Some(Change::Pin(Some(Pin { position, dimension }))),
            (Cursor::Pair(p, q), [Some((Quantity::Key, _)), _]) => {
                let position = if self.kind == SchemeKind::Bias {
                    self.row_of((p, q))?
                } else {
                    p
                };
                let dimension = self.pin.map_or(0, |pin| pin.dimension);
                Some(Change::Pin(Some(Pin { position, dimension })))
            }
            _ => None,
        }
    }

    /// Returns the cells of an axis that the cursor is on.
    pub fn hovered_on(&self, axis: &Axis, cursor: Option<Cursor>) -> Vec<usize> {
        let is_bias = self.kind == SchemeKind::Bias;
        match (axis.quantity(), cursor) {
            (Some(Quantity::Position), Some(Cursor::Pair(p, q))) if !is_bias => vec![p, q],
            (Some(Quantity::Position), _) => self.position(cursor).into_iter().collect(),
            (Some(Quantity::Offset), _) if is_bias => {
                let row = self.position(cursor);
                row.map(|row| row.abs_diff(self.zero)).into_iter().collect()
            }
            (Some(Quantity::Dimension(columns)), Some(Cursor::Cell(cell))) => vec![columns.place(cell.dimension)],
            (Some(Quantity::Query), Some(Cursor::Pair(p, _))) => vec![p],
            (Some(Quantity::Query), _) if is_bias => self.pair(cursor).map(|(p, _)| p).into_iter().collect(),
            (Some(Quantity::Key), Some(Cursor::Pair(_, q))) => vec![q],
            (Some(Quantity::Key), _) if is_bias => self.pair(cursor).map(|(_, q)| q).into_iter().collect(),
            (Some(Quantity::Key), _) => self.position(cursor).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the cell along an axis that is held.
    pub fn held_on(&self, axis: &Axis, pin: Option<Pin>) -> Option<usize> {
        let pin = pin?;
        match axis.quantity()? {
            Quantity::Position => Some(pin.position),
            Quantity::Dimension(columns) => Some(columns.place(pin.dimension)),
            // A bias is pinned by offset and head; an offset is not a position.
            Quantity::Query if self.kind != SchemeKind::Bias => Some(pin.position),
            Quantity::Offset if self.kind == SchemeKind::Bias => Some(pin.position.abs_diff(self.zero)),
            _ => None,
        }
    }
}

/// Returns what each axis of a panel measures at a place, with the cell there.
fn quantities(panel: &Panel, [x, y]: CellPlace) -> [Option<(&Quantity, usize)>; 2] {
    [(&panel.x, x), (&panel.y, y)].map(|(axis, cell)| axis.quantity().zip(cell))
}

//! The views: each draws what it is given and says what was hovered and what
//! a click asks for.

pub mod ab;
pub mod ab_header;
pub mod bands;
pub mod curve;
pub mod formula;
pub mod heatmap;
pub mod lanes;
pub mod near_far;
pub mod numbers;
pub mod overview;
pub mod pairs;
pub mod partings;
pub mod pixels;
pub mod strategies;
pub mod strip;
pub mod three_ways;
pub mod trained;
pub mod ways;

use eframe::egui::{self, Align2, Rect, Ui, pos2, vec2};

use super::action::{Action, Change};
use super::compared::Compared;
use super::desk::Desk;
use super::ink::{Ink, small_font, title_font};
use super::widget::axis::fitting;
use super::widget::texture::Textures;
use crate::analysis::Relation;
use crate::encoding::{Encoding, Kind};
use crate::field::{Answers, ColumnOrder, Key, Query, Reply, Span};
use crate::session::{Pin, Session};
use crate::text::Language;
use pixels::CellsPerPixel;

/// What every view is given to draw.
pub struct Scene<'a> {
    /// The language of its words.
    pub language: Language,
    /// What is looked at, and how.
    pub session: &'a Session,
    /// The checked encoding of the session.
    pub encoding: &'a Encoding,
    /// What it says of two positions.
    pub relation: &'a Relation,
    /// A and B, where two are compared; one of them is the session's.
    pub compared: Option<&'a Compared>,
    /// The encoding as it was before a slider moved.
    pub ghost: Option<&'a Encoding>,
    /// What was under the pointer in the last frame, in any view.
    pub hover: Option<Hover>,
    /// Its colours.
    pub ink: Ink,
}

/// What the pointer is over, whatever the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hover {
    /// A cell of a table.
    Cell(Pin),
    /// A position.
    Position(usize),
    /// Two positions.
    Pair(usize, usize),
    /// An offset between two positions.
    Offset(usize),
}

/// What a view works with, and what it hands back.
pub struct Kit<'a> {
    /// What it draws.
    pub scene: &'a Scene<'a>,
    /// Whom it asks.
    pub desk: &'a mut Desk,
    /// Where its pictures are kept.
    pub textures: &'a mut Textures,
    /// What is under the pointer now.
    pub hover: &'a mut Option<Hover>,
    /// What a pixel of the heatmap stands for.
    pub cells_per_pixel: &'a mut Option<CellsPerPixel>,
    /// What clicks ask for.
    pub actions: &'a mut Vec<Action>,
}

impl Kit<'_> {
    /// The colours.
    #[must_use]
    pub fn ink(&self) -> Ink {
        self.scene.ink
    }

    /// Asks for what may take long.
    pub fn ask<Q: Query>(&mut self, key: &Key, query: Q) -> Reply<Q> {
        let answers: &mut dyn Answers = self.desk;
        answers.ask(key, query)
    }

    /// Asks for a change of the session.
    pub fn change(&mut self, change: Change) {
        self.actions.push(Action::Change(change));
    }
}

impl Scene<'_> {
    /// The pinned cell, where the table has it.
    #[must_use]
    pub fn pin(&self) -> Option<Pin> {
        self.session.views.pin_of(self.encoding)
    }

    /// The cell whose formula is shown: the one under the pointer, else the
    /// pinned one.
    #[must_use]
    pub fn focus(&self) -> Option<Pin> {
        let pin = self.pin();
        match self.hover {
            Some(Hover::Cell(cell)) => Some(cell),
            Some(Hover::Position(position)) => pin.map(|pin| Pin { position, ..pin }),
            _ => pin,
        }
    }

    /// The row of the table under the pointer: a position, or the offset of a
    /// bias.
    #[must_use]
    pub fn hovered_position(&self) -> Option<usize> {
        let is_bias = self.encoding.kind() == Kind::Bias;
        match self.hover? {
            Hover::Pair(p, q) if is_bias => Some(p.abs_diff(q)),
            Hover::Offset(offset) if is_bias => Some(offset),
            Hover::Cell(cell) => Some(cell.position),
            Hover::Position(position) | Hover::Pair(position, _) => Some(position),
            Hover::Offset(offset) => {
                let position = self.pin()?.position.checked_add(offset)?;
                (position < self.encoding.max_len()).then_some(position)
            }
        }
    }

    /// The two positions that are compared: those of a hovered pair, or the
    /// pinned position and the one under the pointer. Where the first is a query
    /// an offset reaches back from it to the key.
    #[must_use]
    pub fn pair(&self) -> Option<(usize, usize)> {
        match (self.hover, self.encoding.kind()) {
            (Some(Hover::Pair(p, q)), _) => Some((p, q)),
            (_, Kind::Bias) => Some((self.hovered_position()?, 0)),
            (Some(Hover::Offset(offset)), Kind::Rotation) => {
                let key = self.pin().map_or(0, |pin| pin.position);
                let query = key + offset;
                Some(if query < self.encoding.max_len() {
                    (query, key)
                } else {
                    (offset, 0)
                })
            }
            _ => {
                let hovered = self.hovered_position()?;
                // The other one of A and B may be longer.
                (hovered < self.encoding.max_len()).then_some((self.pin()?.position, hovered))
            }
        }
    }

    /// The order of the columns on the screen.
    #[must_use]
    pub fn order(&self) -> ColumnOrder {
        self.session.views.order()
    }

    /// The positions and the dimensions in view. Where two tables are compared,
    /// a smaller one may end before.
    #[must_use]
    pub fn window(&self) -> (Span, Span) {
        self.session.views.window(self.session.shape())
    }
}

/// Left of the plots: room for a number with separators.
pub const LEFT: f32 = 62.0;

/// Right of the heatmap and of the lanes: braces, wavelengths, colour bar.
pub const RIGHT: f32 = 150.0;

/// Below a plot: ticks and their labels.
pub const BELOW: f32 = 20.0;

/// The title line of a pane, with a remark at its right end; returns what is
/// below it.
pub fn headed(ui: &Ui, ink: Ink, pane: Rect, title: &str, remark: Option<&str>) -> Rect {
    let area = pane.shrink2(vec2(8.0, 4.0));
    let painter = ui.painter_at(area);
    let title = painter.layout_no_wrap(title.to_owned(), title_font(), ink.text);
    let left = area.left() + title.size().x + 16.0;
    painter.galley(area.left_top(), title, ink.text);
    if let Some(remark) = remark {
        let galley = fitting(&painter, remark, &small_font(), ink.weak, area.right() - left);
        let at = pos2(area.right() - galley.size().x, area.top() + 2.0);
        painter.galley(at, galley, ink.weak);
    }
    below_header(pane)
}

/// What is below the title line of a pane.
#[must_use]
pub fn below_header(area: Rect) -> Rect {
    let area = area.shrink2(vec2(8.0, 4.0));
    Rect::from_min_max(pos2(area.left(), area.top() + 22.0), area.max)
}

/// A plot's rectangle with its edges on pixels, so that cells are crisp.
#[must_use]
pub fn on_pixels(ui: &Ui, rect: Rect) -> Rect {
    use egui::emath::GuiRounding as _;
    let rect = rect.round_to_pixels(ui.pixels_per_point());
    Rect::from_min_max(
        rect.min,
        pos2(rect.right().max(rect.left() + 1.0), rect.bottom().max(rect.top() + 1.0)),
    )
}

/// How many pixels so many points are; at least one.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a screen's pixels"
)]
pub fn pixels_in(ui: &Ui, points: f32) -> usize {
    (points * ui.pixels_per_point()).round().max(1.0) as usize
}

/// The name of an axis at the end of its ticks.
pub fn axis_name(ui: &Ui, ink: Ink, at: egui::Pos2, align: Align2, name: &str) {
    ui.painter().text(at, align, name, small_font(), ink.weak);
}

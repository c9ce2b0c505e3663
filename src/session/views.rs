//! How an encoding is looked at.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::read::{Expected, Misfit};
use super::saved::misfit;
use super::{ColorMap, Ways};
use crate::analysis::telling_bands;
use crate::encoding::{Encoding, float};
use crate::field::{ColumnOrder, Reduction, Span};

/// The most bands that can have a lane.
pub const LANES_LIMIT: usize = 6;

/// The lanes that every table had before tables chose them.
const FIRST_LANES: [usize; 3] = [0, 2, 4];

/// How an encoding is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Views {
    /// The colours of cells.
    pub color_map: ColorMap,
    /// Whether the colour map is reversed.
    pub reversed: bool,
    /// The range of the colours, if it is not the view's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(f64, f64)>,
    /// Whether dimensions run along x and positions upward; otherwise positions run along x.
    pub transposed: bool,
    /// Whether pictures of cells begin at the top, with row 0 or dimension 0 above the others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub from_top: bool,
    /// Whether keys after the query are hidden, as a decoder's mask hides them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub causal: bool,
    /// Whether all sines are shown before all cosines.
    pub regrouped: bool,
    /// What a pixel of the heatmap says about its cells.
    pub reduction: Reduction,
    /// What the pane of strips shows.
    pub ways: Ways,
    /// Whether each of the three ways has a colour scale of its own.
    pub own_scales: bool,
    /// The positions in view; `None` means all.
    pub positions: Option<Span>,
    /// The dimensions in view; `None` means all.
    pub dimensions: Option<Span>,
    /// The positions in view of the similarity matrix, along x and upward; `None` means all.
    pub pairs: Option<(Span, Span)>,
    /// Whether the axis of offsets is logarithmic.
    pub log_offsets: bool,
    /// The pinned cell.
    pub pin: Option<Pin>,
    /// The bands that have a lane; empty if the table chooses them.
    pub lanes: Vec<usize>,
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// Its row.
    pub position: usize,
    /// Its column.
    pub dimension: usize,
}

impl Default for Views {
    fn default() -> Self {
        Self {
            color_map: ColorMap::RdBu,
            reversed: false,
            range: None,
            transposed: false,
            from_top: false,
            causal: false,
            regrouped: false,
            reduction: Reduction::Mean,
            ways: Ways::default(),
            own_scales: false,
            positions: None,
            dimensions: None,
            pairs: None,
            log_offsets: false,
            pin: Some(Pin {
                position: 3,
                dimension: 5,
            }),
            lanes: Vec::new(),
        }
    }
}

impl Views {
    /// Returns the positions and the dimensions in view of a table of this shape.
    pub fn window(&self, (positions, dimensions): (usize, usize)) -> (Span, Span) {
        let within = |span: Option<Span>, cells| span.map_or(Span::whole(cells), |span| span.within(cells));
        (within(self.positions, positions), within(self.dimensions, dimensions))
    }

    /// Returns the positions in view of the similarity matrix, along x and upward.
    pub fn pairs_of(&self, max_len: usize) -> (Span, Span) {
        let whole = Span::whole(max_len);
        self.pairs
            .map_or((whole, whole), |(x, y)| (x.within(max_len), y.within(max_len)))
    }

    /// Returns the bands that have a lane: those chosen that the table has, in order and at most
    /// [`LANES_LIMIT`]; [`telling_bands`] if none is chosen, and the first band if the table has none of them.
    pub fn lanes_of(&self, encoding: &Encoding) -> Vec<usize> {
        if self.lanes.is_empty() {
            return telling_bands(encoding);
        }
        let count = encoding.bands().len();
        let lanes: Vec<usize> = self.all_lanes().into_iter().filter(|&band| band < count).collect();
        if lanes.is_empty() { vec![0] } else { lanes }
    }

    /// Returns the chosen bands in order, including those that a table does not have.
    pub fn all_lanes(&self) -> Vec<usize> {
        let mut lanes = self.lanes.clone();
        lanes.sort_unstable();
        lanes.dedup();
        lanes.truncate(LANES_LIMIT);
        lanes
    }

    /// Chooses the lanes in view, and adds the lane of a band or removes it; a seventh replaces the one that was
    /// added first. The last lane stays.
    pub fn toggle_lane(&mut self, band: usize, encoding: &Encoding) {
        if self.lanes.is_empty() {
            self.lanes = telling_bands(encoding);
        }
        if let Some(place) = self.lanes.iter().position(|&lane| lane == band) {
            if self.lanes.len() > 1 {
                self.lanes.remove(place);
            }
            return;
        }
        if self.lanes.len() >= LANES_LIMIT {
            self.lanes.remove(0);
        }
        self.lanes.push(band);
    }

    /// Returns the order in which columns are shown.
    pub fn order(&self) -> ColumnOrder {
        if self.regrouped {
            ColumnOrder::Regrouped
        } else {
            ColumnOrder::AsStored
        }
    }

    /// Returns the pinned cell, if the table has it.
    pub fn pin_of(&self, encoding: &Encoding) -> Option<Pin> {
        self.pin_within((encoding.max_len(), encoding.d_model()))
    }

    /// Returns the pinned cell, if it is within this many positions and dimensions.
    pub fn pin_within(&self, (positions, dimensions): (usize, usize)) -> Option<Pin> {
        self.pin
            .filter(|pin| pin.position < positions && pin.dimension < dimensions)
    }

    /// Refuses what no table can have: a stretch that ends where it begins or earlier, one that begins before the first
    /// cell, lanes that repeat or are too many.
    ///
    /// # Errors
    /// [`Misfit`]: the first of these that is found.
    pub(super) fn check(&self) -> Result<(), Misfit> {
        let is_stretch = |span: &Span| span.start >= 0.0 && span.start < span.end;
        let (x, y) = self.pairs.unzip();
        let spans = [
            ("positions", self.positions),
            ("dimensions", self.dimensions),
            ("pairs[0]", x),
            ("pairs[1]", y),
        ];
        let spans = spans.into_iter().filter_map(|(name, span)| Some((name, span?)));
        for (name, span) in spans {
            if !is_stretch(&span) {
                return Err(misfit_of(name, &json!(span), Expected::Stretch));
            }
        }
        if let Some((low, high)) = self.range
            && low >= high
        {
            return Err(misfit_of("range", &json!([low, high]), Expected::Range));
        }
        let once: BTreeSet<_> = self.lanes.iter().collect();
        if self.lanes.len() > LANES_LIMIT || once.len() < self.lanes.len() {
            return Err(misfit_of("lanes", &json!(self.lanes), Expected::Lanes));
        }
        Ok(())
    }

    /// Returns the paths of chosen values that do not fit a table of this size with this many bands,
    /// but may fit another one.
    pub(super) fn outside(&self, (positions, dimensions): (usize, usize), bands: usize) -> Vec<String> {
        let usual = Self::default();
        let is_beyond = |span: Option<Span>, cells| span.is_some_and(|span| span.end > float(cells));
        let (x, y) = self.pairs.unzip();
        let is_outside = [
            ("positions", is_beyond(self.positions, positions)),
            ("dimensions", is_beyond(self.dimensions, dimensions)),
            ("pairs", is_beyond(x, positions) || is_beyond(y, positions)),
            (
                "pin",
                self.pin != usual.pin && self.pin.is_some() && self.pin_within((positions, dimensions)).is_none(),
            ),
            (
                "lanes",
                self.lanes != FIRST_LANES && self.lanes.iter().any(|&lane| lane >= bands),
            ),
        ];
        let outside = is_outside.into_iter().filter(|(_, is_outside)| *is_outside);
        outside.map(|(name, _)| format!("session.views.{name}")).collect()
    }
}

fn misfit_of(name: &str, value: &Value, expected: Expected) -> Misfit {
    misfit(&format!("session.views.{name}"), Some(value), expected)
}

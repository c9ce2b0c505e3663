//! The session: what is looked at, and how. Saved, undone and shared as one.

mod change;
mod checked;
mod color;
mod compared;
mod completed;
mod history;
mod made;
mod read;
pub mod saved;
mod shared;
mod version_0;
mod versus;
mod ways;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use change::Change;
pub use checked::Checked;
pub use color::ColorMap;
pub use compared::Compared;
pub use history::History;
pub use made::Made;
pub use read::{Expected, Misfit};
pub use saved::{Opened, SavedError, from_json, from_text, to_json};
pub use shared::{from_shared, is_shared, share};
pub use versus::Versus;
pub use ways::Ways;

use crate::encoding::{Encoding, Spec};
use crate::field::{ColumnOrder, Reduction, Span};

/// How many bands can have a lane.
pub const LANES_LIMIT: usize = 6;

/// What is looked at, and how. Plain data; equality means that the window
/// shows the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// The encoding; of two that are compared, the one in front.
    pub spec: Spec,
    /// The other one, where two are compared.
    pub versus: Option<Versus>,
    /// How they are looked at.
    pub views: Views,
    /// The views' own settings.
    #[serde(skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
}

/// The settings of views that are not at their usual values: by view, then by setting, as text.
pub type Settings = BTreeMap<String, BTreeMap<String, String>>;

impl Session {
    /// Gives a setting of a view a checked value; `None` is the usual one.
    pub fn set(&mut self, view: &str, setting: String, value: Option<String>) {
        let of_view = self.settings.entry(view.to_owned()).or_default();
        match value {
            Some(value) => of_view.insert(setting, value),
            None => of_view.remove(&setting),
        };
        if of_view.is_empty() {
            self.settings.remove(view);
        }
    }

    /// Positions and dimensions that can be looked at: those of the table, or
    /// of the larger one where two are compared.
    pub fn shape(&self) -> (usize, usize) {
        let other = self.versus.as_ref().map_or(&self.spec, |versus| &versus.spec);
        (
            self.spec.max_len.max(other.max_len),
            self.spec.d_model.max(other.d_model),
        )
    }
}

/// How an encoding is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Views {
    /// The colours of cells.
    pub color_map: ColorMap,
    /// Whether the colour map runs from its other end.
    pub reversed: bool,
    /// Whether dimensions run along x and positions up; otherwise positions
    /// run along x.
    pub transposed: bool,
    /// Whether all sines are shown before all cosines.
    pub regrouped: bool,
    /// What a pixel of the heatmap says of the cells under it.
    pub reduction: Reduction,
    /// What the pane of strips shows.
    pub ways: Ways,
    /// Whether each of the three ways has a colour scale of its own.
    pub own_scales: bool,
    /// The positions in view; none means all.
    pub positions: Option<Span>,
    /// The dimensions in view; none means all.
    pub dimensions: Option<Span>,
    /// The positions in view of the similarity matrix, along x and upward; none
    /// means all.
    pub pairs: Option<(Span, Span)>,
    /// Whether offsets stand on a logarithmic axis.
    pub log_offsets: bool,
    /// The cell that is held.
    pub pin: Option<Pin>,
    /// The bands that have a lane.
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
            transposed: false,
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
            lanes: vec![0, 2, 4],
        }
    }
}

impl Views {
    /// The positions and the dimensions in view of a table of this shape.
    pub fn window(&self, (positions, dimensions): (usize, usize)) -> (Span, Span) {
        let within = |span: Option<Span>, cells| span.map_or(Span::whole(cells), |span| span.within(cells));
        (within(self.positions, positions), within(self.dimensions, dimensions))
    }

    /// The positions in view of the similarity matrix, along x and upward.
    pub fn pairs_of(&self, max_len: usize) -> (Span, Span) {
        let whole = Span::whole(max_len);
        self.pairs
            .map_or((whole, whole), |(x, y)| (x.within(max_len), y.within(max_len)))
    }

    /// The lanes that a table has, each band once, in order, at most
    /// [`LANES_LIMIT`]. Where none is left the first band is shown.
    pub fn lanes_of(&self, encoding: &Encoding) -> Vec<usize> {
        let count = encoding.bands().len();
        self.lanes_where(|band| band < count)
    }

    /// The same, of a table that has all of them.
    pub fn all_lanes(&self) -> Vec<usize> {
        self.lanes_where(|_| true)
    }

    fn lanes_where(&self, is_there: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut lanes: Vec<usize> = self.lanes.iter().copied().filter(|&band| is_there(band)).collect();
        lanes.sort_unstable();
        lanes.dedup();
        lanes.truncate(LANES_LIMIT);
        if lanes.is_empty() { vec![0] } else { lanes }
    }

    /// Shows a band's lane or takes it away; a seventh replaces the one that
    /// was added first. The last lane stays.
    pub fn toggle_lane(&mut self, band: usize) {
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

    /// The order of the columns on the screen.
    pub fn order(&self) -> ColumnOrder {
        if self.regrouped {
            ColumnOrder::Regrouped
        } else {
            ColumnOrder::AsStored
        }
    }

    /// The pinned cell, if the table has it.
    pub fn pin_of(&self, encoding: &Encoding) -> Option<Pin> {
        self.pin_within((encoding.max_len(), encoding.d_model()))
    }

    /// The pinned cell, if it is one of so many positions and dimensions.
    pub fn pin_within(&self, (positions, dimensions): (usize, usize)) -> Option<Pin> {
        self.pin
            .filter(|pin| pin.position < positions && pin.dimension < dimensions)
    }
}

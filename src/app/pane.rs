//! Which panes there are: their names, their titles and their keys.

use eframe::egui::Key;
use serde::{Deserialize, Serialize};

use crate::text::Language;
use crate::tr;

/// A pane of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// Position by dimension.
    Heatmap,
    /// The similarity of positions.
    NearFar,
    /// The formula line.
    Formula,
    /// Lanes of single frequencies.
    Bands,
    /// Strips: the three ways, and what else shares their pane.
    ThreeWays,
}

impl Pane {
    /// All of them, from the top left to the bottom right of the first arrangement.
    pub const ALL: [Self; 5] = [
        Self::Heatmap,
        Self::NearFar,
        Self::Formula,
        Self::Bands,
        Self::ThreeWays,
    ];

    /// The four views, in the order of their keys 1 to 4.
    pub const VIEWS: [Self; 4] = [Self::Heatmap, Self::NearFar, Self::Bands, Self::ThreeWays];

    /// Its title.
    #[must_use]
    pub fn title(self, language: Language) -> String {
        match self {
            Self::Heatmap => tr!(language, "heatmap.title"),
            Self::NearFar => tr!(language, "near_far.title"),
            Self::Formula => tr!(language, "formula.title"),
            Self::Bands => tr!(language, "bands.title"),
            Self::ThreeWays => tr!(language, "three_ways.title"),
        }
        .into_owned()
    }

    /// Returns the key that shows it alone; the formula line has none.
    #[must_use]
    pub const fn key(self) -> Option<Key> {
        match self {
            Self::Heatmap => Some(Key::Num1),
            Self::NearFar => Some(Key::Num2),
            Self::Bands => Some(Key::Num3),
            Self::ThreeWays => Some(Key::Num4),
            Self::Formula => None,
        }
    }
}

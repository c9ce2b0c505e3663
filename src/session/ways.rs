//! What the pane of strips shows.

use serde::{Deserialize, Serialize};

/// One of the pictures that share a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ways {
    /// Index, normalized and sinusoidal.
    #[default]
    Three,
    /// What can be done beyond the trained length.
    Strategies,
    /// The wavelengths of pairs, before and after a scaling.
    Pairs,
}

impl Ways {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 3] = [Self::Three, Self::Strategies, Self::Pairs];

    /// Returns the name of the view that shows it.
    pub const fn view(self) -> &'static str {
        match self {
            Self::Three => "three-ways",
            Self::Strategies => "strategies",
            Self::Pairs => "wavelengths",
        }
    }
}

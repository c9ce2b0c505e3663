//! What the pane of strips shows.

use serde::{Deserialize, Serialize};

use crate::encoding::SchemeKind;

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
    /// The biases of all heads.
    Heads,
}

impl Ways {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 4] = [Self::Three, Self::Strategies, Self::Pairs, Self::Heads];

    /// Returns the name of the view that shows it.
    pub const fn view(self) -> &'static str {
        match self {
            Self::Three => "three-ways",
            Self::Strategies => "strategies",
            Self::Pairs => "wavelengths",
            Self::Heads => "heads",
        }
    }

    /// Returns the one that says most about a kind of encoding.
    pub const fn telling(kind: SchemeKind) -> Self {
        match kind {
            SchemeKind::Added => Self::Three,
            SchemeKind::Rotation => Self::Pairs,
            SchemeKind::Bias => Self::Heads,
        }
    }
}

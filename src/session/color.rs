//! Which colour map was chosen. Its colours are in the figure room.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A colour map, as matplotlib names and draws it.
///
/// ```
/// use poscope::session::ColorMap;
/// assert_eq!(ColorMap::Viridis.name(), "viridis");
/// assert_eq!(ColorMap::parse("rdbu_R"), Some((ColorMap::RdBu, true)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ColorMap {
    /// Red (low), white, blue (high).
    #[default]
    RdBu,
    /// Brown (low), white, purple (high).
    PuOr,
    /// Blue (low), grey, red (high): Moreland's map.
    Coolwarm,
    /// Dark blue, green, yellow.
    Viridis,
    /// Black, purple, cream.
    Magma,
    /// Blue to yellow, nearly the same to those who see red and green alike.
    Cividis,
    /// Black to white.
    Gray,
}

impl ColorMap {
    /// All maps, in the order a menu shows them: diverging ones first.
    pub const ALL: [ColorMap; 7] = [
        ColorMap::RdBu,
        ColorMap::PuOr,
        ColorMap::Coolwarm,
        ColorMap::Viridis,
        ColorMap::Magma,
        ColorMap::Cividis,
        ColorMap::Gray,
    ];

    /// The name as matplotlib spells it: `RdBu`, `coolwarm`, `gray`.
    pub fn name(self) -> &'static str {
        match self {
            ColorMap::RdBu => "RdBu",
            ColorMap::PuOr => "PuOr",
            ColorMap::Coolwarm => "coolwarm",
            ColorMap::Viridis => "viridis",
            ColorMap::Magma => "magma",
            ColorMap::Cividis => "cividis",
            ColorMap::Gray => "gray",
        }
    }

    /// The map of this name, in any case, and whether it is reversed (a final `_r`).
    /// `None` if there is none.
    pub fn parse(text: &str) -> Option<(ColorMap, bool)> {
        let lower = text.to_ascii_lowercase();
        let (name, reversed) = match lower.strip_suffix("_r") {
            Some(name) => (name, true),
            None => (lower.as_str(), false),
        };
        ColorMap::ALL
            .into_iter()
            .find(|map| map.name().eq_ignore_ascii_case(name))
            .map(|map| (map, reversed))
    }
}

impl fmt::Display for ColorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! The choice of a colour map. Its colours are in the plot room.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A colour map, named and drawn as in matplotlib.
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
    /// Blue to yellow, nearly the same with red-green colour blindness.
    Cividis,
    /// Black to white.
    Gray,
}

impl ColorMap {
    /// All maps, in the order of the menu: diverging ones first.
    pub const ALL: [ColorMap; 7] = [
        ColorMap::RdBu,
        ColorMap::PuOr,
        ColorMap::Coolwarm,
        ColorMap::Viridis,
        ColorMap::Magma,
        ColorMap::Cividis,
        ColorMap::Gray,
    ];

    /// Returns matplotlib's name: `RdBu`, `coolwarm`, `gray`.
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

    /// Parses the name of a map, in any case, and whether it is reversed (a final `_r`); `None` for any other name.
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

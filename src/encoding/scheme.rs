//! The list of schemes, and where each keeps its formula.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::law::ColumnLaw;
use super::setting::Setting;
use super::{Spec, SpecError};
use super::{alibi, binary, grid, index, learned, nope, normalized, relative, rope, sinusoidal, t5};

/// A rule that makes a table. Each has its own file in this room, with its formula and source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Sines and cosines at geometric frequencies, see [`super::sinusoidal`].
    Sinusoidal,
    /// The position itself, see [`super::index`].
    Index,
    /// The position divided by the length, see [`super::normalized`].
    Normalized,
    /// The bits of the position, see [`super::binary`].
    Binary,
    /// Sines and cosines of rows and columns of a grid, see [`super::grid`].
    Grid,
    /// A trained table, or an untrained one, see [`super::learned`].
    Learned,
    /// Rotations of query and key, see [`super::rope`].
    Rope,
    /// A bias that falls with the distance, see [`super::alibi`].
    Alibi,
    /// A bias per bucket of offsets, see [`super::t5`].
    T5,
    /// A bias per offset, see [`super::relative`].
    Relative,
    /// Nothing at all, see [`super::nope`].
    Nope,
}

/// What a table of a scheme means to attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SchemeKind {
    /// One vector per position, added to the embedding: positions x dimensions.
    Added,
    /// Angles by which query and key are rotated: positions x dimensions.
    Rotation,
    /// Biases added to the score of a query and a key: offsets x heads. Row o is for a key that
    /// stands o positions before the query.
    Bias,
}

/// What a scheme makes of a specification: its table.
#[derive(Debug)]
pub(super) struct Lowered {
    /// One law per column.
    pub columns: Arc<[ColumnLaw]>,
    /// A range that holds every value.
    pub bounds: (f64, f64),
    /// The range in which values are shown unless another is chosen.
    pub usual_range: (f64, f64),
    /// Rows that are zero, for padding.
    pub zero_rows: Range<usize>,
    /// The first row that the table does not have.
    pub end: usize,
    /// Whether rows are the cells of a grid, line after line.
    pub is_grid: bool,
    /// The training length for which the frequencies were slowed down; `None` if they were not
    /// slowed down, or not relative to a length.
    pub original_len: Option<usize>,
}

impl Lowered {
    /// Creates a table that has all its rows, none of them zero, and a usual range centred on zero.
    pub fn new(columns: Vec<ColumnLaw>, bounds: (f64, f64)) -> Self {
        Self {
            columns: columns.into(),
            bounds,
            usual_range: around_zero(bounds),
            zero_rows: 0..0,
            end: usize::MAX,
            is_grid: false,
            original_len: None,
        }
    }
}

/// Returns plus or minus the larger magnitude of a range's two ends; plus or minus 1 if both are 0.
pub fn around_zero((low, high): (f64, f64)) -> (f64, f64) {
    let magnitude = low.abs().max(high.abs());
    if magnitude > 0.0 {
        (-magnitude, magnitude)
    } else {
        (-1.0, 1.0)
    }
}

impl Scheme {
    /// Every scheme, in the order in which introductions present them.
    pub const ALL: [Self; 11] = [
        Self::Index,
        Self::Normalized,
        Self::Binary,
        Self::Sinusoidal,
        Self::Grid,
        Self::Learned,
        Self::Rope,
        Self::Alibi,
        Self::T5,
        Self::Relative,
        Self::Nope,
    ];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sinusoidal => "sinusoidal",
            Self::Index => "index",
            Self::Normalized => "normalized",
            Self::Binary => "binary",
            Self::Grid => "grid",
            Self::Learned => "learned",
            Self::Rope => "rope",
            Self::Alibi => "alibi",
            Self::T5 => "t5",
            Self::Relative => "relative",
            Self::Nope => "nope",
        }
    }

    /// Returns what the scheme's table means to attention.
    pub fn kind(self) -> SchemeKind {
        match self {
            Self::Sinusoidal
            | Self::Index
            | Self::Normalized
            | Self::Binary
            | Self::Grid
            | Self::Learned
            | Self::Nope => SchemeKind::Added,
            Self::Rope => SchemeKind::Rotation,
            Self::Alibi | Self::T5 | Self::Relative => SchemeKind::Bias,
        }
    }

    /// Whether the base makes a difference.
    pub fn has_base(self) -> bool {
        matches!(self, Self::Sinusoidal | Self::Grid | Self::Rope)
    }

    /// Whether the scheme's sines and cosines can be arranged in ways that have names.
    pub fn has_conventions(self) -> bool {
        matches!(self, Self::Sinusoidal | Self::Grid)
    }

    /// Returns the settings of this scheme.
    pub(super) fn settings(self, spec: &mut Spec) -> Vec<Setting<'_>> {
        match self {
            Self::Sinusoidal => sinusoidal::settings(spec),
            Self::Index | Self::Binary | Self::Nope => Vec::new(),
            Self::Normalized => normalized::settings(spec),
            Self::Grid => grid::settings(spec),
            Self::Learned => learned::settings(spec),
            Self::Rope => rope::settings(spec),
            Self::Alibi => alibi::settings(spec),
            Self::T5 => t5::settings(spec),
            Self::Relative => relative::settings(spec),
        }
    }

    /// Returns the table, column by column.
    pub(super) fn lower(self, spec: &Spec) -> Result<Lowered, SpecError> {
        match self {
            Self::Sinusoidal => sinusoidal::lower(spec),
            Self::Index => Ok(index::lower(spec)),
            Self::Normalized => Ok(normalized::lower(spec)),
            Self::Binary => Ok(binary::lower(spec)),
            Self::Grid => grid::lower(spec),
            Self::Learned => learned::lower(spec),
            Self::Rope => rope::lower(spec),
            Self::Alibi => Ok(alibi::lower(spec)),
            Self::T5 => t5::lower(spec),
            Self::Relative => Ok(relative::lower(spec)),
            Self::Nope => Ok(nope::lower(spec)),
        }
    }
}

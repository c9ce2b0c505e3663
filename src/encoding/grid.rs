//! Sinusoidal in two dimensions: half of the columns for the line of a cell in a grid, half for its
//! place in the line.
//!
//! ```text
//! row p is the cell (y, x) = (floor(p / W), p mod W) of a grid of W cells a line
//! PE(p) = [waves of y | waves of x],   w_k = base^(-2k/D),   D = d_model/2
//! ```
//!
//! Within each half sines and cosines are arranged as the layout says, or the sines of both halves
//! come before the cosines of both. Columns beyond a multiple of 4 are zero.
//!
//! DETR (Carion et al. 2020, `models/position_encoding.py`: y first, interleaved, positions from 1,
//! if normalized times 2 pi); MAE (He et al. 2021, `util/pos_embed.py`: x first, halves, from 0);
//! timm 1.0 `build_sincos2d_pos_embed` (y first, the sines of both before the cosines, from 0).

use serde::{Deserialize, Serialize};

use super::fold::Fold;
use super::folded::Folded;
use super::scheme::Lowered;
use super::setting::{Setting, one_of};
use super::sinusoidal::powers;
use super::spec::at_least;
use super::{ColumnLaw, DoubleDouble, Phase, Spec, SpecError, float};

/// The settings of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grid {
    /// Cells per line.
    pub width: usize,
    /// The direction whose half comes first.
    pub first: GridAxis,
    /// The arrangement of the halves.
    pub layout: GridArrangement,
    /// The position of the first cell and line.
    pub start: f64,
    /// The unit of the positions.
    pub unit: Unit,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            width: 10,
            first: GridAxis::Y,
            layout: GridArrangement::Interleaved,
            start: 0.0,
            unit: Unit::Cell,
        }
    }
}

one_of! {
    /// A direction of a grid.
    pub enum GridAxis {
        /// From line to line.
        Y = "y",
        /// Along a line.
        X = "x",
    }
}

one_of! {
    /// The order of sines and cosines.
    pub enum GridArrangement {
        /// In each half sines and cosines alternate.
        Interleaved = "interleaved",
        /// In each half all sines, then all cosines.
        Concat = "concat",
        /// All sines of both directions, then all cosines.
        SinesFirst = "sines-of-both",
    }
}

one_of! {
    /// The unit of a grid's positions.
    pub enum Unit {
        /// Cells.
        Cell = "cell",
        /// Turns: the last position of each direction is 2 pi, for a start of 1 (DETR's `normalize`).
        Turn = "turn",
    }
}

pub(super) fn settings(spec: &mut Spec) -> Vec<Setting<'_>> {
    let grid = &mut spec.grid;
    vec![
        Setting::whole("grid_width", &mut grid.width, 1, 1_048_576),
        Setting::choice("grid_first", &mut grid.first),
        Setting::choice("grid_layout", &mut grid.layout),
        Setting::number("grid_start", &mut grid.start, -1e6, 1e6),
        Setting::choice("grid_unit", &mut grid.unit),
    ]
}

/// Returns the direction that a column encodes; `None` for a column of zeros.
pub fn direction_of(column: &ColumnLaw) -> Option<GridAxis> {
    let ColumnLaw::Folded(wave) = column else { return None };
    match wave.fold {
        Fold::Quotient { .. } => Some(GridAxis::Y),
        Fold::Restart { .. } => Some(GridAxis::X),
        Fold::Straight | Fold::Mirror { .. } => None,
    }
}

/// Returns the columns: one half, then the other.
///
/// # Errors
/// [`SpecError::OutOfRange`]: there is no room for a pair in each half.
pub(super) fn lower(spec: &Spec) -> Result<Lowered, SpecError> {
    at_least(4, spec)?;
    let grid = &spec.grid;
    let pairs = spec.d_model / 4;
    let frequencies = powers(
        DoubleDouble::ln(spec.base),
        DoubleDouble::from(1.0) / float(pairs.max(1)),
        pairs,
    );
    let (width, lines) = (grid.width, spec.max_len.div_ceil(grid.width));
    let half = |axis: GridAxis| {
        let (fold, count) = match axis {
            GridAxis::Y => (Fold::Quotient { by: width }, lines),
            GridAxis::X => (
                Fold::Restart {
                    length: width,
                    overlap: 0,
                },
                width.min(spec.max_len),
            ),
        };
        let unit = match grid.unit {
            Unit::Cell => DoubleDouble::from(1.0),
            // DETR divides by the last position plus 1e-6. If this is zero, the only position is 0, to six digits.
            Unit::Turn => {
                let last = DoubleDouble::from(grid.start) + DoubleDouble::from(float(count) - 1.0);
                let divisor = last + DoubleDouble::from(1e-6);
                if divisor.high == 0.0 {
                    DoubleDouble::from(0.0)
                } else {
                    DoubleDouble::TURN / divisor
                }
            }
        };
        let wave = |pair: usize, phase: Phase| {
            let frequency = frequencies[pair] * unit;
            ColumnLaw::Folded(Folded {
                fold,
                frequency,
                shift: frequency * DoubleDouble::from(grid.start),
                phase: Some(phase),
                amplitude: DoubleDouble::from(1.0),
            })
        };
        let sines = (0..pairs).map(|pair| wave(pair, Phase::Sine)).collect();
        let cosines = (0..pairs).map(|pair| wave(pair, Phase::Cosine)).collect();
        [sines, cosines]
    };
    let [[a, b], [c, d]]: [[Vec<ColumnLaw>; 2]; 2] = match grid.first {
        GridAxis::Y => [half(GridAxis::Y), half(GridAxis::X)],
        GridAxis::X => [half(GridAxis::X), half(GridAxis::Y)],
    };
    let take_turns =
        |sines: Vec<ColumnLaw>, cosines| sines.into_iter().zip(cosines).flat_map(|(sine, cosine)| [sine, cosine]);
    let mut columns: Vec<ColumnLaw> = match grid.layout {
        GridArrangement::Interleaved => take_turns(a, b).chain(take_turns(c, d)).collect(),
        GridArrangement::Concat => [a, b, c, d].concat(),
        GridArrangement::SinesFirst => [a, c, b, d].concat(),
    };
    columns.resize(spec.d_model, ColumnLaw::Zero);
    Ok(Lowered {
        is_grid: true,
        ..Lowered::new(columns, (-1.0, 1.0))
    })
}

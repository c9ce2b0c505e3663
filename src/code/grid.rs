//! The recipe of sines and cosines in two dimensions.

use super::expr::{Axes, Expr, Name};
use super::recipe::{BASE, D_MODEL, FREQUENCY, Grid, PAIR, ROW, Recipe, Table};
use crate::encoding::Spec;
use crate::encoding::grid::{Axis, Unit};

/// A fourth of the columns, one for the sines and one for the cosines of each
/// direction.
pub const QUARTER: Name = Name::whole("quarter", r"h", Axes::ONE);
const GRID_WIDTH: Name = Name::whole("grid_width", "W", Axes::ONE);
const START: Name = Name::real("start", "s", Axes::ONE);
const Y: Name = Name::real("y", "y", Axes::ROWS);
const X: Name = Name::real("x", "x", Axes::ROWS);

/// The recipe.
pub fn recipe(spec: &Spec) -> Recipe {
    let grid = &spec.grid;
    let mut recipe = Recipe::new((D_MODEL, spec.d_model), spec.max_len, ROW);
    if spec.d_model < 4 {
        return recipe;
    }
    recipe.whole(GRID_WIDTH, grid.width);
    recipe.real(BASE, spec.base);
    let start = (grid.start != 0.0).then(|| recipe.real(START, grid.start));
    let quarter = recipe.step(QUARTER, D_MODEL.e().quotient(4));
    recipe.columns = Some((PAIR, quarter.clone()));
    let lines = spec.max_len.div_ceil(grid.width);
    let place = |cell: Expr, count: usize| {
        let cell = start.clone().map_or(cell.clone(), |start| start + cell);
        match grid.unit {
            Unit::Cell => cell,
            Unit::Turn => Expr::Turn * cell / divisor(grid.start, start.clone(), count),
        }
    };
    let line = place(ROW.e().quotient(GRID_WIDTH), lines);
    let in_line = place(ROW.e().remainder(GRID_WIDTH), grid.width.min(spec.max_len));
    recipe.noted(Y, line, "the line");
    recipe.noted(X, in_line, "the place in the line");
    recipe.step(FREQUENCY, BASE.e().power(-PAIR.e() / quarter));
    recipe.table = Table::Grid(Grid {
        layout: grid.layout,
        places: match grid.first {
            Axis::Y => [Y, X],
            Axis::X => [X, Y],
        },
        rest: spec.d_model % 4,
    });
    recipe
}

/// What DETR divides by: the last position and a millionth; where that is
/// nothing there is one position, and it is 0.
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
fn divisor(first: f64, start: Option<Expr>, count: usize) -> Expr {
    let steps = count - 1;
    if first + steps as f64 + 1e-6 == 0.0 {
        return Expr::Real(f64::INFINITY);
    }
    let last = match start {
        Some(start) if steps > 0 => start + steps,
        Some(start) => start,
        None => Expr::Whole(steps),
    };
    last + 1e-6
}

//! The recipe of sines and cosines in two dimensions.

use super::expr::{Axes, Expr, Name};
use super::recipe::{BASE, D_MODEL, FREQUENCY, GridRecipe, MAX_LEN, PAIR, ROW, Recipe, TableRecipe};
use crate::encoding::grid::{GridAxis, Unit};
use crate::encoding::{Spec, float};

/// A quarter of the columns: the number of sines, and of cosines, for each direction.
pub const QUARTER: Name = Name::whole("quarter", r"h", Axes::ONE);
const GRID_WIDTH: Name = Name::whole("grid_width", "W", Axes::ONE);
const START: Name = Name::real("start", "s", Axes::ONE);
/// The line of a cell.
pub const Y: Name = Name::real("y", "y", Axes::ROWS);
const LAST_Y: Name = Name::real("last_y", r"y_{\max}", Axes::ONE);
const LAST_X: Name = Name::real("last_x", r"x_{\max}", Axes::ONE);
/// The place of a cell in its line.
pub const X: Name = Name::real("x", "x", Axes::ROWS);

/// Returns the recipe of a grid.
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
    let from_start = |cell: Expr| start.clone().map_or(cell.clone(), |start| start + cell);
    let mut place = |name: Name, cell: Expr, (last_name, last, steps): (Name, Expr, usize), note| {
        let cell = from_start(cell);
        let place = match grid.unit {
            Unit::Cell => cell,
            Unit::Turn if is_nothing(grid.start, steps) => cell * 0.0,
            Unit::Turn => {
                let last = recipe.noted(last_name, last, "the last one");
                Expr::Turn * cell / (last + 1e-6)
            }
        };
        recipe.noted(name, place, note);
    };
    let lines = from_start((MAX_LEN.e() - 1).quotient(GRID_WIDTH));
    let lines = (LAST_Y, lines, (spec.max_len - 1) / grid.width);
    place(Y, ROW.e().quotient(GRID_WIDTH), lines, "the line");
    let cells = if grid.width <= spec.max_len {
        GRID_WIDTH
    } else {
        MAX_LEN
    };
    let cells = (LAST_X, from_start(cells.e()) - 1, grid.width.min(spec.max_len) - 1);
    place(X, ROW.e().remainder(GRID_WIDTH), cells, "the place in it");
    recipe.step(FREQUENCY, BASE.e().power(-PAIR.e() / quarter));
    recipe.table = TableRecipe::Grid(GridRecipe {
        layout: grid.layout,
        places: match grid.first {
            GridAxis::Y => [Y, X],
            GridAxis::X => [X, Y],
        },
        rest: spec.d_model % 4,
    });
    recipe
}

/// Whether DETR's divisor, the last position plus 1e-6, is zero: then there is one position, and it is 0.
fn is_nothing(first: f64, steps: usize) -> bool {
    first + float(steps) + 1e-6 == 0.0
}

//! The recipes of the schemes without waves: index, normalized, binary, nothing.

use super::expr::{Expr, Function};
use super::recipe::{D_MODEL, DIMENSION, MAX_LEN, POSITION, Recipe, TableRecipe};
use crate::encoding::{Divisor, Spec};

/// Creates the recipe that all of these begin with: rows are positions.
fn begin(spec: &Spec) -> Recipe {
    Recipe::new((D_MODEL, spec.d_model), spec.max_len, POSITION)
}

/// Returns the recipe of the position itself.
pub fn index(spec: &Spec) -> Recipe {
    Recipe {
        table: TableRecipe::Same(POSITION.e()),
        ..begin(spec)
    }
}

/// Returns the recipe of the position divided by the length.
pub fn normalized(spec: &Spec) -> Recipe {
    let divisor = match spec.divisor {
        Divisor::Length => MAX_LEN.e(),
        Divisor::LengthMinusOne if spec.max_len == 1 => Expr::Whole(1),
        Divisor::LengthMinusOne => MAX_LEN.e() - 1,
    };
    Recipe {
        table: TableRecipe::Same(POSITION.e() / divisor),
        ..begin(spec)
    }
}

/// Returns the recipe of the bits of the position.
pub fn binary(spec: &Spec) -> Recipe {
    let half_period = Expr::Real(2.0).power(DIMENSION);
    let bit = (POSITION.e() / half_period).call(Function::Floor).remainder(2);
    Recipe {
        columns: Some((DIMENSION, D_MODEL.e())),
        table: TableRecipe::Cells(bit),
        ..begin(spec)
    }
}

/// Returns the recipe of a table of zeros.
pub fn nope(spec: &Spec) -> Recipe {
    begin(spec)
}

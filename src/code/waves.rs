//! The recipe of sines and cosines: `scale * sin(w_k (start + step p))`.

use super::expr::{Axes, Expr, Function, Name};
use super::positions::{angle, positions};
use super::recipe::{BASE, D_MODEL, DIMENSION, PAIR, ROW, Recipe, SCALE, TableRecipe, WaveRecipe};
use crate::encoding::{Conventions, Encoding, Exponent, OddWidth, PhaseOrder, Slip, Spec, TableScale};

const SHIFT: Name = Name::real("shift", "s", Axes::ONE);
const WIDTH: Name = Name::whole("width", "w", Axes::ONE);

/// Returns the recipe of a sinusoidal table.
pub fn recipe(encoding: &Encoding) -> Recipe {
    let spec = encoding.spec();
    let conventions = &spec.conventions;
    let effective = conventions.odd.effective(spec.d_model);
    let mut recipe = Recipe::new((D_MODEL, spec.d_model), spec.max_len, ROW);
    recipe.zero_rows = encoding.zero_rows();
    if effective == 0 {
        return recipe; // one column, which is zero
    }
    recipe.real(BASE, spec.base);
    let precisions = [
        conventions.position_precision,
        conventions.angle_precision,
        conventions.storage_precision,
    ];
    let position = positions(&mut recipe, encoding, conventions);
    let scale = amplitude(&mut recipe, conventions);
    let width = match conventions.odd {
        _ if effective == spec.d_model => D_MODEL.e(),
        OddWidth::ZeroColumn => recipe.noted(WIDTH, D_MODEL.e() - 1, "and a column of zeros"),
        _ => recipe.noted(WIDTH, D_MODEL.e() + 1, "less its last column"),
    };
    let by_column = matches!(conventions.mistake, Slip::ExponentPerColumn | Slip::WholeExponent);
    recipe.columns = Some(if by_column {
        (DIMENSION, width.clone())
    } else if effective.is_multiple_of(2) {
        (PAIR, width.clone().quotient(2))
    } else {
        (PAIR, (width.clone() + 1).quotient(2))
    });
    let frequency = frequency(&mut recipe, spec, &width, effective);
    let angle = angle(&mut recipe, position, frequency, precisions);
    let [_, angles, storage] = precisions;
    let stored = |value: Expr| {
        let value = scale
            .clone()
            .map_or(value.clone(), |scale| scale * value)
            .round(storage);
        if conventions.mistake == Slip::WholeNumbers {
            value.call(Function::Trunc)
        } else {
            value
        }
    };
    let sine = angle.clone().call(Function::Sin).round(angles);
    let cosine = if conventions.mistake == Slip::CosineOfSine {
        sine.clone().call(Function::Cos)
    } else {
        angle.call(Function::Cos).round(angles)
    };
    let values = match conventions.order {
        PhaseOrder::SineFirst => [stored(sine), stored(cosine)],
        PhaseOrder::CosineFirst => [stored(cosine), stored(sine)],
    };
    recipe.table = TableRecipe::Waves(WaveRecipe {
        layout: conventions.layout,
        values,
        width: (effective, width),
        d_model: spec.d_model,
        by_column,
    });
    recipe
}

/// Returns the factor by which values are multiplied; `None` for 1.
fn amplitude(recipe: &mut Recipe, conventions: &Conventions) -> Option<Expr> {
    let factor = conventions.factor;
    let root = match conventions.scale {
        TableScale::One if factor == 1.0 => return None,
        TableScale::One => return Some(recipe.real(SCALE, factor)),
        TableScale::RootD => D_MODEL.e().call(Function::Sqrt),
        TableScale::InverseRootD => Expr::Whole(1) / D_MODEL.e().call(Function::Sqrt),
    };
    let scale = if factor == 1.0 { root } else { root * factor };
    Some(recipe.step(SCALE, scale))
}

/// Returns the frequency of a pair, or of a column.
fn frequency(recipe: &mut Recipe, spec: &Spec, width: &Expr, effective: usize) -> Expr {
    let conventions = &spec.conventions;
    let half = width.clone().quotient(2);
    let (numerator, denominator) = match conventions.exponent {
        Exponent::Width => (2, width.clone()),
        Exponent::Half if effective < 2 => (1, Expr::Whole(1)),
        Exponent::Half => (1, half),
        Exponent::HalfMinusOne if effective < 4 => (1, Expr::Whole(1)),
        Exponent::HalfMinusOne => (1, half - 1),
        Exponent::HalfMinusShift => {
            let shift = recipe.real(SHIFT, conventions.shift);
            (1, half - shift)
        }
    };
    let times = |numerator: usize, what: Expr| match numerator {
        1 => -what,
        _ => -(Expr::Whole(numerator) * what),
    };
    let exponent = match conventions.mistake {
        Slip::WholeExponent => -(Expr::Whole(2) * DIMENSION.e()).quotient(width.clone()),
        Slip::ExponentPerColumn => times(numerator, DIMENSION.e()) / denominator,
        Slip::ExponentPerPair => times(2 * numerator, PAIR.e()) / denominator,
        _ => times(numerator, PAIR.e()) / denominator,
    };
    BASE.e().power(exponent)
}

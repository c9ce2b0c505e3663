//! The recipe of sines and cosines: `scale * sin(w_k (start + step p))`.

use super::expr::{Axes, Expr, Function, Name};
use super::recipe::{ANGLE, BASE, D_MODEL, DIMENSION, FREQUENCY, MAX_LEN, PAIR, POSITION, ROW, Recipe, SCALE};
use super::recipe::{Table, Waves};
use crate::encoding::{
    Beyond, ColumnLaw, Conventions, Direction, Encoding, Exponent, OddWidth, Order, Precision, Scale, Slip, Spec,
    Strategy,
};

const HELD: Name = Name::real("position", "p", Axes::ROWS);
const PLACE: Name = Name::whole("place", "q", Axes::ROWS);
const START: Name = Name::real("start", "s", Axes::ONE);
const STEP: Name = Name::real("step", r"\delta", Axes::ONE);
const FIRST: Name = Name::real("first", "f", Axes::ONE);
const STRIDE: Name = Name::real("stride", r"\delta", Axes::ONE);
const TRAINED_LEN: Name = Name::whole("trained_len", r"L_{\mathrm{tr}}", Axes::ONE);
const OVERLAP: Name = Name::whole("overlap", "v", Axes::ONE);
const SHIFT: Name = Name::real("shift", "s", Axes::ONE);
const WIDTH: Name = Name::whole("width", "w", Axes::ONE);

/// What positions, angles and values are held in.
pub type Precisions = [Precision; 3];

/// The recipe.
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
    let position = positions(&mut recipe, encoding, Some(conventions), &spec.beyond);
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
        Order::SineFirst => [stored(sine), stored(cosine)],
        Order::CosineFirst => [stored(cosine), stored(sine)],
    };
    recipe.table = Table::Waves(Waves {
        layout: conventions.layout,
        values,
        width: (effective, width),
        d_model: spec.d_model,
        by_column,
    });
    recipe
}

/// The positions of the rows, as they are held; makes the rows the positions
/// where they are.
pub fn positions(recipe: &mut Recipe, encoding: &Encoding, conventions: Option<&Conventions>, beyond: &Beyond) -> Expr {
    let paper = Conventions::default();
    let precision = match conventions {
        Some(conventions) => conventions.position_precision,
        None => encoding.spec().rope.position_precision,
    };
    let conventions = conventions.unwrap_or(&paper);
    let Conventions {
        start, step, direction, ..
    } = *conventions;
    let rises = direction == Direction::Ascending;
    let strategy = beyond.strategy;
    let is_beyond = rises && encoding.trained_end().is_some() && strategy != Strategy::Extrapolate;
    let mistaken = conventions.mistake == Slip::RowsEqual;
    let is_plain = rises && !is_beyond && start == 0.0 && step == 1.0 && !mistaken;
    if is_plain {
        recipe.rows = POSITION;
        let position = POSITION.e().round(precision);
        return if precision == Precision::F64 {
            position
        } else {
            recipe.rows = ROW;
            recipe.step(HELD, ROW.e().round(precision))
        };
    }
    recipe.rows = ROW;
    let trained = is_beyond.then(|| recipe.whole(TRAINED_LEN, beyond.trained_len));
    let place = match (&trained, direction) {
        (Some(trained), _) if strategy == Strategy::Restart && beyond.overlap == 0 => {
            ROW.e().remainder(trained.clone())
        }
        (Some(trained), _) if strategy == Strategy::Restart => {
            let overlap = recipe.whole(OVERLAP, beyond.overlap);
            let again = (ROW.e() - trained.clone()).remainder(trained.clone() - overlap.clone());
            let place = Expr::IfLess(Box::new([ROW.e(), trained.clone(), ROW.e(), overlap + again]));
            if start == 0.0 && step == 1.0 && precision == Precision::F64 && !mistaken {
                return recipe.step(HELD, place);
            }
            recipe.step(PLACE, place)
        }
        (_, Direction::Unsigned) => {
            let middle = (MAX_LEN.e() - 1).quotient(2);
            Expr::Call(Function::Apart, vec![ROW.e(), middle])
        }
        _ => ROW.e(),
    };
    // The number of a choice, unless it is the one that says nothing.
    let start = (start != 0.0).then(|| recipe.real(START, start));
    let step = (step != 1.0).then(|| recipe.real(STEP, step));
    let times = |step: &Option<Expr>, what: Expr| step.clone().map_or(what.clone(), |step| step * what);
    let plus = |start: &Option<Expr>, what: Expr| start.clone().map_or(what.clone(), |start| start + what);
    // By mistake every row has the position of the first.
    let moved = |by: Expr| if mistaken { Expr::Real(0.0) * ROW.e() } else { by };
    let position = match direction {
        Direction::Ascending if strategy == Strategy::Interpolate && trained.is_some() => {
            let share = |what: Option<Expr>| {
                let trained = TRAINED_LEN.e();
                what.map_or(trained.clone(), |what| what * trained) / MAX_LEN.e()
            };
            let stride = recipe.step(STRIDE, share(step));
            let first = start.map(|start| recipe.step(FIRST, share(Some(start))));
            plus(&first, moved(stride * place))
        }
        Direction::Ascending | Direction::Unsigned => plus(&start, moved(times(&step, place))),
        Direction::Descending | Direction::Mirrored => {
            let whole = MAX_LEN.e() - 1;
            let back = if direction == Direction::Mirrored {
                whole / 2
            } else {
                whole
            };
            if mistaken || matches!(encoding.columns().first(), Some(ColumnLaw::Rounded(_))) {
                let first = first(recipe, encoding, plus(&start, times(&step, back)));
                first - moved(times(&step, ROW.e()))
            } else {
                plus(&start, times(&step, back - ROW.e()))
            }
        }
    };
    let note = if mistaken {
        "the same in every row, a mistake"
    } else {
        ""
    };
    recipe.noted(HELD, position.round(precision), note)
}

/// The position of the first row. Where positions are rounded its last digit
/// counts, so it is given as the table has it.
fn first(recipe: &mut Recipe, encoding: &Encoding, formula: Expr) -> Expr {
    match encoding.columns().first() {
        Some(ColumnLaw::Rounded(wave)) if formula.axes() == Axes::ONE && !formula.is_whole() => {
            recipe.real(FIRST, wave.start)
        }
        _ => formula,
    }
}

/// What values are multiplied by; none for 1.
fn amplitude(recipe: &mut Recipe, conventions: &Conventions) -> Option<Expr> {
    let factor = conventions.factor;
    let root = match conventions.scale {
        Scale::One if factor == 1.0 => return None,
        Scale::One => return Some(recipe.real(SCALE, factor)),
        Scale::RootD => D_MODEL.e().call(Function::Sqrt),
        Scale::InverseRootD => Expr::Whole(1) / D_MODEL.e().call(Function::Sqrt),
    };
    let scale = if factor == 1.0 { root } else { root * factor };
    Some(recipe.step(SCALE, scale))
}

/// The frequency of a pair, or of a column.
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

/// The angle, from positions as they are held and frequencies as they are; the
/// product is rounded once more.
pub fn angle(recipe: &mut Recipe, position: Expr, frequency: Expr, [_, precision, _]: Precisions) -> Expr {
    let frequency = recipe.step(FREQUENCY, frequency.round(precision));
    recipe.step(ANGLE, (position.round(precision) * frequency).round(precision))
}

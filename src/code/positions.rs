//! The positions of the rows, and the angles that follow from them.

use super::expr::{Axes, Expr, Function, Name};
use super::recipe::{ANGLE, FREQUENCY, MAX_LEN, POSITION, ROW, Recipe};
use crate::encoding::{Beyond, Conventions, Direction, Encoding, Precision, RoundedWave, Slip, Strategy};

const HELD: Name = Name::real("position", "p", Axes::ROWS);
const PLACE: Name = Name::whole("place", "q", Axes::ROWS);
const START: Name = Name::real("start", "s", Axes::ONE);
const STEP: Name = Name::real("step", r"\delta", Axes::ONE);
const FIRST: Name = Name::real("first", "f", Axes::ONE);
const STRIDE: Name = Name::real("stride", r"\delta", Axes::ONE);
const TRAINED_LEN: Name = Name::whole("trained_len", r"L_{\mathrm{tr}}", Axes::ONE);
const OVERLAP: Name = Name::whole("overlap", "v", Axes::ONE);

/// The precisions of positions, angles and values.
pub type Precisions = [Precision; 3];

/// Returns the positions of the rows, as they are held; if each row is its position, the recipe
/// calls its rows positions. Of the conventions only those about positions matter.
pub fn positions(recipe: &mut Recipe, encoding: &Encoding, conventions: &Conventions) -> Expr {
    let Conventions {
        start,
        step,
        direction,
        position_precision: precision,
        mistake,
        ..
    } = *conventions;
    let beyond = beyond(encoding, direction);
    let is_mistaken = mistake == Slip::RowsEqual;
    let is_one_by_one = start == 0.0 && step == 1.0 && !is_mistaken;
    if is_one_by_one && direction == Direction::Ascending && beyond.is_none() {
        if precision == Precision::F64 {
            recipe.rows = POSITION;
            return POSITION.e();
        }
        return recipe.step(HELD, ROW.e().round(precision));
    }
    let place = place(recipe, direction, beyond);
    if is_one_by_one && precision == Precision::F64 && matches!(place, Expr::IfLess(_)) {
        return recipe.step(HELD, place);
    }
    let place = if matches!(place, Expr::IfLess(_)) {
        recipe.step(PLACE, place)
    } else {
        place
    };
    // A choice becomes a parameter only if its number makes a difference.
    let start = (start != 0.0).then(|| recipe.real(START, start));
    let step = (step != 1.0).then(|| recipe.real(STEP, step));
    let times = |step: &Option<Expr>, what: Expr| step.clone().map_or(what.clone(), |step| step * what);
    let plus = |start: &Option<Expr>, what: Expr| start.clone().map_or(what.clone(), |start| start + what);
    // By mistake every row has the position of the first row.
    let moved = |by: Expr| if is_mistaken { Expr::Real(0.0) * ROW.e() } else { by };
    let position = match direction {
        Direction::Ascending if beyond.is_some_and(|beyond| beyond.strategy == Strategy::Interpolate) => {
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
            if is_mistaken || rounded(encoding).is_some() {
                let first = first(recipe, encoding, plus(&start, times(&step, back)));
                first - moved(times(&step, ROW.e()))
            } else {
                plus(&start, times(&step, back - ROW.e()))
            }
        }
    };
    let note = if is_mistaken {
        "the same in every row, a mistake"
    } else {
        ""
    };
    recipe.noted(HELD, position.round(precision), note)
}

/// Returns what happens beyond the trained length, if that changes positions.
fn beyond(encoding: &Encoding, direction: Direction) -> Option<Beyond> {
    let beyond = encoding.spec().beyond;
    let is_reached = direction == Direction::Ascending && encoding.trained_end().is_some();
    (is_reached && beyond.strategy != Strategy::Extrapolate).then_some(beyond)
}

/// Returns the place that a row stands for.
fn place(recipe: &mut Recipe, direction: Direction, beyond: Option<Beyond>) -> Expr {
    if direction == Direction::Unsigned {
        let middle = (MAX_LEN.e() - 1).quotient(2);
        return Expr::Call(Function::Apart, vec![ROW.e(), middle]);
    }
    let Some(beyond) = beyond else { return ROW.e() };
    let trained = recipe.whole(TRAINED_LEN, beyond.trained_len);
    match beyond.strategy {
        Strategy::Restart if beyond.overlap == 0 => ROW.e().remainder(trained),
        Strategy::Restart => {
            let overlap = recipe.whole(OVERLAP, beyond.overlap);
            let again = (ROW.e() - trained.clone()).remainder(trained.clone() - overlap.clone());
            Expr::IfLess(Box::new([ROW.e(), trained, ROW.e(), overlap + again]))
        }
        Strategy::Interpolate | Strategy::Extrapolate => ROW.e(),
    }
}

/// Returns the position of the first row. If positions are rounded, its last digit counts, so it is
/// given as the number in the table.
fn first(recipe: &mut Recipe, encoding: &Encoding, formula: Expr) -> Expr {
    match rounded(encoding) {
        Some(wave) if formula.axes() == Axes::ONE && !formula.is_whole() => recipe.real(FIRST, wave.start),
        _ => formula,
    }
}

/// Returns the wave of the first column, if it is computed with fewer digits.
fn rounded(encoding: &Encoding) -> Option<RoundedWave> {
    encoding.columns().first()?.as_rounded()
}

/// Adds the angle, the product of rounded positions and rounded frequencies, itself rounded once more.
pub fn angle(recipe: &mut Recipe, position: Expr, frequency: Expr, [_, precision, _]: Precisions) -> Expr {
    let frequency = recipe.step(FREQUENCY, frequency.round(precision));
    recipe.step(ANGLE, (position.round(precision) * frequency).round(precision))
}

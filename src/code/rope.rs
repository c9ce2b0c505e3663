//! The recipe of RoPE's tables: the cosine, the sine or the angle of each pair, in two columns.

use std::f64::consts::TAU;

use super::expr::{Axes, Expr, Function, Name};
use super::positions::{angle, positions};
use super::recipe::{BASE, D_MODEL, MAX_LEN, PAIR, ROW, Recipe, SCALE, TableRecipe, Twice, Value};
use crate::encoding::rope::{RopePart, Scaling, pairs};
use crate::encoding::{Conventions, Encoding, Spec, float};

const ROTARY_DIMS: Name = Name::whole("rotary_dims", "r", Axes::ONE);
const FACTOR: Name = Name::real("factor", "s", Axes::ONE);
const ORIGINAL_LEN: Name = Name::whole("original_len", "L_0", Axes::ONE);
const BETA_FAST: Name = Name::real("beta_fast", r"\beta_{\mathrm{fast}}", Axes::ONE);
const BETA_SLOW: Name = Name::real("beta_slow", r"\beta_{\mathrm{slow}}", Axes::ONE);
const LOW_FREQ_FACTOR: Name = Name::real("low_freq_factor", r"f_{\mathrm{low}}", Axes::ONE);
const HIGH_FREQ_FACTOR: Name = Name::real("high_freq_factor", r"f_{\mathrm{high}}", Axes::ONE);
const LONG_FACTORS: Name = Name::real("long_factors", r"\lambda_i", Axes::COLUMNS);
const PLAIN: Name = Name::real("plain", r"\varphi_i", Axes::COLUMNS);
const TURNS: Name = Name::real("turns", "t_i", Axes::COLUMNS);
const RAMP: Name = Name::real("ramp", r"\gamma_i", Axes::COLUMNS);
const FAST: Name = Name::real("fast", r"\rho_{\mathrm{fast}}", Axes::ONE);
const SLOW: Name = Name::real("slow", r"\rho_{\mathrm{slow}}", Axes::ONE);
const FAST_PAIR: Name = Name::real("fast_pair", r"i_{\mathrm{fast}}", Axes::ONE);
const SLOW_PAIR: Name = Name::real("slow_pair", r"i_{\mathrm{slow}}", Axes::ONE);
const LOW: Name = Name::real("low", r"i_{\mathrm{low}}", Axes::ONE);
const HIGH: Name = Name::real("high", r"i_{\mathrm{high}}", Axes::ONE);
const STRETCH: Name = Name::real("stretch", "s'", Axes::ONE);
const NEW_BASE: Name = Name::real("new_base", "b'", Axes::ONE);

/// Returns the recipe of a RoPE table.
pub fn recipe(encoding: &Encoding) -> Recipe {
    let spec = encoding.spec();
    let rope = &spec.rope;
    let mut recipe = Recipe::new((D_MODEL, spec.d_model), spec.max_len, ROW);
    let turning = 2 * pairs(spec);
    let beyond = if rope.part == RopePart::Cos { 1.0 } else { 0.0 };
    if turning == 0 {
        recipe.table = TableRecipe::Fill(beyond);
        return recipe;
    }
    let (dims, rest) = if turning == spec.d_model {
        (D_MODEL.e(), None)
    } else {
        (recipe.whole(ROTARY_DIMS, turning), Some(beyond))
    };
    recipe.real(BASE, spec.base);
    recipe.columns = Some((PAIR, dims.clone().quotient(2)));
    let one_by_one = Conventions {
        position_precision: rope.position_precision,
        ..Conventions::default()
    };
    let position = positions(&mut recipe, encoding, &one_by_one);
    let (frequency, scale) = scaled(&mut recipe, encoding, &dims, turning);
    let scale = scale.filter(|_| rope.part != RopePart::Angle);
    let scale = scale.map(|scale| recipe.step(SCALE, scale));
    let precisions = [rope.position_precision, rope.angle_precision, rope.storage_precision];
    let angle = angle(&mut recipe, position, frequency, precisions);
    let [_, angles, storage] = precisions;
    let value = match rope.part {
        RopePart::Cos => angle.call(Function::Cos).round(angles),
        RopePart::Sin => angle.call(Function::Sin).round(angles),
        RopePart::Angle => angle,
    };
    recipe.table = TableRecipe::Twice(Twice {
        pairing: rope.pairing,
        value: scale.map_or(value.clone(), |scale| scale * value).round(storage),
        turning: dims,
        rest,
    });
    recipe
}

/// Returns the frequencies, and the amplitude of cos and sin; `None` for 1.
fn scaled(recipe: &mut Recipe, encoding: &Encoding, dims: &Expr, turning: usize) -> (Expr, Option<Expr>) {
    let spec = encoding.spec();
    let rope = &spec.rope;
    let of_base = |base: Name| base.e().power(-(Expr::Whole(2) * PAIR.e()) / dims.clone());
    // The base b s^(d/(d - 2)); for a single pair the frequency is 1 whatever the base.
    let stretched = |recipe: &mut Recipe, s: Name| {
        if turning == 2 {
            return BASE;
        }
        let exponent = dims.clone() / (dims.clone() - 2);
        recipe.step(NEW_BASE, BASE.e() * s.e().power(exponent));
        NEW_BASE
    };
    let ln = |of: Name| of.e().call(Function::Ln);
    match rope.scaling {
        Scaling::None => (of_base(BASE), None),
        Scaling::Linear => {
            recipe.real(FACTOR, rope.factor);
            (of_base(BASE) / FACTOR.e(), None)
        }
        Scaling::Ntk => {
            recipe.real(FACTOR, rope.factor);
            let base = stretched(recipe, FACTOR);
            (of_base(base), None)
        }
        Scaling::DynamicNtk => {
            recipe.real(FACTOR, rope.factor);
            recipe.whole(ORIGINAL_LEN, rope.original_len);
            let length = MAX_LEN.e().greatest(ORIGINAL_LEN);
            let grown = FACTOR.e() * length / ORIGINAL_LEN.e();
            recipe.step(STRETCH, grown - (FACTOR.e() - 1));
            let base = stretched(recipe, STRETCH);
            (of_base(base), None)
        }
        Scaling::Yarn => {
            let frequency = yarn(recipe, spec, of_base(BASE), (dims, turning));
            let scale = (rope.factor > 1.0).then(|| Expr::Real(0.1) * ln(FACTOR) + 1);
            (frequency, scale)
        }
        Scaling::Llama3 => {
            recipe.real(FACTOR, rope.factor);
            recipe.whole(ORIGINAL_LEN, rope.original_len);
            recipe.real(LOW_FREQ_FACTOR, rope.low_freq_factor);
            recipe.real(HIGH_FREQ_FACTOR, rope.high_freq_factor);
            let plain = recipe.step(PLAIN, of_base(BASE));
            let turns = recipe.noted(TURNS, ORIGINAL_LEN.e() * plain / Expr::Turn, "within original_len");
            let width = HIGH_FREQ_FACTOR.e() - LOW_FREQ_FACTOR.e();
            let ramp = ((HIGH_FREQ_FACTOR.e() - turns) / width).call(Function::Clip);
            recipe.noted(RAMP, ramp, "0: kept, 1: divided");
            (mixed(), None)
        }
        Scaling::LongRope => {
            let growth = (rope.factor > 1.0).then(|| {
                recipe.real(FACTOR, rope.factor);
                recipe.whole(ORIGINAL_LEN, rope.original_len);
                (Expr::Whole(1) + ln(FACTOR) / ln(ORIGINAL_LEN)).call(Function::Sqrt)
            });
            if rope.long_factors.is_empty() {
                return (of_base(BASE), growth);
            }
            let factors = recipe.parameter(LONG_FACTORS, Value::List(rope.long_factors.clone()));
            (of_base(BASE) / factors, growth)
        }
    }
}

/// Returns YaRN's frequencies: kept up to pair `low`, divided from pair `high` on.
fn yarn(recipe: &mut Recipe, spec: &Spec, plain: Expr, (dims, turning): (&Expr, usize)) -> Expr {
    let rope = &spec.rope;
    recipe.real(FACTOR, rope.factor);
    recipe.whole(ORIGINAL_LEN, rope.original_len);
    recipe.real(BETA_FAST, rope.beta_fast);
    recipe.real(BETA_SLOW, rope.beta_slow);
    // The pair that turns `turns` times within the original length.
    let mut pair_of = |name: Name, radian: Name, turns: Name| {
        recipe.noted(
            radian,
            ORIGINAL_LEN.e() / (Expr::Turn * turns.e()),
            "positions a radian",
        );
        let ln = |of: Name| of.e().call(Function::Ln);
        recipe.step(name, dims.clone() / 2 * ln(radian) / ln(BASE))
    };
    let low = pair_of(FAST_PAIR, FAST, BETA_FAST).call(Function::Floor).greatest(0);
    let high = pair_of(SLOW_PAIR, SLOW, BETA_SLOW).call(Function::Ceil);
    recipe.noted(LOW, low, "the last pair that is kept");
    recipe.noted(HIGH, high.least(dims.clone() - 1), "the first one that is divided");
    recipe.step(PLAIN, plain);
    let width = if ends_meet(spec, turning) {
        Expr::Real(0.001)
    } else {
        HIGH.e() - LOW.e()
    };
    let ramp = ((PAIR.e() - LOW.e()) / width).call(Function::Clip);
    recipe.step(RAMP, ramp);
    mixed()
}

/// Whether the last pair that is kept is also the first one that is divided.
fn ends_meet(spec: &Spec, turning: usize) -> bool {
    let (rope, d) = (&spec.rope, float(turning));
    let pair_of = |turns: f64| d / 2.0 * (float(rope.original_len) / (TAU * turns)).ln() / spec.base.ln();
    let low = pair_of(rope.beta_fast).floor().max(0.0);
    low == pair_of(rope.beta_slow).ceil().min(d - 1.0)
}

/// Returns frequencies that are kept if the ramp is 0 and divided if it is 1.
fn mixed() -> Expr {
    PLAIN.e() * (Expr::Whole(1) - RAMP.e()) + PLAIN.e() / FACTOR.e() * RAMP.e()
}

/// Whether a frequency is more than a power of one base: mixed from two, or divided by a list.
pub fn is_mixed(frequency: &Expr) -> bool {
    frequency.names(PLAIN) || frequency.names(LONG_FACTORS)
}

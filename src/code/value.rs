//! The values of formulas that are single numbers, in f64.

use super::expr::{Axes, Expr, Function, Name, Operator};
use super::recipe::{Recipe, Value};
use crate::encoding::float;

/// The named single numbers of a recipe.
pub struct Known(Vec<(Name, f64)>);

impl Known {
    /// Collects the parameters, and the steps that are single numbers.
    pub fn new(recipe: &Recipe) -> Self {
        let mut known = Self(Vec::new());
        for parameter in &recipe.parameters {
            match parameter.value {
                Value::Real(number) => known.0.push((parameter.name, number)),
                Value::Whole(number) => known.0.push((parameter.name, float(number))),
                Value::List(_) => {}
            }
        }
        for step in recipe.steps.iter().filter(|step| step.is.axes() == Axes::ONE) {
            if let Some(number) = value(&step.is, &known) {
                known.0.push((step.name, number));
            }
        }
        known
    }

    /// Returns the number with this name.
    pub fn get(&self, name: Name) -> Option<f64> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, number)| *number)
    }
}

/// Returns the value of a formula; `None` if it is not a single number.
pub fn value(formula: &Expr, known: &Known) -> Option<f64> {
    let of = |part: &Expr| value(part, known);
    Some(match formula {
        Expr::Real(number) => *number,
        Expr::Whole(number) => float(*number),
        Expr::Turn => std::f64::consts::TAU,
        Expr::Name(name) => known.get(*name)?,
        Expr::Negative(part) => -of(part)?,
        Expr::Two(operator, parts) => {
            let [a, b] = [of(&parts[0])?, of(&parts[1])?];
            match operator {
                Operator::Add => a + b,
                Operator::Subtract => a - b,
                Operator::Multiply => a * b,
                Operator::Divide => a / b,
                Operator::Quotient => (a / b).floor(),
                Operator::Remainder => a.rem_euclid(b),
                Operator::Power => a.powf(b),
            }
        }
        Expr::Call(function, parts) => {
            let a = of(parts.first()?)?;
            let b = parts.get(1).map(of);
            match function {
                Function::Sin => a.sin(),
                Function::Cos => a.cos(),
                Function::Ln => a.ln(),
                Function::Sqrt => a.sqrt(),
                Function::Floor => a.floor(),
                Function::Ceil => a.ceil(),
                Function::Trunc => a.trunc(),
                Function::Least => a.min(b??),
                Function::Greatest => a.max(b??),
                Function::Apart => (a - b??).abs(),
                Function::Clip => a.clamp(0.0, 1.0),
                Function::Round(precision) => precision.round(a),
            }
        }
        Expr::IfLess(parts) => {
            let [a, b, c, d] = parts.each_ref().map(of);
            if a? < b? { c? } else { d? }
        }
    })
}

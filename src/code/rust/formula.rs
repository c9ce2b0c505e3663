//! Formulas in Rust: whole numbers are `usize`, and are cast to `f64` when combined with other numbers.

use super::Printer;
use crate::code::expr::{Expr, Function, Name, Operator};
use crate::code::number::{rust, rust_whole};
use crate::code::recipe::{ParameterRecipe, Value};
use crate::encoding::float;

/// How tightly an operator binds, loosest first.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const CAST: u8 = 3;
const SIGN: u8 = 4;
const ATOM: u8 = 5;

impl Printer<'_> {
    pub(super) fn typed(&self, formula: &Expr, is_whole: bool) -> String {
        if is_whole {
            self.whole(formula)
        } else {
            self.real(formula)
        }
    }

    /// Returns a formula of whole numbers.
    pub(super) fn whole(&self, formula: &Expr) -> String {
        self.within(formula, false, 0)
    }

    /// Returns a formula whose value is an f64.
    pub(super) fn real(&self, formula: &Expr) -> String {
        self.within(formula, true, 0)
    }

    /// Returns a formula's text as part of an operation that binds as tightly as `outer`.
    fn within(&self, formula: &Expr, real: bool, outer: u8) -> String {
        let (text, level) = self.bound(formula, real);
        if level < outer { format!("({text})") } else { text }
    }

    /// Returns a formula's text, and how tightly it binds.
    fn bound(&self, formula: &Expr, real: bool) -> (String, u8) {
        if real && formula.is_whole() {
            if let Expr::Whole(number) = formula {
                return (rust(float(*number)), ATOM);
            }
            return (format!("{} as f64", self.within(formula, false, CAST)), CAST);
        }
        match formula {
            Expr::Real(number) if *number < 0.0 => (rust(*number), SIGN),
            Expr::Real(number) => (rust(*number), ATOM),
            Expr::Whole(number) => (rust_whole(*number), ATOM),
            Expr::Turn => ("TAU".to_owned(), ATOM),
            Expr::Name(name) => (self.name(*name), ATOM),
            Expr::Negative(of) => match &**of {
                // -(a b) is (-a) b.
                Expr::Two(operator @ (Operator::Multiply | Operator::Divide), parts) => {
                    let [a, b] = &**parts;
                    self.bound(&Expr::Two(*operator, Box::new([-a.clone(), b.clone()])), true)
                }
                of => (format!("-{}", self.within(of, true, SIGN)), SIGN),
            },
            Expr::Two(operator, parts) => {
                let [a, b] = &**parts;
                self.two(*operator, a, b)
            }
            Expr::Call(function, parts) => (self.call(*function, parts), ATOM),
            Expr::IfLess(parts) => {
                let [a, b, c, d] = &**parts;
                let [a, b] = [self.whole(a), self.whole(b)];
                let [c, d] = [c, d].map(|part| self.typed(part, !real));
                (format!("if {a} < {b} {{ {c} }} else {{ {d} }}"), 0)
            }
        }
    }

    /// Returns a name; for a list, the element of the pair.
    fn name(&self, name: Name) -> String {
        let is_list = |parameter: &ParameterRecipe| parameter.name == name && matches!(parameter.value, Value::List(_));
        if self.recipe.parameters.iter().any(is_list) {
            return format!("{}[pair]", name.text.to_uppercase());
        }
        name.text.to_owned()
    }

    fn two(&self, operator: Operator, a: &Expr, b: &Expr) -> (String, u8) {
        let is_real = operator == Operator::Divide || !(a.is_whole() && b.is_whole());
        let (sign, level) = match operator {
            Operator::Add => ("+", SUM),
            Operator::Subtract => ("-", SUM),
            Operator::Multiply => ("*", PRODUCT),
            Operator::Divide | Operator::Quotient => ("/", PRODUCT),
            Operator::Remainder => ("%", PRODUCT),
            Operator::Power => {
                let base = match a {
                    Expr::Real(_) => format!("{}_f64", self.real(a)),
                    _ => self.within(a, true, ATOM),
                };
                return (format!("{base}.powf({})", self.real(b)), ATOM);
            }
        };
        let [a, b] = [self.within(a, is_real, level), self.within(b, is_real, level + 1)];
        (format!("{a} {sign} {b}"), level)
    }

    fn call(&self, function: Function, parts: &[Expr]) -> String {
        let [of, rest @ ..] = parts else { return String::new() };
        let is_whole = parts.iter().all(Expr::is_whole);
        let receiver = self.within(of, !is_whole, ATOM);
        let argument = rest.first().map(|part| self.typed(part, is_whole)).unwrap_or_default();
        let real = || self.within(of, true, ATOM);
        match function {
            Function::Sin => format!("{}.sin()", real()),
            Function::Cos => format!("{}.cos()", real()),
            Function::Ln => format!("{}.ln()", real()),
            Function::Sqrt => format!("{}.sqrt()", real()),
            Function::Floor => format!("{}.floor()", real()),
            Function::Ceil => format!("{}.ceil()", real()),
            Function::Trunc => format!("{}.trunc()", real()),
            Function::Least => format!("{receiver}.min({argument})"),
            Function::Greatest => format!("{receiver}.max({argument})"),
            Function::Apart => format!("{receiver}.abs_diff({argument})"),
            Function::Clip => format!("{}.clamp(0.0, 1.0)", real()),
            Function::Round(precision) => format!("to_{}({})", precision.name(), self.real(of)),
        }
    }
}

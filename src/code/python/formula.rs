//! Formulas in Python: operations on whole arrays, and on single numbers with `math`.

use super::Dialect;
use crate::code::expr::{Axes, Expr, Function, Operator};
use crate::code::number::python;

/// How tightly an operator binds, loosest first.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

impl Dialect {
    /// Returns a formula's text.
    pub(super) fn print(&self, formula: &Expr) -> String {
        self.within(formula, 0)
    }

    /// Returns a formula's text as part of an operation that binds as tightly as `outer`.
    fn within(&self, formula: &Expr, outer: u8) -> String {
        let (text, level) = self.bound(formula);
        if level < outer { format!("({text})") } else { text }
    }

    /// Returns a formula's text, and how tightly it binds.
    fn bound(&self, formula: &Expr) -> (String, u8) {
        match formula {
            Expr::Real(number) if *number < 0.0 => (python(*number), SIGN),
            Expr::Real(number) => (python(*number), ATOM),
            Expr::Whole(number) => (number.to_string(), ATOM),
            Expr::Turn => (format!("2 * {}.pi", self.np()), PRODUCT),
            Expr::Name(name) => (name.text.to_owned(), ATOM),
            Expr::Negative(of) => match &**of {
                // -(a b) is (-a) b.
                Expr::Two(operator @ (Operator::Multiply | Operator::Divide), parts) => {
                    let [a, b] = &**parts;
                    self.bound(&Expr::Two(*operator, Box::new([-a.clone(), b.clone()])))
                }
                of => (format!("-{}", self.within(of, SIGN)), SIGN),
            },
            Expr::Two(operator, parts) => {
                let [a, b] = &**parts;
                self.two(*operator, a, b)
            }
            Expr::Call(function, parts) => (self.call(*function, parts), ATOM),
            Expr::IfLess(parts) => {
                let [a, b, c, d] = parts.each_ref().map(|part| self.print(part));
                (format!("{}.where({a} < {b}, {c}, {d})", self.np()), ATOM)
            }
        }
    }

    fn two(&self, operator: Operator, a: &Expr, b: &Expr) -> (String, u8) {
        let (sign, level) = match operator {
            Operator::Add => ("+", SUM),
            Operator::Subtract => ("-", SUM),
            Operator::Multiply => ("*", PRODUCT),
            Operator::Divide => ("/", PRODUCT),
            Operator::Quotient => ("//", PRODUCT),
            Operator::Remainder => ("%", PRODUCT),
            Operator::Power => {
                let (base, exponent) = (self.within(a, ATOM), self.within(b, SIGN));
                let is_short = b.parts().is_empty();
                let space = if is_short { "" } else { " " };
                return (format!("{base}{space}**{space}{exponent}"), POWER);
            }
        };
        (
            format!("{} {sign} {}", self.within(a, level), self.within(b, level + 1)),
            level,
        )
    }

    fn call(&self, function: Function, parts: &[Expr]) -> String {
        let is_one = parts.iter().all(|part| part.axes() == Axes::ONE);
        let library = if is_one { "math" } else { self.np() };
        let all: Vec<String> = parts.iter().map(|part| self.print(part)).collect();
        let all = all.join(", ");
        let is_torch = *self == Self::PyTorch;
        let limit = |limit: &str| match parts {
            [of, by] => format!("torch.clamp({}, {limit}={})", self.print(of), self.print(by)),
            _ => String::new(),
        };
        match function {
            Function::Sin => format!("{library}.sin({all})"),
            Function::Cos => format!("{library}.cos({all})"),
            Function::Ln => format!("{library}.log({all})"),
            Function::Sqrt => format!("{library}.sqrt({all})"),
            Function::Floor => format!("{library}.floor({all})"),
            Function::Ceil => format!("{library}.ceil({all})"),
            Function::Trunc => format!("{library}.trunc({all})"),
            Function::Least if is_one => format!("min({all})"),
            Function::Greatest if is_one => format!("max({all})"),
            Function::Least if is_torch => limit("max"),
            Function::Greatest if is_torch => limit("min"),
            Function::Least => format!("{}.minimum({all})", self.np()),
            Function::Greatest => format!("{}.maximum({all})", self.np()),
            Function::Apart => match parts {
                [a, b] => format!("abs({} - {})", self.print(a), self.within(b, PRODUCT)),
                _ => String::new(),
            },
            Function::Clip => format!("{}.clip({all}, 0, 1)", self.np()),
            Function::Round(precision) => format!("to_{}({all})", precision.name()),
        }
    }
}

//! Formulas in LaTeX: fractions, and exponents on one line.

use super::Printer;
use crate::code::expr::{Expr, Function, Operator};
use crate::code::number::latex;
use crate::code::value::value;

/// How tightly an operator binds, loosest first.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const ATOM: u8 = 4;

impl Printer<'_> {
    pub(super) fn print(&self, formula: &Expr) -> String {
        self.within(&self.filled(formula), 0)
    }

    /// Returns a formula's text as part of an operation that binds as tightly as `outer`.
    fn within(&self, formula: &Expr, outer: u8) -> String {
        let (text, level) = self.bound(formula);
        if level < outer { bracketed(&text) } else { text }
    }

    /// Returns a formula's text, and how tightly it binds.
    fn bound(&self, formula: &Expr) -> (String, u8) {
        // A single whole number is written as that number.
        if let Some(number) = self.count(formula) {
            return (latex(number), ATOM);
        }
        match formula {
            Expr::Real(number) if *number < 0.0 => (latex(*number), SIGN),
            Expr::Real(number) => (latex(*number), ATOM),
            Expr::Whole(number) => (number.to_string(), ATOM),
            Expr::Turn => (r"2\pi".to_owned(), PRODUCT),
            Expr::Name(name) => (name.symbol.to_owned(), ATOM),
            Expr::Negative(of) => (format!("-{}", self.within(of, PRODUCT)), SIGN),
            Expr::Two(operator, parts) => {
                let [a, b] = &**parts;
                self.two(*operator, a, b)
            }
            Expr::Call(function, parts) => self.call(*function, parts),
            Expr::IfLess(parts) => {
                let [a, b, c, d] = parts.each_ref().map(|part| self.within(part, 0));
                (cases(&c, &format!("{a} < {b}"), &d), ATOM)
            }
        }
    }

    /// Returns the value of a formula that is a whole number by arithmetic alone.
    fn count(&self, formula: &Expr) -> Option<f64> {
        let is_arithmetic = !formula.any(&|part| matches!(part, Expr::Turn | Expr::Call(..)));
        let number = value(formula, &self.known).filter(|number| number.fract() == 0.0 && *number >= 0.0)?;
        (is_arithmetic || formula.is_whole()).then_some(number)
    }

    fn two(&self, operator: Operator, a: &Expr, b: &Expr) -> (String, u8) {
        let is_nothing = match operator {
            Operator::Add | Operator::Subtract => self.count(b) == Some(0.0),
            Operator::Multiply | Operator::Divide => self.count(b) == Some(1.0),
            Operator::Quotient | Operator::Remainder | Operator::Power => false,
        };
        if is_nothing {
            return self.bound(a);
        }
        let at = |formula: &Expr, level| self.within(formula, level);
        match operator {
            Operator::Add => (format!("{} + {}", at(a, SUM), at(b, SUM)), SUM),
            Operator::Subtract => (format!("{} - {}", at(a, SUM), at(b, PRODUCT)), SUM),
            Operator::Multiply => match b {
                // a b^(-x) is a over b^x.
                Expr::Two(Operator::Power, parts) if parts[1].turned().is_some() => {
                    let exponent = parts[1].turned().unwrap_or(Expr::Whole(0));
                    let below = format!("{}^{{{}}}", at(&parts[0], ATOM), self.flat(&exponent, 0));
                    (format!(r"\frac{{{}}}{{{below}}}", at(a, 0)), ATOM)
                }
                _ => (side_by_side(&at(a, PRODUCT), &at(b, SIGN)), PRODUCT),
            },
            Operator::Divide => match a {
                Expr::Negative(a) => (format!(r"-\frac{{{}}}{{{}}}", at(a, 0), at(b, 0)), SIGN),
                _ => (format!(r"\frac{{{}}}{{{}}}", at(a, 0), at(b, 0)), ATOM),
            },
            Operator::Quotient => {
                let text = format!(r"\left\lfloor \frac{{{}}}{{{}}} \right\rfloor", at(a, 0), at(b, 0));
                (text, ATOM)
            }
            Operator::Remainder => (format!(r"{} \bmod {}", at(a, SIGN), at(b, SIGN)), SUM),
            Operator::Power => (format!("{}^{{{}}}", at(a, ATOM), self.flat(b, 0)), ATOM),
        }
    }

    /// Returns the formula of an exponent, on one line.
    fn flat(&self, formula: &Expr, outer: u8) -> String {
        if self.count(formula).is_some() {
            return self.within(formula, outer);
        }
        let (text, level) = match formula {
            Expr::Negative(of) => (format!("-{}", self.flat(of, PRODUCT)), SIGN),
            Expr::Two(operator, parts) => {
                let [a, b] = &**parts;
                match operator {
                    Operator::Divide => (format!("{}/{}", self.flat(a, PRODUCT), self.flat(b, SIGN)), PRODUCT),
                    Operator::Multiply => (side_by_side(&self.flat(a, PRODUCT), &self.flat(b, SIGN)), PRODUCT),
                    Operator::Add => (format!("{} + {}", self.flat(a, SUM), self.flat(b, SUM)), SUM),
                    Operator::Subtract => (format!("{} - {}", self.flat(a, SUM), self.flat(b, PRODUCT)), SUM),
                    Operator::Quotient => (
                        format!(r"\lfloor {}/{} \rfloor", self.flat(a, PRODUCT), self.flat(b, SIGN)),
                        ATOM,
                    ),
                    Operator::Remainder | Operator::Power => self.bound(formula),
                }
            }
            _ => self.bound(formula),
        };
        if level < outer { format!("({text})") } else { text }
    }

    fn call(&self, function: Function, parts: &[Expr]) -> (String, u8) {
        let all: Vec<String> = parts.iter().map(|part| self.within(part, 0)).collect();
        let one = all.first().cloned().unwrap_or_default();
        let text = match function {
            Function::Sin => format!(r"\sin{}", argument(&one)),
            Function::Cos => format!(r"\cos{}", argument(&one)),
            Function::Ln => format!(r"\ln{}", argument(&one)),
            Function::Sqrt => format!(r"\sqrt{{{one}}}"),
            Function::Floor => format!(r"\left\lfloor {one} \right\rfloor"),
            Function::Ceil => format!(r"\left\lceil {one} \right\rceil"),
            Function::Trunc => format!(r"\operatorname{{trunc}}{}", argument(&one)),
            Function::Least => format!(r"\min{}", argument(&all.join(", "))),
            Function::Greatest => format!(r"\max{}", argument(&all.join(", "))),
            Function::Apart => format!(r"\left| {} \right|", all.join(" - ")),
            Function::Clip => format!(
                r"\min{}",
                argument(&format!(r"\max{}, 1", argument(&format!("{one}, 0"))))
            ),
            Function::Round(precision) => format!(r"\operatorname{{{}}}{}", precision.name(), bracketed(&one)),
        };
        (text, ATOM)
    }
}

fn bracketed(text: &str) -> String {
    if text.contains([' ', '\\']) {
        format!(r"\left({text}\right)")
    } else {
        format!("({text})")
    }
}

/// Returns the argument of a function, in parentheses if needed.
fn argument(text: &str) -> String {
    if !text.contains(' ') && !text.contains(r"\frac") && !text.contains(',') {
        return format!(" {text}");
    }
    format!(r"\!\left({text}\right)")
}

/// Returns a choice between two values.
pub(super) fn cases(first: &str, condition: &str, second: &str) -> String {
    format!(r"\begin{{cases}} {first} & \text{{if }} {condition} \\ {second} & \text{{otherwise}} \end{{cases}}")
}

/// Returns a product, with a sign only where two numbers would meet.
fn side_by_side(a: &str, b: &str) -> String {
    if b.starts_with(|c: char| c.is_ascii_digit()) || b.starts_with(r"2\pi") {
        format!(r"{a} \cdot {b}")
    } else if a.ends_with(|c: char| c.is_ascii_digit()) && b.len() == 1 {
        format!("{a}{b}")
    } else {
        format!(r"{a}\,{b}")
    }
}

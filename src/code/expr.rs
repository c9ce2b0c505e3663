//! Formulae as data: what is written once here is printed in every language.
//!
//! An expression knows where its value lies: it is one number, a number a row,
//! or a number a column. So the same formula is an operation on whole arrays in
//! NumPy and one on single numbers in Rust.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::encoding::Precision;

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Real(f64),
    /// A whole number.
    Whole(usize),
    /// 2 pi.
    Turn,
    /// What has a name.
    Name(Name),
    /// The negative of something.
    Negative(Box<Self>),
    /// Two things and what is done with them.
    Two(Operator, Box<[Self; 2]>),
    /// A function of one or two things.
    Call(Function, Vec<Self>),
    /// `if a < b { c } else { d }`.
    IfLess(Box<[Self; 4]>),
}

/// What is done with two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a b
    Multiply,
    /// a / b
    Divide,
    /// a / b, rounded down; of whole numbers.
    Quotient,
    /// What is left of a; of whole numbers.
    Remainder,
    /// a to the power of b
    Power,
}

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Natural logarithm.
    Ln,
    /// Square root.
    Sqrt,
    /// Rounded down.
    Floor,
    /// Rounded up.
    Ceil,
    /// Without what follows the point.
    Trunc,
    /// The smaller of two.
    Least,
    /// The larger of two.
    Greatest,
    /// How far two whole numbers are apart.
    Apart,
    /// The nearest number from 0 to 1.
    Clip,
    /// The nearest number of a type.
    Round(Precision),
}

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// Another value in each row.
    pub rows: bool,
    /// Another value in each column.
    pub columns: bool,
}

impl Axes {
    /// One value.
    pub const ONE: Self = Self::new(false, false);
    /// One value a row.
    pub const ROWS: Self = Self::new(true, false);
    /// One value a column.
    pub const COLUMNS: Self = Self::new(false, true);
    /// One value a cell.
    pub const CELLS: Self = Self::new(true, true);

    const fn new(rows: bool, columns: bool) -> Self {
        Self { rows, columns }
    }

    fn and(self, other: Self) -> Self {
        Self::new(self.rows || other.rows, self.columns || other.columns)
    }
}

/// A name of the code and of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// In code.
    pub text: &'static str,
    /// In LaTeX.
    pub symbol: &'static str,
    /// Where its values lie.
    pub axes: Axes,
    /// Whether it is a count.
    pub is_whole: bool,
}

impl Name {
    /// A number.
    pub const fn real(text: &'static str, symbol: &'static str, axes: Axes) -> Self {
        Self {
            text,
            symbol,
            axes,
            is_whole: false,
        }
    }

    /// A whole number, 0 or above.
    pub const fn whole(text: &'static str, symbol: &'static str, axes: Axes) -> Self {
        Self {
            is_whole: true,
            ..Self::real(text, symbol, axes)
        }
    }

    /// As a formula.
    pub fn e(self) -> Expr {
        Expr::Name(self)
    }
}

impl Expr {
    /// Whether it is a whole number, 0 or above.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Real(_) | Self::Turn | Self::Negative(_) => false,
            Self::Whole(_) => true,
            Self::Name(name) => name.is_whole,
            Self::Two(Operator::Divide | Operator::Power, _) => false,
            Self::Two(_, parts) => parts.iter().all(Self::is_whole),
            Self::Call(Function::Apart, _) => true,
            Self::Call(Function::Least | Function::Greatest, parts) => parts.iter().all(Self::is_whole),
            Self::Call(..) => false,
            Self::IfLess(parts) => parts[2..].iter().all(Self::is_whole),
        }
    }

    /// Where its values lie.
    pub fn axes(&self) -> Axes {
        match self {
            Self::Real(_) | Self::Whole(_) | Self::Turn => Axes::ONE,
            Self::Name(name) => name.axes,
            _ => self.parts().iter().fold(Axes::ONE, |axes, part| axes.and(part.axes())),
        }
    }

    /// What it is made of.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Real(_) | Self::Whole(_) | Self::Turn | Self::Name(_) => &[],
            Self::Negative(part) => std::slice::from_ref(part),
            Self::Two(_, parts) => &**parts,
            Self::Call(_, parts) => parts,
            Self::IfLess(parts) => &**parts,
        }
    }

    /// Whether something holds for it or a part of it.
    pub fn any(&self, holds: &impl Fn(&Self) -> bool) -> bool {
        holds(self) || self.parts().iter().any(|part| part.any(holds))
    }

    /// Whether a name occurs in it.
    pub fn names(&self, name: Name) -> bool {
        self.any(&|part| *part == name.e())
    }

    /// The same with each name replaced that has something to stand for it.
    pub fn with(&self, replace: &impl Fn(Name) -> Option<Self>) -> Self {
        let part = |part: &Self| part.with(replace);
        match self {
            Self::Real(_) | Self::Whole(_) | Self::Turn => self.clone(),
            Self::Name(name) => replace(*name).unwrap_or_else(|| self.clone()),
            Self::Negative(of) => Self::Negative(Box::new(part(of))),
            Self::Two(operator, parts) => {
                let [a, b] = &**parts;
                Self::Two(*operator, Box::new([part(a), part(b)]))
            }
            Self::Call(function, parts) => Self::Call(*function, parts.iter().map(part).collect()),
            Self::IfLess(parts) => Self::IfLess(Box::new(parts.each_ref().map(part))),
        }
    }

    /// Returns what a negative formula is the negative of; `None` if it has no minus sign in front.
    pub fn turned(&self) -> Option<Self> {
        match self {
            Self::Negative(of) => Some((**of).clone()),
            Self::Two(operator @ (Operator::Divide | Operator::Multiply), parts) => {
                Some(Self::two(*operator, parts[0].turned()?, parts[1].clone()))
            }
            _ => None,
        }
    }

    fn two(operator: Operator, a: Self, b: impl Into<Self>) -> Self {
        Self::Two(operator, Box::new([a, b.into()]))
    }

    /// To the power of something.
    pub fn power(self, exponent: impl Into<Self>) -> Self {
        Self::two(Operator::Power, self, exponent)
    }

    /// Divided and rounded down; whole numbers.
    pub fn quotient(self, by: impl Into<Self>) -> Self {
        Self::two(Operator::Quotient, self, by)
    }

    /// What is left; whole numbers.
    pub fn remainder(self, by: impl Into<Self>) -> Self {
        Self::two(Operator::Remainder, self, by)
    }

    /// A function of it.
    pub fn call(self, function: Function) -> Self {
        Self::Call(function, vec![self])
    }

    /// The smaller one.
    pub fn least(self, other: impl Into<Self>) -> Self {
        Self::Call(Function::Least, vec![self, other.into()])
    }

    /// The larger one.
    pub fn greatest(self, other: impl Into<Self>) -> Self {
        Self::Call(Function::Greatest, vec![self, other.into()])
    }

    /// The nearest number of a type; of an f64 it is the number itself, and what
    /// was rounded so already stays.
    pub fn round(self, precision: Precision) -> Self {
        let function = Function::Round(precision);
        let is_rounded = matches!(&self, Self::Call(known, _) if *known == function);
        if precision == Precision::F64 || is_rounded {
            self
        } else {
            self.call(function)
        }
    }
}

impl From<f64> for Expr {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<usize> for Expr {
    fn from(number: usize) -> Self {
        Self::Whole(number)
    }
}

impl From<Name> for Expr {
    fn from(name: Name) -> Self {
        Self::Name(name)
    }
}

impl<T: Into<Self>> Add<T> for Expr {
    type Output = Self;

    fn add(self, other: T) -> Self {
        Self::two(Operator::Add, self, other)
    }
}

impl<T: Into<Self>> Sub<T> for Expr {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        Self::two(Operator::Subtract, self, other)
    }
}

impl<T: Into<Self>> Mul<T> for Expr {
    type Output = Self;

    fn mul(self, other: T) -> Self {
        Self::two(Operator::Multiply, self, other)
    }
}

impl<T: Into<Self>> Div<T> for Expr {
    type Output = Self;

    fn div(self, other: T) -> Self {
        Self::two(Operator::Divide, self, other)
    }
}

impl Neg for Expr {
    type Output = Self;

    fn neg(self) -> Self {
        Self::Negative(Box::new(self))
    }
}

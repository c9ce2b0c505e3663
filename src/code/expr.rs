//! Formulas as data: written once here, printed in every language.
//!
//! An expression knows its axes: it is one number, one number per row, or one number per column. So
//! the same formula is an operation on whole arrays in NumPy and on single numbers in Rust.

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
    /// A named value.
    Name(Name),
    /// The negative of a formula.
    Negative(Box<Self>),
    /// A binary operation.
    Two(Operator, Box<[Self; 2]>),
    /// A function of one or two arguments.
    Call(Function, Vec<Self>),
    /// `if a < b { c } else { d }`.
    IfLess(Box<[Self; 4]>),
}

/// A binary operator.
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
    /// a / b, rounded down; for whole numbers.
    Quotient,
    /// The remainder of a / b; for whole numbers.
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
    /// Rounded towards zero.
    Trunc,
    /// The smaller of two numbers.
    Least,
    /// The larger of two numbers.
    Greatest,
    /// The distance between two whole numbers.
    Apart,
    /// The nearest number from 0 to 1.
    Clip,
    /// The nearest number of a floating-point type.
    Round(Precision),
}

/// The axes along which a value varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// Whether each row has its own value.
    pub rows: bool,
    /// Whether each column has its own value.
    pub columns: bool,
}

impl Axes {
    /// One value.
    pub const ONE: Self = Self::new(false, false);
    /// One value per row.
    pub const ROWS: Self = Self::new(true, false);
    /// One value per column.
    pub const COLUMNS: Self = Self::new(false, true);
    /// One value per cell.
    pub const CELLS: Self = Self::new(true, true);

    const fn new(rows: bool, columns: bool) -> Self {
        Self { rows, columns }
    }

    fn and(self, other: Self) -> Self {
        Self::new(self.rows || other.rows, self.columns || other.columns)
    }
}

/// A name in the code and in the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name in code.
    pub text: &'static str,
    /// The symbol in LaTeX.
    pub symbol: &'static str,
    /// The axes along which the value varies.
    pub axes: Axes,
    /// Whether the value is a whole number, 0 or above.
    pub is_whole: bool,
}

impl Name {
    /// Creates the name of a number.
    pub const fn real(text: &'static str, symbol: &'static str, axes: Axes) -> Self {
        Self {
            text,
            symbol,
            axes,
            is_whole: false,
        }
    }

    /// Creates the name of a whole number, 0 or above.
    pub const fn whole(text: &'static str, symbol: &'static str, axes: Axes) -> Self {
        Self {
            is_whole: true,
            ..Self::real(text, symbol, axes)
        }
    }

    /// Returns the name as a formula.
    pub fn e(self) -> Expr {
        Expr::Name(self)
    }
}

impl Expr {
    /// Whether the value is a whole number, 0 or above.
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

    /// Returns the axes along which the value varies.
    pub fn axes(&self) -> Axes {
        match self {
            Self::Real(_) | Self::Whole(_) | Self::Turn => Axes::ONE,
            Self::Name(name) => name.axes,
            _ => self.parts().iter().fold(Axes::ONE, |axes, part| axes.and(part.axes())),
        }
    }

    /// Returns the direct parts of the formula.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Real(_) | Self::Whole(_) | Self::Turn | Self::Name(_) => &[],
            Self::Negative(part) => std::slice::from_ref(part),
            Self::Two(_, parts) => &**parts,
            Self::Call(_, parts) => parts,
            Self::IfLess(parts) => &**parts,
        }
    }

    /// Whether a condition holds for the formula or a part of it.
    pub fn any(&self, holds: &impl Fn(&Self) -> bool) -> bool {
        holds(self) || self.parts().iter().any(|part| part.any(holds))
    }

    /// Whether a name occurs in the formula.
    pub fn names(&self, name: Name) -> bool {
        self.any(&|part| *part == name.e())
    }

    /// Returns the formula; each name for which `replace` returns a formula is replaced by that formula.
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

    /// Returns the formula without its leading minus sign; `None` if it has none.
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

    /// Returns the formula to the power of an exponent.
    pub fn power(self, exponent: impl Into<Self>) -> Self {
        Self::two(Operator::Power, self, exponent)
    }

    /// Returns the quotient of whole numbers, rounded down.
    pub fn quotient(self, by: impl Into<Self>) -> Self {
        Self::two(Operator::Quotient, self, by)
    }

    /// Returns the remainder of a division of whole numbers.
    pub fn remainder(self, by: impl Into<Self>) -> Self {
        Self::two(Operator::Remainder, self, by)
    }

    /// Returns a function of the formula.
    pub fn call(self, function: Function) -> Self {
        Self::Call(function, vec![self])
    }

    /// Returns the smaller of two formulas.
    pub fn least(self, other: impl Into<Self>) -> Self {
        Self::Call(Function::Least, vec![self, other.into()])
    }

    /// Returns the larger of two formulas.
    pub fn greatest(self, other: impl Into<Self>) -> Self {
        Self::Call(Function::Greatest, vec![self, other.into()])
    }

    /// Returns the formula rounded to the nearest number of a type; unchanged for f64, or if it is
    /// already rounded to that type.
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

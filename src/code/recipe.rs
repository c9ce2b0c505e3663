//! How a table is made, step by step and in no language yet.
//!
//! Each scheme writes its recipe once; a language prints it and knows no scheme.

use std::ops::Range;

use super::expr::{Axes, Expr, Function, Name};
use crate::encoding::grid::Arrangement;
use crate::encoding::rope::Pairing;
use crate::encoding::{Layout, Precision};

/// Columns of a table.
pub const D_MODEL: Name = Name::whole("d_model", "d", Axes::ONE);
/// Columns of a bias.
pub const HEADS: Name = Name::whole("heads", "n", Axes::ONE);
/// Rows of a table.
pub const MAX_LEN: Name = Name::whole("max_len", "L", Axes::ONE);
/// The base of the frequencies.
pub const BASE: Name = Name::real("base", "b", Axes::ONE);
/// The rows, where they are the positions.
pub const POSITION: Name = Name::whole("position", "pos", Axes::ROWS);
/// The rows, where positions follow from them.
pub const ROW: Name = Name::whole("row", "row", Axes::ROWS);
/// The rows of a bias.
pub const OFFSET: Name = Name::whole("offset", "o", Axes::ROWS);
/// The columns of a bias.
pub const HEAD: Name = Name::whole("head", "h", Axes::COLUMNS);
/// The columns.
pub const DIMENSION: Name = Name::whole("dimension", "j", Axes::COLUMNS);
/// Columns by twos.
pub const PAIR: Name = Name::whole("pair", "i", Axes::COLUMNS);
/// Radians a position.
pub const FREQUENCY: Name = Name::real("frequency", r"\omega_i", Axes::COLUMNS);
/// Radians.
pub const ANGLE: Name = Name::real("angle", r"\theta", Axes::CELLS);
/// What values are multiplied by.
pub const SCALE: Name = Name::real("scale", "a", Axes::ONE);

/// How a table is made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Numbers that can be changed.
    pub parameters: Vec<Parameter>,
    /// What numbers the rows.
    pub rows: Name,
    /// What numbers the columns, or groups of them, and how many there are.
    pub columns: Option<(Name, Expr)>,
    /// What follows from what, in order.
    pub steps: Vec<Step>,
    /// What stands where.
    pub table: Table,
    /// Rows that are zero.
    pub zero_rows: Range<usize>,
}

/// A number that can be changed.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// How it is called.
    pub name: Name,
    /// What it is.
    pub value: Value,
}

/// What a parameter is.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Real(f64),
    /// A whole number.
    Whole(usize),
    /// A number a column.
    List(Vec<f64>),
}

/// Something that follows from what is above it.
#[derive(Clone, Debug)]
pub struct Step {
    /// How it is called.
    pub name: Name,
    /// What it is.
    pub is: Expr,
    /// A word to the reader; empty for most.
    pub note: &'static str,
}

/// What stands where in a table.
#[derive(Clone, Debug)]
pub enum Table {
    /// The same number everywhere.
    Fill(f64),
    /// The same in every column.
    Same(Expr),
    /// Rows and columns in one formula.
    Cells(Expr),
    /// Sines and cosines of pairs.
    Waves(Waves),
    /// Sines and cosines of two directions.
    Grid(Grid),
    /// Each value in two columns.
    Twice(Twice),
    /// Rows of given numbers, one for each bucket.
    Lookup(Lookup),
}

/// Sines and cosines of pairs.
#[derive(Clone, Debug)]
pub struct Waves {
    /// Where they stand.
    pub layout: Layout,
    /// The first and the second one of a pair.
    pub values: [Expr; 2],
    /// The width that is computed, and what it is.
    pub width: (usize, Expr),
    /// Columns of the table.
    pub d_model: usize,
    /// Whether each column has its own, instead of each pair.
    pub by_column: bool,
}

/// Sines and cosines of two directions.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Where they stand.
    pub layout: Arrangement,
    /// The position of the direction that comes first, and of the other.
    pub places: [Name; 2],
    /// Columns that only fill up.
    pub rest: usize,
}

/// Each value in two columns.
#[derive(Clone, Debug)]
pub struct Twice {
    /// Which two.
    pub pairing: Pairing,
    /// The value.
    pub value: Expr,
    /// How many columns have values.
    pub turning: Expr,
    /// What stands in the others; none where there are none.
    pub rest: Option<f64>,
}

/// Rows of given numbers.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Which one.
    pub bucket: Expr,
    /// The numbers of each bucket, one a head.
    pub numbers: Vec<Vec<f64>>,
}

impl Grid {
    /// Returns the columns of the four kinds of waves, numbered by `i` up to a quarter of the width, and their values.
    pub fn columns(&self, quarter: usize) -> [(String, Expr); 4] {
        let [a, b] = self.places;
        let waves = [
            (Function::Sin, a),
            (Function::Cos, a),
            (Function::Sin, b),
            (Function::Cos, b),
        ];
        let order = match self.layout {
            Arrangement::Interleaved | Arrangement::Concat => [0, 1, 2, 3],
            Arrangement::SinesFirst => [0, 2, 1, 3],
        };
        let after = |column: &str, offset: usize| match offset {
            0 => column.to_owned(),
            _ => format!("{column} + {offset}"),
        };
        std::array::from_fn(|place| {
            let (function, direction) = waves[order[place]];
            let column = match self.layout {
                Arrangement::Interleaved => after("2i", place / 2 * 2 * quarter + place % 2),
                Arrangement::Concat | Arrangement::SinesFirst => after("i", place * quarter),
            };
            (column, (direction.e() * FREQUENCY.e()).call(function))
        })
    }
}

impl Recipe {
    /// A table of so many rows and columns, numbered by `rows`.
    pub fn new(columns: (Name, usize), max_len: usize, rows: Name) -> Self {
        let mut this = Self {
            parameters: Vec::new(),
            rows,
            columns: None,
            steps: Vec::new(),
            table: Table::Fill(0.0),
            zero_rows: 0..0,
        };
        this.whole(columns.0, columns.1);
        this.whole(MAX_LEN, max_len);
        this
    }

    /// Another parameter.
    pub fn real(&mut self, name: Name, value: f64) -> Expr {
        self.parameter(name, Value::Real(value))
    }

    /// Another parameter, a whole number.
    pub fn whole(&mut self, name: Name, value: usize) -> Expr {
        self.parameter(name, Value::Whole(value))
    }

    /// Another parameter.
    pub fn parameter(&mut self, name: Name, value: Value) -> Expr {
        self.parameters.push(Parameter { name, value });
        name.e()
    }

    /// Another step.
    pub fn step(&mut self, name: Name, is: Expr) -> Expr {
        self.noted(name, is, "")
    }

    /// Another step, with a word to the reader.
    pub fn noted(&mut self, name: Name, is: Expr, note: &'static str) -> Expr {
        self.steps.push(Step { name, is, note });
        name.e()
    }

    /// The same without steps and parameters that nothing is made of; those of
    /// the shape stay.
    pub fn pruned(mut self) -> Self {
        while let Some(idle) = self.steps.iter().position(|step| !self.uses(step.name)) {
            self.steps.remove(idle);
        }
        let shape = self.parameters.len().min(2);
        let others = self.parameters.split_off(shape);
        let used = others.into_iter().filter(|parameter| self.uses(parameter.name));
        let used: Vec<Parameter> = used.collect();
        self.parameters.extend(used);
        self
    }

    /// Whether something is made of a name.
    pub fn uses(&self, name: Name) -> bool {
        let by_table = match &self.table {
            Table::Waves(waves) => waves.width.1.names(name),
            Table::Twice(twice) => twice.turning.names(name),
            _ => false,
        };
        let by_columns = self.columns.as_ref().is_some_and(|(_, count)| count.names(name));
        by_table || by_columns || self.formulas().iter().any(|formula| formula.names(name))
    }

    /// Whether something is rounded to a type.
    pub fn rounds(&self, precision: Precision) -> bool {
        let rounds = |part: &Expr| matches!(part, Expr::Call(Function::Round(found), _) if *found == precision);
        self.formulas().iter().any(|formula| formula.any(&rounds))
    }

    /// Every formula.
    pub fn formulas(&self) -> Vec<Expr> {
        let steps = self.steps.iter().map(|step| step.is.clone());
        steps.chain(self.table_formulas()).collect()
    }

    /// The formulas of what stands in the table.
    pub fn table_formulas(&self) -> Vec<Expr> {
        match &self.table {
            Table::Fill(_) => Vec::new(),
            Table::Same(value) | Table::Cells(value) => vec![value.clone()],
            Table::Waves(waves) => waves.values.to_vec(),
            Table::Grid(grid) => grid.places.map(|place| place.e() * FREQUENCY.e()).to_vec(),
            Table::Twice(twice) => vec![twice.value.clone()],
            Table::Lookup(lookup) => vec![lookup.bucket.clone()],
        }
    }
}

//! How a table is made, step by step, in no particular language.
//!
//! Each scheme writes its recipe once; a language prints it and knows no scheme.

use std::ops::Range;

use super::expr::{Axes, Expr, Function, Name};
use crate::encoding::grid::GridArrangement;
use crate::encoding::rope::Pairing;
use crate::encoding::{ColumnLayout, Precision};

/// The number of columns of a table.
pub const D_MODEL: Name = Name::whole("d_model", "d", Axes::ONE);
/// The number of columns of a bias.
pub const HEADS: Name = Name::whole("heads", "n", Axes::ONE);
/// The number of rows of a table.
pub const MAX_LEN: Name = Name::whole("max_len", "L", Axes::ONE);
/// The base of the frequencies.
pub const BASE: Name = Name::real("base", "b", Axes::ONE);
/// The rows, if they are the positions.
pub const POSITION: Name = Name::whole("position", "pos", Axes::ROWS);
/// The rows, if positions are computed from them.
pub const ROW: Name = Name::whole("row", "row", Axes::ROWS);
/// The rows of a bias.
pub const OFFSET: Name = Name::whole("offset", "o", Axes::ROWS);
/// The columns of a bias.
pub const HEAD: Name = Name::whole("head", "h", Axes::COLUMNS);
/// The columns.
pub const DIMENSION: Name = Name::whole("dimension", "j", Axes::COLUMNS);
/// The columns in pairs.
pub const PAIR: Name = Name::whole("pair", "i", Axes::COLUMNS);
/// Radians per position.
pub const FREQUENCY: Name = Name::real("frequency", r"\omega_i", Axes::COLUMNS);
/// Radians.
pub const ANGLE: Name = Name::real("angle", r"\theta", Axes::CELLS);
/// The factor by which values are multiplied.
pub const SCALE: Name = Name::real("scale", "a", Axes::ONE);

/// The recipe of a table.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Numbers that can be changed.
    pub parameters: Vec<ParameterRecipe>,
    /// The index of the rows.
    pub rows: Name,
    /// The index of the columns, or of groups of columns, and how many there are.
    pub columns: Option<(Name, Expr)>,
    /// The intermediate results, in order.
    pub steps: Vec<Step>,
    /// The values of the columns.
    pub table: TableRecipe,
    /// The zero rows.
    pub zero_rows: Range<usize>,
}

/// A number that can be changed.
#[derive(Clone, Debug)]
pub struct ParameterRecipe {
    /// The parameter's name.
    pub name: Name,
    /// The parameter's value.
    pub value: Value,
}

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Real(f64),
    /// A whole number.
    Whole(usize),
    /// One number per column.
    List(Vec<f64>),
}

/// An intermediate result, computed from the results above it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The result's name.
    pub name: Name,
    /// The result's formula.
    pub is: Expr,
    /// A comment for the reader; empty for most steps.
    pub note: &'static str,
}

/// The values of a table's columns.
#[derive(Clone, Debug)]
pub enum TableRecipe {
    /// The same number everywhere.
    Fill(f64),
    /// The same value in every column.
    Same(Expr),
    /// One formula for rows and columns.
    Cells(Expr),
    /// Sines and cosines of pairs.
    Waves(WaveRecipe),
    /// Sines and cosines of two directions.
    Grid(GridRecipe),
    /// Each value in two columns.
    Twice(Twice),
    /// Rows of given numbers, one row per bucket.
    Lookup(LookupRecipe),
}

/// Sines and cosines of pairs.
#[derive(Clone, Debug)]
pub struct WaveRecipe {
    /// The order of sines and cosines.
    pub layout: ColumnLayout,
    /// The values of the first and the second column of a pair.
    pub values: [Expr; 2],
    /// The width that is computed, as a number and as a formula.
    pub width: (usize, Expr),
    /// The number of columns of the table.
    pub d_model: usize,
    /// Whether each column has its own wave, instead of each pair.
    pub by_column: bool,
}

/// Sines and cosines of two directions.
#[derive(Clone, Debug)]
pub struct GridRecipe {
    /// The order of sines and cosines.
    pub layout: GridArrangement,
    /// The position along the first direction and along the other.
    pub places: [Name; 2],
    /// The number of zero columns at the end.
    pub rest: usize,
}

/// Each value in two columns.
#[derive(Clone, Debug)]
pub struct Twice {
    /// The two columns of a pair.
    pub pairing: Pairing,
    /// The value, the same in both columns.
    pub value: Expr,
    /// The number of columns with such values.
    pub turning: Expr,
    /// The value of the other columns; `None` if there are no others.
    pub rest: Option<f64>,
}

/// Rows of given numbers.
#[derive(Clone, Debug)]
pub struct LookupRecipe {
    /// The index of the row.
    pub bucket: Expr,
    /// The numbers of each bucket, one per head.
    pub numbers: Vec<Vec<f64>>,
}

impl GridRecipe {
    /// Returns the columns of the four kinds of waves, numbered by `i` up to a quarter of the
    /// width, and their values.
    pub fn columns(&self, quarter: usize) -> [(String, Expr); 4] {
        let [a, b] = self.places;
        let waves = [
            (Function::Sin, a),
            (Function::Cos, a),
            (Function::Sin, b),
            (Function::Cos, b),
        ];
        let order = match self.layout {
            GridArrangement::Interleaved | GridArrangement::Concat => [0, 1, 2, 3],
            GridArrangement::SinesFirst => [0, 2, 1, 3],
        };
        let after = |column: &str, offset: usize| match offset {
            0 => column.to_owned(),
            _ => format!("{column} + {offset}"),
        };
        std::array::from_fn(|place| {
            let (function, direction) = waves[order[place]];
            let column = match self.layout {
                GridArrangement::Interleaved => after("2i", place / 2 * 2 * quarter + place % 2),
                GridArrangement::Concat | GridArrangement::SinesFirst => after("i", place * quarter),
            };
            (column, (direction.e() * FREQUENCY.e()).call(function))
        })
    }
}

impl Recipe {
    /// Creates the recipe of a table whose shape is `max_len` rows, numbered by `rows`, and `columns`.
    pub fn new(columns: (Name, usize), max_len: usize, rows: Name) -> Self {
        let mut this = Self {
            parameters: Vec::new(),
            rows,
            columns: None,
            steps: Vec::new(),
            table: TableRecipe::Fill(0.0),
            zero_rows: 0..0,
        };
        this.whole(columns.0, columns.1);
        this.whole(MAX_LEN, max_len);
        this
    }

    /// Adds a parameter that is a number.
    pub fn real(&mut self, name: Name, value: f64) -> Expr {
        self.parameter(name, Value::Real(value))
    }

    /// Adds a parameter that is a whole number.
    pub fn whole(&mut self, name: Name, value: usize) -> Expr {
        self.parameter(name, Value::Whole(value))
    }

    /// Adds a parameter.
    pub fn parameter(&mut self, name: Name, value: Value) -> Expr {
        self.parameters.push(ParameterRecipe { name, value });
        name.e()
    }

    /// Adds a step.
    pub fn step(&mut self, name: Name, is: Expr) -> Expr {
        self.noted(name, is, "")
    }

    /// Adds a step with a comment for the reader.
    pub fn noted(&mut self, name: Name, is: Expr, note: &'static str) -> Expr {
        self.steps.push(Step { name, is, note });
        name.e()
    }

    /// Returns the recipe without unused steps and parameters; the parameters of the shape stay.
    pub fn pruned(mut self) -> Self {
        while let Some(idle) = self.steps.iter().position(|step| !self.uses(step.name)) {
            self.steps.remove(idle);
        }
        let shape = self.parameters.len().min(2);
        let others = self.parameters.split_off(shape);
        let used = others.into_iter().filter(|parameter| self.uses(parameter.name));
        let used: Vec<ParameterRecipe> = used.collect();
        self.parameters.extend(used);
        self
    }

    /// Whether something is computed from a name.
    pub fn uses(&self, name: Name) -> bool {
        let by_table = match &self.table {
            TableRecipe::Waves(waves) => waves.width.1.names(name),
            TableRecipe::Twice(twice) => twice.turning.names(name),
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

    /// Returns every formula.
    pub fn formulas(&self) -> Vec<Expr> {
        let steps = self.steps.iter().map(|step| step.is.clone());
        steps.chain(self.table_formulas()).collect()
    }

    /// Returns the formulas of the table's values.
    pub fn table_formulas(&self) -> Vec<Expr> {
        match &self.table {
            TableRecipe::Fill(_) => Vec::new(),
            TableRecipe::Same(value) | TableRecipe::Cells(value) => vec![value.clone()],
            TableRecipe::Waves(waves) => waves.values.to_vec(),
            TableRecipe::Grid(grid) => grid.places.map(|place| place.e() * FREQUENCY.e()).to_vec(),
            TableRecipe::Twice(twice) => vec![twice.value.clone()],
            TableRecipe::Lookup(lookup) => vec![lookup.bucket.clone()],
        }
    }
}

//! Python with arrays: NumPy, PyTorch and JAX, which differ in a few words.

mod formula;
mod rounding;

use super::expr::{Axes, Expr};
use super::number::{list, python};
use super::recipe::{
    GridRecipe, LookupRecipe, MAX_LEN, ParameterRecipe, Recipe, Step, TableRecipe, Twice, Value, WaveRecipe,
};
use crate::encoding::ColumnLayout;
use crate::encoding::grid::GridArrangement;
use crate::encoding::rope::Pairing;

/// The width of a line, in characters.
const WIDTH: usize = 92;

/// A Python library of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// NumPy.
    NumPy,
    /// PyTorch.
    PyTorch,
    /// JAX, which computes in f32 unless told otherwise.
    Jax,
}

impl Dialect {
    /// Returns the name of the library in code, and the lines that import it.
    fn library(self) -> (&'static str, &'static str) {
        match self {
            Self::NumPy => ("np", "import numpy as np\n"),
            Self::PyTorch => ("torch", "import torch\n"),
            Self::Jax => (
                "jnp",
                "import jax\nimport jax.numpy as jnp\n\njax.config.update(\"jax_enable_x64\", True)\n",
            ),
        }
    }

    /// Returns the name of the library in code.
    fn np(self) -> &'static str {
        self.library().0
    }

    /// Returns a script in which `pe` is the table.
    pub fn script(&self, recipe: &Recipe, title: &str) -> String {
        let parameters = recipe
            .parameters
            .iter()
            .map(|parameter| self.parameter(parameter))
            .collect();
        let (scalars, arrays): (Vec<&Step>, Vec<&Step>) =
            recipe.steps.iter().partition(|step| step.is.axes() == Axes::ONE);
        let mut axes = Vec::new();
        if recipe.uses(recipe.rows) {
            axes.push(self.rows(recipe));
        }
        if let Some((name, count)) = &recipe.columns
            && recipe.uses(*name)
        {
            axes.push(format!("{} = {}", name.text, self.arange(&self.print(count), false)));
        }
        axes.extend(arrays.iter().map(|step| self.step(step)));
        let mut table = self.table(recipe);
        let zeros = &recipe.zero_rows;
        if !zeros.is_empty() {
            table.push(self.set(&format!("{}:{}", zeros.start, zeros.end), "0.0"));
        }
        let mut blocks = vec![
            parameters,
            scalars.iter().map(|step| self.step(step)).collect(),
            axes,
            table,
        ];
        blocks.retain(|block: &Vec<String>| !block.is_empty());
        let body: Vec<String> = blocks.iter().map(|block| block.join("\n")).collect();
        let body = body.join("\n\n");
        let math = if body.contains("math.") { "import math\n\n" } else { "" };
        let helpers = self.helpers(recipe);
        let space = if helpers.is_empty() { "" } else { "\n" };
        format!("# {title}\n{math}{}{helpers}{space}\n{body}\n", self.library().1)
    }

    fn parameter(&self, ParameterRecipe { name, value }: &ParameterRecipe) -> String {
        match value {
            Value::Real(number) => format!("{} = {}", name.text, python(*number)),
            Value::Whole(number) => format!("{} = {number}", name.text),
            Value::List(numbers) => {
                let numbers = list(numbers, python, WIDTH - 30, "");
                format!("{} = {}", name.text, self.array(&numbers))
            }
        }
    }

    /// Returns an array of given numbers.
    fn array(&self, numbers: &str) -> String {
        match self {
            Self::PyTorch => format!("torch.tensor({numbers}, dtype=torch.float64)"),
            Self::NumPy | Self::Jax => format!("{}.array({numbers})", self.np()),
        }
    }

    fn step(&self, Step { name, is, note }: &Step) -> String {
        let line = format!("{} = {}", name.text, self.print(is));
        if let (Expr::IfLess(parts), true) = (is, line.len() > WIDTH) {
            let [a, b, c, d] = parts.each_ref().map(|part| self.print(part));
            return format!(
                "{} = {}.where(\n    {a} < {b},\n    {c},\n    {d},\n)",
                name.text,
                self.np()
            );
        }
        if note.is_empty() {
            line
        } else if line.len() + note.len() > WIDTH {
            format!("# {note}\n{line}")
        } else {
            format!("{line}  # {note}")
        }
    }

    /// Returns the indices of the rows, as a column that broadcasts against the dimensions.
    fn rows(&self, recipe: &Recipe) -> String {
        let is_real = matches!(recipe.table, TableRecipe::Same(_));
        let numbers = self.arange(MAX_LEN.text, is_real);
        let column = if matches!(recipe.table, TableRecipe::Lookup(_)) {
            ""
        } else {
            "[:, None]"
        };
        format!("{} = {numbers}{column}", recipe.rows.text)
    }

    fn arange(&self, count: &str, is_real: bool) -> String {
        let dtype = match self {
            Self::PyTorch => ", dtype=torch.float64",
            Self::NumPy | Self::Jax if is_real => ", dtype=float",
            Self::NumPy | Self::Jax => "",
        };
        format!("{}.arange({count}{dtype})", self.np())
    }

    fn table(&self, recipe: &Recipe) -> Vec<String> {
        let width = recipe.parameters[0].name.text;
        match &recipe.table {
            TableRecipe::Fill(number) => vec![format!("pe = {}", self.filled(*number, width))],
            TableRecipe::Same(value) => {
                let value = self.print(value);
                vec![match self {
                    Self::PyTorch => format!("pe = {}.repeat(1, {width})", grouped(&value)),
                    _ => format!("pe = {}.tile({value}, (1, {width}))", self.np()),
                }]
            }
            TableRecipe::Cells(value) => vec![format!("pe = {}", self.print(value))],
            TableRecipe::Waves(waves) => self.waves(waves),
            TableRecipe::Grid(grid) => self.grid(grid),
            TableRecipe::Twice(twice) => self.twice(twice),
            TableRecipe::Lookup(lookup) => self.lookup(lookup),
        }
    }

    fn waves(&self, waves: &WaveRecipe) -> Vec<String> {
        let (width, formula) = (waves.width.0, &waves.width.1);
        let shown = self.print(formula);
        let (firsts, half) = match width % 2 {
            0 => (format!("{shown} // 2"), format!("{shown} // 2")),
            _ => (format!("({shown} + 1) // 2"), format!("{shown} // 2")),
        };
        let [first, second] = &waves.values;
        let (first, second) = (self.print(first), self.print(second));
        let is_wider = width > waves.d_model;
        let mut lines = Vec::new();
        if waves.layout == ColumnLayout::Interleaved {
            let cut = |value: String, column: usize| {
                if waves.by_column {
                    format!("{value}[:, {column}::2]")
                } else if width % 2 == 1 && column == 1 {
                    format!("{value}[:, : {half}]")
                } else {
                    value
                }
            };
            let end = if width < waves.d_model { "width" } else { "" };
            let begin = |column: usize| format!(":, {column}:{end}:2");
            let columns = if is_wider { shown.as_str() } else { "d_model" };
            lines.push(format!("pe = {}", self.filled(0.0, columns)));
            lines.push(self.set(&begin(0), &cut(first, 0)));
            lines.push(self.set(&begin(1), &cut(second, 1)));
        } else {
            let first = if waves.by_column {
                format!("{first}[:, : {firsts}]")
            } else {
                first
            };
            let second = match (waves.by_column, width % 2) {
                (true, _) => format!("{second}[:, {firsts} :]"),
                (false, 1) => format!("{second}[:, : {half}]"),
                _ => second,
            };
            let mut blocks = vec![first, second];
            if width < waves.d_model {
                blocks.push(self.filled(0.0, "1"));
            }
            lines.push(format!("pe = {}", self.concatenated(&blocks)));
        }
        if is_wider {
            lines.push("pe = pe[:, :d_model]".to_owned());
        }
        lines
    }

    fn grid(&self, grid: &GridRecipe) -> Vec<String> {
        let [a, b] = grid.places.map(|place| place.text);
        let wave = |function: &str, place: &str| format!("{}.{function}({place} * frequency)", self.np());
        let (sine, cosine) = (|place| wave("sin", place), |place| wave("cos", place));
        let blocks = match grid.layout {
            GridArrangement::Interleaved => {
                let columns = [
                    ":, 0 : 2 * quarter : 2",
                    ":, 1 : 2 * quarter : 2",
                    ":, 2 * quarter : 4 * quarter : 2",
                    ":, 2 * quarter + 1 : 4 * quarter : 2",
                ];
                let values = [sine(a), cosine(a), sine(b), cosine(b)];
                let mut lines = vec![format!("pe = {}", self.filled(0.0, "d_model"))];
                lines.extend(
                    columns
                        .iter()
                        .zip(&values)
                        .map(|(columns, value)| self.set(columns, value)),
                );
                return lines;
            }
            GridArrangement::Concat => [sine(a), cosine(a), sine(b), cosine(b)],
            GridArrangement::SinesFirst => [sine(a), sine(b), cosine(a), cosine(b)],
        };
        let mut blocks = blocks.to_vec();
        if grid.rest > 0 {
            blocks.push(self.filled(0.0, "d_model % 4"));
        }
        vec![format!("pe = {}", self.concatenated(&blocks))]
    }

    fn twice(&self, twice: &Twice) -> Vec<String> {
        let value = self.print(&twice.value);
        let pairs = match (twice.pairing, self) {
            (Pairing::HalfSplit, Self::PyTorch) => format!("{}.repeat(1, 2)", grouped(&value)),
            (Pairing::HalfSplit, _) => format!("{}.tile({value}, (1, 2))", self.np()),
            (Pairing::Interleaved, Self::PyTorch) => format!("torch.repeat_interleave({value}, 2, dim=1)"),
            (Pairing::Interleaved, _) => format!("{}.repeat({value}, 2, axis=1)", self.np()),
        };
        match twice.rest {
            None => vec![format!("pe = {pairs}")],
            Some(rest) => {
                let columns = format!(":, :{}", self.print(&twice.turning));
                vec![
                    format!("pe = {}", self.filled(rest, "d_model")),
                    self.set(&columns, &pairs),
                ]
            }
        }
    }

    fn lookup(&self, lookup: &LookupRecipe) -> Vec<String> {
        let rows = lookup.numbers.iter();
        let rows = rows.map(|row| format!("    {},", list(row, python, WIDTH - 8, "    ")));
        let rows = rows.collect::<Vec<_>>().join("\n");
        let bucket = self.print(&lookup.bucket);
        let index = match self {
            Self::PyTorch => format!("{bucket}.long()"),
            Self::NumPy | Self::Jax if lookup.bucket.is_whole() => bucket,
            Self::NumPy | Self::Jax => format!("{bucket}.astype(int)"),
        };
        vec![
            format!(
                "# The bias of each bucket, one number a head.\nbias = {}",
                self.array(&format!("[\n{rows}\n]"))
            ),
            format!("pe = bias[{index}]"),
        ]
    }

    /// Returns a table of `columns` columns with the same number everywhere, 0 or 1.
    fn filled(&self, number: f64, columns: &str) -> String {
        let function = if number == 0.0 { "zeros" } else { "ones" };
        match self {
            Self::PyTorch => format!("torch.{function}(max_len, {columns}, dtype=torch.float64)"),
            Self::NumPy | Self::Jax => format!("{}.{function}((max_len, {columns}))", self.np()),
        }
    }

    /// Returns blocks of columns side by side.
    fn concatenated(&self, blocks: &[String]) -> String {
        let (function, axis) = match self {
            Self::PyTorch => ("cat", "dim"),
            Self::NumPy | Self::Jax => ("concatenate", "axis"),
        };
        let all = blocks.join(", ");
        let all = if all.len() > 60 {
            format!(
                "\n    [\n        {},\n    ],\n    {axis}=1,\n",
                blocks.join(",\n        ")
            )
        } else {
            format!("[{all}], {axis}=1")
        };
        format!("{}.{function}({all})", self.np())
    }

    /// Puts values into a part of the table. JAX arrays are immutable, so there a new one is made.
    fn set(&self, part: &str, value: &str) -> String {
        match self {
            Self::NumPy | Self::PyTorch => format!("pe[{part}] = {value}"),
            Self::Jax => format!("pe = pe.at[{part}].set({value})"),
        }
    }
}

/// Returns a text in parentheses, unless it is a single name or call.
fn grouped(text: &str) -> String {
    let is_one = text.chars().all(|c| c.is_alphanumeric() || "_.()".contains(c));
    if is_one { text.to_owned() } else { format!("({text})") }
}

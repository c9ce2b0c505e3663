//! LaTeX: the formula, with the numbers of the table in it.
//!
//! A single number that other formulas use is inserted if it is whole, and gets a line of its own
//! if it is not; a frequency or an angle as simple as in the paper's formula is inserted too.

mod formula;

use super::expr::{Axes, Expr, Function, Name, Operator};
use super::number::latex;
use super::recipe::{
    ANGLE, DIMENSION, FREQUENCY, GridRecipe, HEAD, HEADS, MAX_LEN, ParameterRecipe, Recipe, Step, TableRecipe, Value,
    WaveRecipe,
};
use super::value::{Known, value};
use crate::encoding::rope::Pairing;
use crate::encoding::{ColumnLayout, natural};
use formula::cases;

/// Returns the formula, for a document with amsmath.
pub fn formula(recipe: &Recipe, title: &str) -> String {
    let known = Known::new(recipe);
    let printer = Printer { recipe, known };
    let mut lines = printer.definitions();
    lines.extend(printer.table());
    let drawn = if matches!(recipe.table, TableRecipe::Lookup(_)) {
        "% r holds the drawn bias of each bucket and head; poscope table writes the values.\n"
    } else {
        ""
    };
    format!(
        "% {title}\n% Needs \\usepackage{{amsmath}}.\n{drawn}\\[\n\\begin{{aligned}}\n  {}\n\\end{{aligned}}\n\\]\n",
        lines.join(" \\\\\n  ")
    )
}

struct Printer<'a> {
    recipe: &'a Recipe,
    known: Known,
}

impl Printer<'_> {
    /// Returns what replaces a name in the formula; `None` if the name stays.
    fn instead(&self, name: Name) -> Option<Expr> {
        let number = || self.known.get(name);
        if let Some(ParameterRecipe { value, .. }) =
            self.recipe.parameters.iter().find(|parameter| parameter.name == name)
        {
            return match value {
                Value::Real(_) | Value::Whole(_) => number().map(Expr::Real),
                Value::List(_) => None,
            };
        }
        let Step { is, .. } = self.recipe.steps.iter().find(|step| step.name == name)?;
        if is.axes() == Axes::ONE {
            return number().filter(|number| number.fract() == 0.0).map(Expr::Real);
        }
        let is_plain = match name {
            FREQUENCY => matches!(is, Expr::Two(Operator::Power, _)),
            ANGLE => !matches!(is, Expr::Call(Function::Round(_), _)),
            _ => false,
        };
        is_plain.then(|| self.filled(is))
    }

    /// Returns a formula in which every name that does not stay is replaced.
    fn filled(&self, formula: &Expr) -> Expr {
        formula.with(&|name| self.instead(name))
    }

    /// Returns the lines that define what the table's lines use.
    fn definitions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for ParameterRecipe { name, value } in &self.recipe.parameters {
            if let Value::List(numbers) = value {
                let numbers: Vec<String> = numbers.iter().map(|number| latex(*number)).collect();
                lines.push(format!(
                    "({})_i &= ({})",
                    name.symbol.trim_end_matches("_i"),
                    numbers.join(", ")
                ));
            }
        }
        // From the last step back: a step inserted as a number no longer needs the steps before it.
        let mut needed: Vec<Expr> = self
            .recipe
            .table_formulas()
            .iter()
            .map(|formula| self.filled(formula))
            .collect();
        let mut shown = Vec::new();
        for Step { name, is, .. } in self.recipe.steps.iter().rev() {
            if self.instead(*name).is_none() && needed.iter().any(|formula| formula.names(*name)) {
                needed.push(self.filled(is));
                shown.push(format!("{} &= {}", name.symbol, self.print(is)));
            }
        }
        lines.extend(shown.into_iter().rev());
        lines
    }

    /// Returns the lines for the values of the columns.
    fn table(&self) -> Vec<String> {
        let row = self.recipe.rows.symbol;
        let size = |name: Name| self.known.get(name).map(latex).unwrap_or_default();
        let (width_name, column) = match self.recipe.parameters.first() {
            Some(ParameterRecipe { name: HEADS, .. }) => (HEADS, HEAD.symbol),
            Some(ParameterRecipe { name, .. }) => (*name, DIMENSION.symbol),
            None => return Vec::new(),
        };
        let width = size(width_name);
        let of = if width_name == HEADS { "b" } else { "PE" };
        let cell = |column: &str| format!("{of}({row}, {column})");
        let all = format!(r"0 \le {column} < {width}");
        let line = |column: &str, value: &str, range: &str| format!("{} &= {value} && {range}", cell(column));
        let mut lines = match &self.recipe.table {
            TableRecipe::Fill(number) => vec![line(column, &latex(*number), &all)],
            TableRecipe::Same(value) | TableRecipe::Cells(value) => vec![line(column, &self.print(value), &all)],
            TableRecipe::Lookup(lookup) => {
                let bucket = self.print(&lookup.bucket);
                vec![line(column, &format!("r_{{{bucket}, {column}}}"), &all)]
            }
            TableRecipe::Waves(waves) => self.waves(waves, &line),
            TableRecipe::Grid(grid) => self.grid(grid, &line),
            TableRecipe::Twice(twice) => {
                let pairs = self.whole(&twice.turning.clone().quotient(2));
                let (first, second) = match twice.pairing {
                    Pairing::HalfSplit => ("i".to_owned(), format!("i + {pairs}")),
                    Pairing::Interleaved => ("2i".to_owned(), "2i + 1".to_owned()),
                };
                let value = self.print(&twice.value);
                let mut lines = vec![format!(
                    r"{} = {} &= {value} && 0 \le i < {pairs}",
                    cell(&first),
                    cell(&second)
                )];
                if let Some(rest) = twice.rest {
                    let range = format!(r"{} \le j < {width}", self.whole(&twice.turning));
                    lines.push(line("j", &latex(rest), &range));
                }
                lines
            }
        };
        if let Some(last) = lines.last_mut() {
            last.push_str(&format!(r",\quad 0 \le {row} < {}", size(MAX_LEN)));
        }
        let zeros = &self.recipe.zero_rows;
        if !zeros.is_empty() {
            let range = format!(r"\text{{but for }} {} \le {row} < {}", zeros.start, zeros.end);
            lines.push(line(column, "0", &range));
        }
        lines
    }

    fn waves(&self, waves: &WaveRecipe, line: &impl Fn(&str, &str, &str) -> String) -> Vec<String> {
        let [first, second] = waves.values.each_ref().map(|value| self.print(value));
        let columns = waves.width.0.min(waves.d_model);
        let firsts = waves.width.0.div_ceil(2);
        let is_interleaved = waves.layout == ColumnLayout::Interleaved;
        let mut lines = if waves.by_column {
            let condition = if is_interleaved {
                r"j \bmod 2 = 0".to_owned()
            } else {
                format!("j < {firsts}")
            };
            let value = cases(&first, &condition, &second);
            vec![line("j", &value, &format!(r"0 \le j < {columns}"))]
        } else {
            let (a, b) = if is_interleaved {
                ("2i".to_owned(), "2i + 1".to_owned())
            } else {
                ("i".to_owned(), format!("i + {firsts}"))
            };
            let mut lines = vec![line(&a, &first, &format!(r"0 \le i < {firsts}"))];
            if columns > firsts {
                lines.push(line(&b, &second, &format!(r"0 \le i < {}", columns - firsts)));
            }
            lines
        };
        if waves.width.0 < waves.d_model {
            lines.push(line(&waves.width.0.to_string(), "0", ""));
        }
        lines
    }

    fn grid(&self, grid: &GridRecipe, line: &impl Fn(&str, &str, &str) -> String) -> Vec<String> {
        let quarter = self.recipe.columns.as_ref().map_or(0, |(_, count)| self.number(count));
        let range = format!(r"0 \le i < {quarter}");
        let mut lines: Vec<String> = grid
            .columns(quarter)
            .iter()
            .map(|(column, value)| line(column, &self.print(value), &range))
            .collect();
        if grid.rest > 0 {
            let range = format!(r"{} \le j < {}", 4 * quarter, 4 * quarter + grid.rest);
            lines.push(line("j", "0", &range));
        }
        lines
    }

    /// Returns the value of a formula that is a single whole number.
    fn number(&self, formula: &Expr) -> usize {
        natural(value(formula, &self.known).unwrap_or(0.0))
    }

    fn whole(&self, formula: &Expr) -> String {
        self.number(formula).to_string()
    }
}

//! The rule of a table as a reader writes it: symbols for what the sliders change, numbers for all other settings.
//!
//! The rule is printed from the recipe of the table, so it says the same as the code. Learned
//! tables and learned biases, whose numbers have no formula, have the formula of their papers.

use super::expr::{Expr, Function, Name, Operator};
use super::recipe::{
    ANGLE, BASE, D_MODEL, DIMENSION, FREQUENCY, GridRecipe, HEADS, MAX_LEN, PAIR, ROW, Recipe, TableRecipe, Twice,
    WaveRecipe,
};
use super::value::{Known, value};
use super::{bias, grid, recipe, rope};
use crate::encoding::relative::Far;
use crate::encoding::rope::Pairing;
use crate::encoding::t5::{Keys, Shows};
use crate::encoding::{ColumnLayout, Corners, Encoding, Resample, Scheme, Spec, float, learned};

/// Returns the formulas of a table's rule, with superscripts as `^{...}`: first the intermediate
/// results, then the values of the columns. A frequency that a scaling mixes from two stays `ω(i)`.
///
/// ```
/// use poscope::code::rule;
/// use poscope::encoding::{Encoding, Spec};
/// let mut spec = Spec::default();
/// spec.conventions.start = 1.0;
/// let rule = rule(&Encoding::new(spec)?);
/// assert_eq!(rule[0], "PE(row, 2i) = sin((1 + row) / base^{2i/d})");
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn rule(encoding: &Encoding) -> Vec<String> {
    let spec = encoding.spec();
    match spec.scheme {
        Scheme::Learned => vec![of_learned(spec)],
        Scheme::T5 => of_t5(spec),
        Scheme::Relative => of_relative(spec),
        _ => match recipe(encoding) {
            Ok(recipe) => Printer::new(&recipe.pruned(), spec).rule(),
            Err(_) => Vec::new(), // only tables of given numbers have no recipe
        },
    }
}

fn of_learned(spec: &Spec) -> String {
    let n = learned::MINILM.0;
    let place = match spec.learned.corners {
        Corners::Edges => format!("(pos + 1/2) · {n}/L − 1/2"),
        Corners::Aligned => format!("pos · {}/(L − 1)", n - 1),
    };
    match spec.learned.resample {
        _ if spec.learned.table == learned::LearnedTable::Untrained => "PE(pos, j) = table[pos, j]".to_owned(),
        Resample::Off => "PE(pos, j) = table[pos, j]".to_owned(),
        way => format!("PE(pos, j) = table[{place}, j]  ({})", way.name()),
    }
}

fn of_t5(spec: &Spec) -> Vec<String> {
    let offset = match spec.t5.keys {
        Keys::Both => "q − k",
        Keys::Before => "max(q − k, 0)",
    };
    let sizes = format!("B = {}, D = {}", spec.t5.buckets, spec.t5.max_distance);
    vec![of_bucket(&format!("bucket({offset})"), spec.t5.shows), sizes]
}

fn of_relative(spec: &Spec) -> Vec<String> {
    let (k, shows) = (spec.relative.clip, spec.relative.shows);
    match spec.relative.far {
        Far::Clipped => vec![of_bucket(&format!("clip(q − k, −{k}, {k})"), shows)],
        Far::Logarithmic => vec![of_bucket("bucket(q − k)", shows), format!("K = {k}")],
    }
}

fn of_bucket(bucket: &str, shows: Shows) -> String {
    match shows {
        Shows::Bias => format!("b(q, k) = r[{bucket}]"),
        Shows::Bucket => bucket.to_owned(),
    }
}

/// How tightly an operator binds, loosest first.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const ATOM: u8 = 3;

struct Printer<'a> {
    recipe: &'a Recipe,
    spec: &'a Spec,
    known: Known,
}

impl<'a> Printer<'a> {
    fn new(recipe: &'a Recipe, spec: &'a Spec) -> Self {
        let known = Known::new(recipe);
        Self { recipe, spec, known }
    }

    fn rule(&self) -> Vec<String> {
        let table: Vec<Expr> = self.recipe.table_formulas();
        let mut needed: Vec<Expr> = table.iter().map(|formula| self.filled(formula)).collect();
        let mut lines = Vec::new();
        for step in self.recipe.steps.iter().rev() {
            let is_needed = needed.iter().any(|formula| formula.names(step.name));
            if self.instead(step.name).is_none() && is_needed && !rope::is_mixed(&step.is) {
                let formula = self.filled(&step.is);
                lines.insert(0, format!("{} = {}", self.symbol(step.name), self.print(&formula)));
                needed.push(formula);
            }
        }
        lines.extend(self.table());
        let zeros = &self.recipe.zero_rows;
        match zeros.len() {
            0 => {}
            1 => lines.push(self.cell(&zeros.start.to_string(), "j", "0")),
            _ => lines.push(self.cell(&format!("{} … {}", zeros.start, zeros.end - 1), "j", "0")),
        }
        lines
    }

    /// Returns the formula that replaces a name; `None` if the name stays.
    fn instead(&self, name: Name) -> Option<Expr> {
        let Some(step) = self.recipe.steps.iter().find(|step| step.name == name) else {
            let is_slider = [D_MODEL, HEADS, MAX_LEN, BASE].contains(&name);
            return self.known.get(name).filter(|_| !is_slider).map(Expr::Real);
        };
        let has = |what: fn(&Expr) -> bool| step.is.any(&what);
        let is_kept = match name {
            ANGLE => self.spec.scheme == Scheme::Rope || has(|part| matches!(part, Expr::Call(Function::Round(_), _))),
            FREQUENCY => self.spec.scheme == Scheme::Grid || rope::is_mixed(&step.is),
            grid::X | grid::Y | bias::SLOPE => true,
            _ => false,
        };
        let is_long = has(|part| {
            matches!(
                part,
                Expr::Two(Operator::Power, _) | Expr::Call(Function::Ln | Function::Greatest, _)
            )
        });
        match self.known.get(name) {
            _ if is_kept => None,
            Some(number) if is_long => Some(Expr::Real(number)),
            _ => Some(self.filled(&step.is)),
        }
    }

    fn filled(&self, formula: &Expr) -> Expr {
        formula.with(&|name| self.instead(name))
    }

    fn symbol(&self, name: Name) -> &'static str {
        match name {
            BASE => "base",
            FREQUENCY => "ω(i)",
            ANGLE => "θ",
            ROW if self.spec.scheme == Scheme::Grid => "pos",
            bias::SLOPE => "m(h)",
            _ => name.symbol,
        }
    }

    fn cell(&self, row: &str, column: &str, is: &str) -> String {
        let head = if self.spec.scheme == Scheme::Rope { "RoPE" } else { "PE" };
        format!("{head}({row}, {column}) = {is}")
    }

    /// Returns the lines for the values of the columns.
    fn table(&self) -> Vec<String> {
        let row = self.symbol(self.recipe.rows);
        let line = |column: &str, formula: &Expr| self.cell(row, column, &self.print(&self.filled(formula)));
        match &self.recipe.table {
            TableRecipe::Fill(number) => vec![line("j", &Expr::Real(*number))],
            TableRecipe::Same(formula) => vec![line("j", formula)],
            TableRecipe::Cells(_) if self.spec.scheme == Scheme::Alibi => vec!["b(q, k) = −m(h) |q − k|".to_owned()],
            TableRecipe::Cells(formula) => vec![line("j", formula)],
            TableRecipe::Lookup(_) => Vec::new(),
            TableRecipe::Waves(waves) => self.waves(waves, &line),
            TableRecipe::Grid(grid) => self.grid(grid, &line),
            TableRecipe::Twice(twice) => self.twice(twice, row),
        }
    }

    fn waves(&self, waves: &WaveRecipe, line: &impl Fn(&str, &Expr) -> String) -> Vec<String> {
        let firsts = waves.width.0.div_ceil(2);
        let half = if 2 * firsts == waves.d_model {
            "d/2".to_owned()
        } else {
            firsts.to_string()
        };
        let (columns, index): ([String; 2], [Expr; 2]) = match waves.layout {
            ColumnLayout::Interleaved => (
                ["2i".to_owned(), "2i + 1".to_owned()],
                [Expr::Whole(2) * PAIR.e(), Expr::Whole(2) * PAIR.e() + 1],
            ),
            ColumnLayout::Concat => (["i".to_owned(), format!("i + {half}")], [PAIR.e(), PAIR.e() + firsts]),
        };
        let mut lines: Vec<String> = (0..2)
            .filter(|&kind| kind == 0 || waves.d_model > 1)
            .map(|kind| {
                let formula = self.filled(&waves.values[kind]);
                let formula = formula.with(&|name| (name == DIMENSION).then(|| index[kind].clone()));
                line(&columns[kind], &formula)
            })
            .collect();
        if waves.width.0 < waves.d_model {
            lines.push(line(&waves.width.0.to_string(), &Expr::Whole(0)));
        }
        lines
    }

    fn grid(&self, grid: &GridRecipe, line: &impl Fn(&str, &Expr) -> String) -> Vec<String> {
        let d = self.spec.d_model;
        let columns = grid.columns(d / 4);
        let mut lines: Vec<String> = columns.iter().map(|(column, value)| line(column, value)).collect();
        if grid.rest > 0 {
            lines.push(line(&format!("j ≥ {}", d - grid.rest), &Expr::Whole(0)));
        }
        lines
    }

    fn twice(&self, twice: &Twice, row: &str) -> Vec<String> {
        let turning = value(&twice.turning, &self.known).unwrap_or(0.0);
        let half = if turning == float(self.spec.d_model) {
            "d/2".to_owned()
        } else {
            (turning / 2.0).to_string()
        };
        let (first, second) = match twice.pairing {
            Pairing::HalfSplit => ("i".to_owned(), format!("i + {half}")),
            Pairing::Interleaved => ("2i".to_owned(), "2i + 1".to_owned()),
        };
        let formula = self.print(&self.filled(&twice.value));
        let same = self.cell(row, &second, &formula);
        let mut lines = vec![self.cell(row, &first, &same)];
        if let Some(rest) = twice.rest {
            lines.push(self.cell(row, &format!("j ≥ {turning}"), &number(rest)));
        }
        lines.push("(x, y) → (x cos θ − y sin θ, x sin θ + y cos θ)".to_owned());
        lines
    }

    fn print(&self, formula: &Expr) -> String {
        self.bound(formula).0
    }

    fn within(&self, formula: &Expr, outer: u8) -> String {
        let (text, level) = self.bound(formula);
        if level < outer { format!("({text})") } else { text }
    }

    /// Returns a formula's text, and how tightly it binds.
    fn bound(&self, formula: &Expr) -> (String, u8) {
        match formula {
            Expr::Real(real) => (number(*real), if *real < 0.0 { SUM } else { ATOM }),
            Expr::Whole(whole) => (whole.to_string(), ATOM),
            Expr::Turn => ("2π".to_owned(), PRODUCT),
            Expr::Name(name) => (self.symbol(*name).to_owned(), ATOM),
            Expr::Negative(of) => (format!("−{}", self.within(of, PRODUCT)), SUM),
            Expr::Two(operator, parts) => self.two(*operator, &parts[0], &parts[1]),
            Expr::Call(function, parts) => self.call(*function, parts),
            Expr::IfLess(parts) => {
                let [a, b, c, d] = parts.each_ref().map(|part| self.print(part));
                (format!("({a} < {b} ? {c} : {d})"), ATOM)
            }
        }
    }

    fn two(&self, operator: Operator, a: &Expr, b: &Expr) -> (String, u8) {
        let at = |formula: &Expr, level| self.within(formula, level);
        let is = |formula: &Expr, number: usize| matches!(formula, Expr::Whole(whole) if *whole == number);
        match operator {
            Operator::Add => (format!("{} + {}", at(a, SUM), at(b, PRODUCT)), SUM),
            Operator::Subtract => (format!("{} − {}", at(a, SUM), at(b, PRODUCT)), SUM),
            Operator::Divide if is(b, 1) => self.bound(a),
            Operator::Multiply if *a == Expr::Real(1.0) => self.bound(b),
            Operator::Divide => (format!("{} / {}", at(a, PRODUCT), at(b, ATOM)), PRODUCT),
            // a b^(-x) is a over b^x.
            Operator::Multiply => match below(b) {
                Some((base, exponent)) => {
                    let power = format!("{}^{{{}}}", at(&base, ATOM), self.flat(&exponent));
                    (format!("{} / {power}", at(a, PRODUCT)), PRODUCT)
                }
                None if matches!((a, b), (Expr::Whole(_), Expr::Name(_))) => {
                    (format!("{}{}", at(a, ATOM), at(b, ATOM)), PRODUCT)
                }
                None => (format!("{} · {}", at(a, PRODUCT), at(b, PRODUCT)), PRODUCT),
            },
            Operator::Quotient => {
                let is_exact = match (value(a, &self.known), value(b, &self.known)) {
                    (Some(a), Some(b)) => a % b == 0.0,
                    _ => false,
                };
                if is_exact {
                    return (format!("{}/{}", at(a, ATOM), at(b, ATOM)), PRODUCT);
                }
                (format!("floor({} / {})", at(a, PRODUCT), at(b, ATOM)), ATOM)
            }
            Operator::Remainder => (format!("{} mod {}", at(a, ATOM), at(b, ATOM)), SUM),
            Operator::Power => (format!("{}^{{{}}}", at(a, ATOM), self.flat(b)), ATOM),
        }
    }

    /// Returns a formula as an exponent, without spaces around division signs.
    fn flat(&self, formula: &Expr) -> String {
        match formula.turned() {
            Some(positive) => format!("−{}", self.within(&positive, PRODUCT)),
            None => self.print(formula),
        }
        .replace(" / ", "/")
    }

    fn call(&self, function: Function, parts: &[Expr]) -> (String, u8) {
        let all: Vec<String> = parts.iter().map(|part| self.print(part)).collect();
        let name = match function {
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Ln => "ln",
            Function::Sqrt => {
                let of = parts.first().map(|part| self.within(part, ATOM));
                return (format!("√{}", of.unwrap_or_default()), ATOM);
            }
            Function::Floor => "floor",
            Function::Ceil => "ceil",
            Function::Trunc => "trunc",
            Function::Least => "min",
            Function::Greatest => "max",
            Function::Apart => return (format!("|{}|", all.join(" − ")), ATOM),
            Function::Clip => "clip",
            Function::Round(precision) => precision.name(),
        };
        match (function, parts) {
            (Function::Sin | Function::Cos, [Expr::Name(_)]) => (format!("{name} {}", all.concat()), PRODUCT),
            _ => (format!("{name}({})", all.join(", ")), ATOM),
        }
    }
}

/// Returns a number with at most six significant digits.
fn number(number: f64) -> String {
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
    rounded.to_string().replace('-', "−")
}

/// Returns base and positive exponent of a power whose exponent is negative, to be written as a division.
fn below(formula: &Expr) -> Option<(Expr, Expr)> {
    match formula {
        Expr::Two(Operator::Power, parts) => Some((parts[0].clone(), parts[1].turned()?)),
        _ => None,
    }
}

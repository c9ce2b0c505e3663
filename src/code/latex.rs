//! LaTeX: the formula, with the numbers of the table in it.
//!
//! One number that others are made of is put in where it is whole, and a line of
//! its own where it is not; what has no more to it than the paper's formula
//! becomes the paper's formula.

use super::expr::{Axes, Expr, Function, Name, Operator};
use super::number::latex;
use super::recipe::{
    ANGLE, DIMENSION, FREQUENCY, Grid, HEAD, HEADS, MAX_LEN, Parameter, Recipe, Step, Table, Value, Waves,
};
use super::value::{Known, value};
use crate::encoding::Layout;
use crate::encoding::grid::Arrangement;
use crate::encoding::rope::Pairing;

/// The formula, for a document with amsmath.
pub fn formula(recipe: &Recipe, title: &str) -> String {
    let printer = Printer::new(recipe);
    let mut lines = printer.definitions();
    lines.extend(printer.table());
    let drawn = if matches!(recipe.table, Table::Lookup(_)) {
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

/// How tightly things are bound, loosest first.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const ATOM: u8 = 4;

impl<'a> Printer<'a> {
    fn new(recipe: &'a Recipe) -> Self {
        Self {
            recipe,
            known: Known::new(recipe),
        }
    }

    /// A name that the formula does without: what stands for it.
    fn instead(&self, name: Name) -> Option<Expr> {
        let number = || self.known.get(name);
        if let Some(Parameter { value, .. }) = self.recipe.parameters.iter().find(|parameter| parameter.name == name) {
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

    /// A formula without the names that it does without.
    fn filled(&self, formula: &Expr) -> Expr {
        formula.with(&|name| self.instead(name))
    }

    /// What the table's lines are made of.
    fn definitions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for Parameter { name, value } in &self.recipe.parameters {
            if let Value::List(numbers) = value {
                let numbers: Vec<String> = numbers.iter().map(|number| latex(*number)).collect();
                lines.push(format!(
                    "({})_i &= ({})",
                    name.symbol.trim_end_matches("_i"),
                    numbers.join(", ")
                ));
            }
        }
        // From the last one: what is put in as a number has no need of what it is made of.
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

    /// The lines that say what stands where.
    fn table(&self) -> Vec<String> {
        let row = self.recipe.rows.symbol;
        let size = |name: Name| self.known.get(name).map(latex).unwrap_or_default();
        let (width_name, column) = match self.recipe.parameters.first() {
            Some(Parameter { name: HEADS, .. }) => (HEADS, HEAD.symbol),
            Some(Parameter { name, .. }) => (*name, DIMENSION.symbol),
            None => return Vec::new(),
        };
        let width = size(width_name);
        let of = if width_name == HEADS { "b" } else { "PE" };
        let cell = |column: &str| format!("{of}({row}, {column})");
        let all = format!(r"0 \le {column} < {width}");
        let line = |column: &str, value: &str, range: &str| format!("{} &= {value} && {range}", cell(column));
        let mut lines = match &self.recipe.table {
            Table::Fill(number) => vec![line(column, &latex(*number), &all)],
            Table::Same(value) | Table::Cells(value) => vec![line(column, &self.print(value), &all)],
            Table::Lookup(lookup) => {
                let bucket = self.print(&lookup.bucket);
                vec![line(column, &format!("r_{{{bucket}, {column}}}"), &all)]
            }
            Table::Waves(waves) => self.waves(waves, &line),
            Table::Grid(grid) => self.grid(grid, &line),
            Table::Twice(twice) => {
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

    fn waves(&self, waves: &Waves, line: &impl Fn(&str, &str, &str) -> String) -> Vec<String> {
        let [first, second] = waves.values.each_ref().map(|value| self.print(value));
        let columns = waves.width.0.min(waves.d_model);
        let firsts = waves.width.0.div_ceil(2);
        let is_interleaved = waves.layout == Layout::Interleaved;
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

    fn grid(&self, grid: &Grid, line: &impl Fn(&str, &str, &str) -> String) -> Vec<String> {
        let quarter = self.recipe.columns.as_ref().map_or(0, |(_, count)| self.number(count));
        let [a, b] = grid.places;
        let waves = [
            (Function::Sin, a),
            (Function::Cos, a),
            (Function::Sin, b),
            (Function::Cos, b),
        ];
        let order = match grid.layout {
            Arrangement::Interleaved | Arrangement::Concat => [0, 1, 2, 3],
            Arrangement::SinesFirst => [0, 2, 1, 3],
        };
        let range = format!(r"0 \le i < {quarter}");
        let after = |column: &str, offset: usize| match offset {
            0 => column.to_owned(),
            _ => format!("{column} + {offset}"),
        };
        let mut lines: Vec<String> = order
            .iter()
            .enumerate()
            .map(|(place, &wave)| {
                let (function, direction) = waves[wave];
                let column = match grid.layout {
                    Arrangement::Interleaved => after("2i", place / 2 * 2 * quarter + place % 2),
                    Arrangement::Concat | Arrangement::SinesFirst => after("i", place * quarter),
                };
                let value = (direction.e() * FREQUENCY.e()).call(function);
                line(&column, &self.print(&value), &range)
            })
            .collect();
        if grid.rest > 0 {
            let range = format!(r"{} \le j < {}", 4 * quarter, 4 * quarter + grid.rest);
            lines.push(line("j", "0", &range));
        }
        lines
    }

    /// What a formula of one whole number is.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts, which are far below 2^53"
    )]
    fn number(&self, formula: &Expr) -> usize {
        value(formula, &self.known).unwrap_or(0.0) as usize
    }

    fn whole(&self, formula: &Expr) -> String {
        self.number(formula).to_string()
    }
}

impl Printer<'_> {
    fn print(&self, formula: &Expr) -> String {
        self.within(&self.filled(formula), 0)
    }

    /// A formula as a part of what binds so tightly.
    fn within(&self, formula: &Expr, outer: u8) -> String {
        let (text, level) = self.bound(formula);
        if level < outer { bracketed(&text) } else { text }
    }

    /// A formula, and how tightly it is bound.
    fn bound(&self, formula: &Expr) -> (String, u8) {
        // What is one whole number is written as that number.
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

    /// The number of a formula that comes to a whole one by arithmetic.
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
                Expr::Two(Operator::Power, parts) if turned(&parts[1]).is_some() => {
                    let exponent = turned(&parts[1]).unwrap_or(Expr::Whole(0));
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

    /// A formula of an exponent, in one line.
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

/// What a negative exponent is the negative of.
fn turned(exponent: &Expr) -> Option<Expr> {
    match exponent {
        Expr::Negative(of) => Some((**of).clone()),
        Expr::Two(operator @ (Operator::Divide | Operator::Multiply), parts) => {
            let [a, b] = &**parts;
            Some(Expr::Two(*operator, Box::new([turned(a)?, b.clone()])))
        }
        _ => None,
    }
}

fn bracketed(text: &str) -> String {
    if text.contains([' ', '\\']) {
        format!(r"\left({text}\right)")
    } else {
        format!("({text})")
    }
}

/// What a function is of.
fn argument(text: &str) -> String {
    if !text.contains(' ') && !text.contains(r"\frac") && !text.contains(',') {
        return format!(" {text}");
    }
    format!(r"\!\left({text}\right)")
}

/// One of two.
fn cases(first: &str, condition: &str, second: &str) -> String {
    format!(r"\begin{{cases}} {first} & \text{{if }} {condition} \\ {second} & \text{{otherwise}} \end{{cases}}")
}

/// A product without a sign, but between numbers.
fn side_by_side(a: &str, b: &str) -> String {
    if b.starts_with(|c: char| c.is_ascii_digit()) || b.starts_with(r"2\pi") {
        format!(r"{a} \cdot {b}")
    } else if a.ends_with(|c: char| c.is_ascii_digit()) && b.len() == 1 {
        format!("{a}{b}")
    } else {
        format!(r"{a}\,{b}")
    }
}

//! Rust with ndarray: a function that makes the table cell by cell.

mod formula;
mod rounding;

use super::expr::{Axes, Expr};
use super::number::{lines, list, rust, rust_whole};
use super::recipe::{
    DIMENSION, GridRecipe, HEAD, LookupRecipe, PAIR, ParameterRecipe, Recipe, Step, TableRecipe, Twice, Value,
    WaveRecipe,
};
use crate::encoding::ColumnLayout;
use crate::encoding::grid::GridArrangement;
use crate::encoding::rope::Pairing;

/// The width of a line, in characters.
const WIDTH: usize = 100;

/// The longest `if` that `rustfmt` leaves on one line.
const SHORT_IF: usize = 50;

/// The longest arguments of a call that `rustfmt` leaves on one line.
const SHORT_CALL: usize = 60;

/// Returns a program whose function `positional_encoding` returns the table.
pub fn program(recipe: &Recipe, title: &str) -> String {
    let printer = Printer { recipe };
    let turns = recipe
        .formulas()
        .iter()
        .any(|formula| formula.any(&|part| *part == Expr::Turn));
    let constant = if turns { "use std::f64::consts::TAU;\n\n" } else { "" };
    let mut text = format!("//! {title}\n//! In Cargo.toml: ndarray = \"0.17\"\n\n{constant}use ndarray::Array2;\n\n");
    text.extend(printer.constants().iter().flat_map(|constant| [constant, "\n"]));
    text.push_str("fn positional_encoding() -> Array2<f64> {\n");
    for line in printer.function() {
        if line.is_empty() {
            text.push('\n');
        } else {
            text.extend(["    ", &line, "\n"]);
        }
    }
    text.push_str("}\n");
    text.push_str(&printer.helpers());
    text.push_str("\nfn main() {\n    println!(\"{:.4}\", positional_encoding());\n}\n");
    text
}

struct Printer<'a> {
    recipe: &'a Recipe,
}

impl Printer<'_> {
    /// Returns the lists of given numbers.
    fn constants(&self) -> Vec<String> {
        let mut constants = Vec::new();
        for ParameterRecipe { name, value } in &self.recipe.parameters {
            if let Value::List(numbers) = value {
                let begin = format!("const {}: [f64; {}] =", name.text.to_uppercase(), numbers.len());
                constants.push(match &lines(numbers, rust, WIDTH - 8)[..] {
                    [line] if begin.len() + line.len() < WIDTH - 4 => {
                        format!("{begin} [{}];\n", line.trim_end_matches(','))
                    }
                    lines => format!("#[rustfmt::skip]\n{begin} [\n    {}\n];\n", lines.join("\n    ")),
                });
            }
        }
        if let TableRecipe::Lookup(LookupRecipe { numbers, .. }) = &self.recipe.table {
            let rows = numbers
                .iter()
                .map(|row| format!("    {},\n", list(row, rust, WIDTH - 12, "    ")));
            let (buckets, heads) = (numbers.len(), numbers.first().map_or(0, Vec::len));
            constants.push(format!(
                "/// The bias of each bucket, one number a head.\n#[rustfmt::skip]\n\
                 const BIAS: [[f64; {heads}]; {buckets}] = [\n{}];\n",
                rows.collect::<String>()
            ));
        }
        constants
    }

    /// Returns the lines of the function.
    fn function(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let width = self.recipe.parameters[0].name.text;
        for ParameterRecipe { name, value } in &self.recipe.parameters {
            match value {
                Value::Real(number) => lines.push(format!("let {}: f64 = {};", name.text, rust(*number))),
                Value::Whole(number) => lines.push(format!("let {}: usize = {};", name.text, rust_whole(*number))),
                Value::List(_) => {}
            }
        }
        let (scalars, cells): (Vec<&Step>, Vec<&Step>) =
            self.recipe.steps.iter().partition(|step| step.is.axes() == Axes::ONE);
        if !scalars.is_empty() {
            lines.push(String::new());
        }
        lines.extend(scalars.iter().flat_map(|step| self.step(step, 4)));
        lines.push(String::new());
        if let (TableRecipe::Fill(number), true) = (&self.recipe.table, self.recipe.zero_rows.is_empty()) {
            let filled = if *number == 0.0 { "zeros" } else { "ones" };
            lines.push(format!("Array2::{filled}((max_len, {width}))"));
            return lines;
        }
        let mut body = Vec::new();
        let zeros = &self.recipe.zero_rows;
        if !zeros.is_empty() {
            let rows = format!("({}..{}).contains(&{})", zeros.start, zeros.end, self.recipe.rows.text);
            body.extend(returning(&rows, "0.0"));
        }
        body.extend(self.before());
        body.extend(cells.iter().flat_map(|step| self.step(step, 8)));
        body.extend(self.value());
        let column = if width == "heads" { HEAD.text } else { DIMENSION.text };
        let used = |name: &'static str| if mentions(&body, name) { name } else { "_" };
        let arguments = format!("|({}, {})|", used(self.recipe.rows.text), used(column));
        let call = format!("(max_len, {width}), {arguments}");
        match &body[..] {
            [only] if !only.starts_with("if ") && call.len() + only.len() < SHORT_CALL => {
                lines.push(format!("Array2::from_shape_fn({call} {only})"));
            }
            _ => {
                lines.push(format!("Array2::from_shape_fn({call} {{"));
                lines.extend(body.iter().map(|line| format!("    {line}")));
                lines.push("})".to_owned());
            }
        }
        lines
    }

    /// Returns the first lines of a cell: they find its pair, and return early if it has none.
    fn before(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut pair = |is: String| {
            if self.recipe.uses(PAIR) {
                lines.push(format!("let pair = {is};"));
            }
        };
        match &self.recipe.table {
            TableRecipe::Waves(WaveRecipe {
                layout, width, d_model, ..
            }) => {
                let shown = self.whole(&width.1);
                let firsts = match width.0 % 2 {
                    0 => format!("{shown} / 2"),
                    _ => format!("{shown}.div_ceil(2)"),
                };
                match layout {
                    ColumnLayout::Interleaved => pair("dimension / 2".to_owned()),
                    ColumnLayout::Concat if width.0 % 2 == 1 => pair(format!("dimension % {firsts}")),
                    ColumnLayout::Concat => pair(format!("dimension % ({firsts})")),
                }
                if width.0 < *d_model {
                    lines.splice(0..0, returning("dimension == width", "0.0"));
                }
            }
            TableRecipe::Grid(GridRecipe { layout, rest, .. }) => {
                match layout {
                    GridArrangement::Interleaved => pair("dimension % (2 * quarter) / 2".to_owned()),
                    GridArrangement::Concat | GridArrangement::SinesFirst => pair("dimension % quarter".to_owned()),
                }
                if *rest > 0 {
                    lines.splice(0..0, returning("dimension >= 4 * quarter", "0.0"));
                }
            }
            TableRecipe::Twice(Twice {
                pairing, turning, rest, ..
            }) => {
                let dims = self.whole(turning);
                match pairing {
                    Pairing::HalfSplit => pair(format!("dimension % ({dims} / 2)")),
                    Pairing::Interleaved => pair("dimension / 2".to_owned()),
                }
                if let Some(rest) = rest {
                    lines.splice(0..0, returning(&format!("dimension >= {dims}"), &rust(*rest)));
                }
            }
            _ => {}
        }
        lines
    }

    /// Returns the lines for the value of a cell.
    fn value(&self) -> Vec<String> {
        match &self.recipe.table {
            TableRecipe::Fill(number) => vec![rust(*number)],
            TableRecipe::Same(value) | TableRecipe::Cells(value) => vec![self.real(value)],
            TableRecipe::Twice(twice) => vec![self.real(&twice.value)],
            TableRecipe::Waves(waves) => {
                let [first, second] = waves.values.each_ref().map(|value| self.real(value));
                let condition = match waves.layout {
                    ColumnLayout::Interleaved => "dimension % 2 == 0".to_owned(),
                    ColumnLayout::Concat if waves.width.0 % 2 == 1 => {
                        format!("dimension < {}.div_ceil(2)", self.whole(&waves.width.1))
                    }
                    ColumnLayout::Concat => format!("dimension < {} / 2", self.whole(&waves.width.1)),
                };
                chosen("", &condition, &first, &second, "")
            }
            TableRecipe::Grid(grid) => {
                let [first, second] = grid.places.map(|place| place.text);
                let (half, sines) = match grid.layout {
                    GridArrangement::Interleaved => ("dimension < 2 * quarter", "dimension % 2 == 0"),
                    GridArrangement::Concat => ("dimension < 2 * quarter", "dimension / quarter % 2 == 0"),
                    GridArrangement::SinesFirst => ("dimension / quarter % 2 == 0", "dimension < 2 * quarter"),
                };
                let mut lines = chosen("let place = ", half, first, second, ";");
                lines.push("let angle = place * frequency;".to_owned());
                lines.extend(chosen("", sines, "angle.sin()", "angle.cos()", ""));
                lines
            }
            TableRecipe::Lookup(lookup) => {
                let is_whole = lookup.bucket.is_whole();
                let bucket = self.typed(&lookup.bucket, is_whole);
                let index = if is_whole { bucket } else { format!("{bucket} as usize") };
                vec![format!("BIAS[{index}][head]")]
            }
        }
    }

    /// Returns a step, for code indented by `indent` characters.
    fn step(&self, Step { name, is, note }: &Step, indent: usize) -> Vec<String> {
        let begin = format!("let {} =", name.text);
        if let Expr::IfLess(parts) = is {
            let [a, b, c, d] = &**parts;
            let [a, b] = [self.whole(a), self.whole(b)];
            let [c, d] = [c, d].map(|part| self.typed(part, name.is_whole));
            return chosen(&format!("{begin} "), &format!("{a} < {b}"), &c, &d, ";");
        }
        let formula = self.typed(is, name.is_whole);
        let mut lines = if indent + begin.len() + formula.len() + 2 > WIDTH {
            vec![begin, format!("    {formula};")]
        } else {
            vec![format!("{begin} {formula};")]
        };
        match &mut lines[..] {
            _ if note.is_empty() => {}
            [line] if indent + line.len() + note.len() + 4 <= WIDTH => line.push_str(&format!(" // {note}")),
            _ => lines.insert(0, format!("// {note}")),
        }
        lines
    }
}

/// Returns lines that leave the cell with a value if a condition holds.
fn returning(condition: &str, value: &str) -> Vec<String> {
    vec![
        format!("if {condition} {{"),
        format!("    return {value};"),
        "}".to_owned(),
    ]
}

/// Returns an `if` with two values, on one line if it is short.
fn chosen(before: &str, condition: &str, first: &str, second: &str, after: &str) -> Vec<String> {
    let line = format!("if {condition} {{ {first} }} else {{ {second} }}");
    if line.len() <= SHORT_IF {
        return vec![format!("{before}{line}{after}")];
    }
    vec![
        format!("{before}if {condition} {{"),
        format!("    {first}"),
        "} else {".to_owned(),
        format!("    {second}"),
        format!("}}{after}"),
    ]
}

/// Whether a word occurs in some lines.
fn mentions(lines: &[String], word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    lines
        .iter()
        .any(|line| line.split(|c| !is_part(c)).any(|found| found == word))
}

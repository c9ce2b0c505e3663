//! The rule of the formula line: read as a reader would, it gives the values of the table.

use std::collections::HashMap;

use poscope::code::rule;
use poscope::encoding::{Encoding, Precision, Scheme, SchemeKind};

use super::Outcome;
use super::specs::Case;

pub fn run(cases: &[Case]) -> Outcome {
    let mut faults = Vec::new();
    let mut read = 0;
    for case in cases {
        let rule = rule(&case.encoding);
        match table(&rule, &case.encoding) {
            Ok(Some(table)) => {
                read += 1;
                faults.extend(fault(&table, &case.encoding).map(|fault| format!("{}: {fault} by {rule:?}", case.name)));
            }
            Ok(None) => {}
            Err(what) => faults.push(format!("{}: {what} in {rule:?}", case.name)),
        }
    }
    if !faults.is_empty() {
        return Outcome::Fails(faults);
    }
    if read < cases.len() / 2 {
        return Outcome::Fails(vec![format!("only {read} of {} rules were read", cases.len())]);
    }
    Outcome::Agrees(format!("{read} rules give the values of their tables"))
}

/// The first value that differs from the table. Numbers of a rule have six digits.
fn fault(table: &[Vec<f64>], encoding: &Encoding) -> Option<String> {
    let spec = encoding.spec();
    let precisions = match spec.scheme {
        Scheme::Rope => [
            spec.rope.position_precision,
            spec.rope.angle_precision,
            spec.rope.storage_precision,
        ],
        _ => {
            let of = &spec.conventions;
            [of.position_precision, of.angle_precision, of.storage_precision]
        }
    };
    let (low, high) = encoding.bounds();
    let size = low.abs().max(high.abs()).max(1e-300);
    let allowed = size * if precisions == [Precision::F64; 3] { 3e-4 } else { 2e-2 };
    let mut wrong = 0;
    let mut first = None;
    for (row, values) in table.iter().enumerate().step_by(EVERY) {
        for (column, &found) in values.iter().enumerate() {
            let wanted = encoding.value(row, column).unwrap();
            if (found - wanted).abs() > allowed || found.is_nan() != wanted.is_nan() {
                wrong += 1;
                first.get_or_insert(format!("({row}, {column}) is {found}, not {wanted}"));
            }
        }
    }
    // A digit that is lost can move a rounding to the next number, here and there.
    let cells = table.len() * table.first().map_or(0, Vec::len);
    let some = if precisions == [Precision::F64; 3] {
        0
    } else {
        cells / 50
    };
    first.filter(|_| wrong > some)
}

/// One row in this many is compared: not a multiple of a fold.
const EVERY: usize = 3;

type Names = HashMap<String, f64>;

/// The table that a rule gives; `None` for a rule whose numbers are elsewhere.
fn table(rule: &[String], encoding: &Encoding) -> Result<Option<Vec<Vec<f64>>>, String> {
    let spec = encoding.spec();
    let d = spec.d_model;
    let text = rule.join("\n");
    let is_defined = rule.iter().any(|line| line.starts_with("ω(i) = "));
    if matches!(spec.scheme, Scheme::T5 | Scheme::Relative) || (text.contains("ω(i)") && !is_defined) {
        return Ok(None);
    }
    let is_definition = |line: &&String| !line.contains(") = ") || line.starts_with("ω(i)") || line.starts_with("m(h)");
    let (definitions, cells): (Vec<&String>, Vec<&String>) =
        rule.iter().filter(|line| !line.contains('→')).partition(is_definition);
    let mut table = vec![vec![f64::NAN; d]; spec.max_len];
    for (row, values) in table.iter_mut().enumerate().step_by(EVERY) {
        let mut filled = vec![f64::NAN; d];
        let mut lines = Vec::new();
        for line in &cells {
            let (at, formula) = line.rsplit_once(" = ").ok_or("no equals sign")?;
            for place in at.split(" = ") {
                lines.push((place, formula));
            }
        }
        let mut starts = Vec::new();
        for (place, formula) in lines {
            let inside = place
                .split_once('(')
                .and_then(|(_, rest)| rest.strip_suffix(')'))
                .ok_or("no place")?;
            let (of_row, column) = inside.split_once(", ").ok_or("no column")?;
            let rows: Vec<&str> = of_row.split(" … ").collect();
            let ends: Vec<Option<usize>> = rows.iter().map(|end| end.parse().ok()).collect();
            let is_here = match ends[..] {
                [Some(only)] => only == row,
                [Some(first), Some(last)] => (first..=last).contains(&row),
                _ => true,
            };
            if is_here {
                let column = if encoding.kind() == SchemeKind::Bias {
                    "h"
                } else {
                    column
                };
                starts.push((place_of(column, 0, d)?, ends[0].is_some(), column, formula));
            }
        }
        // What begins later covers what begins earlier; rows for padding cover everything.
        starts.sort_by_key(|(start, is_padding, ..)| (*is_padding, *start));
        for (_, _, column, formula) in starts {
            for index in 0..d {
                let place = place_of(column, index, d)?;
                if place >= d {
                    break;
                }
                let mut names = Names::new();
                for (name, value) in [
                    ("d", d as f64),
                    ("n", d as f64),
                    ("L", spec.max_len as f64),
                    ("base", spec.base),
                    ("pos", row as f64),
                    ("row", row as f64),
                    ("q", row as f64 - spec.zero_offset_row() as f64),
                    ("k", 0.0),
                    ("i", index as f64),
                    ("j", place as f64),
                    ("h", place as f64),
                ] {
                    names.insert(name.to_owned(), value);
                }
                for line in &definitions {
                    let (name, formula) = line.split_once(" = ").ok_or("no equals sign")?;
                    let value = value(formula, &names)?;
                    names.insert(name.to_owned(), value);
                }
                filled[place] = value(formula, &names)?;
            }
        }
        *values = filled;
    }
    Ok(Some(table))
}

/// The column that `2i + 1`, `i + d/2`, `j`, `j ≥ 4` or `15` stands for.
fn place_of(column: &str, index: usize, d: usize) -> Result<usize, String> {
    if let Ok(only) = column.parse::<usize>() {
        return Ok(if index == 0 { only } else { usize::MAX });
    }
    if let Some(first) = column.strip_prefix("j ≥ ") {
        return first
            .parse::<usize>()
            .map(|first| first + index)
            .map_err(|_| column.to_owned());
    }
    let names = [("i", index), ("j", index), ("h", index)].map(|(name, value)| (name.to_owned(), value as f64));
    let mut names = Names::from(names);
    names.insert("d".to_owned(), d as f64);
    Ok(value(column, &names)? as usize)
}

fn value(text: &str, names: &Names) -> Result<f64, String> {
    let mut reader = Reader { rest: text, names };
    let value = reader.sum()?;
    if reader.rest.is_empty() {
        Ok(value)
    } else {
        Err(format!("what is \"{}\"", reader.rest))
    }
}

/// Reads formulas as a person does.
struct Reader<'a> {
    rest: &'a str,
    names: &'a Names,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(format!("no {token} before \"{}\"", self.rest))
        }
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = if self.eat("−") {
            -self.product()?
        } else {
            self.product()?
        };
        loop {
            if self.eat(" + ") {
                value += self.product()?;
            } else if self.eat(" − ") {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.power()?;
        loop {
            if self.eat(" · ") {
                value *= self.power()?;
            } else if self.eat(" / ") || self.eat("/") {
                value /= self.power()?;
            } else if self.eat(" mod ") {
                value = value.rem_euclid(self.power()?);
            } else if self.rest.starts_with(" |") {
                self.eat(" ");
                value *= self.power()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn power(&mut self) -> Result<f64, String> {
        let value = self.atom()?;
        if self.eat("^{") {
            let exponent = self.sum()?;
            self.expect("}")?;
            return Ok(value.powf(exponent));
        }
        Ok(value)
    }

    fn list(&mut self) -> Result<Vec<f64>, String> {
        let mut all = vec![self.sum()?];
        while self.eat(", ") {
            all.push(self.sum()?);
        }
        self.expect(")")?;
        Ok(all)
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.eat("√") {
            return Ok(self.atom()?.sqrt());
        }
        if self.eat("|") {
            let value = self.sum()?;
            self.expect("|")?;
            return Ok(value.abs());
        }
        if self.eat("(") {
            let value = self.sum()?;
            if self.eat(" < ") {
                let other = self.sum()?;
                self.expect(" ? ")?;
                let yes = self.sum()?;
                self.expect(" : ")?;
                let no = self.sum()?;
                self.expect(")")?;
                return Ok(if value < other { yes } else { no });
            }
            self.expect(")")?;
            return Ok(value);
        }
        let digits = self
            .rest
            .find(|c: char| !(c.is_ascii_digit() || c == '.'))
            .unwrap_or(self.rest.len());
        if digits > 0 {
            let number: f64 = self.rest[..digits].parse().map_err(|_| self.rest.to_owned())?;
            self.rest = &self.rest[digits..];
            if self.eat("π") {
                return Ok(number * std::f64::consts::PI);
            }
            // 2i is 2 times i.
            let is_times = self.rest.starts_with(|c: char| c.is_alphabetic());
            return Ok(if is_times { number * self.power()? } else { number });
        }
        self.named()
    }

    fn named(&mut self) -> Result<f64, String> {
        for name in ["ω(i)", "m(h)"] {
            if self.rest.starts_with(name) {
                self.eat(name);
                return self.names.get(name).copied().ok_or_else(|| name.to_owned());
            }
        }
        let end = self
            .rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        self.rest = &self.rest[end..];
        let is_called = !name.is_empty() && (self.rest.starts_with('(') || matches!(name, "sin" | "cos"));
        if !is_called {
            return self
                .names
                .get(name)
                .copied()
                .ok_or_else(|| format!("the name \"{name}\""));
        }
        let all = if self.eat("(") {
            self.list()?
        } else {
            self.expect(" ")?;
            vec![self.power()?]
        };
        let rounded = [Precision::F32, Precision::F16, Precision::Bf16]
            .into_iter()
            .find(|precision| precision.name() == name);
        Ok(match (name, &all[..]) {
            ("sin", [a]) => a.sin(),
            ("cos", [a]) => a.cos(),
            ("ln", [a]) => a.ln(),
            ("floor", [a]) => a.floor(),
            ("ceil", [a]) => a.ceil(),
            ("trunc", [a]) => a.trunc(),
            ("min", [a, b]) => a.min(*b),
            ("max", [a, b]) => a.max(*b),
            (_, [a]) if rounded.is_some() => rounded.unwrap().round(*a),
            _ => return Err(format!("the function {name}")),
        })
    }
}

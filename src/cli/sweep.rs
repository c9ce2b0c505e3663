//! `--sweep NAME=V1,V2,...`: a command line becomes several, one per value.
//!
//! ```text
//! export heatmap --sweep base=100,1000 --sweep d-model=16..64:16 -o {base}-{d-model}.png
//! ```
//!
//! stands for eight command lines: all combinations, the last option varying fastest. Nothing here depends on what a
//! command does with its options: lines are rewritten, and each is parsed and run as if it had been typed.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};

use crate::text::Language;
use crate::tr;

use super::error::{CliError, shown};
use super::line::{InnermostCommand, OUTPUT};
use super::template::{Template, normal};

/// The name of the option.
pub const SWEEP: &str = "sweep";

/// The most command lines that a sweep may make.
pub const LIMIT: usize = 10_000;

/// Adds the option to every command that writes one file.
pub fn with_sweeps(command: Command) -> Command {
    let option = || {
        Arg::new(SWEEP)
            .long(SWEEP)
            .value_name("NAME=V1,V2")
            .action(ArgAction::Append)
            .allow_hyphen_values(true)
    };
    command
        .mut_subcommand("table", |table| table.arg(option()))
        .mut_subcommand("export", |export| export.mut_subcommands(|view| view.arg(option())))
        .mut_subcommand("animate", |animate| animate.mut_subcommands(|view| view.arg(option())))
}

/// The reason why a sweep was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.words(Language::English))]
pub enum SweepError {
    /// A text that is not `NAME=VALUES`.
    NoName(String),
    /// A name that no option has, or only one without a value.
    UnknownName(String),
    /// An option that is also given, or swept twice.
    AlsoGiven(String),
    /// An empty value.
    EmptyValue(String),
    /// Steps `A..B:STEP` that are empty or never end.
    Steps {
        /// The option.
        name: String,
        /// The text given.
        text: String,
    },
    /// More lines than [`LIMIT`].
    TooMany,
    /// An output without a place for a value: the files would replace each other.
    NotInOutput(String),
    /// An output with a place for an option that is not swept.
    NotSwept(String),
    /// A brace without its partner.
    Braces(String),
    /// A value with characters that a file name cannot contain.
    NoFileName {
        /// The option.
        name: String,
        /// The value.
        value: String,
    },
    /// An output that is not Unicode text.
    OutputNoText,
}

impl SweepError {
    /// Returns the line that a person reads.
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::NoName(text) => tr!(language, "sweep.no_name", text),
            Self::UnknownName(name) => tr!(language, "sweep.unknown_name", name),
            Self::AlsoGiven(name) => tr!(language, "sweep.also_given", name),
            Self::EmptyValue(name) => tr!(language, "sweep.empty_value", name),
            Self::Steps { name, text } => tr!(language, "sweep.steps", name, text),
            Self::TooMany => tr!(language, "sweep.too_many", limit = crate::text::count(LIMIT)),
            Self::NotInOutput(name) => {
                tr!(language, "sweep.not_in_output", name, place = place(name))
            }
            Self::NotSwept(name) => tr!(language, "sweep.not_swept", name, place = place(name)),
            Self::Braces(text) => tr!(language, "sweep.braces", text),
            Self::NoFileName { name, value } => {
                tr!(language, "sweep.no_file_name", name, value)
            }
            Self::OutputNoText => tr!(language, "sweep.output_no_text"),
        }
    }
}

/// Returns the place of a value in a template: `{name}`.
fn place(name: &str) -> String {
    format!("{{{name}}}")
}

/// One of the lines that a line stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweptLine {
    /// The swept options, each with its value.
    pub values: Vec<(String, String)>,
    /// The file to write.
    pub output: PathBuf,
}

/// Returns whether a line stands for several.
pub fn is_asked_for(line: &InnermostCommand<'_>) -> bool {
    line.knows(SWEEP) && line.has(SWEEP)
}

/// Returns the variants of a line, in the order in which they are made: a single one if nothing is swept.
///
/// # Errors
/// [`CliError::Sweep`].
pub fn variants(line: &InnermostCommand<'_>) -> Result<Vec<SweptLine>, CliError> {
    let output = line.output().unwrap_or_default();
    if !is_asked_for(line) {
        return Ok(vec![SweptLine {
            values: Vec::new(),
            output: output.into(),
        }]);
    }
    Ok(all_combinations(line)?)
}

fn all_combinations(line: &InnermostCommand<'_>) -> Result<Vec<SweptLine>, SweepError> {
    let mut sweeps: Vec<(String, Vec<String>)> = Vec::new();
    for text in line.matches.get_many::<String>(SWEEP).into_iter().flatten() {
        let sweep = parse(line, text)?;
        if sweeps.iter().any(|(name, _)| *name == sweep.0) {
            return Err(SweepError::AlsoGiven(sweep.0));
        }
        sweeps.push(sweep);
    }
    let output = line.output().unwrap_or_default().to_str();
    let names: Vec<&str> = sweeps.iter().map(|(name, _)| &**name).collect();
    let template = Template::parse(output.ok_or(SweepError::OutputNoText)?, &names)?;
    let count = sweeps
        .iter()
        .try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    let count = count.filter(|count| *count <= LIMIT).ok_or(SweepError::TooMany)?;
    let variant = |number: usize| {
        // The digits of the number, one per sweep; the last digit chooses the value of the last sweep.
        let mut rest = number;
        let mut values: Vec<(String, String)> = Vec::with_capacity(sweeps.len());
        for (name, choices) in sweeps.iter().rev() {
            values.push((name.clone(), choices[rest % choices.len()].clone()));
            rest /= choices.len();
        }
        values.reverse();
        let output = template.filled(&values).into();
        SweptLine { values, output }
    };
    Ok((0..count).map(variant).collect())
}

/// Returns the swept option, by its long name, and its values.
fn parse(line: &InnermostCommand<'_>, text: &str) -> Result<(String, Vec<String>), SweepError> {
    let (name, values) = text.split_once('=').ok_or_else(|| SweepError::NoName(shown(text)))?;
    let name = normal(name);
    let option = line.option(&name).filter(|option| {
        let id = option.get_id();
        id != SWEEP && id != OUTPUT
    });
    let option = option.ok_or_else(|| SweepError::UnknownName(shown(&name)))?;
    if line.has(option.get_id().as_str()) {
        return Err(SweepError::AlsoGiven(name));
    }
    let separator = if values.contains(';') { ';' } else { ',' };
    let mut all = Vec::new();
    for value in values.split(separator).map(str::trim) {
        match steps(value) {
            _ if value.is_empty() => return Err(SweepError::EmptyValue(name)),
            None => all.push(value.to_owned()),
            Some(steps) => all.extend(steps.ok_or_else(|| SweepError::Steps {
                name: name.clone(),
                text: shown(value),
            })?),
        }
        if all.len() > LIMIT {
            return Err(SweepError::TooMany);
        }
    }
    for value in &all {
        check_file_name(&name, value)?;
    }
    Ok((name, all))
}

/// Returns the numbers of `A..B:STEP` or `A..B:xFACTOR`, both ends included, at most one more than
/// [`LIMIT`]; `Some(None)` for steps that lead nowhere, `None` for any other text.
fn steps(text: &str) -> Option<Option<Vec<String>>> {
    let (span, step) = text.split_once(':')?;
    let (first, last) = span.split_once("..")?;
    let [first, last] = [first, last].map(|number| number.trim().parse::<i64>().ok());
    let (first, last) = (first?, last?);
    let step = step.trim();
    let factor = step.strip_prefix(['x', '×']);
    let by: i64 = factor.unwrap_or(step).parse().ok()?;
    let leads_on = match factor {
        Some(_) => by > 1 && first > 0,
        None => by > 0,
    };
    if first > last || !leads_on {
        return Some(None);
    }
    let next = |number: &i64| match factor {
        Some(_) => number.checked_mul(by),
        None => number.checked_add(by),
    };
    let numbers = std::iter::successors(Some(first), next).take_while(|number| *number <= last);
    Some(Some(numbers.take(LIMIT + 1).map(|number| number.to_string()).collect()))
}

/// Refuses a value that cannot be part of a file's name on every system.
fn check_file_name(name: &str, value: &str) -> Result<(), SweepError> {
    let is_bad = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    // A single dash means standard output, dots alone mean folders.
    if value.contains(is_bad) || value == "-" || value.chars().all(|c| c == '.') {
        return Err(SweepError::NoFileName {
            name: name.to_owned(),
            value: shown(value),
        });
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<String> {
        steps(text).unwrap().unwrap()
    }

    #[test]
    fn steps_include_both_ends_where_they_meet_them() {
        assert_eq!(numbers("3..11:4"), ["3", "7", "11"]);
        assert_eq!(numbers("3..10:4"), ["3", "7"]);
        assert_eq!(numbers("-2..2:2"), ["-2", "0", "2"]);
        assert_eq!(numbers("5..5:9"), ["5"]);
        assert_eq!(numbers("7..400:x7"), ["7", "49", "343"]);
        assert_eq!(numbers("9223372036854775806..9223372036854775807:1").len(), 2);
        assert_eq!(numbers("0..9223372036854775807:1").len(), LIMIT + 1);
    }

    #[test]
    fn steps_that_lead_nowhere_are_none_and_other_text_is_no_steps() {
        for text in ["4..3:1", "1..9:0", "1..9:-1", "1..9:x1", "0..9:x2", "-4..9:x2"] {
            assert_eq!(steps(text), Some(None), "{text}");
        }
        for text in [
            "-1..1", "1..5", "a..b:2", "1:2", "12", "..:1", "1..2:", "1..2:x", "0.5..2:1",
        ] {
            assert_eq!(steps(text), None, "{text}");
        }
    }
}

//! `poscope presets`: models and mistakes, as a table or as JSON.

use std::io;

use clap::Args;
use serde::Serialize;

use crate::analysis::finished_cycles;
use crate::encoding::{Encoding, Mistake, Parameter, Preset, Spec};
use crate::file::{Destination, FileError, write_whole};
use crate::text::{Language, MistakeWords, PresetWords, base, count, table_width};
use crate::tr;

use super::columns::{Align, table, wrapped};
use super::error::{CliError, shown};

/// The width at which lines are wrapped, in characters.
const WIDTH: usize = 100;

/// The options of `presets`.
#[derive(Args, Debug)]
pub struct Presets {
    /// Only those whose name, source or numbers have every one of these words
    #[arg(value_name = "WORDS")]
    query: Vec<String>,
    /// The gallery of mistakes instead: wrong tables, and what to look for
    #[arg(long)]
    mistakes: bool,
    /// As JSON, for other programs
    #[arg(long)]
    json: bool,
}

/// Prints the list.
///
/// # Errors
/// [`CliError::NothingHas`] if nothing has the words, or the reason why standard output refuses.
pub fn run(arguments: &Presets, language: Language) -> Result<(), CliError> {
    let query = arguments.query.join(" ");
    let text = if arguments.mistakes {
        let found = Mistake::all().into_iter();
        let found = found.map(|mistake| (MistakeWords::new(&mistake, language), mistake));
        let found: Vec<_> = found.filter(|(words, _)| words.have(&query)).collect();
        check(found.len(), &query)?;
        if arguments.json {
            json(&found.iter().map(MistakeEntry::new).collect::<Vec<_>>())?
        } else {
            mistakes_table(&found, language)
        }
    } else {
        let found = Preset::all().into_iter();
        let found: Vec<_> = found
            .filter(|preset| PresetWords::new(preset, language).have(&query))
            .collect();
        check(found.len(), &query)?;
        if arguments.json {
            let entries = found.iter().map(|preset| PresetEntry::new(preset, language));
            json(&entries.collect::<Vec<_>>())?
        } else {
            presets_table(&found, language)
        }
    };
    Ok(write_whole(&Destination::StandardOutput, |out| {
        Ok(out.write_all(text.as_bytes())?)
    })?)
}

fn check(found: usize, query: &str) -> Result<(), CliError> {
    if found == 0 {
        return Err(CliError::NothingHas(shown(query)));
    }
    Ok(())
}

fn json(entries: &[impl Serialize]) -> Result<String, FileError> {
    let text = serde_json::to_string_pretty(entries).map_err(io::Error::from)?;
    Ok(text + "\n")
}

/// The placeholder for a number that a scheme does not have.
const NOTHING: &str = "—";

/// Returns one line of numbers per preset, with source and note below it.
fn presets_table(presets: &[Preset], language: Language) -> String {
    let title = |key| tr!(language, key);
    let header = [
        (title("library.column_name"), Align::Left),
        (title("library.column_scheme"), Align::Left),
        (Parameter::DModel.name().to_owned(), Align::Right),
        (Parameter::MaxLen.name().to_owned(), Align::Right),
        (Parameter::Base.name().to_owned(), Align::Right),
        (title("library.column_cycles"), Align::Left),
    ];
    let rows = presets.iter().map(|Preset { name, spec, .. }| {
        let cycles = cycles(spec).map(|(finished, pairs)| {
            let (finished, pairs) = (count(finished), count(pairs));
            tr!(language, "library.cycles_short", finished, pairs)
        });
        vec![
            (*name).to_owned(),
            spec.scheme.name().to_owned(),
            table_width(spec, language),
            count(spec.max_len),
            base(spec).unwrap_or_else(|| NOTHING.to_owned()),
            cycles.unwrap_or_else(|| NOTHING.to_owned()),
        ]
    });
    let below = presets.iter().map(|preset| {
        let note = PresetWords::new(preset, language).note;
        note.map_or_else(
            || preset.source.to_owned(),
            |note| format!("{} · {note}", preset.source),
        )
    });
    let titles = title("library.column_source");
    with_below(&table(&header, rows, WIDTH), std::iter::once(titles).chain(below))
}

/// Returns one line per mistake, with what to look for below it.
fn mistakes_table(mistakes: &[(MistakeWords, Mistake)], language: Language) -> String {
    let header = [
        (tr!(language, "library.column_name"), Align::Left),
        (Parameter::DModel.name().to_owned(), Align::Right),
        (Parameter::MaxLen.name().to_owned(), Align::Right),
        (tr!(language, "library.column_mistake"), Align::Left),
    ];
    let rows = mistakes.iter().map(|(words, mistake)| {
        vec![
            mistake.name.to_owned(),
            count(mistake.spec.d_model),
            count(mistake.spec.max_len),
            words.title.clone(),
        ]
    });
    let below = mistakes.iter().map(|(words, _)| words.look.clone());
    let titles = String::new();
    with_below(&table(&header, rows, WIDTH), std::iter::once(titles).chain(below))
}

/// Returns the lines of a table, titles first, each with words below it.
fn with_below(table: &str, below: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (line, below) in table.lines().zip(below) {
        text.push_str(line);
        text.push('\n');
        for part in wrapped(&below, WIDTH - 2).iter().filter(|part| !part.is_empty()) {
            text.extend(["  ", part, "\n"]);
        }
    }
    text
}

/// Returns the number of pairs that finish a cycle within `max_len`, and of all pairs.
fn cycles(spec: &Spec) -> Option<(usize, usize)> {
    let cycles = finished_cycles(&Encoding::new(spec.clone()).ok()?)?;
    Some((cycles.finished, cycles.pairs))
}

/// A preset for other programs. Numbers that its scheme does not have are null.
#[derive(Serialize)]
struct PresetEntry {
    name: &'static str,
    scheme: &'static str,
    d_model: usize,
    max_len: usize,
    base: Option<f64>,
    finished_cycles: Option<usize>,
    pairs: Option<usize>,
    model_width: Option<usize>,
    source: &'static str,
    note: Option<String>,
}

impl PresetEntry {
    fn new(preset: &Preset, language: Language) -> Self {
        let spec = &preset.spec;
        let cycles = cycles(spec);
        Self {
            name: preset.name,
            scheme: spec.scheme.name(),
            d_model: spec.d_model,
            max_len: spec.max_len,
            base: Parameter::Base.is_used_by(spec.scheme).then_some(spec.base),
            finished_cycles: cycles.map(|(finished, _)| finished),
            pairs: cycles.map(|(_, pairs)| pairs),
            model_width: preset.width,
            source: preset.source,
            note: PresetWords::new(preset, language).note,
        }
    }
}

/// A mistake for other programs.
#[derive(Serialize)]
struct MistakeEntry {
    name: &'static str,
    title: String,
    look_for: String,
    scheme: &'static str,
    d_model: usize,
    max_len: usize,
}

impl MistakeEntry {
    fn new((words, mistake): &(MistakeWords, Mistake)) -> Self {
        Self {
            name: mistake.name,
            title: words.title.clone(),
            look_for: words.look.clone(),
            scheme: mistake.spec.scheme.name(),
            d_model: mistake.spec.d_model,
            max_len: mistake.spec.max_len,
        }
    }
}

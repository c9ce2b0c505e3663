//! `poscope presets`: models and mistakes, as a table or as JSON.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::analysis::finished_cycles;
use crate::encoding::{Encoding, Mistake, Parameter, Preset, Spec};
use crate::file::{Destination, FileError};
use crate::text::{Language, MistakeWords, PresetWords, base, count};
use crate::tr;

use super::columns::{Align, table, wrapped};
use super::error::{CliError, shown};

/// Where the words of a line end.
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
/// [`CliError::NothingHas`] where nothing has the words, or why standard output refuses.
pub fn run(arguments: &Presets, language: Language) -> Result<(), CliError> {
    let query = arguments.query.join(" ");
    let printed = if arguments.mistakes {
        let found = Mistake::all()
            .into_iter()
            .map(|mistake| (MistakeWords::new(&mistake, language), mistake));
        let found: Vec<_> = found.filter(|(words, _)| words.have(&query)).collect();
        check(found.len(), &query)?;
        if arguments.json {
            json(&found.iter().map(MistakeEntry::new).collect::<Vec<_>>())
        } else {
            print(&mistakes_table(&found, language))
        }
    } else {
        let found = Preset::all().into_iter();
        let found: Vec<_> = found
            .filter(|preset| PresetWords::new(preset, language).have(&query))
            .collect();
        check(found.len(), &query)?;
        if arguments.json {
            json(&found.iter().map(PresetEntry::new).collect::<Vec<_>>())
        } else {
            print(&presets_table(&found, language))
        }
    };
    Ok(printed.map_err(|source| FileError::Write {
        destination: Some(Destination::StandardOutput),
        source,
    })?)
}

fn check(found: usize, query: &str) -> Result<(), CliError> {
    if found == 0 {
        return Err(CliError::NothingHas(shown(query)));
    }
    Ok(())
}

fn print(text: &str) -> io::Result<()> {
    io::stdout().lock().write_all(text.as_bytes())
}

fn json(entries: &[impl Serialize]) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(entries)?;
    text.push('\n');
    print(&text)
}

/// One line a preset, the source last.
fn presets_table(presets: &[Preset], language: Language) -> String {
    let title = |key| tr!(language, key).into_owned();
    let header = [
        (title("library.column_name"), Align::Left),
        (title("library.column_scheme"), Align::Left),
        (Parameter::DModel.name().to_owned(), Align::Right),
        (Parameter::MaxLen.name().to_owned(), Align::Right),
        (Parameter::Base.name().to_owned(), Align::Right),
        (title("library.column_cycles"), Align::Right),
        (title("library.column_source"), Align::Left),
    ];
    let rows = presets.iter().map(|Preset { name, source, spec }| {
        let cycles = cycles(spec).map(|(finished, pairs)| {
            let (finished, pairs) = (count(finished), count(pairs));
            tr!(language, "library.cycles_short", finished = finished, pairs = pairs).into_owned()
        });
        vec![
            (*name).to_owned(),
            spec.scheme.name().to_owned(),
            count(spec.d_model),
            count(spec.max_len),
            base(spec).unwrap_or_else(|| "-".to_owned()),
            cycles.unwrap_or_else(|| "-".to_owned()),
            (*source).to_owned(),
        ]
    });
    table(&header, rows, WIDTH)
}

/// A line a mistake, and below it what to look for.
fn mistakes_table(mistakes: &[(MistakeWords, Mistake)], language: Language) -> String {
    let header = [
        (tr!(language, "library.column_name").into_owned(), Align::Left),
        (Parameter::DModel.name().to_owned(), Align::Right),
        (Parameter::MaxLen.name().to_owned(), Align::Right),
        (tr!(language, "library.column_mistake").into_owned(), Align::Left),
    ];
    let rows = mistakes.iter().map(|(words, mistake)| {
        vec![
            mistake.name.to_owned(),
            count(mistake.spec.d_model),
            count(mistake.spec.max_len),
            words.title.clone(),
        ]
    });
    let lines = table(&header, rows, WIDTH);
    let mut lines = lines.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    for (line, (words, _)) in lines.zip(mistakes) {
        text.push_str(line);
        for look in wrapped(&words.look, WIDTH - 2) {
            text.push_str("\n  ");
            text.push_str(&look);
        }
        text.push('\n');
    }
    text
}

/// The pairs that finish a cycle within `max_len`, and all pairs.
fn cycles(spec: &Spec) -> Option<(usize, usize)> {
    let cycles = finished_cycles(&Encoding::new(spec.clone()).ok()?)?;
    Some((cycles.finished, cycles.pairs))
}

/// A preset for other programs. What its scheme does not have is null.
#[derive(Serialize)]
struct PresetEntry {
    name: &'static str,
    scheme: &'static str,
    d_model: usize,
    max_len: usize,
    base: Option<f64>,
    finished_cycles: Option<usize>,
    pairs: Option<usize>,
    source: &'static str,
}

impl PresetEntry {
    fn new(preset: &Preset) -> Self {
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
            source: preset.source,
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

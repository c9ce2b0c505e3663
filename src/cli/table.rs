//! `poscope table`: the numbers.

use std::ffi::OsString;

use clap::Args;

use crate::file::{Destination, Storage, write_csv, write_npy, write_whole};
use crate::text::Language;

use super::error::CliError;
use super::progress::progress_line;
use super::spec::{SpecArguments, choose};

/// The options of `table`.
#[derive(Args, Debug)]
pub struct Table {
    /// The file to write, .npy or .csv, - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: OsString,
    /// npy or csv [default: by the ending of OUT]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
    /// The type that numbers are rounded to: f32 or f64
    #[arg(long, value_name = "TYPE", allow_hyphen_values = true, default_value = "f32")]
    precision: String,
    #[command(flatten)]
    spec: SpecArguments,
}

/// How a table is stored.
#[derive(Clone, Copy, Debug)]
enum Format {
    Npy,
    Csv,
}

impl Format {
    const ALL: [Self; 2] = [Self::Npy, Self::Csv];

    /// The name on the command line, and the ending of a file without its dot.
    fn name(self) -> &'static str {
        match self {
            Self::Npy => "npy",
            Self::Csv => "csv",
        }
    }
}

/// Writes the table, a block of rows at a time: memory does not grow with it.
///
/// # Errors
/// The first option that is refused, or why the file was not written.
pub fn run(arguments: &Table, language: Language) -> Result<(), CliError> {
    let encoding = arguments.spec.encoding()?;
    let storages = [Storage::F32, Storage::F64];
    let storage = choose("--precision", &arguments.precision, storages, |storage| match storage {
        Storage::F32 => "f32",
        Storage::F64 => "f64",
    })?;
    let destination = Destination::parse(&arguments.output);
    let format = match &arguments.format {
        Some(text) => choose("--format", text, Format::ALL, Format::name)?,
        None => format_of(&destination)?,
    };
    write_whole(&destination, |w| {
        let mut progress = progress_line(language);
        match format {
            Format::Npy => write_npy(w, &encoding, storage, &mut progress),
            Format::Csv => write_csv(w, &encoding, storage, &mut progress),
        }
    })?;
    Ok(())
}

/// The format that the ending of the file's name stands for.
fn format_of(destination: &Destination) -> Result<Format, CliError> {
    let Destination::Path(path) = destination else {
        return Err(CliError::NoFormat);
    };
    let ending = path.extension().unwrap_or_default();
    let found = Format::ALL
        .into_iter()
        .find(|format| ending.eq_ignore_ascii_case(format.name()));
    found.ok_or_else(|| CliError::Ending {
        path: path.clone(),
        endings: ".npy, .csv",
    })
}

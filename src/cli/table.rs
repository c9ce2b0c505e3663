//! `poscope table`: the numbers.

use std::cell::Cell;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use clap::Args;

use crate::encoding::Rows;
use crate::file::{Destination, RowSource, Storage, write_csv, write_npy, write_safetensors, write_whole};
use crate::text::Language;
use crate::tr;

use super::error::CliError;
use super::notes::{note, note_overflow};
use super::progress::progress_line;
use super::spec::{SpecArguments, choose};

/// The options of `table`.
#[derive(Args, Debug)]
pub struct Table {
    /// The file to write, .npy, .csv or .safetensors, - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: OsString,
    /// npy, csv or safetensors [default: by the ending of OUT]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
    /// The type that numbers are rounded to: f32, f64, f16 or bf16 [default: f32]
    #[arg(
        long,
        value_name = "TYPE",
        allow_hyphen_values = true,
        default_value = "f32",
        hide_default_value = true
    )]
    precision: String,
    /// Say on standard error how long computing and writing took
    #[arg(long)]
    timing: bool,
    #[command(flatten)]
    spec: SpecArguments,
}

/// How a table is stored.
#[derive(Clone, Copy, Debug)]
enum Format {
    Npy,
    Csv,
    Safetensors,
}

impl Format {
    const ALL: [Self; 3] = [Self::Npy, Self::Csv, Self::Safetensors];

    /// The name on the command line, and the ending of a file without its dot.
    fn name(self) -> &'static str {
        match self {
            Self::Npy => "npy",
            Self::Csv => "csv",
            Self::Safetensors => "safetensors",
        }
    }
}

/// Writes the table, a block of rows at a time: memory does not grow with it.
///
/// # Errors
/// The first option that is refused, or why the file was not written.
pub fn run(arguments: &Table, language: Language) -> Result<(), CliError> {
    let encoding = arguments.spec.encoding()?;
    let storages = [Storage::F32, Storage::F64, Storage::F16, Storage::Bf16];
    let storage = choose("--precision", &arguments.precision, storages, Storage::name)?;
    let destination = Destination::parse(&arguments.output);
    let format = match &arguments.format {
        Some(text) => choose("--format", text, Format::ALL, Format::name)?,
        None => format_of(&destination)?,
    };
    // Threads are started before the clock is: they are no part of filling.
    rayon::broadcast(|_| ());
    let start = Instant::now();
    let rows = Timed {
        rows: Rows::new(&encoding),
        fill: Cell::new(start.elapsed()),
    };
    write_whole(&destination, |w| {
        let mut progress = progress_line(language);
        match format {
            Format::Npy => write_npy(w, &rows, storage, &mut progress),
            Format::Csv => write_csv(w, &rows, storage, &mut progress),
            Format::Safetensors => write_safetensors(w, &rows, storage, &mut progress),
        }
    })?;
    note_overflow(&encoding, language);
    if storage == Storage::Bf16 && !matches!(format, Format::Safetensors) {
        note(&tr!(language, "cli.bf16"));
    }
    if arguments.timing {
        let fill = rows.fill.get();
        let write = start.elapsed().saturating_sub(fill);
        let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
        note(&format!("fill_ms={:.1} write_ms={:.1}", ms(fill), ms(write)));
    }
    Ok(())
}

/// Rows, and how long they took to fill so far.
struct Timed<'a> {
    rows: Rows<'a>,
    fill: Cell<Duration>,
}

impl Timed<'_> {
    fn time(&self, fill: impl FnOnce()) {
        let start = Instant::now();
        fill();
        self.fill.set(self.fill.get() + start.elapsed());
    }
}

impl RowSource for Timed<'_> {
    fn rows(&self) -> usize {
        self.rows.rows()
    }

    fn columns(&self) -> usize {
        self.rows.columns()
    }

    fn fill(&self, first_row: usize, _rows: usize, out: &mut [f64]) {
        self.time(|| self.rows.fill_f64(first_row, out));
    }

    fn fill_f32(&self, first_row: usize, _rows: usize, out: &mut [f32]) {
        self.time(|| self.rows.fill_f32(first_row, out));
    }
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
        endings: ".npy, .csv, .safetensors, or --format with one of them",
    })
}

//! `poscope table`: the numbers.

use std::cell::Cell;
use std::time::{Duration, Instant};

use clap::Args;

use crate::analysis::overflow;
use crate::encoding::{Encoding, Rows};
use crate::file::{Destination, RowSource, Storage, TableFormat, check_destination, write_table, write_whole};
use crate::text::{Language, overflow_words, plain, thousands};
use crate::tr;

use super::ask::LargeFile;
use super::error::CliError;
use super::progress::progress_line;
use super::spec::{SpecArguments, choose, one_of};
use super::terminal::note;

/// The options of `table`.
#[derive(Args, Debug)]
pub struct TableArguments {
    /// The file to write, .npy, .npz, .csv or .safetensors, - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: Destination,
    /// npy, npz, csv or safetensors [default: by the ending of OUT]
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
    /// Write a file above 1 GiB without asking first
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    spec: SpecArguments,
}

/// What is to be written, once nothing was refused.
struct Plan {
    encoding: Encoding,
    storage: Storage,
    format: TableFormat,
    destination: Destination,
    /// The file, if it is large enough to ask about.
    large: Option<LargeFile>,
}

impl TableArguments {
    fn plan(&self) -> Result<Plan, CliError> {
        let encoding = self.spec.encoding()?;
        let storages = [Storage::F32, Storage::F64, Storage::F16, Storage::Bf16];
        let storage = choose("--precision", &self.precision, &storages, Storage::name)?;
        let destination = self.output.clone();
        let format = match &self.format {
            Some(text) => one_of("--format", text)?,
            None => format_of(&destination)?,
        };
        let large = LargeFile::of(&encoding, format, storage, &destination)
            .map(LargeFile::fitting)
            .transpose()?
            .filter(|_| !self.yes);
        Ok(Plan {
            large: large.map(LargeFile::check).transpose()?,
            encoding,
            storage,
            format,
            destination,
        })
    }

    /// Checks all options.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn check(&self) -> Result<(), CliError> {
        self.plan().map(|_| ())
    }
}

/// Writes the table, one block of rows at a time: memory does not grow with its length.
///
/// # Errors
/// The first option that is refused, or the reason why the file was not written.
pub fn run(arguments: &TableArguments, language: Language) -> Result<(), CliError> {
    let Plan {
        encoding,
        storage,
        format,
        destination,
        large,
    } = arguments.plan()?;
    if let Some(large) = large {
        check_destination(&destination)?;
        large.ask(language)?;
    }
    // Threads are started before the clock, so that starting them does not count.
    rayon::broadcast(|_| ());
    let start = Instant::now();
    let rows = Timed {
        rows: Rows::new(&encoding),
        fill: Cell::new(start.elapsed()),
        precision: storage,
        overflows: encoding.may_overflow(storage),
        infinite: Cell::new(0),
    };
    write_whole(&destination, |w| {
        let mut progress = progress_line(language);
        write_table(w, &rows, format, storage, &mut progress)
    })?;
    note(overflow(&encoding).map(|overflow| overflow_words(overflow, language)));
    if rows.infinite.get() > 0 {
        let (infinite, largest) = (thousands(rows.infinite.get()), plain(storage.largest()));
        note(Some(tr!(
            language,
            "cli.infinite",
            infinite,
            largest,
            name = storage.name()
        )));
    }
    if storage == Storage::Bf16 && !format.has_bf16() {
        note(Some(tr!(language, "cli.bf16")));
    }
    if arguments.timing {
        let fill = rows.fill.get();
        let write = start.elapsed().saturating_sub(fill);
        let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
        note(Some(format!("fill_ms={:.1} write_ms={:.1}", ms(fill), ms(write))));
    }
    Ok(())
}

/// Rows, with the time spent filling them, and the number of values that became infinite if any may.
struct Timed<'a> {
    rows: Rows<'a>,
    fill: Cell<Duration>,
    precision: Storage,
    overflows: bool,
    infinite: Cell<u64>,
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
        if self.overflows {
            let is_lost = |value: &&f64| value.is_finite() && self.precision.round(**value).is_infinite();
            self.infinite
                .set(self.infinite.get() + out.iter().filter(is_lost).count() as u64);
        }
    }

    fn fill_f32(&self, first_row: usize, _rows: usize, out: &mut [f32]) {
        self.time(|| self.rows.fill_f32(first_row, out));
    }
}

/// Returns the format for the extension of a file's name.
fn format_of(destination: &Destination) -> Result<TableFormat, CliError> {
    let Destination::Path(path) = destination else {
        return Err(CliError::NoFormat);
    };
    TableFormat::of_path(path).ok_or_else(|| CliError::Ending {
        path: path.clone(),
        endings: ".npy, .npz, .csv, .safetensors, or --format with one of them",
    })
}

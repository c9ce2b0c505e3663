//! Tables as text.

use std::fmt::Debug;
use std::io::Write as _;

use csv::{QuoteStyle, Terminator, WriterBuilder};

use super::error::FileError;
use super::table::{Progress, RowSource, Storage, for_each_block, go_on};

/// The longest text of a number in single precision: `-1000000000000000.0`.
pub(super) const LONGEST_F32: u64 = 19;

/// The longest text of a number in double precision: `-2.2250738585072014e-308`.
pub(super) const LONGEST_F64: u64 = 24;

/// Writes a table as CSV: one line per row, one number per cell, nothing else. There is no header line
/// and no column of positions, so that row and column numbers are those of the table and
/// `numpy.loadtxt(path, delimiter=",")` returns the table.
///
/// Numbers have the fewest digits that give the same bits when read as the type of `storage`, always a
/// decimal point or an exponent (below 1e-5 and from 1e16), and NaN and infinities as `NaN`, `inf` and
/// `-inf`. Lines end in `\n`. See the [room](super) for an example.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Cancelled`].
pub fn write_csv(
    w: &mut dyn std::io::Write,
    source: &dyn RowSource,
    storage: Storage,
    progress: &mut Progress,
) -> Result<(), FileError> {
    let columns = source.columns();
    let mut lines = WriterBuilder::new()
        .quote_style(QuoteStyle::Never)
        .terminator(Terminator::Any(b'\n'))
        .from_writer(w);
    let mut text = Vec::new();
    let fill = |first, rows, out: &mut [f64]| source.fill(first, rows, out);
    for_each_block(source, fill, progress, |block| {
        for row in block.chunks_exact(columns) {
            for &cell in row {
                let field = match storage {
                    Storage::F64 => shortest(&mut text, cell),
                    // Half-precision and bfloat16 values are exact in single precision.
                    Storage::F16 | Storage::F32 | Storage::Bf16 => shortest(&mut text, storage.round(cell) as f32),
                }?;
                lines.write_field(field).map_err(io_error)?;
            }
            lines.write_record(None::<&[u8]>).map_err(io_error)?;
        }
        Ok(())
    })?;
    Ok(lines.flush()?)
}

/// Writes numbered lines as CSV: a header line, then for each of `lines` its number and one value per
/// further name. Values are written as in double precision by [`write_csv`]; a missing value leaves its
/// field empty.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Cancelled`].
pub fn write_lines(
    w: &mut dyn std::io::Write,
    names: &[String],
    lines: std::ops::Range<usize>,
    value: impl Fn(usize, usize) -> Option<f64>,
    progress: &mut Progress,
) -> Result<(), FileError> {
    /// Lines between two reports of progress.
    const BLOCK: usize = 4096;
    let mut csv = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(w);
    csv.write_record(names).map_err(io_error)?;
    let (mut text, count) = (Vec::new(), lines.len().max(1) as f64);
    for (place, line) in lines.enumerate() {
        if place % BLOCK == 0 {
            go_on(progress, place as f64 / count)?;
        }
        csv.write_field(line.to_string()).map_err(io_error)?;
        for column in 1..names.len() {
            let field = match value(line, column - 1) {
                Some(number) => shortest(&mut text, number)?,
                None => &[],
            };
            csv.write_field(field).map_err(io_error)?;
        }
        csv.write_record(None::<&[u8]>).map_err(io_error)?;
    }
    csv.flush()?;
    go_on(progress, 1.0)
}

/// Returns the number's shortest text, which is Rust's `{:?}`, in a buffer that is reused.
fn shortest(text: &mut Vec<u8>, number: impl Debug) -> std::io::Result<&[u8]> {
    text.clear();
    write!(text, "{number:?}")?;
    Ok(text)
}

fn io_error(error: csv::Error) -> FileError {
    match error.into_kind() {
        csv::ErrorKind::Io(source) => source.into(),
        other => std::io::Error::other(format!("{other:?}")).into(),
    }
}

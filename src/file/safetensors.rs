//! safetensors: tables written in blocks. The only format here that has bfloat16.
//!
//! ```text
//! 8 bytes   length of the header, little-endian
//! header    {"pe":{"dtype":"F32","shape":[rows,columns],"data_offsets":[0,bytes]}}, spaces up to a multiple of 8
//! cells     row by row, little-endian
//! ```
//!
//! (huggingface/safetensors, README.) The library's own writer needs whole tensors in memory; a table
//! may be larger than that.

use std::io::Write;

use super::cells::{cells_bytes, write_rows};
use super::error::FileError;
use super::table::{Progress, RowSource, Storage};

/// The name of the tensor, which the articles' code gives to its buffer.
pub const TENSOR: &str = "pe";

/// Writes a table as a .safetensors file with one tensor, [`TENSOR`]. Needs no seeking and holds one
/// block of 4 MiB.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Cancelled`].
pub fn write_safetensors(
    w: &mut dyn Write,
    source: &dyn RowSource,
    storage: Storage,
    progress: &mut Progress,
) -> Result<(), FileError> {
    let header = header(source.rows(), source.columns(), storage);
    w.write_all(&(header.len() as u64).to_le_bytes())?;
    w.write_all(header.as_bytes())?;
    write_rows(w, source, storage, true, progress)
}

/// Returns the length of the file; `None` if it overflows.
pub(super) fn size_bytes(rows: usize, columns: usize, storage: Storage) -> Option<u64> {
    let cells = cells_bytes(rows, columns, storage)?;
    cells.checked_add(8 + header(rows, columns, storage).len() as u64)
}

fn header(rows: usize, columns: usize, storage: Storage) -> String {
    let name = storage.name().to_uppercase();
    let end = cells_bytes(rows, columns, storage).unwrap_or(u64::MAX);
    let mut header =
        format!("{{\"{TENSOR}\":{{\"dtype\":\"{name}\",\"shape\":[{rows},{columns}],\"data_offsets\":[0,{end}]}}}}");
    while !header.len().is_multiple_of(8) {
        header.push(' ');
    }
    header
}

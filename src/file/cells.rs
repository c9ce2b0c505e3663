//! The cells of a table as bytes, little-endian, row by row.

use std::io::Write;

use half::f16;

use super::error::FileError;
use super::table::{Progress, RowSource, Storage, for_each_block};

/// Number of elements converted to or from bytes at a time.
pub(super) const CHUNK: usize = 4096;

/// Returns the bytes that the cells of a table take; `None` if that overflows.
pub(super) fn cells_bytes(rows: usize, columns: usize, storage: Storage) -> Option<u64> {
    let cells = (rows as u64).checked_mul(columns as u64)?;
    cells.checked_mul(storage.bytes() as u64)
}

/// Writes every cell, each rounded once; holds one block of 4 MiB. A format without bfloat16 stores
/// such values in single precision.
pub(super) fn write_rows(
    w: &mut dyn Write,
    source: &dyn RowSource,
    storage: Storage,
    has_bf16: bool,
    progress: &mut Progress,
) -> Result<(), FileError> {
    let fill = |first, rows, out: &mut [f64]| source.fill(first, rows, out);
    match storage {
        Storage::F32 => for_each_block(
            source,
            |first, rows, out| source.fill_f32(first, rows, out),
            progress,
            |block| write_cells(w, block, f32::to_le_bytes),
        ),
        Storage::F64 => for_each_block(source, fill, progress, |block| write_cells(w, block, f64::to_le_bytes)),
        Storage::F16 => for_each_block(source, fill, progress, |block| {
            write_cells(w, block, |cell| f16::from_f64(storage.round(cell)).to_le_bytes())
        }),
        Storage::Bf16 if !has_bf16 => for_each_block(source, fill, progress, |block| {
            write_cells(w, block, |cell| (storage.round(cell) as f32).to_le_bytes())
        }),
        // A bfloat16 is a single-precision number without its low 16 bits.
        Storage::Bf16 => for_each_block(source, fill, progress, |block| {
            write_cells(w, block, |cell| {
                let [_, _, low, high] = (storage.round(cell) as f32).to_le_bytes();
                [low, high]
            })
        }),
    }
}

/// Writes cells of `N` bytes each.
fn write_cells<T: Copy, const N: usize>(
    w: &mut dyn Write,
    block: &[T],
    encode: impl Fn(T) -> [u8; N],
) -> Result<(), FileError> {
    let mut bytes = [[0; N]; CHUNK];
    for cells in block.chunks(CHUNK) {
        for (bytes, &cell) in bytes.iter_mut().zip(cells) {
            *bytes = encode(cell);
        }
        w.write_all(bytes[..cells.len()].as_flattened())?;
    }
    Ok(())
}

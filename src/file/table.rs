//! A table that is handed over in blocks of rows, so that it never exists as a whole.

use super::error::FileError;
use crate::encoding::Rows;

/// Cells in a block: 8 MiB of f64, 4 MiB of f32. The widest table (16,384 columns) has 64 rows to a block.
const BLOCK_CELLS: usize = 1 << 19;

/// Where the rows of a table come from.
pub trait RowSource {
    /// How many rows (positions) there are.
    fn rows(&self) -> usize;

    /// How many columns (dimensions) there are.
    fn columns(&self) -> usize;

    /// Writes the cells of rows `first_row..first_row + rows` into `out`, one row after the
    /// other; `out` has `rows * columns` cells and holds the leavings of an earlier block.
    fn fill(&self, first_row: usize, rows: usize, out: &mut [f64]);

    /// As [`Self::fill`], rounded to the nearest f32; a source that can do better than round a
    /// second block says how.
    fn fill_f32(&self, first_row: usize, rows: usize, out: &mut [f32]) {
        let mut cells = vec![0.0; out.len()];
        self.fill(first_row, rows, &mut cells);
        for (out, cell) in out.iter_mut().zip(cells) {
            *out = cell as f32;
        }
    }
}

/// The table of an encoding, row by row.
impl RowSource for Rows<'_> {
    /// Those that the table has: a learned one may end early.
    fn rows(&self) -> usize {
        self.encoding().end()
    }

    fn columns(&self) -> usize {
        self.encoding().d_model()
    }

    fn fill(&self, first_row: usize, _rows: usize, out: &mut [f64]) {
        self.fill_f64(first_row, out);
    }

    fn fill_f32(&self, first_row: usize, _rows: usize, out: &mut [f32]) {
        Rows::fill_f32(self, first_row, out);
    }
}

/// How a cell is stored: rounded to the nearest number of this type. Of the formats here only
/// .safetensors has bfloat16: elsewhere its values are stored as single precision.
pub use crate::encoding::Precision as Storage;

/// Is told the fraction that is done, from 0 to 1 and both of them, and answers whether to go on.
/// After `false` the writer returns [`FileError::Cancelled`].
pub type Progress<'a> = dyn FnMut(f64) -> bool + 'a;

/// Tells the fraction that is done and asks whether to go on.
pub(super) fn go_on(progress: &mut Progress, fraction: f64) -> Result<(), FileError> {
    if progress(fraction) {
        Ok(())
    } else {
        Err(FileError::Cancelled)
    }
}

/// Gives each block of rows to `write`, in order. A block is at most 8 MiB, or one row where a
/// single row is longer; `fill` fills it. A table without cells has no blocks.
pub(super) fn for_each_block<T: Copy + Default>(
    source: &dyn RowSource,
    fill: impl Fn(usize, usize, &mut [T]),
    progress: &mut Progress,
    mut write: impl FnMut(&[T]) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let columns = source.columns();
    let rows = if columns == 0 { 0 } else { source.rows() };
    let rows_per_block = (BLOCK_CELLS / columns.max(1)).max(1);
    let mut block = vec![T::default(); rows_per_block.min(rows) * columns];
    let mut first_row = 0;
    go_on(progress, 0.0)?;
    while first_row < rows {
        let block_rows = rows_per_block.min(rows - first_row);
        let cells = &mut block[..block_rows * columns];
        fill(first_row, block_rows, cells);
        write(cells)?;
        first_row += block_rows;
        if first_row < rows {
            go_on(progress, first_row as f64 / rows as f64)?;
        }
    }
    go_on(progress, 1.0)
}

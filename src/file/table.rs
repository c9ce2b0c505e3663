//! A table that is passed on in blocks of rows, so that it never exists as a whole.

use super::error::FileError;
use crate::encoding::Rows;

/// Cells in a block: 4 MiB of f64, 2 MiB of f32. The widest table (16,384 columns) has 32 rows per block.
const BLOCK_CELLS: usize = 1 << 19;

/// A source of the rows of a table.
pub trait RowSource {
    /// Returns the number of rows (positions).
    fn rows(&self) -> usize;

    /// Returns the number of columns (dimensions).
    fn columns(&self) -> usize;

    /// Writes the cells of rows `first_row..first_row + rows` into `out`, row by row; `out` has
    /// `rows * columns` cells and may hold an earlier block.
    fn fill(&self, first_row: usize, rows: usize, out: &mut [f64]);

    /// As [`Self::fill`], rounded to the nearest f32; overridden by a source that can do better than
    /// round a second block.
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
    /// Returns the rows that the table has: a learned table may end early.
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
/// .safetensors has bfloat16: the others store its values in single precision.
pub use crate::encoding::Precision as Storage;

/// Receives the fraction that is done, from 0 to 1 inclusive, and returns whether to go on. After
/// `false` the writer returns [`FileError::Cancelled`].
pub type Progress<'a> = dyn FnMut(f64) -> bool + 'a;

/// Reports the fraction that is done and checks whether to go on.
pub(super) fn go_on(progress: &mut Progress, fraction: f64) -> Result<(), FileError> {
    if progress(fraction) {
        Ok(())
    } else {
        Err(FileError::Cancelled)
    }
}

/// Passes each block of rows to `write`, in order, once `fill` has filled it. A block is at most 4 MiB,
/// or one row if a single row is longer. A table without cells has no blocks.
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

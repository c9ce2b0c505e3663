//! Files: what is written, what is read, and what is left when it goes wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::disallowed_methods, reason = "paths of tests are harmless")]

mod broken_npy;
mod csv;
mod formats;
mod npy;
mod npz;
mod png;
mod safetensors;
mod whole;

use poscope::file::RowSource;

/// A table of given values in C order.
pub(crate) struct Cells {
    pub(crate) columns: usize,
    pub(crate) cells: Vec<f64>,
}

impl RowSource for Cells {
    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn fill(&self, first_row: usize, rows: usize, out: &mut [f64]) {
        let start = first_row * self.columns;
        out.copy_from_slice(&self.cells[start..start + rows * self.columns]);
    }
}

/// A table that is never held as a whole: cell (r, c) holds r * columns + c.
pub(crate) struct Counting {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl RowSource for Counting {
    fn rows(&self) -> usize {
        self.rows
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn fill(&self, first_row: usize, rows: usize, out: &mut [f64]) {
        assert_eq!(out.len(), rows * self.columns);
        assert!(out.len() <= 1 << 20, "a block of {} cells", out.len());
        for (i, cell) in out.iter_mut().enumerate() {
            *cell = (first_row * self.columns + i) as f64;
        }
    }
}

//! The formats of tables, each with what the others need to know of it.

use std::io::Write;
use std::path::Path;

use super::csv::{LONGEST_F32, LONGEST_F64, write_csv};
use super::error::FileError;
use super::npy::write_npy;
use super::npz::write_npz;
use super::safetensors::write_safetensors;
use super::table::{Progress, RowSource, Storage};
use super::{npy, npz, safetensors};
use crate::encoding::{cells_of, one_of};

/// Whoever makes a file longer than this (1 GiB) is told how long it will be, and asked first.
pub const ASK_ABOVE: u64 = 1 << 30;

one_of! {
    /// How a table is stored. The name is also the ending of a file without its dot.
    pub enum TableFormat {
        /// NumPy's array.
        Npy = "npy",
        /// NumPy's archive, with one array.
        Npz = "npz",
        /// Text.
        Csv = "csv",
        /// The format of Hugging Face, with one tensor.
        Safetensors = "safetensors",
    }
}

impl TableFormat {
    /// The format that a file's ending stands for, in capitals or not.
    ///
    /// ```
    /// use poscope::file::TableFormat;
    /// assert_eq!(TableFormat::of_path("tables/PE.NPZ".as_ref()), Some(TableFormat::Npz));
    /// assert_eq!(TableFormat::of_path("npz".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let mut all = Self::ALL.iter().copied();
        all.find(|format| ending.eq_ignore_ascii_case(format.name()))
    }

    /// Whether bfloat16 is stored as such; elsewhere its values are stored as float32.
    pub fn has_bf16(self) -> bool {
        self == Self::Safetensors
    }

    /// How long the file of a table is, to the byte; none for text, whose numbers are as long as
    /// they are, and where no file is that long.
    ///
    /// ```
    /// use poscope::file::{Storage, TableFormat};
    /// // 128 bytes of header.
    /// assert_eq!(TableFormat::Npy.size_bytes(50, 16, Storage::F32), Some(128 + 50 * 16 * 4));
    /// assert_eq!(TableFormat::Csv.size_bytes(50, 16, Storage::F32), None);
    /// ```
    pub fn size_bytes(self, rows: usize, columns: usize, storage: Storage) -> Option<u64> {
        match self {
            Self::Npy => npy::size_bytes(rows, columns, storage),
            Self::Npz => npz::size_bytes(npy::size_bytes(rows, columns, storage)?),
            Self::Csv => None,
            Self::Safetensors => safetensors::size_bytes(rows, columns, storage),
        }
    }

    /// The most bytes that the file can have: of text, every number with all the digits that one
    /// can have.
    pub fn most_bytes(self, rows: usize, columns: usize, storage: Storage) -> u64 {
        if self != Self::Csv {
            return self.size_bytes(rows, columns, storage).unwrap_or(u64::MAX);
        }
        let longest = match storage {
            Storage::F64 => LONGEST_F64,
            Storage::F32 | Storage::F16 | Storage::Bf16 => LONGEST_F32,
        };
        cells_of(rows, columns).saturating_mul(longest + 1)
    }
}

/// Writes a table in this format, a block of rows at a time.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Cancelled`].
pub fn write_table(
    w: &mut dyn Write,
    source: &dyn RowSource,
    format: TableFormat,
    storage: Storage,
    progress: &mut Progress,
) -> Result<(), FileError> {
    match format {
        TableFormat::Npy => write_npy(w, source, storage, progress),
        TableFormat::Npz => write_npz(w, source, storage, progress),
        TableFormat::Csv => write_csv(w, source, storage, progress),
        TableFormat::Safetensors => write_safetensors(w, source, storage, progress),
    }
}

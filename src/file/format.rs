//! The formats of tables, and what other modules need to know about each.

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

/// The length in bytes (1 GiB) above which the user is told how long a file will be, and asked first.
pub const ASK_ABOVE: u64 = 1 << 30;

one_of! {
    /// How a table is stored. The name is also the file extension without its dot.
    pub enum TableFormat {
        /// NumPy's array format.
        Npy = "npy",
        /// NumPy's archive format, with one array.
        Npz = "npz",
        /// Text.
        Csv = "csv",
        /// Hugging Face's format, with one tensor.
        Safetensors = "safetensors",
    }
}

impl TableFormat {
    /// Returns the format that a file's extension stands for, ignoring case.
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

    /// Checks whether bfloat16 is stored as such; other formats store such values as float32.
    pub fn has_bf16(self) -> bool {
        self == Self::Safetensors
    }

    /// Returns the exact length of a table's file; `None` for text, whose numbers vary in length, and
    /// if the length overflows.
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

    /// Returns the largest possible length of the file; for text, with every number at its longest.
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

/// Writes a table in the given format, one block of rows at a time.
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

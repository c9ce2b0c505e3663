//! NumPy's .npz: a zip archive that holds one .npy file, written in blocks.
//!
//! ```text
//! local header   64 bytes with padding, so that the cells begin at a multiple of 64
//! pe.npy         as from write_npy, stored and not compressed: it can be mapped into memory
//! descriptor     checksum and sizes, known only now
//! directory      the same again, where readers look for it
//! ```
//!
//! (PKWARE, APPNOTE.TXT 6.3.10; `numpy.savez`.) From 4 GiB on, sizes and offsets are those of zip64.
//! The archive has no date: equal tables give equal bytes.

use std::cell::Cell;
use std::io::{self, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::error::FileError;
use super::npy::write_npy;
use super::safetensors::TENSOR;
use super::table::{Progress, RowSource, Storage};

/// The .npy file begins at a multiple of this, and so do its cells.
const ALIGNMENT: u16 = 64;

/// Bytes of the local header, the descriptor, the directory entry and the end record.
const FRAME: u64 = 64 + 16 + 52 + 22;

/// Bytes that zip64 adds: wider sizes in the descriptor and in the entry, a wider end record, its locator.
const FRAME_64: u64 = 8 + 20 + 56 + 20;

/// The longest .npy file in an archive without zip64, whose directory must begin within 4 GiB.
const LATEST: u64 = u32::MAX as u64 - 64 - 24;

/// Writes a table as an .npz file with one array, `pe`: `numpy.load(path)["pe"]` returns it. Needs no
/// seeking and holds one block of 4 MiB.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Cancelled`].
pub fn write_npz(
    w: &mut dyn Write,
    source: &dyn RowSource,
    storage: Storage,
    progress: &mut Progress,
) -> Result<(), FileError> {
    let npy = super::npy::size_bytes(source.rows(), source.columns(), storage);
    write_archive(w, source, storage, is_large(npy.unwrap_or(u64::MAX)), progress)
}

/// Returns the length of the archive around an .npy file of `npy` bytes; `None` if it overflows.
pub(super) fn size_bytes(npy: u64) -> Option<u64> {
    npy.checked_add(if is_large(npy) { FRAME + FRAME_64 } else { FRAME })
}

fn is_large(npy: u64) -> bool {
    npy > LATEST
}

fn write_archive(
    w: &mut dyn Write,
    source: &dyn RowSource,
    storage: Storage,
    large: bool,
    progress: &mut Progress,
) -> Result<(), FileError> {
    let failed = Cell::new(false);
    let options = SimpleFileOptions::DEFAULT
        .compression_method(CompressionMethod::Stored)
        .large_file(large)
        .with_alignment(ALIGNMENT);
    let mut archive = ZipWriter::new_stream(Gate { w, failed: &failed });
    let written = archive
        .start_file(format!("{TENSOR}.npy"), options)
        .map_err(error)
        .and_then(|()| write_npy(&mut archive, source, storage, progress));
    // An abandoned archive would still write its end when dropped, and pass for a complete one.
    failed.set(failed.get() || written.is_err());
    written?;
    archive.finish().map_err(error)?;
    Ok(())
}

/// Converts an error of the archive, without wrapping an I/O error.
fn error(error: zip::result::ZipError) -> FileError {
    match error {
        zip::result::ZipError::Io(source) => source.into(),
        other => io::Error::from(other).into(),
    }
}

/// Passes bytes on until a write fails; after that they are silently dropped.
struct Gate<'a> {
    w: &'a mut dyn Write,
    failed: &'a Cell<bool>,
}

impl Write for Gate<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.get() {
            return Ok(bytes.len());
        }
        let written = self.w.write(bytes);
        let is_over = written
            .as_ref()
            .is_err_and(|error| error.kind() != io::ErrorKind::Interrupted);
        self.failed.set(is_over);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed.get() { Ok(()) } else { self.w.flush() }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::encoding::{Encoding, Rows, Spec};

    /// The end of an archive and what zip64 adds to it (APPNOTE 4.3.14 to 4.3.16).
    #[test]
    fn a_large_archive_is_zip64_and_is_read_as_any_other() {
        let encoding = Encoding::new(Spec::default()).unwrap();
        let rows = Rows::new(&encoding);
        let [small, large] = [false, true].map(|large| {
            let mut bytes = Vec::new();
            write_archive(&mut bytes, &rows, Storage::F32, large, &mut |_| true).unwrap();
            bytes
        });
        let mut npy = Vec::new();
        write_npy(&mut npy, &rows, Storage::F32, &mut |_| true).unwrap();
        assert_eq!(small.len() as u64, size_bytes(npy.len() as u64).unwrap());
        // The end record is zip64's only if it has to be, which these few bytes do not show.
        assert_eq!(large.len() as u64, small.len() as u64 + FRAME_64 - 56 - 20);
        for bytes in [small, large] {
            assert_eq!(&bytes[64..64 + npy.len()], &npy[..]);
            let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
            let mut read = Vec::new();
            io::Read::read_to_end(&mut archive.by_name("pe.npy").unwrap(), &mut read).unwrap();
            assert_eq!(read, npy);
        }
    }
}

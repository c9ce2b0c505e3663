//! Archives that are very long, or abandoned.

use std::io::{self, Write};

use poscope::file::{FileError, RowSource, Storage, TableFormat, write_npz};

/// More zeros than fit in memory.
struct Zeros {
    rows: usize,
}

impl RowSource for Zeros {
    fn rows(&self) -> usize {
        self.rows
    }

    fn columns(&self) -> usize {
        1 << 16
    }

    fn fill(&self, _first_row: usize, _rows: usize, _out: &mut [f64]) {}
}

/// Counts what it is given, and keeps the last bytes.
#[derive(Default)]
struct Counted {
    bytes: u64,
    last: Vec<u8>,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if bytes.len() < 512 {
            self.last.extend(bytes);
        } else {
            self.last.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_table_beyond_4_gib_has_its_true_size_and_place_in_the_directory() {
    let rows = (1 << 13) + 1;
    let mut sink = Counted::default();
    write_npz(&mut sink, &Zeros { rows }, Storage::F64, &mut |_| true).unwrap();
    let npy = 128 + 8 * (rows as u64) * (1 << 16);
    assert!(npy > u64::from(u32::MAX));
    let size = TableFormat::Npz.size_bytes(rows, 1 << 16, Storage::F64);
    assert_eq!(Some(sink.bytes), size);
    let number = |at: usize| u64::from_le_bytes(sink.last[at..at + 8].try_into().unwrap());
    // Descriptor: signature, check sum, both sizes.
    assert_eq!(sink.last[..4], *b"PK\x07\x08");
    assert_eq!((number(8), number(16)), (npy, npy));
    // Entry: 46 bytes, the name, then both sizes behind the four bytes of the zip64 field.
    let entry = 24 + 46 + 6 + 4;
    assert_eq!((number(entry), number(entry + 8)), (npy, npy));
    // End of zip64: the directory's length and place are its last two numbers.
    let end = entry + 16;
    assert_eq!(sink.last[end..end + 4], *b"PK\x06\x06");
    assert_eq!((number(end + 40), number(end + 48)), (46 + 6 + 20, 64 + npy + 24));
}

#[test]
fn what_is_given_up_does_not_end_as_a_whole_archive_does() {
    let mut bytes = Vec::new();
    let rows = Zeros { rows: 100 };
    let cancelled = write_npz(&mut bytes, &rows, Storage::F16, &mut |done| done < 0.5);
    assert!(matches!(cancelled, Err(FileError::Cancelled)));
    assert!(bytes.len() > 1 << 20);
    assert!(bytes.windows(4).all(|bytes| bytes != b"PK\x01\x02"));
}

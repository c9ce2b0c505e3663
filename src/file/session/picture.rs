//! A file that is walked through from its beginning: a step says where it is
//! and never leads beyond the end.

use std::io::{BufReader, Read, Seek, SeekFrom};

use super::Failure;
use crate::file::SessionFault;

/// A file of known length, read from the beginning.
pub struct Picture<R> {
    reader: BufReader<R>,
    at: u64,
    length: u64,
}

impl<R: Read + Seek> Picture<R> {
    /// A file that stands at its beginning.
    pub fn new(reader: R, length: u64) -> Self {
        Self {
            reader: BufReader::with_capacity(1 << 16, reader),
            at: 0,
            length,
        }
    }

    /// Bytes of the file.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The place, in bytes from the beginning.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The first bytes, at most so many; the place is the beginning again.
    pub fn head(&mut self, most: u64) -> Result<Vec<u8>, Failure> {
        let head = self.take(most.min(self.length))?;
        self.go_to(0)?;
        Ok(head)
    }

    /// Goes to a place of the file, or to its end where that is nearer.
    pub fn go_to(&mut self, place: u64) -> Result<(), Failure> {
        self.at = self.reader.seek(SeekFrom::Start(place.min(self.length)))?;
        Ok(())
    }

    /// The next so many bytes.
    pub fn take(&mut self, count: u64) -> Result<Vec<u8>, Failure> {
        if count > self.length - self.at {
            return Err(self.ends_early());
        }
        let mut bytes = Vec::new();
        let found = (&mut self.reader).take(count).read_to_end(&mut bytes)? as u64;
        self.at += found;
        if found < count {
            return Err(self.ends_early()); // it became shorter meanwhile
        }
        Ok(bytes)
    }

    /// The next few bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        if N as u64 > self.length - self.at {
            return Err(self.ends_early());
        }
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    /// Goes on by so many bytes.
    pub fn skip(&mut self, count: u64) -> Result<(), Failure> {
        if count > self.length - self.at {
            return Err(self.ends_early());
        }
        let by = i64::try_from(count).map_err(|_| self.ends_early())?;
        self.reader.seek_relative(by)?;
        self.at += count;
        Ok(())
    }

    fn ends_early(&self) -> Failure {
        SessionFault::EndsEarly { length: self.length }.into()
    }
}

/// That the file is not what it should be here.
pub fn damaged(at: u64) -> Failure {
    SessionFault::Damaged { at }.into()
}

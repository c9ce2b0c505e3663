//! A file that is read from its beginning: each step knows its position and never leads beyond the end.

use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};

use memchr::memmem;

use super::{Failure, SEARCH_LIMIT};
use crate::file::SessionFault;

/// Bytes that are read ahead.
const BUFFER: u64 = 1 << 16;

/// The cost of a step in addition to the bytes that it reads, as a number of bytes.
const STEP: u64 = 64;

/// A file of known length, read from the beginning.
///
/// The work that a file can cause is limited, whatever it contains: all steps together read at most
/// [`SEARCH_LIMIT`] bytes, and each step counts as [`STEP`] bytes more.
pub struct PictureFile<R> {
    reader: BufReader<R>,
    at: u64,
    length: u64,
    work: u64,
}

impl<R: Read + Seek> PictureFile<R> {
    /// Wraps a file that is at its beginning.
    pub fn new(reader: R, length: u64) -> Self {
        Self {
            reader: BufReader::with_capacity(BUFFER as usize, reader),
            at: 0,
            length,
            work: 0,
        }
    }

    /// Returns the length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the current position, in bytes from the beginning.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Returns the first bytes, at most `most`; the position is then the beginning again.
    pub fn head(&mut self, most: u64) -> Result<Vec<u8>, Failure> {
        let head = self.take(most.min(self.length))?;
        self.go_back(0)?;
        Ok(head)
    }

    /// Returns to an earlier position.
    pub fn go_back(&mut self, place: u64) -> Result<(), Failure> {
        self.count(BUFFER)?;
        self.at = self.reader.seek(SeekFrom::Start(place.min(self.at)))?;
        Ok(())
    }

    /// Returns the next `count` bytes.
    pub fn take(&mut self, count: u64) -> Result<Vec<u8>, Failure> {
        self.check(count)?;
        self.count(count)?;
        let mut bytes = Vec::new();
        let found = (&mut self.reader).take(count).read_to_end(&mut bytes)? as u64;
        self.at += found;
        if found < count {
            return Err(self.ends_early()); // the file has become shorter meanwhile
        }
        Ok(bytes)
    }

    /// Returns the next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Failure> {
        self.check(N as u64)?;
        self.count(N as u64)?;
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    /// Skips `count` bytes.
    pub fn skip(&mut self, count: u64) -> Result<(), Failure> {
        self.check(count)?;
        self.count(count.min(BUFFER))?;
        let by = i64::try_from(count).map_err(|_| self.ends_early())?;
        self.reader.seek_relative(by)?;
        self.at += count;
        Ok(())
    }

    /// Returns the next bytes for which `is_like` holds, at most `most`.
    pub fn take_while(&mut self, most: u64, is_like: impl Fn(u8) -> bool) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        loop {
            let there = self.reader.fill_buf()?;
            let room = usize::try_from(most).unwrap_or(usize::MAX) - bytes.len();
            let ahead = &there[..there.len().min(room)];
            let like = ahead.iter().take_while(|&&byte| is_like(byte)).count();
            let goes_on = like > 0 && like == ahead.len();
            bytes.extend(&ahead[..like]);
            self.consume(like)?;
            if !goes_on {
                return Ok(bytes);
            }
        }
    }

    /// Advances past the next occurrence of these bytes. Returns whether there is one; otherwise the
    /// position is the end.
    pub fn skip_past(&mut self, wanted: &[u8]) -> Result<bool, Failure> {
        let most = wanted.len() - 1;
        let mut tail = Vec::new(); // of what was read before, in which an occurrence may begin
        loop {
            let there = self.reader.fill_buf()?;
            if there.is_empty() {
                return Ok(false);
            }
            let border = [&tail, &there[..there.len().min(most)]].concat();
            let behind = match (memmem::find(&border, wanted), memmem::find(there, wanted)) {
                (Some(place), _) => Some(place + wanted.len() - tail.len()),
                (None, place) => place.map(|place| place + wanted.len()),
            };
            let passed = behind.unwrap_or(there.len());
            tail.extend(&there[there.len().saturating_sub(most)..]);
            tail.drain(..tail.len().saturating_sub(most));
            self.consume(passed)?;
            if behind.is_some() {
                return Ok(true);
            }
        }
    }

    /// Advances over bytes that were read ahead.
    fn consume(&mut self, count: usize) -> Result<(), Failure> {
        self.reader.consume(count);
        self.at += count as u64;
        self.count(count as u64)
    }

    /// Checks that at least `count` bytes remain.
    fn check(&self, count: u64) -> Result<(), Failure> {
        if count > self.length - self.at {
            return Err(self.ends_early());
        }
        Ok(())
    }

    /// Counts a step and the bytes that it reads against the limit.
    fn count(&mut self, bytes: u64) -> Result<(), Failure> {
        self.work += STEP + bytes;
        if self.work > SEARCH_LIMIT {
            return Err(SessionFault::TooLong { at: self.at }.into());
        }
        Ok(())
    }

    fn ends_early(&self) -> Failure {
        SessionFault::EndsEarly { length: self.length }.into()
    }
}

/// Returns the failure of a file that is invalid at this byte.
pub fn damaged(at: u64) -> Failure {
    SessionFault::Damaged { at }.into()
}

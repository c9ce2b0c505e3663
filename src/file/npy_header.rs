//! The header of an .npy file: what is written, and what is accepted when reading.
//!
//! ```text
//! \x93NUMPY  major minor  length  {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }  \n
//!     6 bytes    1     1  2 or 4  text of that length, padded with spaces to a multiple of 64
//! ```
//!
//! Source: NumPy, `numpy/lib/_format_impl.py` (NEP 1). The parser is written by hand, since a general
//! parser of Python would have to hold whatever an untrusted file says: this one knows three keys,
//! never nests, and allocates nothing but the shape.

use std::io::{self, Read};

use super::element::Element;
use super::error::NpyFault;
use super::table::Storage;

/// The first six bytes of the format.
const MAGIC: [u8; 6] = *b"\x93NUMPY";

/// Where the data begin: the first multiple of 64 after the header of any table, since its text has 57
/// characters without the two numbers and 97 with the longest ones.
pub(super) const DATA_START: usize = 128;

/// The longest header text that is read, in bytes.
const HEADER_LIMIT: u32 = 65_536;

/// The most dimensions of an array, as in NumPy.
const DIMENSION_LIMIT: usize = 64;

/// Returns the header of a table of `rows` x `columns` in C order, byte for byte as from `numpy.save`.
pub(super) fn header_bytes(rows: usize, columns: usize, storage: Storage) -> Vec<u8> {
    let descr = match storage {
        Storage::F16 => "<f2",
        Storage::F32 | Storage::Bf16 => "<f4",
        Storage::F64 => "<f8",
    };
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    // Magic, version and this number itself take 10 of the 128 bytes.
    let length: u16 = 118;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.bytes());
    bytes.resize(DATA_START - 1, b' ');
    bytes.push(b'\n');
    bytes
}

/// A parsed header.
#[derive(Debug)]
pub(super) struct Header {
    pub element: Element,
    pub big_endian: bool,
    pub fortran_order: bool,
    pub shape: Vec<usize>,
    /// Bytes before the first element.
    pub length: u64,
}

/// Either the file is invalid, or its bytes could not be read.
pub(super) enum HeaderError {
    Fault(NpyFault),
    Io(io::Error),
}

impl From<NpyFault> for HeaderError {
    fn from(fault: NpyFault) -> HeaderError {
        HeaderError::Fault(fault)
    }
}

/// Reads a header from the start of a file of `file_length` bytes, and no byte beyond it.
pub(super) fn read_header(r: &mut impl Read, file_length: u64) -> Result<Header, HeaderError> {
    let mut so_far = 0;
    let mut take = |bytes: &mut [u8]| {
        so_far += bytes.len() as u64;
        if so_far > file_length {
            return Err(HeaderError::Fault(NpyFault::Truncated {
                expected: so_far,
                found: file_length,
            }));
        }
        r.read_exact(bytes).map_err(HeaderError::Io)
    };

    let mut magic = [0; 6];
    if file_length < 6 {
        return Err(NpyFault::Magic.into());
    }
    take(&mut magic)?;
    if magic.starts_with(b"PK\x03\x04") {
        return Err(NpyFault::Archive.into());
    }
    if magic != MAGIC {
        return Err(NpyFault::Magic.into());
    }
    let mut version = [0; 2];
    take(&mut version)?;
    let length = match version {
        [1, 0] => {
            let mut length = [0; 2];
            take(&mut length)?;
            u32::from(u16::from_le_bytes(length))
        }
        [2 | 3, 0] => {
            let mut length = [0; 4];
            take(&mut length)?;
            u32::from_le_bytes(length)
        }
        [major, minor] => return Err(NpyFault::Version { major, minor }.into()),
    };
    if length > HEADER_LIMIT {
        return Err(NpyFault::HeaderTooLong {
            length,
            limit: HEADER_LIMIT,
        }
        .into());
    }
    let mut text = vec![0; length as usize];
    take(&mut text)?;
    Ok(parse_dictionary(&text, so_far)?)
}

fn parse_dictionary(text: &[u8], length: u64) -> Result<Header, NpyFault> {
    let mut text = HeaderText { text, at: 0 };
    let (mut descr, mut fortran_order, mut shape) = (None, None, None);
    text.expect(b"{")?;
    while !text.skip(b"}") {
        let key = text.quoted()?;
        text.expect(b":")?;
        match key {
            b"descr" => descr = Some(text.descr()?),
            b"fortran_order" => fortran_order = Some(text.boolean()?),
            b"shape" => shape = Some(text.shape()?),
            _ => return Err(text.fault()),
        }
        if !text.skip(b",") {
            text.expect(b"}")?;
            break;
        }
    }
    text.skip_spaces();
    match (descr, fortran_order, shape) {
        (Some((element, big_endian)), Some(fortran_order), Some(shape)) if text.at == text.text.len() => Ok(Header {
            element,
            big_endian,
            fortran_order,
            shape,
            length,
        }),
        _ => Err(text.fault()),
    }
}

/// The header's text, and how far it has been parsed.
struct HeaderText<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> HeaderText<'a> {
    fn fault(&self) -> NpyFault {
        NpyFault::Header { at: self.at }
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    /// Skips `word` and the spaces before it, if it comes next; returns whether it did.
    fn skip(&mut self, word: &[u8]) -> bool {
        self.skip_spaces();
        let comes = self.rest().starts_with(word);
        if comes {
            self.at += word.len();
        }
        comes
    }

    fn expect(&mut self, word: &[u8]) -> Result<(), NpyFault> {
        if self.skip(word) { Ok(()) } else { Err(self.fault()) }
    }

    /// Returns the text between quotes. No name in a header has an escape.
    fn quoted(&mut self) -> Result<&'a [u8], NpyFault> {
        let quote = if self.skip(b"'") {
            b'\''
        } else {
            self.expect(b"\"")?;
            b'"'
        };
        let rest = self.rest();
        let end = rest.iter().position(|&byte| byte == quote);
        let end = end.ok_or_else(|| self.fault())?;
        self.at += end + 1;
        Ok(&rest[..end])
    }

    fn boolean(&mut self) -> Result<bool, NpyFault> {
        if self.skip(b"True") {
            Ok(true)
        } else {
            self.expect(b"False").map(|()| false)
        }
    }

    /// Parses `(3, 4)`, `(3,)` or `()`; Python 2 wrote `3L`.
    fn shape(&mut self) -> Result<Vec<usize>, NpyFault> {
        let mut shape = Vec::new();
        self.expect(b"(")?;
        while !self.skip(b")") {
            if shape.len() == DIMENSION_LIMIT {
                return Err(NpyFault::ShapeOverflow);
            }
            shape.push(self.number()?);
            self.skip(b"L");
            if !self.skip(b",") {
                self.expect(b")")?;
                break;
            }
        }
        Ok(shape)
    }

    fn number(&mut self) -> Result<usize, NpyFault> {
        self.skip_spaces();
        let count = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.fault());
        }
        let digits = String::from_utf8_lossy(&self.rest()[..count]);
        let number = digits.parse().map_err(|_| NpyFault::ShapeOverflow)?;
        self.at += count;
        Ok(number)
    }

    /// Parses the element type and whether it is big-endian: `'<f4'`, `'>i8'`, `'|u1'`.
    fn descr(&mut self) -> Result<(Element, bool), NpyFault> {
        self.skip_spaces();
        if self.rest().starts_with(b"[") || self.rest().starts_with(b"(") {
            return Err(NpyFault::Structured);
        }
        let descr = self.quoted()?;
        let (order, kind) = descr.split_at_checked(1).unwrap_or_default();
        let element = match kind {
            b"f2" => Element::F16,
            b"f4" => Element::F32,
            b"f8" => Element::F64,
            b"i1" => Element::I8,
            b"i2" => Element::I16,
            b"i4" => Element::I32,
            b"i8" => Element::I64,
            b"u1" => Element::U8,
            b"u2" => Element::U16,
            b"u4" => Element::U32,
            b"u8" => Element::U64,
            [b'O', ..] => return Err(NpyFault::Objects),
            _ => return Err(unknown(descr)),
        };
        match order {
            b"<" => Ok((element, false)),
            b">" => Ok((element, true)),
            b"=" => Ok((element, cfg!(target_endian = "big"))),
            b"|" if element.bytes() == 1 => Ok((element, false)),
            _ => Err(unknown(descr)),
        }
    }
}

fn unknown(descr: &[u8]) -> NpyFault {
    let descr = String::from_utf8_lossy(descr).chars().take(32).collect();
    NpyFault::ElementType { descr }
}

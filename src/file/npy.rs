//! NumPy's .npy: tables are written in blocks, arrays are read whole.

use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use ndarray::{ArrayViewMutD, IxDyn};

use super::cells::{CHUNK, cells_bytes, write_rows};
use super::element::Element;
use super::error::{FileError, NpyFault};
use super::npy_header::{DATA_START, Header, HeaderError, header_bytes, read_header};
use super::settings::{open_regular, unread};
use super::table::{Progress, RowSource, Storage};

/// Writes a table as an .npy file of version 1.0: little-endian, C order, shape
/// `(rows, columns)`, the same bytes as `numpy.save` makes of the same array. Needs no seeking
/// and holds one block of 4 MiB.
///
/// A table without rows or columns is written as a header alone.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Cancelled`].
pub fn write_npy(
    w: &mut dyn Write,
    source: &dyn RowSource,
    storage: Storage,
    progress: &mut Progress,
) -> Result<(), FileError> {
    w.write_all(&header_bytes(source.rows(), source.columns(), storage))?;
    write_rows(w, source, storage, false, progress)
}

/// Returns the length of the file; `None` if it overflows.
pub(super) fn size_bytes(rows: usize, columns: usize, storage: Storage) -> Option<u64> {
    let element = if storage == Storage::Bf16 {
        Storage::F32
    } else {
        storage
    };
    cells_bytes(rows, columns, element)?.checked_add(DATA_START as u64)
}

/// An array read from an .npy file.
#[derive(Clone, PartialEq, Debug)]
pub struct NpyArray {
    /// The number of elements along each axis; empty for a single number.
    pub shape: Vec<usize>,
    /// The elements in C order (the last axis varies fastest), whatever the order in the file. All
    /// types convert to f64 exactly, except int64 and uint64 beyond 2^53, which become the nearest f64.
    pub values: Vec<f64>,
    /// The type in the file, which says how precise the values can be.
    pub element: Element,
}

/// Reads an .npy file of float16, float32, float64 or integers, with any number of axes, byte order and axis order.
///
/// The file is not trusted: before memory is allocated for the elements, their number is checked
/// against the file's length, and the memory that they need as f64 (8 bytes each) against
/// `limit_bytes`; at most 64 KiB more are used.
///
/// # Errors
/// [`FileError::Read`], [`FileError::IsFolder`], [`FileError::NotRegular`], and
/// [`FileError::Npy`] with the [`NpyFault`].
pub fn read_npy(path: &Path, limit_bytes: u64) -> Result<NpyArray, FileError> {
    let unread = unread(path);
    let faulty = |fault| FileError::Npy {
        path: path.to_owned(),
        fault,
    };
    let (file, length) = open_regular(path)?;
    let mut reader = BufReader::new(file);

    let header = read_header(&mut reader, length).map_err(|error| match error {
        HeaderError::Fault(fault) => faulty(fault),
        HeaderError::Io(source) => unread(source),
    })?;
    let elements = checked_elements(&header, length, limit_bytes).map_err(faulty)?;
    let values = read_values(&mut reader, &header, elements).map_err(unread)?;
    Ok(NpyArray {
        shape: header.shape,
        values,
        element: header.element,
    })
}

/// Returns the number of elements in the shape, if the file has them and they fit into the limit.
fn checked_elements(header: &Header, found: u64, limit: u64) -> Result<usize, NpyFault> {
    let elements = header
        .shape
        .iter()
        .try_fold(1_usize, |product, &axis| product.checked_mul(axis))
        .ok_or(NpyFault::ShapeOverflow)?;
    let times = |bytes: usize| elements.checked_mul(bytes).map(|n| n as u64);
    let expected = times(header.element.bytes())
        .and_then(|bytes| bytes.checked_add(header.length))
        .ok_or(NpyFault::ShapeOverflow)?;
    if found < expected {
        return Err(NpyFault::Truncated { expected, found });
    }
    if found > expected {
        return Err(NpyFault::TooLong { expected, found });
    }
    match times(size_of::<f64>()) {
        Some(bytes) if bytes <= limit => Ok(elements),
        _ => Err(NpyFault::TooLarge {
            elements: elements as u64,
            limit,
        }),
    }
}

/// Reads the elements and stores each at its place in C order.
fn read_values(reader: &mut impl Read, header: &Header, elements: usize) -> io::Result<Vec<f64>> {
    let size = header.element.bytes();
    let mut values = Vec::new();
    values.try_reserve_exact(elements)?;
    values.resize(elements, 0.0);
    if elements == 0 {
        return Ok(values); // one axis has length 0, the others may have any length
    }
    let array = ArrayViewMutD::from_shape(IxDyn(&header.shape), &mut values).map_err(io::Error::other)?;
    // In Fortran order the first axis varies fastest.
    let mut places = if header.fortran_order {
        array.reversed_axes().into_iter()
    } else {
        array.into_iter()
    };
    let mut bytes = vec![0; CHUNK.min(elements) * size];
    while places.len() > 0 {
        let chunk = &mut bytes[..CHUNK.min(places.len()) * size];
        reader.read_exact(chunk)?;
        // The chunk comes first in the zip: when it ends, no place has been consumed in vain.
        for (element, place) in chunk.chunks_exact_mut(size).zip(&mut places) {
            if header.big_endian {
                element.reverse();
            }
            *place = header.element.decode(element);
        }
    }
    Ok(values)
}

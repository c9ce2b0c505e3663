//! What can go wrong with a file. The variants carry data, since the words shown to a person are
//! chosen elsewhere, in that person's language; `Display` is one line of English, the path last.

use std::io;
use std::path::PathBuf;

use super::one_line::one_line_path;
use super::whole::Destination;
use crate::field::ReduceError;

/// Why a file was not written or not read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Bytes could not be written. A format does not know where its bytes go and leaves `destination`
    /// `None`; [`write_whole`](super::write_whole) fills it in.
    #[error("cannot write: {source}{}", after_colon(destination))]
    Write {
        /// The destination.
        destination: Option<Destination>,
        /// The I/O error: disk full, broken pipe, permission denied.
        source: io::Error,
    },
    /// The folder that should hold the new file does not exist.
    #[error("there is no such folder: {}", one_line_path(folder))]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// No file can be created in this folder.
    #[error("no file can be made in this folder ({source}): {}", one_line_path(folder))]
    FolderRefuses {
        /// The folder.
        folder: PathBuf,
        /// The I/O error: permission denied, read-only file system.
        source: io::Error,
    },
    /// The path is a folder, and a file is needed.
    #[error("this is a folder, not a file: {}", one_line_path(path))]
    IsFolder {
        /// The path.
        path: PathBuf,
    },
    /// The user cancelled.
    #[error("cancelled")]
    Cancelled,

    /// The cells of a picture could not be computed.
    #[error("{0}")]
    NotComputed(ReduceError),

    /// A picture with no pixels.
    #[error("a picture of {width} x {height} has no pixels")]
    PictureEmpty {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// A picture with less than one pixel per strip.
    #[error("{strips} strips do not fit into {width} x {height}")]
    StripsTooSmall {
        /// The number of strips.
        strips: u64,
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// A picture with more pixels than [`PICTURE_LIMIT`](super::PICTURE_LIMIT).
    #[error("a picture of {width} x {height} is larger than {} megapixels", limit / 1_000_000)]
    PictureTooLarge {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
        /// The most pixels a picture may have.
        limit: u64,
    },
    /// A picture wider than [`PICTURE_WIDTH_LIMIT`](super::PICTURE_WIDTH_LIMIT).
    #[error("a picture {width} pixels wide is wider than {limit}")]
    PictureTooWide {
        /// Pixels across.
        width: u64,
        /// The most pixels across.
        limit: u64,
    },
    /// A note that a PNG cannot hold: its keyword is not 1 to 79 printable ASCII characters
    /// without a space at either end, or its text has a NUL.
    #[error("a PNG cannot hold a note with this keyword or text: {keyword:?}")]
    PictureNote {
        /// The keyword of the note.
        keyword: String,
    },

    /// Bytes could not be read.
    #[error("cannot read: {source}: {}", one_line_path(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// A text that is longer than the limit.
    #[error("the text is longer than {limit} bytes: {}", one_line_path(path))]
    TextTooLong {
        /// The file.
        path: PathBuf,
        /// The limit, in bytes.
        limit: u64,
    },
    /// A pipe or a device, and a file of known length is needed.
    #[error("this is not a regular file: {}", one_line_path(path))]
    NotRegular {
        /// The path.
        path: PathBuf,
    },
    /// The file is not an .npy table that can be read here.
    #[error("not a readable .npy table: {fault}: {}", one_line_path(path))]
    Npy {
        /// What is wrong with the file.
        fault: NpyFault,
        /// The file.
        path: PathBuf,
    },
    /// There is no session in the file.
    #[error("no session was read: {fault}: {}", one_line_path(path))]
    Session {
        /// What was found instead.
        fault: SessionFault,
        /// The file.
        path: PathBuf,
    },
}

/// What was found instead of a session.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionFault {
    /// A picture that was not made from a session, or has lost it.
    #[error("a {format} picture without a session")]
    NoneInPicture {
        /// PNG, SVG, PDF, TIFF or GIF.
        format: &'static str,
    },
    /// A table: this version can write it but not open it.
    #[error("a table ({format})")]
    Table {
        /// The usual file extension.
        format: &'static str,
    },
    /// Nothing recognized.
    #[error("neither a session nor a picture that can have one")]
    Unknown,
    /// Nothing at all.
    #[error("the file is empty")]
    Empty,
    /// A picture that ends before it should.
    #[error("it ends after {length} bytes, before the picture does")]
    EndsEarly {
        /// The length found, in bytes.
        length: u64,
    },
    /// A picture with an invalid part.
    #[error("it is damaged at byte {at}")]
    Damaged {
        /// The byte offset of the damage.
        at: u64,
    },
    /// A picture with more bytes than are searched.
    #[error("no session is in its first {at} bytes, and no more are looked through")]
    TooLong {
        /// The number of bytes that were searched.
        at: u64,
    },
    /// A text that is too long for a session.
    #[error("its text is longer than {limit} bytes")]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
}

/// What is wrong with an .npy file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NpyFault {
    /// It does not begin with the six bytes `\x93NUMPY`.
    #[error("it does not begin as an .npy file does")]
    Magic,
    /// It is a zip archive, as .npz files are.
    #[error("it is a zip archive, as an .npz file is")]
    Archive,
    /// A version of the format other than 1.0, 2.0 and 3.0.
    #[error("the format version {major}.{minor} is unknown")]
    Version {
        /// The first number.
        major: u8,
        /// The second number.
        minor: u8,
    },
    /// A header longer than 64 KiB.
    #[error("its header of {length} bytes is longer than {limit}")]
    HeaderTooLong {
        /// The length that the file states, in bytes.
        length: u32,
        /// The limit, in bytes.
        limit: u32,
    },
    /// The header is not the required dictionary of `descr`, `fortran_order` and `shape`.
    #[error("its header is damaged at byte {at}")]
    Header {
        /// Where parsing stopped, counted from the first byte of the header's text.
        at: usize,
    },
    /// Python objects (pickled): reading them would mean running code from the file.
    #[error("it holds Python objects, not numbers")]
    Objects,
    /// Several named fields per cell.
    #[error("it holds structured records, not numbers")]
    Structured,
    /// Complex numbers, text, dates, booleans, float128.
    #[error("it holds elements of type {descr:?}; float16, 32, 64 and integers can be read")]
    ElementType {
        /// NumPy's name of the type, cut to 32 characters.
        descr: String,
    },
    /// Too many dimensions, or more elements than can be counted.
    #[error("its shape is too large to be true")]
    ShapeOverflow,
    /// More elements than may be held in memory at once.
    #[error("its {elements} elements need more than {limit} bytes")]
    TooLarge {
        /// The number of elements.
        elements: u64,
        /// The most bytes that their f64 values may take.
        limit: u64,
    },
    /// The file ends before all elements of its shape.
    #[error("it should be {expected} bytes long and ends after {found}")]
    Truncated {
        /// The length by header and shape, in bytes.
        expected: u64,
        /// The length found, in bytes.
        found: u64,
    },
    /// The file goes on after the elements of its shape: it is damaged, or holds several tables.
    #[error("it should be {expected} bytes long and has {found}")]
    TooLong {
        /// The length by header and shape, in bytes.
        expected: u64,
        /// The length found, in bytes.
        found: u64,
    },
}

/// Converts an I/O error of a format, which does not know the destination.
impl From<io::Error> for FileError {
    fn from(source: io::Error) -> FileError {
        FileError::Write {
            destination: None,
            source,
        }
    }
}

/// Converts an error from computing the cells of a picture.
impl From<ReduceError> for FileError {
    fn from(error: ReduceError) -> FileError {
        match error {
            ReduceError::Cancelled => FileError::Cancelled,
            other => FileError::NotComputed(other),
        }
    }
}

/// Returns `: /the/path`, or nothing if the destination is unknown.
fn after_colon(destination: &Option<Destination>) -> String {
    destination
        .as_ref()
        .map(|place| format!(": {place}"))
        .unwrap_or_default()
}

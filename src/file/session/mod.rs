//! The text of a session, wherever it is stored: in a file of its own or in a picture made from it.
//!
//! | in | where | as |
//! |---|---|---|
//! | PNG | an iTXt chunk with the keyword [`SESSION_KEYWORD`] | JSON |
//! | SVG | `<metadata id="`[`SESSION_ELEMENT`]`">` | JSON |
//! | PDF, TIFF | anywhere in the bytes: a PDF keyword, XMP; a TIFF description | the shared text |
//! | GIF | a comment | the shared text |
//!
//! A file's content decides its type, not its name. Only the text itself is held in memory, however
//! large the file is, and each byte is read once; a file with no session in its first 256 MiB is
//! refused.

mod gif;
mod picture;
mod png;
mod search;

use std::io::{self, Read, Seek};
use std::path::Path;

use memchr::memmem;

use super::error::{FileError, SessionFault};
use super::settings::{open_regular, unread};
use picture::PictureFile;

/// The keyword of a PNG's text chunk that holds a session.
pub const SESSION_KEYWORD: &str = "poscope session";

/// The id of an SVG's metadata element that holds a session.
pub const SESSION_ELEMENT: &str = "poscope-session";

/// How a shared text begins; the version and a full stop follow.
pub const SHARED_START: &str = "poscope";

/// The longest session text that is read, in bytes.
const LIMIT: u64 = 1 << 20;

/// How far a file is searched, in bytes: 256 MiB. In pictures written by poscope the session comes earlier.
const SEARCH_LIMIT: u64 = 256 << 20;

/// Number of bytes at the beginning that tell the type of a file.
const HEAD: u64 = 4096;

/// Why there is no text: an I/O error, or what the file is instead.
pub(super) enum Failure {
    Io(io::Error),
    Fault(SessionFault),
}

impl From<SessionFault> for Failure {
    fn from(fault: SessionFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Returns the text of the session in a file: JSON, a shared text with whatever surrounds it, or a text
/// of version 0. The text is not checked here.
///
/// # Errors
/// [`FileError::Read`], [`FileError::IsFolder`], [`FileError::NotRegular`]; [`FileError::Session`] if
/// the file has no session.
pub fn read_session_text(path: &Path) -> Result<String, FileError> {
    let (file, length) = open_regular(path)?;
    find(PictureFile::new(file, length)).map_err(|failure| match failure {
        Failure::Io(source) => unread(path)(source),
        Failure::Fault(fault) => FileError::Session {
            fault,
            path: path.to_owned(),
        },
    })
}

/// Returns the text of the session in these bytes.
fn find(mut file: PictureFile<impl Read + Seek>) -> Result<String, Failure> {
    let head = file.head(HEAD)?;
    let none_in = |format: &'static str| SessionFault::NoneInPicture { format };
    if head.is_empty() {
        return Err(SessionFault::Empty.into());
    }
    if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Ok(png::find(file)?.ok_or(none_in("PNG"))?);
    }
    if head.starts_with(b"GIF8") {
        return Ok(gif::find(file)?.ok_or(none_in("GIF"))?);
    }
    if memmem::find(&head[..head.len().min(1024)], b"%PDF").is_some() {
        return Ok(search::in_bytes(file)?.ok_or(none_in("PDF"))?);
    }
    if head.starts_with(b"II*\0") || head.starts_with(b"MM\0*") {
        return Ok(search::in_bytes(file)?.ok_or(none_in("TIFF"))?);
    }
    if let Some(format) = table(&head, file.length()) {
        return Err(SessionFault::Table { format }.into());
    }
    let start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    match start.trim_ascii_start().first() {
        Some(b'<') => {
            let is_svg = memmem::find(&head, b"<svg").is_some();
            let none = if is_svg { none_in("SVG") } else { SessionFault::Unknown };
            Ok(search::in_svg(file)?.ok_or(none)?)
        }
        Some(b'{' | b'(') if file.length() > LIMIT => Err(SessionFault::TooLarge { limit: LIMIT }.into()),
        _ if file.length() > LIMIT => Err(SessionFault::Unknown.into()),
        _ => text(file),
    }
}

/// Returns the whole file, if it is a text that may contain a session.
fn text(mut file: PictureFile<impl Read + Seek>) -> Result<String, Failure> {
    let bytes = file.take(file.length())?;
    let text = String::from_utf8(bytes).map_err(|_| SessionFault::Unknown)?;
    let is_one = text.trim_start_matches('\u{FEFF}').trim_start().starts_with(['{', '(']);
    if is_one || text.contains(SHARED_START) {
        return Ok(text);
    }
    if text.trim().is_empty() {
        return Err(SessionFault::Empty.into());
    }
    Err(SessionFault::Unknown.into())
}

/// Returns the kind of table that begins with `head`, in a file of `length` bytes.
fn table(head: &[u8], length: u64) -> Option<&'static str> {
    if head.starts_with(b"\x93NUMPY") {
        return Some(".npy");
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Some(".npz");
    }
    if let Some((size, rest)) = head.split_first_chunk::<8>()
        && rest.first() == Some(&b'{')
        && u64::from_le_bytes(*size) <= length
    {
        return Some(".safetensors");
    }
    let line = head.trim_ascii_start().split(|byte| b"\r\n".contains(byte)).next()?;
    let is_of_numbers = |byte: &u8| byte.is_ascii_digit() || b"+-.eE,;\t \"naifNAIF".contains(byte);
    let is_table = line.iter().any(u8::is_ascii_digit) && line.iter().all(is_of_numbers);
    is_table.then_some(".csv")
}

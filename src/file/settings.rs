//! Files as they are found: small texts read with a limit, put aside when damaged; no pipe is opened
//! where a file is meant, since that is to wait for its writer.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::FileError;

/// The text of a file; none where there is no file.
///
/// # Errors
/// [`FileError::Read`] where it cannot be read or is no UTF-8,
/// [`FileError::TextTooLong`] where it is longer than `limit` bytes;
/// [`FileError::IsFolder`], [`FileError::NotRegular`].
pub fn read_text(path: &Path, limit: u64) -> Result<Option<String>, FileError> {
    match open_regular(path) {
        Ok((file, _)) => limited(file, path, limit).map(Some),
        Err(FileError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// What the system says about a file that it does not let us read.
pub(super) fn unread(path: &Path) -> impl Fn(io::Error) -> FileError {
    |source| FileError::Read {
        path: path.to_owned(),
        source,
    }
}

/// A file that is no folder and no pipe, open for reading, and its length.
///
/// # Errors
/// [`FileError::Read`], [`FileError::IsFolder`], [`FileError::NotRegular`].
pub(super) fn open_regular(path: &Path) -> Result<(fs::File, u64), FileError> {
    // Asked before opening, since to open a pipe is to wait for its writer.
    let metadata = fs::metadata(path).map_err(unread(path))?;
    if metadata.is_dir() {
        return Err(FileError::IsFolder { path: path.to_owned() });
    }
    if !metadata.is_file() {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    let file = fs::File::open(path).map_err(unread(path))?;
    let length = file.metadata().map_err(unread(path))?.len();
    Ok((file, length))
}

/// All that the standard input gives, as text.
///
/// # Errors
/// As [`read_text`]; the path is `-`.
pub fn read_standard_input(limit: u64) -> Result<String, FileError> {
    limited(io::stdin().lock(), Path::new("-"), limit)
}

fn limited(from: impl Read, path: &Path, limit: u64) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes).map_err(unread(path))?;
    if bytes.len() as u64 > limit {
        let path = path.to_owned();
        return Err(FileError::TextTooLong { path, limit });
    }
    String::from_utf8(bytes).map_err(|_| unread(path)(ErrorKind::InvalidData.into()))
}

/// Renames a damaged file so that nothing of it is lost: `name.damaged`, or
/// `name.damaged-2` and so on where that is taken. Returns its new path.
///
/// # Errors
/// [`FileError::Write`] where it cannot be renamed.
pub fn put_aside(path: &Path) -> Result<PathBuf, FileError> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let candidates = std::iter::once(format!("{name}.damaged")).chain((2..).map(|n| format!("{name}.damaged-{n}")));
    let free = candidates
        .map(|candidate| path.with_file_name(candidate))
        .find(|candidate| !candidate.exists());
    let aside = free.unwrap_or_else(|| path.with_extension("damaged"));
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Makes a folder, and those above it, where it is missing.
///
/// # Errors
/// [`FileError::FolderRefuses`] where it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|source| FileError::FolderRefuses {
        folder: folder.to_owned(),
        source,
    })
}

/// Whether there is a file, or anything else, under this name.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// The path, with the home folder in place of a leading `~/`, as a shell would
/// read it.
pub fn expand_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}

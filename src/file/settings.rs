//! Files as they are found: small texts are read with a limit and put aside if damaged. A pipe is not
//! opened in place of a file, since that would wait for its writer.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::FileError;

/// Returns the text of a file; `None` if there is no file.
///
/// # Errors
/// [`FileError::Read`] if it cannot be read or is not UTF-8, [`FileError::TextTooLong`] if it is longer
/// than `limit` bytes; [`FileError::IsFolder`], [`FileError::NotRegular`].
pub fn read_text(path: &Path, limit: u64) -> Result<Option<String>, FileError> {
    match open_regular(path) {
        Ok((file, _)) => limited(file, path, limit).map(Some),
        Err(FileError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns a function that makes [`FileError::Read`] of an I/O error for this path.
pub(super) fn unread(path: &Path) -> impl Fn(io::Error) -> FileError {
    |source| FileError::Read {
        path: path.to_owned(),
        source,
    }
}

/// Opens a regular file for reading; returns it with its length.
///
/// # Errors
/// [`FileError::Read`], [`FileError::IsFolder`], [`FileError::NotRegular`].
pub(super) fn open_regular(path: &Path) -> Result<(fs::File, u64), FileError> {
    // Checked before opening, since opening a pipe would wait for its writer.
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

/// Reads the standard input to its end, as text.
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

/// Renames a damaged file so that nothing of it is lost: to `name.damaged`, or to `name.damaged-2` and
/// so on if that is taken. Returns its new path.
///
/// # Errors
/// [`FileError::Write`] if it cannot be renamed.
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

/// Creates a folder and its parents, if they do not exist.
///
/// # Errors
/// [`FileError::FolderRefuses`] if it cannot be created.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|source| FileError::FolderRefuses {
        folder: folder.to_owned(),
        source,
    })
}

/// Checks whether there is a file, or anything else, under this name.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Returns the path with the home folder in place of a leading `~/`, as in a shell.
pub fn expand_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}

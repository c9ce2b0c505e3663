//! Unfinished files: `.poscope-`, six letters, `.part`, in the folder of the file that each will become.
//!
//! A process that is killed leaves its unfinished file behind. The writer of such a file holds a lock
//! on it, which is released when the process ends, however it ends. So a file that can be locked has no
//! writer, and the next process that writes into the folder removes it, whatever process wrote it and,
//! on a network folder, whichever machine it ran on, since the server keeps the locks. If there are no
//! locks, or the file belongs to another user, it stays.

use std::collections::HashSet;
use std::fs::{self, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".poscope-";
const SUFFIX: &str = ".part";

/// Number of letters between prefix and suffix.
const LETTERS: usize = 6;

/// The most names of a folder that are looked at, so that this is quick however many files it has.
const LOOKED_AT: usize = 100_000;

/// How many files are tried in turn, since another process may take a new one for abandoned.
const ATTEMPTS: usize = 8;

/// The folders that this process has cleaned up.
static TIDY: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Creates an unfinished file, which is removed when it is dropped. If it will replace another one
/// (`private`), only this user can read it until it gets the old file's permissions, which may be
/// narrower than the usual ones.
pub fn new(folder: &Path, private: bool) -> io::Result<NamedTempFile> {
    let is_first = TIDY
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert_default()
        .insert(folder.to_owned());
    if is_first {
        remove_abandoned(folder);
    }
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS);
    #[cfg(unix)]
    if !private {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = private;
    for _ in 0..ATTEMPTS {
        let part = builder.tempfile_in(folder)?;
        // Between its creation and its lock the file looks abandoned.
        let is_taken = matches!(part.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && part.path().exists() {
            return Ok(part);
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Removes the unfinished files that have no writer. Failures are ignored: cleaning up is not what this
/// process was started for.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().take(LOOKED_AT).flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if !entry.file_name().to_str().is_some_and(is_part) || !is_file() {
            continue;
        }
        // A file that cannot be opened may belong to another user, and stays.
        let Ok(file) = OpenOptions::new().read(true).write(true).open(entry.path()) else {
            continue;
        };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Checks whether a name is that of an unfinished file.
fn is_part(name: &str) -> bool {
    let letters = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

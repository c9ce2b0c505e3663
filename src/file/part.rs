//! Unfinished files: `.poscope-` and six letters and `.part`, in the folder of the file that each will be.
//!
//! A process that is killed leaves its unfinished file behind. Who writes one holds its lock, which
//! goes with the process, however that ends. So a file whose lock can be had has no writer, and the
//! next process that writes into the folder removes it: whatever its number was, and on a network folder
//! whichever machine it ran on, since the server keeps the locks. Where there are no locks, or the file
//! is another user's, it stays.

use std::collections::HashSet;
use std::fs::{self, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".poscope-";
const SUFFIX: &str = ".part";

/// Letters between them.
const LETTERS: usize = 6;

/// How many names of a folder are looked at: a moment's work, however many files it has.
const LOOKED_AT: usize = 100_000;

/// How often another file is made where somebody takes a new one for abandoned.
const ATTEMPTS: usize = 8;

/// The folders that this process has tidied up.
static TIDY: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Makes an unfinished file, which is removed when it is dropped. One that will replace another
/// (`private`) is for this user's eyes only until it gets the old one's permissions, which may be no
/// wider.
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
        // Between its first moment and its lock it looks abandoned.
        let is_taken = matches!(part.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && part.path().exists() {
            return Ok(part);
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Removes the unfinished files that nobody writes. Where that fails they stay: it is not what this
/// process was started for.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().take(LOOKED_AT).flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if !entry.file_name().to_str().is_some_and(is_part) || !is_file() {
            continue;
        }
        // Of another user's file it is not known whether it may go.
        let Ok(file) = OpenOptions::new().read(true).write(true).open(entry.path()) else {
            continue;
        };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether an unfinished file may be called so.
fn is_part(name: &str) -> bool {
    let letters = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

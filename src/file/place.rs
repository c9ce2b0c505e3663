//! Which names stand for one file: names are compared as the file system does, whatever dots and links
//! are in them, and whether or not the files exist yet.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::whole::{LINKS, folder_of};

/// How many of a folder's entries are looked at to learn whether it is case-sensitive.
const ENTRIES: usize = 16;

/// What identifies a folder: on Unix its device and inode numbers, elsewhere its path without links.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

/// Where a file is or will be. Equal for all names of one file; in the order, files below a folder come
/// right after it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The innermost existing folder; `None` if there is none.
    folder: Option<Identity>,
    /// The names below that folder.
    names: PathBuf,
}

impl Place {
    /// Checks whether this is the place of a file that is, or will be, a folder above the other one.
    pub fn is_above(&self, other: &Self) -> bool {
        self.folder == other.folder && self != other && other.names.starts_with(&self.names)
    }
}

/// Finds places, and remembers the folders that it has seen.
#[derive(Debug, Default)]
pub struct Places {
    folders: HashMap<PathBuf, Option<Folder>>,
}

/// An existing folder.
#[derive(Clone, Debug)]
struct Folder {
    identity: Identity,
    /// Whether names in the folder are compared without regard to case.
    ignores_case: bool,
}

impl Places {
    /// Returns the place of a file.
    pub fn of(&mut self, path: &Path) -> Place {
        let path = followed(path);
        let mut names: Vec<_> = path.file_name().into_iter().collect();
        let mut above = folder_of(&path);
        while self.folder(above).is_none() && folder_of(above) != above {
            names.extend(above.file_name());
            above = folder_of(above);
        }
        let folder = self.folder(above);
        let ignores_case = folder.as_ref().is_some_and(|folder| folder.ignores_case);
        let names: PathBuf = names.into_iter().rev().collect();
        Place {
            folder: folder.map(|folder| folder.identity),
            names: if ignores_case { folded(&names) } else { names },
        }
    }

    /// Returns what is known about a folder; `None` if it does not exist.
    fn folder(&mut self, path: &Path) -> Option<Folder> {
        if let Some(known) = self.folders.get(path) {
            return known.clone();
        }
        let folder = identity(path).map(|identity| Folder {
            identity,
            ignores_case: ignores_case(path),
        });
        self.folders.insert(path.to_owned(), folder.clone());
        folder
    }
}

/// Returns the path with the links at its last name followed.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = folder_of(&path).join(link),
            Err(_) => break,
        }
    }
    path
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok()
}

/// Checks whether a folder ignores case, as far as the names of its entries, or its own, can tell.
fn ignores_case(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(ENTRIES);
    let mut paths = entries.map(|entry| entry.path()).chain([folder.to_owned()]);
    let is_same = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let other = [name.to_uppercase(), name.to_lowercase()];
        let other = other.iter().find(|other| *other != name)?;
        let found = identity(&path);
        Some(found.is_some() && found == identity(&path.with_file_name(other)))
    };
    paths.find_map(is_same).unwrap_or(false)
}

fn folded(names: &Path) -> PathBuf {
    names.to_string_lossy().to_lowercase().into()
}

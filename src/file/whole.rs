//! A file appears under its name only when it is whole.
//!
//! The bytes go to a [`part`] file in the same folder, which takes the final name when the last byte is
//! on the disk. Until then readers see the old file or none.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::FileError;
use super::one_line::one_line_path;
use super::part;

/// Bytes that are buffered before they are written.
const BUFFER: usize = 1 << 16;

/// The most symbolic links that are followed, as in Linux.
pub(super) const LINKS: usize = 40;

/// Where bytes go.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    /// A file, a pipe or a device.
    Path(PathBuf),
    /// The standard output, named `-` on the command line.
    StandardOutput,
}

impl Destination {
    /// Parses `-` as the standard output, anything else as a path (a file named `-` is `./-`).
    ///
    /// ```
    /// use poscope::file::Destination;
    /// assert_eq!(Destination::parse("-"), Destination::StandardOutput);
    /// assert_eq!(Destination::parse("./-"), Destination::Path("./-".into()));
    /// ```
    pub fn parse(text: impl Into<OsString>) -> Destination {
        let text = text.into();
        if text == "-" {
            Destination::StandardOutput
        } else {
            Destination::Path(text.into())
        }
    }
}

/// As [`Destination::parse`]; lets clap take a `Destination` as an argument.
impl From<OsString> for Destination {
    fn from(text: OsString) -> Destination {
        Destination::parse(text)
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Destination::Path(path) => f.write_str(&one_line_path(path)),
            Destination::StandardOutput => f.write_str("standard output"),
        }
    }
}

/// Runs `write` and puts its output under the destination's name.
///
/// - If `write` fails, no new file is left behind and an existing one is untouched.
/// - A new file has the permissions of any new file (0666 without the umask); a replaced
///   one keeps its own. (It gets the owner of the process, and other hard links to the old file
///   keep the old bytes: this is a new file under an old name.)
/// - A symbolic link stays; the file that it points to is replaced or created.
/// - A pipe or a device (`/dev/null`, `/dev/stdout`) and the standard output are written
///   directly, so that what came before a failure has been written.
///
/// # Errors
/// What `write` returns, and [`FileError::NoFolder`], [`FileError::FolderRefuses`],
/// [`FileError::IsFolder`]; anything else, such as a full disk or a broken pipe, is
/// [`FileError::Write`] with the destination filled in.
pub fn write_whole(
    destination: &Destination,
    write: impl FnOnce(&mut dyn Write) -> Result<(), FileError>,
) -> Result<(), FileError> {
    #[expect(clippy::disallowed_methods, reason = "bytes that were asked for, not words")]
    let result = match destination {
        Destination::StandardOutput => write_through(io::stdout().lock(), write),
        Destination::Path(path) => match find_target(path)? {
            WriteTarget::Stream(stream) => write_through(stream, write),
            WriteTarget::File { path, replaced } => write_file(&path, replaced.as_ref(), write),
        },
    };
    result.map_err(|error| match error {
        FileError::Write {
            destination: None,
            source,
        } => FileError::Write {
            destination: Some(destination.clone()),
            source,
        },
        other => other,
    })
}

/// Checks what can be known before anything is written: whether the folder exists, and whether the file
/// may be created or replaced.
///
/// # Errors
/// As [`write_whole`], except for errors that only writing shows.
pub fn check_destination(destination: &Destination) -> Result<(), FileError> {
    match destination {
        Destination::StandardOutput => Ok(()),
        // Opening a pipe would wait for its reader.
        Destination::Path(path) if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) => Ok(()),
        Destination::Path(path) => find_target(path).map(|_| ()),
    }
}

/// What a path turned out to be.
enum WriteTarget {
    /// Something that cannot be replaced, open for writing.
    Stream(File),
    /// A file to create or to replace (then with the old file's metadata), links followed.
    File { path: PathBuf, replaced: Option<Metadata> },
}

fn find_target(path: &Path) -> Result<WriteTarget, FileError> {
    let failed = |source| FileError::Write {
        destination: Some(Destination::Path(path.to_owned())),
        source,
    };
    let replaced = match fs::metadata(path) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let names_folder = path.file_name().is_none() || path.to_string_lossy().ends_with('/');
    match &replaced {
        Some(metadata) if metadata.is_dir() => {
            return Err(FileError::IsFolder { path: path.into() });
        }
        Some(metadata) if metadata.is_file() => {}
        Some(_) => return open_stream(path).map_err(failed),
        None if names_folder => {
            return Err(FileError::NoFolder { folder: path.into() });
        }
        None => {}
    }

    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let folder = folder_of(&path);
        match fs::canonicalize(folder) {
            // An open file of a process (`/dev/stdout`): its name in that folder is not a path to write to.
            Ok(folder) if folder.starts_with("/proc") => return open_stream(&path).map_err(failed),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FileError::NoFolder {
                    folder: folder.to_owned(),
                });
            }
            Err(error) => return Err(failed(error)),
        }
        match fs::read_link(&path) {
            Ok(link) => path = folder.join(link),
            Err(_) => {
                if replaced.is_some() {
                    // Checks whether this file may be written, and changes nothing.
                    OpenOptions::new().write(true).open(&path).map_err(failed)?;
                }
                return Ok(WriteTarget::File { path, replaced });
            }
        }
    }
    Err(failed(io::ErrorKind::TooManyLinks.into()))
}

/// Opens an existing file for writing at its end, the only place in a pipe or a device.
fn open_stream(path: &Path) -> io::Result<WriteTarget> {
    let stream = OpenOptions::new().append(true).open(path)?;
    Ok(WriteTarget::Stream(stream))
}

/// Returns the folder of a path's last name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

fn write_through(
    stream: impl Write,
    write: impl FnOnce(&mut dyn Write) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut buffered = BufWriter::with_capacity(BUFFER, stream);
    write(&mut buffered)?;
    Ok(buffered.flush()?)
}

fn write_file(
    path: &Path,
    replaced: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let folder = folder_of(path);
    // Dropped, and the file removed, on every way out of here until it is persisted.
    let part = part::new(folder, replaced.is_some()).map_err(|source| match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => FileError::FolderRefuses {
            folder: folder.to_owned(),
            source,
        },
        _ => source.into(),
    })?;
    write_through(part.as_file(), write)?;
    if let Some(metadata) = replaced {
        part.as_file().set_permissions(metadata.permissions())?;
    }
    // After a power cut the name must not stand for bytes that never reached the disk.
    part.as_file().sync_all()?;
    part.persist(path).map_err(|error| error.error)?;
    Ok(())
}

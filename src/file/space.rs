//! The disk space that a file takes.

use std::path::Path;

use super::whole::{Destination, folder_of};

/// Checks whether bytes written to this destination take disk space: those to the standard output, a
/// pipe or a device do not.
pub fn takes_space(destination: &Destination) -> bool {
    match destination {
        Destination::StandardOutput => false,
        Destination::Path(path) => path.metadata().map_or(true, |metadata| metadata.is_file()),
    }
}

/// Returns the free bytes on the disk of a new file; `None` if the system does not say.
pub fn free_bytes(path: &Path) -> Option<u64> {
    fs4::available_space(folder_of(path)).ok()
}

//! The room that a file takes.

use std::path::Path;

use super::whole::{Destination, folder_of};

/// Whether bytes that are written here take room on a disk: not those that go to the standard
/// output, a pipe or a device.
pub fn takes_space(destination: &Destination) -> bool {
    match destination {
        Destination::StandardOutput => false,
        Destination::Path(path) => path.metadata().map_or(true, |metadata| metadata.is_file()),
    }
}

/// The bytes that are free on the disk of a new file, where the system says.
pub fn free_bytes(path: &Path) -> Option<u64> {
    fs4::available_space(folder_of(path)).ok()
}

//! What of a command can be checked before anything is computed or written: what it shows, and the
//! place of its file. What only the work itself shows comes later.

use std::path::Path;

use crate::file::{Destination, FileError, check_destination};
use crate::text::Language;

use super::Command;
use super::error::CliError;

/// Checks a command that makes this file; a folder that is missing is not missed where
/// `makes_folder`.
///
/// # Errors
/// The first option that is refused.
pub(super) fn check(command: &Command, output: &Path, language: Language, makes_folder: bool) -> Result<(), CliError> {
    match command {
        Command::Export { export } => export.check(language)?,
        Command::Animate(animate) => animate.check(language)?,
        Command::Table(table) => table.check()?,
        _ => {}
    }
    match check_destination(&Destination::parse(output)) {
        // A folder that is to be made, and not hidden behind a link that leads nowhere.
        Err(FileError::NoFolder { folder }) if makes_folder && !folder.is_symlink() => Ok(()),
        checked => Ok(checked?),
    }
}

//! The checks of a command before anything is computed or written: what it shows, and where its
//! file goes. Errors that only the work itself reveals come later.

use std::path::Path;

use crate::file::{Destination, FileError, check_destination};
use crate::text::Language;

use super::PoscopeCommand;
use super::error::CliError;

/// Checks a command that makes this file; a missing folder is accepted if `makes_folder`.
///
/// # Errors
/// The first option that is refused.
pub(super) fn check(
    command: &PoscopeCommand,
    output: &Path,
    language: Language,
    makes_folder: bool,
) -> Result<(), CliError> {
    match command {
        PoscopeCommand::Export { export } => export.check(language)?,
        PoscopeCommand::Animate(animate) => animate.check(language)?,
        PoscopeCommand::Table(table) => table.check()?,
        _ => {}
    }
    match check_destination(&Destination::parse(output)) {
        // A folder that will be made, and not a link that leads nowhere.
        Err(FileError::NoFolder { folder }) if makes_folder && !folder.is_symlink() => Ok(()),
        checked => Ok(checked?),
    }
}

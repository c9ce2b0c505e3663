//! The system's errors about files, in both languages.

use std::io::{self, ErrorKind};

use super::Language;
use crate::tr;

/// Returns the reason of a system error. An error of a kind without a translation keeps its own words.
pub fn system_error(error: &io::Error, language: Language) -> String {
    let key = match error.kind() {
        ErrorKind::NotFound => "system.not_found",
        ErrorKind::PermissionDenied => "system.permission",
        ErrorKind::AlreadyExists => "system.exists",
        ErrorKind::IsADirectory => "system.is_folder",
        ErrorKind::NotADirectory => "system.no_folder",
        ErrorKind::StorageFull => "system.full",
        ErrorKind::QuotaExceeded => "system.quota",
        ErrorKind::ReadOnlyFilesystem => "system.read_only",
        ErrorKind::FileTooLarge => "system.too_large",
        ErrorKind::InvalidData => "system.not_utf8",
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => "system.bad_name",
        ErrorKind::UnexpectedEof => "system.ends_early",
        ErrorKind::BrokenPipe => "system.broken_pipe",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "system.busy",
        ErrorKind::TooManyLinks => "system.links",
        ErrorKind::TimedOut => "system.timed_out",
        ErrorKind::OutOfMemory => "system.memory",
        ErrorKind::Interrupted => "system.interrupted",
        ErrorKind::Unsupported => "system.unsupported",
        _ => return tr!(language, "system.other", words = error),
    };
    tr!(language, key)
}

//! `poscope session FILE`: the session in a file or a picture, as text; and the session of
//! `--session FILE` and of the window.

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgMatches, Args};

use crate::file::{self, Destination};
use crate::session::{Opened, from_text, share, to_json};
use crate::text::{Language, outside_fields, unknown_fields};
use crate::view::misfits;

use super::error::CliError;
use super::spec::versus_session;
use super::terminal::note;

/// The options of `session`.
#[derive(Args, Debug)]
pub struct SessionArguments {
    /// A saved session, a text that was shared, or a picture that poscope wrote
    #[arg(value_name = "FILE")]
    file: OsString,
    /// The file to write, - for standard output [default: -]
    #[arg(short, long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    output: Destination,
    /// The short text that can be pasted, instead of JSON
    #[arg(long)]
    share: bool,
}

/// Prints the session.
///
/// # Errors
/// The reason why there is none, or why it was not written.
pub fn run(arguments: &SessionArguments, language: Language) -> Result<(), CliError> {
    let opened = open(Path::new(&arguments.file))?;
    let text = if arguments.share {
        share(&opened.session) + "\n"
    } else {
        to_json(&opened.session)
    };
    file::write_whole(&arguments.output, |out| Ok(out.write_all(text.as_bytes())?))?;
    note_fields(&opened, language);
    Ok(())
}

/// Returns the session in a file.
///
/// # Errors
/// The reason why there is none.
pub fn open(path: &Path) -> Result<Opened, CliError> {
    let text = file::read_session_text(path)?;
    from_text(&text).map_err(|error| CliError::Session {
        error,
        path: path.to_owned(),
    })
}

/// Reports what the sessions of `--session` contain that this version does not know, for any
/// command with that option.
pub fn note_unknown(matches: &ArgMatches, language: Language) {
    let given = matches.try_get_one::<OsString>("session").ok().flatten();
    // The command itself reports a session that cannot be read.
    let first = given.and_then(|path| open(Path::new(path)).ok());
    let versus = matches.try_get_one::<String>("versus").ok().flatten();
    let second = versus.and_then(|text| versus_session(text));
    for opened in [first, second].into_iter().flatten() {
        note_fields(&opened, language);
    }
    if let Some((_, matches)) = matches.subcommand() {
        note_unknown(matches, language);
    }
}

fn note_fields(opened: &Opened, language: Language) {
    let unknown = [opened.unknown.clone(), misfits(&opened.session)].concat();
    note(unknown_fields(&unknown, language));
    note(outside_fields(&opened.session.outside(), language));
}

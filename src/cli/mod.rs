//! The command line: the same program and the same code paths as the window.
//!
//! | file | what it knows |
//! |---|---|
//! | [`spec`] | the options that choose an encoding |
//! | [`settings`] | the settings of every scheme as options |
//! | [`figure`] | the options that lay out a picture |
//! | [`export`] | `poscope export`: pictures |
//! | [`table`] | `poscope table`: numbers |
//! | [`code`] | `poscope code`: the code that makes them |
//! | [`presets`] | `poscope presets`: models and mistakes |
//! | [`columns`] | words in columns |
//! | [`notes`] | lines on standard error beside a result |
//! | [`error`] | why a command was refused, in one line |
//! | [`window`] | `poscope export window`, and opening the window |
//! | [`usage`] | the same for what the parser refuses |
//! | [`help`] | `--help` in Chinese |
//! | [`progress`] | how far a long command is |
//!
//! Exit status 0: done; 2: bad usage or input, with one line on standard error;
//! 130: stopped by Ctrl C, nothing written.

pub mod code;
pub mod columns;
pub mod error;
pub mod export;
pub mod figure;
pub mod help;
pub mod notes;
pub mod presets;
pub mod progress;
pub mod settings;
pub mod spec;
mod strategies;
pub mod table;
pub mod usage;
pub mod window;

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::file::{Destination, FileError};
use crate::text::Language;
use error::CliError;

/// The arguments of the program.
#[derive(Parser, Debug)]
#[command(name = "poscope", version, about = "A microscope for positional encodings")]
#[command(after_help = "Without a command the window opens.", disable_help_subcommand = true)]
struct Arguments {
    /// Language of messages: en or zh; the system's unless given
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What can be done without the window.
#[derive(Subcommand, Debug)]
enum Command {
    /// Write a picture: poscope export heatmap -o h.png
    #[command(arg_required_else_help = false, disable_help_subcommand = true)]
    Export {
        #[command(subcommand)]
        view: export::View,
    },
    /// Write the numbers: poscope table -o pe.npy
    Table(table::Table),
    /// Write the code that makes the table: poscope code numpy
    Code(code::Code),
    /// List models with their encodings, and mistakes: poscope presets whisper
    Presets(presets::Presets),
}

/// What is left to do when the command line has been read.
#[derive(Debug)]
pub enum Next {
    /// Nothing: the command ran, or was refused, and this is the exit status.
    Exit(ExitCode),
    /// Open the window, in this language where one was asked for.
    OpenWindow(Option<Language>),
}

/// Runs the command that the arguments (the program's name first) ask for.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Next {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Looked up by hand, as the parser's own complaints are to be in this language too.
    let chosen = chosen_language(&arguments);
    let language = chosen.unwrap_or_else(Language::of_system);
    let command = match language {
        Language::English => Arguments::command(),
        Language::Chinese => help::in_chinese(Arguments::command()),
    };
    let matches = command.try_get_matches_from(arguments);
    let parsed = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(parsed) => parsed,
        Err(error) if !error.use_stderr() => return Next::Exit(print_help(&error)),
        Err(error) => return Next::Exit(refuse(&CliError::Usage(error), language)),
    };
    if parsed.command.is_some() {
        progress::stop_on_interrupt();
    }
    let done = check_language(parsed.lang.as_deref()).and_then(|()| match &parsed.command {
        None => Ok(false),
        Some(Command::Export { view }) => export::run(view, language).map(|()| true),
        Some(Command::Table(table)) => table::run(table, language).map(|()| true),
        Some(Command::Code(code)) => code::run(code).map(|()| true),
        Some(Command::Presets(presets)) => presets::run(presets, language).map(|()| true),
    });
    match done {
        Ok(true) => Next::Exit(ExitCode::SUCCESS),
        Ok(false) => Next::OpenWindow(chosen),
        Err(error) if reader_has_left(&error) => Next::Exit(ExitCode::SUCCESS),
        Err(_) if progress::interrupt().is_raised() => Next::Exit(ExitCode::from(progress::INTERRUPTED_STATUS)),
        Err(error) => Next::Exit(refuse(&error, language)),
    }
}

/// The language after `--lang`, if it is one.
fn chosen_language(arguments: &[OsString]) -> Option<Language> {
    let mut rest = arguments.iter().skip(1).map(OsString::as_os_str);
    while let Some(argument) = rest.next() {
        if argument == "--" {
            return None;
        }
        let value = if argument == "--lang" {
            rest.next().and_then(OsStr::to_str)
        } else {
            argument.to_str().and_then(|text| text.strip_prefix("--lang="))
        };
        if let Some(language) = value.and_then(parse_language) {
            return Some(language);
        }
    }
    None
}

fn parse_language(text: &str) -> Option<Language> {
    match text {
        "en" => Some(Language::English),
        "zh" => Some(Language::Chinese),
        _ => None,
    }
}

fn check_language(text: Option<&str>) -> Result<(), CliError> {
    match text {
        Some(text) if parse_language(text).is_none() => Err(CliError::choice("--lang", text, ["en", "zh"])),
        _ => Ok(()),
    }
}

/// Prints what `--help` or `--version` asked for.
fn print_help(error: &clap::Error) -> ExitCode {
    match write!(io::stdout().lock(), "{}", error.render()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

/// Whether whoever read our standard output has had enough (`poscope table -o - | head`), which is
/// no failure of ours.
fn reader_has_left(error: &CliError) -> bool {
    matches!(error, CliError::File(FileError::Write { destination: Some(Destination::StandardOutput), source })
        if source.kind() == ErrorKind::BrokenPipe)
}

fn refuse(error: &CliError, language: Language) -> ExitCode {
    print_error(&error.words(language));
    ExitCode::from(2)
}

/// Prints one line: a line break in a file's name or an argument is shown as `\n`.
fn print_error(words: &str) {
    let mut line = String::from("poscope: ");
    for character in words.chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line.push('\n');
    // Whoever closed standard error does not want to be told.
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

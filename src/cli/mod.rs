//! The command line: the same program and the same code paths as the window.
//!
//! | file | what it knows |
//! |---|---|
//! | [`spec`] | the options that choose an encoding |
//! | [`settings`] | the settings of every scheme as options |
//! | [`figure`] | the options that lay out a picture |
//! | [`sheet`] | the options of figures with axes and words |
//! | [`export`] | `poscope export`: pictures |
//! | [`figured`] | what the figure of such a command shows |
//! | [`numbers`] | the curves of a view as numbers |
//! | [`animate`] | `poscope animate`: figures in which a number changes |
//! | [`table`] | `poscope table`: numbers |
//! | [`session`] | `poscope session`, `--session`: the session that made a file or a picture |
//! | [`code`] | `poscope code`: the code that makes a table |
//! | [`presets`] | `poscope presets`: models and mistakes |
//! | [`ask`] | the question before a large table is written |
//! | [`batch`] | `poscope batch`: a file of commands |
//! | [`jobs`] | the text of a job file, and what a batch refuses |
//! | [`sweep`] | `--sweep`: one command line per value of an option |
//! | [`template`] | the names of a sweep's files |
//! | [`mod@line`] | a command line, rewritten with other values |
//! | [`check`] | what can be checked of a command before it runs |
//! | [`series`] | commands in a row |
//! | [`columns`] | words in columns |
//! | [`terminal`] | everything that is written to a terminal |
//! | [`outputs`] | the files that several commands will write |
//! | [`error`] | why a command was refused, in one line |
//! | [`window`] | `poscope export window`, and opening the window |
//! | [`usage`] | why the parser refused a command, in one line |
//! | [`help`] | the texts of `--help` |
//! | [`progress`] | the progress of a long command |
//!
//! Exit status 0: done; 2: bad usage or input, with one line on standard error (for a batch, one
//! per command that failed); 130: stopped by Ctrl C, with no unfinished file left behind.

pub mod animate;
pub mod ask;
pub mod batch;
pub mod check;
pub mod code;
pub mod columns;
pub mod error;
pub mod export;
pub mod figure;
pub mod figured;
pub mod help;
pub mod jobs;
pub mod line;
pub mod numbers;
pub mod outputs;
pub mod presets;
pub mod progress;
pub mod series;
pub mod session;
pub mod settings;
pub mod sheet;
pub mod spec;
mod spelling;
pub mod sweep;
pub mod table;
pub mod template;
pub mod terminal;
pub mod usage;
pub mod window;

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::app::Start;
use crate::encoding::nearest;
use crate::file::{self, Destination, FileError};
use crate::text::Language;
use error::{CliError, shown};
use line::InnermostCommand;
use spelling::{spelled, with_nearest};

/// The arguments of the program.
#[derive(Parser, Debug)]
#[command(name = "poscope", version, disable_help_subcommand = true)]
struct Arguments {
    /// Language of messages: en or zh; the system's unless given
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// A saved session, or a picture that poscope wrote, to open the window on
    #[arg(value_name = "FILE")]
    file: Option<OsString>,
    #[command(subcommand)]
    command: Option<PoscopeCommand>,
}

/// What can be done without the window.
#[derive(Subcommand, Debug)]
enum PoscopeCommand {
    /// Write a picture: poscope export heatmap -o h.png
    #[command(arg_required_else_help = false, disable_help_subcommand = true)]
    Export {
        #[command(subcommand)]
        export: export::ExportCommand,
    },
    /// Write an animation: poscope animate heatmap --over base --from 100 --to 1e6 -o h.gif
    Animate(animate::Animate),
    /// Write the numbers: poscope table -o pe.npy
    Table(table::TableArguments),
    /// Run the commands of a text file and make a folder of files: poscope batch figures.txt
    Batch(batch::Batch),
    /// Write the code that makes the table: poscope code numpy
    Code(code::Code),
    /// List models with their encodings, and mistakes: poscope presets whisper
    Presets(presets::Presets),
    /// Print the session in a picture or a file: poscope session h.png
    Session(session::SessionArguments),
}

/// What remains to be done after the command line has been read.
#[derive(Debug)]
pub enum Next {
    /// Nothing: the command ran or was refused, and this is the exit status.
    Exit(ExitCode),
    /// Open the window.
    OpenWindow(Box<Start>),
}

/// Runs the command that the arguments (starting with the program's name) ask for.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Next {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Looked up by hand, since the parser's own errors must be in this language too.
    let chosen = chosen_language(&arguments);
    let language = chosen.unwrap_or_else(Language::of_system);
    let mut parser = bare_parser();
    let arguments = spelled(arguments, &parser);
    if asks_for_help(&arguments) {
        parser = help::in_language(parser, language, &|name| {
            arguments.iter().any(|argument| argument == name)
        });
    }
    let no_command = no_command(&arguments, &parser);
    let matches = parser.try_get_matches_from_mut(&arguments);
    let read = matches.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches)));
    let (parsed, matches) = match (read, no_command) {
        (Err(error), _) if !error.use_stderr() => return Next::Exit(print_help(&error)),
        (_, Some(word)) => return Next::Exit(refuse(&no_command_error(word, &parser), language)),
        (Err(error), None) => {
            let error = with_nearest(error, arguments, &parser);
            return Next::Exit(refuse(&CliError::Usage(error), language));
        }
        (Ok(read), None) => read,
    };
    if parsed.command.is_some() {
        progress::stop_on_interrupt();
    }
    let done = check_language(parsed.lang.as_deref()).and_then(|()| {
        let line = InnermostCommand::new(&parser, &matches);
        let status = match &parsed.command {
            None => {
                let open = |file| Ok::<_, CliError>((PathBuf::from(file), session::open(Path::new(file))?));
                let opened = parsed.file.as_ref().map(open).transpose()?;
                return Ok(Next::OpenWindow(Box::new(Start {
                    language: chosen,
                    opened,
                })));
            }
            Some(_) if sweep::is_asked_for(&line) => {
                let tasks = series::tasks(&line, &mut bare_parser(), language, false, |output| {
                    Ok(output.to_owned())
                })?;
                series::run(&tasks, language)?;
                ExitCode::SUCCESS
            }
            Some(PoscopeCommand::Batch(batch)) => batch::run(batch, language)?,
            Some(command) => {
                perform(command, language)?;
                ExitCode::SUCCESS
            }
        };
        Ok(Next::Exit(status))
    });
    match done {
        Ok(next) => {
            // After everything that can be refused, so that a refusal is a single line.
            session::note_unknown(&matches, language);
            next
        }
        Err(error) if reader_has_left(&error) => Next::Exit(ExitCode::SUCCESS),
        Err(_) if progress::interrupt().is_raised() => Next::Exit(ExitCode::from(progress::INTERRUPTED_STATUS)),
        Err(error) => Next::Exit(refuse(&error, language)),
    }
}

/// Returns the command-line parser without the help texts.
pub fn bare_parser() -> clap::Command {
    let mut parser = animate::without_stills(sweep::with_sweeps(Arguments::command()));
    parser.build();
    parser
}

/// Returns whether help may be asked for. The texts of help take as long as everything else at startup.
fn asks_for_help(arguments: &[OsString]) -> bool {
    let may_ask = |argument: &OsString| {
        let argument = argument.to_string_lossy();
        let is_short = argument.starts_with('-') && !argument.starts_with("--") && argument.contains('h');
        argument.starts_with("--h") || is_short
    };
    arguments.iter().any(may_ask)
}

/// Runs a command that makes one thing.
fn perform(command: &PoscopeCommand, language: Language) -> Result<(), CliError> {
    match command {
        PoscopeCommand::Export { export } => export.run(language),
        PoscopeCommand::Animate(animate) => animate.run(language),
        PoscopeCommand::Table(table) => table::run(table, language),
        PoscopeCommand::Code(code) => code::run(code),
        PoscopeCommand::Presets(presets) => presets::run(presets, language),
        PoscopeCommand::Session(session) => session::run(session, language),
        PoscopeCommand::Batch(_) => Err(jobs::BatchError::NotAJob("batch".to_owned()).into()),
    }
}

/// Returns the first word, if it looks like a command and there is neither a command nor a file with that name.
fn no_command(arguments: &[OsString], command: &clap::Command) -> Option<String> {
    let mut rest = arguments.iter().skip(1);
    let word = loop {
        let argument = rest.next()?.to_str()?;
        match argument {
            "--lang" => drop(rest.next()),
            "--" => return None,
            _ if argument.starts_with('-') => {}
            _ => break argument,
        }
    };
    let is_known = command.find_subcommand(word).is_some() || word.contains(['.', '/', '\\']);
    (!is_known && !file::exists(Path::new(word))).then(|| shown(word))
}

/// Returns the error of a word that is no command, with the command that may be meant.
fn no_command_error(word: String, parser: &clap::Command) -> CliError {
    let meant = nearest(&word, parser.get_subcommands().map(clap::Command::get_name)).map(str::to_owned);
    CliError::NoCommand { word, meant }
}

/// Returns the language after `--lang`, if it is valid.
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
    // As systems, browsers and people write it: `zh-CN`, `zh_CN.UTF-8`, `en-US`, `English`.
    match text.to_lowercase().split(['-', '_']).next() {
        Some("en" | "english") => Some(Language::English),
        Some("zh" | "chinese" | "中文" | "简体中文") => Some(Language::Chinese),
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
    match terminal::print(&error.render().to_string()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

/// Returns whether the reader of standard output closed it (`poscope table -o - | head`), which is not an error.
fn reader_has_left(error: &CliError) -> bool {
    matches!(error, CliError::File(FileError::Write { destination: Some(Destination::StandardOutput), source })
        if source.kind() == ErrorKind::BrokenPipe)
}

fn refuse(error: &CliError, language: Language) -> ExitCode {
    terminal::refuse(&error.words(language));
    ExitCode::from(2)
}

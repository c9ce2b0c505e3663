//! `poscope batch`: a file of commands that makes a folder of files.
//!
//! All lines are read and checked before the first one runs, so that a slip in the last line costs
//! nothing. What fails nevertheless is said, and the others go on. A job file may come from somebody
//! else: it writes into its folder and nowhere else.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::file::{FileError, make_folder, read_standard_input, read_text};
use crate::text::{Language, count};
use crate::tr;

use super::bare_parser;
use super::error::{CliError, shown};
use super::jobs::{BatchError, Job, jobs};
use super::line::Line;
use super::notes::print_error;
use super::progress::{SeriesLine, check_interrupt, make_room};
use super::series::{Task, file_key, tasks};

/// The longest file of jobs, in bytes.
const SIZE_LIMIT: u64 = 1 << 20;

/// The most files that one makes.
const TASK_LIMIT: usize = super::sweep::LIMIT;

/// The options of `batch`.
#[derive(Args, Debug)]
pub struct Batch {
    /// A text file with a command a line, such as export heatmap -o h.png; - for standard input
    #[arg(value_name = "JOBS")]
    jobs: OsString,
    /// The folder of the files, made if it is missing [default: the folder of JOBS]
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Check all commands and list the files, and make none
    #[arg(long)]
    dry_run: bool,
}

/// A task, and the line of the file that it is from.
struct Numbered {
    task: Task,
    number: usize,
}

/// Makes all files.
///
/// # Errors
/// A file of jobs that cannot be read or has none. What is wrong with single jobs is said here, a
/// line each, and gives the exit status 2.
pub fn run(arguments: &Batch, language: Language) -> Result<ExitCode, CliError> {
    let text = arguments.read()?;
    let folder = arguments.folder();
    let found = jobs(&text);
    if found.is_empty() {
        return Err(BatchError::NoJobs(PathBuf::from(&arguments.jobs)).into());
    }
    let say = |number: usize, reason: &str| {
        let file = Path::new(&arguments.jobs).display();
        print_error(&tr!(language, "batch.at_line", file, line = number, reason));
    };
    let Some(tasks) = checked(&found, &folder, language, say) else {
        return Ok(ExitCode::from(2));
    };
    let (files, folder) = (file_count(tasks.len(), language), folder_name(&folder));
    if arguments.dry_run {
        for Numbered { task, .. } in &tasks {
            print(&task.output.display().to_string());
        }
        print(&tr!(language, "batch.would_make", files, folder));
        return Ok(ExitCode::SUCCESS);
    }
    let made = make_all(&tasks, language, say)?;
    if made == tasks.len() {
        print(&tr!(language, "batch.made", files, folder));
        return Ok(ExitCode::SUCCESS);
    }
    let made = count(made);
    print(&tr!(language, "batch.made_some", made, files, folder));
    Ok(ExitCode::from(2))
}

/// Makes the files, and says how many were made.
///
/// # Errors
/// [`FileError::Cancelled`] after Ctrl C.
fn make_all(tasks: &[Numbered], language: Language, say: impl Fn(usize, &str)) -> Result<usize, CliError> {
    let mut made = 0;
    let line = SeriesLine::new(tasks.len(), language);
    for (place, Numbered { task, number }) in tasks.iter().enumerate() {
        line.show(place + 1, &task.output);
        let done = make_parent(&task.output).and_then(|()| task.run());
        check_interrupt()?;
        match done {
            Ok(()) => made += 1,
            Err(error) => {
                make_room();
                let (output, reason) = (task.output.display(), error.words(language));
                say(*number, &tr!(language, "batch.at_output", output, reason));
            }
        }
    }
    Ok(made)
}

impl Batch {
    fn read(&self) -> Result<String, CliError> {
        if self.jobs == "-" {
            return Ok(read_standard_input(SIZE_LIMIT)?);
        }
        let path = PathBuf::from(&self.jobs);
        let text = read_text(&path, SIZE_LIMIT)?;
        Ok(text.ok_or_else(|| FileError::Read {
            path,
            source: io::ErrorKind::NotFound.into(),
        })?)
    }

    fn folder(&self) -> PathBuf {
        let beside = || Path::new(&self.jobs).parent().map(Path::to_owned);
        self.into.clone().or_else(beside).unwrap_or_default()
    }
}

/// The tasks of all jobs; none where something was refused, and then all of it has been said.
fn checked(found: &[Job], folder: &Path, language: Language, say: impl Fn(usize, &str)) -> Option<Vec<Numbered>> {
    let parser = bare_parser();
    let mut all: Vec<Numbered> = Vec::new();
    let mut lines = HashMap::new();
    let mut is_refused = false;
    for Job { number, words } in found {
        let number = *number;
        let added = tasks_of(words.as_deref(), &parser, folder, language).and_then(|tasks| {
            if all.len() + tasks.len() > TASK_LIMIT {
                return Err(BatchError::TooMany { limit: TASK_LIMIT }.into());
            }
            for task in &tasks {
                if let Some(other) = lines.insert(file_key(&task.output), number) {
                    return Err(BatchError::SameOutput {
                        output: task.output.clone(),
                        line: other,
                    }
                    .into());
                }
            }
            Ok(tasks)
        });
        match added {
            Ok(tasks) => all.extend(tasks.into_iter().map(|task| Numbered { task, number })),
            Err(error) => {
                is_refused = true;
                say(number, &error.words(language));
            }
        }
    }
    (!is_refused).then_some(all)
}

fn tasks_of(
    words: Option<&[String]>,
    parser: &clap::Command,
    folder: &Path,
    language: Language,
) -> Result<Vec<Task>, CliError> {
    let words = words.ok_or(BatchError::OpenQuote)?;
    let first = words.first().map(String::as_str).unwrap_or_default();
    if !matches!(first, "export" | "animate" | "table") {
        return Err(BatchError::NotAJob(shown(first)).into());
    }
    let all = std::iter::once("poscope").chain(words.iter().map(String::as_str));
    let matches = parser.clone().try_get_matches_from(all).map_err(|error| {
        if error.use_stderr() {
            CliError::from(error)
        } else {
            BatchError::NotAJob(shown("--help")).into()
        }
    })?;
    let language = super::chosen_language(&words.iter().map(OsString::from).collect::<Vec<_>>()).unwrap_or(language);
    let place = |output: &Path| inside(folder, output);
    tasks(&Line::new(parser, &matches), parser, language, true, place)
}

/// The file's place in the folder.
fn inside(folder: &Path, output: &Path) -> Result<PathBuf, CliError> {
    let is_inside = output
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    // A link could lead anywhere.
    let mut place = folder.to_owned();
    let has_link = output.components().any(|part| {
        place.push(part);
        place.is_symlink()
    });
    if is_inside && !has_link && output != "-" {
        Ok(folder.join(output))
    } else {
        Err(BatchError::Outside(output.to_owned()).into())
    }
}

fn make_parent(output: &Path) -> Result<(), CliError> {
    match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => Ok(make_folder(folder)?),
        _ => Ok(()),
    }
}

/// How many files, in words.
fn file_count(files: usize, language: Language) -> String {
    let key = if files == 1 { "batch.one_file" } else { "batch.files" };
    tr!(language, key, count = count(files))
}

/// A folder as a person reads it; the one that one is in has no name.
fn folder_name(folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        ".".to_owned()
    } else {
        folder.display().to_string()
    }
}

fn print(line: &str) {
    // Whoever closed standard output does not want to know.
    let _ = writeln!(io::stdout().lock(), "{line}");
}

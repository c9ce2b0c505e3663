//! `poscope batch`: a file of commands that makes a folder of files.
//!
//! All lines are read and checked before the first one runs, so that a slip in the last line costs
//! nothing. A job that fails nevertheless is reported, and the others go on. A job file may come
//! from somebody else, so it writes into its folder and nowhere else.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::file::{FileError, make_folder, one_line_path, read_standard_input, read_text};
use crate::text::{Language, count};
use crate::tr;

use super::bare_parser;
use super::error::{CliError, shown};
use super::jobs::{BatchError, DEPTH_LIMIT, Job, jobs};
use super::line::InnermostCommand;
use super::outputs::{Outputs, Taken};
use super::progress::{SeriesLine, check_interrupt, make_room};
use super::series::{Task, tasks};
use super::spelling::{spelled, with_nearest};
use super::terminal;

/// The largest job file, in bytes.
const SIZE_LIMIT: u64 = 1 << 20;

/// The most files that a job file makes, and the most jobs.
const TASK_LIMIT: usize = super::sweep::LIMIT;

/// The options of `batch`.
#[derive(Args, Debug)]
pub struct Batch {
    /// A text file with one command per line, such as export heatmap -o h.png; - for standard input
    #[arg(value_name = "JOBS")]
    jobs: OsString,
    /// The folder of the files, made if it is missing [default: the folder of JOBS]
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Check all commands and list the files, and make none
    #[arg(long)]
    dry_run: bool,
}

/// The most refusals that are reported; the others are only counted.
const SAID: usize = 100;

/// A task, and the number of its line in the job file.
struct Numbered {
    task: Task,
    number: usize,
}

/// Makes all files.
///
/// # Errors
/// If the job file cannot be read, or has no jobs or too many. Errors of single jobs are reported
/// here, one line each, and give the exit status 2.
pub fn run(arguments: &Batch, language: Language) -> Result<ExitCode, CliError> {
    let text = arguments.read()?;
    let folder = arguments.folder();
    // Each job makes at least one file.
    let found: Vec<Job> = jobs(&text).take(TASK_LIMIT + 1).collect();
    let path = Path::new(&arguments.jobs);
    if found.is_empty() {
        return Err(BatchError::NoJobs(path.to_owned()).into());
    }
    if found.len() > TASK_LIMIT {
        return Err(BatchError::TooMany { limit: TASK_LIMIT }.into());
    }
    let mut refusals = Refusals {
        file: one_line_path(path),
        language,
        count: 0,
    };
    let tasks = checked(found, arguments.file(), &folder, &mut refusals)?;
    if refusals.end() {
        return Ok(ExitCode::from(2));
    }
    let (files, folder) = (file_count(tasks.len(), language), folder_name(&folder));
    if arguments.dry_run {
        for Numbered { task, .. } in &tasks {
            terminal::say(&task.output.to_string_lossy());
        }
        terminal::say(&tr!(language, "batch.would_make", files, folder));
        return Ok(ExitCode::SUCCESS);
    }
    let made = make_all(&tasks, &mut refusals)?;
    if !refusals.end() {
        terminal::say(&tr!(language, "batch.made", files, folder));
        return Ok(ExitCode::SUCCESS);
    }
    let made = count(made);
    terminal::say(&tr!(language, "batch.made_some", made, files, folder));
    Ok(ExitCode::from(2))
}

/// Makes the files, and returns how many were made.
///
/// # Errors
/// [`FileError::Cancelled`] after Ctrl C.
fn make_all(tasks: &[Numbered], refusals: &mut Refusals) -> Result<usize, CliError> {
    let mut made = 0;
    let line = SeriesLine::new(tasks.len(), refusals.language);
    for (place, Numbered { task, number }) in tasks.iter().enumerate() {
        line.show(place + 1, &task.output);
        let done = make_parent(&task.output).and_then(|()| task.run());
        check_interrupt()?;
        match done {
            Ok(()) => made += 1,
            Err(error) => {
                make_room();
                refusals.say(*number, |language| {
                    let (output, reason) = (one_line_path(&task.output), error.words(language));
                    tr!(language, "batch.at_output", output, reason)
                });
            }
        }
    }
    Ok(made)
}

/// The refusals of jobs, one line each for the first [`SAID`] of them.
struct Refusals {
    file: String,
    language: Language,
    count: usize,
}

impl Refusals {
    fn say(&mut self, line: usize, reason: impl FnOnce(Language) -> String) {
        self.count += 1;
        if self.count <= SAID {
            let (file, reason) = (&self.file, reason(self.language));
            terminal::refuse(&tr!(self.language, "batch.at_line", file, line, reason));
        }
    }

    /// Reports the number of refusals beyond [`SAID`]; returns whether there were any at all.
    fn end(&self) -> bool {
        if self.count > SAID {
            let (file, more) = (&self.file, count(self.count - SAID));
            terminal::refuse(&tr!(self.language, "batch.more", file, more));
        }
        self.count > 0
    }
}

impl Batch {
    /// Returns the job file; `None` for standard input.
    fn file(&self) -> Option<&Path> {
        (self.jobs != "-").then(|| Path::new(&self.jobs))
    }

    fn read(&self) -> Result<String, CliError> {
        let Some(path) = self.file() else {
            return Ok(read_standard_input(SIZE_LIMIT)?);
        };
        let text = read_text(path, SIZE_LIMIT)?;
        Ok(text.ok_or_else(|| FileError::Read {
            path: path.to_owned(),
            source: io::ErrorKind::NotFound.into(),
        })?)
    }

    fn folder(&self) -> PathBuf {
        let beside = || self.file()?.parent().map(Path::to_owned);
        self.into.clone().or_else(beside).unwrap_or_default()
    }
}

/// Returns the tasks of all jobs that are not refused.
///
/// # Errors
/// [`FileError::Cancelled`] after Ctrl C.
fn checked(
    found: Vec<Job>,
    file: Option<&Path>,
    folder: &Path,
    refusals: &mut Refusals,
) -> Result<Vec<Numbered>, CliError> {
    let mut parsers = [bare_parser(), bare_parser()];
    let mut all: Vec<Numbered> = Vec::new();
    let mut outputs = Outputs::default();
    if let Some(file) = file {
        // Line 0 stands for the job file itself; it is taken first, so it cannot collide with anything.
        let _ = outputs.take(file, 0);
    }
    for Job { number, words } in found {
        check_interrupt()?;
        let added = words.map_err(CliError::from).and_then(|words| {
            let tasks = tasks_of(&words, &mut parsers, folder, refusals.language)?;
            if all.len() + tasks.len() > TASK_LIMIT {
                return Err(BatchError::TooMany { limit: TASK_LIMIT }.into());
            }
            for task in &tasks {
                outputs.take(&task.output, number).map_err(|taken| {
                    let output = task.output.clone();
                    match taken {
                        Taken::Same(0) | Taken::Folder(0) => BatchError::JobFile(output),
                        Taken::Same(line) => BatchError::SameOutput { output, line },
                        Taken::Folder(line) => BatchError::FileAndFolder { output, line },
                    }
                })?;
            }
            Ok(tasks)
        });
        match added {
            Ok(tasks) => all.extend(tasks.into_iter().map(|task| Numbered { task, number })),
            Err(error) => refusals.say(number, |language| error.words(language)),
        }
    }
    Ok(all)
}

fn tasks_of(
    words: &[String],
    [first, second]: &mut [clap::Command; 2],
    folder: &Path,
    language: Language,
) -> Result<Vec<Task>, CliError> {
    let command = words.first().map(String::as_str).unwrap_or_default();
    if !matches!(command, "export" | "animate" | "table") {
        return Err(BatchError::NotAJob(shown(command)).into());
    }
    let all = std::iter::once("poscope").chain(words.iter().map(String::as_str));
    let all = spelled(all.map(OsString::from).collect(), first);
    let matches = first.try_get_matches_from_mut(&all).map_err(|error| {
        if error.use_stderr() {
            CliError::from(with_nearest(error, all, first))
        } else {
            BatchError::NotAJob(shown("--help")).into()
        }
    })?;
    let language = super::chosen_language(&words.iter().map(OsString::from).collect::<Vec<_>>()).unwrap_or(language);
    let place = |output: &Path| inside(folder, output);
    tasks(&InnermostCommand::new(first, &matches), second, language, true, place)
}

/// Returns the path of a file in the folder; refuses one outside it or too deep in it.
fn inside(folder: &Path, output: &Path) -> Result<PathBuf, CliError> {
    let is_inside = output
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !is_inside || output == "-" {
        return Err(BatchError::Outside(output.to_owned()).into());
    }
    if output.components().count() > DEPTH_LIMIT {
        return Err(BatchError::TooDeep(output.to_owned()).into());
    }
    // A link could lead anywhere.
    let mut place = folder.to_owned();
    let has_link = output.components().any(|part| {
        place.push(part);
        place.is_symlink()
    });
    if has_link {
        return Err(BatchError::Outside(output.to_owned()).into());
    }
    Ok(folder.join(output))
}

fn make_parent(output: &Path) -> Result<(), CliError> {
    match output.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => Ok(make_folder(folder)?),
        _ => Ok(()),
    }
}

/// Returns the number of files in words.
fn file_count(files: usize, language: Language) -> String {
    let key = if files == 1 { "batch.one_file" } else { "batch.files" };
    tr!(language, key, count = count(files))
}

/// Returns a folder as a person reads it; the current folder is `.`.
fn folder_name(folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        ".".to_owned()
    } else {
        one_line_path(folder)
    }
}

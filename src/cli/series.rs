//! Several commands in a row, each parsed and checked before the first one runs.

use std::path::{Path, PathBuf};

use clap::FromArgMatches;

use crate::text::Language;

use super::check::check;
use super::error::CliError;
use super::jobs::BatchError;
use super::line::InnermostCommand;
use super::outputs::Outputs;
use super::progress::{SeriesLine, check_interrupt};
use super::sweep::{SWEEP, SweptLine, variants};
use super::{Arguments, PoscopeCommand, check_language, chosen_language, perform};

/// A command that makes one file.
#[derive(Debug)]
pub struct Task {
    command: PoscopeCommand,
    language: Language,
    /// The file that the command makes.
    pub output: PathBuf,
}

impl Task {
    /// Makes the file.
    ///
    /// # Errors
    /// The reason why it was not made.
    pub fn run(&self) -> Result<(), CliError> {
        perform(&self.command, self.language)
    }
}

/// Returns the tasks that a line stands for, checked; `place` says where each file goes, and
/// `parser` parses the lines.
///
/// # Errors
/// The first option that is refused.
pub fn tasks(
    line: &InnermostCommand<'_>,
    parser: &mut clap::Command,
    language: Language,
    makes_folder: bool,
    place: impl Fn(&Path) -> Result<PathBuf, CliError>,
) -> Result<Vec<Task>, CliError> {
    let task = |SweptLine { values, output }| {
        let output = place(&output)?;
        let words = line.rewritten(&output, SWEEP, &values);
        let language = chosen_language(&words).unwrap_or(language);
        let matches = parser.try_get_matches_from_mut(words)?;
        let parsed = Arguments::from_arg_matches(&matches)?;
        check_language(parsed.lang.as_deref())?;
        let command = parsed.command.ok_or_else(|| BatchError::NotAJob(String::new()))?;
        check(&command, &output, language, makes_folder)?;
        Ok(Task {
            command,
            language,
            output,
        })
    };
    variants(line)?.into_iter().map(task).collect()
}

/// Runs the tasks of one line and stops at the first failure; files made before it stay.
///
/// # Errors
/// [`CliError::SameOutput`] before anything is written, [`CliError::InSeries`],
/// [`crate::file::FileError::Cancelled`] after Ctrl C.
pub fn run(tasks: &[Task], language: Language) -> Result<(), CliError> {
    let mut outputs = Outputs::default();
    for task in tasks {
        let taken = outputs.take(&task.output, ());
        taken.map_err(|_| CliError::SameOutput(task.output.clone()))?;
    }
    let line = SeriesLine::new(tasks.len(), language);
    for (made, task) in tasks.iter().enumerate() {
        line.show(made + 1, &task.output);
        task.run().map_err(|reason| CliError::InSeries {
            output: task.output.clone(),
            made,
            of: tasks.len(),
            reason: Box::new(reason),
        })?;
        check_interrupt()?;
    }
    Ok(())
}

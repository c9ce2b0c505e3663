//! A job file as text: one command per line, as a shell reads it.
//!
//! ```text
//! # Figures for the talk
//! export heatmap --d-model 64 -o heat.png
//! table --sweep base=100,1000 \
//!       -o 'pe {base}.npy'
//! ```

use std::path::PathBuf;

use crate::file::one_line_path;
use crate::text::{Language, count};
use crate::tr;

/// The longest job, in bytes.
pub const LENGTH_LIMIT: usize = 1 << 14;

/// The most parts of a file's path below the folder of a batch.
pub const DEPTH_LIMIT: usize = 32;

/// The reason why a job was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.words(Language::English))]
pub enum BatchError {
    /// A job file without a job.
    NoJobs(PathBuf),
    /// A quote that is not closed.
    OpenQuote,
    /// A command that makes no file.
    NotAJob(String),
    /// A job longer than [`LENGTH_LIMIT`].
    TooLong,
    /// A file outside the folder.
    Outside(PathBuf),
    /// A file whose path has more than [`DEPTH_LIMIT`] parts.
    TooDeep(PathBuf),
    /// A file that another line makes.
    SameOutput {
        /// The file.
        output: PathBuf,
        /// The other line.
        line: usize,
    },
    /// A file that would have to be a folder for another line, or the reverse.
    FileAndFolder {
        /// The file.
        output: PathBuf,
        /// The other line.
        line: usize,
    },
    /// The job file itself.
    JobFile(PathBuf),
    /// More files than a batch may make.
    TooMany {
        /// The most files.
        limit: usize,
    },
}

impl BatchError {
    /// Returns the line that a person reads.
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::NoJobs(path) => tr!(language, "batch.no_jobs", path = one_line_path(path)),
            Self::OpenQuote => tr!(language, "batch.open_quote"),
            Self::NotAJob(word) => tr!(language, "batch.not_a_job", word),
            Self::TooLong => tr!(language, "batch.too_long", limit = count(LENGTH_LIMIT)),
            Self::Outside(path) => tr!(language, "batch.outside", path = one_line_path(path)),
            Self::TooDeep(path) => {
                let path = one_line_path(path);
                tr!(language, "batch.too_deep", path, limit = count(DEPTH_LIMIT))
            }
            Self::SameOutput { output, line } => {
                tr!(language, "batch.same_output_as", line, path = one_line_path(output))
            }
            Self::FileAndFolder { output, line } => {
                tr!(language, "batch.file_and_folder", line, path = one_line_path(output))
            }
            Self::JobFile(path) => tr!(language, "batch.job_file", path = one_line_path(path)),
            Self::TooMany { limit } => tr!(language, "batch.too_many", limit = count(*limit)),
        }
    }
}

/// A job of a job file.
#[derive(Debug)]
pub struct Job {
    /// The number of the line in which it begins, from 1.
    pub number: usize,
    /// The words of the command.
    pub words: Result<Vec<String>, BatchError>,
}

/// Returns the jobs of a text. Empty lines and comments from a `#` at the beginning of a word are
/// ignored, a line that ends with a backslash outside quotes continues on the next, and quotes hold
/// words together; a shell's other features are not supported. A byte order mark and CRLF are
/// recognised. Each character is read twice, however lines continue.
pub fn jobs(text: &str) -> impl Iterator<Item = Job> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines());
    std::iter::from_fn(move || {
        loop {
            let (number, line) = lines.next()?;
            let words = words(line, || lines.next().map(|(_, line)| line));
            if words.as_ref().map_or(true, |words| !words.is_empty()) {
                return Some(Job { number, words });
            }
        }
    })
}

/// Returns the words of a line, which may continue on the next ones.
fn words<'a>(line: &str, mut next: impl FnMut() -> Option<&'a str>) -> Result<Vec<String>, BatchError> {
    let mut whole = line.to_owned();
    let mut is_too_long = false;
    let mut state = after(QuoteState::Between, line);
    while let QuoteState::GoesOn { in_word } = state {
        let Some(next) = next() else { break };
        is_too_long |= whole.len() + next.len() > LENGTH_LIMIT;
        whole.pop();
        if is_too_long {
            // Only the end of the job still matters.
            whole.clear();
        }
        whole.push_str(next);
        state = after(if in_word { QuoteState::Word } else { QuoteState::Between }, next);
    }
    match shlex::split(&whole) {
        _ if is_too_long => Err(BatchError::TooLong),
        Some(words) if words.is_empty() => Ok(words),
        _ if whole.len() > LENGTH_LIMIT => Err(BatchError::TooLong),
        words => words.ok_or(BatchError::OpenQuote),
    }
}

/// The context of the next character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuoteState {
    /// Between words.
    Between,
    /// In a word, outside quotes.
    Word,
    /// Within quotes of this kind.
    Quoted(char),
    /// In a comment.
    Comment,
    /// After a backslash at the end of a line, in a word or between words.
    GoesOn { in_word: bool },
}

/// Returns the state after a line that begins in a given state.
fn after(mut state: QuoteState, line: &str) -> QuoteState {
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        state = match (state, character) {
            (QuoteState::Comment, _) => return state,
            (QuoteState::Quoted(quote), _) if character == quote => QuoteState::Word,
            (QuoteState::Quoted('"'), '\\') => {
                characters.next();
                state
            }
            (QuoteState::Quoted(_), _) => state,
            (QuoteState::Between, '#') => QuoteState::Comment,
            (_, '\'' | '"') => QuoteState::Quoted(character),
            (_, '\\') if characters.next().is_some() => QuoteState::Word,
            (_, '\\') => QuoteState::GoesOn {
                in_word: state == QuoteState::Word,
            },
            (_, ' ' | '\t') => QuoteState::Between,
            _ => QuoteState::Word,
        };
    }
    state
}

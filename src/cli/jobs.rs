//! A file of jobs as text: a command a line, as a shell reads it.
//!
//! ```text
//! # Figures for the talk
//! export heatmap --d-model 64 -o heat.png
//! table --sweep base=100,1000 \
//!       -o 'pe {base}.npy'
//! ```

use std::path::PathBuf;

use crate::text::{Language, count};
use crate::tr;

/// Why a job was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.words(Language::English))]
pub enum BatchError {
    /// A file without a job.
    NoJobs(PathBuf),
    /// A quote that does not end.
    OpenQuote,
    /// A command that makes no file.
    NotAJob(String),
    /// A file outside the folder.
    Outside(PathBuf),
    /// A file that another line makes.
    SameOutput {
        /// The file.
        output: PathBuf,
        /// The other line.
        line: usize,
    },
    /// More files than a batch makes.
    TooMany {
        /// The most.
        limit: usize,
    },
}

impl BatchError {
    /// The line that a person reads.
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::NoJobs(path) => tr!(language, "batch.no_jobs", path = path.display()),
            Self::OpenQuote => tr!(language, "batch.open_quote"),
            Self::NotAJob(word) => tr!(language, "batch.not_a_job", word),
            Self::Outside(path) => tr!(language, "batch.outside", path = path.display()),
            Self::SameOutput { output, line } => {
                tr!(language, "batch.same_output_as", line, path = output.display())
            }
            Self::TooMany { limit } => tr!(language, "batch.too_many", limit = count(*limit)),
        }
    }
}

/// A line of a job file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The line in which it begins, from 1.
    pub number: usize,
    /// Its words; none where a quote does not end.
    pub words: Option<Vec<String>>,
}

/// The jobs of a text. Empty lines and what follows a `#` at the beginning of a word count for
/// nothing, a line that ends with a backslash goes on in the next, and quotes hold words together;
/// nothing else that a shell does is done. A byte order mark and CRLF are taken for what they are.
pub fn jobs(text: &str) -> Vec<Job> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut jobs = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let mut whole = line.to_owned();
        let mut is_plain = is_plain_text(line);
        while goes_on(&whole, is_plain) {
            let Some((_, next)) = lines.next() else { break };
            whole.pop();
            whole.push_str(next);
            is_plain &= is_plain_text(next);
        }
        let words = shlex::split(&whole);
        if words.as_ref().is_none_or(|words| !words.is_empty()) {
            jobs.push(Job { number, words });
        }
    }
    jobs
}

/// Whether nothing in a line takes the meaning from what follows it.
fn is_plain_text(line: &str) -> bool {
    !line.contains(['\'', '"', '#'])
}

/// Whether a line ends with a backslash that no other one takes the meaning from, and no comment.
fn goes_on(line: &str, is_plain: bool) -> bool {
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    if backslashes.is_multiple_of(2) {
        return false;
    }
    if is_plain {
        return true; // long jobs are joined without reading them again and again
    }
    // In a comment another word makes no difference.
    let line = &line[..line.len() - 1];
    shlex::split(line) != shlex::split(&format!("{line} more"))
}

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
            Self::NotAJob(word) => tr!(language, "batch.not_a_job", word = word),
            Self::Outside(path) => tr!(language, "batch.outside", path = path.display()),
            Self::SameOutput { output, line } => {
                tr!(language, "batch.same_output_as", line = line, path = output.display())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(usize, Option<Vec<String>>)> {
        jobs(text).into_iter().map(|job| (job.number, job.words)).collect()
    }

    fn job(number: usize, words: &[&str]) -> (usize, Option<Vec<String>>) {
        (number, Some(words.iter().map(|&word| word.to_owned()).collect()))
    }

    #[test]
    fn a_line_is_a_job_and_comments_and_empty_lines_are_none() {
        let text = "\u{feff}# figures\r\n\r\na -o b.png\r\n   \n  # c\n\td 'e f'\"g\" h\\ i # j\n";
        assert_eq!(
            words(text),
            [job(3, &["a", "-o", "b.png"]), job(6, &["d", "e fg", "h i"])]
        );
        assert_eq!(words(""), []);
        assert_eq!(words("a"), [job(1, &["a"])]);
        assert_eq!(words("a '' b#c"), [job(1, &["a", "", "b#c"])]);
    }

    #[test]
    fn a_backslash_at_the_end_goes_on_and_the_first_line_counts() {
        assert_eq!(
            words("a \\\r\n b\\\nc\nd\\\\\ne"),
            [job(1, &["a", "bc"]), job(4, &["d\\"]), job(5, &["e"])]
        );
        // A comment takes no line with it.
        assert_eq!(words("# a \\\nb"), [job(2, &["b"])]);
        assert_eq!(words("a # b \\\nc"), [job(1, &["a"]), job(2, &["c"])]);
    }

    #[test]
    fn a_quote_that_does_not_end_is_known_by_its_line() {
        let expected = [job(1, &["a"]), (2, None), job(3, &["d"]), (4, None), (5, None)];
        assert_eq!(words("a\nb 'c\nd\ne \"f\n g \\"), expected);
        assert_eq!(words("a 'b\\\nc"), [(1, None), job(2, &["c"])]);
    }
}

//! The check before a very large table is written: how large it will be, and whether it is wanted.

use std::io::{self, BufRead, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use crate::encoding::Encoding;
use crate::file::{ASK_ABOVE, Destination, FileError, Storage, TableFormat, free_bytes, one_line_path, takes_space};
use crate::text::{Language, bytes, thousands};
use crate::tr;

use super::error::CliError;
use super::progress::{interrupt, make_room};
use super::terminal;

/// The interval at which Ctrl C is checked while waiting for an answer.
const PAUSE: Duration = Duration::from_millis(50);

/// The longest answer that is read, in bytes.
const ANSWER: u64 = 1024;

/// A file so large that it is not written without asking.
#[derive(Debug)]
pub struct LargeFile {
    /// The size in bytes, or an upper bound of it.
    size: u64,
    /// Whether the size is exact.
    is_exact: bool,
    /// The free space on the disk, if the system reports it.
    free: Option<u64>,
    path: PathBuf,
}

impl LargeFile {
    /// Returns the file of a table, if it is large enough to ask about.
    pub fn of(
        encoding: &Encoding,
        format: TableFormat,
        storage: Storage,
        destination: &Destination,
    ) -> Option<LargeFile> {
        let Destination::Path(path) = destination else {
            return None;
        };
        let (rows, columns) = (encoding.end(), encoding.d_model());
        let size = format.most_bytes(rows, columns, storage);
        (size > ASK_ABOVE && takes_space(destination)).then(|| LargeFile {
            size,
            is_exact: format.size_bytes(rows, columns, storage).is_some(),
            free: free_bytes(path),
            path: path.clone(),
        })
    }

    /// Refuses a file that does not fit on the disk, as far as that is known.
    ///
    /// # Errors
    /// [`CliError::NoSpace`].
    pub fn fitting(self) -> Result<LargeFile, CliError> {
        if self.is_exact && self.free.is_some_and(|free| free < self.size) {
            Err(CliError::NoSpace(self))
        } else {
            Ok(self)
        }
    }

    /// Checks that somebody is there to be asked.
    ///
    /// # Errors
    /// [`CliError::Large`] if nobody is.
    pub fn check(self) -> Result<LargeFile, CliError> {
        if io::stdin().is_terminal() && terminal::is_seen() {
            Ok(self)
        } else {
            Err(CliError::Large(self))
        }
    }

    /// Asks whether the file is wanted.
    ///
    /// # Errors
    /// [`CliError::NotWanted`] if the answer is no, [`FileError::Cancelled`] after Ctrl C.
    pub fn ask(&self, language: Language) -> Result<(), CliError> {
        let question = tr!(language, "large.question", size = self.size_words(language));
        make_room();
        terminal::ask(&question);
        let (sender, answer) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = io::stdin().lock().take(ANSWER).read_line(&mut line);
            // Nobody is waiting any longer if Ctrl C came first.
            let _ = sender.send(read.map(|_| line));
        });
        loop {
            match answer.recv_timeout(PAUSE) {
                Ok(Ok(line)) if is_yes(&line) => return Ok(()),
                Err(mpsc::RecvTimeoutError::Timeout) if !interrupt().is_raised() => {}
                Err(mpsc::RecvTimeoutError::Timeout) => return Err(FileError::Cancelled.into()),
                _ => return Err(CliError::NotWanted(self.path.clone())),
            }
        }
    }

    /// Returns the line of a refusal, whose sentence has this locale key.
    pub fn words(&self, key: &str, language: Language) -> String {
        let size = self.size_words(language);
        tr!(language, key, size, path = one_line_path(&self.path))
    }

    fn size_words(&self, language: Language) -> String {
        let (exact, about) = (thousands(self.size), bytes(self.size));
        let key = if self.is_exact { "large.exact" } else { "large.at_most" };
        let size = tr!(language, key, exact, about);
        match self.free {
            Some(free) => tr!(language, "large.free", size, free = bytes(free)),
            None => size,
        }
    }
}

/// Returns whether an answer is yes; anything else is no.
fn is_yes(line: &str) -> bool {
    let answer = line.trim().to_lowercase();
    matches!(&*answer, "y" | "yes" | "是")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::encoding::Spec;

    #[test]
    fn only_yes_is_yes() {
        for line in ["y\n", "Y\r\n", " yes ", "YES", "是\n"] {
            assert!(is_yes(line), "{line:?}");
        }
        for line in ["", "\n", "n\n", "yes please", "no", "ja", "否"] {
            assert!(!is_yes(line), "{line:?}");
        }
    }

    #[test]
    fn a_file_is_asked_for_above_the_limit_and_where_it_takes_room() {
        let encoding = |max_len| {
            let spec = Spec {
                d_model: 1024,
                max_len,
                ..Spec::default()
            };
            Encoding::new(spec).unwrap()
        };
        let of = |max_len, format, path: &str| {
            LargeFile::of(&encoding(max_len), format, Storage::F32, &Destination::parse(path))
        };
        // 2^18 rows of 4 KiB are one GiB; the header comes on top.
        assert!(of((1 << 18) - 1, TableFormat::Npy, "x.npy").is_none());
        let large = of(1 << 18, TableFormat::Npy, "x.npy").unwrap();
        assert_eq!((large.size, large.is_exact), ((1 << 30) + 128, true));
        assert!(!of(1 << 18, TableFormat::Csv, "x.csv").unwrap().is_exact);
        assert!(of(1 << 18, TableFormat::Npy, "-").is_none());
        #[cfg(unix)]
        assert!(of(1 << 18, TableFormat::Npy, "/dev/null").is_none());
    }

    #[test]
    fn the_size_is_said_to_the_byte_where_it_is_known() {
        let mut large = LargeFile {
            size: 68_719_476_864,
            is_exact: true,
            free: Some(5_000_000_000),
            path: "pe.npy".into(),
        };
        let english = large.words("large.refused", Language::English);
        assert!(
            english.contains("68,719,476,864 bytes (68.7 GB); 5 GB are free"),
            "{english}"
        );
        assert!(english.contains("--yes") && english.ends_with(": pe.npy"), "{english}");
        let chinese = large.words("large.refused", Language::Chinese);
        assert!(
            chinese.contains("68,719,476,864 字节（68.7 GB）") && chinese.contains("--yes"),
            "{chinese}"
        );
        large.is_exact = false;
        large.free = None;
        assert!(
            large
                .words("large.refused", Language::English)
                .contains("at most 68,719,476,864 bytes (68.7 GB)")
        );
    }
}

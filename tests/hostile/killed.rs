//! What a process that is killed while it writes leaves behind, and what the next process does with it.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::process::{poscope, run};

/// The unfinished files in a folder.
fn parts(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".part")).collect()
}

/// A process that writes a large table for minutes, until this is dropped.
struct Writing(Child);

impl Writing {
    /// A process whose unfinished file exists already.
    fn new(folder: &Path) -> Self {
        let before = parts(folder).len();
        let table = [
            "table",
            "--d-model",
            "512",
            "--max-len",
            "1048576",
            "--yes",
            "-o",
            "large.csv",
        ];
        let writing = Self(poscope(folder).args(table).stderr(Stdio::null()).spawn().unwrap());
        let start = Instant::now();
        while parts(folder).len() <= before {
            assert!(start.elapsed() < Duration::from_secs(20), "nothing is written");
            sleep(Duration::from_millis(1));
        }
        writing
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_next_run_removes_what_killed_ones_left_and_nothing_that_is_being_written() {
    let folder = tempfile::tempdir().unwrap();
    let living = Writing::new(folder.path());
    let of_living = parts(folder.path());
    drop([Writing::new(folder.path()), Writing::new(folder.path())]); // killed
    assert_eq!(parts(folder.path()).len(), 3);
    let words = ["export", "heatmap", "--plain", "-o", "small.png"].map(Into::into);
    let done = run(folder.path(), &words);
    assert_eq!((done.status, &*done.stderr), (Some(0), ""));
    assert_eq!(parts(folder.path()), of_living);
    drop(living);
    run(folder.path(), &words);
    assert_eq!(parts(folder.path()), [""; 0]);
    assert!(folder.path().join("small.png").exists() && !folder.path().join("large.csv").exists());
}

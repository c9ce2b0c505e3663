//! What a process leaves that was killed while it wrote, and what the next one makes of it.

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

/// A process that writes a large table, as soon as its unfinished file is there.
fn writing(folder: &Path) -> Child {
    let before = parts(folder).len();
    let table = [
        "table",
        "--d-model",
        "2048",
        "--max-len",
        "1048576",
        "--yes",
        "-o",
        "large.npy",
    ];
    let child = poscope(folder).args(table).stderr(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while parts(folder).len() <= before {
        assert!(start.elapsed() < Duration::from_secs(20), "nothing is written");
        sleep(Duration::from_millis(1));
    }
    child
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_next_run_removes_what_killed_ones_left_and_nothing_that_is_being_written() {
    let folder = tempfile::tempdir().unwrap();
    let living = writing(folder.path());
    let of_living = parts(folder.path());
    let killed = [writing(folder.path()), writing(folder.path())];
    killed.into_iter().for_each(kill);
    assert_eq!(parts(folder.path()).len(), 3);
    let words = ["export", "heatmap", "--plain", "-o", "small.png"].map(Into::into);
    let done = run(folder.path(), &words);
    assert_eq!((done.status, &*done.stderr), (Some(0), ""));
    assert_eq!(parts(folder.path()), of_living);
    kill(living);
    run(folder.path(), &words);
    assert_eq!(parts(folder.path()), [""; 0]);
    assert!(folder.path().join("small.png").exists() && !folder.path().join("large.npy").exists());
}

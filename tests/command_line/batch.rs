//! `poscope batch`: a file of commands that makes a folder of files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{done, poscope, run};

/// The files below a folder, by their paths from there.
fn files(folder: &Path) -> BTreeSet<String> {
    fn walk(top: &Path, folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(top, &path, found);
            } else {
                let path = path.strip_prefix(top).unwrap();
                found.insert(path.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    let mut found = BTreeSet::new();
    walk(folder, folder, &mut found);
    found
}

fn named(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs a batch of this text and expects that it is refused and nothing is written; returns the
/// message.
fn refused(text: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("j.txt"), text).unwrap();
    let output = run(folder.path(), "batch j.txt --into made");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(output.stdout, b"");
    assert_eq!(files(folder.path()), named(&["j.txt"]));
    assert!(!folder.path().join("made").exists());
    said(&output)
}

const TALK: &str = "\u{feff}# For the talk\r\n\
    export heatmap --max-len 9 --cell-size 2 --plain -o 'heat map.png'\r\n\
    \r\n\
    table --sweep base=9,99 --max-len 5 \\\r\n    -o \"tables/pe {base}.npz\"  # two\r\n\
    export difference --versus '--start 3' --max-len 9 --size 9x9 --plain -o d.png\r\n";

const TALK_FILES: [&str; 4] = ["heat map.png", "tables/pe 9.npz", "tables/pe 99.npz", "d.png"];

#[test]
fn every_line_makes_its_files_in_the_folder_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("talk.txt"), TALK).unwrap();
    let output = done(folder.path(), "batch talk.txt --into a/b");
    let output = String::from_utf8(output).unwrap();
    assert!(output.ends_with("made 4 files in a/b\n"), "{output}");
    assert_eq!(files(&folder.path().join("a/b")), named(&TALK_FILES));
    done(folder.path(), "table --base 99 --max-len 5 -o alone.npz");
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("a/b/tables/pe 99.npz"), bytes("alone.npz"));
    // Once more, over the existing files.
    done(folder.path(), "batch talk.txt --into a/b");
}

#[test]
fn files_go_beside_the_job_file_unless_asked_and_standard_input_is_a_job_file_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    fs::write(folder.path().join("deep/j"), "table -o x.npy --max-len 2").unwrap();
    assert_eq!(done(folder.path(), "batch deep/j"), b"made 1 file in deep\n");
    assert_eq!(files(folder.path()), named(&["deep/j", "deep/x.npy"]));
    let mut command = poscope(folder.path());
    let output = command
        .args(["batch", "-"])
        .write_stdin("table -o y.csv\ntable -o z.csv")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "made 2 files in .\n");
    assert!(folder.path().join("y.csv").is_file() && folder.path().join("z.csv").is_file());
}

#[test]
fn a_dry_run_lists_the_files_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("talk.txt"), TALK).unwrap();
    let output = String::from_utf8(done(folder.path(), "batch talk.txt --into m --dry-run")).unwrap();
    let listed: Vec<String> = output.lines().map(|line| line.replace('\\', "/")).collect();
    let mut expected = TALK_FILES.map(|file| format!("m/{file}")).to_vec();
    expected.push("would make 4 files in m".to_owned());
    assert_eq!(listed, expected);
    assert_eq!(files(folder.path()), named(&["talk.txt"]));
    let output = String::from_utf8(done(folder.path(), "batch talk.txt --into m --dry-run --lang zh")).unwrap();
    assert!(output.ends_with("将写出 4 个文件，位于 m\n"), "{output}");
}

#[test]
fn every_wrong_line_is_named_with_its_number_and_nothing_is_made() {
    let jobs = [
        ("table -o good.npy", None),
        ("table -o x.npy --base 0", Some("base = 0 is out of range")),
        ("tabel -o x.npy", Some("\"tabel\" makes no file")),
        ("presets", Some("\"presets\" makes no file")),
        ("batch j.txt", Some("\"batch\" makes no file")),
        ("--lang zh", Some("\"--lang\" makes no file")),
        ("'' -o x.npy", Some("\"\" makes no file")),
        ("table --help", Some("\"--help\" makes no file")),
        ("table --version", Some("--version")),
        ("export", Some("choose one of heatmap")),
        ("export heatmap", Some("--output")),
        ("export heatmap -o x.bmp", Some("x.bmp")),
        ("table -o 'x.npy", Some("quote")),
        ("table -o -", Some("into the folder of the batch")),
        ("table -o ../x.npy", Some("into the folder of the batch")),
        ("table -o a/../../x.npy", Some("into the folder of the batch")),
        ("table -o /tmp/x.npy", Some("into the folder of the batch")),
        ("table -o ./good.npy", Some("Line 1 makes the same file")),
        ("table --sweep base=7,8 -o x.npy", Some("{base}")),
        (
            "table --sweep base=7,8 -o ../{base}.npy",
            Some("into the folder of the batch"),
        ),
        (
            "table --sweep base=7,7 -o {base}.npy",
            Some("Line 21 makes the same file"),
        ),
        (
            "table -o huge.npy --d-model 16384 --max-len 1048576",
            Some("68,719,476,864 bytes (68.7 GB)"),
        ),
        ("table -o x.npy --lang fr", Some("\"fr\"")),
        ("export difference --versus '--start x' -o x.png", Some("\"x\"")),
    ];
    let text: Vec<&str> = jobs.iter().map(|(job, _)| *job).collect();
    // Line 21 is the sweep of twice the same: the comment shifts nothing.
    let said = refused(text.join("\n").as_bytes());
    let mut lines = said.lines();
    for (number, (job, expected)) in (1..).zip(jobs) {
        let Some(expected) = expected else { continue };
        let line = lines.next().unwrap_or_default();
        assert!(
            line.starts_with(&format!("poscope: j.txt, line {number}: ")),
            "{job}: {line}"
        );
        assert!(line.contains(expected), "{job}: {line}");
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn what_is_no_job_file_is_refused_in_one_line() {
    for (text, expected) in [
        (&b""[..], "There is no job"),
        (b"\n# nothing\n", "There is no job"),
        (b"table -o \xff.npy", "not UTF-8"),
        (b"table -o x.npy\0", "line 1"),
    ] {
        let said = refused(text);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(expected) && said.contains("j.txt"), "{said}");
    }
    assert!(refused(&vec![b'\n'; (1 << 20) + 1]).contains("longer than 1,048,576 bytes"));
    let many = "table --sweep base=2..6000:1 -o a{base}.npy\ntable --sweep base=2..6000:1 -o b{base}.npy";
    assert!(refused(many.as_bytes()).contains("line 2: The jobs make more than 10,000 files"));
    for arguments in [&["batch"][..], &["batch", "missing.txt"], &["batch", "."]] {
        crate::refused(arguments);
    }
}

#[test]
fn refusals_and_the_summary_are_in_chinese_where_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("j.txt"), "table -o x.npy\ntable -o ../y.npy").unwrap();
    let output = run(folder.path(), "batch j.txt --lang zh");
    assert!(
        said(&output).starts_with("poscope: j.txt 第 2 行：任务只能写入批处理的文件夹"),
        "{}",
        said(&output)
    );
    fs::write(folder.path().join("j.txt"), "table -o x.npy").unwrap();
    let output = String::from_utf8(done(folder.path(), "batch j.txt --lang zh")).unwrap();
    assert_eq!(output, "已写出 1 个文件，位于 .\n");
}

#[test]
fn a_job_that_fails_is_said_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = "table -o first.npy --max-len 3\n\
        export similarity --scheme binary --d-model 16384 --max-len 1048576 --size 9x9 --plain -o second.png\n\
        table -o third.npy --max-len 3\n";
    fs::write(folder.path().join("j.txt"), jobs).unwrap();
    let output = run(folder.path(), "batch j.txt --into m");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "made 2 of 3 files in m\n");
    let said = said(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.starts_with("poscope: j.txt, line 2: ") && said.contains("second.png: "),
        "{said}"
    );
    assert_eq!(files(&folder.path().join("m")), named(&["first.npy", "third.npy"]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_within_a_job_and_leaves_what_is_whole() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let jobs = "table -o a.npy --max-len 3\ntable -o b.npy --yes --max-len 1048576 --d-model 4096\ntable -o c.npy";
    fs::write(folder.path().join("j.txt"), jobs).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("poscope"))
        .current_dir(folder.path())
        .args(["batch", "j.txt", "--into", "m"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let made = folder.path().join("m");
    let count = || fs::read_dir(&made).map_or(0, Iterator::count);
    let start = Instant::now();
    while count() < 2 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(count(), 2, "the second one has begun");
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(files(&made), named(&["a.npy"]));
}

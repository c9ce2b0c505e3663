//! The command line: what is written, and the messages if nothing is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;

mod batch;
mod code;
mod columns;
mod golden;
mod hostile;
mod jobs;
mod names;
mod numbers;
mod pictures;
mod presets;
mod progress;
mod recorded;
mod refusals;
mod sessions;
mod strategies;
mod sweep;
mod tables;
mod template;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

/// The program, in a folder, on a system that speaks English.
pub(crate) fn poscope(folder: &Path) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("poscope");
    command.current_dir(folder);
    for name in ["LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "LANG"] {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C");
    command
}

/// Runs it with arguments separated by spaces.
pub(crate) fn run(folder: &Path, arguments: &str) -> Output {
    poscope(folder).args(arguments.split_whitespace()).output().unwrap()
}

/// Runs it and expects silence and success.
pub(crate) fn done(folder: &Path, arguments: &str) -> Vec<u8> {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{arguments}");
    output.stdout
}

/// Runs it and expects exit status 2, one line on standard error and nothing else, neither on
/// standard output nor on the disk. Returns the line.
pub(crate) fn refused(arguments: &[impl AsRef<OsStr> + std::fmt::Debug]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = poscope(folder.path());
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    let output = command.args(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    let line = said.strip_suffix('\n').expect("the line ends");
    assert!(!line.contains(['\n', '\r']), "{arguments:?}: {said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    let words = line.strip_prefix("poscope: ").expect("the line says who speaks");
    words.to_owned()
}

#[test]
fn help_and_version_go_to_standard_output_and_are_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let version = String::from_utf8(done(folder.path(), "--version")).unwrap();
    assert_eq!(version, concat!("poscope ", env!("CARGO_PKG_VERSION"), "\n"));
    for (arguments, named) in [
        ("--help", &["export", "table", "batch", "presets", "--lang"][..]),
        ("presets --help", &["--mistakes", "--json", "WORDS"]),
        ("export --help", &["heatmap", "similarity", "three-ways", "strategies"]),
        (
            "export heatmap --help",
            &["--plain", "--cell-size", "--size", "--range", "--d-model", "alone"],
        ),
        ("export three-ways --help", &["--own-scales", "--dimensions"]),
        (
            "table --help",
            &["--format", "--precision", "--divisor", "--yes", "npz"],
        ),
        ("batch --help", &["JOBS", "--into", "--dry-run"]),
    ] {
        let help = String::from_utf8(done(folder.path(), arguments)).unwrap();
        for word in named {
            assert!(help.contains(word), "{arguments}: {word}");
        }
    }
    let similarity = String::from_utf8(done(folder.path(), "export similarity --help")).unwrap();
    assert!(!similarity.contains("--dimensions"));
}

#[test]
fn help_is_in_chinese_where_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, named) in [
        ("--lang zh --help", &["用法：", "写出图片", "选项"][..]),
        ("export heatmap --lang zh --help", &["每格 N x N 像素", "图片:"]),
    ] {
        let help = String::from_utf8(done(folder.path(), arguments)).unwrap();
        for word in named {
            assert!(help.contains(word), "{arguments}: {word} in {help}");
        }
    }
}

#[test]
fn without_a_display_one_line_names_the_command_that_paints_the_window() {
    let line = refused(&[] as &[&str]);
    assert!(
        line.contains("display") && line.contains("poscope export window -o"),
        "{line}"
    );
}

#[test]
fn every_picture_carries_the_session_that_made_it() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (arguments, expected)) in [
        ("export window --d-model 24", "\"d_model\": 24"),
        ("export heatmap --plain --base 77", "\"base\": 77.0"),
        ("export scores --plain --scheme rope --max-len 9", "\"max_len\": 9"),
        ("export difference --plain --versus=--base=50", "\"base\": 50.0"),
        ("export three-ways --plain --own-scales", "\"own_scales\": true"),
        (
            "export page --views bias,heatmap --scheme alibi --d-model 4",
            "\"scheme\": \"alibi\"",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("{number}.png");
        done(folder.path(), &format!("{arguments} -o {name}"));
        let session = String::from_utf8(done(folder.path(), &format!("session {name}"))).unwrap();
        assert!(session.contains(expected), "{arguments}: {session}");
    }
}

#[test]
fn a_tiff_is_asked_for_by_its_ending_or_by_name() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "export bands --bands 1,3 -o a.tiff");
    done(folder.path(), "export bands --bands 1,3 -o b.TIF");
    let printed = done(folder.path(), "export bands --bands 1,3 --format tiff -o -");
    for name in ["a.tiff", "b.TIF"] {
        assert!(fs::read(folder.path().join(name)).unwrap() == printed, "{name}");
        let session = String::from_utf8(done(folder.path(), &format!("session {name}"))).unwrap();
        let session = session.split_whitespace().collect::<String>();
        assert!(session.contains("\"lanes\":[1,3]"), "{session}");
    }
}

#[test]
fn a_difference_comes_out_of_the_picture_of_one() {
    let folder = tempfile::tempdir().unwrap();
    done(
        folder.path(),
        "export difference --versus=--convention=tensor2tensor --aligned -o a.png",
    );
    done(folder.path(), "export difference --session a.png -o b.png");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.png") == read("b.png"));
    done(folder.path(), "export heatmap -o h.png");
    let path = folder.path().join("h.png");
    let line = refused(&[
        "export",
        "difference",
        "--session",
        path.to_str().unwrap(),
        "-o",
        "c.png",
    ]);
    assert!(line.contains("--versus"), "{line}");
}

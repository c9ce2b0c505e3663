//! `poscope animate`, and as a line of a batch.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{read_gif, read_png};

fn run(folder: &Path, arguments: &str) -> Output {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("poscope");
    command.current_dir(folder).env("LC_ALL", "C");
    for name in ["LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "LANG"] {
        command.env_remove(name);
    }
    command.args(arguments.split_whitespace()).output().unwrap()
}

fn done(folder: &Path, arguments: &str) -> Vec<u8> {
    let output = run(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{arguments}");
    output.stdout
}

/// Returns the line in which the command is refused; checks that nothing is written.
fn refused(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments}");
    said
}

const MOTION: &str = "--over base --from 100 --to 1e6 --frames 3 --size 400x240";

#[test]
fn the_ending_tells_the_kind_and_standard_output_is_a_gif() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.gif", "a.png", "a.apng"] {
        done(folder.path(), &format!("animate heatmap {MOTION} -o {name}"));
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("a.png"), bytes("a.apng"));
    assert_eq!(read_png(&bytes("a.png")).frames.len(), 3);
    assert_eq!(
        done(folder.path(), &format!("animate heatmap {MOTION} -o -")),
        bytes("a.gif")
    );
    let read = read_gif(&bytes("a.gif"));
    assert_eq!((read.size, read.frames.len()), ((400, 240), 3));
    let there_and_back = done(
        folder.path(),
        &format!("animate heatmap {MOTION} --bounce --fps 5 --format apng -o -"),
    );
    let read = read_png(&there_and_back);
    assert_eq!((read.frames.len(), read.delays[0]), (4, 200));
    assert!(read.frames[1] == read.frames[3]);
}

#[test]
fn every_view_of_export_moves() {
    let folder = tempfile::tempdir().unwrap();
    for (view, over) in [
        ("bands --bands 0,5", "--over d-model --from 2 --to 64"),
        ("similarity --log-offsets", "--over max-len --from 4 --to 300"),
        ("scores --scheme rope", "--over position --from 0 --to 49"),
        (
            "bias --scheme alibi --d-model 8 --head 2",
            "--over position --from 0 --to 49",
        ),
        ("difference --versus --start=1", "--over base --from 10 --to 1000"),
        ("three-ways", "--over max-len --from 5 --to 50"),
        ("strategies --trained-len 9", "--over base --from 10 --to 20"),
        ("wavelengths --scheme rope", "--over base --from 1e4 --to 1e6"),
        ("page --views heatmap,bands", "--over position --from 3 --to 5"),
    ] {
        let bytes = done(
            folder.path(),
            &format!("animate {view} {over} --frames 2 --size 500x400 -o -"),
        );
        let read = read_gif(&bytes);
        assert_eq!((read.size, read.frames.len()), ((500, 400), 2), "{view}");
        assert!(read.frames[0] != read.frames[1], "{view}");
    }
}

#[test]
fn what_cannot_be_is_refused_in_a_line_of_both_languages() {
    for (arguments, contained) in [
        ("heatmap -o a.gif", "--over <NAME>"),
        ("heatmap --over base --to 5 -o a.gif", "--from <A>"),
        ("heatmap --over base --from 5 -o a.gif", "--to <B>"),
        ("heatmap --over color --from 5 --to 6 -o a.gif", "d-model"),
        ("heatmap --over base --from 5 --to x -o a.gif", "\"x\""),
        ("heatmap --over base --from 5 --to 5e9 -o a.gif", "1,000,000,000"),
        ("heatmap --over base --from 5 --to 5 -o a.gif", "nothing moves"),
        ("heatmap --over base --from 5 --to 9 --base 7 -o a.gif", "--base"),
        (
            "heatmap --over position --from 0 --to 50 -o a.gif",
            "\"50\" is not a whole number from 0 to 49",
        ),
        ("heatmap --over base --from 5 --to 9 --frames 601 -o a.gif", "2 to 600"),
        (
            "heatmap --over base --from 5 --to 9 --frames 500 --bounce -o a.gif",
            "998",
        ),
        ("heatmap --over base --from 5 --to 9 --fps 0 -o a.gif", "1 to 50"),
        (
            "heatmap --over base --from 5 --to 9 --size 2001x2000 -o a.gif",
            "4 megapixels",
        ),
        ("heatmap --over base --from 5 --to 9 --plain -o a.gif", "--plain"),
        ("heatmap --over base --from 5 --to 9 --cell-size 4 -o a.gif", "--size"),
        ("heatmap --over base --from 5 --to 9 --transparent -o a.gif", ".apng"),
        ("heatmap --over base --from 5 --to 9 -o a.mp4", ".gif, .png, .apng"),
        ("heatmap --over base --from 5 --to 9 -o no/a.gif", "no such folder"),
        (
            "heatmap --over base --from 5 --to 9 --scheme binary -o a.gif",
            "base has no effect here",
        ),
        ("wavelengths --over position --from 5 --to 9 -o a.gif", "wavelengths"),
        ("window --over base --from 5 --to 9 -o a.gif", "window"),
        (
            "heatmap --over max-len --from 5 --to 600 --scheme learned -o a.gif",
            "512",
        ),
    ] {
        let said = refused(&format!("animate {arguments}"));
        assert!(said.contains(contained), "{arguments}: {said}");
        let said = refused(&format!("animate {arguments} --lang zh"));
        assert!(said.chars().any(|c| ('\u{4E00}'..'\u{9FFF}').contains(&c)), "{said}");
    }
}

#[test]
fn a_batch_makes_animations_and_checks_them_first() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = format!("animate heatmap {MOTION} -o a.gif\ntable -o t.npy\n");
    fs::write(folder.path().join("good"), &jobs).unwrap();
    let output = String::from_utf8(done(folder.path(), "batch good --into made")).unwrap();
    assert!(output.contains("2 files"), "{output}");
    assert_eq!(
        read_gif(&fs::read(folder.path().join("made/a.gif")).unwrap())
            .frames
            .len(),
        3
    );
    let jobs = format!("{jobs}animate heatmap --over position --from 1 --to 99 -o b.gif\n");
    fs::write(folder.path().join("bad"), jobs).unwrap();
    let output = run(folder.path(), "batch bad --into other");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line 3") && said.contains("\"99\""), "{said}");
    assert!(!folder.path().join("other").exists());
    done(
        folder.path(),
        &format!("animate heatmap {MOTION} --sweep lang=en,zh -o {{lang}}.gif"),
    );
    assert!(folder.path().join("zh.gif").exists());
}

#[test]
fn help_shows_what_moves_and_not_what_belongs_to_still_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let help = String::from_utf8(done(folder.path(), "animate heatmap --help")).unwrap();
    for word in [
        "--over",
        "--from",
        "--to",
        "--frames",
        "--fps",
        "--bounce",
        ".apng",
        "1280x720",
        "--d-model",
    ] {
        assert!(help.contains(word), "{word} in {help}");
    }
    for word in ["--plain", "--cell-size", "--outlines"] {
        assert!(!help.contains(word), "{word} in {help}");
    }
    let help = String::from_utf8(done(folder.path(), "animate heatmap --help --lang zh")).unwrap();
    assert!(help.contains("什么在变") && help.contains("每帧"), "{help}");
    let help = String::from_utf8(done(folder.path(), "animate --help")).unwrap();
    assert!(help.contains("heatmap") && !help.contains("window"), "{help}");
}

#[cfg(unix)]
#[test]
fn who_stops_it_finds_nothing_left() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("poscope"))
        .args("animate heatmap --over base --from 100 --to 1e6 --frames 600 -o a.gif".split_whitespace())
        .current_dir(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while fs::read_dir(folder.path()).unwrap().count() == 0 && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

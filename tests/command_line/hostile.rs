//! Text written by others: malicious job files, names and sessions.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use poscope::cli::jobs::jobs;
use poscope::session::{Session, to_json};

use super::{done, poscope, run};

/// Characters that act on a terminal: they move its cursor, colour it, change the writing direction, or are invisible.
const ACTING: [char; 12] = [
    '\u{1b}',
    '\u{7}',
    '\u{8}',
    '\r',
    '\u{7f}',
    '\u{9b}',
    '\u{200b}',
    '\u{202e}',
    '\u{2028}',
    '\u{2066}',
    '\u{feff}',
    '\u{e0041}',
];

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs a batch of this text in a folder.
fn batch(folder: &Path, text: &str) -> Output {
    fs::write(folder.join("jobs.txt"), text).unwrap();
    run(folder, "batch jobs.txt")
}

/// Runs a batch of this text in a folder of its own and expects that nothing is made; returns what was said.
fn refused(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = batch(folder.path(), text);
    assert_eq!(output.status.code(), Some(2), "{text}: {}", said(&output));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{text}");
    said(&output)
}

#[test]
fn two_jobs_of_a_batch_may_not_write_one_file() {
    for (first, second) in [
        ("a.npy", "./a.npy"),
        ("a.npy", ".//.///a.npy"),
        ("new/a.npy", "new/./a.npy"),
    ] {
        let said = refused(&format!("table -o {first}\n# and\ntable -o {second}"));
        let expected = "poscope: jobs.txt, line 3: Line 1 makes the same file";
        assert!(said.starts_with(expected) && said.lines().count() == 1, "{said}");
    }
    let said = refused("table --sweep base=2,3,2 -o {base}.npy");
    assert!(said.contains("line 1: Line 1 makes the same file"), "{said}");
}

#[test]
fn no_file_of_a_batch_is_the_folder_of_another() {
    for names in [
        ["a.npy", "b.csv", "a.npy/b.npy"],
        ["a.npy/b.npy", "a.npy-b.csv", "a.npy"],
        ["a.npy/c/b.npy", "a.npy!.csv", "./a.npy"],
        ["x/a.npy/c/b.npy", "x/b.csv", "x/a.npy"],
    ] {
        let said = refused(&names.map(|name| format!("table -o '{name}'")).join("\n"));
        let expected = "line 3: This name and that of line 1 would be a file and its folder";
        assert!(said.contains(expected) && said.lines().count() == 1, "{said}");
    }
    // Names that merely begin alike do not count as the same.
    let folder = tempfile::tempdir().unwrap();
    let output = batch(folder.path(), "table -o a.npy\ntable -o a.npy.csv\ntable -o a/b.npy");
    assert_eq!(output.stdout, b"made 3 files in .\n", "{}", said(&output));
}

#[test]
fn no_job_replaces_its_own_job_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("sub")).unwrap();
    let job = "table --max-len 2 -o jobs.npy";
    fs::write(path.join("sub/jobs.npy"), job).unwrap();
    let whole = path.join("sub").to_str().unwrap().to_owned();
    let mut ways = vec![
        "sub/jobs.npy".to_owned(),
        "./sub/../sub/jobs.npy --into sub".to_owned(),
        format!("sub/jobs.npy --into {whole}"),
        format!("{whole}/jobs.npy --into ./sub/."),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("sub", path.join("link")).unwrap();
        std::os::unix::fs::symlink("sub/jobs.npy", path.join("linked.txt")).unwrap();
        ways.push("sub/jobs.npy --into link".to_owned());
        ways.push("link/jobs.npy --into sub".to_owned());
        ways.push("linked.txt --into sub".to_owned());
    }
    for way in ways {
        let output = run(path, &format!("batch {way}"));
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{way}: {said}");
        assert!(
            said.contains("line 1: The job would replace the job file"),
            "{way}: {said}"
        );
    }
    // Another link to the same file gets new bytes, and the job file keeps its own.
    fs::hard_link(path.join("sub/jobs.npy"), path.join("jobs.npy")).unwrap();
    done(path, "batch sub/jobs.npy --into .");
    assert_eq!(fs::read_to_string(path.join("sub/jobs.npy")).unwrap(), job);
    assert!(fs::read(path.join("jobs.npy")).unwrap().starts_with(b"\x93NUMPY"));
    // With standard input there is no job file to protect.
    let mut command = poscope(path);
    let output = command
        .args(["batch", "-"])
        .write_stdin("table -o ./-.npy")
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"made 1 file in .\n", "{}", said(&output));
}

#[cfg(unix)]
#[test]
fn a_sweep_does_not_write_one_file_twice_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("7")).unwrap();
    std::os::unix::fs::symlink("7", folder.path().join("7.0")).unwrap();
    std::os::unix::fs::symlink("c9.npy", folder.path().join("c8.npy")).unwrap();
    for arguments in [
        "table --sweep base=7,7.0 -o {base}/a.npy",
        "table --sweep base=8,9 -o c{base}.npy",
        "table --sweep base=7,8 -o 7/../{base}/../a.npy",
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let said = said(&output);
        // In the last one there is no folder 8.
        let is_said = said.contains("Two commands would write the same file") || said.contains("no such folder");
        assert!(is_said && said.lines().count() == 1, "{arguments}: {said}");
    }
}

#[test]
fn capitals_are_another_name_only_where_the_file_system_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("probe"), "").unwrap();
    let output = batch(folder.path(), "table -o a.npy\ntable -o A.npy\ntable -o ä.npy");
    if folder.path().join("PROBE").exists() {
        assert!(said(&output).contains("line 2: Line 1 makes the same file"));
    } else {
        assert_eq!(output.stdout, b"made 3 files in .\n", "{}", said(&output));
        assert!(folder.path().join("A.npy").exists() && folder.path().join("a.npy").exists());
    }
}

#[test]
fn a_line_that_goes_on_and_on_is_read_once() {
    // As many lines as a job file has room for, after an open quote; 40 kB of them once took 6 s.
    let text = format!("a \"b\" \\\n{}c 'd'\ntable", "x \\\n".repeat(250_000));
    let start = Instant::now();
    let found: Vec<_> = jobs(&text).map(|job| (job.number, job.words.is_ok())).collect();
    assert_eq!(found, [(1, false), (250_003, true)], "the first one is too long");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let said = refused(&format!("table -o a.npy \\\n{}", "--base 3 \\\n".repeat(2000)));
    assert!(said.contains("line 1: The job is longer than 16,384 bytes"), "{said}");
    let near = format!("table -o a.npy --title '{}'", "x".repeat(16_000));
    assert!(refused(&near).contains("--title"), "a job below the limit is read");
}

#[test]
fn what_is_wrong_is_said_of_a_hundred_lines_and_the_others_are_counted() {
    let said = refused(&"table -o x.npy --base 0\n".repeat(1234));
    assert_eq!(said.lines().count(), 101);
    assert!(
        said.lines()
            .nth(99)
            .unwrap()
            .contains("line 100: base = 0 is out of range")
    );
    assert!(said.ends_with("poscope: jobs.txt: and 1,134 more\n"), "{said}");
    assert_eq!(refused(&"x\n".repeat(100)).lines().count(), 100);
    for text in ["x\n".repeat(500_000), "table -o x.npy\n".repeat(10_001)] {
        let said = refused(&text);
        assert!(
            said.contains("more than 10,000 files") && said.lines().count() == 1,
            "{said}"
        );
    }
    let deep = format!("table -o {}x.npy", "d/".repeat(33));
    assert!(refused(&deep).contains("more than 32 folders deep"));
}

#[test]
fn ten_thousand_lines_are_checked_within_a_moment() {
    let folder = tempfile::tempdir().unwrap();
    let lines = (0..9999).map(|number| format!("table -o {number}.npy\n"));
    fs::write(folder.path().join("jobs.txt"), lines.collect::<String>()).unwrap();
    let start = Instant::now();
    let output = done(folder.path(), "batch jobs.txt --dry-run");
    assert!(output.ends_with(b"would make 9,999 files in .\n"));
    // With one parser per line this took a minute in a build like this one.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn no_text_from_elsewhere_acts_on_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let bad: String = ACTING.iter().collect::<String>() + "]0;pwned\u{7}";
    let mut session = Session::default();
    let of_view = session.settings.entry(bad.clone()).or_default();
    of_view.insert(bad.clone(), bad.clone());
    fs::write(path.join("good.poscope"), to_json(&session)).unwrap();
    let raw = format!(r#"{{"format":"poscope session","version":1,"session":{{"spec":{{"scheme":"x{bad}"}}}}}}"#);
    // JSON has no control characters; the others are as they are.
    let raw: String = raw.chars().filter(|character| u32::from(*character) >= 0x20).collect();
    fs::write(path.join("bad.poscope"), raw).unwrap();
    fs::write(path.join("jobs.txt"), format!("table --max-len 2 -o 'a{bad}.npy'\n")).unwrap();
    fs::write(
        path.join("wrong.txt"),
        format!("hea{bad}tmap\ntable --no{bad} -o x.npy"),
    )
    .unwrap();
    fs::write(path.join(format!("name{bad}.txt")), "table -o ../x.npy").unwrap();
    let named = |text: &str| format!("{text}{bad}");
    let commands: Vec<Vec<String>> = vec![
        vec!["batch".into(), "jobs.txt".into(), "--dry-run".into()],
        vec!["batch".into(), "jobs.txt".into(), "--into".into(), named("into")],
        vec!["batch".into(), "wrong.txt".into()],
        vec!["batch".into(), format!("name{bad}.txt")],
        vec!["batch".into(), named("missing")],
        vec!["session".into(), "good.poscope".into()],
        vec!["session".into(), "bad.poscope".into()],
        vec!["table".into(), "-o".into(), format!("{}/x.npy", named("no"))],
        vec!["table".into(), "-o".into(), named("x.")],
        vec!["table".into(), named("--opt")],
        vec!["table".into(), "-o".into(), "x.npy".into(), "--base".into(), named("7")],
        vec![
            "table".into(),
            "--lang".into(),
            named("zh"),
            "-o".into(),
            "x.npy".into(),
        ],
        vec![
            "table".into(),
            "--sweep".into(),
            named("base=3,"),
            "-o".into(),
            "{base}.npy".into(),
        ],
        vec!["export".into(), named("heat")],
        vec![
            "export".into(),
            "heatmap".into(),
            "-o".into(),
            "h.png".into(),
            format!("--plain={bad}"),
        ],
        vec!["presets".into(), bad.clone()],
        vec![named("command")],
        vec![named("./file.")],
    ];
    let mut count = 0;
    for arguments in commands {
        let output = poscope(path).args(&arguments).output().unwrap();
        for bytes in [output.stdout, output.stderr] {
            let text = String::from_utf8(bytes).unwrap();
            let acting: Vec<char> = text.chars().filter(|character| ACTING.contains(character)).collect();
            assert!(acting.is_empty(), "{arguments:?}: {acting:?} in {text:?}");
            count += text.lines().filter(|line| line.contains("202e")).count();
        }
    }
    assert!(count >= 18, "what was left out is spelled: {count}");
    // What is printed is the same session.
    let printed = String::from_utf8(run(path, "session good.poscope").stdout).unwrap();
    assert_eq!(poscope::session::from_json(&printed).unwrap().session, session);
}

#[test]
fn a_refusal_is_one_line_although_there_is_something_to_note() {
    let folder = tempfile::tempdir().unwrap();
    let text = to_json(&Session::default()).replacen("\"views\": {", "\"views\": {\"zoom_level\": 3,", 1);
    fs::write(folder.path().join("a.poscope"), text).unwrap();
    for arguments in [
        "session a.poscope -o missing/b.poscope",
        "table --session a.poscope -o missing/x.npy",
        "table --session a.poscope --base 0 -o x.npy",
        "export heatmap --session a.poscope -o missing/x.png",
        "export heatmap --start 1e308 --step 1e308 -o missing/x.png",
        "table --sweep base=0,1 --session a.poscope -o {base}.npy",
    ] {
        let output = run(folder.path(), arguments);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert!(
            said.starts_with("poscope: ") && said.lines().count() == 1,
            "{arguments}: {said}"
        );
    }
}

#[test]
fn what_the_system_refuses_is_said_in_the_language_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("1"), "").unwrap();
    fs::write(folder.path().join("2.txt"), b"\xff").unwrap();
    for arguments in [
        "batch 0",
        "session 0",
        "table -o 1/2.npy",
        "batch 2.txt",
        "batch .",
        "./0",
    ] {
        for (language, is_other) in [
            ("en", (|c: char| !c.is_ascii()) as fn(char) -> bool),
            ("zh", |c: char| c.is_ascii_lowercase()),
        ] {
            let output = run(folder.path(), &format!("--lang {language} {arguments}"));
            let said = said(&output).replace("poscope: ", "").replace("UTF-8", "");
            let said = said.replace(".npy", "").replace(".txt", "");
            assert_eq!(output.status.code(), Some(2), "{arguments}");
            assert!(!said.contains(is_other), "{arguments}: {said}");
        }
    }
    let output = run(folder.path(), "session missing.poscope --lang zh");
    assert!(said(&output).contains("没有这个文件"), "{}", said(&output));
}

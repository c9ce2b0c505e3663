//! What a command says while it runs for long.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

/// `script`, which every Linux has, gives the command a terminal.
#[test]
fn a_long_export_says_how_far_it_is_and_ends_at_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("poscope").to_str().unwrap();
    // The bound of 8,192 pairs at 131,072 offsets: seconds.
    let line = format!("'{program}' export decay --scheme rope --d-model 16384 --max-len 131072 --output long.png");
    let mut child = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .current_dir(folder.path())
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut seen, mut some) = (String::new(), [0; 64]);
    while !seen.contains('%') {
        let count = screen.read(&mut some).unwrap();
        assert!(count > 0, "it ended and said only {seen:?}");
        seen.push_str(&String::from_utf8_lossy(&some[..count]));
    }
    keys.write_all(b"\x03").unwrap();
    screen.read_to_string(&mut seen).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{seen:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

//! Files that cause much work with little content: repeated markers, holes of many gigabytes, pipes.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use poscope::app::preferences::{Preferences, PreferencesFolder};
use poscope::file::{FileError, SessionFault, read_session_text, read_text};
use poscope::session::Session;

use super::MOST_TIME;
use super::process::run;

/// The answer for a file, which must arrive in time.
fn answer(path: &Path, what: &str) -> Result<String, FileError> {
    let start = Instant::now();
    let answer = read_session_text(path);
    assert!(start.elapsed() < MOST_TIME, "{what}: {:?}", start.elapsed());
    answer
}

/// Beginnings of files, and what their readers stop at.
const REPEATED: [(&[u8], &[u8]); 12] = [
    (b"%PDF-1.7\n", b"poscope"),
    (b"%PDF-1.7\n", b"poscop"),
    (b"%PDF-1.7\n", b"p"),
    (b"%PDF-1.7\n", b"poscope12345678"),
    (b"%PDF-1.7\n", b"poscope1.AAAA "),
    (b"II*\0", b"poscope1."),
    (b"<svg>", b"poscope-session "),
    (b"<svg>", b"<metadata id=\"poscope-session\" "),
    (b"<svg>", b"<"),
    (b"<svg><metadata id=\"poscope-session\">", b"<![CDATA[]]>"),
    (b"<svg><metadata id=\"poscope-session\">", b"&amp;"),
    (b"GIF89a\0\0\0\0\0\0\0!\xFE", b"\x01p"),
];

#[test]
fn repeated_markers_cost_no_more_than_other_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for (start, marker) in REPEATED {
        let bytes = [start, &marker.repeat((32 << 20) / marker.len())].concat();
        fs::write(&path, bytes).unwrap();
        let what = String::from_utf8_lossy(marker);
        let _ = answer(&path, &what);
    }
}

#[test]
fn no_more_than_256_megabytes_are_looked_through_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for start in [b"%PDF-1.7\n".as_slice(), b"II*\0", b"MM\0*", b"<svg>"] {
        let path = folder.path().join("file");
        fs::write(&path, start).unwrap();
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_len(1 << 40)
            .unwrap(); // a hole takes no room
        let found = answer(&path, &String::from_utf8_lossy(start));
        let Err(FileError::Session {
            fault: SessionFault::TooLong { at },
            ..
        }) = found
        else {
            panic!("{found:?}");
        };
        assert!((250 << 20..=256 << 20).contains(&at), "{at}");
    }
}

#[test]
fn a_pipe_a_device_and_a_folder_are_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::create_dir(folder.path().join("folder")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    for name in ["pipe", "folder", "socket", "/dev/zero", "/dev/stdin"] {
        assert!(read_text(&folder.path().join(name), 100).is_err(), "{name}");
        for line in [
            format!("batch {name}"),
            format!("session {name}"),
            format!("export heatmap --session {name} -o a.png"),
            format!("export difference --versus=--session={name} -o a.png"),
            format!("table --session {name} -o a.npy"),
            name.to_owned(),
        ] {
            let words: Vec<_> = line.split(' ').map(Into::into).collect();
            let done = run(folder.path(), &words);
            assert_eq!(
                (done.status, done.stderr.lines().count()),
                (Some(2), 1),
                "{line}: {}",
                done.stderr
            );
            assert!(done.took < MOST_TIME, "{line}: {:?}", done.took);
        }
    }
}

#[test]
fn preferences_that_are_a_pipe_are_put_aside_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("preferences.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let store = PreferencesFolder::at(folder.path().to_owned());
    let save = || store.save(&Preferences::default(), &Session::default());
    let refused = save().unwrap_err();
    assert!(matches!(refused, FileError::NotRegular { .. }), "{refused}");
    let aside = store.load().put_aside;
    assert_eq!(aside, [folder.path().join("preferences.ron.damaged")]);
    save().unwrap();
    assert_eq!(store.load().put_aside.len(), 0);
}

//! The program as a separate process, held to its limits.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Cursor;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use poscope::file::read_npy;
use rustix::process::{Pid, Resource, Rlimit, WaitId, WaitIdOptions, prlimit, waitid};

use super::said::{self, Fault};
use super::{MOST_MEMORY, MOST_TIME};

/// What a process did.
pub struct Done {
    /// The exit status; `None` if a signal ended the process.
    pub status: Option<i32>,
    pub signal: Option<i32>,
    pub took: Duration,
    pub worked: Duration,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

/// The program in a folder, on an English system without a display.
pub fn poscope(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poscope"));
    command.current_dir(folder).stdin(Stdio::null());
    for name in [
        "LC_CTYPE",
        "LC_MESSAGES",
        "LANGUAGE",
        "LANG",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
    ] {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C");
    command
}

/// Runs the program to its end, or ends it if it takes five times as long as it may. It gets no
/// memory beyond the limit, and then a signal ends it.
pub fn run(folder: &Path, words: &[OsString]) -> Done {
    let said = tempfile::tempdir().unwrap();
    let [stdout, stderr] = ["stdout", "stderr"].map(|name| said.path().join(name));
    let start = Instant::now();
    let mut child = poscope(folder)
        .args(words)
        .stdout(File::create(&stdout).unwrap())
        .stderr(File::create(&stderr).unwrap())
        .spawn()
        .unwrap();
    let limit = Rlimit {
        current: Some(MOST_MEMORY),
        maximum: Some(MOST_MEMORY),
    };
    // A process that has already ended needs no limit.
    let pid = Pid::from_child(&child);
    let _ = prlimit(Some(pid), Resource::Data, limit);
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(pid), ended).unwrap().is_none() {
        if start.elapsed() > 5 * MOST_TIME {
            child.kill().unwrap();
        }
        sleep(Duration::from_micros(500));
    }
    let worked = worked(pid);
    let status = child.wait().unwrap();
    Done {
        status: status.code(),
        signal: status.signal(),
        took: start.elapsed(),
        worked,
        stdout: fs::read(stdout).unwrap(),
        stderr: String::from_utf8_lossy(&fs::read(stderr).unwrap()).into_owned(),
    }
}

/// The CPU time of a process that has ended. Elapsed time says less, since other processes run beside it.
fn worked(pid: Pid) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap();
    let fields = stat.rsplit(')').next().unwrap().split_whitespace().skip(11).take(2);
    let hundredths: u64 = fields.map(|field| field.parse::<u64>().unwrap()).sum();
    Duration::from_millis(10 * hundredths)
}

/// What is wrong with what a process did, if anything is.
pub fn fault(done: &Done, words: &[OsString]) -> Option<Fault> {
    let Done {
        status,
        signal,
        took,
        worked,
        stdout,
        stderr,
    } = done;
    if stderr.contains("panicked") || *status == Some(101) {
        return Some(Fault::Work(stderr.clone()));
    }
    if let Some(signal) = signal {
        return Some(Fault::Work(format!(
            "ended by signal {signal} after {took:?}: {stderr}"
        )));
    }
    if *worked > MOST_TIME || *took > 5 * MOST_TIME {
        return Some(Fault::Late(*worked));
    }
    let Some(status) = status.filter(|status| (0..=2).contains(status)) else {
        return Some(Fault::Work(format!("exit status {status:?}")));
    };
    let (refusals, notes): (Vec<&str>, Vec<&str>) = stderr.lines().partition(|line| line.starts_with("poscope: "));
    let is_batch = words.iter().any(|word| word == "batch");
    let expected = if status == 0 {
        0..=0
    } else if is_batch {
        0..=usize::MAX
    } else {
        1..=1
    };
    if !expected.contains(&refusals.len()) || (!stderr.is_empty() && !stderr.ends_with('\n')) {
        return Some(Fault::Work(format!("exit status {status} with {stderr:?}")));
    }
    let given: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let given: Vec<&str> = given.iter().flat_map(|word| word.split(['=', ' '])).collect();
    // A batch prints names of files, which come from outside too.
    let printed = String::from_utf8_lossy(if is_batch { stdout } else { b"" });
    let mut lines = refusals.into_iter().chain(notes).chain(printed.lines());
    lines.find_map(|line| said::fault(line, &given))
}

/// What is wrong with the files that a process left, if anything is: one that is unfinished or torn.
pub fn left(folder: &Path) -> Option<Fault> {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            if let Some(fault) = left(&path) {
                return Some(fault);
            }
            continue;
        }
        if path.extension().is_some_and(|ending| ending == "part") {
            return Some(Fault::Work(format!("left {path:?}")));
        }
        let bytes = fs::read(&path).unwrap();
        if !is_whole(&path, &bytes) {
            return Some(Fault::Work(format!("torn: {path:?}, {} bytes", bytes.len())));
        }
    }
    None
}

/// Whether a file ends as its beginning says.
fn is_whole(path: &Path, bytes: &[u8]) -> bool {
    let ends: [(&[u8], &[u8]); 6] = [
        (b"\x89PNG", b"IEND\xAE\x42\x60\x82"),
        (b"GIF8", b";"),
        (b"%PDF", b"%%EOF"),
        (b"<svg", b"</svg>"),
        (b"<?xml", b"</svg>"),
        (b"{", b"}"),
    ];
    if let Some((_, end)) = ends.iter().find(|(start, _)| bytes.starts_with(start)) {
        return bytes.trim_ascii_end().ends_with(end);
    }
    if bytes.starts_with(b"\x93NUMPY") {
        return read_npy(path, MOST_MEMORY).is_ok();
    }
    if bytes.starts_with(b"PK") {
        return zip::ZipArchive::new(Cursor::new(bytes)).is_ok();
    }
    // A table may have any ending, and --format.
    let is_table = ["csv", "npy", "npz", "safetensors"]
        .iter()
        .any(|ending| path.extension() == Some(OsStr::new(ending)));
    !is_table || bytes.ends_with(b"\n") || safetensors::SafeTensors::deserialize(bytes).is_ok()
}

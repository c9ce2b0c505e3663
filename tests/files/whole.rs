//! A file appears under its name only when it is whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use poscope::file::{Destination, FileError, Pixels, PngPicture, Storage};
use poscope::file::{check_destination, write_csv, write_npy, write_npz, write_png, write_whole};
use tempfile::tempdir;

use crate::Counting;

fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_whole(&Destination::Path(path.to_owned()), |w| Ok(w.write_all(bytes)?))
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_made_and_replaced_and_nothing_else_is_left() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write_bytes(&path, b"first and longer").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first and longer");
    write_bytes(&path, b"second").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second");
    assert_eq!(names_in(folder.path()), ["a.txt"]);
}

#[test]
fn until_the_last_byte_the_old_file_is_seen() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "old").unwrap();
    write_whole(&Destination::Path(path.clone()), |w| {
        w.write_all(&[b'x'; 1_000_000])?;
        w.flush()?;
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names_in(folder.path()).len(), 2);
        Ok(())
    })
    .unwrap();
    assert_eq!(fs::read(&path).unwrap(), [b'x'; 1_000_000]);
}

#[test]
fn a_failing_write_leaves_the_old_file_and_no_other() {
    let folder = tempdir().unwrap();
    for old in [None, Some("old")] {
        let path = folder.path().join("a.txt");
        if let Some(old) = old {
            fs::write(&path, old).unwrap();
        }
        let error = write_whole(&Destination::Path(path.clone()), |w| {
            w.write_all(&[b'x'; 1_000_000])?;
            Err(io::Error::new(io::ErrorKind::StorageFull, "the disk is full").into())
        })
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("cannot write: the disk is full: {}", path.display())
        );
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), old);
        assert_eq!(names_in(folder.path()).len(), usize::from(old.is_some()));
    }
}

#[test]
fn a_cancelled_export_leaves_nothing_in_any_format() {
    let folder = tempdir().unwrap();
    let destination = Destination::Path(folder.path().join("out"));
    let table = Counting {
        rows: 200,
        columns: 16_384,
    };
    let picture = PngPicture {
        width: 10,
        height: 10,
        pixels: Pixels::Rgb,
        effort: poscope::file::Effort::Small,
        dpi: None,
        notes: vec![],
    };
    let stop = &mut |done: f64| done < 0.5;
    let results = [
        write_whole(&destination, |w| write_npy(w, &table, Storage::F32, stop)),
        write_whole(&destination, |w| write_npz(w, &table, Storage::F32, stop)),
        write_whole(&destination, |w| write_csv(w, &table, Storage::F32, stop)),
        write_whole(&destination, |w| write_png(w, &picture, |_, _| {}, stop)),
    ];
    for result in results {
        assert!(matches!(result, Err(FileError::Cancelled)));
    }
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[test]
fn a_folder_and_a_missing_folder_are_named() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    assert!(matches!(
        write_bytes(path, b""),
        Err(FileError::IsFolder { path: p }) if p == path
    ));
    let missing = path.join("missing");
    for name in ["a.txt", "deeper/a.txt"] {
        let error = write_bytes(&missing.join(name), b"").unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, FileError::NoFolder { .. }), "{error}");
        assert!(text.contains(&missing.display().to_string()), "{text}");
    }
    let trailing = path.join("missing/");
    assert!(matches!(write_bytes(&trailing, b""), Err(FileError::NoFolder { .. })));
    assert!(write_bytes(Path::new(""), b"").is_err());
    for refused in [path, &missing.join("a.txt"), &trailing] {
        assert!(check_destination(&Destination::Path(refused.to_owned())).is_err());
    }
    let beneath_file = path.join("file").join("a.txt");
    fs::write(path.join("file"), "").unwrap();
    assert!(matches!(write_bytes(&beneath_file, b""), Err(FileError::Write { .. })));
    assert_eq!(names_in(path), ["file"]);
}

#[test]
fn an_error_is_one_line_whatever_the_path_is_called() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("two\nlines").join("a.txt");
    let text = write_bytes(&path, b"").unwrap_err().to_string();
    assert!(text.ends_with("two\\nlines"), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn a_dash_alone_is_the_standard_output() {
    assert_eq!(Destination::parse("-"), Destination::StandardOutput);
    assert_eq!(Destination::StandardOutput.to_string(), "standard output");
    for path in ["./-", "a", "--", "/dev/stdout"] {
        assert_eq!(Destination::parse(path), Destination::Path(path.into()));
    }
}

#[cfg(unix)]
mod on_unix {
    use std::fs::Permissions;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::Command;

    use poscope::file::{free_bytes, takes_space};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file_and_an_old_one_keeps_its_own() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("ours");
        let ordinary = folder.path().join("ordinary");
        write_bytes(&path, b"1").unwrap();
        fs::write(&ordinary, "1").unwrap();
        assert_eq!(mode(&path), mode(&ordinary));
        for own in [0o600, 0o664, 0o755] {
            fs::set_permissions(&path, Permissions::from_mode(own)).unwrap();
            write_bytes(&path, b"2").unwrap();
            assert_eq!(mode(&path), own);
        }
    }

    #[test]
    fn a_link_stays_and_its_file_is_written() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        fs::write(path("elsewhere/real"), "old").unwrap();
        symlink("elsewhere/real", path("link")).unwrap();
        symlink("link", path("link to link")).unwrap();
        symlink("elsewhere/to be", path("dangling")).unwrap();
        symlink("round", path("round")).unwrap();

        write_bytes(&path("link to link"), b"new").unwrap();
        write_bytes(&path("dangling"), b"made").unwrap();
        assert!(write_bytes(&path("round"), b"").is_err());

        assert_eq!(fs::read(path("elsewhere/real")).unwrap(), b"new");
        assert_eq!(fs::read(path("elsewhere/to be")).unwrap(), b"made");
        for link in ["link", "link to link", "dangling", "round"] {
            assert!(path(link).is_symlink(), "{link}");
        }
        assert_eq!(names_in(&path("elsewhere")), ["real", "to be"]);
    }

    #[test]
    fn a_pipe_and_a_device_are_written_and_not_replaced() {
        let folder = tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut both_ends = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        write_bytes(&pipe, b"through").unwrap();
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let mut bytes = [0; 7];
        io::Read::read_exact(&mut both_ends, &mut bytes).unwrap();
        assert_eq!(&bytes, b"through");

        check_destination(&Destination::Path(pipe.clone())).unwrap();
        assert!(!takes_space(&Destination::Path(pipe)));
        assert!(takes_space(&Destination::Path(folder.path().join("new"))));
        assert!(free_bytes(&folder.path().join("new")).is_some());

        // Only now, and by a link of another folder: a broken test must not replace the device.
        let null = folder.path().join("null");
        symlink("/dev/null", &null).unwrap();
        write_bytes(&null, b"away").unwrap();
        assert!(null.is_symlink());
        assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
    }

    #[test]
    fn unfinished_files_that_nobody_writes_are_removed_and_nothing_else_is() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let kept = [
            ".poscope-Alive1.part", // locked below, as its writer does it
            ".poscope-abcdef.partial",
            ".poscope-abcde.part",
            ".poscope-abc-ef.part",
            "a.part",
            "kept",
        ];
        for name in kept.iter().chain(&[".poscope-Dead01.part", ".poscope-Dead02.part"]) {
            fs::write(path(name), "x").unwrap();
        }
        let alive = fs::File::open(path(kept[0])).unwrap();
        alive.lock().unwrap();
        symlink("kept", path(".poscope-link00.part")).unwrap();
        fs::create_dir(path(".poscope-folder.part")).unwrap();
        let pipe = path(".poscope-pipe00.part");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());

        write_bytes(&path("new"), b"new").unwrap();
        let mut expected: Vec<&str> = kept.to_vec();
        expected.extend([
            "new",
            ".poscope-link00.part",
            ".poscope-folder.part",
            ".poscope-pipe00.part",
        ]);
        expected.sort_unstable();
        assert_eq!(names_in(folder.path()), expected);
    }

    #[test]
    fn what_is_being_written_is_locked() {
        let folder = tempdir().unwrap();
        write_whole(&Destination::Path(folder.path().join("a.txt")), |_| {
            let names = names_in(folder.path());
            let part = fs::File::open(folder.path().join(&names[0])).unwrap();
            assert!(
                matches!(part.try_lock(), Err(fs::TryLockError::WouldBlock)),
                "{names:?}"
            );
            Ok(())
        })
        .unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_device_is_an_error_that_names_it() {
        let error = write_bytes(Path::new("/dev/full"), b"x").unwrap_err();
        let FileError::Write { destination, source } = &error else {
            panic!("{error}");
        };
        assert_eq!(source.kind(), io::ErrorKind::StorageFull);
        assert_eq!(destination, &Some(Destination::parse("/dev/full")));
    }

    #[test]
    #[cfg(target_os = "linux")]
    #[allow(clippy::print_stdout, reason = "what is skipped is said")]
    fn a_folder_that_takes_no_files_is_named() {
        let folder = tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
        // Permissions do not bind the superuser; /sys takes no files from anyone.
        let refuses = |folder: &&Path| {
            let probe = folder.join("probe");
            let is_refused = folder.exists() && fs::write(&probe, "").is_err();
            let _ = fs::remove_file(probe);
            is_refused
        };
        let Some(refusing) = [folder.path(), Path::new("/sys")].into_iter().find(refuses) else {
            println!("skipped: the superuser may write everywhere, and there is no /sys");
            return;
        };
        let error = write_bytes(&refusing.join("a.txt"), b"x").unwrap_err();
        assert!(
            matches!(&error, FileError::FolderRefuses { folder, .. } if folder == refusing),
            "{error}"
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_open_file_of_the_process_is_appended_to_and_not_replaced() {
        use std::os::fd::AsRawFd;
        let folder = tempdir().unwrap();
        let mut file = tempfile::tempfile_in(folder.path()).unwrap();
        file.write_all(b"before ").unwrap();
        let name = format!("/dev/fd/{}", file.as_raw_fd());
        write_bytes(Path::new(&name), b"after").unwrap();
        io::Seek::rewind(&mut file).unwrap();
        assert_eq!(io::read_to_string(file).unwrap(), "before after");
        assert_eq!(names_in(folder.path()), [""; 0]);
    }
}

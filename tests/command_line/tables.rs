//! `poscope table`.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use poscope::encoding::{Encoding, Precision, Scheme, Spec};
use poscope::file::{Element, read_npy};

use crate::{done, run};

#[test]
fn a_table_is_npy_or_csv_by_the_ending_and_float32_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    let encoding = Encoding::new(Spec::default()).unwrap();
    let cells = |i: usize| encoding.value(i / 16, i % 16).unwrap();
    for (name, option, element) in [
        ("a.npy", "", Element::F32),
        ("b.NPY", "--precision f64", Element::F64),
        ("c.bin", "--format npy --precision f32", Element::F32),
    ] {
        done(folder.path(), &format!("table -o {name} {option}"));
        let array = read_npy(&folder.path().join(name), 1 << 20).unwrap();
        assert_eq!((&array.shape[..], array.element), (&[50, 16][..], element), "{name}");
        for (i, &found) in array.values.iter().enumerate() {
            let expected = cells(i);
            let expected = if element == Element::F32 {
                f64::from(expected as f32)
            } else {
                expected
            };
            assert!((found - expected).abs() <= 1.2e-16, "{name} {i}");
        }
    }
    done(folder.path(), "table -o d.csv --d-model 4 --max-len 2");
    let text = fs::read_to_string(folder.path().join("d.csv")).unwrap();
    assert_eq!(text, "0.0,1.0,0.0,1.0\n0.84147096,0.5403023,0.009999833,0.99995\n");
}

#[test]
fn half_precision_is_rounded_once_and_bfloat16_is_stored_as_what_the_file_has() {
    let folder = tempfile::tempdir().unwrap();
    let encoding = Encoding::new(Spec::default()).unwrap();
    for (name, element, precision) in [
        ("f16", Element::F16, Precision::F16),
        ("bf16", Element::F32, Precision::Bf16),
    ] {
        let file = format!("{name}.npy");
        let output = run(folder.path(), &format!("table -o {file} --precision {name}"));
        assert!(output.status.success());
        // The command reports what the file cannot express.
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            said.contains("stored as float32"),
            precision == Precision::Bf16,
            "{said}"
        );
        let array = read_npy(&folder.path().join(&file), 1 << 20).unwrap();
        assert_eq!(array.element, element);
        for (i, &found) in array.values.iter().enumerate() {
            assert_eq!(
                found,
                precision.round(encoding.value(i / 16, i % 16).unwrap()),
                "{name} {i}"
            );
        }
        let output = run(folder.path(), &format!("table -o - --format csv --precision {name}"));
        let text = String::from_utf8(output.stdout).unwrap();
        let numbers: Vec<f32> = text
            .split([',', '\n'])
            .filter_map(|number| number.parse().ok())
            .collect();
        let values: Vec<f32> = array.values.iter().map(|&value| value as f32).collect();
        assert_eq!(numbers, values);
    }
}

#[test]
fn the_options_choose_the_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        |options: &str| String::from_utf8(done(folder.path(), &format!("table -o - --format csv {options}"))).unwrap();
    assert_eq!(
        text("--scheme index --d-model 2 --max-len 3"),
        "0.0,0.0\n1.0,1.0\n2.0,2.0\n"
    );
    assert_eq!(
        text("--scheme binary --d-model 3 --max-len 6").lines().last(),
        Some("1.0,0.0,1.0")
    );
    assert_eq!(
        text("--scheme normalized --d-model 1 --max-len 5"),
        "0.0\n0.25\n0.5\n0.75\n1.0\n"
    );
    assert_eq!(
        text("--scheme normalized --d-model 1 --max-len 4 --divisor length"),
        "0.0\n0.25\n0.5\n0.75\n"
    );
    // cos(1 / 100^(2/4)) = cos(0.1)
    let row = text("--d-model 4 --max-len 2 --base 100 --precision f64");
    assert!(row.trim_end().ends_with(",0.9950041652780258"), "{row}");
    let thousands = text("--scheme index --d-model 1 --max-len 1,000");
    assert_eq!(thousands.lines().count(), 1000);
}

#[test]
fn a_table_replaces_the_file_of_that_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.csv"), "old").unwrap();
    done(folder.path(), "table -o x.csv --d-model 1 --max-len 1 --scheme index");
    assert_eq!(fs::read_to_string(folder.path().join("x.csv")).unwrap(), "0.0\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Starts the program and reads the beginning of its output, while the program waits for more to be
/// read.
fn beginning(arguments: &str, bytes: usize) -> (std::process::Child, Vec<u8>) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("poscope"))
        .args(arguments.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut read = vec![0; bytes];
    child.stdout.as_mut().unwrap().read_exact(&mut read).unwrap();
    (child, read)
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    for arguments in [
        "table -o - --format csv --max-len 100000",
        "table -o - --format npy --max-len 100000",
        "export heatmap -o - --max-len 2000 --d-model 2000 --cell-size 1",
    ] {
        let (mut child, _) = beginning(arguments, 10);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments}");
        assert_eq!(output.status.code(), Some(0), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_in_one_line() {
    for arguments in [
        "table -o - --format npy --lang en",
        "table -o /dev/full --format csv --lang en",
        "export heatmap -o - --lang en",
    ] {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("poscope"))
            .args(arguments.split_whitespace())
            .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(said.starts_with("poscope: Cannot write (the disk is full)"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_table_of_68_gigabytes_comes_in_blocks_and_is_never_held() {
    let row = 4 * 16_384;
    let (mut child, bytes) = beginning(
        "table -o - --format npy --d-model 16384 --max-len 1048576",
        128 + 100 * row,
    );
    let header = String::from_utf8_lossy(&bytes[10..128]);
    assert!(header.contains("'shape': (1048576, 16384)"), "{header}");
    let encoding = Encoding::new(Spec {
        d_model: 16_384,
        max_len: 1_048_576,
        scheme: Scheme::Sinusoidal,
        ..Spec::default()
    })
    .unwrap();
    for (position, dimension) in [(0, 1), (63, 0), (64, 16_383), (99, 5001)] {
        let at = 128 + position * row + 4 * dimension;
        let found = f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(found, encoding.value(position, dimension).unwrap() as f32);
    }
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(kilobytes < 100_000, "{line}");
    }
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_command_that_is_interrupted_leaves_nothing_behind() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("poscope"))
        .current_dir(folder.path())
        .args("table --max-len 1048576 --d-model 4096 -o t.npy --yes".split(' '))
        .spawn()
        .unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let start = Instant::now();
    while files() == 0 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(files(), 1, "it has begun");
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(files(), 0);
}

#[test]
fn values_beyond_the_largest_number_of_a_type_are_counted_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &str| {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    let alibi = "table -o x.npy --scheme alibi --max-len 131072 --precision";
    // float16 rounds to infinity from 65,520 on. Of 16 heads the slopes 2^-0.5 and 2^-1 come so far: at offsets from
    // 92,660 and from 131,040 to 131,071, which are 38,412 and 32 values.
    let words = said(&format!("{alibi} f16"));
    assert!(
        words.contains("38,444 values are beyond 65,504, the largest f16"),
        "{words}"
    );
    let array = read_npy(&folder.path().join("x.npy"), 1 << 30).unwrap();
    assert_eq!(array.values.iter().filter(|value| value.is_infinite()).count(), 38_444);
    for precision in ["f32", "bf16"] {
        assert!(!said(&format!("{alibi} {precision}")).contains("beyond"), "{precision}");
    }
}

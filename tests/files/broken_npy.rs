//! Invalid .npy files, whose claims must not be trusted.

use std::fs::File;
use std::io::Write;

use poscope::file::{FileError, NpyFault, read_npy};
use tempfile::tempdir;

use crate::npy::{MEBIBYTE, file_of, npy, npy_of, read};

#[test]
fn what_is_not_npy_is_refused_by_name() {
    assert_eq!(read(b"").unwrap_err(), NpyFault::Magic);
    assert_eq!(read(b"\x93NUMPX\x01\x00").unwrap_err(), NpyFault::Magic);
    assert_eq!(read(b"PK\x03\x04 a zip").unwrap_err(), NpyFault::Archive);
    assert_eq!(
        read(b"\x93NUMPY\x04\x01xxxx").unwrap_err(),
        NpyFault::Version { major: 4, minor: 1 }
    );
    assert_eq!(read(&npy_of("|O", "2,", b"..")).unwrap_err(), NpyFault::Objects);
    let structured = "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}";
    assert_eq!(read(&npy(structured, b"")).unwrap_err(), NpyFault::Structured);
    let odd = ["<c8", "|b1", "<U3", "|S4", "<M8[ns]", "<f16", "|f4", "f4", ""];
    for descr in odd {
        assert_eq!(
            read(&npy_of(descr, "2,", &[0; 64])).unwrap_err(),
            NpyFault::ElementType {
                descr: descr.to_owned()
            }
        );
    }
}

#[test]
fn a_damaged_header_is_refused_where_it_is_damaged() {
    let at = |header: &str| match read(&npy(header, &[0; 8])).unwrap_err() {
        NpyFault::Header { at } => at,
        other => panic!("{other}"),
    };
    assert_eq!(at(""), 0);
    assert_eq!(at("\n"), 1);
    assert_eq!(at("{'descr': '<f4"), 11);
    assert_eq!(at("{'descr' '<f4'}"), 9);
    assert_eq!(at("{'descr': '<f4', 'shape': (1,), 'fortran_order': Maybe}"), 49);
    assert_eq!(at("{'descr': '<f4', 'shape': (-1,)}"), 27);
    assert_eq!(at("{'descr': '<f4', 'shape': ((((((("), 27);
    assert_eq!(at("{'descr': '<f4', 'shape': (2,)}"), 31);
    assert_eq!(at("{'description': '<f4'}"), 15);
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
    assert_eq!(at(&format!("{header} and more")), 56);
}

#[test]
fn a_giant_header_or_shape_is_refused_and_not_believed() {
    let mut giant = b"\x93NUMPY\x02\x00".to_vec();
    giant.extend(u32::MAX.to_le_bytes());
    assert_eq!(
        read(&giant).unwrap_err(),
        NpyFault::HeaderTooLong {
            length: u32::MAX,
            limit: 65_536
        }
    );
    let short = b"\x93NUMPY\x01\x00\xff\xff{'descr'";
    assert_eq!(
        read(short).unwrap_err(),
        NpyFault::Truncated {
            expected: 65_545,
            found: 18
        }
    );

    let shape = |shape: &str| read(&npy_of("<f8", shape, &[0; 64])).unwrap_err();
    for overflow in [
        "99999999999999999999",
        "18446744073709551615, 2",
        "4294967296, 4294967296",
        "2305843009213693952",
        "18446744073709551615, 2, 0",
        &"1, ".repeat(65),
    ] {
        assert_eq!(shape(overflow), NpyFault::ShapeOverflow, "{overflow}");
    }
    let Truncated { expected, found } = truncated(shape("1000000, 1000000"));
    assert_eq!(expected - found, 8_000_000_000_000 - 64);
}

struct Truncated {
    expected: u64,
    found: u64,
}

fn truncated(fault: NpyFault) -> Truncated {
    match fault {
        NpyFault::Truncated { expected, found } => Truncated { expected, found },
        other => panic!("{other}"),
    }
}

#[test]
fn a_file_of_the_wrong_length_is_refused_with_both_lengths() {
    let whole = npy_of("<f4", "2,", &[0; 8]);
    let length = whole.len() as u64;
    for cut in 6..whole.len() {
        let Truncated { expected, found } = truncated(read(&whole[..cut]).unwrap_err());
        assert!(found < expected && expected <= length);
        assert_eq!(found, cut as u64);
    }
    let long = npy_of("<f4", "2,", &[0; 9]);
    assert_eq!(
        read(&long).unwrap_err(),
        NpyFault::TooLong {
            expected: length,
            found: length + 1
        }
    );
}

#[test]
fn a_whole_file_beyond_the_limit_is_refused_before_room_is_made() {
    // A sparse file of 64 TiB, or as large as the disk allows.
    let folder = tempdir().unwrap();
    let path = folder.path().join("sparse.npy");
    for terabytes in [64_u64, 8, 1] {
        let elements = terabytes << 40;
        let head = npy_of("|u1", &format!("{elements},"), &[]);
        let mut file = File::create(&path).unwrap();
        file.write_all(&head).unwrap();
        if file.set_len(head.len() as u64 + elements).is_err() {
            continue;
        }
        let refused = read_npy(&path, MEBIBYTE).unwrap_err();
        let FileError::Npy { fault, .. } = refused else {
            panic!("{refused}");
        };
        let limit = MEBIBYTE;
        assert_eq!(fault, NpyFault::TooLarge { elements, limit });
        return;
    }
    panic!("no sparse file could be made");
}

#[test]
fn the_limit_is_on_the_values_as_they_are_held() {
    let (_folder, path) = file_of(&npy_of("|u1", "10,", &[1; 10]));
    assert_eq!(read_npy(&path, 80).unwrap().values, [1.0; 10]);
    assert!(matches!(
        read_npy(&path, 79),
        Err(FileError::Npy {
            fault: NpyFault::TooLarge {
                elements: 10,
                limit: 79
            },
            ..
        })
    ));
}

#[test]
fn what_is_no_file_is_refused_in_words_that_end_in_its_path() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let missing = path.join("missing.npy");
    let error = read_npy(&missing, MEBIBYTE).unwrap_err();
    assert!(matches!(error, FileError::Read { .. }));
    assert!(error.to_string().ends_with(&missing.display().to_string()));
    let error = read_npy(path, MEBIBYTE).unwrap_err();
    assert!(matches!(error, FileError::IsFolder { .. }));
    assert!(error.to_string().ends_with(&path.display().to_string()));
    #[cfg(unix)]
    assert!(matches!(
        read_npy("/dev/zero".as_ref(), MEBIBYTE),
        Err(FileError::NotRegular { .. })
    ));
}

//! NumPy's .npy, written and read.

use std::fs;
use std::path::PathBuf;

use poscope::file::{Element, FileError, NpyArray, NpyFault, RowSource, Storage, read_npy, write_npy};
use proptest::prelude::*;
use tempfile::{TempDir, tempdir};

use crate::{Cells, Counting};

pub(crate) const MEBIBYTE: u64 = 1 << 20;

fn bytes_of(table: &dyn RowSource, storage: Storage) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_npy(&mut bytes, table, storage, &mut |_| true).unwrap();
    bytes
}

pub(crate) fn file_of(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("table.npy");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

pub(crate) fn read(bytes: &[u8]) -> Result<NpyArray, NpyFault> {
    let (_folder, path) = file_of(bytes);
    read_npy(&path, MEBIBYTE).map_err(|error| match error {
        FileError::Npy { fault, path: named } => {
            assert_eq!(named, path);
            fault
        }
        other => panic!("{other}"),
    })
}

/// An .npy file of version 1.0 with this header and these data.
pub(crate) fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(data);
    bytes
}

pub(crate) fn npy_of(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}     \n");
    npy(&header, data)
}

#[test]
fn the_bytes_are_those_that_numpy_writes() {
    let table = Cells {
        columns: 3,
        cells: vec![0.0, 1.0, -2.0, 0.5, 1.0 / 3.0, f64::INFINITY],
    };
    // The text ends in spaces up to byte 127 and a line break, so that the data begin at 128.
    let text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    let mut expected = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    expected.extend(text);
    expected.resize(127, b' ');
    expected.push(b'\n');
    expected.extend(b"\0\0\0\0\0\0\x80\x3f\0\0\0\xc0\0\0\0\x3f\xab\xaa\xaa\x3e\0\0\x80\x7f");
    assert_eq!(bytes_of(&table, Storage::F32), expected);

    let wide = bytes_of(&table, Storage::F64);
    assert_eq!(wide.len(), 128 + 6 * 8);
    assert_eq!(&wide[10..28], b"{'descr': '<f8', '");
    assert_eq!(&wide[160..168], b"\x55\x55\x55\x55\x55\x55\xd5\x3f");
}

#[test]
fn the_header_of_the_largest_table_has_the_same_length() {
    let table = Counting {
        rows: 1_048_576,
        columns: 16_384,
    };
    let mut bytes = Vec::new();
    let cancelled = write_npy(&mut bytes, &table, Storage::F64, &mut |_| false);
    assert!(matches!(cancelled, Err(FileError::Cancelled)));
    assert_eq!(bytes.len(), 128);
    assert_eq!(bytes[127], b'\n');
    assert_eq!(&bytes[50..77], b" 'shape': (1048576, 16384),");
}

#[test]
fn another_reader_of_npy_reads_the_same() {
    let table = Counting {
        rows: 130,
        columns: 16_384,
    };
    let bytes = bytes_of(&table, Storage::F32);
    let npy = npyz::NpyFile::new(&bytes[..]).unwrap();
    assert_eq!(npy.shape(), [130, 16_384]);
    assert_eq!(npy.order(), npyz::Order::C);
    let values: Vec<f32> = npy.into_vec().unwrap();
    assert_eq!(values.len(), 130 * 16_384);
    assert!(values.iter().enumerate().all(|(i, &v)| v == i as f32));
}

proptest! {
    #[test]
    fn reading_what_was_written_gives_the_same_bits(
        columns in 1_usize..9,
        bits in prop::collection::vec(any::<u64>(), 0..80),
    ) {
        let mut cells: Vec<f64> = bits.into_iter().map(f64::from_bits).collect();
        cells.truncate(cells.len() / columns * columns);
        let table = Cells { columns, cells };

        let array = read(&bytes_of(&table, Storage::F64)).unwrap();
        prop_assert_eq!(&array.shape, &[table.rows(), columns]);
        prop_assert_eq!(array.element, Element::F64);
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(&array.values), bits(&table.cells));

        let array = read(&bytes_of(&table, Storage::F32)).unwrap();
        prop_assert_eq!(array.element, Element::F32);
        prop_assert_eq!(array.values.len(), table.cells.len());
        for (&read, &written) in array.values.iter().zip(&table.cells) {
            let written = written as f32;
            prop_assert!(read == f64::from(written) || read.is_nan() && written.is_nan());
        }
    }
}

#[test]
fn every_number_type_and_byte_order_is_read() {
    let cases: [(&str, &[u8], f64, f64, Element); 14] = [
        // 0x3c00 is 1, 0xfbff the lowest float16, 0x0001 the smallest positive one.
        ("<f2", b"\x00\x3c\xff\xfb", 1.0, -65504.0, Element::F16),
        (
            ">f2",
            b"\x00\x01\x7c\x00",
            2.0_f64.powi(-24),
            f64::INFINITY,
            Element::F16,
        ),
        ("<f2", b"\x55\x35\x00\x84", 0.33325195, -2.0_f64.powi(-14), Element::F16),
        ("<f4", b"\0\0\x80\x3f\0\0\0\xc0", 1.0, -2.0, Element::F32),
        (">f4", b"\x3f\x80\0\0\xc0\0\0\0", 1.0, -2.0, Element::F32),
        (">f8", b"\x3f\xf0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0", 1.0, 2.0, Element::F64),
        ("|i1", b"\xff\x7f", -1.0, 127.0, Element::I8),
        ("|u1", b"\xff\x7f", 255.0, 127.0, Element::U8),
        (">i2", b"\xff\xfe\x01\x00", -2.0, 256.0, Element::I16),
        ("<u2", b"\xfe\xff\x00\x01", 65534.0, 256.0, Element::U16),
        ("<i4", b"\xfe\xff\xff\xff\0\0\0\x01", -2.0, 16777216.0, Element::I32),
        (
            ">u4",
            b"\xff\xff\xff\xfe\x01\0\0\0",
            4294967294.0,
            16777216.0,
            Element::U32,
        ),
        (
            "<i8",
            b"\xfe\xff\xff\xff\xff\xff\xff\xff\x07\0\0\0\0\0\0\0",
            -2.0,
            7.0,
            Element::I64,
        ),
        (
            "<u8",
            b"\xff\xff\xff\xff\xff\xff\xff\xff\x07\0\0\0\0\0\0\0",
            2.0_f64.powi(64),
            7.0,
            Element::U64,
        ),
    ];
    for (descr, data, first, second, element) in cases {
        let array = read(&npy_of(descr, "2,", data)).unwrap();
        assert_eq!(array.shape, [2], "{descr}");
        assert_eq!(array.element, element);
        assert_eq!(array.values[0] as f32, first as f32, "{descr}");
        assert_eq!(array.values[1], second, "{descr}");
    }
    let native = read(&npy_of("=f4", "1,", &1.5_f32.to_ne_bytes())).unwrap();
    assert_eq!(native.values, [1.5]);
    let nan = read(&npy_of("<f2", "2,", b"\x01\x7c\x00\xfc")).unwrap();
    assert!(nan.values[0].is_nan());
    assert_eq!(nan.values[1], f64::NEG_INFINITY);
}

#[test]
fn arrays_of_any_number_of_axes_are_read_in_c_order() {
    let data: Vec<u8> = (0..24).collect();
    let counted: Vec<f64> = (0..24).map(f64::from).collect();
    let array = read(&npy_of("|u1", "2, 3, 4", &data)).unwrap();
    assert_eq!((array.shape, array.values), (vec![2, 3, 4], counted));

    let fortran = "{\"shape\": (2L, 3L, 4L), \"fortran_order\": True, \"descr\": \"|u1\"}".to_owned();
    let array = read(&npy(&fortran, &data)).unwrap();
    assert_eq!(array.shape, [2, 3, 4]);
    for (i, &value) in array.values.iter().enumerate() {
        let (a, b, c) = (i / 12, i / 4 % 3, i % 4);
        assert_eq!(value, (a + 2 * b + 6 * c) as f64, "({a}, {b}, {c})");
    }

    let number = read(&npy_of("|u1", "", &[7])).unwrap();
    assert_eq!((number.shape, number.values), (vec![], vec![7.0]));
    let nothing = read(&npy_of("|u1", "0, 5", &[])).unwrap();
    assert_eq!((nothing.shape, nothing.values), (vec![0, 5], vec![]));
}

#[test]
fn an_array_in_fortran_order_may_be_longer_than_what_is_read_at_a_time() {
    let (rows, columns) = (5_000, 3);
    let data: Vec<u8> = (0..rows * columns).map(|place| (place % 251) as u8).collect();
    let header = format!("{{'descr': '|u1', 'fortran_order': True, 'shape': ({rows}, {columns})}}");
    let array = read(&npy(&header, &data)).unwrap();
    for (place, &value) in array.values.iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        assert_eq!(value, f64::from(data[column * rows + row]), "({row}, {column})");
    }
}

#[test]
fn a_file_of_longer_header_versions_is_read() {
    for major in [2, 3] {
        let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}";
        let mut bytes = b"\x93NUMPY".to_vec();
        bytes.extend([major, 0]);
        bytes.extend(u32::try_from(header.len()).unwrap().to_le_bytes());
        bytes.extend(header.bytes());
        bytes.push(9);
        assert_eq!(read(&bytes).unwrap().values, [9.0]);
    }
}

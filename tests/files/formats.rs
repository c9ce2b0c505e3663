//! Every format and every type: what is written is read back bit for bit, and is as long as
//! predicted.

use std::io::{Cursor, Read};

use half::{bf16, f16};
use poscope::file::{RowSource, Storage, TENSOR, TableFormat, read_npy, write_table};
use proptest::prelude::*;
use safetensors::SafeTensors;

use crate::npy::{MEBIBYTE, file_of};
use crate::{Cells, Counting};

const STORAGES: [Storage; 4] = [Storage::F32, Storage::F64, Storage::F16, Storage::Bf16];

fn written(table: &dyn RowSource, format: TableFormat, storage: Storage) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_table(&mut bytes, table, format, storage, &mut |_| true).unwrap();
    bytes
}

/// The only member of an archive, under the name that NumPy looks for.
fn member(archive: Vec<u8>) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    assert_eq!(archive.len(), 1);
    let mut member = archive.by_name("pe.npy").unwrap();
    assert_eq!(member.compression(), zip::CompressionMethod::Stored);
    let mut bytes = Vec::new();
    member.read_to_end(&mut bytes).unwrap();
    bytes
}

/// The bits of the nearest 16-bit number, ties to even: all such numbers are looked at, since the
/// library's own conversion rounds twice on some machines. The number after the last one is
/// infinite.
fn nearest_16(cell: f64, infinity: u16, value: impl Fn(u16) -> f64) -> u16 {
    let sign = u16::from(cell.is_sign_negative()) << 15;
    let beyond = 2.0 * value(infinity - 1) - value(infinity - 2);
    let value = |bits: u16| if bits == infinity { beyond } else { value(bits) };
    let magnitude = cell.abs().min(beyond);
    let distance = |bits: u16| (value(bits) - magnitude).abs();
    let better = |a: u16, b: u16| match distance(b).total_cmp(&distance(a)) {
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal if b & 1 == 0 => b,
        _ => a,
    };
    (0..=infinity).reduce(better).unwrap() | sign
}

fn f16_bits(cell: f64) -> u16 {
    if cell.is_nan() {
        return f16::NAN.to_bits();
    }
    nearest_16(cell, f16::INFINITY.to_bits(), |bits| f16::from_bits(bits).to_f64())
}

fn bf16_bits(cell: f64) -> u16 {
    if cell.is_nan() {
        return bf16::NAN.to_bits();
    }
    nearest_16(cell, bf16::INFINITY.to_bits(), |bits| bf16::from_bits(bits).to_f64())
}

/// The bits of a cell as it is stored, by the values of the library and by the machine.
fn expected_bits(cell: f64, storage: Storage, format: TableFormat) -> u64 {
    match storage {
        Storage::F64 => cell.to_bits(),
        Storage::F32 => (cell as f32).to_bits().into(),
        Storage::F16 => f16_bits(cell).into(),
        Storage::Bf16 if format == TableFormat::Safetensors => bf16_bits(cell).into(),
        Storage::Bf16 => bf16::from_bits(bf16_bits(cell)).to_f32().to_bits().into(),
    }
}

/// Elements of this many bytes, as bits.
fn bits(cells: &[u8], size: usize) -> Vec<u64> {
    let number = |cell: &[u8]| cell.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    cells.chunks_exact(size).map(number).collect()
}

/// Everything that is easily lost: signs of zeros, subnormal numbers of each type, halfway cases,
/// numbers too large for some types, infinities, and NaN.
fn hostile() -> Cells {
    let mut cells = vec![
        0.0,
        1.0,
        0.1,
        1.0 / 3.0,
        65_504.0,
        65_519.999,
        65_520.0,
        1e6,
        1e-8,
        6e-8,
        3e-5,
    ];
    cells.extend([
        5e-324, 2.2e-308, 1e-45, 1.1e-38, 3.4e38, 3.5e38, 1e300, 1.7e308, 9.2e-41, 4.6e-41,
    ]);
    // Halfway between two neighbours of each type, and just beyond.
    for digits in [8, 11, 24] {
        let half = 0.5_f64.powi(digits);
        cells.extend([1.0 + half, 1.0 + 3.0 * half, 1.0 + half + f64::EPSILON]);
    }
    cells.push(f64::INFINITY);
    let negative: Vec<f64> = cells.iter().map(|cell| -cell).collect();
    cells.extend(negative);
    cells.push(f64::NAN);
    while !cells.len().is_multiple_of(3) {
        cells.push(-0.0);
    }
    Cells { columns: 3, cells }
}

#[test]
fn every_format_gives_every_type_back_bit_by_bit() {
    let table = hostile();
    for storage in STORAGES {
        for &format in TableFormat::ALL {
            let expected: Vec<u64> = table
                .cells
                .iter()
                .map(|&cell| expected_bits(cell, storage, format))
                .collect();
            let bytes = written(&table, format, storage);
            let is_wide_bf16 = storage == Storage::Bf16 && !format.has_bf16();
            let size = if is_wide_bf16 { 4 } else { storage.bytes() };
            let found = match format {
                TableFormat::Npy => bits(&bytes[128..], size),
                TableFormat::Npz => bits(&member(bytes)[128..], size),
                TableFormat::Safetensors => {
                    let file = SafeTensors::deserialize(&bytes).unwrap();
                    bits(file.tensor(TENSOR).unwrap().data(), size)
                }
                TableFormat::Csv => {
                    let text = String::from_utf8(bytes).unwrap();
                    assert_eq!(text.lines().count(), table.rows());
                    let numbers = text.lines().flat_map(|line| line.split(','));
                    let parsed = |number: &str| match storage {
                        Storage::F64 => number.parse::<f64>().unwrap().to_bits(),
                        Storage::F16 => f16::from_f32(number.parse().unwrap()).to_bits().into(),
                        Storage::F32 | Storage::Bf16 => number.parse::<f32>().unwrap().to_bits().into(),
                    };
                    numbers.map(parsed).collect()
                }
            };
            for ((found, expected), cell) in found.iter().zip(&expected).zip(&table.cells) {
                assert_eq!(found, expected, "{format:?} {storage:?} {cell:e}");
            }
            assert_eq!(found.len(), expected.len());
        }
    }
}

#[test]
fn an_archive_is_read_by_another_reader_and_by_our_own() {
    let table = hostile();
    let npy = member(written(&table, TableFormat::Npz, Storage::F64));
    let file = npyz::NpyFile::new(&npy[..]).unwrap();
    assert_eq!(file.shape(), [table.rows() as u64, 3]);
    let values: Vec<f64> = file.into_vec().unwrap();
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&values), bits(&table.cells));
    let (_folder, path) = file_of(&npy);
    assert_eq!(bits(&read_npy(&path, MEBIBYTE).unwrap().values), bits(&table.cells));
    for storage in STORAGES {
        let npy = member(written(&table, TableFormat::Npz, storage));
        assert_eq!(npy, written(&table, TableFormat::Npy, storage), "{storage:?}");
    }
}

#[test]
fn the_cells_of_an_archive_begin_where_they_can_be_mapped() {
    for (rows, columns) in [(1, 1), (7, 13), (100_000, 2)] {
        let bytes = written(&Counting { rows, columns }, TableFormat::Npz, Storage::F32);
        assert_eq!(&bytes[64..70], b"\x93NUMPY");
        assert_eq!(bytes[64 + 128..64 + 132], 0_f32.to_le_bytes());
    }
}

#[test]
fn the_same_table_is_the_same_archive() {
    let archive = || written(&hostile(), TableFormat::Npz, Storage::F16);
    assert_eq!(archive(), archive());
}

#[test]
fn a_file_is_as_long_as_was_said() {
    for (rows, columns) in [(1, 1), (0, 4), (3, 0), (50, 16), (12_345, 67), (130, 16_384)] {
        let table = Counting { rows, columns };
        for storage in STORAGES {
            for &format in TableFormat::ALL {
                let found = written(&table, format, storage).len() as u64;
                let most = format.most_bytes(rows, columns, storage);
                match format.size_bytes(rows, columns, storage) {
                    Some(size) => assert_eq!(
                        (size, most),
                        (found, found),
                        "{format:?} {storage:?} {rows} x {columns}"
                    ),
                    None => assert!(found <= most, "{found} {most}"),
                }
            }
        }
    }
}

#[test]
fn what_no_file_can_hold_has_no_size_and_does_not_overflow() {
    for storage in STORAGES {
        for &format in TableFormat::ALL {
            assert_eq!(format.size_bytes(usize::MAX, usize::MAX, storage), None);
            assert_eq!(format.most_bytes(usize::MAX, usize::MAX, storage), u64::MAX);
        }
    }
    // The largest table, 68.7 GB as float32.
    let size = |format: TableFormat| format.size_bytes(1_048_576, 16_384, Storage::F32);
    assert_eq!(size(TableFormat::Npy), Some((1 << 36) + 128));
    assert_eq!(size(TableFormat::Npz), Some((1 << 36) + 128 + 64 + 24 + 72 + 76 + 22));
}

proptest! {
    #[test]
    fn no_number_is_longer_than_the_longest(bits in any::<u64>()) {
        let cell = f64::from_bits(bits);
        let single = f64::from(f32::from_bits(bits as u32));
        let narrow = [1e-5, 1e16].map(|scale| -scale * (1.0 + (bits >> 12) as f64 * f64::EPSILON));
        for cell in [cell, -cell, single, -single, narrow[0], narrow[1] / 10.0] {
            let table = Cells { columns: 1, cells: vec![cell] };
            for storage in STORAGES {
                let found = written(&table, TableFormat::Csv, storage).len() as u64;
                prop_assert!(found <= TableFormat::Csv.most_bytes(1, 1, storage), "{cell:e}");
            }
        }
    }
}

#[test]
fn the_ending_tells_the_format() {
    for (path, format) in [
        ("a.npy", Some(TableFormat::Npy)),
        ("a.b/c.NPZ", Some(TableFormat::Npz)),
        ("位置 表.Csv", Some(TableFormat::Csv)),
        ("v1.2.safetensors", Some(TableFormat::Safetensors)),
        ("a.npy/b", None),
        (".npy", None),
        ("npy", None),
        ("a.npy.", None),
        ("", None),
    ] {
        assert_eq!(TableFormat::of_path(path.as_ref()), format, "{path:?}");
    }
}

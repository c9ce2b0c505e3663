//! Tables as text.

use poscope::file::{FileError, RowSource, Storage, write_csv};

use crate::{Cells, Counting};

fn text(table: &dyn RowSource, storage: Storage) -> String {
    let mut bytes = Vec::new();
    write_csv(&mut bytes, table, storage, &mut |_| true).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn numbers_are_as_short_as_their_storage_type_allows() {
    let table = Cells {
        columns: 3,
        cells: vec![0.1, 1.0 / 3.0, -0.0, 1e-7, 123456.0, -1e16],
    };
    assert_eq!(text(&table, Storage::F32), "0.1,0.33333334,-0.0\n1e-7,123456.0,-1e16\n");
    assert_eq!(
        text(&table, Storage::F64),
        "0.1,0.3333333333333333,-0.0\n1e-7,123456.0,-1e16\n"
    );
}

#[test]
fn numbers_that_are_none_are_spelled_as_numpy_reads_them() {
    let table = Cells {
        columns: 1,
        cells: vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY],
    };
    assert_eq!(text(&table, Storage::F32), "NaN\ninf\n-inf\n");
}

#[test]
fn a_table_without_cells_has_no_lines() {
    for (rows, columns) in [(0, 3), (3, 0)] {
        assert_eq!(text(&Counting { rows, columns }, Storage::F32), "");
    }
}

#[test]
fn a_table_of_several_blocks_is_one_text() {
    let table = Counting {
        rows: 150,
        columns: 16_384,
    };
    let text = text(&table, Storage::F64);
    let mut cells = 0;
    for (r, line) in text.lines().enumerate() {
        for (c, cell) in line.split(',').enumerate() {
            assert_eq!(cell.parse(), Ok((r * table.columns + c) as f64));
            cells += 1;
        }
    }
    assert_eq!(cells, table.rows * table.columns);
}

#[test]
fn progress_runs_from_0_to_1_and_can_stop_at_each_step() {
    let table = Counting {
        rows: 200,
        columns: 16_384,
    };
    let mut fractions = Vec::new();
    write_csv(&mut std::io::sink(), &table, Storage::F32, &mut |done| {
        fractions.push(done);
        true
    })
    .unwrap();
    assert_eq!(fractions, [0.0, 0.16, 0.32, 0.48, 0.64, 0.8, 0.96, 1.0]);
    for stop in fractions {
        let cancelled = write_csv(&mut std::io::sink(), &table, Storage::F32, &mut |done| done != stop);
        assert!(matches!(cancelled, Err(FileError::Cancelled)), "{stop}");
    }
}

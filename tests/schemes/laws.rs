//! The laws of columns: their values, and their sums below an edge.

use poscope::encoding::rope::RopePart;
use poscope::encoding::{Corners, Encoding, Fold, Given, Precision, Resample, Scheme, Spec, SpecError};

/// The number of larger magnitude; of two equal magnitudes the positive one.
fn larger(a: f64, b: f64) -> f64 {
    if (b.abs(), b) > (a.abs(), a) { b } else { a }
}

#[test]
fn no_value_is_beyond_the_largest_and_slow_waves_reach_it() -> Result<(), SpecError> {
    let encoding = Encoding::new(Spec {
        d_model: 12,
        max_len: 4000,
        ..Spec::default()
    })?;
    for law in encoding.columns() {
        for (start, end) in [(0, 1), (0, 7), (3, 90), (1000, 1001), (1500, 3900)] {
            let largest = (start..end).map(|p| law.at(p as f64)).fold(0.0, larger);
            let bound = law.largest(start..end);
            assert!(bound.abs() >= largest.abs() - 1e-12, "{law:?} {start} {end}");
            assert!(bound.abs() == 1.0 || bound == largest, "{law:?} {start} {end}");
        }
    }
    Ok(())
}

#[test]
fn sums_over_rows_are_those_of_the_places_one_by_one() {
    let folds = [
        Fold::Straight,
        Fold::Restart { length: 7, overlap: 0 },
        Fold::Restart { length: 7, overlap: 5 },
        Fold::Restart { length: 1, overlap: 0 },
        Fold::Mirror { rows: 65 },
        Fold::Mirror { rows: 8 },
        Fold::Mirror { rows: 1 },
        Fold::Quotient { by: 4 },
        Fold::Quotient { by: 1 },
    ];
    // Of the squares of places.
    let below = |x: f64| {
        let n = x.floor();
        n * (n - 1.0) * (2.0 * n - 1.0) / 6.0 + (x - n) * n * n
    };
    for fold in folds {
        for edge in [0.0, 0.25, 3.0, 6.5, 7.0, 7.75, 14.0, 30.1] {
            let whole: f64 = (0..)
                .map(f64::from)
                .take_while(|row| row + 1.0 <= edge)
                .map(|row| fold.place(row).powi(2))
                .sum();
            let row = edge.floor();
            let expected = whole + (edge - row) * fold.place(row).powi(2);
            let found = fold.sum_below(edge, below);
            assert!((found - expected).abs() < 1e-9, "{fold:?} {edge}: {found} {expected}");
        }
    }
}

#[test]
fn stretching_gives_the_numbers_worked_out_by_hand() {
    static VALUES: [f32; 4] = [0.0, 1.0, 4.0, 9.0];
    let law = |rows, resample, corners| Given {
        values: &VALUES,
        rows,
        resample,
        corners,
    };
    let all = |law: Given| {
        (0u32..)
            .take(law.rows)
            .map(|row| law.at(f64::from(row)))
            .collect::<Vec<_>>()
    };
    let edges = all(law(8, Resample::Linear, Corners::Edges));
    assert_eq!(edges, [0.0, 0.25, 0.75, 1.75, 3.25, 5.25, 7.75, 9.0]);
    let aligned = all(law(7, Resample::Linear, Corners::Aligned));
    assert_eq!(aligned, [0.0, 0.5, 1.0, 2.5, 4.0, 6.5, 9.0]);
    // Half way between 1 and 4: (-0.09375, 0.59375, 0.59375, -0.09375) of 0, 1, 4, 9.
    let cubic = all(law(7, Resample::Cubic, Corners::Aligned));
    assert_eq!(cubic[3], 0.59375 * 5.0 - 0.09375 * 9.0);
    assert_eq!([cubic[0], cubic[2], cubic[6]], [0.0, 1.0, 9.0]);
    assert!(all(law(6, Resample::Off, Corners::Edges))[4].is_nan());
    assert_eq!(all(law(1, Resample::Linear, Corners::Aligned)), [0.0]);
}

#[test]
fn a_wavelength_is_in_positions_however_far_apart_rows_are() {
    for step in [1.0, 2.0, -0.25] {
        let mut spec = Spec::default();
        spec.conventions.step = step;
        let encoding = Encoding::new(spec).unwrap();
        let wavelength = poscope::analysis::wavelength(&encoding, 1).unwrap();
        assert!(
            (wavelength - std::f64::consts::TAU * 10f64.sqrt()).abs() < 1e-9,
            "{step}: {wavelength}"
        );
    }
}

#[test]
fn values_beyond_the_type_of_a_table_are_found() {
    use poscope::analysis::{Overflow, overflow};
    let of = |factor: f64| {
        let mut spec = Spec::default();
        (spec.conventions.factor, spec.conventions.storage_precision) = (factor, Precision::F16);
        overflow(&Encoding::new(spec).unwrap())
    };
    assert_eq!((of(1.0), of(65_504.0)), (None, None));
    assert_eq!(of(100_000.0), Some(Overflow::Stored(Precision::F16)));
    let mut spec = Spec {
        scheme: Scheme::Rope,
        max_len: 100_000,
        ..Spec::default()
    };
    (spec.rope.part, spec.rope.storage_precision) = (RopePart::Angle, Precision::F16);
    assert_eq!(
        overflow(&Encoding::new(spec).unwrap()),
        Some(Overflow::Stored(Precision::F16))
    );
}

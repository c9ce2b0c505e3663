//! What the sentences of the gallery of mistakes claim, computed.

use poscope::encoding::{Encoding, Mistake, Rotated, Spec};

fn tables(name: &str) -> (Encoding, Encoding) {
    let mistake = Mistake::named(name).unwrap();
    (
        Encoding::new(mistake.spec).unwrap(),
        Encoding::new(mistake.right).unwrap(),
    )
}

fn row(encoding: &Encoding, position: usize) -> Vec<f64> {
    (0..encoding.d_model())
        .map(|dimension| encoding.value(position, dimension).unwrap())
        .collect()
}

fn cosine(encoding: &Encoding, p: usize, q: usize) -> f64 {
    let products = row(encoding, p).into_iter().zip(row(encoding, q)).map(|(a, b)| a * b);
    products.sum::<f64>() * 2.0 / encoding.d_model() as f64
}

/// Whether every cosine of the two tables is the same, on a sample.
fn cosines_are_the_same((wrong, right): &(Encoding, Encoding)) -> bool {
    (0..60).all(|p| (cosine(wrong, p, 59 - p) - cosine(right, p, 59 - p)).abs() < 1e-12)
}

fn wavelength(encoding: &Encoding, column: usize) -> f64 {
    std::f64::consts::TAU / encoding.frequency(column).unwrap()
}

#[test]
fn a_wrong_table_has_the_shape_of_the_right_one_and_other_values() {
    for mistake in Mistake::all() {
        let (wrong, right) = tables(mistake.name);
        assert_eq!((wrong.max_len(), wrong.d_model()), (right.max_len(), right.d_model()));
        let differs = (0..wrong.max_len()).any(|position| row(&wrong, position) != row(&right, position));
        // In the exception, what is wrong is how the table is applied.
        assert_eq!(differs, mistake.name != "rope-other-pairing", "{}", mistake.name);
    }
}

#[test]
fn off_by_one_has_the_row_of_position_1_first_and_every_cosine_unchanged() {
    let both = tables("off-by-one");
    let (wrong, right) = &both;
    let first = row(wrong, 0);
    assert_eq!((first[0], first[1]), (1f64.sin(), 1f64.cos()));
    assert_eq!(format!("{:.3} {:.3}", first[0], first[1]), "0.841 0.540");
    for position in 0..63 {
        assert_eq!(row(wrong, position), row(right, position + 1));
    }
    assert!(cosines_are_the_same(&both));
}

#[test]
fn halves_hold_a_pair_16_columns_apart_and_keep_every_cosine() {
    let both = tables("halves-as-interleaved");
    let (wrong, right) = &both;
    for column in 0..16 {
        for position in [0, 1, 40] {
            assert_eq!(wrong.value(position, column), right.value(position, 2 * column));
            assert_eq!(
                wrong.value(position, column + 16),
                right.value(position, 2 * column + 1)
            );
        }
    }
    assert!(cosines_are_the_same(&both));
}

#[test]
fn cosine_first_begins_with_1_and_keeps_every_cosine() {
    let both = tables("cosine-first");
    assert_eq!(row(&both.0, 0)[..4], [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(row(&both.1, 0)[..4], [0.0, 1.0, 0.0, 1.0]);
    assert!(cosines_are_the_same(&both));
}

#[test]
fn the_exponent_of_tensor2tensor_makes_every_pair_but_the_first_slower() {
    let (wrong, right) = tables("exponent-half-minus-one");
    assert_eq!(wavelength(&wrong, 0), wavelength(&right, 0));
    for column in (2..32).step_by(2) {
        assert!(wavelength(&wrong, column) > wavelength(&right, column));
    }
    assert_eq!(wavelength(&wrong, 30).round(), 62_832.0);
    assert_eq!(wavelength(&right, 30).round(), 35_333.0);
}

/// How many rows differ from the row before, the first among them, and the
/// first row that does not.
fn distinct(encoding: &Encoding) -> (usize, usize) {
    let is_new = |position: usize| position == 0 || row(encoding, position) != row(encoding, position - 1);
    let rows = 0..encoding.max_len();
    let first_repeated = rows.clone().find(|&position| !is_new(position)).unwrap();
    (rows.filter(|&position| is_new(position)).count(), first_repeated)
}

#[test]
fn positions_in_few_digits_leave_few_distinct_rows() {
    let (bf16, f16) = (tables("bf16-positions").0, tables("f16-positions").0);
    assert_eq!(distinct(&bf16), (769, 257));
    assert_eq!(distinct(&f16), (3073, 2049));
    let (mut block, mut longest) = (1, 1);
    for position in 1..4096 {
        let is_repeated = row(&bf16, position) == row(&bf16, position - 1);
        block = if is_repeated { block + 1 } else { 1 };
        longest = longest.max(block);
    }
    assert_eq!(longest, 17);
    for odd in (2049..4095).step_by(2) {
        let own = row(&f16, odd);
        assert!(own == row(&f16, odd - 1) || own == row(&f16, odd + 1), "{odd}");
    }
}

#[test]
fn angles_in_float32_are_off_where_waves_are_fast_but_not_in_the_first_pair() {
    let (wrong, right) = tables("f32-angles");
    let largest = |columns: std::ops::Range<usize>| {
        let cells = (0..512).flat_map(|p| columns.clone().map(move |c| (p, c)));
        let errors = cells.map(|(p, c)| (wrong.value(p, c).unwrap() - right.value(p, c).unwrap()).abs());
        errors.fold(0.0, f64::max)
    };
    assert!(largest(0..2) < 1e-7);
    assert!((0.055..0.065).contains(&largest(2..100)));
    assert!(largest(300..512) < 1e-3);
}

fn column(encoding: &Encoding, dimension: usize) -> Vec<f64> {
    (0..encoding.max_len())
        .map(|position| encoding.value(position, dimension).unwrap())
        .collect()
}

#[test]
fn an_exponent_per_column_parts_sine_and_cosine_and_freezes_the_upper_half() {
    let (wrong, right) = tables("exponent-per-column");
    let first = |encoding: &Encoding| format!("{:.3} {:.3}", row(encoding, 1)[0], row(encoding, 1)[1]);
    assert_eq!(
        (first(&wrong), first(&right)),
        ("0.841 0.846".into(), "0.841 0.540".into())
    );
    let swing = |encoding: &Encoding, dimension| {
        let column = column(encoding, dimension);
        let low = column.iter().copied().fold(f64::INFINITY, f64::min);
        column.iter().copied().fold(f64::NEG_INFINITY, f64::max) - low
    };
    for dimension in 16..32 {
        assert!(swing(&wrong, dimension) < 0.007, "{dimension}");
    }
    assert!(swing(&right, 16) > 0.5);
    assert!((wrong.frequency(17).unwrap() / wrong.frequency(16).unwrap() - 1.0).abs() > 0.1);
}

#[test]
fn an_exponent_doubled_per_pair_is_a_base_squared() {
    let (wrong, right) = tables("exponent-doubled");
    let squared = Encoding::new(Spec {
        base: 1e8,
        ..right.spec().clone()
    })
    .unwrap();
    for position in [1, 40, 63] {
        for (found, expected) in row(&wrong, position).into_iter().zip(row(&squared, position)) {
            assert!((found - expected).abs() < 1e-14);
        }
    }
    let finished = |encoding: &Encoding| (0..16).filter(|pair| wavelength(encoding, 2 * pair) <= 64.0).count();
    assert_eq!((finished(&wrong), finished(&right)), (3, 5));
}

#[test]
fn a_whole_exponent_leaves_two_frequencies_and_four_columns() {
    let (wrong, _) = tables("whole-exponent");
    for dimension in 0..32 {
        let expected = if dimension < 16 { 1.0 } else { 1e-4 };
        assert!((wrong.frequency(dimension).unwrap() / expected - 1.0).abs() < 1e-15);
    }
    let mut columns: Vec<Vec<u64>> = Vec::new();
    for dimension in 0..32 {
        let bits: Vec<u64> = column(&wrong, dimension).iter().map(|value| value.to_bits()).collect();
        if !columns.contains(&bits) {
            columns.push(bits);
        }
    }
    assert_eq!(columns.len(), 4);
}

#[test]
fn cut_along_the_batch_every_row_is_the_first_one() {
    let (wrong, right) = tables("batch-axis");
    for position in 0..64 {
        assert_eq!(row(&wrong, position), row(&right, 0));
        assert!((cosine(&wrong, position, 63 - position) - 1.0).abs() < 1e-15);
    }
    assert_eq!(row(&wrong, 63)[..4], [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn a_zeroed_row_is_the_only_one_that_differs_and_has_no_direction() {
    let (wrong, right) = tables("zero-row");
    assert_eq!(row(&wrong, 0), [0.0; 32]);
    assert_eq!(row(&right, 0)[..4], [0.0, 1.0, 0.0, 1.0]);
    for position in 1..64 {
        assert_eq!(row(&wrong, position), row(&right, position));
    }
}

#[test]
fn a_cosine_of_the_sine_never_falls_below_0_540() {
    let (wrong, right) = tables("cosine-of-sine");
    assert_eq!(
        format!("{:.5} {:.3}", row(&wrong, 1)[1], row(&right, 1)[1]),
        "0.66637 0.540"
    );
    for dimension in 0..32 {
        let (made, meant) = (column(&wrong, dimension), column(&right, dimension));
        if dimension % 2 == 0 {
            assert!(made.iter().zip(&meant).all(|(a, b)| (a - b).abs() < 1e-15));
        } else {
            assert!(made.iter().all(|value| (1f64.cos()..=1.0).contains(value)));
        }
    }
    assert!(column(&right, 1).iter().any(|value| *value < -0.99));
}

#[test]
fn truncated_to_whole_numbers_hardly_a_cell_is_not_zero() {
    let (wrong, _) = tables("whole-numbers");
    let cells: Vec<f64> = (0..64).flat_map(|position| row(&wrong, position)).collect();
    let count = |of: f64| cells.iter().filter(|value| **value == of).count();
    assert_eq!((count(0.0), count(1.0)), (2032, 16));
    assert_eq!(row(&wrong, 0).iter().sum::<f64>(), 16.0);
}

#[test]
fn offsets_without_signs_leave_33_of_65_rows() {
    let (wrong, right) = tables("unsigned-offsets");
    for distance in 0..=32 {
        assert_eq!(row(&wrong, 32 + distance), row(&wrong, 32 - distance));
        assert_eq!(row(&wrong, 32 - distance), row(&right, 32 - distance));
        assert!(distance == 0 || row(&right, 32 + distance) != row(&right, 32 - distance));
    }
}

#[test]
fn a_rope_applied_by_the_other_pairing_scores_by_the_position_too() {
    let [wrong, right] = [tables("rope-other-pairing").0, tables("rope-other-pairing").1]
        .map(|encoding| Rotated::new(&encoding).unwrap());
    let scores = |turned: &Rotated, offset: usize| -> (f64, f64) {
        let all = (0..256 - offset).map(|n| turned.score(n + offset, n));
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), score| {
            (low.min(score), high.max(score))
        })
    };
    let (low, high) = scores(&right, 8);
    assert!(high - low < 1e-12);
    assert_eq!(format!("{low:.1}"), "5.3");
    let (low, high) = scores(&wrong, 8);
    assert_eq!(format!("{low:.1} {high:.1}"), "3.8 7.9");
    // Not even the lengths of query and key are kept.
    let (_, high) = scores(&wrong, 0);
    assert!(high > right.largest() && high <= wrong.largest(), "{high}");
}

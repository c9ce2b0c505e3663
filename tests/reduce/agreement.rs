//! How far two encodings agree, against independent numbers.

use poscope::analysis::{Agreed, Incomparable, agreement};
use poscope::field::{Cancel, ReduceError};

use poscope::encoding::rope::Scaling;
use poscope::encoding::{ColumnLayout, Encoding, Precision, Preset, Scheme, Spec, Strategy};

fn encoding(change: impl FnOnce(&mut Spec)) -> Encoding {
    let mut spec = Spec::default();
    change(&mut spec);
    Encoding::new(spec).unwrap()
}

fn agreed(a: &Encoding, b: &Encoding) -> Agreed {
    agreement(a, b, &Cancel::default()).unwrap().unwrap()
}

fn rope(spec: &mut Spec) {
    spec.scheme = Scheme::Rope;
}

fn llama() -> Spec {
    let preset = Preset::all()
        .into_iter()
        .find(|preset| preset.name == "llama-3.1-8b")
        .unwrap();
    Spec {
        max_len: 65_536,
        ..preset.spec
    }
}

/// NumPy in long double: frequencies `500_000**(-2k/128)`, the formula of Llama 3 with its
/// factors 8, 1, 4 and length 8,192, the mean of the cosines of p times their differences.
#[test]
fn llama_3_1_agrees_with_its_unscaled_self_as_an_independent_computation_says() {
    let scaled = llama();
    let mut plain = scaled.clone();
    plain.rope.scaling = Scaling::None;
    let found = agreed(&Encoding::new(scaled).unwrap(), &Encoding::new(plain).unwrap());
    for (p, value) in [
        (0, 1.0),
        (1, 0.999_999_961_290_085_3),
        (100, 0.999_613_082_058_682_4),
        (1000, 0.963_063_581_293_110_3),
        (8192, 0.768_946_083_748_305_3),
        (20_000, 0.626_769_825_884_357_3),
        (60_000, 0.539_453_425_971_123_2),
    ] {
        assert!((found.values[p] - value).abs() < 1e-12, "{p}: {}", found.values[p]);
    }
    assert_eq!(found.first_below, [Some(512), Some(1724), Some(60_725)]);
    assert_eq!(found.values.len(), 65_536);
}

/// Computed from the four sines and cosines of bases 10,000 and 100, by hand in Python.
#[test]
fn the_rows_of_tables_agree_as_their_cosine() {
    let table = |base, max_len| {
        encoding(|spec| {
            (spec.d_model, spec.base, spec.max_len) = (4, base, max_len);
        })
    };
    let found = agreed(&table(10_000.0, 50), &table(100.0, 60));
    assert_eq!(found.values.len(), 50);
    for (p, cosine) in [
        (1, 0.997_976_366_505_997),
        (7, 0.904_013_754_156_075_8),
        (49, 0.351_099_179_338_18),
    ] {
        assert!((found.values[p] - cosine).abs() < 1e-12, "{p}: {}", found.values[p]);
    }
}

/// mpmath with 30 digits: dot products of rows over their lengths, one wave after the other. Tables this large are not
/// compared row by row.
#[test]
fn the_rows_of_large_tables_agree_as_an_independent_computation_says() {
    let of = |d_model, base, scheme| {
        encoding(|spec| {
            (spec.d_model, spec.base, spec.scheme, spec.max_len) = (d_model, base, scheme, 100_000);
            spec.grid.width = 300;
        })
    };
    let check = |d_model, scheme, expected: &[(usize, f64)]| {
        let found = agreed(&of(d_model, 10_000.0, scheme), &of(d_model, 20_000.0, scheme));
        for (p, cosine) in expected {
            assert!((found.values[*p] - cosine).abs() < 1e-12, "{p}: {}", found.values[*p]);
        }
    };
    let even = [
        (0, 1.0),
        (1, 0.999_931_109_230_896_7),
        (4097, 0.105_484_274_066_057_4),
        (65_537, -0.032_747_207_012_484_93),
        (99_999, 0.003_353_473_907_285_697),
    ];
    check(512, Scheme::Sinusoidal, &even);
    let odd = [
        (3, 0.999_378_971_617_756_4),
        (50_000, -0.022_861_464_972_123_723),
        (99_999, 0.003_867_188_472_541_885),
    ];
    check(511, Scheme::Sinusoidal, &odd);
    let grid = [
        (299, 0.748_363_831_426_303_8),
        (300, 0.999_965_554_683_403),
        (65_537, 0.455_594_339_926_401_8),
        (99_999, 0.478_205_083_497_587_1),
    ];
    check(512, Scheme::Grid, &grid);
}

/// Neither the layout of columns nor rows that start over change results that can be worked out by hand.
#[test]
fn large_tables_are_compared_whatever_their_layout_and_padding() {
    let table = |layout, zero_rows| {
        encoding(|spec| {
            (spec.d_model, spec.max_len, spec.conventions.layout) = (512, 50_000, layout);
            spec.conventions.zero_rows = zero_rows;
        })
    };
    let concat = table(ColumnLayout::Concat, 0);
    let values = agreed(&concat, &concat).values;
    assert!(values.iter().all(|value| (value - 1.0).abs() < 1e-12));
    let padded = agreed(
        &table(ColumnLayout::Interleaved, 2),
        &table(ColumnLayout::Interleaved, 0),
    )
    .values;
    assert!(padded[1].is_nan() && (padded[2] - 1.0).abs() < 1e-12);
}

#[test]
fn an_encoding_agrees_with_itself_exactly() {
    let rounded = encoding(|spec| {
        rope(spec);
        spec.rope.angle_precision = Precision::Bf16;
    });
    for one in [
        Encoding::new(llama()).unwrap(),
        encoding(|spec| {
            rope(spec);
            (spec.d_model, spec.max_len) = (2, 1);
        }),
        encoding(|spec| spec.d_model = 15),
        encoding(|spec| spec.d_model = 2),
        rounded.clone(),
    ] {
        let found = agreed(&one, &one);
        assert!(found.values.iter().all(|value| *value == 1.0));
        assert_eq!((found.values.len(), found.first_below), (one.max_len(), [None; 3]));
    }
    let exact = encoding(rope);
    let values = agreed(&exact, &rounded).values;
    assert!(values[49] < 1.0 && values[49] > 0.99, "{}", values[49]);
}

#[test]
fn positions_count_as_they_are_turned() {
    let beyond = |strategy| {
        encoding(|spec| {
            rope(spec);
            (spec.d_model, spec.beyond.trained_len, spec.beyond.strategy) = (2, 10, strategy);
        })
    };
    let plain = beyond(Strategy::Extrapolate);
    let squeezed = agreed(&plain, &beyond(Strategy::Interpolate)).values;
    let over = agreed(&plain, &beyond(Strategy::Restart)).values;
    // 50 positions squeezed into 10, and position 23 as position 3.
    assert!((squeezed[40] - (40.0f64 - 8.0).cos()).abs() < 1e-12, "{}", squeezed[40]);
    assert!((over[23] - 20f64.cos()).abs() < 1e-12, "{}", over[23]);
}

#[test]
fn rows_without_a_direction_are_undefined() {
    let index = encoding(|spec| spec.scheme = Scheme::Index);
    let found = agreed(&index, &encoding(|_| ()));
    assert!(found.values[0].is_nan() && found.values[1].is_finite());
}

#[test]
fn what_cannot_be_compared_is_told_apart() {
    let of = |scheme, d_model| encoding(|spec| (spec.scheme, spec.d_model) = (scheme, d_model));
    let (rope, table, bias) = (of(Scheme::Rope, 8), of(Scheme::Sinusoidal, 8), of(Scheme::Alibi, 8));
    for (a, b, reason) in [
        (&rope, &table, Incomparable::Kinds),
        (&table, &bias, Incomparable::Kinds),
        (&bias, &bias, Incomparable::Biases),
        (&rope, &of(Scheme::Rope, 6), Incomparable::Pairs(4, 3)),
        (&table, &of(Scheme::Index, 6), Incomparable::Widths(8, 6)),
    ] {
        assert_eq!(agreement(a, b, &Cancel::default()).unwrap(), Err(reason));
    }
    let cancel = Cancel::default();
    cancel.raise();
    for one in [&rope, &table] {
        assert_eq!(agreement(one, one, &cancel).unwrap_err(), ReduceError::Cancelled);
    }
}

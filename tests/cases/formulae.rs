//! Tables with their own formula: each is reproduced by settings alone.

use poscope::analysis::{first_difference, largest_difference as between};
use poscope::encoding::learned::{Learned, LearnedTable};
use poscope::encoding::rope::{Pairing, Rope, RopePart};
use poscope::encoding::{Conventions, Direction, Encoding, Mistake, Precision, Resample, Rotated, Scheme, Slip, Spec};
use poscope::field::cosine;
use poscope::file::NpyArray;
use serde_json::Value;

use super::{expected, largest_difference, table};

/// The most that rounding an exact value of at most 1 to float32 may change it by.
const HALF_F32: f64 = 1.0 / (1 << 25) as f64;

/// A sinusoidal table; its shape is that of the array that it is compared with.
fn sinusoidal(change: impl FnOnce(&mut Conventions)) -> Spec {
    let mut spec = Spec::default();
    change(&mut spec.conventions);
    spec
}

fn slip(slip: Slip) -> Spec {
    sinusoidal(|conventions| conventions.mistake = slip)
}

fn rope(part: RopePart, pairing: Pairing, base: f64) -> Spec {
    Spec {
        scheme: Scheme::Rope,
        base,
        rope: Rope {
            part,
            pairing,
            ..Rope::default()
        },
        ..Spec::default()
    }
}

fn of_shape(array: &NpyArray, spec: &Spec) -> Encoding {
    let [max_len, d_model] = array.shape[..] else {
        panic!("{:?}", array.shape)
    };
    Encoding::new(Spec {
        d_model,
        max_len,
        ..spec.clone()
    })
    .unwrap()
}

/// The first cell beyond a tolerance and how many there are, as the cases give them.
fn is_first_deviation(case: &Value, tolerance: f64, made: &Encoding, meant: &Encoding) {
    let first = first_difference(meant, made, tolerance, &Default::default())
        .unwrap()
        .unwrap();
    assert_eq!(
        (&case["row"], &case["col"]),
        (&first.position.into(), &first.dimension.into())
    );
    let value = |encoding: &Encoding, p: usize, j: usize| encoding.value(p, j).unwrap();
    for (key, encoding) in [("value", made), ("reference", meant)] {
        let found = value(encoding, first.position, first.dimension);
        assert!((found - case[key].as_f64().unwrap()).abs() < 1e-12, "{key}: {found}");
    }
    let cells = (0..made.max_len()).flat_map(|p| (0..made.d_model()).map(move |j| (p, j)));
    let beyond = cells.filter(|&(p, j)| (value(made, p, j) - value(meant, p, j)).abs() > tolerance);
    assert_eq!(case["n_cells"], beyond.count());
}

/// The two tolerances of a case that is compared with the paper's table.
fn deviates_from_the_paper(expected: &Value, made: &Encoding) {
    let paper = Encoding::new(Spec {
        conventions: Conventions::default(),
        ..made.spec().clone()
    })
    .unwrap();
    for (key, tolerance) in [("tol_0.01", 1e-2), ("tol_0.0001", 1e-4)] {
        is_first_deviation(&expected["first_deviation"][key], tolerance, made, &paper);
    }
}

#[test]
fn a02_an_exponent_for_every_column_parts_sine_and_cosine() {
    let id = "A02_double2_percolumn";
    let (array, expected, spec) = (
        table(id, "double2_percol_64x32_f32.npy"),
        expected(id),
        slip(Slip::ExponentPerColumn),
    );
    assert!(largest_difference(&array, &spec) <= HALF_F32);
    let made = of_shape(&array, &spec);
    deviates_from_the_paper(&expected, &made);
    for (pair, energy) in expected["pair_energy_row1"].as_array().unwrap().iter().enumerate() {
        let squares = [2 * pair, 2 * pair + 1].map(|j| made.value(1, j).unwrap().powi(2));
        let error = squares.iter().sum::<f64>() - energy.as_f64().unwrap();
        assert!(error.abs() < 1e-13, "{pair}");
    }
    for (place, value) in expected["probes"].as_object().unwrap() {
        let (position, dimension) = place.split_once(',').unwrap();
        let found = made
            .value(position.parse().unwrap(), dimension.parse().unwrap())
            .unwrap();
        assert!((found - value.as_f64().unwrap()).abs() < 1e-14, "{place}");
    }
}

#[test]
fn a07_a_whole_exponent_leaves_two_frequencies() {
    let id = "A07_intdiv_exponent";
    let (array, expected, spec) = (
        table(id, "intdiv_64x32_f32.npy"),
        expected(id),
        slip(Slip::WholeExponent),
    );
    assert!(largest_difference(&array, &spec) <= HALF_F32);
    let made = of_shape(&array, &spec);
    deviates_from_the_paper(&expected, &made);
    let mut found: Vec<f64> = (0..32).map(|j| made.frequency(j).unwrap()).collect();
    found.dedup();
    for (found, expected) in found.iter().zip(expected["verdict"]["frequencies"].as_array().unwrap()) {
        assert!((found / expected.as_f64().unwrap() - 1.0).abs() < 1e-15);
    }
    assert_eq!(found.len(), 2);
}

#[test]
fn a10_a_row_for_padding_is_zero_and_has_no_cosine() {
    let id = "A10_zero_pad_row0";
    let (array, expected) = (table(id, "zero_row0_64x32_f32.npy"), expected(id));
    let spec = sinusoidal(|conventions| conventions.zero_rows = 1);
    assert!(largest_difference(&array, &spec) <= HALF_F32);
    let made = of_shape(&array, &spec);
    deviates_from_the_paper(&expected, &made);
    for other in 0..64 {
        assert_eq!(cosine(&made, 0, other), None);
        assert!(other == 0 || cosine(&made, other, 63).is_some_and(f64::is_finite));
    }
}

#[test]
fn a18_offsets_without_their_sign_leave_half_of_the_rows() {
    let id = "A18_relpos_mirror";
    let expected = expected(id);
    let [good, bad] = [
        ("relpos_good_65x32_f32.npy", Direction::Mirrored),
        ("relpos_bad_65x32_f32.npy", Direction::Unsigned),
    ]
    .map(|(name, direction)| {
        let (array, spec) = (
            table(id, name),
            sinusoidal(|conventions| conventions.direction = direction),
        );
        assert!(largest_difference(&array, &spec) <= HALF_F32, "{name}");
        of_shape(&array, &spec)
    });
    is_first_deviation(&expected["first_deviation"], 1e-6, &bad, &good);
    for pair in expected["verdicts"]["relpos_bad_65x32_f32.npy"]["duplicate_row_pairs"]
        .as_array()
        .unwrap()
    {
        let [one, other] = [0, 1].map(|i| usize::try_from(pair[i].as_u64().unwrap()).unwrap());
        assert!((0..32).all(|j| bad.value(one, j) == bad.value(other, j)));
        assert!((0..32).any(|j| good.value(one, j) != good.value(other, j)));
    }
    // It is the pair of the gallery.
    let gallery = Mistake::named("unsigned-offsets").unwrap();
    assert_eq!([good.spec(), bad.spec()], [&gallery.right, &gallery.spec]);
}

#[test]
fn a19_cut_to_whole_numbers_most_cells_are_zero() {
    let id = "A19_truncated_to_int";
    let expected = expected(id);
    let turns = |mistake| {
        sinusoidal(|conventions| {
            conventions.step = std::f64::consts::TAU;
            conventions.mistake = mistake;
        })
    };
    // Theirs are angles in float32, up to 400.
    let uncut = largest_difference(&table(id, "untruncated_f32_64x32.npy"), &turns(Slip::None));
    assert!(uncut < 1e-4, "{uncut}");
    let array = table(id, "truncated_int64_64x32.npy");
    let made = of_shape(&array, &turns(Slip::WholeNumbers));
    let cells: Vec<f64> = (0..64 * 32).map(|i| made.value(i / 32, i % 32).unwrap()).collect();
    for (value, count) in expected["value_counts"].as_object().unwrap() {
        let value: f64 = value.parse().unwrap();
        let found = cells.iter().filter(|cell| **cell == value).count();
        // A cosine of a whole turn may come out just below 1: one cell more or less.
        assert!(
            found.abs_diff(usize::try_from(count.as_u64().unwrap()).unwrap()) <= 1,
            "{value}: {found}"
        );
    }
    let differing = cells.iter().zip(&array.values).filter(|(ours, theirs)| ours != theirs);
    assert!(differing.count() <= 1);
}

#[test]
fn b01_angles_in_float16_are_off_by_a_whole_turn_far_out() {
    let id = "B01_rope_half_tables";
    let expected = expected(id);
    let [good, bad] =
        ["rope_cos_f32angles_2048x16_f16.npy", "rope_cos_half_2048x16_f16.npy"].map(|name| table(id, name));
    // One column for each of 16 pairs: the first half of a table of 32 dimensions.
    let of_pairs = |spec: &Spec| {
        Encoding::new(Spec {
            d_model: 32,
            max_len: 2048,
            ..spec.clone()
        })
        .unwrap()
    };
    let exact = of_pairs(&rope(RopePart::Cos, Pairing::HalfSplit, 10_000.0));
    let error = |array: &NpyArray, i: usize| (array.values[i] - exact.value(i / 16, i % 16).unwrap()).abs();
    let worst = |array: &NpyArray| {
        (0..2048 * 16)
            .map(|i| (error(array, i), i))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap()
    };
    let stated = expected["good_file"]["max_abs_err"].as_f64().unwrap();
    assert!((worst(&good).0 - stated).abs() < 1e-12);
    let (largest, place) = worst(&bad);
    assert!((largest - expected["max_abs_err"].as_f64().unwrap()).abs() < 1e-12);
    assert_eq!(expected["at"], serde_json::json!([place / 16, place % 16]));
    let first = (0..2048 * 16).find(|&i| error(&bad, i) > 1e-2).unwrap();
    let deviation = &expected["first_deviation_tol1e_2"];
    assert_eq!(
        (&deviation["row"], &deviation["col"]),
        (&(first / 16).into(), &(first % 16).into())
    );
    assert_eq!(
        deviation["n_cells"],
        (0..2048 * 16).filter(|&i| error(&bad, i) > 1e-2).count()
    );

    let angles = of_pairs(&rope(RopePart::Angle, Pairing::HalfSplit, 10_000.0));
    let angle = &expected["angle_1857_1"];
    let found = angles.value(1857, 1).unwrap();
    assert!((found - angle["exact"].as_f64().unwrap()).abs() < 1e-12, "{found}");
    assert_eq!(
        Some(Precision::F16.round(1857.0 * Precision::F16.round(exact.frequency(1).unwrap()))),
        angle["float16"].as_f64()
    );

    // The same columns with every step in float16.
    let mut halves = rope(RopePart::Cos, Pairing::HalfSplit, 10_000.0);
    halves.rope.position_precision = Precision::F16;
    halves.rope.angle_precision = Precision::F16;
    halves.rope.storage_precision = Precision::F16;
    let made = of_pairs(&halves);
    let apart = |i: usize| (made.value(i / 16, i % 16).unwrap() - bad.values[i]).abs();
    let differing: Vec<f64> = (0..2048 * 16).map(apart).filter(|apart| *apart > 0.0).collect();
    // Their code rounds a cosine to float32 first, which rounds a cell or two of 32,768 the other way.
    assert!(
        differing.len() <= 2 && differing.iter().all(|apart| *apart <= 1.0 / 2048.0),
        "{differing:?}"
    );
}

#[test]
fn c02_added_along_the_batch_a_sequence_has_one_row() {
    let id = "C02_added_on_batch_axis";
    assert_eq!(expected(id)["one_sequence"]["unique_rows"], 1);
    let array = table(id, "one_sequence_12x32_f32.npy");
    let spec = sinusoidal(|conventions| {
        // The third sequence of the batch, from 0.
        (conventions.start, conventions.mistake) = (3.0, Slip::RowsEqual);
    });
    assert!(largest_difference(&array, &spec) <= HALF_F32);
    let made = of_shape(&array, &spec);
    for position in 1..12 {
        assert!((cosine(&made, 0, position).unwrap() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn d01_both_pairings_turn_a_query_as_they_should_and_are_a_permutation_apart() {
    let id = "D01_rope_pairing";
    let expected = expected(id);
    let query = table(id, "q_32x16_f64.npy");
    let permutation: Vec<usize> = expected["permutation_interleaved_to_half"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| usize::try_from(place.as_u64().unwrap()).unwrap())
        .collect();
    let mut turned = Vec::new();
    let mut tables = Vec::new();
    for (pairing, cosines, rotated) in [
        (Pairing::HalfSplit, "cos_half_64x16_f64.npy", "q_rot_half_32x16_f64.npy"),
        (
            Pairing::Interleaved,
            "cos_pair_64x16_f64.npy",
            "q_rot_interleaved_32x16_f64.npy",
        ),
    ] {
        let cosines = table(id, cosines);
        assert!(largest_difference(&cosines, &rope(RopePart::Cos, pairing, 10_000.0)) < 1e-13);
        let [cos, sin] = [RopePart::Cos, RopePart::Sin].map(|part| of_shape(&cosines, &rope(part, pairing, 10_000.0)));
        let pair = |k: usize| match pairing {
            Pairing::HalfSplit => (k, k + 8),
            Pairing::Interleaved => (2 * k, 2 * k + 1),
        };
        let mut ours = vec![0.0; 32 * 16];
        for position in 0..32 {
            for (a, b) in (0..8).map(pair) {
                let (x, y) = (query.values[position * 16 + a], query.values[position * 16 + b]);
                let of = |encoding: &Encoding, j| encoding.value(position, j).unwrap();
                ours[position * 16 + a] = x * of(&cos, a) - y * of(&sin, a);
                ours[position * 16 + b] = y * of(&cos, b) + x * of(&sin, b);
            }
        }
        let theirs = table(id, rotated);
        for (i, (ours, theirs)) in ours.iter().zip(&theirs.values).enumerate() {
            assert!((ours - theirs).abs() < 1e-13, "{pairing:?} {i}");
        }
        turned.push(ours);
        tables.push(cos);
    }
    assert_eq!(turned[0][..16], turned[1][..16], "at position 0 nothing turns");
    let apart = turned[0]
        .iter()
        .zip(&turned[1])
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max);
    assert!(
        (apart - expected["max_diff"].as_f64().unwrap()).abs() < 1e-12,
        "{apart}"
    );
    for (half, &interleaved) in permutation.iter().enumerate() {
        for position in [1, 31, 63] {
            let [a, b] =
                [(0, half), (1, interleaved)].map(|(table, j): (usize, usize)| tables[table].value(position, j));
            assert_eq!(a, b, "{half} {interleaved}");
        }
    }
    // If pairs are rotated by one pairing with the table of the other, scores depend on more than the offset.
    let gallery = Mistake::named("rope-other-pairing").unwrap();
    let [right, wrong] = [gallery.right, gallery.spec].map(|spec| Rotated::new(&Encoding::new(spec).unwrap()).unwrap());
    assert!((right.score(8, 0) - right.score(208, 200)).abs() < 1e-12);
    assert!((wrong.score(8, 0) - wrong.score(208, 200)).abs() > 0.1);
}

#[test]
fn d02_each_base_makes_its_table_and_the_wrong_one_shows_in_the_second_pair_at_once() {
    let id = "D02_rope_base";
    let expected = expected(id);
    let bases = expected["bases"].as_object().unwrap();
    assert_eq!(bases.len(), 3);
    for (name, base) in bases {
        let spec = rope(RopePart::Cos, Pairing::HalfSplit, base.as_f64().unwrap());
        let array = table(id, name);
        assert!(largest_difference(&array, &spec) <= HALF_F32, "{name}");
        let off = Spec {
            base: spec.base * 1.001,
            ..spec
        };
        assert!(
            largest_difference(&array, &off) > 1e-3,
            "{name}: a base off by a thousandth is told apart"
        );
    }
    let [meant, made] = [10_000.0, 500_000.0].map(|base| {
        Encoding::new(Spec {
            max_len: 256,
            ..rope(RopePart::Cos, Pairing::HalfSplit, base)
        })
        .unwrap()
    });
    is_first_deviation(&expected["first_deviation_500k_vs_10k"], 1e-2, &made, &meant);
}

#[test]
fn d05_a_learned_table_ends_and_a_longer_one_is_compared_over_the_rows_of_both() {
    let expected = expected("D05_beyond_table");
    let learned = |table, max_len| {
        Encoding::new(Spec {
            scheme: Scheme::Learned,
            d_model: 16,
            max_len,
            learned: Learned {
                table,
                resample: Resample::Off,
                ..Learned::default()
            },
            ..Spec::default()
        })
        .unwrap()
    };
    let asked = learned(LearnedTable::MiniLm, 600);
    assert_eq!(expected["learned_512"]["rows"], asked.end());
    assert_eq!(expected["learned_512"]["max_position"], asked.end() - 1);
    assert!(asked.value(511, 15).is_some_and(f64::is_finite));
    assert_eq!([asked.value(512, 0), asked.value(599, 0)], [None, None]);

    let [short, long] = [128, 512].map(|rows| learned(LearnedTable::Untrained, rows));
    assert_eq!(expected["compare"]["common_rows"], short.max_len());
    let largest = between(&short, &long, &Default::default()).unwrap().unwrap();
    assert_eq!(largest.difference, 0.0, "the same seed draws the same rows");
    assert_eq!(first_difference(&short, &long, 0.0, &Default::default()).unwrap(), None);
}

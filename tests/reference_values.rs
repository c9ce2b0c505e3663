//! The numbers are right: against other people's tables and against 60 digits.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation
)]

use std::fs;
use std::path::{Path, PathBuf};

use poscope::encoding::grid::{Grid, GridArrangement};
use poscope::encoding::rope::{Pairing, Rope, RopePart};
use poscope::encoding::{
    ColumnLayout, Conventions, Direction, Encoding, Exponent, Named, OddWidth, Parameter, PhaseOrder, Precision, Rows,
    Scheme, Slip, Spec,
};
use poscope::file::{NpyArray, read_npy};
use proptest::prelude::*;
use rayon::prelude::*;
use serde_json::Value;

fn encoding(d_model: usize, max_len: usize, base: f64) -> Encoding {
    Encoding::new(Spec {
        d_model,
        max_len,
        base,
        ..Spec::default()
    })
    .unwrap()
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// A third-party table: what is said about it, and its numbers.
fn third_party() -> Vec<(Value, NpyArray)> {
    let folder = data("third_party");
    let mut tables: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    tables.sort();
    let read = |path: &PathBuf| {
        let about = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        (about, read_npy(&path.with_extension("npy"), 1 << 20).unwrap())
    };
    tables.iter().map(read).collect()
}

/// The encoding that a table's convention names.
fn named_encoding(about: &Value, d_model: usize, rows: usize) -> Encoding {
    let convention = &about["convention"];
    let spec = match convention["family"].as_str().unwrap() {
        "sinusoidal" | "sinusoidal_truncated_to_int" => sinusoidal(convention, rows),
        "sinusoidal_2d" => grid(about),
        family => rope(convention, family),
    };
    Encoding::new(Spec {
        d_model,
        max_len: rows,
        ..spec
    })
    .unwrap()
}

fn sinusoidal(convention: &Value, rows: usize) -> Spec {
    let number = |key: &str| convention[key].as_f64().unwrap();
    let text = |key: &str| convention[key].as_str();
    let is_mirrored = !convention["mirrored_from_row"].is_null();
    let zero_row = convention["zero_rows"]
        .as_array()
        .map(|rows| rows[0].as_u64().unwrap() as usize);
    let conventions = Conventions {
        start: if is_mirrored { 0.0 } else { number("position_start") },
        step: match text("position_step") {
            Some(words) => {
                assert_eq!(words, "2*pi");
                std::f64::consts::TAU
            }
            None if is_mirrored => 1.0,
            None => number("position_step"),
        },
        direction: if is_mirrored {
            // Down to 0 in the middle and up again.
            assert_eq!(number("position_start") as usize, rows / 2);
            Direction::Unsigned
        } else {
            Direction::Ascending
        },
        layout: match text("layout").unwrap() {
            "interleaved" => ColumnLayout::Interleaved,
            "concat" => ColumnLayout::Concat,
            other => panic!("{other}"),
        },
        order: if convention["cos_first"].as_bool().unwrap() {
            PhaseOrder::CosineFirst
        } else {
            PhaseOrder::SineFirst
        },
        exponent: match text("exponent_denominator").unwrap() {
            "d" => Exponent::Width,
            "d/2-1" => Exponent::HalfMinusOne,
            other => panic!("{other}"),
        },
        factor: number("scale"),
        odd: if convention["zero_columns"].is_array() {
            OddWidth::ZeroColumn
        } else {
            OddWidth::Split
        },
        zero_from: zero_row.unwrap_or(0),
        zero_rows: usize::from(zero_row.is_some()),
        mistake: if text("storage") == Some("int64") {
            Slip::WholeNumbers
        } else {
            Slip::None
        },
        ..Conventions::default()
    };
    Spec {
        base: number("base"),
        conventions,
        ..Spec::default()
    }
}

fn rope(convention: &Value, family: &str) -> Spec {
    Spec {
        scheme: Scheme::Rope,
        base: convention["base"].as_f64().unwrap(),
        rope: Rope {
            part: match family {
                "rope_cos" => RopePart::Cos,
                "rope_sin" => RopePart::Sin,
                "rope_angles" => RopePart::Angle,
                other => panic!("{other}"),
            },
            pairing: match convention["rope_pairing"].as_str().unwrap() {
                "half_split" => Pairing::HalfSplit,
                "interleaved" => Pairing::Interleaved,
                other => panic!("{other}"),
            },
            ..Rope::default()
        },
        ..Spec::default()
    }
}

fn grid(about: &Value) -> Spec {
    let width = match about["package"].as_str().unwrap() {
        "detr" => 32,
        "timm" => 6,
        other => panic!("{other}"),
    };
    Spec {
        scheme: Scheme::Grid,
        grid: Grid {
            width,
            // The order of timm's columns differs from its description; it was found by comparing.
            layout: if width == 6 {
                GridArrangement::SinesFirst
            } else {
                GridArrangement::Interleaved
            },
            start: about["convention"]["position_start"].as_f64().unwrap(),
            ..Grid::default()
        },
        ..Spec::default()
    }
}

/// The numbers of a table as rows of positions: DETR puts its channels first.
fn as_rows(about: &Value, table: &NpyArray) -> (usize, Vec<f64>) {
    if about["package"] == "detr" {
        let [_, channels, height, width] = table.shape[..] else {
            panic!("{:?}", table.shape)
        };
        let cells = height * width;
        let value = |i: usize| table.values[(i % channels) * cells + i / channels];
        return (channels, (0..channels * cells).map(value).collect());
    }
    (table.shape.last().copied().unwrap(), table.values.clone())
}

#[test]
fn the_tables_of_other_packages_differ_from_ours_by_exactly_their_own_error() {
    let tables = third_party();
    assert_eq!(tables.len(), 45);
    for (about, table) in tables {
        let id = about["id"].as_str().unwrap();
        let (d_model, values) = as_rows(&about, &table);
        let ours = named_encoding(&about, d_model, values.len() / d_model);

        let mut worst = (0.0, 0, 0);
        for (i, &theirs) in values.iter().enumerate() {
            let (position, dimension) = (i / d_model, i % d_model);
            let error = (theirs - ours.value(position, dimension).unwrap()).abs();
            if error > worst.0 {
                worst = (error, position, dimension);
            }
        }
        let Some(stated) = about["check_vs_mpmath"]["max_abs_err"].as_f64() else {
            // Not stated: float32 angles for the grids, whole numbers exactly.
            let allowed = if ours.spec().scheme == Scheme::Grid {
                2.5e-6
            } else {
                0.0
            };
            assert!(worst.0 <= allowed, "{id}: {worst:?}");
            continue;
        };
        assert!(stated > 0.0, "{id}");
        // Their value minus ours and their value minus the exact one differ by our own last bits;
        // the figures stated for RoPE come from frequencies in f64.
        let last_bits = if ours.spec().scheme == Scheme::Rope {
            2e-14
        } else {
            2e-16
        };
        assert!((worst.0 - stated).abs() < last_bits, "{id}: {} and {stated}", worst.0);
    }
}

#[test]
fn positions_and_angles_in_bfloat16_make_the_table_that_a_package_makes_in_it() {
    let (_, theirs) = third_party()
        .into_iter()
        .find(|(about, _)| about["id"] == "kerashub_bf16_1x1024x16")
        .unwrap();
    let table = Encoding::new(Spec {
        d_model: 16,
        max_len: 1024,
        conventions: Conventions {
            position_precision: Precision::Bf16,
            angle_precision: Precision::Bf16,
            storage_precision: Precision::Bf16,
            ..Conventions::default()
        },
        ..Spec::default()
    })
    .unwrap();
    assert_eq!(theirs.values.len(), 16_384);
    for (i, value) in theirs.values.iter().enumerate() {
        assert_eq!(table.value(i / 16, i % 16), Some(*value), "{i}");
    }
}

/// A table with positions or angles in fewer digits.
fn rounded(d_model: usize, max_len: usize, position: Precision, angle: Precision) -> Encoding {
    Encoding::new(Spec {
        d_model,
        max_len,
        conventions: Conventions {
            position_precision: position,
            angle_precision: angle,
            ..Conventions::default()
        },
        ..Spec::default()
    })
    .unwrap()
}

#[test]
fn case_b02_positions_in_bfloat16_and_float16_collapse() {
    for (precision, distinct) in [(Precision::Bf16, 769), (Precision::F16, 3073)] {
        let table = rounded(16, 4096, precision, Precision::F64);
        let row = |p: usize| -> Vec<u64> { (0..16).map(|j| table.value(p, j).unwrap().to_bits()).collect() };
        let rows: std::collections::HashSet<Vec<u64>> = (0..4096).map(row).collect();
        assert_eq!(rows.len(), distinct, "{}", precision.name());
    }
    let theirs = read_npy(
        &data("cases/B02_bf16_positions/bf16_positions_1024x16_f32.npy"),
        1 << 20,
    )
    .unwrap();
    let ours = rounded(16, 1024, Precision::Bf16, Precision::F64);
    let mut same = 0;
    for (i, value) in theirs.values.iter().enumerate() {
        let found = ours.value(i / 16, i % 16).unwrap();
        assert!((found - value).abs() < 2e-5, "{i}: {found} {value}");
        same += usize::from(found as f32 == *value as f32);
    }
    assert!(same > theirs.values.len() / 2, "{same}");
}

#[test]
fn case_b04_angles_in_float32_err_more_the_farther_the_position() {
    let theirs = |name: &str| read_npy(&data("cases/B04_f32_vs_f64_angles").join(name), 1 << 20).unwrap();
    let exact = encoding(16, 2048, 10_000.0);
    let ours = rounded(16, 2048, Precision::F64, Precision::F32);
    let a = theirs("a_f64angles_f32store_2048x16.npy");
    let b = theirs("b_f32angles_f32store_2048x16.npy");
    let largest = |rows: std::ops::Range<usize>, of: &dyn Fn(usize, usize) -> f64| {
        let cells = rows.flat_map(|p| (0..16).map(move |j| (p, j)));
        cells.map(|(p, j)| of(p, j).abs()).fold(0.0, f64::max)
    };
    let all = 0..2048;
    let stored = largest(all.clone(), &|p, j| a.values[p * 16 + j] - exact.value(p, j).unwrap());
    assert!((stored - 2.980_130_342_500_331e-8).abs() < 1e-15, "{stored}");
    // Their code rounds the frequencies in its own way, ours correctly: both are off by similar amounts.
    let error = |table: &Encoding, p: usize, j: usize| table.value(p, j).unwrap() - exact.value(p, j).unwrap();
    let near = largest(0..64, &|p, j| error(&ours, p, j));
    let far = largest(all.clone(), &|p, j| error(&ours, p, j));
    assert!(near < 2e-6 && far > 1e-5 && far < 1e-4, "{near} {far}");
    let apart = largest(all, &|p, j| b.values[p * 16 + j] - ours.value(p, j).unwrap());
    assert!(apart < 4e-5, "{apart}");
}

#[test]
fn each_named_convention_is_found_by_its_name_and_no_two_share_one() {
    let all = Named::all();
    assert_eq!(all[0].conventions, Conventions::default());
    for (i, one) in all.iter().enumerate() {
        assert!(all[i + 1..].iter().all(|other| other.name != one.name), "{}", one.name);
        assert!(!one.source.is_empty());
        let first = Spec {
            d_model: 33,
            ..Spec::default()
        };
        let arranged = one.arrange(&first);
        assert_eq!(one.grid.is_some(), arranged.scheme == Scheme::Grid);
        assert_eq!(one.arrange(&arranged), arranged, "{}", one.name);
        let table = Encoding::new(arranged).unwrap();
        assert_eq!(table.pairs(), 16, "{}", one.name);
    }
}

#[test]
fn the_list_of_third_party_tables_names_package_version_and_licence_of_each() {
    let list = fs::read_to_string(data("third_party/README.md")).unwrap();
    for (about, _) in third_party() {
        let field = |name: &str| about[name].as_str().unwrap();
        let line = format!(
            "| {}.npy | {} | {} | {} |",
            field("id"),
            field("package"),
            field("version"),
            field("licence")
        );
        assert!(list.lines().any(|listed| listed == line), "{line}");
    }
    assert_eq!(list.lines().filter(|line| line.contains(".npy |")).count(), 45);
}

#[test]
fn every_value_is_within_one_unit_in_the_last_place_of_60_digits() {
    let text = fs::read_to_string(data("mpmath_values.csv")).unwrap();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [d_model, position, dimension] = [0, 2, 3].map(|i: usize| cells[i].parse::<usize>().unwrap());
        let [base, nearest, rest] = [1, 4, 5].map(|i: usize| cells[i].parse::<f64>().unwrap());
        let found = encoding(d_model, 1_048_576, base).value(position, dimension).unwrap();
        // The first difference is exact, both numbers being close.
        let error = (found - nearest) - rest;
        assert!(error.abs() <= 1.2e-16, "{line}: {found}, off by {error}");
        count += 1;
    }
    assert_eq!(count, 300);
}

/// The table of some settings, `name=value` with spaces between.
fn table_of(settings: &str) -> Encoding {
    let mut spec = Spec::default();
    for word in settings.split(' ') {
        let (name, value) = word.split_once('=').unwrap();
        if name == "scheme" {
            spec.scheme = *Scheme::ALL.iter().find(|scheme| scheme.name() == value).unwrap();
            spec.max_len = 1_048_576;
        } else if let Some(parameter) = Parameter::ALL.iter().find(|parameter| parameter.name() == name) {
            parameter.set(&mut spec, value.parse().unwrap()).unwrap();
        } else {
            let mut settings = spec.settings();
            let setting = settings.iter_mut().find(|setting| setting.name == name).unwrap();
            setting.set(value).unwrap();
        }
    }
    Encoding::new(spec).unwrap()
}

#[test]
fn every_setting_that_enters_an_angle_leaves_values_within_one_unit_in_the_last_place() {
    let text = fs::read_to_string(data("mpmath_conventions.csv")).unwrap();
    let (mut settings, mut table) = ("", encoding(1, 1, 10_000.0));
    let (mut count, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split(';').collect();
        let [position, dimension] = [1, 2].map(|i: usize| cells[i].parse::<usize>().unwrap());
        let [nearest, rest] = [3, 4].map(|i: usize| cells[i].parse::<f64>().unwrap());
        if settings != cells[0] {
            (settings, table) = (cells[0], table_of(cells[0]));
        }
        let found = table.value(position, dimension).unwrap();
        let (low, high) = table.bounds();
        assert!(low <= found && found <= high, "{line}: {found}");
        let spec = table.spec();
        // One unit in the last place of the largest value, for an angle of its own.
        let amplitude = match spec.scheme {
            Scheme::Rope if spec.rope.part == RopePart::Angle => nearest,
            _ => high,
        };
        let unit = amplitude - amplitude.next_down();
        let allowed = if amplitude == 1.0 { 1.2e-16 } else { unit };
        let error = (found - nearest) - rest;
        if error.abs() > allowed {
            wrong.push(format!(
                "{line}: {found}, off by {error:e}, {} units",
                error.abs() / unit
            ));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, 1780);
}

#[test]
fn ten_thousand_values_round_to_the_same_f32_as_50_digits_do() {
    let text = fs::read_to_string(data("mpmath_10000.csv")).unwrap();
    let mut table = encoding(1, 1, 10_000.0);
    let mut count = 0;
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [d_model, position, dimension] = [0, 2, 3].map(|i: usize| cells[i].parse::<usize>().unwrap());
        let base = cells[1].parse::<f64>().unwrap();
        if (table.d_model(), table.spec().base) != (d_model, base) {
            table = encoding(d_model, 1_048_576, base);
        }
        let found = table.value(position, dimension).unwrap();
        assert_eq!(found as f32, cells[4].parse::<f32>().unwrap(), "{line}");
        let expected: f64 = cells[4].parse().unwrap();
        assert!((found - expected).abs() <= 2.3e-16 * expected.abs(), "{line}: {found}");
        count += 1;
    }
    assert_eq!(count, 10_000);
}

#[test]
fn ten_million_values_of_tables_are_correctly_rounded_but_one_in_a_million() {
    let mut wrong = 0;
    let mut count = 0;
    for (d_model, first_row, base) in [
        (512, 0, 10_000.0),
        (1023, 1_043_000, 10_000.0),
        (128, 524_000, 500_000.0),
        (4096, 262_000, 1e6),
    ] {
        let table = encoding(d_model, 1_048_576, base);
        let rows = 2_500_000 / d_model + 1;
        let mut found = vec![0.0f32; rows * d_model];
        Rows::new(&table).fill_f32(first_row, &mut found);
        wrong += found
            .par_chunks(d_model)
            .enumerate()
            .map(|(r, row)| {
                let value = |j: usize| table.value(first_row + r, j).unwrap() as f32;
                (0..d_model).filter(|&j| row[j].to_bits() != value(j).to_bits()).count()
            })
            .sum::<usize>();
        count += found.len();
    }
    assert!(count >= 10_000_000);
    assert!(wrong <= count / 1_000_000, "{wrong} of {count}");
}

#[test]
fn rows_are_the_values_of_every_scheme_from_any_row_on() {
    for scheme in Scheme::ALL {
        for d_model in [1, 2, 5, 64] {
            let spec = Spec {
                scheme,
                d_model,
                max_len: 300,
                ..Spec::default()
            };
            let least = match scheme {
                Scheme::Rope => 2,
                Scheme::Grid => 4,
                _ => 1,
            };
            if d_model < least {
                assert!(Encoding::new(spec).is_err());
                continue;
            }
            let table = Encoding::new(spec.clone()).unwrap();
            let mut found = vec![7.0; 150 * d_model + 1];
            Rows::new(&table).fill_f64(101, &mut found);
            for (i, found) in found[..150 * d_model].iter().enumerate() {
                let expected = table.value(101 + i / d_model, i % d_model).unwrap();
                assert_eq!(*found, expected, "{spec:?} {i}");
            }
            // A part of a row is not touched (for one column there is none).
            assert!(d_model == 1 || found[150 * d_model] == 7.0);
        }
    }
}

#[test]
fn a_table_of_two_positions_and_four_dimensions_is_the_one_in_the_articles() {
    let table = encoding(4, 2, 10_000.0);
    let expected = [
        [0.0, 1.0, 0.0, 1.0],
        [0.841_470_98, 0.540_302_31, 0.009_999_83, 0.999_95],
    ];
    for (position, row) in expected.iter().enumerate() {
        for (dimension, expected) in row.iter().enumerate() {
            let found = table.value(position, dimension).unwrap();
            assert!((found - expected).abs() < 6e-9, "{position}, {dimension}: {found}");
        }
    }
}

#[test]
fn position_3_dimension_5_of_the_first_figure_is_the_cosine_of_three_tenths() {
    let found = encoding(16, 50, 10_000.0).value(3, 5).unwrap();
    assert_eq!(format!("{found:.6}"), "0.955336");
    assert!((found - 0.3f64.cos()).abs() < 1.2e-16);
}

proptest! {
    #[test]
    fn every_row_of_an_even_table_has_the_norm_of_half_its_width_rooted(
        pairs in 1usize..600, base in 1.0001f64..1e9, position in 0usize..1_048_576
    ) {
        let encoding = encoding(2 * pairs, 1_048_576, base);
        let mut row = vec![0.0; 2 * pairs];
        Rows::new(&encoding).fill_f64(position, &mut row);
        let norm = row.iter().map(|value| value * value).sum::<f64>().sqrt();
        prop_assert!((norm / (pairs as f64).sqrt() - 1.0).abs() < 1e-14, "{}", norm);
    }
}

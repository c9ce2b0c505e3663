//! Problems that people ran into: each case is a report from the wild, with what should have happened.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod formulae;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use poscope::encoding::{Divisor, Encoding, Scheme, Spec};
use poscope::field::{Cancel, Dense, Field, InPlace, Raster, Reduction, Span, Window, WindowAxis, cosine, norm};
use poscope::figure::plain::{Background, Options, PictureSize, PlainPicture};
use poscope::file::{NpyArray, read_npy};
use poscope::session::Session;
use poscope::text::Language;
use poscope::view::{Subject, view};
use serde_json::Value;

fn case(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases").join(id)
}

fn expected(id: &str) -> Value {
    let bytes = fs::read(case(id).join("expected.json")).unwrap();
    serde_json::from_slice::<Value>(&bytes).unwrap()["expected"].clone()
}

fn table(id: &str, name: &str) -> NpyArray {
    read_npy(&case(id).join(name), 1 << 21).unwrap()
}

/// The largest difference from an encoding of the array's shape.
fn largest_difference(array: &NpyArray, spec: &Spec) -> f64 {
    let [max_len, d_model] = array.shape[..] else {
        panic!("{:?}", array.shape)
    };
    let encoding = Encoding::new(Spec {
        d_model,
        max_len,
        ..spec.clone()
    })
    .unwrap();
    let cells = array.values.iter().enumerate();
    let differences = cells.map(|(i, value)| (value - encoding.value(i / d_model, i % d_model).unwrap()).abs());
    // A NaN must not get lost, as it does in f64::max.
    differences.fold(
        0.0,
        |largest, difference| {
            if difference <= largest { largest } else { difference }
        },
    )
}

#[test]
fn a01_an_odd_width_has_one_sine_more_and_keeps_the_true_d() {
    let id = "A01_odd_d";
    let expected = expected(id);
    let allowed = expected["max_allowed_abs_err"].as_f64().unwrap();
    for (name, d_model) in [
        ("odd31_50x31_f64.npy", 31),
        ("odd3_8x3_f64.npy", 3),
        ("odd1_8x1_f64.npy", 1),
    ] {
        let array = table(id, name);
        assert_eq!(array.shape[1], d_model);
        assert!(largest_difference(&array, &Spec::default()) <= allowed, "{name}");
    }
    let encoding = Encoding::new(Spec {
        d_model: 31,
        ..Spec::default()
    })
    .unwrap();
    let probes = expected["probes"].as_object().unwrap();
    assert_eq!(probes.len(), 5);
    for (place, value) in probes {
        let (position, dimension) = place.split_once(',').unwrap();
        let found = encoding.value(position.parse().unwrap(), dimension.parse().unwrap());
        let error = found.unwrap() - value.as_f64().unwrap();
        assert!(error.abs() <= allowed, "{place}");
    }
}

#[test]
fn a24_index_and_normalized_are_what_they_say_and_a_single_position_is_zero() {
    let id = "A24_index_and_normalised";
    let verdicts = &expected(id)["verdicts"];
    let spec = |scheme, divisor, max_len| Spec {
        scheme,
        divisor,
        max_len,
        d_model: 8,
        ..Spec::default()
    };
    let half_ulp = 2f64.powi(-25); // the files are float32, the largest value below 1 is the worst
    for (name, spec, last) in [
        (
            "index_1024x8_f32.npy",
            spec(Scheme::Index, Divisor::Length, 1024),
            "max",
        ),
        (
            "norm_Lminus1_64x8_f32.npy",
            spec(Scheme::Normalized, Divisor::LengthMinusOne, 64),
            "last",
        ),
        (
            "norm_L_64x8_f32.npy",
            spec(Scheme::Normalized, Divisor::Length, 64),
            "last",
        ),
    ] {
        assert!(largest_difference(&table(id, name), &spec) <= half_ulp, "{name}");
        let encoding = Encoding::new(spec.clone()).unwrap();
        let last = verdicts[name][last].as_f64();
        assert_eq!(encoding.value(spec.max_len - 1, 7), last, "{name}");
        // All rows point the same way; the first has no direction.
        assert_eq!(cosine(&encoding, 0, 5), None, "{name}");
        for (p, q) in [(1, 2), (1, 63), (40, 7)] {
            let found = cosine(&encoding, p, q).unwrap();
            assert!((found - 1.0).abs() < 1e-15, "{name} {p} {q}: {found}");
        }
    }
    for &divisor in Divisor::ALL {
        let single = spec(Scheme::Normalized, divisor, 1);
        let array = table(id, "norm_len1_1x8_f32.npy");
        assert_eq!(largest_difference(&array, &single), 0.0);
        assert_eq!(Encoding::new(single).unwrap().value(0, 0), Some(0.0));
    }
    let nan = table(id, "norm_len1_nan_1x8_f32.npy");
    let single = spec(Scheme::Normalized, Divisor::LengthMinusOne, 1);
    assert!(largest_difference(&nan, &single).is_nan());
}

#[test]
fn h08_a_transparent_background_is_a_choice_and_leaves_the_cells_opaque() {
    assert_eq!(expected("H08_transparent_background")["spec_only"], Value::Bool(true));
    let picture = |background| {
        let options = Options {
            rows: None,
            columns: None,
            transposed: false,
            from_top: false,
            masked: false,
            size: PictureSize::Cell(2),
            background,
        };
        let subject = Subject::of(&Session::default(), Language::English).unwrap();
        let three = view("three-ways").unwrap();
        let block = three.describe(&subject, &mut InPlace::new(&Cancel::default())).unwrap();
        let looks = block.panels().map(|panel| panel.cells().unwrap().look.clone());
        let picture = PlainPicture::strips(looks.collect(), &options).unwrap();
        assert_eq!((picture.width(), picture.height()), (100, 3 * 32 + 2 * 8));
        picture
    };
    let pixels = |picture: &PlainPicture| -> Vec<[u8; 4]> {
        let image = picture.image(&Cancel::default()).unwrap();
        image.pixels().map(|pixel| pixel.0).collect()
    };
    let white = pixels(&picture(Background::White));
    let clear = pixels(&picture(Background::Transparent));
    for (i, (white, clear)) in white.iter().zip(&clear).enumerate() {
        let y = i / 100;
        let is_gap = (32..40).contains(&y) || (72..80).contains(&y);
        if is_gap {
            assert_eq!(*white, [255; 4]);
            assert_eq!(clear[3], 0);
        } else {
            assert_eq!(white, clear, "a cell does not change with the background");
            assert_eq!(white[3], 255);
        }
    }
}

#[test]
fn i01_the_cosine_of_two_rows_depends_on_their_distance_alone() {
    let id = "I01_cosine_toeplitz";
    let expected = expected(id);
    let array = table(id, "std_50x128_f64.npy");
    let spec = Spec {
        d_model: 128,
        max_len: 50,
        ..Spec::default()
    };
    assert!(largest_difference(&array, &spec) < 1e-13);
    let encoding = Encoding::new(spec).unwrap();

    let by_distance = expected["by_distance"].as_object().unwrap();
    assert_eq!(by_distance.len(), 8);
    for (distance, value) in by_distance {
        let found = cosine(&encoding, 0, distance.parse().unwrap()).unwrap();
        assert!((found - value.as_f64().unwrap()).abs() < 1e-14, "{distance}: {found}");
    }
    let mut spread = 0.0f64;
    for p in 0..50 {
        for q in 0..50 {
            let found = cosine(&encoding, p, q).unwrap();
            spread = spread.max((found - cosine(&encoding, 0, p.abs_diff(q)).unwrap()).abs());
            let [a, b] = [p, q].map(|row| &array.values[row * 128..(row + 1) * 128]);
            let product: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            assert!((found - product / 64.0).abs() < 1e-13, "{p}, {q}");
        }
        assert_eq!(cosine(&encoding, p, p), Some(1.0));
        assert_eq!(Some(norm(&encoding, p as f64)), expected["row_norm"].as_f64());
    }
    assert_eq!(Some(spread), expected["toeplitz_max_spread"].as_f64());

    let all = (0..50).map(|k| (cosine(&encoding, 0, k).unwrap(), k));
    let least = all.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    assert!((least.0 - expected["min_value"].as_f64().unwrap()).abs() < 1e-14);
    assert_eq!(Value::from(least.1), expected["argmin_distance"]);
}

/// A window onto a whole field.
fn pixels(field: &Field, reduction: Reduction, row_pixels: usize, column_pixels: usize) -> Raster {
    let (rows, columns) = field.shape();
    let axis = |cells, pixels| WindowAxis {
        span: Span::whole(cells),
        pixels,
    };
    let window = Window {
        rows: axis(rows, row_pixels),
        columns: axis(columns, column_pixels),
    };
    field.reduce(reduction, &window, &Cancel::default()).unwrap()
}

fn dense(array: &NpyArray) -> Field {
    let values = array.values.iter().map(|&value| value as f32).collect();
    Field::Dense(Arc::new(Dense::new(values, array.shape[1]).unwrap()))
}

#[test]
fn g01_what_is_smaller_than_a_pixel_is_averaged_and_can_be_made_to_show() {
    let id = "G01_downsampling";
    let expected = expected(id);
    let alternating = dense(&table(id, "alternating_64x1024_f16.npy"));
    let halves = pixels(&alternating, Reduction::Mean, 64, 512);
    let mean = expected["box_mean_512"].as_f64().unwrap() as f32;
    assert!(halves.values.iter().all(|value| *value == mean), "neutral everywhere");
    let uneven = pixels(&alternating, Reduction::Mean, 64, 683);
    assert!(uneven.values.iter().all(|value| value.abs() <= 1.0 / 3.0 + 2e-3));

    let line = dense(&table(id, "one_line_96x1500_f16.npy"));
    let third = pixels(&line, Reduction::Mean, 96, 500);
    let [column, mean] = ["col", "box_mean_at_500px"].map(|key| expected["line"][key].as_f64().unwrap());
    let pixel = (column / 3.0) as usize;
    for row in 0..96 {
        assert!((f64::from(third.at(row, pixel)) - mean).abs() < 1e-6);
    }
    let largest = pixels(&line, Reduction::Largest, 48, 100);
    let seen = (0..100).filter(|&pixel| largest.at(20, pixel) == 1.0).count();
    assert_eq!(seen, 1, "a lone line shows in the pixel that has it, and only there");

    let dots = dense(&table(id, "dots_300x400_u8.npy"));
    let first = expected["dots"]["first"].as_array().unwrap();
    let [row, column] = [0, 1].map(|i| first[i].as_u64().unwrap() as usize);
    let largest = pixels(&dots, Reduction::Largest, 100, 100);
    assert!(largest.at(row / 3, column / 4) > 0.0);
    let seen = largest.values.iter().filter(|value| **value > 0.0).count();
    assert_eq!(seen as u64, expected["dots"]["count"].as_u64().unwrap());
}

#[test]
fn g01_a_wave_too_fast_for_the_pixels_fades_by_its_kernel_instead_of_looking_slow() {
    // 5,000 positions in 796 pixels: the fastest wave has 6.28 positions, a pixel 6.28.
    let spec = Spec {
        d_model: 2,
        max_len: 5000,
        ..Spec::default()
    };
    let field = Field::table(Encoding::new(spec).unwrap());
    let swing = |reduction| {
        let raster = pixels(&field, reduction, 796, 2);
        let inner = &raster.values[1..795];
        inner.iter().fold(0.0f32, |largest, value| largest.max(value.abs()))
    };
    assert!(swing(Reduction::EveryNth) > 0.99, "as if it were slow");
    let length = 5000.0 / 796.0f64;
    let kernel = ((length / 2.0).sin() / (length * 0.5f64.sin())).abs();
    let (once, twice) = (
        f64::from(swing(Reduction::Mean)),
        f64::from(swing(Reduction::MeanTwice)),
    );
    assert!(once < 0.1 && once >= kernel, "{once}");
    assert!(twice < once * once * 3.0, "{twice} after {once}");
    assert!(swing(Reduction::Largest) > 0.99);
}

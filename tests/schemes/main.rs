//! The schemes other than sinusoids: against the formulae of other people's code, computed separately.
//!
//! The scripts beside the numbers in tests/data say how they were made, and by whose formulae.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation
)]

mod laws;
mod mistakes;
mod numbers;
mod presets;
mod settings;
mod written;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use poscope::analysis::{Relation, finished_cycles};
use poscope::encoding::alibi::{self, Offsets};
use poscope::encoding::relative::{Far, Relative};
use poscope::encoding::rope::{Pairs, Rope, RopePart, Scaling};
use poscope::encoding::t5::{Keys, Shows, T5};
use poscope::encoding::{BucketRule, Corners, Encoding, Given, Numbering, Preset, Resample, Rotated, Scheme, Spec};
use serde_json::Value;

fn data(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn whole(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

/// The specification that a case of rope_scalings.json names.
fn scaled(case: &Value) -> Spec {
    let wanted = case["scaling"].as_str().unwrap();
    let or = |key: &str, usual: f64| case[key].as_f64().unwrap_or(usual);
    let usual = Rope::default();
    Spec {
        scheme: Scheme::Rope,
        d_model: whole(&case["d"]),
        max_len: whole(&case["length"]),
        base: number(&case["base"]),
        rope: Rope {
            scaling: *Scaling::ALL.iter().find(|scaling| scaling.name() == wanted).unwrap(),
            factor: number(&case["factor"]),
            original_len: whole(&case["original"]),
            beta_fast: or("beta_fast", usual.beta_fast),
            beta_slow: or("beta_slow", usual.beta_slow),
            low_freq_factor: or("low_freq_factor", usual.low_freq_factor),
            high_freq_factor: or("high_freq_factor", usual.high_freq_factor),
            long_factors: case.get("long_factors").map(numbers).unwrap_or_default(),
            ..usual
        },
        ..Spec::default()
    }
}

#[test]
fn every_rope_scaling_has_the_frequencies_and_the_amplitude_of_transformers() {
    let data = data("rope_scalings.json");
    let cases = data.as_array().unwrap();
    for &scaling in Scaling::ALL {
        let of_it = cases.iter().filter(|case| case["scaling"] == scaling.name());
        assert!(of_it.count() >= 2, "{}", scaling.name());
    }
    for case in cases {
        let name = format!("{} {}", case["scaling"], case["name"]);
        let pairs = Pairs::new(&scaled(case)).unwrap();
        let theirs = numbers(&case["frequencies"]);
        assert_eq!(pairs.frequencies.len(), theirs.len(), "{name}");
        for (k, (ours, theirs)) in pairs.frequencies.iter().zip(theirs).enumerate() {
            let error = ours.high / theirs - 1.0;
            assert!(error.abs() < 1e-12, "{name}, pair {k}: {} and {theirs}", ours.high);
        }
        let error = pairs.amplitude.high / number(&case["amplitude"]) - 1.0;
        assert!(error.abs() < 1e-15, "{name}: {}", pairs.amplitude.high);
    }
}

#[test]
fn the_tables_of_a_scaled_rope_are_cosines_and_sines_of_those_frequencies() {
    let data = data("rope_scalings.json");
    for case in data.as_array().unwrap() {
        let (theirs, amplitude) = (numbers(&case["frequencies"]), number(&case["amplitude"]));
        let spec = scaled(case);
        for (part, of) in [
            (RopePart::Cos, f64::cos as fn(f64) -> f64),
            (RopePart::Sin, f64::sin as fn(f64) -> f64),
        ] {
            let rope = Rope {
                part,
                ..spec.rope.clone()
            };
            let table = Encoding::new(Spec { rope, ..spec.clone() }).unwrap();
            for position in [0, 1, 7, 999] {
                for (k, w) in theirs.iter().enumerate() {
                    let expected = amplitude * of(f64::from(position) * w);
                    for column in [k, k + theirs.len()] {
                        let found = table.value(position.try_into().unwrap(), column).unwrap();
                        assert!((found - expected).abs() < 1e-11, "{case} {position} {column}: {found}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_the_scalings_of_llamas_do_to_their_pairs() {
    let counts = |name: &str| Pairs::new(&Preset::named(name).unwrap().spec).unwrap().counts();
    // Of the frequencies in the file: as without the scaling, between, divided by s.
    let of_file = |name: &str| {
        let data = data("rope_scalings.json");
        let case = data
            .as_array()
            .unwrap()
            .iter()
            .find(|case| case["name"] == name)
            .unwrap();
        let (d, base, s) = (number(&case["d"]), number(&case["base"]), number(&case["factor"]));
        let mut counts = [0; 3];
        for (k, w) in (0u32..).zip(numbers(&case["frequencies"])) {
            let divided = base.powf(-2.0 * f64::from(k) / d) / w;
            let is = |value: f64| (divided / value - 1.0).abs() < 1e-12;
            counts[if is(1.0) {
                0
            } else if is(s) {
                2
            } else {
                1
            }] += 1;
        }
        counts
    };
    assert_eq!(of_file("Llama-3.1-8B"), [29, 6, 29]);
    for (file, preset) in [
        ("Llama-3.1-8B", "llama-3.1-8b"),
        ("Llama-3.2-1B", "llama-3.2-1b"),
        ("Yarn-Llama-2-7b-64k", "yarn-llama-2-7b-64k"),
    ] {
        assert_eq!(counts(preset), of_file(file), "{preset}");
    }
}

#[test]
fn turned_by_a_scaled_rope_a_query_and_a_key_still_score_by_their_offset() {
    let data = data("rope_scalings.json");
    for case in data.as_array().unwrap() {
        let turned = Rotated::new(&Encoding::new(scaled(case)).unwrap()).unwrap();
        assert!(turned.is_function_of_offset());
        let (near, far) = (turned.score(9, 4), turned.score(905, 900));
        assert!(
            (near - far).abs() < 1e-12 * turned.largest().max(1.0),
            "{case}: {near} {far}"
        );
    }
}

#[test]
fn alibi_has_the_slopes_of_its_papers_code_for_any_number_of_heads() {
    assert_eq!(alibi::slopes(8), [1, 2, 3, 4, 5, 6, 7, 8].map(|k| 0.5f64.powi(k)));
    let data = data("buckets.json");
    let cases = data["alibi"].as_array().unwrap();
    assert!(cases.iter().any(|case| case["heads"] == 12));
    for case in cases {
        let (heads, theirs) = (whole(&case["heads"]), numbers(&case["slopes"]));
        let table = Encoding::new(Spec {
            scheme: Scheme::Alibi,
            d_model: heads,
            max_len: 40,
            ..Spec::default()
        })
        .unwrap();
        assert_eq!(theirs.len(), heads);
        for (head, (ours, theirs)) in alibi::slopes(heads).into_iter().zip(theirs).enumerate() {
            assert!(
                (ours / theirs - 1.0).abs() < 1e-13,
                "{heads} heads, {head}: {ours} {theirs}"
            );
            assert_eq!(table.value(39, head), Some(-39.0 * ours));
        }
    }
}

/// Each case of a list in buckets.json, with its offsets and their buckets.
fn each_bucket(list: &str, mut check: impl FnMut(&Value, i64, i64)) {
    let data = data("buckets.json");
    let [first, last] = [0, 1].map(|i: usize| data["offsets"][i].as_i64().unwrap());
    assert_eq!((first, last), (-300, 300));
    for case in data[list].as_array().unwrap() {
        // If float32 moves an offset into another bucket, the numbers would not be theirs.
        assert_eq!(case["float32"].as_array().map(Vec::len), Some(0));
        let buckets = case["buckets_of_offsets"].as_array().unwrap();
        assert_eq!(buckets.len(), 601);
        for (offset, bucket) in (first..=last).zip(buckets) {
            check(case, offset, bucket.as_i64().unwrap());
        }
    }
}

#[test]
fn t5_sorts_offsets_into_the_buckets_of_transformers_both_ways_and_one_way() {
    each_bucket("t5", |case, offset, bucket| {
        let rule = BucketRule::T5 {
            buckets: whole(&case["buckets"]),
            max_distance: whole(&case["max_distance"]),
            both_ways: case["both"].as_bool().unwrap(),
        };
        assert_eq!(rule.bucket(offset), bucket, "{rule:?} {offset}");
    });
}

#[test]
fn a_table_of_both_sides_has_all_buckets_of_an_encoder() {
    let table = |max_len| {
        let spec = Spec {
            scheme: Scheme::T5,
            d_model: 2,
            max_len,
            offsets: Offsets::Both,
            ..Spec::default()
        };
        Encoding::new(spec).unwrap()
    };
    let all = table(601);
    let mut seen = BTreeSet::new();
    each_bucket("t5", |case, offset, bucket| {
        if case["buckets"] == 32 && case["max_distance"] == 128 && case["both"] == true {
            let row = usize::try_from(offset + 300).unwrap();
            assert_eq!(all.value(row, 1).map(|found| found as i64), Some(bucket), "{offset}");
            seen.insert(bucket);
        }
    });
    assert_eq!(seen.len(), 31, "bucket 16 would be a key after the query at distance 0");
    let numbering = Numbering::new(table(50).spec()).unwrap();
    assert_eq!((numbering.position(0), numbering.position(49)), (-24.0, 25.0));
    // The matrix of queries and keys is the same, whatever rows the table has.
    let slopes = |offsets| {
        let alibi = Encoding::new(Spec {
            scheme: Scheme::Alibi,
            d_model: 8,
            offsets,
            ..Spec::default()
        });
        let relation = Relation::new(&alibi.unwrap(), 0);
        [(7, 3), (3, 7), (49, 0), (0, 49)].map(|(query, key)| relation.value(query, key))
    };
    assert_eq!(slopes(Offsets::Both), [-2.0, -2.0, -24.5, -24.5].map(Some));
    assert_eq!(slopes(Offsets::Both), slopes(Offsets::Before));
}

#[test]
fn the_buckets_of_t5_begin_at_8_16_and_128() {
    let table = |keys| {
        Encoding::new(Spec {
            scheme: Scheme::T5,
            d_model: 8,
            max_len: 512,
            t5: T5 {
                keys,
                shows: Shows::Bucket,
                ..T5::default()
            },
            ..Spec::default()
        })
        .unwrap()
    };
    for (keys, edges) in [
        (
            Keys::Both,
            [(7, 7.0), (8, 8.0), (15, 9.0), (16, 10.0), (127, 15.0), (128, 15.0)],
        ),
        (
            Keys::Before,
            [(7, 7.0), (15, 15.0), (16, 16.0), (112, 30.0), (113, 31.0), (511, 31.0)],
        ),
    ] {
        for (offset, bucket) in edges {
            assert_eq!(table(keys).value(offset, 3), Some(bucket), "{keys:?} {offset}");
        }
    }
}

#[test]
fn deberta_sorts_offsets_into_the_logarithmic_buckets_of_transformers() {
    each_bucket("deberta", |case, offset, bucket| {
        let rule = BucketRule::Logarithmic {
            buckets: whole(&case["buckets"]),
            max_distance: whole(&case["max_distance"]),
        };
        assert_eq!(rule.bucket(offset), bucket, "{rule:?} {offset}");
    });
    // The scheme has DeBERTa's 256 and 512 for a clip of 256.
    let table = Encoding::new(Spec {
        scheme: Scheme::Relative,
        d_model: 1,
        max_len: 301,
        relative: Relative {
            far: Far::Logarithmic,
            clip: 256,
            shows: Shows::Bucket,
            ..Relative::default()
        },
        ..Spec::default()
    })
    .unwrap();
    each_bucket("deberta", |case, offset, bucket| {
        if case["buckets"] == 256 && offset >= 0 {
            let row = usize::try_from(offset).unwrap();
            assert_eq!(table.value(row, 0).map(|found| found as i64), Some(bucket));
        }
    });
}

#[test]
fn a_stretched_table_has_the_numbers_of_pytorchs_rules() {
    let data = data("resampled.json");
    let source: Vec<f32> = numbers(&data["source"]).iter().map(|&value| value as f32).collect();
    let source: &'static [f32] = source.leak();
    let cases = data["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 32);
    for case in cases {
        let theirs = numbers(&case["rows"]);
        let law = Given {
            values: &source[..whole(&case["n"])],
            rows: theirs.len(),
            resample: match case["resample"].as_str().unwrap() {
                "linear" => Resample::Linear,
                "cubic" => Resample::Cubic,
                other => panic!("{other}"),
            },
            corners: if case["aligned"].as_bool().unwrap() {
                Corners::Aligned
            } else {
                Corners::Edges
            },
        };
        for (row, theirs) in (0u32..).zip(theirs) {
            let ours = law.at(f64::from(row));
            assert!((ours - theirs).abs() < 1e-13, "{law:?} {row}: {ours} {theirs}");
        }
    }
}

#[test]
fn so_many_pairs_of_each_preset_finish_a_cycle() {
    // Pairs with 2 pi / w <= max_len, counted in Python from base^(-2k/d), base^(-k/(h - 1)) where
    // the model has that, or the frequencies in rope_scalings.json.
    let expected = [
        ("transformer-base", 104, 256),
        ("transformer-big", 207, 512),
        ("transformer-base-t2t", 103, 256),
        ("opus-mt", 123, 256),
        ("pegasus-large", 284, 512),
        ("m2m100-418m", 283, 512),
        ("ctrl", 258, 640),
        ("whisper-tiny", 114, 192),
        ("whisper-base", 152, 256),
        ("whisper-small", 228, 384),
        ("whisper-medium", 304, 512),
        ("whisper-large", 380, 640),
        ("gpt-j-6b", 21, 32),
        ("gpt-neox-20b", 8, 12),
        ("pythia-70m", 6, 8),
        ("llama-2-7b", 46, 64),
        ("llama-2-7b-32k", 46, 64),
        ("yarn-llama-2-7b-64k", 46, 64),
        ("codellama-7b", 37, 64),
        ("llama-3-8b", 35, 64),
        ("llama-3.1-8b", 39, 64),
        ("llama-3.2-1b", 18, 32),
        ("mistral-7b", 60, 64),
        ("mixtral-8x7b", 40, 64),
        ("gemma-2b", 100, 128),
        ("persimmon-8b", 13, 16),
        ("nomic-bert", 32, 32),
    ];
    let found: Vec<_> = Preset::all()
        .into_iter()
        .filter_map(|preset| {
            let cycles = finished_cycles(&Encoding::new(preset.spec).unwrap())?;
            Some((preset.name, cycles.finished, cycles.pairs))
        })
        .collect();
    assert_eq!(found, expected);
}

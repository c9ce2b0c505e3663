//! Tables and pictures at scale: `cargo bench --bench scale`.
//!
//! Measured by Criterion; at the end the medians are printed as one table, each beside its reference
//! from the same run: filling as much memory, or computing the same cells one by one. Machines are
//! noisy, ratios less so.

#![allow(
    missing_docs,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a program that prints"
)]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use poscope::encoding::{Encoding, Rotated, Rows, Scheme, Spec};
use poscope::field::{Cancel, Field, Reduction, Span, Window, WindowAxis};

/// Positions and dimensions of the tables that are filled.
const TABLES: [(usize, usize); 2] = [(4096, 1024), (8192, 4096)];

/// Positions and dimensions of the tables that are looked at.
const PICTURES: [(usize, usize); 3] = [(4096, 1024), (131_072, 4096), (1_048_576, 16_384)];

/// Positions and dimensions of the tables whose similarities are looked at.
const SIMILARITIES: [(usize, usize); 4] = [(4096, 1024), (4096, 512), (131_072, 512), (1_048_576, 512)];

/// The largest numbers of positions and dimensions.
const LIMITS: (usize, usize) = (1_048_576, 16_384);

/// The pixels of a picture of a table, and of a similarity.
const SCREEN: (usize, usize) = (1600, 900);
const SQUARE: (usize, usize) = (900, 900);

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    fill(&mut criterion);
    pictures(&mut criterion, "heatmap", &PICTURES, SCREEN, |spec| {
        Field::table(checked(spec))
    });
    pictures(&mut criterion, "grid", &[LIMITS], SCREEN, |spec| {
        Field::table(checked(grid(spec)))
    });
    screen(&mut criterion);
    pictures(&mut criterion, "similarity", &SIMILARITIES, SQUARE, |spec| {
        Field::Similarity(checked(spec))
    });
    pictures(&mut criterion, "similarity of a grid", &[LIMITS], SQUARE, |spec| {
        Field::Similarity(checked(grid(spec)))
    });
    pictures(&mut criterion, "scores", &[LIMITS], SQUARE, |spec| {
        let scheme = Scheme::Rope;
        Field::Scores(Rotated::new(&checked(Spec { scheme, ..spec })).unwrap())
    });
    criterion.final_summary();
    print_table();
}

fn spec(max_len: usize, d_model: usize) -> Spec {
    Spec {
        d_model,
        max_len,
        ..Spec::default()
    }
}

fn grid(spec: Spec) -> Spec {
    Spec {
        scheme: Scheme::Grid,
        ..spec
    }
}

fn checked(spec: Spec) -> Encoding {
    Encoding::new(spec).unwrap()
}

fn name((a, b): (usize, usize)) -> String {
    format!("{a}x{b}")
}

fn fill(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fill");
    for (max_len, d_model) in TABLES {
        let encoding = checked(spec(max_len, d_model));
        let mut table = vec![0.0f32; max_len * d_model];
        group.bench_function(BenchmarkId::new("table", name((max_len, d_model))), |b| {
            b.iter(|| Rows::new(&encoding).fill_f32(0, black_box(&mut table)));
        });
        group.bench_function(BenchmarkId::new("memory", name((max_len, d_model))), |b| {
            b.iter(|| black_box(&mut table).fill(black_box(1.5)));
        });
    }
    let (max_len, d_model) = TABLES[0];
    let encoding = checked(spec(max_len, d_model));
    let mut table = vec![0.0f32; max_len * d_model];
    group.bench_function(BenchmarkId::new("cells", name(TABLES[0])), |b| {
        b.iter(|| cell_by_cell(&encoding, black_box(&mut table)));
    });
}

/// Computes every cell with a power, a division and a sine.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "small")]
fn cell_by_cell(encoding: &Encoding, table: &mut [f32]) {
    let d = encoding.d_model();
    for (p, row) in table.chunks_exact_mut(d).enumerate() {
        for (j, value) in row.iter_mut().enumerate() {
            let angle = p as f64 / black_box(10_000f64).powf((j - j % 2) as f64 / d as f64);
            *value = if j % 2 == 0 { angle.sin() } else { angle.cos() } as f32;
        }
    }
}

fn window(field: &Field, (row_pixels, column_pixels): (usize, usize)) -> Window {
    let (rows, columns) = field.shape();
    Window {
        rows: WindowAxis {
            span: Span::whole(rows),
            pixels: row_pixels,
        },
        columns: WindowAxis {
            span: Span::whole(columns),
            pixels: column_pixels,
        },
    }
}

/// Measures pictures of fields of these sizes, in this many pixels.
fn pictures(
    criterion: &mut Criterion,
    group: &str,
    sizes: &[(usize, usize)],
    pixels: (usize, usize),
    field: fn(Spec) -> Field,
) {
    let mut group = criterion.benchmark_group(group);
    for &(max_len, d_model) in sizes {
        let field = field(spec(max_len, d_model));
        let window = window(&field, pixels);
        group.bench_function(BenchmarkId::new("exact", name((max_len, d_model))), |b| {
            b.iter(|| field.reduce(Reduction::Mean, &window, &Cancel::default()).unwrap());
        });
    }
}

/// Measures the cost of only writing the pixels of a screen.
fn screen(criterion: &mut Criterion) {
    let mut pixels = vec![0u8; SCREEN.0 * SCREEN.1 * 4];
    criterion
        .benchmark_group("heatmap")
        .bench_function(BenchmarkId::new("memory", "screen"), |b| {
            b.iter(|| black_box(&mut pixels).fill(black_box(1)));
        });
}

/// Returns the median of a benchmark, in milliseconds, as stored by criterion.
fn median(path: &[&str]) -> Option<f64> {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target"),
        PathBuf::from,
    );
    let file = path
        .iter()
        .fold(folder.join("criterion"), |path, part| path.join(part))
        .join("new/estimates.json");
    let estimates: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    Some(estimates["median"]["point_estimate"].as_f64()? / 1e6)
}

fn print_table() {
    println!("\n| what | ms | beside | ms | ratio |");
    println!("|---|---|---|---|---|");
    let row = |what: &str, path: &[&str], beside: &str, reference: &[&str]| {
        if let (Some(ms), Some(other)) = (median(path), median(reference)) {
            println!("| {what} | {ms:.2} | {beside} | {other:.2} | {:.2} |", other / ms);
        }
    };
    for table in TABLES.map(name) {
        let what = format!("fill a table of {table}, float32");
        row(
            &what,
            &["fill", "table", &table],
            "fill the same memory",
            &["fill", "memory", &table],
        );
    }
    let small = name(TABLES[0]);
    row(
        &format!("fill a table of {small}, float32"),
        &["fill", "table", &small],
        "cell by cell, one thread",
        &["fill", "cells", &small],
    );
    for size in PICTURES.map(name) {
        let what = format!("heatmap of {size} in {}", name(SCREEN));
        row(
            &what,
            &["heatmap", "exact", &size],
            "fill the pixels",
            &["heatmap", "memory", "screen"],
        );
    }
    for (group, pixels) in [("grid", SCREEN), ("similarity of a grid", SQUARE), ("scores", SQUARE)] {
        let size = name(LIMITS);
        let what = format!("{group}, {size} in {}", name(pixels));
        row(
            &what,
            &[group, "exact", &size],
            "fill the pixels",
            &["heatmap", "memory", "screen"],
        );
    }
    for (max_len, d_model) in SIMILARITIES {
        let size = name((max_len, d_model));
        let what = format!("similarity of {max_len}, d_model {d_model}, in {}", name(SQUARE));
        row(
            &what,
            &["similarity", "exact", &size],
            "fill the pixels",
            &["heatmap", "memory", "screen"],
        );
    }
}

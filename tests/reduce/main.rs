//! The averages of a field are the averages of its cells.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

mod agreement;
mod answers;
mod decay;
mod partings;
mod queries;
mod strategies;

use std::sync::Arc;

use poscope::encoding::grid::{GridArrangement, GridAxis as Direction, Unit};
use poscope::encoding::learned::LearnedTable;
use poscope::encoding::rope::RopePart;
use poscope::encoding::{Beyond, Conventions, Encoding, Resample, Rotated, Rows, Scheme, Spec, Strategy};
use poscope::field::{
    Cancel, Cell, ColumnOrder, Dense, Field, Marks, Raster, ReduceError, Reduction, Span, Window, WindowAxis, cosine,
    offset_means,
};
use proptest::prelude::*;
use strategies::{any_spec_of, similarity_and_window, table_and_window, with_two_positions};

fn overlap(span: Span, cell: usize) -> f64 {
    (span.end.min(cell as f64 + 1.0) - span.start.max(cell as f64)).max(0.0)
}

/// The mean of the defined cells under a pixel, each by the share inside it.
fn brute_force(field: &Field, rows: Span, columns: Span) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for row in rows.cells() {
        for column in columns.cells() {
            let share = overlap(rows, row) * overlap(columns, column);
            if let Cell::Finite(value) = field.cell(row, column) {
                sum += share * value;
                weight += share;
            }
        }
    }
    if weight > 1e-12 { sum / weight } else { f64::NAN }
}

/// What is under one pixel besides ordinary numbers.
fn marks_at(raster: &Raster, row_pixel: usize, column_pixel: usize) -> Marks {
    let marks = raster.marks.get(column_pixel * raster.row_pixels + row_pixel);
    marks.copied().unwrap_or_default()
}

fn check(field: &Field, window: &Window) {
    let raster = field.reduce(Reduction::Mean, window, &Cancel::default()).unwrap();
    let (low, high) = field.bounds();
    let size = low.abs().max(high.abs()).max(1.0);
    for row in 0..window.rows.pixels {
        for column in 0..window.columns.pixels {
            let expected = brute_force(field, window.rows.pixel(row), window.columns.pixel(column));
            let found = f64::from(raster.at(row, column));
            assert!(
                (found - expected).abs() < 1e-6 * size || (found.is_nan() && expected.is_nan()),
                "{window:?} at {row}, {column}: {found} instead of {expected}"
            );
        }
    }
}

/// The cells of an axis by their weight in a pixel that is averaged twice; `None` if the tent reaches beyond an end of
/// the table and is not cut there.
fn weights(axis: WindowAxis, pixel: usize, cells: usize, is_cut: bool) -> Option<Vec<(usize, f64)>> {
    let whole = cells as f64;
    let Span { start, end } = axis.pixel(pixel);
    let length = axis.span.length() / axis.pixels as f64;
    if length <= 1.0 {
        let share = |cell| overlap(Span { start, end }, cell) / (end - start);
        return Some(Span { start, end }.cells().map(|cell| (cell, share(cell))).collect());
    }
    let middle = (start + end) / 2.0;
    let reaches_out = middle - length < -1e-9 || middle + length > whole + 1e-9;
    if reaches_out && !is_cut {
        return None;
    }
    // The tent is straight on both sides of its middle: a trapezoid each.
    let height = |x: f64| length - (x - middle).abs();
    let area = |a: f64, b: f64| {
        if b > a {
            (b - a) * (height(a) + height(b)) / 2.0
        } else {
            0.0
        }
    };
    let (low, high) = ((middle - length).max(0.0), (middle + length).min(whole));
    let weight = |cell: usize| {
        let (a, b) = (low.max(cell as f64), high.min(cell as f64 + 1.0));
        area(a, b.min(middle)) + area(a.max(middle), b)
    };
    let weights: Vec<f64> = (0..cells).map(weight).collect();
    let sum: f64 = weights.iter().sum();
    Some(
        weights
            .iter()
            .map(|weight| weight / sum)
            .enumerate()
            .filter(|(_, weight)| *weight > 0.0)
            .collect(),
    )
}

proptest! {
    #[test]
    fn a_pixel_of_a_table_is_the_mean_of_the_cells_under_it((spec, window, regrouped) in table_and_window()) {
        let order = if regrouped { ColumnOrder::Regrouped } else { ColumnOrder::AsStored };
        check(&Field::Table { encoding: Encoding::new(spec).unwrap(), order }, &window);
    }

    #[test]
    fn a_pixel_of_a_similarity_is_the_mean_of_the_cosines_under_it((spec, window) in similarity_and_window()) {
        check(&Field::Similarity(Encoding::new(spec).unwrap()), &window);
    }

    #[test]
    fn a_pixel_of_the_scores_of_a_rope_is_the_mean_of_the_scores_under_it(
        (spec, window) in with_two_positions(any_spec_of(vec![Scheme::Rope]))
    ) {
        check(&Field::Scores(Rotated::new(&Encoding::new(spec).unwrap()).unwrap()), &window);
    }

    #[test]
    fn a_pixel_of_a_bias_is_the_mean_of_the_biases_under_it(
        (spec, window) in with_two_positions(any_spec_of(vec![Scheme::Alibi, Scheme::T5, Scheme::Relative])),
        head in any::<prop::sample::Index>(),
    ) {
        let head = head.index(spec.d_model);
        check(&Field::Bias { encoding: Encoding::new(spec).unwrap(), head }, &window);
    }

    #[test]
    fn a_square_window_onto_a_similarity_is_the_mean_of_the_cosines_too(
        (pairs, max_len, base) in (1usize..40, 30usize..400, 1.0001f64..1e9),
        (part, x, y) in (0.05f64..1.0, 0.0f64..1.0, 0.0f64..1.0),
        (pixels, columns) in (1usize..20, 1usize..20),
    ) {
        let spec = Spec { d_model: 2 * pairs, max_len, base, ..Spec::default() };
        let length = max_len as f64 * part / pixels.max(columns) as f64;
        let axis = |place: f64, pixels: usize| {
            let span = length * pixels as f64;
            let start = place * (max_len as f64 - span);
            WindowAxis { span: Span { start, end: start + span }, pixels }
        };
        check(
            &Field::Similarity(Encoding::new(spec).unwrap()),
            &Window { rows: axis(x, pixels), columns: axis(y, columns) },
        );
    }

    #[test]
    fn a_pixel_of_a_difference_is_the_mean_of_the_differences_under_it(
        (spec, window, _) in table_and_window(), base in 2.0f64..1e5
    ) {
        let left = Field::table(Encoding::new(spec.clone()).unwrap());
        let right = Field::table(Encoding::new(Spec { base, scheme: Scheme::Sinusoidal, ..spec }).unwrap());
        check(&Field::difference(left, right), &window);
    }

    #[test]
    fn the_largest_and_the_first_cell_of_a_pixel_are_those_of_the_cells_under_it(
        (spec, window, regrouped) in table_and_window()
    ) {
        let order = if regrouped { ColumnOrder::Regrouped } else { ColumnOrder::AsStored };
        let field = Field::Table { encoding: Encoding::new(spec).unwrap(), order };
        let largest = field.reduce(Reduction::Largest, &window, &Cancel::default()).unwrap();
        let first = field.reduce(Reduction::EveryNth, &window, &Cancel::default()).unwrap();
        for row in 0..window.rows.pixels {
            for column in 0..window.columns.pixels {
                let (rows, columns) = (window.rows.pixel(row).cells(), window.columns.pixel(column).cells());
                let value = |p, j| field.cell(p, j).number();
                let magnitude = rows.clone().flat_map(|p| columns.clone().map(move |j| (p, j)))
                    .map(|(p, j)| value(p, j).abs()).fold(0.0, f64::max);
                let found = f64::from(largest.at(row, column)).abs();
                prop_assert!((found - magnitude).abs() <= 1e-6 * magnitude.max(1.0), "{} {}", found, magnitude);
                prop_assert_eq!(first.at(row, column), value(rows.start, columns.start) as f32);
            }
        }
    }

    #[test]
    fn a_pixel_averaged_twice_is_the_mean_weighted_by_a_tent((spec, window, _) in table_and_window()) {
        let field = Field::table(Encoding::new(spec.clone()).unwrap());
        let raster = field.reduce(Reduction::MeanTwice, &window, &Cancel::default()).unwrap();
        let (low, high) = field.bounds();
        let size = low.abs().max(high.abs()).max(1.0);
        for row in 0..window.rows.pixels {
            let Some(rows) = weights(window.rows, row, spec.max_len, false) else { continue };
            for column in 0..window.columns.pixels {
                let columns = weights(window.columns, column, spec.d_model, true).unwrap();
                let mut expected = 0.0;
                for &(p, row_weight) in &rows {
                    for &(j, column_weight) in &columns {
                        let Cell::Finite(value) = field.cell(p, j) else { unreachable!() };
                        expected += row_weight * column_weight * value;
                    }
                }
                let found = f64::from(raster.at(row, column));
                prop_assert!((found - expected).abs() < 1e-6 * size, "{:?} {}: {} {}", window, row, found, expected);
            }
        }
    }

    #[test]
    fn a_table_of_given_numbers_looks_like_the_one_that_they_are_of((spec, window, _) in table_and_window()) {
        let encoding = Encoding::new(spec.clone()).unwrap();
        let mut values = vec![0.0; spec.max_len * spec.d_model];
        Rows::new(&encoding).fill_f32(0, &mut values);
        let given = Field::Dense(Arc::new(Dense::new(values, spec.d_model).unwrap()));
        let (low, high) = encoding.bounds();
        let size = low.abs().max(high.abs()).max(1.0) as f32;
        let made = Field::table(encoding);
        for reduction in Reduction::ALL {
            let [a, b] = [&given, &made].map(|field| field.reduce(reduction, &window, &Cancel::default()).unwrap());
            for (a, b) in a.values.iter().zip(&b.values) {
                // Of two values alike in magnitude either sign may be the larger one.
                let difference = if reduction == Reduction::Largest { a.abs() - b.abs() } else { a - b };
                prop_assert!(difference.abs() <= 2e-6 * size, "{:?}: {} and {}", reduction, a, b);
            }
        }
    }

    #[test]
    fn what_is_no_number_is_kept_apart(
        (rows, columns) in (1usize..40, 1usize..40),
        odd in prop::collection::vec((any::<prop::sample::Index>(), 0usize..5), 0..12),
        (row_pixels, column_pixels) in (1usize..30, 1usize..30),
    ) {
        let mut values: Vec<f32> = (0..rows * columns).map(|i| (i % 7) as f32 - 3.0).collect();
        for (place, kind) in odd {
            let index = place.index(values.len());
            values[index] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e38, -3e38][kind];
        }
        let table = Dense::new(values.clone(), columns).unwrap();
        let field = Field::Dense(Arc::new(table));
        let axis = |cells, pixels| WindowAxis { span: Span::whole(cells), pixels };
        let window = Window { rows: axis(rows, row_pixels), columns: axis(columns, column_pixels) };
        let raster = field.reduce(Reduction::Mean, &window, &Cancel::default()).unwrap();
        for i in 0..row_pixels {
            for j in 0..column_pixels {
                let (under, across) = (window.rows.pixel(i), window.columns.pixel(j));
                let (mut sum, mut weight, mut marks) = (0.0, 0.0, Marks::default());
                for p in under.cells() {
                    for q in across.cells() {
                        let value = values[p * columns + q];
                        if value.abs() < 1e19 {
                            let share = overlap(under, p) * overlap(across, q);
                            sum += share * f64::from(value);
                            weight += share;
                        } else if value.is_nan() {
                            marks |= Marks::NOT_A_NUMBER;
                        } else if value.is_finite() {
                            marks |= Marks::HUGE;
                        } else if value > 0.0 {
                            marks |= Marks::POSITIVE_INFINITY;
                        } else {
                            marks |= Marks::NEGATIVE_INFINITY;
                        }
                    }
                }
                prop_assert_eq!(marks_at(&raster, i, j), marks);
                if weight > 0.0 {
                    prop_assert!((f64::from(raster.at(i, j)) - sum / weight).abs() < 1e-5);
                }
            }
        }
    }

    #[test]
    fn any_window_onto_the_largest_tables_is_exact(
        d_model in prop_oneof![Just(16_384usize), Just(16_383), Just(4097), Just(33)],
        (start, length) in (0.0f64..1_000_000.0, 1.0f64..3000.0),
        (first, columns) in (0.0f64..1.0, 1.0f64..12.0),
        (row_pixels, column_pixels) in (1usize..5, 1usize..4),
        base in 1.0001f64..1e9,
    ) {
        let spec = Spec { d_model, max_len: 1_048_576, base, ..Spec::default() };
        let field = Field::table(Encoding::new(spec).unwrap());
        let first = first * (d_model as f64 - columns);
        let window = Window {
            rows: WindowAxis { span: Span { start, end: start + length }, pixels: row_pixels },
            columns: WindowAxis { span: Span { start: first, end: first + columns }, pixels: column_pixels },
        };
        check(&field, &window);
    }

    #[test]
    fn any_window_onto_the_largest_grids_and_folded_tables_is_exact(
        (width, overlap) in (prop_oneof![Just(1usize), Just(2), Just(10), Just(1_048_576), 1usize..3000, 1usize..1_000_000], 0.0f64..1.0),
        kind in 0usize..7,
        (start, length) in (0.0f64..1_000_000.0, prop_oneof![1.0f64..40.0, 1.0f64..20_000.0]),
        (first, columns) in (0.0f64..1.0, 1.0f64..4.0),
        row_pixels in 1usize..9,
        (d_model, base) in (prop_oneof![Just(16_384usize), Just(4097), Just(12)], prop_oneof![1.0001f64..1e9, Just(10_000.0)]),
    ) {
        let mut spec = Spec { d_model, max_len: 1_048_576, base, ..Spec::default() };
        spec.grid.width = width;
        spec.scheme = Scheme::Grid;
        match kind {
            0 => {}
            1 => spec.grid.unit = Unit::Turn,
            2 => (spec.grid.first, spec.grid.start) = (Direction::X, 1.0),
            3 => (spec.grid.first, spec.grid.unit, spec.grid.layout) = (Direction::X, Unit::Turn, GridArrangement::SinesFirst),
            4 => {
                spec.scheme = Scheme::Sinusoidal;
                spec.conventions.direction = poscope::encoding::Direction::Unsigned;
            }
            // Positions that start over, as waves and as angles.
            _ => {
                let overlap = (overlap * width as f64) as usize;
                spec.beyond = Beyond { trained_len: width, strategy: Strategy::Restart, overlap: overlap.min(width - 1) };
                if kind == 6 {
                    (spec.scheme, spec.rope.part) = (Scheme::Rope, RopePart::Angle);
                } else {
                    spec.scheme = Scheme::Sinusoidal;
                }
            }
        }
        let field = Field::table(Encoding::new(spec).unwrap());
        let first = first * (d_model as f64 - columns);
        let window = Window {
            rows: WindowAxis { span: Span { start, end: start + length }, pixels: row_pixels },
            columns: WindowAxis { span: Span { start: first, end: first + columns }, pixels: 1 },
        };
        check(&field, &window);
    }

    #[test]
    fn a_square_window_onto_the_scores_of_a_rope_is_the_mean_of_the_scores_too(
        spec in any_spec_of(vec![Scheme::Rope]),
        (part, x, y) in (0.05f64..1.0, 0.0f64..1.0, 0.0f64..1.0),
        (pixels, columns) in (1usize..20, 1usize..20),
    ) {
        let max_len = spec.max_len as f64;
        let length = max_len * part / pixels.max(columns) as f64;
        let axis = |place: f64, pixels: usize| {
            let span = length * pixels as f64;
            let start = place * (max_len - span);
            WindowAxis { span: Span { start, end: start + span }, pixels }
        };
        check(
            &Field::Scores(Rotated::new(&Encoding::new(spec).unwrap()).unwrap()),
            &Window { rows: axis(x, pixels), columns: axis(y, columns) },
        );
    }

    #[test]
    fn regrouping_loses_no_column(d_model in 1usize..50) {
        let encoding = Encoding::new(Spec { d_model, ..Spec::default() }).unwrap();
        let order = ColumnOrder::Regrouped;
        let mut columns: Vec<usize> = (0..d_model).map(|place| order.column(place, &encoding)).collect();
        for (place, &column) in columns.iter().enumerate() {
            prop_assert_eq!(order.place(column, &encoding), place);
        }
        columns.sort_unstable();
        prop_assert_eq!(columns, (0..d_model).collect::<Vec<_>>());
    }
}

#[test]
fn the_largest_table_is_averaged_without_being_made() {
    let spec = Spec {
        d_model: 16_384,
        max_len: 1_048_576,
        ..Spec::default()
    };
    let field = Field::table(Encoding::new(spec).unwrap());
    let window = Window {
        rows: WindowAxis {
            span: Span {
                start: 0.5,
                end: 1_000_000.25,
            },
            pixels: 3,
        },
        columns: WindowAxis {
            span: Span {
                start: 16_000.0,
                end: 16_003.5,
            },
            pixels: 2,
        },
    };
    let raster = field.reduce(Reduction::Mean, &window, &Cancel::default()).unwrap();
    for row in 0..3 {
        let expected = brute_force(&field, window.rows.pixel(row), window.columns.pixel(1));
        assert!((f64::from(raster.at(row, 1)) - expected).abs() < 1e-6);
    }
}

#[test]
fn zero_rows_have_no_cosine_and_the_rest_of_the_index_has_one() {
    let spec = Spec {
        scheme: Scheme::Index,
        ..Spec::default()
    };
    let field = Field::Similarity(Encoding::new(spec).unwrap());
    assert_eq!(field.cell(0, 5), Cell::Undefined);
    assert_eq!(field.cell(7, 5), Cell::Finite(1.0));
    let raster = field
        .reduce(Reduction::Mean, &Window::exact((50, 50)), &Cancel::default())
        .unwrap();
    assert!(raster.at(0, 5).is_nan());
    assert_eq!(raster.at(7, 5), 1.0);
}

#[test]
fn a_sliver_of_a_row_that_has_a_direction_beside_one_that_has_none_keeps_its_cosine() {
    // Of two bits, row 28 is zero and row 27 is not.
    let spec = Spec {
        scheme: Scheme::Binary,
        d_model: 2,
        ..Spec::default()
    };
    let rows = WindowAxis {
        span: Span {
            start: 28.0 - 1e-7,
            end: 28.06,
        },
        pixels: 1,
    };
    let columns = WindowAxis {
        span: Span { start: 22.0, end: 23.0 },
        pixels: 1,
    };
    check(
        &Field::Similarity(Encoding::new(spec).unwrap()),
        &Window { rows, columns },
    );
}

#[test]
fn an_edge_a_hair_below_a_cell_shows_that_cell_and_not_its_neighbour() {
    let field = Field::table(
        Encoding::new(Spec {
            d_model: 2,
            ..Spec::default()
        })
        .unwrap(),
    );
    for hair in [1e-8, 2e-9, 5e-10, 1e-12, -5e-10] {
        let rows = WindowAxis {
            span: Span {
                start: 10.0 - hair,
                end: 12.0 - hair,
            },
            pixels: 20,
        };
        let columns = WindowAxis {
            span: Span { start: 0.0, end: 1.0 },
            pixels: 1,
        };
        for field in [
            field.clone(),
            Field::Similarity(
                Encoding::new(Spec {
                    d_model: 2,
                    ..Spec::default()
                })
                .unwrap(),
            ),
        ] {
            check(&field, &Window { rows, columns });
        }
    }
}

#[test]
fn index_has_the_cosine_1_and_a_sliver_of_rounding_has_none() {
    for (scheme, d_model, max_len, pixels) in [
        (Scheme::Normalized, 1000, 1000, (300, 1)),
        (Scheme::Index, 129, 65, (64, 2)),
        (Scheme::Binary, 2, 64, (63, 65)),
    ] {
        let spec = Spec {
            scheme,
            d_model,
            max_len,
            ..Spec::default()
        };
        let axis = |pixels| WindowAxis {
            span: Span::whole(max_len),
            pixels,
        };
        let window = Window {
            rows: axis(pixels.0),
            columns: axis(pixels.1),
        };
        check(&Field::Similarity(Encoding::new(spec).unwrap()), &window);
    }
    let spec = Spec {
        scheme: Scheme::Binary,
        d_model: 4,
        max_len: 65,
        ..Spec::default()
    };
    let part = 2.0 / 65.0;
    let window = Window {
        rows: WindowAxis {
            span: Span { start: 31.0, end: 32.0 },
            pixels: 2,
        },
        columns: WindowAxis {
            span: Span {
                start: 64.0 - part,
                end: 65.0 - part,
            },
            pixels: 65,
        },
    };
    let field = Field::Similarity(Encoding::new(spec).unwrap());
    let raster = field.reduce(Reduction::Mean, &window, &Cancel::default()).unwrap();
    let is_right = |value: &f32| value.is_nan() || (value - 1.0).abs() < 1e-6;
    assert!(raster.values.iter().all(is_right), "{:?}", raster.values);
}

#[test]
fn a_difference_is_that_of_the_cells_that_both_have() {
    let dense = |values: Vec<f32>, columns| Field::Dense(Arc::new(Dense::new(values, columns).unwrap()));
    let one_pixel = |columns| Window {
        rows: WindowAxis::exact(1),
        columns: WindowAxis {
            span: Span::whole(columns),
            pixels: 1,
        },
    };
    for (left, right, expected) in [
        (vec![f32::NAN, 1.0], vec![10.0, 1.0], 0.0),
        (vec![1.0, 2.0, 3e38], vec![2.0, 5.0, 1.0], 2.0),
        (vec![1.0, f32::INFINITY], vec![f32::NAN, 1.0], f32::NAN),
    ] {
        let columns = left.len();
        let field = Field::difference(dense(left, columns), dense(right, columns));
        let raster = field
            .reduce(Reduction::Mean, &one_pixel(columns), &Cancel::default())
            .unwrap();
        let found = raster.at(0, 0);
        assert!(found == expected || (found.is_nan() && expected.is_nan()), "{found}");
        assert!(!marks_at(&raster, 0, 0).is_none());
    }
}

#[test]
fn the_mean_cosine_over_offsets_is_right_for_every_step_of_positions() {
    let steps = [
        1.0,
        -0.5,
        0.0,
        1e-9,
        std::f64::consts::TAU,
        2.0 * std::f64::consts::TAU + 1e-9,
    ];
    for (step, base) in steps.into_iter().flat_map(|step| [(step, 10_000.0), (step, 1e9)]) {
        let spec = Spec {
            d_model: 16,
            max_len: 5000,
            base,
            conventions: Conventions {
                step,
                ..Conventions::default()
            },
            ..Spec::default()
        };
        let encoding = Encoding::new(spec).unwrap();
        let edges = [0, 1, 2, 5, 40, 4999];
        for (found, span) in offset_means(&encoding, &edges).into_iter().zip(edges.windows(2)) {
            let cosines = (span[0]..span[1]).map(|k| cosine(&encoding, 0, k).unwrap());
            let expected = cosines.sum::<f64>() / (span[1] - span[0]) as f64;
            assert!(
                (found - expected).abs() < 1e-6,
                "step {step}, {span:?}: {found} instead of {expected}"
            );
        }
    }
}

#[test]
fn what_cannot_be_summed_in_time_is_refused() {
    let spec = Spec {
        scheme: Scheme::Binary,
        d_model: 16_384,
        max_len: 1_048_576,
        ..Spec::default()
    };
    let field = Field::Similarity(Encoding::new(spec.clone()).unwrap());
    let axis = WindowAxis {
        span: Span::whole(spec.max_len),
        pixels: 100,
    };
    let refused = field.reduce(
        Reduction::Mean,
        &Window {
            rows: axis,
            columns: axis,
        },
        &Cancel::default(),
    );
    assert!(matches!(refused, Err(ReduceError::NoClosedForm { .. })));
}

#[test]
fn no_pixels_and_too_many_are_refused() {
    let field = Field::table(Encoding::new(Spec::default()).unwrap());
    for (row_pixels, column_pixels) in [(0, 5), (5, 0), (1 << 20, 1 << 20), (usize::MAX, 2)] {
        let rows = WindowAxis {
            span: Span::whole(50),
            pixels: row_pixels,
        };
        let columns = WindowAxis {
            span: Span::whole(16),
            pixels: column_pixels,
        };
        let refused = field.reduce(Reduction::Mean, &Window { rows, columns }, &Cancel::default());
        assert!(matches!(refused, Err(ReduceError::Pixels { .. })));
    }
}

#[test]
fn a_raised_flag_stops_the_work() {
    let field = Field::table(Encoding::new(Spec::default()).unwrap());
    let cancel = Cancel::default();
    cancel.raise();
    assert_eq!(
        field.reduce(Reduction::Mean, &Window::exact(field.shape()), &cancel),
        Err(ReduceError::Cancelled)
    );
}

#[test]
fn a_learned_table_ends_after_its_last_row_unless_it_is_stretched() {
    let spec = |resample, max_len| {
        let mut spec = Spec {
            scheme: Scheme::Learned,
            d_model: 8,
            max_len,
            ..Spec::default()
        };
        spec.learned.resample = resample;
        spec
    };
    let encoding = Encoding::new(spec(Resample::Off, 600)).unwrap();
    assert_eq!((encoding.end(), encoding.max_len()), (512, 600));
    assert!(encoding.value(511, 7).is_some());
    assert_eq!(encoding.value(512, 0), None);
    assert_eq!(cosine(&encoding, 511, 512), None);
    let mut rows = [0.0f32; 16];
    Rows::new(&encoding).fill_f32(511, &mut rows);
    assert!(rows[..8].iter().all(|value| value.is_finite()) && rows[8..].iter().all(|value| value.is_nan()));
    let axis = |start, end, pixels| WindowAxis {
        span: Span { start, end },
        pixels,
    };
    for (rows, reduction) in [
        (axis(0.0, 600.0, 30), Reduction::Mean),
        (axis(0.0, 600.0, 77), Reduction::Mean),
        (axis(500.0, 520.0, 40), Reduction::Mean),
        (axis(0.0, 600.0, 30), Reduction::Largest),
        (axis(0.0, 600.0, 30), Reduction::EveryNth),
        (axis(0.0, 600.0, 30), Reduction::MeanTwice),
    ] {
        let window = Window {
            rows,
            columns: axis(0.0, 8.0, 3),
        };
        let field = Field::table(encoding.clone());
        let raster = field.reduce(reduction, &window, &Cancel::default()).unwrap();
        for row in 0..rows.pixels {
            let is_beyond = rows.pixel(row).start >= 512.0 && reduction != Reduction::MeanTwice;
            let is_before = rows.pixel(row).end <= 512.0;
            let is_nan = raster.at(row, 1).is_nan();
            assert!(is_nan || !is_beyond, "{rows:?} {reduction:?} {row}");
            assert!(!is_nan || !is_before, "{rows:?} {reduction:?} {row}");
        }
        if reduction == Reduction::Mean {
            check(&field, &window);
        }
    }
    let square = Window {
        rows: axis(400.0, 600.0, 50),
        columns: axis(400.0, 600.0, 33),
    };
    check(&Field::Similarity(encoding), &square);
    for resample in [Resample::Linear, Resample::Cubic] {
        let stretched = Encoding::new(spec(resample, 600)).unwrap();
        assert_eq!(stretched.end(), 600);
        assert!(stretched.value(599, 7).is_some());
    }
    let mut untrained = spec(Resample::Off, 600);
    untrained.learned.table = LearnedTable::Untrained;
    assert_eq!(Encoding::new(untrained).unwrap().end(), 600);
}

//! The averages of a field are the averages of its cells.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::cast_precision_loss)]

use poscope::encoding::{Divisor, Encoding, Scheme, Spec};
use poscope::field::{Axis, Cancel, Cell, ColumnOrder, Field, ReduceError, Reduction, Span, Window};
use proptest::prelude::*;

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

/// The cells of an axis by their weight in a pixel that is averaged twice; none at an end of the table, where the tent
/// reaches out of it and `is_cut` is not what happens.
fn weights(axis: Axis, pixel: usize, cells: usize, is_cut: bool) -> Option<Vec<(usize, f64)>> {
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

fn any_spec() -> impl Strategy<Value = Spec> {
    let scheme = prop::sample::select(Scheme::ALL.to_vec());
    let divisor = prop::sample::select(Divisor::ALL.to_vec());
    (scheme, 1usize..40, 1usize..90, 1.0001f64..1e6, divisor).prop_map(|(scheme, d_model, max_len, base, divisor)| {
        Spec {
            scheme,
            d_model,
            max_len,
            base,
            divisor,
        }
    })
}

fn any_span(cells: usize) -> impl Strategy<Value = Span> {
    let whole = cells as f64;
    prop_oneof![
        Just(Span::whole(cells)),
        (0..cells).prop_map(|cell| Span {
            start: cell as f64,
            end: cell as f64 + 1.0
        }),
        (0.0..whole, 0.01..1.0f64).prop_map(move |(start, part)| Span {
            start,
            end: start + (whole - start) * part
        }),
    ]
}

fn any_axis(cells: usize) -> impl Strategy<Value = Axis> {
    (any_span(cells), 1usize..24).prop_map(|(span, pixels)| Axis { span, pixels })
}

fn table_and_window() -> impl Strategy<Value = (Spec, Window, bool)> {
    any_spec().prop_flat_map(|spec| {
        (
            Just(spec),
            (any_axis(spec.max_len), any_axis(spec.d_model)),
            any::<bool>(),
        )
            .prop_map(|(spec, (rows, columns), regrouped)| (spec, Window { rows, columns }, regrouped))
    })
}

fn similarity_and_window() -> impl Strategy<Value = (Spec, Window)> {
    any_spec().prop_flat_map(|spec| {
        (Just(spec), any_axis(spec.max_len), any_axis(spec.max_len))
            .prop_map(|(spec, rows, columns)| (spec, Window { rows, columns }))
    })
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
    fn a_pixel_of_a_difference_is_the_mean_of_the_differences_under_it(
        (spec, window, _) in table_and_window(), base in 2.0f64..1e5
    ) {
        let left = Field::table(Encoding::new(spec).unwrap());
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
                let value = |p, j| match field.cell(p, j) {
                    Cell::Finite(value) => value,
                    Cell::Undefined => f64::NAN,
                };
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
        let field = Field::table(Encoding::new(spec).unwrap());
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
        rows: Axis {
            span: Span {
                start: 0.5,
                end: 1_000_000.25,
            },
            pixels: 3,
        },
        columns: Axis {
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
fn what_cannot_be_summed_in_time_is_refused() {
    let spec = Spec {
        scheme: Scheme::Binary,
        d_model: 16_384,
        max_len: 1_048_576,
        ..Spec::default()
    };
    let field = Field::Similarity(Encoding::new(spec).unwrap());
    let axis = Axis {
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
        let rows = Axis {
            span: Span::whole(50),
            pixels: row_pixels,
        };
        let columns = Axis {
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

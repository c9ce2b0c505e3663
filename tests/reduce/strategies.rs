//! Specifications and windows of every kind, for the property tests.

use poscope::encoding::{Encoding, Scheme, Setting, Slot, Spec};
use poscope::field::{Span, Window, WindowAxis};
use proptest::prelude::*;

/// Any scheme of a small table with any of its settings.
pub fn any_spec() -> impl Strategy<Value = Spec> {
    any_spec_of(Scheme::ALL.to_vec())
}

/// The same of some schemes.
pub fn any_spec_of(schemes: Vec<Scheme>) -> impl Strategy<Value = Spec> {
    let scheme = prop::sample::select(schemes);
    let numbers = (1usize..40, 1usize..90, 1.0001f64..1e6);
    let settings = prop::collection::vec(prop::option::weighted(0.35, (any::<u32>(), 0.0f64..1.0)), 24);
    (scheme, numbers, settings)
        .prop_map(|(scheme, (d_model, max_len, base), settings)| {
            let mut spec = Spec {
                scheme,
                d_model,
                max_len,
                base,
                ..Spec::default()
            };
            for (setting, drawn) in spec.settings().into_iter().zip(settings) {
                if let Some((index, part)) = drawn {
                    put(setting, index as usize, part);
                }
            }
            spec
        })
        .prop_filter("settings that fit each other", |spec| Encoding::check(spec).is_ok())
}

/// Another value of a setting, of those that matter for a table of this size.
fn put(mut setting: Setting<'_>, index: usize, part: f64) {
    let between = |low: f64, high: f64| {
        let (low, high) = (low.max(-60.0), high.min(60.0));
        // Whole numbers are the usual ones, and special.
        let value = low + (high - low) * part;
        if index.is_multiple_of(2) {
            value.round().clamp(low, high)
        } else {
            value
        }
    };
    let text = match &setting.slot {
        Slot::Choice(choice) => {
            let names = choice.names();
            names[index % names.len()].to_owned()
        }
        Slot::Number { low, high, .. } => between(*low, *high).to_string(),
        Slot::Whole { low, high, .. } => between(*low as f64, *high as f64).round().to_string(),
        Slot::List { .. } => return,
    };
    setting.set(&text).unwrap();
}

pub fn any_span(cells: usize) -> impl Strategy<Value = Span> {
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

pub fn any_axis(cells: usize) -> impl Strategy<Value = WindowAxis> {
    (any_span(cells), 1usize..24).prop_map(|(span, pixels)| WindowAxis { span, pixels })
}

pub fn table_and_window() -> impl Strategy<Value = (Spec, Window, bool)> {
    any_spec().prop_flat_map(|spec| {
        (
            Just(spec.clone()),
            (any_axis(spec.max_len), any_axis(spec.d_model)),
            any::<bool>(),
        )
            .prop_map(|(spec, (rows, columns), regrouped)| (spec, Window { rows, columns }, regrouped))
    })
}

/// Two windows onto the positions.
pub fn similarity_and_window() -> impl Strategy<Value = (Spec, Window)> {
    with_two_positions(any_spec())
}

/// The same of some specifications.
pub fn with_two_positions(specs: impl Strategy<Value = Spec>) -> impl Strategy<Value = (Spec, Window)> {
    specs.prop_flat_map(|spec| {
        (Just(spec.clone()), any_axis(spec.max_len), any_axis(spec.max_len))
            .prop_map(|(spec, rows, columns)| (spec, Window { rows, columns }))
    })
}

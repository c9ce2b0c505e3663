//! Where two tables differ, and which of their columns correspond.

use poscope::analysis::{COMPARED_CELLS_LIMIT, Partings, aligned, first_difference, largest_difference, partings};
use poscope::encoding::rope::Pairing;
use poscope::encoding::{ColumnLayout, Conventions, Encoding, Named, Precision, Scheme, Slip, Spec};
use poscope::field::{Cancel, Query, ReduceError};
use proptest::prelude::*;

use crate::strategies::any_spec_of;

/// The largest difference and the first beyond a tolerance, cell by cell.
fn by_cells(a: &Encoding, b: &Encoding, tolerance: f64) -> [Option<(usize, usize, f64)>; 2] {
    let (mut largest, mut first): (Option<(usize, usize, f64)>, _) = (None, None);
    for p in 0..a.end().min(b.end()) {
        for j in 0..a.d_model() {
            let difference = b.value(p, j).unwrap() - a.value(p, j).unwrap();
            let most = largest.map_or(-1.0, |(_, _, difference)| difference.abs());
            if !difference.is_nan() && difference.abs() > most {
                largest = Some((p, j, difference));
            }
            if first.is_none() && (difference.is_nan() || difference.abs() > tolerance) {
                first = Some((p, j, difference));
            }
        }
    }
    [largest, first]
}

proptest! {
    #[test]
    fn the_largest_difference_and_the_first_are_those_of_all_cells(
        mut a in any_spec_of(vec![Scheme::Sinusoidal, Scheme::Grid, Scheme::Rope]),
        b in any_spec_of(vec![Scheme::Sinusoidal, Scheme::Grid, Scheme::Rope]),
        what in 0usize..7,
        tolerance in prop_oneof![Just(0.0), Just(1e-6), 0.0f64..2.5],
    ) {
        let mut b = Spec { d_model: a.d_model, ..b };
        // Mostly two tables that have much in common.
        b = match what {
            0 => b,
            1 => Spec { base: b.base, max_len: b.max_len, ..a.clone() },
            2 => Spec { conventions: Conventions { start: 3.5, ..a.conventions }, ..a.clone() },
            3 => Spec { beyond: b.beyond, ..a.clone() },
            4 => Spec { grid: b.grid, ..a.clone() },
            // Waves that hardly change.
            5 => {
                a.conventions.step = 1e-4;
                Spec { base: b.base, conventions: a.conventions, ..a.clone() }
            }
            _ => a.clone(),
        };
        prop_assume!(Encoding::check(&b).is_ok());
        let (a, b) = (Encoding::new(a).unwrap(), Encoding::new(b).unwrap());
        let found = partings(&a, &b, tolerance, &Cancel::default()).unwrap();
        let found = [found.largest, found.first].map(|cell| cell.map(|cell| (cell.position, cell.dimension, cell.difference)));
        prop_assert_eq!(found, by_cells(&a, &b, tolerance));
    }
}

/// One position apart, a wave of frequency w differs by at most 2 sin(w/2), which the fastest one, w = 1,
/// comes within a billionth of; and no fast wave of another base can be 2 apart, but almost.
#[test]
fn the_largest_tables_are_compared_without_going_through_them() {
    let of = |base, start| {
        let mut spec = Spec {
            d_model: 16_384,
            max_len: 1_048_576,
            base,
            ..Spec::default()
        };
        spec.conventions.start = start;
        Encoding::new(spec).unwrap()
    };
    for (other, most, nearly) in [
        (of(10_000.0, 1.0), 2.0 * 0.5f64.sin(), 1e-9),
        (of(20_000.0, 0.0), 2.0, 1e-7),
        (of(10_000.0, 0.0), 0.0, 1e-300),
    ] {
        let query = Partings {
            a: of(10_000.0, 0.0),
            b: other,
            tolerance: 1e-6,
        };
        // One pass over the cells would take 40 ns for each of 17 billion.
        assert!(query.cost_ms(None) < 1e4);
        let found = query.answer(None, &Cancel::default()).unwrap();
        let largest = found.largest.unwrap().difference.abs();
        assert!(largest <= most && most - largest < nearly, "{largest} of {most}");
        assert_eq!(found.first.is_some(), most > 0.0);
    }
}

#[test]
fn the_paper_and_tensor2tensor_part_by_more_than_a_permutation() -> Result<(), Box<dyn std::error::Error>> {
    let table = |d_model, conventions| {
        Encoding::new(Spec {
            d_model,
            max_len: 512,
            conventions,
            ..Spec::default()
        })
    };
    let tensor2tensor = Named::all()[1].conventions;
    for (d_model, expected) in [(512, 0.712), (64, 2.0)] {
        let (paper, other) = (table(d_model, Default::default())?, table(d_model, tensor2tensor)?);
        let Some(found) = largest_difference(&paper, &aligned(&paper, &other), &Cancel::default())? else {
            return Err("of one width".into());
        };
        let difference = found.difference.abs();
        assert!((difference - expected).abs() < 2e-3, "{d_model}: {difference}");
    }
    Ok(())
}

#[test]
fn columns_are_put_in_order_whatever_the_scheme_and_values_stay() -> Result<(), Box<dyn std::error::Error>> {
    let of = |change: &dyn Fn(&mut Spec)| {
        let mut spec = Spec::default();
        change(&mut spec);
        Encoding::new(spec)
    };
    let concat = |spec: &mut Spec| spec.conventions.layout = ColumnLayout::Concat;
    let halves = |spec: &mut Spec| spec.scheme = Scheme::Rope;
    let turns = |spec: &mut Spec| {
        spec.scheme = Scheme::Rope;
        spec.rope.pairing = Pairing::Interleaved;
    };
    let wrong = |spec: &mut Spec| spec.conventions.mistake = Slip::ExponentPerPair;
    for (a, b) in [
        (of(&|_| ())?, of(&concat)?),
        (of(&concat)?, of(&|_| ())?),
        (of(&halves)?, of(&turns)?),
        (of(&turns)?, of(&halves)?),
    ] {
        let ordered = aligned(&a, &b);
        let largest = largest_difference(&a, &ordered, &Cancel::default())?;
        assert_eq!(largest.map(|cell| cell.difference), Some(0.0));
        assert_ne!(ordered, b, "pictures of the two are not the same");
    }
    let grid = |first: &'static str| {
        of(&|spec| {
            spec.scheme = Scheme::Grid;
            for mut setting in spec.settings() {
                if setting.name == "grid_first" {
                    let _ = setting.set(first);
                }
            }
        })
    };
    let (a, b) = (grid("y")?, grid("x")?);
    let largest = largest_difference(&a, &aligned(&a, &b), &Cancel::default())?;
    assert_eq!(largest.map(|cell| cell.difference), Some(0.0));
    // Of 9 columns 8 have a counterpart; the zero column takes what is left.
    let odd = |named: usize| {
        let mut spec = Named::all()[named].arrange(&Spec::default());
        (spec.d_model, spec.max_len) = (9, 23);
        Encoding::new(spec)
    };
    let all = Named::all();
    let number = |name| all.iter().position(|named| named.name == name).unwrap_or(0);
    let (a, b) = (odd(number("tensor2tensor"))?, odd(number("marian-transformers"))?);
    let ordered = aligned(&a, &b);
    for column in 0..8 {
        assert_eq!(ordered.columns()[column].phase(), a.columns()[column].phase());
    }
    let largest = largest_difference(&a, &ordered, &Cancel::default())?;
    assert!(
        largest.is_some_and(|cell| (cell.difference.abs() - 1.47767).abs() < 1e-5),
        "{largest:?}"
    );
    // The right exponent against a wrong one: only columns move.
    let (a, b) = (of(&concat)?, of(&wrong)?);
    let ordered = aligned(&a, &b);
    for column in 0..16 {
        let from = (column % 8) * 2 + column / 8;
        assert_eq!(ordered.value(7, column), b.value(7, from));
    }
    Ok(())
}

#[test]
fn the_first_cell_beyond_a_tolerance_is_the_first_row_by_row() -> Result<(), Box<dyn std::error::Error>> {
    let paper = Encoding::new(Spec::default())?;
    let mut spec = Spec::default();
    spec.conventions.start = 1.0;
    let shifted = Encoding::new(spec.clone())?;
    let first = first_difference(&paper, &shifted, 0.5, &Cancel::default())?;
    // Row 0 is sin 0 against sin 1 at once.
    assert_eq!(first.map(|cell| (cell.position, cell.dimension)), Some((0, 0)));
    assert_eq!(first_difference(&paper, &paper, 0.0, &Cancel::default())?, None);
    spec.conventions = Conventions {
        start: 70_000.0,
        position_precision: Precision::F16,
        ..Default::default()
    };
    let overflown = Encoding::new(spec)?; // above 65,504: infinity, whose sine is no number
    assert_eq!(largest_difference(&paper, &overflown, &Cancel::default())?, None);
    let first = first_difference(&paper, &overflown, 0.5, &Cancel::default())?;
    assert_eq!(first.map(|cell| (cell.position, cell.dimension)), Some((0, 0)));
    let wider = Encoding::new(Spec {
        d_model: 18,
        ..Spec::default()
    })?;
    assert_eq!(largest_difference(&paper, &wider, &Cancel::default())?, None);
    Ok(())
}

#[test]
fn tables_without_a_closed_form_are_compared_up_to_a_stated_limit() {
    let of = |scheme, max_len| {
        let spec = Spec {
            scheme,
            d_model: 16_384,
            max_len,
            ..Spec::default()
        };
        Encoding::new(spec).unwrap()
    };
    let start = std::time::Instant::now();
    let max_len = 1_048_576;
    let refused = partings(
        &of(Scheme::Index, max_len),
        &of(Scheme::Sinusoidal, max_len),
        0.0,
        &Cancel::default(),
    );
    let (cells, limit) = (17_179_869_184, COMPARED_CELLS_LIMIT);
    assert_eq!(refused, Err(ReduceError::NoClosedForm { cells, limit }));
    assert!(start.elapsed().as_secs() < 2);
}

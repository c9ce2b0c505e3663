//! Queries are data: written as text and read back, they have the same answers, and so do the answers.

use std::fmt::Debug;
use std::sync::Arc;

use poscope::analysis::strategies::StrategiesQuery;
use poscope::analysis::three_ways::ThreeWaysQuery;
use poscope::analysis::{Agreement, Decay, PairWaves, Partings, Relation, aligned};
use poscope::encoding::{Beyond, ColumnLayout, Conventions, Encoding, Rotated, Scheme, Spec};
use poscope::field::{
    Answers, Cancel, ColumnOrder, Dense, Field, FieldPicture, InPlace, Key, Last, Query, Reduction, Span, Window,
    WindowAxis,
};
use poscope::plot::curve::Lines;
use poscope::plot::{Scale, Source};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn of(scheme: Scheme) -> Encoding {
    let beyond = Beyond {
        trained_len: 20,
        ..Beyond::default()
    };
    Encoding::new(Spec {
        scheme,
        beyond,
        ..Spec::default()
    })
    .unwrap()
}

/// A table and the same one with its columns in another order.
fn two() -> (Encoding, Encoding) {
    let plain = of(Scheme::Sinusoidal);
    let mut spec = plain.spec().clone();
    spec.conventions = Conventions {
        layout: ColumnLayout::Concat,
        start: 1.0,
        ..spec.conventions
    };
    let other = aligned(&plain, &Encoding::new(spec).unwrap());
    assert_ne!(
        &Encoding::new(other.spec().clone()).unwrap(),
        &other,
        "in an order of its own"
    );
    (plain, other)
}

/// Answers are compared as text, in which NaN equals itself. Returns the name of the query.
fn check<Q>(query: &Q) -> &'static str
where
    Q: Query + Serialize + DeserializeOwned,
    Q::Answer: Debug + Serialize + DeserializeOwned,
{
    let read: Q = ron::from_str(&ron::to_string(query).unwrap()).unwrap();
    assert_eq!(format!("{read:?}"), format!("{query:?}"));
    let cancel = Cancel::default();
    let key = Key::new("test", Q::NAME);
    let one: &mut dyn Answers = &mut InPlace::new(&cancel);
    let asked = one.ask(&key, query.clone());
    let answer = asked.current().unwrap();
    assert!(read == *query && one.ask(&key, read.clone()).version == asked.version);
    let other: &mut dyn Answers = &mut InPlace::new(&cancel);
    let again = other.ask(&key, read);
    assert_eq!(format!("{:?}", again.current().unwrap()), format!("{answer:?}"));
    let answer_read: Q::Answer = ron::from_str(&ron::to_string(answer).unwrap()).unwrap();
    assert_eq!(format!("{answer_read:?}"), format!("{answer:?}"));
    Q::NAME
}

fn pictures() -> Vec<Field> {
    let (plain, other) = two();
    let odd = vec![0.5, f32::NAN, f32::INFINITY, -1.0, 1e30, 0.1];
    let regrouped = Field::Table {
        encoding: plain,
        order: ColumnOrder::Regrouped,
    };
    vec![
        regrouped.clone(),
        Field::Dense(Arc::new(Dense::new(odd, 3).unwrap())),
        Field::Similarity(other.clone()),
        Field::Scores(Rotated::new(&of(Scheme::Rope)).unwrap()),
        Field::Bias {
            encoding: of(Scheme::Alibi),
            head: 3,
        },
        Field::difference(regrouped, Field::table(other)),
    ]
}

#[test]
fn every_query_goes_through_a_text_and_back_with_its_answer() {
    let (a, b) = two();
    let mut names = Vec::new();
    for field in pictures() {
        let whole = Window::exact(field.shape());
        let rows = WindowAxis {
            pixels: whole.rows.pixels.div_ceil(2),
            ..whole.rows
        };
        check(&FieldPicture {
            field,
            reduction: Reduction::Mean,
            window: Window { rows, ..whole },
        });
    }
    names.push(FieldPicture::NAME);
    let columns = [0, 3, 15].map(|column| Source::Column {
        encoding: b.clone(),
        column,
    });
    names.push(check(&Lines {
        sources: columns.to_vec(),
        x: Scale::Cells(Span::whole(50)),
        pixels: 20,
    }));
    check(&Lines {
        sources: vec![Source::Relation {
            relation: Relation::new(&a, 0),
            held: 0,
            first_moves: false,
        }],
        x: Scale::Offsets(49.0),
        pixels: 20,
    });
    check(&Agreement {
        a: a.clone(),
        b: b.clone(),
    });
    names.push(check(&Agreement {
        a: a.clone(),
        b: of(Scheme::Rope),
    }));
    names.push(check(&Decay {
        encoding: of(Scheme::Rope),
    }));
    names.push(check(&PairWaves {
        encoding: of(Scheme::Rope),
    }));
    names.push(check(&ThreeWaysQuery { spec: a.spec().clone() }));
    names.push(check(&StrategiesQuery { spec: a.spec().clone() }));
    names.push(check(&Partings { a, b, tolerance: 1e-3 }));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two queries of one name");
}

#[test]
fn a_line_of_the_last_answer_is_not_worked_out_again() {
    let lines = |encodings: &[Encoding]| Lines {
        sources: encodings.iter().map(column).collect(),
        x: Scale::Cells(Span::whole(50)),
        pixels: 20,
    };
    let (before, after) = two();
    let query = lines(std::slice::from_ref(&before));
    let answer = query.answer(None, &Cancel::default()).unwrap();
    let last = || {
        Some(Last {
            query: &query,
            answer: &answer,
        })
    };
    // As while a slider moves: the line from before stays behind the new one.
    let both = lines(&[before.clone(), after.clone()]);
    assert_eq!(both.cost_ms(last()), lines(&[after]).cost_ms(None));
    assert_eq!(
        both.answer(last(), &Cancel::default()),
        both.answer(None, &Cancel::default())
    );
    assert!(lines(&[before]).cost_ms(last()) == 0.0);
    let wider = Lines {
        pixels: 21,
        ..query.clone()
    };
    assert_eq!(wider.cost_ms(last()), wider.cost_ms(None));
}

#[test]
fn the_line_of_a_table_that_ends_is_no_longer_than_the_table() {
    let spec = Spec {
        scheme: Scheme::Learned,
        d_model: 64,
        max_len: 1024,
        ..Spec::default()
    };
    // 512 rows on half of the axis, in more pixels than rows and in fewer.
    for pixels in [4000, 415] {
        let query = Lines {
            sources: vec![column(&Encoding::new(spec.clone()).unwrap())],
            x: Scale::Cells(Span::whole(1024)),
            pixels,
        };
        let drawn = query.answer(None, &Cancel::default()).unwrap().remove(0);
        let points = drawn.lines.iter().flatten().map(|at| at[0]);
        let ends = points.chain(drawn.areas.iter().flatten().map(|area| area[1]));
        let end = ends.fold(0.0, f64::max);
        assert!((511.0..=512.0).contains(&end), "{pixels}: {end}");
    }
}

/// Column 3.
fn column(encoding: &Encoding) -> Source {
    Source::Column {
        encoding: encoding.clone(),
        column: 3,
    }
}

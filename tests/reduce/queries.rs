//! Queries are data: written as text and read again they have the same answers, and so have these.

use std::fmt::Debug;
use std::sync::Arc;

use poscope::analysis::strategies::Strategies;
use poscope::analysis::three_ways::ThreeWays;
use poscope::analysis::{Agreement, Decay, LargestDifference, PairWaves, Partings, QUERIES, Traces, aligned};
use poscope::encoding::{Beyond, Conventions, Encoding, Layout, Rotated, Scheme, Spec};
use poscope::field::{
    Answers, Axis, Cancel, ColumnOrder, Dense, Field, InPlace, Key, Offsets, Picture, Query, Reduction, Window,
};
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
        layout: Layout::Concat,
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

/// Compared as they are spelled, where what is not a number equals itself.
fn check<Q>(query: &Q)
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
    for name in QUERIES {
        match name {
            Picture::NAME => {
                for field in pictures() {
                    let whole = Window::exact(field.shape());
                    let rows = Axis {
                        pixels: whole.rows.pixels.div_ceil(2),
                        ..whole.rows
                    };
                    check(&Picture {
                        field,
                        reduction: Reduction::Mean,
                        window: Window { rows, ..whole },
                    });
                }
            }
            Offsets::NAME => check(&Offsets {
                encoding: a.clone(),
                edges: vec![0, 1, 5, 50],
            }),
            Traces::NAME => check(&Traces {
                encoding: b.clone(),
                columns: vec![0, 3, 15],
                axis: Axis {
                    pixels: 20,
                    ..Axis::exact(50)
                },
            }),
            Agreement::NAME => {
                let (a, b) = (a.clone(), b.clone());
                check(&Agreement { a: a.clone(), b });
                let b = of(Scheme::Rope);
                check(&Agreement { a, b });
            }
            Decay::NAME => check(&Decay {
                encoding: of(Scheme::Rope),
            }),
            PairWaves::NAME => check(&PairWaves {
                encoding: of(Scheme::Rope),
            }),
            Partings::NAME => check(&Partings {
                a: a.clone(),
                b: b.clone(),
                tolerance: 1e-3,
            }),
            LargestDifference::NAME => check(&LargestDifference {
                a: a.clone(),
                b: b.clone(),
            }),
            ThreeWays::NAME => check(&ThreeWays { spec: a.spec().clone() }),
            Strategies::NAME => check(&Strategies { spec: a.spec().clone() }),
            other => panic!("no sample of {other}"),
        }
    }
    let mut names = QUERIES.to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), QUERIES.len(), "two queries of one name");
}

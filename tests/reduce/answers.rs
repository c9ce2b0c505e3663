//! Who answers queries, and from what: equal queries once, and from the last answer where that saves work.

use std::sync::Arc;
use std::time::{Duration, Instant};

use poscope::encoding::{Encoding, Precision, Spec};
use poscope::field::{
    Answered, Answers, AnyQuery, AnyReply, Cancel, ColumnOrder, Field, FieldPicture, InPlace, Key, Last, Query,
    ReduceError, Reduction, Span, State, Window, WindowAxis,
};

#[derive(Clone, PartialEq, Debug)]
struct Double(u32);

impl Query for Double {
    const NAME: &'static str = "double";
    type Answer = u32;

    fn cost_ms(&self, last: Option<Last<'_, Self>>) -> f64 {
        last.map_or(1.0, |_| 0.0)
    }

    fn answer(&self, last: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<u32, ReduceError> {
        if cancel.is_raised() {
            return Err(ReduceError::Cancelled);
        }
        // By adding to the last one.
        Ok(last.map_or(2 * self.0, |last| last.answer + 2 * (self.0 - last.query.0)))
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Half(u32);

impl Query for Half {
    const NAME: &'static str = "half";
    type Answer = u32;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        0.0
    }

    fn answer(&self, _: Option<Last<'_, Self>>, _: &Cancel) -> Result<u32, ReduceError> {
        Ok(self.0 / 2)
    }
}

#[test]
fn equal_queries_are_answered_once_and_those_of_another_type_are_others() {
    let cancel = Cancel::default();
    let answers: &mut dyn Answers = &mut InPlace::new(&cancel);
    let [here, there] = ["a", "b"].map(|part| Key::new("test", part));
    let first = answers.ask(&here, Double(4));
    assert_eq!((first.current(), &first.state), (Some(&8), &State::Current));
    let again = answers.ask(&there, Double(4));
    assert_eq!(again.version, first.version);
    let is_one = first
        .answer()
        .zip(again.answer())
        .map(|(one, other)| std::ptr::eq(one, other));
    assert_eq!(is_one, Some(true));
    assert_eq!(answers.ask(&here, Half(4)).answer(), Some(&2));
    cancel.raise();
    let refused = answers.ask(&here, Double(5));
    assert_eq!(
        (refused.answer(), refused.error()),
        (None, Some(&ReduceError::Cancelled))
    );
    assert_eq!(answers.ask(&here, Double(4)).answer(), Some(&8), "known without work");
}

/// Answers from the last answer, whatever query that answered.
#[derive(Default)]
struct FromLast(Option<Answered>);

impl Answers for FromLast {
    fn ask_any(&mut self, _: &Key, query: Arc<dyn AnyQuery>) -> AnyReply {
        let answered = query.answer_any(self.0.as_ref(), &Cancel::default()).unwrap();
        self.0 = Some(answered.clone());
        AnyReply {
            seen: Some(answered),
            version: 0,
            state: State::Current,
        }
    }
}

#[test]
fn a_last_answer_is_used_by_a_query_of_its_type_only() {
    let (mut asker, key) = (FromLast::default(), Key::new("test", "a"));
    assert_eq!(
        (&mut asker as &mut dyn Answers).ask(&key, Double(3)).current(),
        Some(&6)
    );
    let last = asker.0.clone().unwrap();
    assert_eq!(Double(5).cost_ms_any(Some(&last)), 0.0);
    assert_eq!(Half(5).cost_ms_any(Some(&last)), 0.0);
    assert_eq!(
        (&mut asker as &mut dyn Answers).ask(&key, Double(5)).current(),
        Some(&10)
    );
    assert_eq!((&mut asker as &mut dyn Answers).ask(&key, Half(5)).current(), Some(&2));
    let other = asker.0.clone().unwrap();
    assert!(!other.query.equals(&*last.query));
    assert_eq!(Double(5).cost_ms_any(Some(&other)), 1.0, "no last answer of its type");
}

#[test]
fn a_moved_picture_is_the_picture_of_the_moved_window_and_costs_only_its_strips()
-> Result<(), Box<dyn std::error::Error>> {
    let encoding = Encoding::new(Spec {
        d_model: 64,
        max_len: 4000,
        ..Spec::default()
    })?;
    let cancel = Cancel::default();
    let axis = |start, length, pixels| WindowAxis {
        span: Span {
            start,
            end: start + length,
        },
        pixels,
    };
    for field in [Field::table(encoding.clone()), Field::Similarity(encoding)] {
        for (columns, length) in [(40, 33.3), (40, 12.5)] {
            let picture = |row_shift: f64, column_shift: f64| FieldPicture {
                field: field.clone(),
                reduction: Reduction::Mean,
                window: Window {
                    rows: axis(500.0 + row_shift * 7.25, 7.25 * 120.0, 120),
                    columns: axis(10.0 + column_shift * length / 40.0, length, columns),
                },
            };
            let query = &picture(0.0, 0.0);
            let answer = &query.answer(None, &cancel)?;
            let last = Some(Last { query, answer });
            for (row_shift, column_shift) in [(3.0, 0.0), (-5.0, 2.0), (0.0, -4.0), (119.0, 1.0), (0.0, 0.0)] {
                let new = picture(row_shift, column_shift);
                let whole = new.answer(None, &cancel)?;
                let moved = new.answer(last, &cancel)?;
                for (a, b) in whole.values.iter().zip(&moved.values) {
                    assert!((a - b).abs() < 1e-6, "{row_shift} {column_shift}: {a} {b}");
                }
            }
            let near = picture(1.0, 0.0);
            assert!(near.cost_ms(last) < near.cost_ms(None));
            // Moved by half a pixel, and moved out of the last picture: nothing can be reused.
            for other in [picture(0.5, 0.0), picture(200.0, 0.0)] {
                assert_eq!(other.cost_ms(last), other.cost_ms(None));
            }
        }
    }
    Ok(())
}

#[test]
fn work_without_a_closed_form_ends_soon_after_it_is_given_up() {
    // Rounded angles: the norm of each of 2^20 rows is a sum over 256 columns, for minutes on one core.
    let mut spec = Spec {
        d_model: 256,
        max_len: 1 << 20,
        ..Spec::default()
    };
    spec.conventions.angle_precision = Precision::F16;
    let encoding = Encoding::new(spec).unwrap();
    let whole = |pixels| WindowAxis {
        span: Span::whole(1 << 20),
        pixels,
    };
    let window = Window {
        rows: whole(300),
        columns: whole(200),
    };
    let fields = [
        Field::Similarity(encoding.clone()),
        Field::Table {
            encoding,
            order: ColumnOrder::AsStored,
        },
    ];
    for (name, field) in ["similarity", "table"].into_iter().zip(fields) {
        let (cancel, window) = (Cancel::default(), window);
        let flag = cancel.clone();
        let work = std::thread::spawn(move || field.reduce(Reduction::Mean, &window, &flag));
        std::thread::sleep(Duration::from_millis(300));
        cancel.raise();
        let raised = Instant::now();
        assert_eq!(work.join().unwrap().unwrap_err(), ReduceError::Cancelled, "{name}");
        assert!(
            raised.elapsed() < Duration::from_secs(2),
            "{name}: {:?}",
            raised.elapsed()
        );
    }
}

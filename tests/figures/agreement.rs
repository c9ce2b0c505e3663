//! What the view of the agreement of A and B says.

use poscope::encoding::{Scheme, Spec, Strategy};
use poscope::plot::cursor::Cursor;
use poscope::plot::remark::Remark;
use poscope::plot::{Layer, Scale, Source};
use poscope::session::{Change, Session, Versus};
use poscope::text::Language;
use poscope::view::{Subject, View};

use super::{described, named, session};
use poscope::field::{Cancel, InPlace};

fn two(a: impl FnOnce(&mut Spec), b: impl FnOnce(&mut Spec)) -> Session {
    session(|session| {
        a(&mut session.spec);
        let mut spec = session.spec.clone();
        b(&mut spec);
        session.versus = Some(Versus {
            spec,
            ..Versus::default()
        });
    })
}

fn rope(spec: &mut Spec) {
    (spec.scheme, spec.d_model) = (Scheme::Rope, 4);
}

/// Of two pairs, the first of which turns alike: (1 + cos(0.9 p)) / 2 where B turns the second one by
/// 1 and A by 0.1 radians per position, which is 0.811 at 1 and 0.386 at 2.
fn apart() -> Session {
    two(
        |spec| {
            rope(spec);
            spec.base = 100.0;
        },
        |spec| spec.base = 1.0001,
    )
}

#[test]
fn where_it_first_falls_below_each_threshold_is_marked_and_named() {
    let block = described("agreement", &apart(), Language::English).unwrap();
    let panel = &block.rows[0].panels[0];
    let marks: Vec<(f64, &str)> = panel.marks.iter().map(|mark| (mark.at, mark.words.as_str())).collect();
    // The lines are close together, so that one has the words of all.
    assert_eq!(marks, [(1.5, "< 0.99, < 0.9, < 0.5"), (1.5, ""), (2.5, "")]);
    let expected = ["below 0.99 at 1", "below 0.9 at 1", "below 0.5 at 2"];
    assert_eq!(block.results, expected);
    let sides = ["A: RoPE, base = 100", "B: RoPE, base = 1.0001"];
    assert_eq!(block.notes, [&sides[..], &[&expected.join(", ")]].concat());
    let Layer::Curves(curves) = &panel.layers[0] else {
        panic!("curves")
    };
    let Source::Values(values) = &curves[0].source else {
        panic!("values")
    };
    assert!((values[2] - (1.0 + 1.8f64.cos()) / 2.0).abs() < 1e-4, "{}", values[2]);
    assert_eq!(panel.y.scale, Scale::Values(0.0, 1.0));
}

#[test]
fn a_threshold_that_is_never_reached_is_said_in_words() {
    for (language, never) in [
        (Language::English, "never below 0.5 up to 49"),
        (Language::Chinese, "到 49 为止从未低于 0.5"),
    ] {
        let block = described("agreement", &two(rope, |_| ()), language).unwrap();
        assert!(block.rows[0].panels[0].marks.is_empty());
        assert_eq!(block.results.len(), 3);
        assert_eq!(block.results[2], never);
        assert!(block.notes[2].ends_with(never), "{:?}", block.notes);
        assert!(block.summary.ends_with(never), "{}", block.summary);
    }
}

#[test]
fn a_longer_table_is_compared_as_far_as_both_go_and_undefined_rows_are_told() {
    let block = described("agreement", &two(rope, |spec| spec.max_len = 9), Language::English).unwrap();
    assert!(block.results[3].contains('9'), "{:?}", block.results);
    let index = described(
        "agreement",
        &two(|_| (), |spec| spec.scheme = Scheme::Index),
        Language::English,
    );
    let notes = index.unwrap().notes;
    assert!(notes.iter().any(|note| note.contains("no direction")), "{notes:?}");
}

#[test]
fn what_cannot_be_compared_is_refused_naming_both() {
    let alone = described("agreement", &session(|_| ()), Language::English).unwrap_err();
    assert_eq!(alone.mend.map(|mend| mend.1), Some(Change::ToggleVersus));
    for (session, words, setting) in [
        (
            two(rope, |spec| spec.scheme = Scheme::Sinusoidal),
            ["RoPE", "Sinusoidal"],
            "scheme",
        ),
        (
            two(|spec| spec.scheme = Scheme::Alibi, |_| ()),
            ["ALiBi", "biases"],
            "scheme",
        ),
        (two(|_| (), |spec| spec.d_model = 20), ["16", "20"], "d_model"),
        (two(rope, |spec| spec.d_model = 6), ["2 pairs", "rotates 3"], "d_model"),
    ] {
        let refusal = described("agreement", &session, Language::English).unwrap_err();
        assert!(
            words.iter().all(|word| refusal.words.contains(word)),
            "{}",
            refusal.words
        );
        assert_eq!(refusal.setting, Some(setting));
        let chinese = described("agreement", &session, Language::Chinese).unwrap_err();
        assert_ne!(chinese.words, refusal.words);
    }
}

#[test]
fn the_position_under_the_pointer_is_read_off_and_the_axis_can_be_logarithmic() {
    let mut session = apart();
    session.settings.insert(
        "agreement".to_owned(),
        [("axis".to_owned(), "logarithmic".to_owned())].into(),
    );
    let mut subject = Subject::of(&session, Language::English).unwrap();
    subject.cursor = Some(Cursor::Position(2));
    let view: &dyn View = named("agreement");
    let block = view.describe(&subject, &mut InPlace::new(&Cancel::default())).unwrap();
    assert_eq!(block.remark, Remark::Words("position 2: 0.3864".to_owned()));
    let panel = &block.rows[0].panels[0];
    assert_eq!(panel.x.scale, Scale::Offsets(49.0));
    assert_eq!(panel.marks[2].at, 2.0);
}

#[test]
fn positions_that_are_squeezed_count() {
    let session = two(
        |spec| {
            rope(spec);
            spec.beyond.trained_len = 10;
        },
        |spec| spec.beyond.strategy = Strategy::Interpolate,
    );
    let block = described("agreement", &session, Language::English).unwrap();
    assert!(block.results[0].starts_with("below 0.99 at 1"), "{:?}", block.results);
}

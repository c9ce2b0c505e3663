//! What the view of the decay of a rotation says.

use poscope::encoding::{Encoding, Scheme};
use poscope::field::{Cancel, InPlace};
use poscope::plot::cursor::Cursor;
use poscope::plot::remark::Remark;
use poscope::plot::{Layer, Scale, Source};
use poscope::session::{Change, Session};
use poscope::text::Language;
use poscope::view::Subject;

use super::{described, named, session};

fn rope(base: f64, max_len: usize) -> Session {
    session(|session| {
        (session.spec.scheme, session.spec.d_model) = (Scheme::Rope, 128);
        (session.spec.base, session.spec.max_len) = (base, max_len);
    })
}

#[test]
fn the_first_zero_is_marked_and_named_and_that_there_is_none_is_said() {
    for (base, mark, words) in [
        (84_000.0, None, "the mean cosine stays above 0 up to offset 8,191"),
        (100_000.0, Some(7757.5), "first at or below 0 at 7,757"),
        (102_000.0, None, "the mean cosine stays above 0 up to offset 8,191"),
    ] {
        let block = described("decay", &rope(base, 8192), Language::English).unwrap();
        let mean = &block.rows[0].panels[0];
        let marked = mean.marks.iter().find(|mark| mark.is_x);
        assert_eq!(marked.map(|mark| mark.at), mark, "{base}");
        assert_eq!(block.results, [words]);
        assert_eq!(block.notes.first().map(String::as_str), mark.is_none().then_some(words));
        let chinese = described("decay", &rope(base, 8192), Language::Chinese).unwrap();
        let offset = if mark.is_some() { "7,757" } else { "8,191" };
        assert!(chinese.results[0].contains(offset) && chinese.results[0] != words);
    }
}

#[test]
fn mean_and_bound_are_two_panels_over_one_axis() {
    let mut session = rope(10_000.0, 4096);
    for (axis, scale) in [
        ("linear", Scale::Cells(poscope::field::Span::whole(4096))),
        ("logarithmic", Scale::Offsets(4095.0)),
    ] {
        let settings = [("axis".to_owned(), axis.to_owned())].into();
        session.settings.insert("decay".to_owned(), settings);
        let block = described("decay", &session, Language::English).unwrap();
        let [mean, bound] = [0, 1].map(|row: usize| &block.rows[row].panels[0]);
        assert_eq!(mean.x.scale, scale);
        assert_eq!((&mean.x.scale, mean.x.quantity()), (&bound.x.scale, bound.x.quantity()));
        for (panel, at, expected) in [
            (mean, 1707, -0.007_795_805_154_611_25),
            (bound, 100, 10.227_329_948_505_144),
        ] {
            let Layer::Curves(curves) = &panel.layers[0] else {
                panic!("curves")
            };
            let Source::Values(values) = &curves[0].source else {
                panic!("values")
            };
            assert!((values[at] - expected).abs() < 1e-11, "{}", values[at]);
        }
    }
}

#[test]
fn an_offset_under_the_pointer_of_any_view_is_read_off() {
    let mut subject = Subject::of(&rope(10_000.0, 4096), Language::English).unwrap();
    for cursor in [Cursor::Offset(100), Cursor::Pair(300, 200)] {
        subject.cursor = Some(cursor);
        let cancel = Cancel::default();
        let block = named("decay").describe(&subject, &mut InPlace::new(&cancel)).unwrap();
        let words = "offset 100: mean cosine 0.4772, bound 10.23";
        assert_eq!(block.remark, Remark::Words(words.to_owned()));
    }
}

#[test]
fn another_scheme_is_refused_and_rope_mends_it() {
    let sinusoidal = described("decay", &session(|_| ()), Language::English).unwrap_err();
    let names_both = sinusoidal.words.contains("scheme sinusoidal") && sinusoidal.words.contains("similarity");
    assert!(names_both, "{}", sinusoidal.words);
    let Some((words, Change::Encoding { front, .. })) = sinusoidal.mend.map(|mend| *mend) else {
        panic!("a change of the encoding");
    };
    assert!(words.contains("RoPE"), "{words}");
    let scheme = |encoding: &Encoding| encoding.spec().scheme;
    assert_eq!(scheme(&front), Scheme::Rope);
}

#[test]
fn one_offset_and_one_pair_are_drawn_too() {
    let mut session = rope(10_000.0, 1);
    assert!(described("decay", &session, Language::English).is_ok());
    (session.spec.d_model, session.spec.max_len) = (2, 3);
    let block = described("decay", &session, Language::English).unwrap();
    assert_eq!(block.results, ["first at or below 0 at 2"]);
}

//! Every change of a session, undo, and which parts of a session fit a smaller table.

use poscope::encoding::{Encoding, Mistake, Parameter, Preset, Scheme, Spec};
use poscope::field::Span;
use poscope::session::{Change, Checked, History, MadeChange, Pin, Session, Versus, Views, from_json, to_json};
use poscope::text::{Language, aside_words};

fn after(changes: &[Change]) -> Session {
    let mut checked = Checked::new(Session::default(), None);
    for change in changes {
        change.clone().apply(&mut checked);
    }
    checked.session().clone()
}

#[test]
fn the_pin_stops_at_the_edges_of_the_table() {
    let pin = |change| after(&[change]).views.pin;
    assert_eq!(
        pin(Change::MovePin(1, 0)),
        Some(Pin {
            position: 4,
            dimension: 5
        })
    );
    assert_eq!(
        pin(Change::MovePin(-9, 100)),
        Some(Pin {
            position: 0,
            dimension: 15
        })
    );
    assert_eq!(
        pin(Change::MovePin(i64::MAX, i64::MIN)),
        Some(Pin {
            position: 49,
            dimension: 0
        })
    );
    assert_eq!(
        pin(Change::GoTo(10_000)),
        Some(Pin {
            position: 49,
            dimension: 5
        })
    );
}

#[test]
fn going_to_a_position_brings_it_into_view() {
    let near = Change::Window(Span { start: 0.0, end: 10.0 }, Span::whole(16));
    let session = after(&[near, Change::GoTo(20)]);
    assert_eq!(session.views.positions, Some(Span { start: 11.0, end: 21.0 }));
}

#[test]
fn coming_closer_keeps_the_pin_where_it_is_and_ends_at_one_cell() {
    let session = after(&[Change::Closer(1)]);
    let (positions, dimensions) = session.views.window((50, 16));
    assert!((positions.length() - 50.0 / 1.5).abs() < 1e-9);
    let part = |span: Span, cell: f64| (cell + 0.5 - span.start) / span.length();
    assert!((part(positions, 3.0) - 3.5 / 50.0).abs() < 1e-9);
    assert!((part(dimensions, 5.0) - 5.5 / 16.0).abs() < 1e-9);
    let session = after(&[Change::Closer(100)]);
    let length = session.views.positions.map(Span::length).unwrap_or_default();
    assert!((length - 1.0).abs() < 1e-9);
    let session = after(&[Change::Closer(3), Change::Closer(-100)]);
    assert_eq!((session.views.positions, session.views.dimensions), (None, None));
}

#[test]
fn another_encoding_is_shown_whole() {
    let near = Change::Window(Span { start: 0.0, end: 10.0 }, Span { start: 1.0, end: 3.0 });
    let pairs = Change::Pairs(Span { start: 0.0, end: 5.0 }, Span { start: 0.0, end: 5.0 });
    let other = Spec {
        d_model: 32,
        ..Spec::default()
    };
    for change in [Change::another(other.clone()), Change::preset("opus-mt", other.clone())] {
        let Ok((change, None)) = change else {
            unreachable!("within the limits")
        };
        let session = after(&[near.clone(), pairs.clone(), change]);
        assert_eq!(session.spec, other);
        let views = session.views;
        assert_eq!((views.positions, views.dimensions, views.pairs), (None, None, None));
    }
}

#[test]
fn the_encodings_are_those_of_the_session_whatever_changes_it() {
    let made = |made: MadeChange| match made {
        Ok((change, _)) => change,
        Err(error) => unreachable!("{error}"),
    };
    let mut checked = Checked::new(Session::default(), None);
    let known = |checked: &Checked| {
        let session = checked.session();
        assert_eq!(checked.encoding().spec(), &session.spec);
        let other = checked.compared().map(|compared| compared.other().spec());
        assert_eq!(other, session.versus.as_ref().map(|versus| &versus.spec));
        assert_eq!(*checked, Checked::new(session.clone(), None));
    };
    let steps: [fn(&Session) -> MadeChange; 7] = [
        |_| Ok((Change::ToggleVersus, None)),
        |session| Change::parameter(session, Parameter::DModel, 24.0),
        |session| Change::scheme(&session.spec, Scheme::Binary),
        |_| Ok((Change::ToggleAligned, None)),
        |_| Ok((Change::Flip, None)),
        |session| Change::reset(session),
        |_| Ok((Change::ToggleVersus, None)),
    ];
    for step in steps {
        made(step(checked.session())).apply(&mut checked);
        known(&checked);
    }
    let mistake = || Mistake::named("off-by-one").unwrap();
    made(Change::compare(mistake())).apply(&mut checked);
    known(&checked);
    let right = checked.compared().map(|compared| compared.other().spec().clone());
    assert_eq!(right, Some(mistake().right));
}

#[test]
fn a_window_of_everything_is_no_window() {
    let session = after(&[Change::Window(Span::whole(50), Span { start: 1.0, end: 3.0 })]);
    assert_eq!(session.views.positions, None);
    assert_eq!(session.views.dimensions, Some(Span { start: 1.0, end: 3.0 }));
}

#[test]
fn a_linked_one_that_refuses_a_value_stays_and_says_why() {
    let learned = Spec {
        scheme: Scheme::Learned,
        ..Spec::default()
    };
    let session = Session {
        versus: Some(Versus::copy_of(&learned)),
        ..Session::default()
    };
    let Ok((change, Some(_))) = Change::parameter(&session, Parameter::DModel, 512.0) else {
        unreachable!("the table has 384 dimensions")
    };
    let mut checked = Checked::new(session, None);
    change.apply(&mut checked);
    assert_eq!(checked.session().spec.d_model, 512);
    assert_eq!(
        checked.compared().map(|compared| compared.other().spec().clone()),
        Some(learned)
    );
}

fn session(max_len: usize) -> Session {
    let mut session = Session::default();
    session.spec.max_len = max_len;
    session
}

#[test]
fn steps_are_undone_and_redone_in_order() {
    let mut history = History::new(session(1));
    history.settle(&session(2));
    history.settle(&session(2)); // no change, no step
    history.settle(&session(3));
    assert_eq!(history.undo(&session(3)), Some(session(2)));
    assert_eq!(history.undo(&session(2)), Some(session(1)));
    assert_eq!(history.undo(&session(1)), None);
    assert_eq!(history.redo(&session(1)), Some(session(2)));
    history.settle(&session(9)); // something new: what was undone is gone
    assert_eq!(history.redo(&session(9)), None);
    assert_eq!(history.undo(&session(9)), Some(session(2)));
}

#[test]
fn a_seventh_lane_replaces_the_oldest_and_the_last_one_stays() {
    let table = Encoding::new(Spec::default()).unwrap();
    let mut views = Views {
        lanes: vec![9, 1, 2, 3, 4, 5],
        ..Views::default()
    };
    views.toggle_lane(7, &table);
    assert_eq!(views.lanes, [1, 2, 3, 4, 5, 7]);
    for band in [1, 2, 3, 4, 5, 7] {
        views.toggle_lane(band, &table);
    }
    assert_eq!(views.lanes, [7]);
}

#[test]
fn a_table_chooses_its_lanes_until_the_person_does() {
    let table = |scheme, d_model, max_len| {
        Encoding::new(Spec {
            scheme,
            d_model,
            max_len,
            ..Spec::default()
        })
        .unwrap()
    };
    let lanes = |table: &Encoding| Views::default().lanes_of(table);
    let long = table(Scheme::Sinusoidal, 512, 8192);
    // 2 pi 10000^(2i/512) is 8192/3 positions at i = 168.7.
    assert_eq!(lanes(&long), [0, 169, 255]);
    assert_eq!(lanes(&table(Scheme::Sinusoidal, 2, 50)), [0]);
    assert_eq!(lanes(&table(Scheme::Alibi, 8, 50)), [0, 4, 7]);
    assert_eq!(lanes(&table(Scheme::Index, 1, 50)), [0]);
    let mut checked = Checked::new(Session::default(), None);
    Change::ToggleLane(3).apply(&mut checked);
    assert_eq!(checked.session().views.lanes, [0, 1, 4, 3]);
    let (longer, _) = Change::parameter(checked.session(), Parameter::MaxLen, 8192.0).unwrap();
    longer.apply(&mut checked);
    assert_eq!(checked.session().views.lanes, [0, 1, 4, 3]);
    let (another, _) = Change::another(Spec::default()).unwrap();
    another.apply(&mut checked);
    assert_eq!(checked.session().views.lanes, [0; 0]);
}

#[test]
fn what_the_table_no_longer_has_is_not_shown_but_kept() {
    let views = Views {
        lanes: vec![0, 2, 4],
        ..Views::default()
    };
    let Ok(small) = Encoding::new(Spec {
        d_model: 4,
        max_len: 2,
        ..Spec::default()
    }) else {
        unreachable!("within the limits")
    };
    assert_eq!(views.pin_of(&small), None);
    assert_eq!(views.lanes_of(&small), [0]);
    assert_eq!(views.lanes, [0, 2, 4]);
}

#[test]
fn an_encoding_has_the_name_of_its_preset_until_it_is_another() {
    let mut checked = Checked::new(Session::default(), None);
    let opus = Preset::named("opus-mt").unwrap();
    Change::preset(opus.name, opus.spec).unwrap().0.apply(&mut checked);
    let names = |checked: &Checked| {
        let session = checked.session();
        let other = session.versus.as_ref().map(|versus| versus.preset.clone());
        (session.preset.clone(), other)
    };
    let opus = Some("opus-mt".to_owned());
    assert_eq!(names(&checked), (opus.clone(), None));
    Change::ToggleVersus.apply(&mut checked);
    assert_eq!(names(&checked), (opus.clone(), Some(opus.clone())));
    Change::scheme(&checked.session().spec, Scheme::Index)
        .unwrap()
        .0
        .apply(&mut checked);
    assert_eq!(names(&checked), (None, Some(opus.clone())));
    Change::Flip.apply(&mut checked);
    assert_eq!(names(&checked), (opus, Some(None)));
    Change::ForgetPreset.apply(&mut checked);
    assert_eq!(names(&checked), (None, Some(None)));
    let saved = from_json(&to_json(checked.session())).unwrap();
    assert_eq!(saved.session, *checked.session());
}

#[test]
fn a_scheme_is_shown_with_the_nearest_width_that_it_has_and_says_so() {
    let wide = Spec {
        d_model: 512,
        ..Spec::default()
    };
    let (change, aside) = Change::scheme(&wide, Scheme::Learned).unwrap();
    let mut checked = Checked::new(Session::default(), None);
    change.apply(&mut checked);
    assert_eq!(
        (checked.session().spec.scheme, checked.session().spec.d_model),
        (Scheme::Learned, 384)
    );
    let words = Language::ALL.map(|language| aside_words(aside.as_ref().unwrap(), language));
    assert!(
        words.iter().all(|words| words.contains("384") && words.contains("512")),
        "{words:?}"
    );
    // A width that fits changes nothing.
    assert_eq!(Change::scheme(&Spec::default(), Scheme::Learned).unwrap().1, None);
}

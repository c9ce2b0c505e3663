//! Keys, while no field has the keyboard focus.

use eframe::egui::{Key, Modifiers};
use poscope::encoding::Scheme;
use poscope::field::Span;
use poscope::session::{Pin, Session};

use super::stage::{Stage, heatmap, strip};

#[test]
fn arrows_move_the_pinned_cell_and_stop_at_the_edges() {
    let mut stage = Stage::new();
    let pin = |stage: &Stage| {
        let pin = stage.session().views.pin.unwrap();
        (pin.position, pin.dimension)
    };
    for (key, expected) in [
        (Key::ArrowRight, (4, 5)),
        (Key::ArrowUp, (4, 6)),
        (Key::ArrowLeft, (3, 6)),
        (Key::ArrowDown, (3, 5)),
    ] {
        stage.key(key);
        assert_eq!(pin(&stage), expected, "{key:?}");
    }
    for _ in 0..6 {
        stage.key(Key::ArrowLeft);
        stage.key(Key::ArrowDown);
    }
    assert_eq!(pin(&stage), (0, 0));
    assert!(stage.shows("PE(0, 0) = sin(0"));
}

#[test]
fn arrows_keep_the_pinned_cell_in_view() {
    let mut stage = Stage::on(|session| {
        session.views.positions = Some(Span { start: 0.0, end: 10.0 });
        session.views.pin = Some(Pin {
            position: 9,
            dimension: 5,
        });
    });
    stage.key(Key::ArrowRight);
    assert_eq!(stage.session().views.positions, Some(Span { start: 1.0, end: 11.0 }));
}

#[test]
fn one_to_four_show_a_view_alone_and_zero_shows_all() {
    let mut stage = Stage::new();
    let plots = [
        heatmap(Scheme::Sinusoidal),
        words!("near_far.matrix_name"),
        words!("bands.lane_name"),
        strip(Scheme::Index),
    ];
    for (alone, key) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4].into_iter().enumerate() {
        stage.key(key);
        for (place, plot) in plots.iter().enumerate() {
            assert_eq!(stage.has_part(plot), place == alone, "{plot} after {key:?}");
        }
        assert!(stage.shows("PE(3, 5) ="), "the formula stays");
    }
    stage.key(Key::Num0);
    assert!(plots.iter().all(|plot| stage.has_part(plot)));
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn letters_switch_and_switch_back() {
    let mut stage = Stage::new();
    for _ in 0..2 {
        stage.key(Key::G);
        assert!(stage.session().views.regrouped);
        assert!(stage.shows(words!("heatmap.cosines") + "\n"), "the groups are named");
        stage.key(Key::G);
        stage.key(Key::T);
        assert!(stage.session().views.transposed);
        assert!(stage.shows(words!("axis.dimension") + " →"));
        stage.key(Key::T);
        assert_eq!(stage.session(), Session::default());
    }
    stage.key(Key::N);
    assert!(stage.has(words!("numbers.copy_row")));
    stage.key(Key::N);
    assert!(!stage.has(words!("numbers.copy_row")));
}

#[test]
fn f_shows_the_whole_table() {
    let mut stage = Stage::on(|session| {
        session.views.positions = Some(Span { start: 5.0, end: 9.0 });
        session.views.dimensions = Some(Span { start: 1.0, end: 3.0 });
    });
    stage.key(Key::F);
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn a_question_mark_is_also_shift_and_slash() {
    let mut stage = Stage::new();
    stage.shortcut(Modifiers::SHIFT, Key::Slash);
    assert!(stage.shows(words!("help.arrows")));
}

//! The parameter bar: sliders, fields, and what is refused.

use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, Key, Modifiers, Shape, epaint::ColorMode, lerp, pos2};
use poscope::encoding::{Scheme, Spec};
use poscope::field::Span;
use poscope::session::Session;

use super::stage::{Stage, field, name};

/// A place on a slider: 0 is its left end, 1 its right end.
fn on_slider(stage: &Stage, name: &str, part: f32) -> eframe::egui::Pos2 {
    let rect = stage.starting(Role::Slider, name).rect();
    pos2(lerp(rect.left() + 1.0..=rect.right() - 1.0, part), rect.center().y)
}

fn value(stage: &Stage, name: &str) -> String {
    stage.starting(Role::TextInput, field(name)).value().unwrap_or_default()
}

#[test]
fn dragging_d_model_goes_through_even_widths_and_its_middle_is_the_geometric_one() {
    let mut stage = Stage::new();
    let places = [0.4, 0.45, 0.5].map(|part| on_slider(&stage, "d_model", part));
    let mut seen = Vec::new();
    for last in 1..=places.len() {
        stage.press(&places[..last]);
        seen.push(stage.session().spec.d_model);
    }
    stage.drag(&places);
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{seen:?}");
    assert!(seen.iter().all(|d_model| d_model % 2 == 0), "{seen:?}");
    // The square root of 2 * 1024 is 45.3.
    assert_eq!(stage.session().spec.d_model, 46);
    assert_eq!(value(&stage, "d_model"), "46");
    assert!(stage.has(words!(
        "heatmap.name",
        scheme = name(Scheme::Sinusoidal),
        positions = 50,
        dimensions = 46
    )));
}

#[test]
fn sliders_of_length_and_base_are_logarithmic_and_end_at_their_limits() {
    let mut stage = Stage::new();
    for (name, part) in [("max_len", 0.5), ("base", 0.5)] {
        let at = on_slider(&stage, name, part);
        stage.drag(&[at, at]);
    }
    let spec = stage.session().spec;
    assert!(
        (85..=96).contains(&spec.max_len),
        "sqrt(2 * 4096) = 90.5, not {}",
        spec.max_len
    );
    assert!(
        (2800.0..=3500.0).contains(&spec.base),
        "sqrt(10 * 1e6) = 3162, not {}",
        spec.base
    );
    for (part, expected) in [(0.0, (2, 2, 10.0)), (1.0, (1024, 4096, 1e6))] {
        for name in ["d_model", "max_len", "base"] {
            let at = on_slider(&stage, name, part);
            stage.drag(&[at, at]);
        }
        let spec = stage.session().spec;
        assert_eq!((spec.d_model, spec.max_len, spec.base), expected);
    }
}

#[test]
fn typing_goes_on_to_the_limits_and_the_slider_follows() {
    let mut stage = Stage::new();
    for (text, d_model) in [("16384", 16_384), ("1", 1), ("1,024", 1024), (" 7 ", 7)] {
        stage.enter(field("d_model"), text);
        assert_eq!(stage.session().spec.d_model, d_model, "{text:?}");
    }
    for (text, base) in [("1e9", 1e9), ("1.0001", 1.0001), ("500.5", 500.5)] {
        stage.enter(field("base"), text);
        assert_eq!(stage.session().spec.base, base, "{text:?}");
    }
    stage.enter(field("d_model"), "4");
    for (text, max_len) in [("1000000", 1_000_000), ("1048576", 1_048_576), ("1", 1)] {
        stage.enter(field("max_len"), text);
        assert_eq!(stage.session().spec.max_len, max_len, "{text:?}");
    }
    stage.enter(field("max_len"), "8192");
    let at = on_slider(&stage, "max_len", 1.0);
    stage.drag(&[at, at]);
    assert_eq!(stage.session().spec.max_len, 8192, "the slider reaches what was typed");
}

#[test]
fn what_is_out_of_range_is_refused_in_words_and_nothing_changes() {
    let limits = |parameter: &str| match parameter {
        "d_model" => ["1", "16,384"],
        "max_len" => ["1", "1,048,576"],
        _ => ["1.0001", "1,000,000,000"],
    };
    let mut stage = Stage::new();
    let before = stage.session();
    for (parameter, text, shown) in [
        ("d_model", "65536", Some("65,536")),
        ("d_model", "0", Some("0")),
        ("d_model", "2.5", Some("2.5")),
        ("d_model", "1e30", Some("1e30")),
        ("d_model", "", None),
        ("max_len", "1048577", Some("1,048,577")),
        ("max_len", "-1", Some("−1")),
        ("base", "0", Some("0")),
        ("base", "-5", Some("−5")),
        ("base", "nan", Some("NaN")),
        ("base", "inf", Some("inf")),
        ("base", "1", Some("1")),
        ("base", "1e30", Some("1e30")),
        ("base", "abc", None),
        ("base", "", None),
    ] {
        let [low, high] = limits(parameter);
        let refusal = match shown {
            Some("2.5") => words!("error.not_whole", name = parameter, value = "2.5", low, high),
            Some(value) => words!("error.out_of_range", name = parameter, value, low, high),
            None => words!("error.not_a_number", name = parameter, text, low, high),
        };
        stage.enter(field(parameter), text);
        assert_eq!(stage.session(), before, "{parameter} {text:?}");
        assert!(stage.shows(&refusal), "{refusal} in\n{}", stage.screen());
        assert_eq!(value(&stage, parameter), text, "what was typed stays");
        let plot = words!(
            "heatmap.name",
            scheme = name(Scheme::Sinusoidal),
            positions = 50,
            dimensions = 16
        );
        assert!(stage.has(plot));

        stage.starting(Role::TextInput, field(parameter)).click();
        stage.settle();
        stage.key(Key::Escape);
        assert!(!stage.shows(&refusal), "Escape gives {refusal} up");
        assert_ne!(value(&stage, parameter), text);
        assert_eq!(stage.session(), before, "Escape in a field does not release the pin");
    }
}

#[test]
fn a_good_value_takes_the_refusal_away() {
    let mut stage = Stage::new();
    stage.enter(field("d_model"), "0");
    assert!(stage.shows(words!("error.out_of_range", name = "d_model", value = 0)));
    stage.enter(field("d_model"), "32");
    assert!(!stage.shows(words!("error.out_of_range")));
    assert_eq!(stage.session().spec.d_model, 32);
}

#[test]
fn keys_typed_into_a_field_are_not_commands() {
    let mut stage = Stage::new();
    stage.starting(Role::TextInput, field("base")).click();
    stage.settle();
    for key in [Key::T, Key::G, Key::Num1, Key::ArrowLeft, Key::N] {
        stage.key(key);
    }
    assert_eq!(stage.session(), Session::default());
    assert!(!stage.has(words!("numbers.title")));
    assert!(stage.has_part(words!("near_far.matrix_name")), "all views are shown");
}

#[test]
fn base_can_be_used_only_where_the_scheme_has_one() {
    let stage = Stage::on(|session| session.spec.scheme = Scheme::Binary);
    assert!(!stage.is_enabled(Role::TextInput, field("base")));
    assert!(!stage.is_enabled(Role::Slider, "base"));
    assert!(stage.is_enabled(Role::TextInput, field("d_model")));
}

#[test]
fn resetting_the_parameters_leaves_scheme_and_views() {
    let window = Some(Span { start: 3.0, end: 9.0 });
    let mut stage = Stage::on(|session| {
        session.spec.scheme = Scheme::Normalized;
        (session.spec.d_model, session.spec.max_len) = (8, 20);
        session.views.positions = window;
        session.views.transposed = true;
    });
    stage.enter(field("d_model"), "0");
    stage.click(words!("controls.reset"));
    let session = stage.session();
    let expected = Spec {
        scheme: Scheme::Normalized,
        ..Spec::default()
    };
    assert_eq!(session.spec, expected);
    assert_eq!(
        session.views.positions, None,
        "a window onto the old table goes with it"
    );
    assert!(session.views.transposed);
    assert!(!stage.shows(words!("error.out_of_range")));
    assert!(
        !stage.is_enabled(Role::Button, words!("controls.reset")),
        "there is nothing to reset"
    );
}

#[test]
fn a_drag_of_a_slider_is_one_step_to_undo() {
    let mut stage = Stage::new();
    let places = [0.1, 0.3, 0.5, 0.6, 0.7].map(|part| on_slider(&stage, "max_len", part));
    stage.drag(&places);
    let after = stage.session();
    assert_ne!(after, Session::default());
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.session(), Session::default());
    stage.shortcut(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(stage.session(), after);
    stage.shortcut(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(stage.session(), after, "there is nothing more to redo");
}

/// How many lines have the colour of the curves as they were.
fn ghosts(stage: &Stage) -> usize {
    let ghost = Color32::from_gray(160);
    fn lines(shape: &Shape, is: &dyn Fn(&Shape) -> bool) -> usize {
        match shape {
            Shape::Vec(shapes) => shapes.iter().map(|shape| lines(shape, is)).sum(),
            shape => usize::from(is(shape)),
        }
    }
    let is_ghost = |shape: &Shape| match shape {
        Shape::Path(path) => matches!(path.stroke.color, ColorMode::Solid(color) if color == ghost),
        Shape::LineSegment { stroke, .. } => stroke.color == ghost,
        _ => false,
    };
    let shapes = &stage.harness.output().shapes;
    shapes.iter().map(|clipped| lines(&clipped.shape, &is_ghost)).sum()
}

#[test]
fn the_old_curves_stay_while_a_slider_is_held_and_for_a_second_after() {
    let mut stage = Stage::new();
    assert_eq!(ghosts(&stage), 0);
    let places = [0.3, 0.5, 0.7].map(|part| on_slider(&stage, "base", part));
    stage.press(&places);
    assert!(ghosts(&stage) > 0);
    stage.harness.run_steps(20); // five seconds, still held
    assert!(ghosts(&stage) > 0);
    stage.harness.drop_at(places[2]);
    stage.harness.run_steps(2); // each of the events is a frame of a quarter of a second
    assert!(ghosts(&stage) > 0);
    stage.harness.run_steps(6);
    assert_eq!(ghosts(&stage), 0);
}

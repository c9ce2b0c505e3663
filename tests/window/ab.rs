//! A/B: two encodings side by side, and their difference.

use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Pos2, Rect, ThemePreference, pos2, vec2};
use poscope::app::preferences::PreferencesFolder;
use poscope::encoding::{Beyond, Mistake, Named, Scheme, Spec, Strategy};
use poscope::session::{Pin, Session, Versus};
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, field, heatmap, listed, name, preferences};
use crate::common::locale::begins;

fn on(spec: Spec, versus: Versus) -> Stage {
    Stage::on(|session| (session.spec, session.versus) = (spec, Some(versus)))
}

fn against(other: Spec) -> Versus {
    Versus {
        spec: other,
        ..Versus::default()
    }
}

fn tensor2tensor(spec: &Spec) -> Spec {
    let all = Named::all();
    let named = all.iter().find(|named| named.name == "tensor2tensor").unwrap();
    Spec {
        conventions: named.conventions,
        ..spec.clone()
    }
}

/// The same with base 500.
fn steeper(spec: &Spec) -> Spec {
    Spec {
        base: 500.0,
        ..spec.clone()
    }
}

fn shape(d_model: usize, max_len: usize) -> Spec {
    Spec {
        d_model,
        max_len,
        ..Spec::default()
    }
}

/// The middle of a cell of a matrix that shows 50 positions of 16 dimensions.
fn cell(plot: Rect, position: usize, dimension: usize) -> Pos2 {
    plot.lerp_inside(vec2(
        (position as f32 + 0.5) / 50.0,
        1.0 - (dimension as f32 + 0.5) / 16.0,
    ))
}

fn line(stage: &Stage, start: impl AsRef<str>) -> String {
    let (screen, start) = (stage.screen(), start.as_ref());
    let found = screen.lines().find(|line| begins(line, start));
    found.unwrap_or_else(|| panic!("no {start:?} in\n{screen}")).to_owned()
}

/// The name of the matrix of A or B.
fn matrix(side: &str, scheme: Scheme, positions: usize) -> String {
    words!("ab.name", side, scheme = name(scheme), positions)
}

/// The names of the three matrices.
fn plots() -> [String; 3] {
    let [a, b] = ["A", "B"].map(|side| words!("ab.name", side));
    [a, b, words!("ab.difference_name")]
}

fn versus(stage: &Stage) -> Versus {
    stage.session().versus.unwrap()
}

#[test]
fn the_switch_makes_b_a_copy_of_a_and_takes_it_away_again() {
    let mut stage = Stage::new();
    assert!(!stage.has_part(words!("ab.difference_name")), "it is off at first");
    stage.click(words!("ab.switch"));
    assert_eq!(versus(&stage), Versus::copy_of(&Spec::default()));
    stage.plot(matrix("A", Scheme::Sinusoidal, 50));
    stage.plot(matrix("B", Scheme::Sinusoidal, 50));
    stage.plot(words!("ab.difference_name", positions = 50));
    assert!(
        !stage.has_part(heatmap(Scheme::Sinusoidal)),
        "the three stand in its place"
    );
    assert!(stage.has(words!("ab.equal")));
    stage.plot(words!("bands.lane_name", band = words!("bands.pair", pair = 4)));
    stage.click(words!("ab.switch"));
    assert_eq!(stage.session(), Session::default());
    stage.plot(heatmap(Scheme::Sinusoidal));
    stage.command(words!("ab.command_switch"));
    assert!(stage.session().versus.is_some());
}

#[test]
fn the_paper_against_tensor2tensor_in_the_same_order_differs_by_0_712() {
    let paper = shape(512, 512);
    let mut stage = on(paper.clone(), against(tensor2tensor(&paper)));
    let apart = line(&stage, words!("ab.largest"));
    assert!(!apart.contains("0.712"), "another order of columns: {apart}");
    stage.click(words!("ab.aligned"));
    assert!(versus(&stage).aligned);
    let together = line(&stage, words!("ab.largest"));
    assert!(together.contains("−0.712"), "{together}");
    assert!(
        together.contains(&words!("ab.place", position = 511, dimension = 55)),
        "{together}"
    );
    assert!(
        line(&stage, words!("ab.most")).contains("0.712"),
        "the maximum is printed"
    );
    assert_eq!(
        stage.screen().matches("\n0.7124\n").count(),
        1,
        "the difference has a scale of its own"
    );
}

#[test]
fn the_first_cell_beyond_a_tolerance_follows_the_tolerance() {
    let spec = Spec::default();
    let other = steeper(&spec);
    let mut stage = on(spec, against(other));
    let first = words!("ab.place", position = 1, dimension = 2);
    // Pair 0 has the frequency 1 in both; sin(500^(-1/8)) - sin(10000^(-1/8)) = 0.4438 - 0.3110.
    assert!(
        stage.has_part(words!("ab.first", difference = "0.1328", place = first)),
        "{}",
        stage.screen()
    );
    stage.enter(words!("ab.tolerance"), "0.5");
    assert_eq!(versus(&stage).tolerance, 0.5);
    assert!(!stage.has_part(&first), "{}", stage.screen());
    stage.enter(words!("ab.tolerance"), "2");
    assert!(stage.has(words!("ab.none_beyond")), "{}", stage.screen());
    for refused in ["-1", "", "abc", "nan"] {
        stage.enter(words!("ab.tolerance"), refused);
        assert!(stage.has(words!("ab.tolerance_refused")), "{refused:?}");
        assert_eq!(versus(&stage).tolerance, 2.0);
    }
    stage.starting(Role::TextInput, words!("ab.tolerance")).click();
    stage.settle();
    stage.key(Key::Escape);
    assert!(!stage.has(words!("ab.tolerance_refused")), "Escape gives it up");
    assert!(stage.has(words!("ab.none_beyond")));
    assert_eq!(stage.session().views.pin, Session::default().views.pin);
}

#[test]
fn a_click_on_where_they_part_pins_that_cell() {
    let other = steeper(&Spec::default());
    let mut stage = on(Spec::default(), against(other));
    stage.starting(Role::Link, words!("ab.largest")).click();
    stage.settle();
    let pin = Pin {
        position: 49,
        dimension: 6,
    };
    assert_eq!(stage.session().views.pin, Some(pin));
}

#[test]
fn tables_of_unequal_length_are_compared_where_both_have_rows() {
    let mut stage = on(shape(16, 50), against(shape(16, 80)));
    assert!(stage.has(words!("ab.common_rows", rows = 50)), "{}", stage.screen());
    assert!(stage.has(words!("ab.equal")));
    stage.plot(matrix("A", Scheme::Sinusoidal, 50));
    stage.plot(matrix("B", Scheme::Sinusoidal, 80));
    stage.plot(words!("ab.difference_name", positions = 50));
    let plot = stage.plot(words!("ab.name", side = "B"));
    let last = pos2(plot.right() - 1.0, plot.center().y);
    stage.hover(last);
    assert!(
        stage.has_part("PE(") && stage.shows(words!("ab.values", position = 79, a = "–")),
        "{}",
        stage.screen()
    );
    stage.click_at(last);
    assert_eq!(stage.session().views.pin.map(|pin| pin.position), Some(79));
    stage.hover(pos2(
        stage.plot(words!("ab.name", side = "A")).right() - 1.0,
        plot.center().y,
    ));
    assert!(
        !stage.shows(words!("ab.values", position = 79, dimension = 8, a = "–", b = "–")),
        "A has no cell there"
    );
}

#[test]
fn tables_of_unequal_width_are_refused_in_words_and_stay_themselves() {
    let mut stage = on(shape(16, 50), against(shape(24, 50)));
    let words = words!("ab.widths", a = 16, b = 24);
    assert!(stage.has_part(&words), "{}", stage.screen());
    stage.plot(words!("ab.name", side = "A", positions = 50, dimensions = 16));
    let plot = stage.plot(words!("ab.name", side = "B", positions = 50, dimensions = 24));
    assert!(!stage.has_part(words!("ab.largest")) && !stage.has(words!("ab.tolerance")));
    // A cell that only the wider one has can be pinned.
    stage.click_at(pos2(plot.center().x, plot.top() + 2.0));
    assert_eq!(stage.session().views.pin.map(|pin| pin.dimension), Some(23));
    stage.enter(field("d_model"), "20"); // linked: both
    assert!(!stage.has_part(&words));
    assert!(stage.has(words!("ab.equal")));
}

#[test]
fn linked_sliders_move_both_and_unlinked_ones_the_one_in_front() {
    let mut stage = Stage::new();
    stage.click(words!("ab.switch"));
    stage.enter(field("base"), "500");
    stage.enter(field("max_len"), "64");
    stage.enter(field("d_model"), "32");
    assert_eq!(stage.session().spec, versus(&stage).spec);
    assert_eq!(versus(&stage).spec.base, 500.0);
    stage.click(words!("ab.linked"));
    stage.click(words!("ab.in_front", side = "B"));
    stage.enter(field("base"), "1000");
    assert_eq!((stage.session().spec.base, versus(&stage).spec.base), (1000.0, 500.0));
    assert!(versus(&stage).front_is_b);
    stage.click(words!("ab.linked"));
    stage.click(words!("controls.reset"));
    let session = stage.session();
    assert_eq!(session.spec, Spec::default());
    assert_eq!(versus(&stage).spec, Spec::default(), "linked, both go back");
}

#[test]
fn the_scheme_is_that_of_the_one_in_front() {
    let mut stage = Stage::new();
    stage.click(words!("ab.switch"));
    stage.click(words!("ab.in_front", side = "B"));
    stage.command(words!("command.scheme", name = name(Scheme::Binary)));
    assert_eq!(stage.session().spec.scheme, Scheme::Binary);
    assert_eq!(versus(&stage).spec.scheme, Scheme::Sinusoidal);
    stage.plot(matrix("A", Scheme::Sinusoidal, 50));
    stage.plot(matrix("B", Scheme::Binary, 50));
    assert!(line(&stage, "PE(").contains("mod 2"), "the other views are about B");
    stage.click(words!("ab.in_front", side = "A"));
    assert!(line(&stage, "PE(").contains("cos("));
    stage.plot(matrix("A", Scheme::Sinusoidal, 50));
    stage.plot(matrix("B", Scheme::Binary, 50));
}

#[test]
fn captions_say_in_what_a_and_b_differ() {
    let captions_at = |size, a: Spec, b: Spec| {
        let session = Session {
            spec: a,
            versus: Some(against(b)),
            ..Session::default()
        };
        let stage = Stage::with(size, preferences(Language::English, ThemePreference::Light), session);
        [line(&stage, "A · "), line(&stage, "B · ")]
    };
    let captions = |a: Spec, b: Spec| captions_at(FIRST_SIZE, a, b);
    let spec = Spec::default();
    let steeper = captions(spec.clone(), steeper(&spec));
    let waves = name(Scheme::Sinusoidal);
    assert_eq!(
        steeper,
        [
            format!("A · {waves} · base = 10,000"),
            format!("B · {waves} · base = 500")
        ]
    );
    // If there is no room for both, the scheme is left out.
    let wrong = Mistake::named("cosine-first").unwrap();
    let named = captions_at(vec2(1010.0, 650.0), wrong.right, wrong.spec);
    let [sine, cosine] = ["sin-first", "cos-first"].map(|chosen| listed("order", chosen));
    assert_eq!(named, [format!("A · {sine}"), format!("B · {waves} · {cosine}")]);
    let equal = captions(spec.clone(), spec.clone());
    assert_eq!(equal, [format!("A · {waves}"), format!("B · {waves}")]);
    let alibi = Spec {
        scheme: Scheme::Alibi,
        ..spec.clone()
    };
    let biases = name(Scheme::Alibi);
    assert_eq!(captions(alibi, spec), [format!("A · {biases}"), format!("B · {waves}")]);
}

#[test]
fn the_wavelength_of_a_lane_says_whose_it_is_if_only_one_is_a_wave() {
    let [alibi, rope] = [Scheme::Alibi, Scheme::Rope].map(|scheme| Spec {
        scheme,
        ..Spec::default()
    });
    let mut stage = Stage::on(|session| {
        (session.spec, session.versus) = (alibi, Some(against(rope.clone())));
        session.views.lanes = vec![0, 2];
    });
    line(&stage, format!("{} · B λ 62.8", words!("bands.head", head = 2)));
    stage.click(words!("ab.in_front", side = "B"));
    line(&stage, format!("{} · B λ 62.8", words!("bands.pair", pair = 2)));
    let stage = on(rope.clone(), against(steeper(&rope)));
    line(&stage, format!("{} · λ 6.28", words!("bands.pair", pair = 0)));
}

#[test]
fn x_flips_a_and_b_in_place() {
    let spec = Spec::default();
    let other = tensor2tensor(&spec);
    let mut stage = on(
        spec.clone(),
        Versus {
            aligned: true,
            ..against(other.clone())
        },
    );
    let values = line(&stage, words!("ab.values", position = 3, dimension = 5));
    assert!(line(&stage, "PE(").starts_with("PE(3, 5) = cos("));
    stage.key(Key::X);
    let session = stage.session();
    assert_eq!((&session.spec, versus(&stage).front_is_b), (&other, true));
    assert_eq!(versus(&stage).spec, spec);
    assert_eq!(
        line(&stage, words!("ab.values", position = 3, dimension = 5)),
        values,
        "the pin stays where it is"
    );
    // Cosine 2 is column 10 of sines 0 to 7, cosines 0 to 7.
    assert!(line(&stage, "PE(").starts_with("PE(3, 10) = cos("));
    stage.key(Key::X);
    assert_eq!(stage.session().views.pin, Session::default().views.pin);
    assert_eq!(stage.session().spec, spec);
    let mut stage = Stage::new();
    stage.key(Key::X);
    assert_eq!(stage.session(), Session::default(), "there is nothing to flip");
}

#[test]
fn one_window_one_cursor_and_one_pin_are_those_of_all_three() {
    let other = steeper(&Spec::default());
    let mut stage = on(Spec::default(), against(other));
    stage.hover(cell(stage.plot(words!("ab.difference_name")), 9, 2));
    assert!(
        stage.shows(words!("ab.values", position = 9, dimension = 2, a = "0.2913")),
        "{}",
        stage.screen()
    );
    assert!(line(&stage, "PE(").starts_with("PE(9, 2)"));
    stage.click_at(cell(stage.plot(words!("ab.name", side = "B")), 20, 11));
    let pin = Pin {
        position: 20,
        dimension: 11,
    };
    assert_eq!(stage.session().views.pin, Some(pin));
    assert!(stage.session().views.lanes.contains(&5));
    for name in plots() {
        let at = stage.plot(&name).center();
        stage.wheel(at, 240.0);
        let views = stage.session().views;
        assert!(views.positions.unwrap().length() < 25.0, "{name}");
        stage.double_click(at);
        assert_eq!(stage.session().views.positions, None, "{name}");
        stage.harness.run_steps(4);
    }
}

#[test]
fn each_step_of_the_comparison_is_undone() {
    let mut stage = Stage::new();
    stage.click(words!("ab.switch"));
    stage.click(words!("ab.in_front", side = "B"));
    stage.enter(field("base"), "500");
    stage.click(words!("ab.aligned"));
    let last = stage.session();
    for _ in 0..4 {
        stage.shortcut(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(stage.session(), Session::default());
    stage.plot(heatmap(Scheme::Sinusoidal));
    for _ in 0..4 {
        stage.shortcut(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    }
    assert_eq!(stage.session(), last);
    stage.plot(words!("ab.difference_name"));
}

#[test]
fn a_comparison_is_kept_between_starts_and_a_bad_one_is_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = PreferencesFolder::at(folder.path().to_owned());
    let chosen = preferences(Language::English, ThemePreference::Light);
    let session = Session {
        versus: Some(Versus {
            preset: None,
            spec: tensor2tensor(&Spec::default()),
            front_is_b: true,
            linked: false,
            aligned: true,
            tolerance: 1e-3,
        }),
        ..Session::default()
    };
    store.save(&chosen, &session).unwrap();
    let found = store.load();
    assert_eq!((found.session, found.put_aside.len()), (session.clone(), 0));
    for damage in [
        |versus: &mut Versus| versus.tolerance = f64::NAN,
        |versus: &mut Versus| versus.spec.base = 0.0,
    ] {
        let mut damaged = session.clone();
        damage(damaged.versus.as_mut().unwrap());
        store.save(&chosen, &damaged).unwrap();
        let found = store.load();
        assert_eq!((found.session, found.put_aside.len()), (Session::default(), 1));
        let stage = Stage::with(FIRST_SIZE, chosen.clone(), damaged);
        assert_eq!(stage.session().versus, None);
    }
}

#[test]
fn a_small_window_shows_the_chosen_one_of_the_three() {
    let other = steeper(&Spec::default());
    let session = Session {
        versus: Some(against(other)),
        ..Session::default()
    };
    let chosen = preferences(Language::English, ThemePreference::Light);
    let mut stage = Stage::with(vec2(640.0, 480.0), chosen, session);
    let shown = |stage: &Stage| plots().map(|name| stage.has_part(name));
    assert_eq!(shown(&stage), [true, false, false]);
    stage.click(words!("ab.in_front", side = "B"));
    assert_eq!(shown(&stage), [false, true, false]);
    assert!(versus(&stage).front_is_b);
    stage.click(words!("ways.show", name = "B − A"));
    assert_eq!(shown(&stage), [false, false, true]);
    assert!(stage.has_part(words!("ab.largest")));
    stage.click(words!("ab.in_front", side = "A"));
    assert_eq!(shown(&stage), [true, false, false]);
}

#[test]
fn a_long_comparison_shows_its_progress_can_be_ended_and_ends_with_the_comparison() {
    let restarting = |overlap| Spec {
        beyond: Beyond {
            trained_len: 1000,
            strategy: Strategy::Restart,
            overlap,
        },
        ..shape(1024, 1_048_576)
    };
    // Chunks of two strides have no closed form in common: all cells are compared.
    let (spec, other) = (restarting(0), restarting(1));
    let session = Session {
        spec,
        versus: Some(against(other)),
        ..Session::default()
    };
    let mut stage = Stage::new();
    let chosen = preferences(Language::English, ThemePreference::Light);
    stage.restart(chosen.clone(), session.clone());
    let wait = |stage: &mut Stage| {
        let start = Instant::now();
        while !stage.has(words!("work.cancel")) && start.elapsed() < Duration::from_secs(20) {
            stage.harness.step();
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(stage.has(words!("ab.looking")), "{}", stage.screen());
    };
    wait(&mut stage);
    stage.click(words!("work.cancel"));
    assert!(stage.has(words!("error.cancelled")), "{}", stage.screen());
    stage.restart(chosen, session);
    wait(&mut stage);
    stage.click(words!("ab.switch"));
    assert!(!stage.app().is_busy(), "nobody waits for it any more");
}

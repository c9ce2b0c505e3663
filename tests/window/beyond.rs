//! Beyond the trained length: where it ends, what can be done there, and what a scaling does to the pairs.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, ThemePreference, pos2, vec2};
use egui_kittest::kittest::NodeT as _;
use poscope::encoding::rope::Scaling;
use poscope::encoding::{Beyond, Corners, Resample, Scheme, Spec, Strategy};
use poscope::session::{Pin, Session, Versus, Ways};
use poscope::text::Language;

use super::stage::{Stage, heatmap, listed, name, preferences, strip, title};

fn on(spec: Spec, ways: Ways) -> Stage {
    Stage::on(|session| (session.spec, session.views.ways) = (spec, ways))
}

fn trained(trained_len: usize, strategy: Strategy, overlap: usize) -> Spec {
    Spec {
        beyond: Beyond {
            trained_len,
            strategy,
            overlap,
        },
        ..Spec::default()
    }
}

fn learned(max_len: usize) -> Spec {
    Spec {
        scheme: Scheme::Learned,
        d_model: 64,
        max_len,
        ..Spec::default()
    }
}

fn llama_3_1_8b() -> Spec {
    let mut spec = Spec {
        scheme: Scheme::Rope,
        d_model: 128,
        base: 5e5,
        max_len: 131_072,
        ..Spec::default()
    };
    (spec.rope.scaling, spec.rope.factor, spec.rope.original_len) = (Scaling::Llama3, 8.0, 8192);
    spec
}

/// The rectangle of the words that begin like this.
fn place(stage: &Stage, start: impl AsRef<str>) -> Rect {
    let (texts, start) = (super::words::on_screen(&stage.harness), start.as_ref());
    let found = texts.into_iter().find(|text| text.words.starts_with(start));
    found
        .unwrap_or_else(|| panic!("no {start:?} in\n{}", stage.screen()))
        .rect
}

/// Whether the strategy whose caption has this key is chosen.
fn is_chosen(stage: &Stage, key: &str) -> bool {
    let node = stage.starting(Role::RadioButton, words!(key));
    node.accesskit_node().toggled() == Some(eframe::egui::accesskit::Toggled::True)
}

#[test]
fn the_tabs_of_the_pane_show_one_of_three_pictures() {
    let mut stage = Stage::new();
    stage.plot(strip(Scheme::Index));
    stage.click(words!("ways.show", name = title("wavelengths")));
    assert_eq!(stage.session().views.ways, Ways::Pairs);
    let range = words!("pairs.unscaled", pairs = 8, shortest = "6.28", longest = "19,869");
    stage.plot(words!("pairs.name", pairs = 8, words = range));
    assert!(!stage.has_part(strip(Scheme::Index)));
    stage.click(words!("ways.show", name = title("strategies")));
    assert!(stage.has(words!("strategies.unset")));
    stage.command(words!("ways.command_three"));
    assert_eq!(stage.session().views, Session::default().views);
    stage.plot(strip(Scheme::Index));
}

#[test]
fn without_a_trained_length_a_button_sets_it_to_half_of_the_length() {
    let mut stage = on(Spec::default(), Ways::Strategies);
    stage.click(words!("strategies.set", length = 25));
    assert_eq!(stage.session().spec.beyond.trained_len, 25);
    for key in ["strategies.extrapolate", "strategies.restart", "strategies.interpolate"] {
        stage.plot(words!("strategies.name", words = words!(key)));
    }
    assert!(is_chosen(&stage, "strategies.extrapolate") && !is_chosen(&stage, "strategies.restart"));
    let stage = on(trained(64, Strategy::Extrapolate, 0), Ways::Strategies);
    assert!(stage.has_part(words!("strategies.within", positions = 50, length = 64)));
    assert!(stage.has(words!("strategies.set", length = 25)));
}

#[test]
fn a_click_on_a_caption_makes_it_the_strategy() {
    for scheme in [Scheme::Sinusoidal, Scheme::Rope] {
        let spec = Spec {
            scheme,
            ..trained(25, Strategy::Extrapolate, 0)
        };
        let mut stage = on(spec, Ways::Strategies);
        assert!(stage.has(words!("strategies.extrapolate", first = 25, last = 49)));
        stage.click(words!("strategies.restart", length = 25, first = 0, last = 24));
        assert_eq!(stage.session().spec.beyond.strategy, Strategy::Restart);
        assert!(is_chosen(&stage, "strategies.restart") && !is_chosen(&stage, "strategies.extrapolate"));
        stage.click(words!(
            "strategies.interpolate",
            stretch = 2,
            positions = 50,
            length = 25
        ));
        assert_eq!(stage.session().spec.beyond.strategy, Strategy::Interpolate);
    }
}

#[test]
fn the_caption_of_restarts_has_chunk_stride_and_overlap() {
    let stage = on(trained(25, Strategy::Restart, 5), Ways::Strategies);
    let [length, stride, overlap, first, last] = [25, 20, 5, 5, 24];
    let caption = words!("strategies.restart_overlap", length, stride, overlap, first, last);
    assert!(stage.has(caption));
    // Ten positions are left, which do not reach the end of a chunk.
    let stage = on(trained(40, Strategy::Restart, 0), Ways::Strategies);
    assert!(stage.has(words!("strategies.restart", length = 40, first = 0, last = 9)));
}

#[test]
fn restarts_that_overlap_wholly_say_why_they_are_refused() {
    let mut stage = on(trained(25, Strategy::Extrapolate, 25), Ways::Strategies);
    let refused = words!(
        "strategies.refused",
        error = words!("error.overlap", overlap = 25, trained = 25)
    );
    assert!(stage.has_part(&refused));
    assert!(
        !stage.is_enabled(Role::RadioButton, &refused)
            && stage.is_enabled(Role::RadioButton, words!("strategies.extrapolate"))
    );
    stage.starting(Role::RadioButton, &refused).click();
    stage.settle();
    assert_eq!(stage.session().spec.beyond.strategy, Strategy::Extrapolate);
}

#[test]
fn a_learned_table_is_stretched_in_four_ways_or_left_as_it_is() {
    let says_end = |stage: &Stage| {
        stage
            .screen()
            .lines()
            .any(|line| line == words!("trained.table_ends", last = 511))
    };
    let mut stage = on(learned(1024), Ways::Strategies);
    assert!(says_end(&stage));
    assert!(is_chosen(&stage, "strategies.table_ends") && stage.has(words!("strategies.table_ends", last = 511)));
    stage.click(words!("strategies.cubic_aligned", row = "0.4995 p"));
    let chosen = stage.session().spec.learned;
    assert_eq!((chosen.resample, chosen.corners), (Resample::Cubic, Corners::Aligned));
    assert!(!says_end(&stage), "a stretched table does not end");
    stage.click(words!("strategies.linear_edges", row = "0.5 p − 0.25"));
    let chosen = stage.session().spec.learned;
    assert_eq!((chosen.resample, chosen.corners), (Resample::Linear, Corners::Edges));
    let stage = on(learned(50), Ways::Strategies);
    assert!(stage.has(words!("strategies.whole_table", last = 49)));
}

#[test]
fn other_schemes_say_in_a_sentence_why_nothing_is_to_be_chosen() {
    for (scheme, key) in [
        (Scheme::Alibi, "strategies.bias"),
        (Scheme::T5, "strategies.bias"),
        (Scheme::Index, "strategies.goes_on"),
        (Scheme::Binary, "strategies.goes_on"),
        (Scheme::Normalized, "strategies.normalized"),
    ] {
        let spec = Spec {
            scheme,
            ..trained(25, Strategy::Restart, 0)
        };
        let stage = on(spec, Ways::Strategies);
        assert!(stage.has_part(words!(key)), "{scheme:?}");
        assert!(
            !stage.shows(words!("trained.label_length", length = 25)),
            "{scheme:?} has no such length"
        );
    }
}

#[test]
fn the_border_of_the_trained_length_is_labelled_where_it_is() {
    let stage = on(trained(25, Strategy::Extrapolate, 0), Ways::Three);
    let (plot, label) = (
        stage.plot(heatmap(Scheme::Sinusoidal)),
        place(&stage, words!("trained.label_length", length = 25)),
    );
    assert!((label.center().x - plot.center().x).abs() < 1.0 && label.bottom() <= plot.top());
    assert!(stage.shows(words!("trained.legend")));
    let stage = Stage::on(|session| {
        session.spec = trained(25, Strategy::Extrapolate, 0);
        session.views.transposed = true;
    });
    let (plot, label) = (
        stage.plot(heatmap(Scheme::Sinusoidal)),
        place(&stage, words!("trained.label_length", length = 25)),
    );
    assert!((label.center().y - plot.center().y).abs() < 1.0 && label.left() >= plot.right());
    let stage = Stage::on(|session| session.spec = trained(50, Strategy::Extrapolate, 0));
    assert!(
        !stage.shows(words!("trained.label_length", length = 50)),
        "no position is beyond"
    );
}

#[test]
fn a_and_b_have_each_its_own_trained_length() {
    let label = |length: usize| words!("trained.label_length", length);
    let waves = name(Scheme::Sinusoidal);
    let (going_on, squeezed) = (Strategy::Extrapolate, Strategy::Interpolate);
    for (strategies, captions) in [
        (
            [going_on; 2],
            [
                format!("\nA · {waves} · {}\n", label(25)),
                format!("\nB · {waves} · {}\n", label(30)),
            ],
        ),
        // The strategies there differ too; the border is marked in the picture.
        (
            [Strategy::Restart, squeezed],
            [
                format!("\nA · {}\n", listed("beyond", "restart")),
                format!("\nB · {} · {}\n", listed("beyond", "interpolate"), label(30)),
            ],
        ),
    ] {
        let stage = Stage::on(|session| {
            session.spec = trained(25, strategies[0], 0);
            session.versus = Some(Versus {
                spec: trained(30, strategies[1], 0),
                ..Versus::default()
            });
        });
        let screen = stage.screen();
        for caption in captions {
            assert!(screen.contains(&caption), "{screen}");
        }
    }
}

#[test]
fn where_a_learned_table_has_no_rows_the_words_say_where_it_ends() {
    for transposed in [false, true] {
        let at = |max_len| {
            Stage::on(|session| {
                session.spec = learned(max_len);
                session.views.transposed = transposed;
            })
        };
        let stage = at(1024);
        let ends = words!("trained.table_ends", last = 511);
        let (plot, words) = (stage.plot(heatmap(Scheme::Learned)), place(&stage, &ends));
        let (empty, _) = if transposed {
            plot.split_top_bottom_at_y(plot.center().y)
        } else {
            let (_, right) = plot.split_left_right_at_x(plot.center().x);
            (right, plot)
        };
        assert!(empty.contains_rect(words), "{words:?} is not in {empty:?}");
        // So they do in the picture of every two positions, above the rows that are there.
        let matrix = stage.plot(words!("near_far.matrix_name"));
        let above = matrix.split_top_bottom_at_y(matrix.center().y).0;
        let texts = super::words::on_screen(&stage.harness);
        let is_said = |text: &super::words::Words| text.words.contains(&ends);
        assert!(texts.iter().any(|text| is_said(text) && above.contains_rect(text.rect)));
        assert!(at(513).shows(&ends), "however little is empty");
        assert!(!at(512).shows(words!("trained.table_ends")));
    }
}

#[test]
fn llama_3_1_8b_has_29_kept_6_mixed_29_divided() {
    let mut stage = on(llama_3_1_8b(), Ways::Pairs);
    let counts = [("pairs.kept", 29), ("pairs.mixed", 6), ("pairs.divided", 29)];
    let counts = counts.map(|(key, pairs)| words!(key, pairs)).join(", ");
    let plot = stage.plot(words!("pairs.name", pairs = 64, words = counts));
    place(&stage, counts);
    place(&stage, words!("pairs.original", length = "8,192"));
    place(&stage, "max_len 131,072");
    let pair = |pair: f32| pos2(plot.left() + plot.width() * (pair + 0.5) / 64.0, plot.center().y);
    stage.hover(pair(31.0));
    assert!(
        stage.shows(words!("pairs.moved", pair = 31, before = "3,619", after = "7,334")),
        "{}",
        stage.screen()
    );
    stage.hover(pair(10.0));
    assert!(
        stage.shows(words!("pairs.still", pair = 10, after = "48.83") + "\n"),
        "{}",
        stage.screen()
    );
    stage.hover(pair(63.0));
    assert!(
        stage.shows(words!(
            "pairs.moved",
            pair = 63,
            before = "2,559,196",
            after = "20,473,564"
        )),
        "{}",
        stage.screen()
    );
}

#[test]
fn a_pair_under_the_pointer_is_shown_in_the_other_views_and_a_click_gives_it_a_lane() {
    let mut stage = on(Spec::default(), Ways::Pairs);
    let plot = stage.plot(words!("pairs.name", pairs = 8));
    let at = plot.lerp_inside(vec2(3.5 / 8.0, 0.5));
    stage.hover(at);
    assert!(
        stage.shows(words!("pairs.still", pair = 3, after = "198.7")),
        "{}",
        stage.screen()
    );
    assert!(stage.has_part("PE(3, 6)"), "the formula is of its cell");
    stage.click_at(at);
    let views = stage.session().views;
    assert_eq!(
        (views.pin, views.lanes.contains(&3)),
        (
            Some(Pin {
                position: 3,
                dimension: 6
            }),
            true
        )
    );
    // And the other way round.
    let heatmap = stage.plot(heatmap(Scheme::Sinusoidal));
    stage.hover(heatmap.lerp_inside(vec2(0.5, 0.5 / 16.0)));
    assert!(
        stage.shows(words!("pairs.still", pair = 7, after = "19,869")),
        "{}",
        stage.screen()
    );
}

#[test]
fn schemes_without_waves_have_no_wavelengths() {
    let stage = on(learned(50), Ways::Pairs);
    assert!(stage.has_part(words!("pairs.none")));
}

#[test]
fn a_small_window_has_all_tabs_in_one_line_and_a_command_brings_the_pane() {
    let chosen = preferences(Language::English, ThemePreference::Light);
    let mut stage = Stage::with(vec2(640.0, 480.0), chosen, Session::default());
    assert!(!stage.has_part(strip(Scheme::Index)));
    stage.click(title("wavelengths"));
    stage.plot(words!("pairs.name", pairs = 8));
    stage.click(title("near-far"));
    stage.command(words!("ways.command_strategies"));
    assert!(stage.has(words!("strategies.set", length = 25)));
    assert!(
        !stage.has(words!("ways.show", name = title("wavelengths"))),
        "no second line of tabs"
    );
}

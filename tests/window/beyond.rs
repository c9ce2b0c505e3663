//! Beyond the trained length: where it ends, what can be done there, and what a scaling does to the pairs.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, ThemePreference, pos2, vec2};
use egui_kittest::kittest::NodeT as _;
use poscope::encoding::rope::Scaling;
use poscope::encoding::{Beyond, Corners, Resample, Scheme, Spec, Strategy};
use poscope::session::{Pin, Session, Versus, Ways};
use poscope::text::Language;

use super::stage::{Stage, preferences};

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

/// The rectangle of the words that begin so.
fn words(stage: &Stage, start: &str) -> Rect {
    let texts = super::words::on_screen(&stage.harness);
    let found = texts.into_iter().find(|text| text.words.starts_with(start));
    found
        .unwrap_or_else(|| panic!("no {start:?} in\n{}", stage.screen()))
        .rect
}

fn is_chosen(stage: &Stage, start: &str) -> bool {
    let node = stage.starting(Role::RadioButton, start);
    node.accesskit_node().toggled() == Some(eframe::egui::accesskit::Toggled::True)
}

#[test]
fn the_tabs_of_the_pane_show_one_of_three_pictures() {
    let mut stage = Stage::new();
    stage.plot("Strip. Index");
    stage.click("Show Wavelengths");
    assert_eq!(stage.session().views.ways, Ways::Pairs);
    stage.plot("Wavelengths of 8 pairs. 8 pairs, λ 6.28 to 19,869");
    assert!(!stage.has_part("Strip. Index"));
    stage.click("Show Strategies");
    assert!(stage.has("Set a trained length to see what can be done beyond it"));
    stage.command("Strips: the three ways");
    assert_eq!(stage.session().views, Session::default().views);
    stage.plot("Strip. Index");
}

#[test]
fn without_a_trained_length_a_button_sets_it_to_half_of_the_length() {
    let mut stage = on(Spec::default(), Ways::Strategies);
    stage.click("Set it to 25, half of max_len");
    assert_eq!(stage.session().spec.beyond.trained_len, 25);
    for strip in ["Extrapolate", "Restart", "Interpolate"] {
        stage.plot(&format!("Strip of a strategy. {strip}"));
    }
    assert!(is_chosen(&stage, "Extrapolate") && !is_chosen(&stage, "Restart"));
    let stage = on(trained(64, Strategy::Extrapolate, 0), Ways::Strategies);
    assert!(stage.has_part("All 50 positions are within the trained length 64"));
    assert!(stage.has("Set it to 25, half of max_len"));
}

#[test]
fn a_click_on_a_caption_makes_it_the_strategy() {
    for scheme in [Scheme::Sinusoidal, Scheme::Rope] {
        let spec = Spec {
            scheme,
            ..trained(25, Strategy::Extrapolate, 0)
        };
        let mut stage = on(spec, Ways::Strategies);
        assert!(stage.has("Extrapolate: the rule goes on; positions 25 to 49 were never trained"));
        stage.click("Restart in chunks of 25: positions 0 to 24 again");
        assert_eq!(stage.session().spec.beyond.strategy, Strategy::Restart);
        assert!(is_chosen(&stage, "Restart") && !is_chosen(&stage, "Extrapolate"));
        stage.click("Interpolate: p / 2; 50 positions where 25 were trained");
        assert_eq!(stage.session().spec.beyond.strategy, Strategy::Interpolate);
    }
}

#[test]
fn the_caption_of_restarts_has_chunk_stride_and_overlap() {
    let stage = on(trained(25, Strategy::Restart, 5), Ways::Strategies);
    assert!(stage.has("Restart in chunks of 25, stride 20, overlap 5: positions 5 to 24 again"));
    // Ten positions are left, which do not come to the end of a chunk.
    let stage = on(trained(40, Strategy::Restart, 0), Ways::Strategies);
    assert!(stage.has("Restart in chunks of 40: positions 0 to 9 again"));
}

#[test]
fn restarts_that_overlap_wholly_say_why_they_are_refused() {
    let mut stage = on(trained(25, Strategy::Extrapolate, 25), Ways::Strategies);
    assert!(stage.has_part("Restart in chunks: An overlap of 25 leaves nothing new in chunks of 25"));
    assert!(!stage.is_enabled(Role::RadioButton, "Restart") && stage.is_enabled(Role::RadioButton, "Extrapolate"));
    stage.starting(Role::RadioButton, "Restart").click();
    stage.settle();
    assert_eq!(stage.session().spec.beyond.strategy, Strategy::Extrapolate);
}

#[test]
fn a_learned_table_is_stretched_in_four_ways_or_left_as_it_is() {
    let says_end = |stage: &Stage| {
        stage
            .screen()
            .lines()
            .any(|line| line == "the table ends at position 511")
    };
    let mut stage = on(learned(1024), Ways::Strategies);
    assert!(says_end(&stage));
    assert!(is_chosen(&stage, "As it is: the table ends at position 511"));
    stage.click("Cubic, corners aligned: p reads row 0.4995 p");
    let chosen = stage.session().spec.learned;
    assert_eq!((chosen.resample, chosen.corners), (Resample::Cubic, Corners::Aligned));
    assert!(!says_end(&stage), "a stretched table does not end");
    stage.click("Linear: p reads row 0.5 p − 0.25");
    let chosen = stage.session().spec.learned;
    assert_eq!((chosen.resample, chosen.corners), (Resample::Linear, Corners::Edges));
    let stage = on(learned(50), Ways::Strategies);
    assert!(stage.has("As it is: rows 0 to 49"));
}

#[test]
fn other_schemes_say_in_a_sentence_why_nothing_is_to_be_chosen() {
    for (scheme, sentence) in [
        (Scheme::Alibi, "a bias depends on the offset alone"),
        (Scheme::T5, "a bias depends on the offset alone"),
        (Scheme::Index, "the rule goes on"),
        (Scheme::Binary, "the rule goes on"),
        (Scheme::Normalized, "dividing by the length"),
    ] {
        let spec = Spec {
            scheme,
            ..trained(25, Strategy::Restart, 0)
        };
        let stage = on(spec, Ways::Strategies);
        assert!(stage.has_part(sentence), "{scheme:?}");
        assert!(!stage.screen().contains("trained 25"), "{scheme:?} has no such length");
    }
}

#[test]
fn the_border_of_the_trained_length_is_labelled_where_it_is() {
    let stage = on(trained(25, Strategy::Extrapolate, 0), Ways::Three);
    let (plot, label) = (stage.plot("Heatmap, "), words(&stage, "trained 25"));
    assert!((label.center().x - plot.center().x).abs() < 1.0 && label.bottom() <= plot.top());
    assert!(stage.screen().contains("shaded: beyond the trained length"));
    let stage = Stage::on(|session| {
        session.spec = trained(25, Strategy::Extrapolate, 0);
        session.views.transposed = true;
    });
    let (plot, label) = (stage.plot("Heatmap, "), words(&stage, "trained 25"));
    assert!((label.center().y - plot.center().y).abs() < 1.0 && label.left() >= plot.right());
    let stage = Stage::on(|session| session.spec = trained(50, Strategy::Extrapolate, 0));
    assert!(!stage.screen().contains("trained 50"), "no position is beyond");
}

#[test]
fn a_and_b_have_each_its_own_trained_length() {
    let (going_on, squeezed) = (Strategy::Extrapolate, Strategy::Interpolate);
    for (strategies, captions) in [
        (
            [going_on; 2],
            ["\nA · Sinusoidal · trained 25\n", "\nB · Sinusoidal · trained 30\n"],
        ),
        // What is done there differs too; the border is marked in the picture.
        (
            [Strategy::Restart, squeezed],
            [
                "\nA · Beyond it: restart in chunks\n",
                "\nB · Beyond it: interpolate · trained 30\n",
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
            assert!(screen.contains(caption), "{screen}");
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
        let (plot, words) = (stage.plot("Heatmap, "), words(&stage, "the table ends at position 511"));
        let (empty, _) = if transposed {
            plot.split_top_bottom_at_y(plot.center().y)
        } else {
            let (_, right) = plot.split_left_right_at_x(plot.center().x);
            (right, plot)
        };
        assert!(empty.contains_rect(words), "{words:?} is not in {empty:?}");
        // So they do in the picture of every two positions, above the rows that are there.
        let matrix = stage.plot("Cosine similarity of every two");
        let above = matrix.split_top_bottom_at_y(matrix.center().y).0;
        let texts = super::words::on_screen(&stage.harness);
        let is_said = |text: &super::words::Words| text.words.contains("ends at position 511");
        assert!(texts.iter().any(|text| is_said(text) && above.contains_rect(text.rect)));
        assert!(
            at(513).screen().contains("the table ends at position 511"),
            "however little is empty"
        );
        assert!(!at(512).screen().contains("the table ends"));
    }
}

#[test]
fn llama_3_1_8b_has_29_kept_6_mixed_29_divided() {
    let mut stage = on(llama_3_1_8b(), Ways::Pairs);
    let plot = stage.plot("Wavelengths of 64 pairs. 29 kept, 6 mixed, 29 divided");
    words(&stage, "29 kept, 6 mixed, 29 divided");
    words(&stage, "original 8,192");
    words(&stage, "max_len 131,072");
    let pair = |pair: f32| pos2(plot.left() + plot.width() * (pair + 0.5) / 64.0, plot.center().y);
    stage.hover(pair(31.0));
    assert!(
        stage.screen().contains("pair 31: λ 3,619 → 7,334"),
        "{}",
        stage.screen()
    );
    stage.hover(pair(10.0));
    assert!(stage.screen().contains("pair 10: λ 48.83\n"), "{}", stage.screen());
    stage.hover(pair(63.0));
    assert!(
        stage.screen().contains("pair 63: λ 2,559,196 → 20,473,564"),
        "{}",
        stage.screen()
    );
}

#[test]
fn a_pair_under_the_pointer_is_shown_in_the_other_views_and_a_click_gives_it_a_lane() {
    let mut stage = on(Spec::default(), Ways::Pairs);
    let plot = stage.plot("Wavelengths of 8 pairs");
    let at = plot.lerp_inside(vec2(3.5 / 8.0, 0.5));
    stage.hover(at);
    assert!(stage.screen().contains("pair 3: λ 198.7"), "{}", stage.screen());
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
    let heatmap = stage.plot("Heatmap, ");
    stage.hover(heatmap.lerp_inside(vec2(0.5, 0.5 / 16.0)));
    assert!(stage.screen().contains("pair 7: λ 19,869"), "{}", stage.screen());
}

#[test]
fn schemes_without_waves_have_no_wavelengths() {
    let stage = on(learned(50), Ways::Pairs);
    assert!(stage.has_part("there are no wavelengths"));
}

#[test]
fn a_small_window_has_all_tabs_in_one_line_and_a_command_brings_the_pane() {
    let chosen = preferences(Language::English, ThemePreference::Light);
    let mut stage = Stage::with(vec2(640.0, 480.0), chosen, Session::default());
    assert!(!stage.has_part("Strip. Index"));
    stage.click("Wavelengths");
    stage.plot("Wavelengths of 8 pairs");
    stage.click("Near and far");
    stage.command("Strips: strategies");
    assert!(stage.has("Set it to 25, half of max_len"));
    assert!(!stage.has("Show Wavelengths"), "no second line of tabs");
}

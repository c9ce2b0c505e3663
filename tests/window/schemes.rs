//! The schemes other than the articles' first ones: what each pane says about them.

use poscope::encoding::learned::LearnedTable;
use poscope::encoding::rope::Scaling;
use poscope::encoding::{ColumnLayout, Exponent, PhaseOrder, Scheme, Spec, TableScale};
use poscope::session::Pin;

use super::stage::{Stage, field, heatmap, name, setting};

fn on(change: impl FnOnce(&mut Spec)) -> Stage {
    Stage::on(|session| change(&mut session.spec))
}

/// The same, with a cell pinned.
fn pinned(position: usize, dimension: usize, change: impl FnOnce(&mut Spec)) -> Stage {
    Stage::on(|session| {
        session.views.pin = Some(Pin { position, dimension });
        change(&mut session.spec);
    })
}

#[test]
fn a_rope_shows_the_score_of_a_query_and_a_key_by_offset() {
    let mut stage = on(|spec| spec.scheme = Scheme::Rope);
    let by_offset = words!("near_far.curve_name", title = words!("near_far.score_by_offset"));
    let screen = stage.screen();
    assert!(
        screen.contains(&words!("parameter.head_dim")) && screen.contains(&words!("near_far.title_scores")),
        "{screen}"
    );
    assert!(screen.contains("RoPE(3, 5) = cos(3 / 10000"), "{screen}");
    assert!(stage.has_part(&by_offset));
    assert!(stage.has(words!("near_far.scores_name", positions = 50)));
    // The table of one pairing, applied with the other: no function of the offset any more.
    stage.click(words!("toolbar.conventions"));
    stage.click(words!("section.content"));
    stage.open(setting("applied", "as-made"));
    stage.click(words!("choice.other-pairing"));
    let of_query = words!("near_far.score_of_query", position = 3);
    assert!(stage.has(words!("near_far.curve_name", title = of_query)));
    stage.click(words!("controls.remove", name = setting("applied", "other-pairing")));
    assert!(stage.has_part(&by_offset));
}

#[test]
fn the_scaling_of_a_rope_shows_only_the_settings_that_matter() {
    let mut stage = on(|spec| {
        (spec.scheme, spec.d_model, spec.base, spec.max_len) = (Scheme::Rope, 128, 5e5, 131_072);
    });
    stage.click(words!("toolbar.conventions"));
    assert!(!stage.has(words!("setting.original_len")) && !stage.has(words!("setting.beta_fast")));
    stage.open(setting("scaling", "none"));
    stage.click(words!("choice.llama3"));
    assert_eq!(stage.session().spec.rope.scaling, Scaling::Llama3);
    assert!(stage.has(words!("setting.low_freq_factor")) && !stage.has(words!("setting.beta_fast")));
    stage.enter(words!("setting.scaling_factor"), "8");
    stage.enter(words!("setting.original_len"), "8192");
    let screen = stage.screen();
    assert!(
        screen.contains(&words!("sentence.scaling", kept = 29, mixed = 6, divided = 29)),
        "{screen}"
    );
    stage.enter(words!("setting.low_freq_factor"), "4");
    let [low_name, high_name] = ["setting.low_freq_factor", "setting.high_freq_factor"].map(|key| words!(key));
    let refusal = words!("error.order", low_name, low = 4, high_name, high = 4);
    assert!(stage.shows(refusal));
    assert_eq!(
        stage.session().spec.rope.low_freq_factor,
        1.0,
        "the last good one stays"
    );
}

#[test]
fn a_bias_is_shown_by_offset_and_head_and_as_a_picture_of_the_pinned_head() {
    let stage = on(|spec| (spec.scheme, spec.d_model) = (Scheme::Alibi, 8));
    let screen = stage.screen();
    assert!(
        screen.contains(&words!("parameter.heads")) && screen.contains(&words!("near_far.title_bias", head = 5)),
        "{screen}"
    );
    assert!(
        screen.contains(&(words!("formula.bias", offset = 3, head = 5) + " = −0.015625 × 3 = −0.046875")),
        "{screen}"
    );
    assert!(
        screen.contains(&words!("heatmap.size_bias", positions = 50, dimensions = 8)),
        "{screen}"
    );
    assert!(stage.has(words!(
        "heatmap.name_bias",
        scheme = name(Scheme::Alibi),
        positions = 50,
        dimensions = 8
    )));
    assert!(stage.has(words!("near_far.bias_name", positions = 50)));
    let stage = pinned(2, 0, |spec| spec.scheme = Scheme::Alibi);
    assert!(stage.shows(words!("near_far.title_bias", head = 0)));
}

#[test]
fn hovering_a_bias_or_a_score_names_a_query_and_a_key_that_have_that_offset() {
    let mut stage = pinned(2, 0, |spec| (spec.scheme, spec.d_model) = (Scheme::Alibi, 8));
    let plot = stage.plot(heatmap(Scheme::Alibi));
    // Of 50 offsets, the one at 40.5/50 of the width.
    stage.hover(plot.lerp_inside(eframe::egui::vec2(40.5 / 50.0, 0.5)));
    let screen = stage.screen();
    assert!(
        screen.contains(&words!(
            "near_far.bias",
            query = 40,
            key = 0,
            offset = 40,
            value = "−20"
        )),
        "{screen}"
    );
    let curve = stage.plot(words!(
        "near_far.curve_name",
        title = words!("near_far.bias_by_distance")
    ));
    stage.hover(curve.lerp_inside(eframe::egui::vec2(10.5 / 50.0, 0.5)));
    assert!(
        stage.shows(words!("near_far.bias", offset = 10, value = "−5")),
        "{}",
        stage.screen()
    );
    let mut stage = pinned(3, 0, |spec| spec.scheme = Scheme::Rope);
    let curve = stage.plot(words!(
        "near_far.curve_name",
        title = words!("near_far.score_by_offset")
    ));
    stage.hover(curve.lerp_inside(eframe::egui::vec2(10.5 / 50.0, 0.5)));
    assert!(
        stage.shows(words!("near_far.score", query = 13, key = 3, offset = 10)),
        "{}",
        stage.screen()
    );
}

#[test]
fn the_buckets_of_t5_are_named_for_the_pinned_offset() {
    let mut stage = pinned(16, 0, |spec| {
        (spec.scheme, spec.d_model, spec.max_len) = (Scheme::T5, 8, 200);
    });
    let screen = stage.screen();
    let bucket = words!("formula.bucket_of", offset = 16);
    let formula = format!("{bucket} = 10  ({})", words!("formula.every_head"));
    for words in [formula, words!("near_far.title_buckets")] {
        assert!(screen.contains(&words), "{words} in\n{screen}");
    }
    for key in ["formula.bias", "near_far.title_bias"] {
        assert!(!stage.shows(words!(key)), "{key} in\n{screen}");
    }
    assert!(stage.has(words!("near_far.buckets_name", positions = 200)));
    let at = stage.plot(heatmap(Scheme::T5)).center();
    stage.hover(at);
    assert!(
        stage.shows(words!(
            "near_far.bucket",
            query = 100,
            key = 0,
            offset = 100,
            value = 15
        )),
        "{}",
        stage.screen()
    );
    stage.harness.remove_cursor();
    stage.settle();
    stage.click(words!("toolbar.conventions"));
    stage.open(setting("keys", "both"));
    stage.click(words!("choice.before"));
    assert!(stage.shows(bucket + " = 16"));
    stage.enter(words!("setting.max_distance"), "16");
    assert!(stage.shows(words!(
        "error.order",
        high_name = words!("setting.max_distance"),
        high = 16
    )));
}

#[test]
fn a_rule_without_a_cell_says_where_it_holds() {
    let rule = |change: fn(&mut Spec)| {
        let stage = Stage::on(|session| {
            change(&mut session.spec);
            session.views.pin = None;
        });
        let screen = stage.screen();
        let start = ["PE(", "b(q, k)", "m(h)", "θ = "];
        let is_rule = |line: &&str| start.iter().any(|start| line.starts_with(start));
        let screen = screen.replace('\u{a0}', " ");
        screen.lines().find(is_rule).unwrap_or_default().to_owned()
    };
    let alibi = rule(|spec| spec.scheme = Scheme::Alibi);
    assert_eq!(alibi, "m(h) = 2 −8 · (h + 1)/n    b(q, k) = −m(h) |q − k|");
    let turned = "(x, y) → (x cos θ − y sin θ, x sin θ + y cos θ)";
    let rope = rule(|spec| spec.scheme = Scheme::Rope);
    let own = "θ = pos / base 2i/d    RoPE(pos, i) = RoPE(pos, i + d/2) = cos θ    ";
    assert_eq!(rope, format!("{own}{turned}"));
    let scaled = rule(|spec| (spec.scheme, spec.rope.scaling) = (Scheme::Rope, Scaling::Yarn));
    assert!(scaled.starts_with("θ = pos · ω(i)"), "{scaled}");
    let mut words = vec![words!("formula.scaled", scaling = words!("choice.yarn"))];
    let numbers = [
        ("scaling_factor", "4"),
        ("original_len", "2,048"),
        ("beta_fast", "32"),
        ("beta_slow", "1"),
    ];
    words.extend(numbers.map(|(name, value)| format!("{} = {value}", words!(format!("setting.{name}")))));
    assert!(scaled.ends_with(&words.join(", ")), "{scaled}");
    let wild = rule(|spec| {
        let conventions = &mut spec.conventions;
        (conventions.start, conventions.layout, conventions.order) =
            (1.0, ColumnLayout::Concat, PhaseOrder::CosineFirst);
        (conventions.exponent, conventions.scale) = (Exponent::HalfMinusOne, TableScale::RootD);
    });
    let [cosine, sine] = ["cos", "sin"].map(|wave| format!("√d · {wave}((1 + row) / base i/(d/2 − 1))"));
    assert_eq!(wild, format!("PE(row, i) = {cosine}    PE(row, i + d/2) = {sine}"));
}

#[test]
fn a_learned_table_says_where_its_colours_end() {
    let trained = on(|spec| spec.scheme = Scheme::Learned);
    assert!(
        trained.has_part(words!("sentence.learned", limit = "0.08")),
        "{}",
        trained.screen()
    );
    let untrained = on(|spec| {
        spec.scheme = Scheme::Learned;
        spec.learned.table = LearnedTable::Untrained;
    });
    assert!(
        untrained.has_part(words!("sentence.untrained", limit = "0.08", deviations = 4)),
        "{}",
        untrained.screen()
    );
}

#[test]
fn a_grid_and_a_learned_table_say_what_their_cells_are() {
    let stage = on(|spec| (spec.scheme, spec.d_model) = (Scheme::Grid, 32));
    let screen = stage.screen();
    assert!(
        screen.contains("PE(3, 5) = cos((3 → y 0) × 0.1) = cos(0) = 1"),
        "{screen}"
    );
    assert!(
        !screen.contains(&words!("heatmap.slow_fast")),
        "it begins again half way up"
    );
    let mut stage = on(|spec| spec.scheme = Scheme::Learned);
    assert!(stage.shows(words!("formula.given", row = 3, column = 5)));
    stage.enter(field("d_model"), "385");
    assert!(stage.shows(words!("error.too_wide", width = 384, d_model = 385)));
    assert_eq!(stage.session().spec.d_model, 16);
}

#[test]
fn a_named_arrangement_of_cells_is_chosen_where_those_of_rows_are() {
    let mut stage = on(|spec| spec.d_model = 32);
    stage.click(words!("toolbar.conventions"));
    stage.open(words!("conventions.named", name = "paper"));
    stage.click("detr");
    let spec = stage.session().spec;
    assert_eq!((spec.scheme, spec.grid.start), (Scheme::Grid, 1.0));
    assert!(stage.has_part(words!("conventions.named", name = "detr")));
    stage.open(words!("conventions.named", name = "detr"));
    stage.click("paper");
    assert_eq!(stage.session().spec.scheme, Scheme::Sinusoidal);
}

#[test]
fn an_angle_in_few_digits_is_an_angle_and_no_wave_of_it() {
    let stage = on(|spec| {
        (spec.scheme, spec.d_model, spec.max_len) = (Scheme::Rope, 8, 70_000);
        spec.rope.part = poscope::encoding::rope::RopePart::Angle;
        spec.rope.angle_precision = poscope::encoding::Precision::F16;
    });
    let screen = stage.screen();
    assert!(screen.contains("RoPE(3, 5) = 3 / 10000"), "{screen}");
    assert!(!screen.contains("sin(") && !screen.contains("inf"), "{screen}");
    assert!(
        screen.contains(&words!("sentence.overflow", row = "65,520")),
        "{screen}"
    );
}

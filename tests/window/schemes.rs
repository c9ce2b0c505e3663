//! The schemes beyond the articles' first ones: what each pane says of them.

use eframe::egui::accesskit::Role;
use poscope::encoding::learned::Table;
use poscope::encoding::rope::Scaling;
use poscope::encoding::{Exponent, Layout, Order, Scale, Scheme, Spec};
use poscope::session::Pin;

use super::stage::Stage;

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
    let screen = stage.screen();
    assert!(
        screen.contains("head dim") && screen.contains("Query and key"),
        "{screen}"
    );
    assert!(screen.contains("RoPE(3, 5) = cos(3 / 10000"), "{screen}");
    assert!(stage.has_part("Curve: Score by offset"));
    assert!(stage.has_part("Score of every query and key of 50 positions"));
    // The table of one pairing, applied with the other: no function of the offset any more.
    stage.click("Conventions");
    stage.click("Query and key");
    stage.starting(Role::ComboBox, "Applied: as made").click();
    stage.settle();
    stage.click("other pairing");
    assert!(stage.has_part("Curve: Score of query 3 by key"));
    stage.click("Take back Applied: other pairing");
    assert!(stage.has_part("Curve: Score by offset"));
}

#[test]
fn the_scaling_of_a_rope_shows_only_the_settings_that_matter() {
    let mut stage = on(|spec| {
        (spec.scheme, spec.d_model, spec.base, spec.max_len) = (Scheme::Rope, 128, 5e5, 131_072);
    });
    stage.click("Conventions");
    assert!(!stage.has("Original length") && !stage.has("beta fast"));
    stage.starting(Role::ComboBox, "Scaling: none").click();
    stage.settle();
    stage.click("Llama 3");
    assert_eq!(stage.session().spec.rope.scaling, Scaling::Llama3);
    assert!(stage.has("Low freq factor") && !stage.has("beta fast"));
    stage.enter("Factor s", "8");
    stage.enter("Original length", "8192");
    let screen = stage.screen();
    assert!(screen.contains("keeps 29 pairs, mixes 6 and divides 29"), "{screen}");
    stage.enter("Low freq factor", "4");
    assert!(
        stage
            .screen()
            .contains("Low freq factor = 4 must be below High freq factor = 4")
    );
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
        screen.contains("heads") && screen.contains("Bias of head 5"),
        "{screen}"
    );
    assert!(
        screen.contains("bias(offset 3, head 5) = −0.015625 × 3 = −0.046875"),
        "{screen}"
    );
    assert!(screen.contains("50 offsets × 8 heads"), "{screen}");
    assert!(stage.has_part("Heatmap, ALiBi, 50 offsets by 8 heads"));
    assert!(stage.has_part("Bias of every query and key of 50 positions"));
    let stage = pinned(2, 0, |spec| spec.scheme = Scheme::Alibi);
    assert!(stage.screen().contains("Bias of head 0"));
}

#[test]
fn hovering_a_bias_or_a_score_names_a_query_and_a_key_that_have_that_offset() {
    let mut stage = pinned(2, 0, |spec| (spec.scheme, spec.d_model) = (Scheme::Alibi, 8));
    let plot = stage.plot("Heatmap, ALiBi");
    // Of 50 offsets, the one at 40.5/50 of the width.
    stage.hover(plot.lerp_inside(eframe::egui::vec2(40.5 / 50.0, 0.5)));
    let screen = stage.screen();
    assert!(screen.contains("query 40, key 0: offset 40, bias −20"), "{screen}");
    let curve = stage.plot("Curve: Distance");
    stage.hover(curve.lerp_inside(eframe::egui::vec2(10.5 / 50.0, 0.5)));
    assert!(stage.screen().contains("offset 10, bias −5"), "{}", stage.screen());
    let mut stage = pinned(3, 0, |spec| spec.scheme = Scheme::Rope);
    let curve = stage.plot("Curve: Score by offset");
    stage.hover(curve.lerp_inside(eframe::egui::vec2(10.5 / 50.0, 0.5)));
    assert!(
        stage.screen().contains("query 13, key 3: offset 10, score"),
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
    for words in [
        "bucket(offset 16) = 10  (number of the bucket, the same in every head)",
        "Buckets of every head",
    ] {
        assert!(screen.contains(words), "{screen}");
    }
    assert!(
        !screen.contains("bias(") && !screen.contains("Bias of head"),
        "{screen}"
    );
    assert!(stage.has_part("Bucket of every query and key of 200 positions"));
    let at = stage.plot("Heatmap, ").center();
    stage.hover(at);
    assert!(
        stage.screen().contains("query 100, key 0: offset 100, bucket 15"),
        "{}",
        stage.screen()
    );
    stage.harness.remove_cursor();
    stage.settle();
    stage.click("Conventions");
    stage.starting(Role::ComboBox, "Keys: before and after").click();
    stage.settle();
    stage.click("before");
    assert!(stage.screen().contains("bucket(offset 16) = 16"));
    stage.enter("Max distance", "16");
    assert!(stage.screen().contains("must be below Max distance = 16"));
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
    let numbers = ", Factor s = 4, Original length = 2,048, beta fast = 32, beta slow = 1";
    assert!(
        scaled.ends_with(&format!("ω(i) as the scaling has it: YaRN{numbers}")),
        "{scaled}"
    );
    let wild = rule(|spec| {
        let conventions = &mut spec.conventions;
        (conventions.start, conventions.layout, conventions.order) = (1.0, Layout::Concat, Order::CosineFirst);
        (conventions.exponent, conventions.scale) = (Exponent::HalfMinusOne, Scale::RootD);
    });
    let [cosine, sine] = ["cos", "sin"].map(|wave| format!("√d · {wave}((1 + row) / base i/(d/2 − 1))"));
    assert_eq!(wild, format!("PE(row, i) = {cosine}    PE(row, i + d/2) = {sine}"));
}

#[test]
fn a_learned_table_says_where_its_colours_end() {
    let trained = on(|spec| spec.scheme = Scheme::Learned);
    assert!(
        trained.has_part("colours end at ±0.08, a few numbers lie beyond"),
        "{}",
        trained.screen()
    );
    let untrained = on(|spec| {
        spec.scheme = Scheme::Learned;
        spec.learned.table = Table::Untrained;
    });
    assert!(
        untrained.has_part("colours end at ±0.08, 4 standard deviations"),
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
    assert!(!screen.contains("top slow, bottom fast"), "it begins again half way up");
    let mut stage = on(|spec| spec.scheme = Scheme::Learned);
    assert!(stage.screen().contains("number of the trained table, row 3, column 5"));
    stage.enter("d_model", "385");
    assert!(stage.screen().contains("The table has 384 dimensions, not 385"));
    assert_eq!(stage.session().spec.d_model, 16);
}

#[test]
fn a_scheme_that_does_not_fit_the_width_is_refused_in_words_and_the_last_picture_stays() {
    let mut stage = on(|spec| spec.d_model = 512);
    stage.starting(Role::ComboBox, "Scheme: Sinusoidal").click();
    stage.settle();
    stage.click("Learned");
    assert_eq!(stage.session().spec.scheme, Scheme::Sinusoidal);
    let screen = stage.screen();
    assert!(
        screen.contains("The table has 384 dimensions, not 512; choose at most 384"),
        "{screen}"
    );
}

#[test]
fn a_named_arrangement_of_cells_is_chosen_where_those_of_rows_are() {
    let mut stage = on(|spec| spec.d_model = 32);
    stage.click("Conventions");
    stage.starting(Role::ComboBox, "Convention: paper").click();
    stage.settle();
    stage.click("detr");
    let spec = stage.session().spec;
    assert_eq!((spec.scheme, spec.grid.start), (Scheme::Grid, 1.0));
    assert!(stage.has_part("Convention: detr"));
    stage.starting(Role::ComboBox, "Convention: detr").click();
    stage.settle();
    stage.click("paper");
    assert_eq!(stage.session().spec.scheme, Scheme::Sinusoidal);
}

#[test]
fn an_angle_in_few_digits_is_an_angle_and_no_wave_of_it() {
    let stage = on(|spec| {
        (spec.scheme, spec.d_model, spec.max_len) = (Scheme::Rope, 8, 70_000);
        spec.rope.part = poscope::encoding::rope::Part::Angle;
        spec.rope.angle_precision = poscope::encoding::Precision::F16;
    });
    let screen = stage.screen();
    assert!(screen.contains("RoPE(3, 5) = 3 / 10000"), "{screen}");
    assert!(!screen.contains("sin(") && !screen.contains("inf"), "{screen}");
    assert!(screen.contains("From row 65,520 on angles are too large"), "{screen}");
}

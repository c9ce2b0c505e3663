//! What a pixel shows, what cannot be shown, and where the window is.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, pos2, vec2};
use poscope::encoding::Scheme;
use poscope::field::{Reduction, Span};
use poscope::session::Session;
use poscope::text::{Language, reduction_name};

use super::stage::{Stage, field, heatmap};

fn long(session: &mut Session) {
    (session.spec.d_model, session.spec.max_len) = (64, 5000);
}

#[test]
fn the_switch_of_the_heatmap_changes_what_a_pixel_shows_and_says_what_is_false() {
    let name = |reduction| reduction_name(reduction, Language::English);
    let mut stage = Stage::on(long);
    assert!(stage.shows(words!("heatmap.averaged")));
    assert!(stage.shows(words!("status.pixel")), "{}", stage.screen());
    let mut shown = Reduction::Mean;
    for (reduction, key) in [
        (Reduction::MeanTwice, "heatmap.averaged_twice"),
        (Reduction::EveryNth, "heatmap.every_nth"),
        (Reduction::Largest, "heatmap.largest"),
        (Reduction::Mean, "heatmap.averaged"),
    ] {
        let switch = words!("command.reduction", name = name(shown));
        stage.open(switch);
        stage.click(name(reduction));
        assert_eq!(stage.session().views.reduction, reduction);
        assert!(stage.shows(words!(key)), "{key} in\n{}", stage.screen());
        shown = reduction;
    }
    // A table whose cells are larger than pixels needs no switch.
    stage.click(words!("controls.reset"));
    assert!(!stage.shows(name(Reduction::Mean)));
}

#[test]
fn bands_faster_than_two_pixels_are_marked_at_the_axis() {
    let mut stage = Stage::on(long);
    let mark = stage.starting(Role::Image, words!("heatmap.too_fast", first = 0));
    assert!(mark.rect().height() > 20.0);
    stage.click(words!("controls.reset"));
    assert!(!stage.has_part(words!("heatmap.too_fast")));
}

#[test]
fn a_range_is_typed_and_what_is_not_in_the_table_is_refused_in_words() {
    let mut stage = Stage::on(long);
    stage.click(words!("toolbar.view"));
    stage.enter(words!("view.positions"), "1,000..1,050");
    stage.enter(words!("view.dimensions"), "10..20");
    let views = stage.session().views;
    let span = |start, end| Some(Span { start, end });
    assert_eq!(
        (views.positions, views.dimensions),
        (span(1000.0, 1050.0), span(10.0, 20.0))
    );
    stage.enter(words!("view.positions"), "4000..5001");
    assert!(
        stage.shows(words!("view.range_refused", cells = "5,000")),
        "{}",
        stage.screen()
    );
    assert_eq!(stage.session().views.positions, span(1000.0, 1050.0));
}

#[test]
fn plus_and_minus_zoom_about_the_pin_down_to_one_cell_and_back() {
    let mut stage = Stage::on(long);
    for _ in 0..30 {
        stage.key(Key::Plus);
    }
    let views = stage.session().views;
    let length = |span: Option<Span>| span.map(Span::length).unwrap_or_default();
    assert!((length(views.positions) - 1.0).abs() < 1e-6);
    assert!(views.positions.unwrap().cells().contains(&3), "the pin is in view");
    assert!((length(views.dimensions) - 1.0).abs() < 1e-6);
    for _ in 0..30 {
        stage.key(Key::Minus);
    }
    assert_eq!(stage.session().views.positions, None);
}

#[test]
fn the_overview_shows_where_the_window_is_and_moves_it() {
    let mut stage = Stage::on(|session| {
        long(session);
        session.views.positions = Some(Span { start: 0.0, end: 500.0 });
    });
    let overview = stage.plot(words!("overview.name", positions = "0–499", max_len = "5,000"));
    stage.click_at(overview.right_center() - vec2(1.0, 0.0));
    assert_eq!(
        stage.session().views.positions,
        Some(Span {
            start: 4500.0,
            end: 5000.0
        })
    );
    assert!(stage.has_part(words!("overview.name", positions = "4,500–4,999")));
    stage.key(Key::F);
    assert!(!stage.has_part(words!("overview.name")));
}

#[test]
fn the_matrix_has_a_window_of_its_own() {
    let mut stage = Stage::on(long);
    let plot = stage.plot(words!("near_far.matrix_name"));
    stage.wheel(plot.center(), 400.0);
    let session = stage.session();
    assert!(session.views.pairs.is_some());
    assert_eq!(session.views.positions, None);
    stage.double_click(stage.plot(words!("near_far.matrix_name")).center());
    assert_eq!(stage.session().views.pairs, None);
}

#[test]
fn offsets_stand_on_a_logarithmic_axis_at_a_switch() {
    let mut stage = Stage::on(long);
    assert!(!stage.screen().lines().any(|line| line == "100"));
    stage.command(words!("command.log_offsets"));
    for power in ["1", "10", "100", "1,000"] {
        assert!(stage.screen().lines().any(|line| line == power), "{power}");
    }
    let plot = stage.plot(words!("near_far.curve_name"));
    stage.hover(pos2(plot.left() + 1.0, plot.center().y));
    assert!(
        stage.shows(words!("near_far.relation", offset = 1)),
        "{}",
        stage.screen()
    );
}

#[test]
fn a_single_view_has_a_button_back_to_all() {
    let mut stage = Stage::new();
    stage.key(Key::Num2);
    stage.click(words!("command.restore"));
    assert!(stage.has_part(heatmap(Scheme::Sinusoidal)));
}

#[test]
fn escape_takes_back_what_was_refused_and_keys_do_not_act_through_a_menu() {
    let mut stage = Stage::new();
    stage.enter(field("d_model"), "xyz");
    assert!(stage.shows("xyz"));
    stage.key(Key::Escape);
    assert!(!stage.shows("xyz"));
    assert_eq!(stage.session().views.pin, Session::default().views.pin);
    stage.click(words!("toolbar.view"));
    stage.key(Key::T);
    assert!(!stage.session().views.transposed);
}

#[test]
fn dots_that_averaging_over_dimensions_makes_are_called_what_they_are() {
    let mut stage = Stage::on(|session| {
        (session.spec.d_model, session.spec.max_len) = (16_384, 1_048_576);
        session.views.positions = Some(Span {
            start: 470_000.0,
            end: 575_000.0,
        });
        session.views.dimensions = Some(Span {
            start: 9600.0,
            end: 11_180.0,
        });
    });
    assert!(stage.shows(words!("heatmap.moire")), "{}", stage.screen());
    // At most one dimension per pixel, so there is no moiré.
    stage.click(words!("toolbar.view"));
    stage.enter(words!("view.dimensions"), "9,600..9,700");
    assert!(!stage.shows(words!("heatmap.moire")));
}

//! One cursor in all views: hovering, pinning, panning and zooming.

use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, Event, Key, Modifiers, Pos2, Rect, Shape, ThemePreference, pos2, vec2};
use poscope::app::App;
use poscope::encoding::Scheme;
use poscope::field::Span;
use poscope::session::{Pin, Session};
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, heatmap, preferences, strip};
use crate::common::{paintable, picture};

/// The middle of a cell of a plot that shows this many cells along x and upward.
fn cell(plot: Rect, (x, y): (usize, usize), (along_x, upward): (usize, usize)) -> Pos2 {
    let part = |cell: usize, cells: usize| (cell as f32 + 0.5) / cells as f32;
    plot.lerp_inside(vec2(part(x, along_x), 1.0 - part(y, upward)))
}

fn table(stage: &Stage) -> Rect {
    stage.plot(words!("heatmap.name"))
}

fn at(stage: &Stage, position: usize, dimension: usize) -> Pos2 {
    cell(table(stage), (position, dimension), (50, 16))
}

fn pin(position: usize, dimension: usize) -> Option<Pin> {
    Some(Pin { position, dimension })
}

fn formula(stage: &Stage) -> String {
    let screen = stage.screen();
    screen.lines().find(|line| line.starts_with("PE(")).unwrap().to_owned()
}

/// The vertical and the horizontal lines across a plot in the colour of what is hovered.
fn crosshairs(stage: &Stage, plot: Rect) -> (usize, usize) {
    let hovered = Color32::from_rgb(0, 110, 50);
    let (mut upright, mut level) = (0, 0);
    for clipped in &stage.harness.output().shapes {
        if let Shape::LineSegment { points: [a, b], stroke } = &clipped.shape
            && stroke.color == hovered
            && plot.expand(1.0).contains(*a)
            && plot.expand(1.0).contains(*b)
        {
            upright += usize::from((a.x - b.x).abs() < 0.1);
            level += usize::from((a.y - b.y).abs() < 0.1);
        }
    }
    (upright, level)
}

#[test]
fn hovering_a_cell_shows_in_every_view() {
    let mut stage = Stage::new();
    let plots = [
        heatmap(Scheme::Sinusoidal),
        words!("near_far.matrix_name"),
        words!("bands.lane_name", band = words!("bands.pair", pair = 1)),
        strip(Scheme::Index),
        strip(Scheme::Normalized),
        strip(Scheme::Sinusoidal),
    ];
    let plots = plots.map(|name| stage.plot(name));
    for plot in plots {
        assert_eq!(crosshairs(&stage, plot), (0, 0));
    }
    assert_eq!(formula(&stage), "PE(3, 5) = cos(3 / 10000 4/16) = cos(0.3) = 0.955336");
    stage.hover(at(&stage, 9, 2));
    let seen = plots.map(|plot| crosshairs(&stage, plot));
    assert_eq!(seen, [(1, 1), (1, 0), (1, 0), (1, 0), (1, 0), (1, 0)]);
    // 9 / 10000^(2/16) = 2.84605
    assert_eq!(
        formula(&stage),
        "PE(9, 2) = sin(9 / 10000 2/16) = sin(2.84605) = 0.291259"
    );
    assert_eq!(stage.session(), Session::default(), "hovering changes nothing");
}

#[test]
fn hovering_compares_with_the_pinned_position() {
    let mut stage = Stage::new();
    let six = words!("near_far.relation", offset = 6, cosine = "0.806");
    assert!(!stage.shows(words!("near_far.relation")));
    stage.hover(at(&stage, 9, 5));
    assert!(stage.shows(&six), "{}", stage.screen());
    stage.hover(at(&stage, 1, 5));
    assert!(
        stage.shows(words!("near_far.relation", offset = "−2", cosine = "0.796")),
        "{}",
        stage.screen()
    );
    let curve = words!("near_far.curve_name", title = words!("near_far.by_offset"));
    for (name, x) in [
        (words!("bands.lane_name"), 9),
        (strip(Scheme::Normalized), 9),
        (curve, 6),
    ] {
        stage.hover(cell(stage.plot(&name), (x, 0), (50, 2)));
        assert!(stage.shows(&six), "{name}: {}", stage.screen());
    }
    stage.hover(cell(stage.plot(words!("near_far.matrix_name")), (20, 14), (50, 50)));
    assert!(stage.shows(&six), "any pair six apart");
    assert_eq!(crosshairs(&stage, table(&stage)), (2, 0));
}

#[test]
fn a_zero_row_has_no_cosine_and_that_is_said() {
    let mut stage = Stage::on(|session| session.spec.scheme = Scheme::Index);
    stage.hover(at(&stage, 0, 5));
    assert!(stage.shows(words!("near_far.undefined")), "{}", stage.screen());
}

#[test]
fn a_click_pins_and_escape_releases() {
    let mut stage = Stage::new();
    stage.click_at(at(&stage, 20, 11));
    assert_eq!(stage.session().views.pin, pin(20, 11));
    stage.harness.remove_cursor();
    stage.settle();
    assert!(formula(&stage).starts_with("PE(20, 11) = cos("));
    stage.key(Key::Escape);
    assert_eq!(stage.session().views.pin, None);
    assert!(formula(&stage).starts_with("PE(pos, 2i)"));
    stage.click_at(cell(stage.plot(words!("near_far.matrix_name")), (20, 14), (50, 50)));
    assert_eq!(stage.session().views.pin, pin(14, 0));
    stage.click_at(cell(stage.lanes(), (30, 3), (50, 4)));
    assert_eq!(
        stage.session().views.pin,
        pin(30, 10),
        "the highest lane is pair 5, which the first click added"
    );
    stage.click_at(cell(stage.plot(strip(Scheme::Normalized)), (7, 3), (50, 16)));
    assert_eq!(stage.session().views.pin, pin(7, 3));
}

#[test]
fn a_click_on_a_row_adds_its_band_and_there_are_six_lanes_at_most() {
    let mut stage = Stage::new();
    for (dimension, lanes) in [
        (2, vec![]), // the table has chosen pairs 0, 1 and 4
        (5, vec![0, 1, 4, 2]),
        (4, vec![0, 1, 4, 2]),
        (15, vec![0, 1, 4, 2, 7]),
        (10, vec![0, 1, 4, 2, 7, 5]),
        (13, vec![1, 4, 2, 7, 5, 6]),
    ] {
        stage.click_at(at(&stage, 25, dimension));
        assert_eq!(stage.session().views.lanes, lanes, "after dimension {dimension}");
        stage.harness.run_steps(4); // the next click is none of a double click
    }
    let lane = |pair: usize| words!("bands.lane_name", band = words!("bands.pair", pair)) + " ·";
    for band in [1, 2, 4, 5, 6, 7] {
        assert!(stage.has_part(lane(band)));
    }
    assert!(!stage.has_part(lane(0)));
    for band in [1, 2, 4, 5, 6] {
        stage.click(words!("bands.remove", band));
    }
    assert_eq!(stage.session().views.lanes, [7]);
    assert!(!stage.has(words!("bands.remove", band = 7)), "the last lane stays");
}

#[test]
fn a_drag_pans_what_is_zoomed() {
    let near = Span { start: 10.0, end: 30.0 };
    let mut stage = Stage::on(|session| session.views.positions = Some(near));
    let plot = table(&stage);
    let per_cell = plot.width() / 20.0;
    let from = plot.center();
    let step = |cells: f32| from - vec2(cells * per_cell, 0.0);
    stage.drag(&[from, step(2.0), step(5.0)]);
    let moved = stage.session().views.positions.unwrap();
    assert!(
        (moved.start - 15.0).abs() < 0.1 && (moved.length() - 20.0).abs() < 1e-6,
        "{moved:?}"
    );
    assert_eq!(stage.session().views.pin, pin(3, 5), "a drag pins nothing");
    stage.drag(&[from, from - vec2(9000.0, 0.0)]);
    assert_eq!(
        stage.session().views.positions,
        Some(Span { start: 30.0, end: 50.0 }),
        "it stops at the end"
    );
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.session().views.positions, Some(moved), "a drag is one step");
}

fn with_shift(stage: &mut Stage, act: impl FnOnce(&mut Stage)) {
    stage.harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
    act(stage);
    stage.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    stage.settle();
}

#[test]
fn a_drag_with_shift_zooms_to_a_box_of_whole_cells() {
    let mut stage = Stage::new();
    let (from, to) = (at(&stage, 10, 3), at(&stage, 19, 8));
    with_shift(&mut stage, |stage| stage.drag(&[from, from.lerp(to, 0.5), to]));
    let views = stage.session().views;
    assert_eq!(views.positions, Some(Span { start: 10.0, end: 20.0 }));
    assert_eq!(views.dimensions, Some(Span { start: 3.0, end: 9.0 }));
    assert_eq!(views.pin, pin(3, 5));
}

#[test]
fn escape_gives_a_box_up() {
    let mut stage = Stage::new();
    let (from, to) = (at(&stage, 10, 3), at(&stage, 19, 8));
    with_shift(&mut stage, |stage| {
        stage.press(&[from, from.lerp(to, 0.5), to]);
        stage.key(Key::Escape);
        stage.harness.drop_at(to);
        stage.settle();
    });
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn the_wheel_zooms_about_the_pointer_and_a_double_click_shows_all() {
    let mut stage = Stage::new();
    let at = at(&stage, 40, 4);
    stage.wheel(at, 240.0);
    let views = stage.session().views;
    let (positions, dimensions) = (views.positions.unwrap(), views.dimensions.unwrap());
    for (span, cells, part) in [(positions, 50.0, 40.5 / 50.0), (dimensions, 16.0, 4.5 / 16.0)] {
        assert!(
            (span.length() - cells / std::f64::consts::E).abs() < 0.02 * cells,
            "{span:?}"
        );
        let under = span.start + part * span.length();
        assert!(
            (under - part * cells).abs() < 0.1,
            "the cell under the pointer stays: {under}"
        );
    }
    stage.wheel(at, -2400.0);
    assert_eq!(stage.session().views.positions, None, "it is all there is");
    stage.wheel(at, 100.0);
    assert!(stage.session().views.positions.is_some());
    stage.double_click(at);
    let views = stage.session().views;
    assert_eq!((views.positions, views.dimensions), (None, None));
}

#[test]
fn a_pinch_zooms_too() {
    let mut stage = Stage::new();
    stage.hover(at(&stage, 25, 8));
    stage.harness.event(Event::Zoom(2.0));
    stage.harness.run_steps(8);
    stage.settle();
    let positions = stage.session().views.positions.unwrap();
    assert!((positions.length() - 25.0).abs() < 0.5, "{positions:?}");
}

#[test]
fn what_is_under_the_pointer_follows_the_axes() {
    let mut stage = Stage::on(|session| session.views.transposed = true);
    stage.click_at(cell(table(&stage), (11, 20), (16, 50)));
    assert_eq!(stage.session().views.pin, pin(20, 11));
    let mut stage = Stage::on(|session| session.views.regrouped = true);
    stage.click_at(at(&stage, 20, 1));
    assert_eq!(stage.session().views.pin, pin(20, 2), "the second sine");
    stage.harness.run_steps(4);
    stage.click_at(at(&stage, 20, 8));
    assert_eq!(stage.session().views.pin, pin(20, 1), "the first cosine");
}

#[test]
fn a_picture_that_starts_at_the_top_has_its_cells_and_the_arrow_keys_the_other_way_round() {
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, |ctx| {
        paintable(ctx);
        let chosen = preferences(Language::English, ThemePreference::Light);
        App::new(ctx, chosen, Session::default(), None)
    });
    // The pixel of a cell before the change, and of the same cell after it.
    let color = |stage: &mut Stage, place: Pos2| {
        let picture = picture(&stage.harness);
        *picture.get_pixel(place.x as u32, place.y as u32)
    };
    stage.hover(Pos2::ZERO);
    let [before, below] = [at(&stage, 20, 12), at(&stage, 20, 3)].map(|place| color(&mut stage, place));
    stage.click(words!("toolbar.view"));
    stage.click(words!("view.from_top"));
    stage.key(Key::Escape);
    stage.hover(Pos2::ZERO);
    assert!(stage.session().views.from_top);
    let mirrored = at(&stage, 20, 3);
    assert_eq!(color(&mut stage, mirrored), before);
    let mirrored = at(&stage, 20, 12);
    assert_eq!(color(&mut stage, mirrored), below);
    stage.click_at(at(&stage, 20, 12));
    assert_eq!(stage.session().views.pin, pin(20, 3));
    stage.key(Key::ArrowUp);
    assert_eq!(stage.session().views.pin, pin(20, 2), "up on the screen");
    stage.key(Key::ArrowDown);
    assert_eq!(stage.session().views.pin, pin(20, 3));
}

#[test]
fn nothing_in_view_reacts_under_a_dialog() {
    let mut stage = Stage::new();
    stage.key(Key::N);
    let numbers = stage.starting(Role::Button, "0.955336").rect();
    stage.hover(pos2(numbers.center().x, numbers.center().y));
    assert_eq!(crosshairs(&stage, table(&stage)), (0, 0));
}

//! The largest table: the window stays quick, and waiting is shown and can be cancelled.

use std::cell::Cell;
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, ThemePreference};
use poscope::app::App;
use poscope::encoding::rope::Rope;
use poscope::encoding::{Conventions, Precision, Scheme, Spec};
use poscope::session::Session;
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, field, heatmap, name, preferences};
use crate::common::{count, paintable, picture};

/// The longest that one frame may take, even in an unoptimised build.
const FRAME: Duration = Duration::from_millis(100);

#[test]
fn a_window_at_rest_draws_at_most_two_frames_after_an_input() {
    let mut stage = Stage::new();
    stage.fill(field("max_len"), "80"); // a field with the keyboard has a cursor
    let plot = stage.plot(heatmap(Scheme::Sinusoidal));
    for at in [plot.center(), plot.left_top() + eframe::egui::vec2(20.0, 30.0)] {
        stage.harness.hover_at(at);
        stage.harness.step();
        let more = stage.harness.run_ok().unwrap();
        assert!(more <= 2, "{more} frames after the pointer moved");
    }
    for key in [eframe::egui::Key::G, eframe::egui::Key::ArrowUp, eframe::egui::Key::F] {
        stage.harness.key_press(eframe::egui::Key::Escape);
        stage.settle();
        stage.harness.key_press(key);
        stage.harness.step();
        let more = stage.harness.run_ok().unwrap();
        assert!(more <= 3, "{more} frames after {key:?}");
    }
}

#[test]
fn typing_the_largest_table_never_holds_a_frame_up() {
    // Another process may delay a frame, but not three times.
    let slowest: Vec<Duration> = (0..3)
        .scan(Duration::MAX, |last, _| {
            let again = *last >= FRAME;
            again.then(|| {
                *last = slowest_frame();
                *last
            })
        })
        .collect();
    assert!(slowest.iter().any(|slowest| *slowest < FRAME), "{slowest:?}");
}

/// The longest frame while the largest table is typed and computed.
fn slowest_frame() -> Duration {
    let mut stage = Stage::new();
    stage.fill(field("max_len"), "1048576");
    let mut slowest = Duration::ZERO;
    for (name, text) in [("d_model", "16384"), ("base", "500000")] {
        stage.fill(field(name), text);
        stage.harness.key_press(eframe::egui::Key::Enter);
        let start = Instant::now();
        loop {
            let frame = Instant::now();
            stage.harness.step();
            slowest = slowest.max(frame.elapsed());
            if !stage.app().is_busy() || start.elapsed() > Duration::from_secs(60) {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    let spec = stage.session().spec;
    assert_eq!((spec.max_len, spec.d_model, spec.base), (1_048_576, 16_384, 500_000.0));
    slowest
}

#[test]
fn a_long_wait_shows_its_progress_and_can_be_ended_while_the_last_picture_stays() {
    // Without a closed form each of 2^28 cells is computed, which takes seconds on any machine.
    let mut stage = Stage::on(|session| session.spec.conventions.angle_precision = Precision::F16);
    stage.enter(field("d_model"), "256");
    stage.fill(field("max_len"), "1048576");
    stage.harness.key_press(eframe::egui::Key::Enter);
    let start = Instant::now();
    let mut shown = None;
    while shown.is_none() && start.elapsed() < Duration::from_secs(20) {
        stage.harness.step();
        std::thread::sleep(Duration::from_millis(5));
        shown = stage.has(words!("work.cancel")).then(|| start.elapsed());
    }
    let shown = shown.expect("a button to cancel");
    assert!(shown >= Duration::from_millis(300), "{shown:?}");
    // Every view that waits has its own button, after its own 0.3 s.
    while stage.app().is_busy() && start.elapsed() < Duration::from_secs(60) {
        if stage.has(words!("work.cancel")) {
            stage.control(words!("work.cancel")).click();
        }
        stage.harness.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    stage.settle();
    assert!(stage.shows(words!("error.cancelled")), "{}", stage.screen());
    assert!(!stage.has(words!("work.cancel")));
}

/// How colourful a plot is: the mean distance of the largest and the smallest channel.
fn colorfulness(stage: &Stage, plot: Rect) -> f64 {
    let image = picture(&stage.harness);
    let plot = plot.shrink(2.0);
    let spread = |pixel: [u8; 4]| {
        let [r, g, b, _] = pixel;
        f64::from(r.max(g).max(b) - r.min(g).min(b))
    };
    let sum = Cell::new(0.0);
    let pixels = count(&image, plot, |pixel| {
        sum.set(sum.get() + spread(pixel));
        true
    });
    sum.get() / pixels as f64
}

#[test]
fn an_old_picture_is_pale_while_a_new_one_is_computed_and_one_of_another_scheme_is_not_shown() {
    let session = Session {
        spec: Spec {
            d_model: 256,
            max_len: 16_384,
            rope: Rope {
                angle_precision: Precision::F16,
                ..Rope::default()
            },
            conventions: Conventions {
                angle_precision: Precision::F16,
                ..Conventions::default()
            },
            ..Spec::default()
        },
        ..Session::default()
    };
    let chosen = preferences(Language::English, ThemePreference::Light);
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, move |ctx| {
        paintable(ctx);
        App::new(ctx, chosen, session, None)
    });
    let plot = stage.plot(heatmap(Scheme::Sinusoidal));
    let full = colorfulness(&stage, plot);
    assert!(full > 40.0, "{full}");
    // Another base of the same scheme.
    stage.fill(field("base"), "500");
    stage.harness.key_press(eframe::egui::Key::Enter);
    stage.harness.run_steps(2);
    assert!(stage.app().is_busy());
    let pale = colorfulness(&stage, plot);
    assert!((0.3..0.6).contains(&(pale / full)), "{pale} of {full}");
    stage.settle();
    assert!(colorfulness(&stage, plot) > 0.7 * full);
    // Another scheme.
    stage
        .starting(
            Role::ComboBox,
            words!("toolbar.scheme", scheme = name(Scheme::Sinusoidal)),
        )
        .click();
    stage.settle();
    stage.control(name(Scheme::Rope)).click();
    stage.harness.run_steps(2);
    assert!(stage.app().is_busy());
    let nothing = colorfulness(&stage, plot);
    assert!(nothing < 0.1 * full, "{nothing} of {full}");
    stage.settle();
    assert!(colorfulness(&stage, plot) > 0.5 * full);
}

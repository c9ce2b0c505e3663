//! How many frames follow what a person does before the window rests. A window at rest draws
//! nothing: it wakes for the next event.

use std::time::Duration;

use eframe::egui::accesskit::Role;
use eframe::egui::{
    self, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, ThemePreference, TouchPhase,
    ViewportId, vec2,
};
use egui_kittest::kittest::{By, Queryable as _};
use poscope::app::App;
use poscope::app::offscreen::run_and_paint;
use poscope::encoding::{Beyond, Scheme, Spec, Strategy};
use poscope::session::{Session, Versus, Ways};
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, preferences};

/// Frames, and seconds from the first to the last of them.
#[derive(Debug)]
struct Rest {
    frames: usize,
    seconds: f64,
}

/// Runs the frame of some events and all frames that are asked for, at 60 per second or when they
/// are due, until no more are asked for.
fn rest(stage: &mut Stage, events: Vec<Event>) -> Rest {
    let start = stage.harness.ctx.input(|input| input.time) + 1.0 / 60.0;
    let mut now = start;
    stage.harness.input_mut().events.extend(events);
    for frames in 1..200 {
        stage.harness.input_mut().time = Some(now);
        stage.harness.step();
        let delay = stage.harness.output().viewport_output[&ViewportId::ROOT].repaint_delay;
        if delay > Duration::from_secs(60) {
            stage.harness.input_mut().time = None;
            let seconds = now - start;
            return Rest { frames, seconds };
        }
        now += delay.as_secs_f64().max(1.0 / 60.0);
    }
    panic!("the window does not come to rest");
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

fn wheel(points: f32) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    }
}

/// Sessions in which every view has something to show.
fn sessions() -> Vec<(&'static str, Session)> {
    let session = |spec, ways| {
        let mut session = Session::default();
        (session.spec, session.views.ways) = (spec, ways);
        session
    };
    let rope = Spec {
        scheme: Scheme::Rope,
        ..Spec::default()
    };
    let alibi = Spec {
        scheme: Scheme::Alibi,
        ..Spec::default()
    };
    let trained = Spec {
        beyond: Beyond {
            trained_len: 25,
            strategy: Strategy::Restart,
            overlap: 5,
        },
        ..Spec::default()
    };
    let mut compared = session(Spec::default(), Ways::Three);
    compared.versus = Some(Versus {
        spec: rope.clone(),
        ..Versus::default()
    });
    vec![
        ("first", session(Spec::default(), Ways::Three)),
        ("pairs", session(rope, Ways::Pairs)),
        ("bias", session(alibi, Ways::Three)),
        ("strategies", session(trained, Ways::Strategies)),
        ("A/B", compared),
    ]
}

/// Calls `check` in every session, in a large and in a small window.
fn everywhere(check: impl Fn(&mut Stage, &str)) {
    for size in [FIRST_SIZE, vec2(640.0, 480.0)] {
        let chosen = preferences(Language::English, ThemePreference::Light);
        let mut stage = Stage::with(size, chosen.clone(), Session::default());
        for (name, session) in sessions() {
            stage.restart(chosen.clone(), session);
            stage.settle();
            check(&mut stage, &format!("{name}, {} wide", size.x));
        }
    }
}

/// The middles of all plots on the screen.
fn plots(stage: &Stage) -> Vec<Pos2> {
    let plots = stage.harness.query_all(By::new().role(Role::Image));
    let middles: Vec<Pos2> = plots.map(|node| node.rect().center()).collect();
    assert!(middles.len() > 2, "{} plots", middles.len());
    middles
}

/// Frames after an event of the pointer, including its own.
const POINTER: usize = 3;

/// Frames after a key that changes what is shown.
const KEY: usize = 4;

/// Frames and seconds in which egui carries out a turn of the wheel.
const WHEEL: (usize, f64) = (18, 0.55);

/// Frames after a slider was released; a second later the curves from before it moved disappear.
const SLIDER: usize = 4;

#[test]
fn the_window_rests_three_frames_after_its_start() {
    for size in [FIRST_SIZE, vec2(640.0, 480.0)] {
        for (name, session) in sessions() {
            let ctx = egui::Context::default();
            let chosen = preferences(Language::English, ThemePreference::Light);
            let mut app = App::new(&ctx, chosen, session, None);
            let mut frames = 0;
            run_and_paint(&ctx, size, 1.0, 60, |ui| {
                frames += 1;
                app.draw(ui);
            })
            .unwrap();
            assert!(frames <= 3, "{name}, {} wide: {frames} frames", size.x);
        }
    }
}

#[test]
fn the_window_rests_three_frames_after_the_pointer() {
    everywhere(|stage, name| {
        for at in plots(stage) {
            let to = at + vec2(12.0, 5.0);
            for events in [
                vec![Event::PointerMoved(at)],
                vec![button(at, true)],
                vec![button(at, false)],
                vec![button(at, true)],
                vec![Event::PointerMoved(to)],
                vec![button(to, false)],
                vec![Event::Zoom(1.5)],
                vec![Event::PointerGone],
            ] {
                let what = format!("{name}: {events:?}");
                let Rest { frames, .. } = rest(stage, events);
                assert!(frames <= POINTER, "{what}: {frames} frames");
            }
        }
    });
}

#[test]
fn the_window_rests_half_a_second_after_the_wheel() {
    everywhere(|stage, name| {
        for at in plots(stage) {
            for points in [120.0, -1200.0] {
                rest(stage, vec![Event::PointerMoved(at)]);
                let Rest { frames, seconds } = rest(stage, vec![wheel(points)]);
                assert!(
                    frames <= WHEEL.0 && seconds <= WHEEL.1,
                    "{name}: {frames} frames in {seconds} s"
                );
            }
        }
    });
}

#[test]
fn the_window_rests_a_second_after_a_slider() {
    everywhere(|stage, name| {
        let at = stage.starting(Role::Slider, "max_len").rect().center();
        let to = at + vec2(8.0, 0.0);
        for events in [
            vec![Event::PointerMoved(at)],
            vec![button(at, true)],
            vec![Event::PointerMoved(at + vec2(4.0, 0.0))],
            vec![Event::PointerMoved(to)],
        ] {
            let what = format!("{name}: {events:?}");
            let Rest { frames, .. } = rest(stage, events);
            assert!(frames <= POINTER, "{what}: {frames} frames");
        }
        let Rest { frames, seconds } = rest(stage, vec![button(to, false)]);
        assert!(
            frames <= SLIDER && seconds < 1.05,
            "{name}: {frames} frames in {seconds} s"
        );
    });
}

#[test]
fn the_window_rests_four_frames_after_a_key() {
    everywhere(|stage, name| {
        for key in [
            Key::G,
            Key::T,
            Key::Num1,
            Key::Num0,
            Key::ArrowRight,
            Key::F,
            Key::N,
            Key::Escape,
        ] {
            let down = Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            };
            let Rest { frames, .. } = rest(stage, vec![down]);
            assert!(frames <= KEY, "{name}, {key:?}: {frames} frames");
        }
    });
}

//! One frame of the window at 1600 x 900 with d_model 512 and max_len 512 while
//! the base slider moves: every view computes anew, is laid out and tessellated.
//! The slider is dragged by pointer events, as a person does it.
//!
//! Printed are medians over 100 frames. Beside them stands the time in which
//! the same machine, in the same run, fills the table directly (a sine and a
//! cosine a pair), and how long the last frame's work on other threads took.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use eframe::egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use poscope::app::App;
use poscope::app::preferences::Preferences;
use poscope::encoding::Encoding;
use poscope::session::Session;
use poscope::text::Language;

const FRAMES: usize = 100;

struct Window {
    ctx: Context,
    app: App,
    time: f64,
}

struct Timing {
    /// Input, compute, layout.
    draw: Duration,
    /// Triangles.
    tessellate: Duration,
}

impl Window {
    fn frame(&mut self, events: Vec<Event>) -> Timing {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1600.0, 900.0))),
            time: Some(self.time),
            events,
            max_texture_side: Some(4096),
            ..RawInput::default()
        };
        let start = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| self.app.draw(ui));
        let draw = start.elapsed();
        let start = Instant::now();
        let triangles = self
            .ctx
            .tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
        let tessellate = start.elapsed();
        assert!(!triangles.is_empty());
        output.textures_delta.clear();
        Timing { draw, tessellate }
    }

    fn base(&self) -> f64 {
        self.app.session().spec.base
    }

    fn rest(&mut self) -> Duration {
        let start = Instant::now();
        while self.app.is_busy() {
            std::thread::sleep(Duration::from_millis(1));
            self.frame(Vec::new());
        }
        start.elapsed()
    }
}

fn button(at: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

/// Where a drag changes the base.
fn base_slider(window: &mut Window) -> Pos2 {
    for x in (600..1500).step_by(10) {
        #[expect(clippy::cast_precision_loss, reason = "a screen's points")]
        let at = pos2(x as f32, 43.0);
        let before = window.base();
        window.frame(vec![Event::PointerMoved(at)]);
        window.frame(vec![button(at, true)]);
        window.frame(vec![Event::PointerMoved(at + vec2(8.0, 0.0))]);
        let changed = (window.base() - before).abs() > 1e-9;
        window.frame(vec![button(at + vec2(8.0, 0.0), false)]);
        if changed {
            return at;
        }
    }
    panic!("no slider of the base");
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() {
    let ctx = Context::default();
    let mut session = Session::default();
    (session.spec.d_model, session.spec.max_len) = (512, 512);
    let preferences = Preferences {
        language: Some(Language::English),
        ..Preferences::default()
    };
    let app = App::new(&ctx, preferences, session, None);
    let mut window = Window { ctx, app, time: 0.0 };
    for _ in 0..5 {
        window.frame(Vec::new());
    }
    let slider = base_slider(&mut window);
    window.frame(vec![Event::PointerMoved(slider)]);
    window.frame(vec![button(slider, true)]);

    let (mut draws, mut tessellations, mut totals, mut tables) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut cells = vec![0.0; 512 * 512];
    let mut moved = 0;
    for step in 0..FRAMES {
        let before = window.base();
        #[expect(clippy::cast_precision_loss, reason = "a screen's points")]
        let at = slider + vec2((step % 40) as f32, 0.0);
        let timing = window.frame(vec![Event::PointerMoved(at)]);
        moved += usize::from((window.base() - before).abs() > 1e-9);
        totals.push(timing.draw + timing.tessellate);
        draws.push(timing.draw);
        tessellations.push(timing.tessellate);
        let table = Encoding::new(window.app.session().spec).expect("within the limits");
        let start = Instant::now();
        table.fill(0, &mut cells);
        tables.push(start.elapsed());
    }
    let elsewhere = window.rest();
    assert!(moved > FRAMES / 2, "the slider moved in {moved} frames only");
    println!("one frame, 1600 x 900, d_model 512, max_len 512, the base slider moving in {moved} of {FRAMES} frames");
    println!("  draw (compute and layout)   {:6.2} ms", median(draws));
    println!("  tessellate                  {:6.2} ms", median(tessellations));
    let (total, table) = (median(totals), median(tables));
    println!("  together                    {total:6.2} ms");
    println!(
        "  the table filled directly   {table:6.2} ms; a frame is {:.1} times that",
        total / table
    );
    println!(
        "  work left on other threads  {:6.2} ms after the last frame",
        elsewhere.as_secs_f64() * 1e3
    );
}

//! One frame of the window while a slider moves: `cargo bench --bench frame`.
//!
//! The window is 1600 x 900 points at one pixel per point, with all four views, at two table sizes. A
//! pointer holds the slider of the base and moves it before every frame, so that no view can reuse what
//! it shows. A frame is what the program does before the graphics card draws: read the input, compute,
//! lay out, colour the pictures, and tessellate everything.
//!
//! Work that a frame leaves to another thread is not included in its time. Two more lines therefore say
//! how often that happened, and how long it takes from the move until every view shows the new base.
//! Two references describe the machine: filling as many bytes as the window has, and computing the
//! picture's cells one by one without any of the program's methods.

#![allow(missing_docs, clippy::print_stdout, reason = "a program that prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use poscope::app::App;
use poscope::app::preferences::Preferences;
use poscope::encoding::Spec;
use poscope::session::Session;
use poscope::text::Language;

const SIZE: Vec2 = vec2(1600.0, 900.0);
const FRAMES: usize = 100;

/// Dimensions, positions, and the target time of a frame in milliseconds.
const TABLES: [(usize, usize, f64); 2] = [(512, 512, 16.0), (1024, 4096, 8.0)];

fn main() {
    for (d_model, max_len, target) in TABLES {
        measure(d_model, max_len, target);
    }
    println!("references on this machine, {} threads", rayon::current_num_threads());
    println!(
        "  fill as many bytes as the window has:    {:7.2} ms",
        median(timed(memory_fill))
    );
    println!(
        "  512 x 512 cell by cell, one thread:      {:7.2} ms",
        median(timed(cell_by_cell))
    );
}

fn measure(d_model: usize, max_len: usize, target: f64) {
    let session = Session {
        spec: Spec {
            d_model,
            max_len,
            ..Spec::default()
        },
        ..Session::default()
    };
    let slider = base_slider(&session);
    let mut window = Window::new(&session);
    window.hold(slider.center());

    // Warm-up: the first frames create fonts and textures.
    let mut moves = (0..).map(|step| place(slider, step));
    for at in moves.by_ref().take(10) {
        window.move_to(at);
    }
    let mut frames: Vec<Frame> = moves.by_ref().take(FRAMES).map(|at| window.move_to(at)).collect();
    let busy = frames.iter().filter(|frame| frame.left_work).count();
    let settled: Vec<f64> = moves.take(FRAMES).map(|at| window.settle_at(at)).collect();

    let of = |part: fn(&Frame) -> f64| median(frames.iter().map(part).collect());
    let (run, tessellate, whole) = (of(|f| f.run_ms), of(|f| f.tessellate_ms), of(Frame::whole_ms));
    frames.sort_by(|a, b| a.whole_ms().total_cmp(&b.whole_ms()));
    let slowest = frames[FRAMES * 95 / 100].whole_ms();
    println!("one frame, 1600 x 900, d_model {d_model}, max_len {max_len}, base moves before each; {FRAMES} frames");
    println!("  median           {whole:7.2} ms   (target: {target} ms)");
    println!("    compute, layout{run:7.2} ms");
    println!(
        "    tessellation   {tessellate:7.2} ms   {} triangles",
        frames[0].triangles
    );
    println!("  95th of 100      {slowest:7.2} ms");
    println!("  frames with work left to another thread: {busy} of {FRAMES}");
    println!(
        "  from the move until every view shows it: {:.2} ms (median)",
        median(settled)
    );
}

/// Returns where the pointer is: back and forth over the slider, so that the base changes in every frame.
fn place(slider: Rect, step: u16) -> Pos2 {
    const LAST: u16 = 40;
    let step = step % (2 * LAST);
    let there_and_back = f32::from(step.min(2 * LAST - step)) / f32::from(LAST);
    pos2(
        slider.left() + slider.width() * (0.3 + 0.6 * there_and_back),
        slider.center().y,
    )
}

fn app(ctx: &Context, session: &Session) -> App {
    let preferences = Preferences {
        language: Some(Language::English),
        ..Preferences::default()
    };
    App::new(ctx, preferences, session.clone(), None)
}

/// Returns where the slider is, found as a person or a screen reader would: by its name.
fn base_slider(session: &Session) -> Rect {
    let session = session.clone();
    let mut app = None;
    let mut harness = Harness::builder().with_size(SIZE).build_ui(move |ui| {
        let ctx = ui.ctx().clone();
        app.get_or_insert_with(|| self::app(&ctx, &session)).draw(ui);
    });
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Slider, "base").rect()
}

/// The program without its window system.
struct Window {
    ctx: Context,
    app: App,
    frame: u32,
}

struct Frame {
    run_ms: f64,
    tessellate_ms: f64,
    triangles: usize,
    left_work: bool,
}

impl Frame {
    fn whole_ms(&self) -> f64 {
        self.run_ms + self.tessellate_ms
    }
}

impl Window {
    fn new(session: &Session) -> Self {
        let ctx = Context::default();
        let app = app(&ctx, session);
        let mut window = Self { ctx, app, frame: 0 };
        window.until_rest();
        window
    }

    /// Draws one frame with these events.
    fn frame(&mut self, events: Vec<Event>) -> Frame {
        self.frame += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            max_texture_side: Some(16_384),
            time: Some(f64::from(self.frame) / 60.0),
            events,
            ..RawInput::default()
        };
        let start = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| self.app.draw(ui));
        let run = start.elapsed();
        let start = Instant::now();
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let tessellate = start.elapsed();
        output.textures_delta.clear(); // the graphics card would take them
        Frame {
            run_ms: ms(run),
            tessellate_ms: ms(tessellate),
            triangles: primitives.iter().map(|primitive| triangles(&primitive.primitive)).sum(),
            left_work: self.app.is_busy(),
        }
    }

    fn hold(&mut self, at: Pos2) {
        self.frame(vec![Event::PointerMoved(at)]);
        self.frame(vec![Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed: true,
            modifiers: Modifiers::NONE,
        }]);
    }

    fn move_to(&mut self, at: Pos2) -> Frame {
        let before = self.app.session().spec.base;
        let frame = self.frame(vec![Event::PointerMoved(at)]);
        let after = self.app.session().spec.base;
        assert!(
            before.total_cmp(&after).is_ne(),
            "the slider did not move: base {after}"
        );
        frame
    }

    /// Moves the pointer, and draws frames until no work is left; returns the time in milliseconds.
    fn settle_at(&mut self, at: Pos2) -> f64 {
        let start = Instant::now();
        self.move_to(at);
        self.until_rest();
        ms(start.elapsed())
    }

    /// Draws frames while replies arrive, since each reply wakes the program.
    fn until_rest(&mut self) {
        self.frame_if_busy();
        while self.app.is_busy() {
            std::thread::sleep(Duration::from_micros(200));
            self.frame(Vec::new());
        }
    }

    fn frame_if_busy(&mut self) {
        if self.frame == 0 || self.app.is_busy() {
            self.frame(Vec::new());
        }
    }
}

fn triangles(primitive: &eframe::egui::epaint::Primitive) -> usize {
    match primitive {
        eframe::egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
        eframe::egui::epaint::Primitive::Callback(_) => 0,
    }
}

fn memory_fill() {
    let mut bytes = vec![0u8; 1600 * 900 * 4];
    black_box(&mut bytes).fill(black_box(1));
    black_box(&bytes);
}

/// Computes `PE(p, j)` for every cell, with a power, a division and a sine each.
#[expect(clippy::cast_precision_loss, reason = "small")]
fn cell_by_cell() {
    const CELLS: u16 = 512;
    let d = f64::from(CELLS);
    let mut table = vec![0.0f32; usize::from(CELLS).pow(2)];
    for (p, row) in table.chunks_exact_mut(usize::from(CELLS)).enumerate() {
        for (j, value) in row.iter_mut().enumerate() {
            let angle = p as f64 / black_box(10_000f64).powf((j - j % 2) as f64 / d);
            #[expect(clippy::cast_possible_truncation, reason = "as tables are stored")]
            let rounded = if j % 2 == 0 { angle.sin() } else { angle.cos() } as f32;
            *value = rounded;
        }
    }
    black_box(&table);
}

fn timed(work: fn()) -> Vec<f64> {
    (0..21)
        .map(|_| {
            let start = Instant::now();
            work();
            ms(start.elapsed())
        })
        .collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

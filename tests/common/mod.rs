//! Lets a test look at what the window shows: egui's harness runs it, our own painter paints it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(dead_code)] // Every test file compiles this one and uses a part of it.

pub mod locale;
pub mod recorded;

use eframe::egui;
use egui_kittest::Harness;
use image::RgbaImage;
use poscope::app::offscreen::Painter;

/// Sits in the context under test and keeps the textures of every frame.
///
/// A plugin sees the frames before the harness takes the textures out of them, and unlike
/// `egui_kittest::TestRenderer` it needs no type of the `image` crate.
struct TextureKeeper(Painter);

impl egui::Plugin for TextureKeeper {
    fn debug_name(&self) -> &'static str {
        "texture keeper"
    }

    fn output_hook(&mut self, _ctx: &egui::Context, output: &mut egui::FullOutput) {
        self.0.update_textures(&mut output.textures_delta.clone());
    }
}

/// Makes a harness's window paintable: `Harness::builder().with_context_setup(common::paintable)`.
pub fn paintable(ctx: &egui::Context) {
    ctx.add_plugin(TextureKeeper(Painter::new()));
}

/// Paints the last frame that the harness ran, over the theme's panel colour.
pub fn picture<State>(harness: &Harness<'_, State>) -> RgbaImage {
    let (ctx, output) = (&harness.ctx, harness.output());
    let size_px = ctx.content_rect().size() * ctx.pixels_per_point();
    let primitives = ctx.tessellate(output.shapes.clone(), ctx.pixels_per_point());
    ctx.with_plugin(|keeper: &mut TextureKeeper| {
        keeper.0.paint(
            [size_px.x, size_px.y].map(|side| side.round() as usize),
            ctx.pixels_per_point(),
            ctx.global_style().visuals.panel_fill,
            &primitives,
        )
    })
    .expect("the harness is built with `paintable`")
    .expect("the window is small enough to paint")
}

/// Number of pixels inside `area` (in pixels, edges rounded inwards) for which `is` holds.
pub fn count(image: &RgbaImage, area: egui::Rect, is: impl Fn([u8; 4]) -> bool) -> usize {
    let columns = area.left().ceil().max(0.0) as usize..area.right().floor().max(0.0) as usize;
    let rows = area.top().ceil().max(0.0) as usize..area.bottom().floor().max(0.0) as usize;
    rows.flat_map(|y| {
        columns
            .clone()
            .filter_map(move |x| image.get_pixel_checked(x as u32, y as u32).map(|pixel| pixel.0))
    })
    .filter(|&pixel| is(pixel))
    .count()
}

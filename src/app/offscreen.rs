//! Paints egui's output on the CPU, so that a window can be seen without a GPU or a display.
//!
//! egui hands over triangles and textures; `triangle` finds the pixels of a triangle, `texture` looks up their
//! texels. Colours are treated as the shaders of `egui_glow` treat them, without their optional dithering and
//! without mipmaps: a flat colour has the exact bytes that egui asked for.

mod texture;
mod triangle;

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use eframe::egui::epaint::{ImageDelta, Primitive};
use eframe::egui::{self, Color32, ImageData, TextureId};
use image::RgbaImage;

use texture::Texture;
use triangle::{Canvas, Corner};

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: usize = 16_384;

/// The reason why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PaintError {
    /// A side, in pixels, is longer than [`MAX_SIDE`].
    #[error("a picture of {width} × {height} pixels is too large, at most {MAX_SIDE} × {MAX_SIDE} are painted")]
    TooLarge {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
    /// The scale is zero, negative, infinite or not a number.
    #[error("{0} pixels per point is not a scale")]
    Scale(f32),
    /// The system could not provide the memory that the picture needs.
    #[error("there is not enough memory for a picture of {width} × {height} pixels")]
    Memory {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
}

/// Keeps egui's textures and paints triangles with them.
#[derive(Debug, Clone, Default)]
pub struct Painter {
    textures: HashMap<TextureId, Texture>,
    /// Textures freed by the last update but still used by the shapes that came with it.
    to_free: Vec<TextureId>,
}

impl Painter {
    /// Returns a painter that knows no textures yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes over the texture changes of one frame and leaves `delta` empty.
    ///
    /// Call it once per frame, before [`Self::paint`]. Textures that this frame frees can still be painted with;
    /// they are dropped at the next update, because egui frees a texture only after painting. An invalid update
    /// (of an unknown texture, outside the texture, with too few texels) is ignored.
    pub fn update_textures(&mut self, delta: &mut egui::TexturesDelta) {
        for id in self.to_free.drain(..) {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.update_texture(id, change);
            }
        }
        self.to_free.extend(delta.free.drain());
    }

    fn update_texture(&mut self, id: TextureId, change: ImageDelta) {
        let ImageDelta { image, options, pos } = change;
        let ImageData::Color(image) = image;
        match pos {
            None => {
                if let Some(texture) = Texture::new(image, options) {
                    self.textures.insert(id, texture);
                }
            }
            Some(pos) => {
                if let Some(texture) = self.textures.get_mut(&id) {
                    texture.patch(pos, &image, options);
                }
            }
        }
    }

    /// Paints clipped triangles over a background.
    ///
    /// `size_px` is the width and height of the picture in pixels, `pixels_per_point` the scale
    /// from egui's points to pixels. The background is made opaque. A picture without pixels comes
    /// back empty. Paint callbacks, triangles with a corner that does not exist or is not a number,
    /// and meshes whose texture is missing are left out.
    ///
    /// # Errors
    /// If a side is longer than [`MAX_SIDE`], the scale is not a positive number, or memory runs out.
    pub fn paint(
        &self,
        size_px: [usize; 2],
        pixels_per_point: f32,
        background: Color32,
        primitives: &[egui::ClippedPrimitive],
    ) -> Result<RgbaImage, PaintError> {
        let [width, height] = check_size(size_px, pixels_per_point)?;
        let mut pixels: Vec<[u8; 4]> = Vec::new();
        pixels
            .try_reserve_exact(width * height)
            .map_err(|_| PaintError::Memory { width, height })?;
        pixels.resize(width * height, background.to_opaque().to_array());

        for primitive in primitives {
            let Primitive::Mesh(mesh) = &primitive.primitive else {
                continue;
            };
            let Some(texture) = self.textures.get(&mesh.texture_id) else {
                continue;
            };
            let mut canvas = Canvas {
                pixels: &mut pixels,
                width,
                clip: clip_in_pixels(primitive.clip_rect, size_px, pixels_per_point),
            };
            if canvas.clip.iter().any(Range::is_empty) {
                continue;
            }
            for triangle in mesh.triangles() {
                let corners = triangle.map(|index| Corner::new(mesh.vertices.get(index as usize)?, pixels_per_point));
                if let [Some(a), Some(b), Some(c)] = corners {
                    canvas.triangle([a, b, c], texture);
                }
            }
        }
        RgbaImage::from_raw(width as u32, height as u32, pixels.into_flattened())
            .ok_or(PaintError::Memory { width, height })
    }
}

/// Shows a user interface without a window and paints its last frame.
///
/// Runs at least one and at most `frames` frames, and stops once egui asks for no further frame
/// immediately. A frame takes 1/60 s of egui's time, so animations run the same way every time. The
/// picture has `size_points * pixels_per_point` pixels, rounded; what the interface leaves
/// uncovered has the theme's panel colour. Commands to the window and the clipboard are dropped.
///
/// # Errors
/// As for [`Painter::paint`], before the interface runs. A size that is negative or not a number
/// counts as zero.
pub fn run_and_paint(
    ctx: &egui::Context,
    size_points: egui::Vec2,
    pixels_per_point: f32,
    frames: usize,
    mut ui: impl FnMut(&mut egui::Ui),
) -> Result<RgbaImage, PaintError> {
    let size_px = [size_points.x, size_points.y].map(|side| (side * pixels_per_point).round() as usize);
    check_size(size_px, pixels_per_point)?;

    let mut painter = Painter::new();
    let mut frame = 0;
    loop {
        let mut input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size_points)),
            max_texture_side: Some(MAX_SIDE),
            time: Some(frame as f64 / 60.0),
            ..Default::default()
        };
        // egui multiplies its zoom factor onto the scale of the display; `pixels_per_point` includes both.
        let display = input.viewports.entry(egui::ViewportId::ROOT).or_default();
        display.native_pixels_per_point = Some(pixels_per_point / ctx.zoom_factor());

        let mut output = ctx.run_ui(input, &mut ui);
        painter.update_textures(&mut output.textures_delta);
        frame += 1;

        let root = output.viewport_output.get(&egui::ViewportId::ROOT);
        let goes_on = root.is_some_and(|root| root.repaint_delay == Duration::ZERO);
        if frame >= frames || !goes_on {
            let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
            let background = ctx.global_style().visuals.panel_fill;
            return painter.paint(size_px, output.pixels_per_point, background, &primitives);
        }
    }
}

fn check_size(size_px: [usize; 2], pixels_per_point: f32) -> Result<[usize; 2], PaintError> {
    let [width, height] = size_px;
    if !(pixels_per_point.is_finite() && pixels_per_point > 0.0) {
        return Err(PaintError::Scale(pixels_per_point));
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(PaintError::TooLarge { width, height });
    }
    Ok(size_px)
}

/// Returns the columns and rows inside a clip rectangle, rounded as `egui_glow` rounds them.
fn clip_in_pixels(clip: egui::Rect, size_px: [usize; 2], pixels_per_point: f32) -> [Range<i64>; 2] {
    let range = |min: f32, max: f32, side: usize| {
        let [min, max] = [min, max].map(|edge| (edge * pixels_per_point).round() as i64);
        let min = min.clamp(0, side as i64);
        min..max.clamp(min, side as i64)
    };
    [
        range(clip.min.x, clip.max.x, size_px[0]),
        range(clip.min.y, clip.max.y, size_px[1]),
    ]
}

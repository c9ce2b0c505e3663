//! Keeps the texels of a texture and looks them up as a graphics card would.

use std::sync::Arc;

use eframe::egui::{ColorImage, TextureFilter, TextureOptions, TextureWrapMode};

/// An image with at least one texel, and its lookup options.
#[derive(Debug, Clone)]
pub(super) struct Texture {
    pub(super) image: Arc<ColorImage>,
    pub(super) options: TextureOptions,
}

impl Texture {
    /// Returns a texture; `None` if the image has no texels, or not as many as its size says.
    pub(super) fn new(image: Arc<ColorImage>, options: TextureOptions) -> Option<Self> {
        (!image.pixels.is_empty() && is_whole(&image)).then_some(Self { image, options })
    }

    /// Replaces the part of the texture that starts at column `x` and row `y`, if it lies inside.
    pub(super) fn patch(&mut self, [x, y]: [usize; 2], part: &ColorImage, options: TextureOptions) {
        self.options = options;
        let [width, height] = self.image.size;
        let fits = |at: usize, length: usize, side: usize| at <= side && length <= side - at;
        let inside = fits(x, part.size[0], width) && fits(y, part.size[1], height);
        if part.pixels.is_empty() || !inside || !is_whole(part) {
            return;
        }
        let rows = Arc::make_mut(&mut self.image).pixels.chunks_exact_mut(width).skip(y);
        for (row, new) in rows.zip(part.pixels.chunks_exact(part.size[0])) {
            row[x..x + part.size[0]].copy_from_slice(new);
        }
    }

    /// Returns the colour (0 to 1) at a place in the texture; `u` and `v` run from 0 to 1 across it.
    pub(super) fn sample(&self, u: f32, v: f32, filter: TextureFilter) -> [f32; 4] {
        let [width, height] = self.image.size;
        let (x, y) = (u * width as f32, v * height as f32);
        if filter == TextureFilter::Nearest {
            return self
                .texel(x.floor() as i32, y.floor() as i32)
                .map(|c| f32::from(c) / 255.0);
        }
        // Graphics cards weight texels in steps of 1/256. This keeps text, which lies texel on
        // pixel, exactly as sharp whatever the rounding of u and v.
        let split = |texels: f32| {
            let steps = ((texels - 0.5) * 256.0).round() as i32;
            (steps.div_euclid(256), steps.rem_euclid(256))
        };
        let ((left, right_weight), (top, bottom_weight)) = (split(x), split(y));
        let corner = self.texel(left, top);
        if right_weight == 0 && bottom_weight == 0 {
            return corner.map(|c| f32::from(c) / 255.0);
        }
        let upper = [corner, self.texel(left + 1, top)];
        let lower = [self.texel(left, top + 1), self.texel(left + 1, top + 1)];
        std::array::from_fn(|i| {
            let along = |[a, b]: [[u8; 4]; 2]| i32::from(a[i]) * (256 - right_weight) + i32::from(b[i]) * right_weight;
            let sum = along(upper) * (256 - bottom_weight) + along(lower) * bottom_weight;
            sum as f32 / (255.0 * 65536.0)
        })
    }

    /// Returns one texel; the wrap mode says what lies outside the image.
    fn texel(&self, x: i32, y: i32) -> [u8; 4] {
        let [width, height] = self.image.size;
        let wrap = |at: i32, side: usize| {
            let (at, side) = (i64::from(at), side as i64);
            let inside = match self.options.wrap_mode {
                TextureWrapMode::ClampToEdge => at.clamp(0, side - 1),
                TextureWrapMode::Repeat => at.rem_euclid(side),
                TextureWrapMode::MirroredRepeat => {
                    let twice = at.rem_euclid(2 * side);
                    twice.min(2 * side - 1 - twice)
                }
            };
            inside as usize
        };
        self.image.pixels[wrap(y, height) * width + wrap(x, width)].to_array()
    }
}

fn is_whole(image: &ColorImage) -> bool {
    image.size[0].checked_mul(image.size[1]) == Some(image.pixels.len())
}

//! Rasters as textures: colours are looked up again only if the raster, the palette or the
//! orientation has changed.

use std::collections::HashMap;

use eframe::egui::{Color32, ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use rayon::prelude::*;

use crate::field::{Key, Raster};
use crate::plot::palette::Palette;

/// How a raster is coloured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coloring {
    /// The map from values to colours.
    pub palette: Palette,
    /// Whether the columns of the field run along x.
    pub transposed: bool,
    /// Whether values outside the palette's range are hatched.
    pub hatched: bool,
}

/// The textures of the views, by key.
#[derive(Default)]
pub struct Textures(HashMap<Key, KeptTexture>);

struct KeptTexture {
    version: u64,
    coloring: Coloring,
    texture: TextureHandle,
}

impl Textures {
    /// Drops the textures whose keys are not kept.
    pub fn retain(&mut self, is_kept: impl Fn(&Key) -> bool) {
        self.0.retain(|key, _| is_kept(key));
    }

    /// Returns the texture of a raster. `version` tells rasters under one key apart; an outdated
    /// raster keeps the palette with which it was shown.
    pub fn texture(
        &mut self,
        ctx: &Context,
        key: &Key,
        (version, is_old): (u64, bool),
        raster: &Raster,
        mut coloring: Coloring,
    ) -> TextureId {
        if let Some(kept) = self.0.get(key).filter(|kept| is_old && kept.version == version) {
            coloring.palette = kept.coloring.palette;
        }
        match self.0.get_mut(key) {
            Some(kept) if kept.version == version && kept.coloring == coloring => {}
            Some(kept) => {
                kept.texture.set(image(raster, coloring), TextureOptions::NEAREST);
                (kept.version, kept.coloring) = (version, coloring);
            }
            None => {
                let texture = ctx.load_texture(format!("{key:?}"), image(raster, coloring), TextureOptions::NEAREST);
                let kept = KeptTexture {
                    version,
                    coloring,
                    texture,
                };
                self.0.insert(key.clone(), kept);
            }
        }
        self.0[key].texture.id()
    }
}

/// Returns the picture of a raster: the rows of the field along x and its columns upward;
/// transposed, the other way round.
pub fn image(raster: &Raster, coloring: Coloring) -> ColorImage {
    let (width, height) = if coloring.transposed {
        (raster.column_pixels, raster.row_pixels)
    } else {
        (raster.row_pixels, raster.column_pixels)
    };
    let mut pixels = vec![Color32::BLACK; width * height];
    let colors = coloring.palette.lookup();
    pixels.par_chunks_exact_mut(width.max(1)).enumerate().for_each_init(
        || vec![0.0; width],
        |turned, (y, line)| {
            let up = height - 1 - y;
            let values = if coloring.transposed {
                turned
                    .iter_mut()
                    .enumerate()
                    .for_each(|(x, value)| *value = raster.at(up, x));
                &turned[..]
            } else {
                &raster.values[up * width..][..width]
            };
            for (pixel, value) in line.iter_mut().zip(values) {
                let [r, g, b] = colors.color(f64::from(*value));
                *pixel = Color32::from_rgb(r, g, b);
            }
            if coloring.hatched {
                hatch_line(values, coloring.palette, y, line);
            }
        },
    );
    ColorImage::new([width, height], pixels)
}

fn hatch_line(values: &[f32], palette: Palette, y: usize, line: &mut [Color32]) {
    for (x, (value, pixel)) in values.iter().zip(line).enumerate() {
        let beyond = f64::from(*value) < palette.low || f64::from(*value) > palette.high;
        if beyond {
            let [r, g, b] = crate::plot::hatch::hatched([pixel.r(), pixel.g(), pixel.b()], x as u64, y as u64);
            *pixel = Color32::from_rgb(r, g, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::ColorMap;

    #[test]
    fn a_raster_that_is_out_of_date_keeps_its_own_colors() {
        let (ctx, key) = (Context::default(), Key::new("test", "cells"));
        let raster = Raster {
            row_pixels: 1,
            column_pixels: 1,
            values: vec![5.0],
            marks: Vec::new(),
        };
        let coloring = |high: f64| Coloring {
            palette: Palette {
                low: -high,
                high,
                map: ColorMap::RdBu,
                reversed: false,
            },
            transposed: false,
            hatched: false,
        };
        let mut textures = Textures::default();
        let mut kept = |state, high| {
            textures.texture(&ctx, &key, state, &raster, coloring(high));
            textures.0[&key].coloring.palette.high
        };
        assert_eq!(kept((1, false), 10.0), 10.0);
        assert_eq!(kept((1, true), 1.0), 10.0);
        assert_eq!(kept((2, false), 1.0), 1.0);
        // A palette that a person chose applies at once.
        assert_eq!(kept((2, false), 2.0), 2.0);
    }
}

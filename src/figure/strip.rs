//! A drawing as rows of pixels, painted one strip at a time: memory does not grow with its height.

use image::RgbaImage;
use resvg::tiny_skia::{Color, IntSize, Pixmap, Transform};
use resvg::usvg::Tree;

use super::draw::{Drawing, Tile, TilePixels};
use super::error::FigureError;
use super::plain;
use super::render::{RenderError, failed, tree};
use crate::encoding::single;
use crate::field::{Cancel, ReduceError};
use crate::file::Pixels;

/// The usual number of pixels of a strip, 32 MB; each strip takes one pass over the elements of the drawing.
const STRIP: usize = 1 << 23;

/// Bytes per pixel.
const BYTES: usize = 4;

/// The rows of pixels of a drawing, to be asked for from the top, with straight (not premultiplied) alpha.
pub struct Strips<'a> {
    drawing: &'a Drawing,
    tree: Tree,
    pixels_per_point: f64,
    cancel: &'a Cancel,
    /// The width and height in pixels.
    pub size: [u32; 2],
    tiles: Vec<TileRows<'a>>,
    /// The most pixels of a strip; a strip has at least one row.
    most: usize,
    /// The strip painted last, and its first row.
    strip: Vec<u8>,
    first: usize,
}

/// The rows of pixels of a tile.
enum TileRows<'a> {
    Cells(plain::PictureRows<'a>, Vec<u8>),
    Bar(&'a RgbaImage),
}

impl<'a> Strips<'a> {
    /// Returns the rows of a drawing; nothing is painted yet.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn new(drawing: &'a Drawing, pixels_per_point: f64, cancel: &'a Cancel) -> Result<Self, RenderError> {
        let rows = |tile: &'a Tile| match &tile.pixels {
            TilePixels::Cells(picture) => {
                let row = vec![0; picture.width() as usize * BYTES];
                TileRows::Cells(picture.rows(Pixels::Rgba, cancel), row)
            }
            TilePixels::Bar(image) => TileRows::Bar(image),
        };
        Ok(Self {
            tree: tree(drawing)?,
            size: [drawing.width, drawing.height].map(|points| (points * pixels_per_point).round() as u32),
            tiles: drawing.tiles.iter().map(rows).collect(),
            most: STRIP,
            strip: Vec::new(),
            first: 0,
            drawing,
            pixels_per_point,
            cancel,
        })
    }

    /// Returns row y, counted from the top: red, green, blue and opacity of each pixel.
    ///
    /// # Errors
    /// [`FigureError::NotComputed`], [`FigureError::Render`].
    pub fn row(&mut self, y: usize) -> Result<&[u8], FigureError> {
        let bytes = self.size[0] as usize * BYTES;
        if y < self.first || y >= self.first + self.strip.len() / bytes.max(1) {
            self.paint(y)?;
        }
        Ok(&self.strip[(y - self.first) * bytes..][..bytes])
    }

    /// Paints the strip that begins with row y.
    fn paint(&mut self, y: usize) -> Result<(), FigureError> {
        if self.cancel.is_raised() {
            return Err(ReduceError::Cancelled.into());
        }
        let [width, height] = self.size;
        let rows = (self.most / width.max(1) as usize).max(1);
        // At most the height, so the cast is lossless.
        let rows = rows.min((height as usize).saturating_sub(y)) as u32;
        let none = || failed(format!("{width} x {height} pixels"));
        let page = self.drawing.page;
        let mut pixmap = match (page, IntSize::from_wh(width, rows)) {
            // A white page starts white instead of being cleared and filled.
            (Some([255, 255, 255]), Some(size)) => {
                let bytes = size.width() as usize * size.height() as usize * BYTES;
                Pixmap::from_vec(vec![255; bytes], size)
            }
            _ => Pixmap::new(width, rows),
        }
        .ok_or_else(none)?;
        if let Some([r, g, b]) = page.filter(|page| *page != [255; 3]) {
            pixmap.fill(Color::from_rgba8(r, g, b, 255));
        }
        for (tile, source) in self.drawing.tiles.iter().zip(&mut self.tiles) {
            for (row, out) in (y..).zip(pixmap.data_mut().chunks_exact_mut(width as usize * BYTES)) {
                if let Some(row) = row.checked_sub(tile.corner[1]) {
                    put(
                        source,
                        row,
                        &mut out[(tile.corner[0] * BYTES).min(width as usize * BYTES)..],
                    )?;
                }
            }
        }
        let scale = single(self.pixels_per_point);
        let place = Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -(y as f32));
        resvg::render(&self.tree, place, &mut pixmap.as_mut());
        // On an opaque page nothing is premultiplied.
        self.strip = match page {
            Some(_) => pixmap.take(),
            None => pixmap.take_demultiplied(),
        };
        self.first = y;
        Ok(())
    }

    /// Returns all rows.
    ///
    /// # Errors
    /// As [`Self::row`].
    pub fn into_image(mut self) -> Result<RgbaImage, FigureError> {
        let [width, height] = self.size;
        let mut bytes = Vec::with_capacity(width as usize * height as usize * BYTES);
        while bytes.len() < bytes.capacity() {
            self.paint(bytes.len() / (width as usize * BYTES))?;
            bytes.append(&mut self.strip);
        }
        RgbaImage::from_raw(width, height, bytes).ok_or_else(|| failed(format!("{width} x {height} pixels")).into())
    }
}

/// Copies a row of a tile, if it has that row, as far as it fits.
fn put(source: &mut TileRows<'_>, row: usize, out: &mut [u8]) -> Result<(), ReduceError> {
    let row: &[u8] = match source {
        TileRows::Cells(rows, bytes) => {
            if row as u64 >= rows.height() {
                return Ok(());
            }
            rows.write(row as u64, bytes)?;
            bytes
        }
        TileRows::Bar(image) => {
            let across = image.width() as usize * BYTES;
            image.as_raw().chunks_exact(across.max(1)).nth(row).unwrap_or_default()
        }
    };
    let bytes = row.len().min(out.len());
    out[..bytes].copy_from_slice(&row[..bytes]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::draw::{Medium, draw};
    use super::super::sheet::{Sheet, figure};
    use super::*;
    use crate::field::InPlace;
    use crate::session::Session;
    use crate::text::Language;
    use crate::view::{Subject, VIEWS};

    #[test]
    fn a_picture_painted_in_strips_is_that_painted_at_once_and_a_strip_has_its_limit()
    -> Result<(), Box<dyn std::error::Error>> {
        let cancel = Cancel::default();
        let subject = Subject::of(&Session::default(), Language::English)?;
        for (view, transparent) in VIEWS.iter().zip([false, true]) {
            let sheet = Sheet {
                transparent,
                ..Sheet::default()
            };
            let figure = figure(&subject, &[*view], &sheet, &mut InPlace::new(&cancel))?;
            let drawing = draw(&figure, Medium::Pixels, &cancel)?;
            let painted = |most: usize| -> Result<Vec<u8>, FigureError> {
                let mut strips = Strips::new(&drawing, 1.5, &cancel)?;
                strips.most = most;
                let [width, height] = strips.size.map(|side| side as usize);
                let mut bytes = Vec::new();
                for y in 0..height {
                    bytes.extend_from_slice(strips.row(y)?);
                    assert!(strips.strip.len() <= BYTES * most.max(width));
                }
                Ok(bytes)
            };
            let whole = painted(STRIP)?;
            // Curves of letters that the edge of a strip cuts are subdivided differently.
            let strips = painted(100_000)?;
            let apart = whole
                .iter()
                .zip(&strips)
                .filter(|(one, other)| one.abs_diff(**other) > 3);
            assert!(whole.len() == strips.len() && apart.count() < whole.len() / 2000);
        }
        Ok(())
    }
}

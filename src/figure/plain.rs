//! A picture of bare cells: no axes, no text, every pixel accounted for.
//!
//! Position 0 is at the left and dimension 0 in the bottom row; transposed, dimension 0 is at the
//! left and position 0 in the bottom row. A similarity has position 0 at the bottom left.
//!
//! A picture is made from the top, one row of pixels at a time, and its cells are computed in bands
//! of rows: memory does not grow with its height, and no cell is computed twice.

mod panel;

use std::cell::OnceCell;
use std::io::Write;

use image::RgbaImage;

use crate::field::{Cancel, ReduceError, Span};
use crate::file::{self, Effort, FileError, Pixels, PngPicture, Progress, checked_size};

use crate::plot::Look;
use panel::{ColoredLines, PlainPanel};

/// The most pixels of a picture that is made in memory (for the clipboard): 16 megapixels.
pub const MEMORY_LIMIT: u64 = 16_000_000;

/// Pixels between two strips; fewer in a small picture.
const GAP: u64 = 8;

/// The size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureSize {
    /// A square of this many pixels per side for every cell in view, in the colour of the cell.
    Cell(u32),
    /// The size of the whole picture; each pixel is the exact average of what it covers.
    Whole {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
    /// The size of the whole picture; cells of at least three pixels have sharp edges, each pixel
    /// showing the cell in its middle, and smaller ones are averaged.
    Crisp {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
}

impl PictureSize {
    /// Returns the default size: cells as large as fit into 1,600 pixels (at most 64 pixels per
    /// side), or averages in at most 4,096 pixels if there are more cells than that.
    pub fn fitting(cells_across: usize, cells_down: usize) -> Self {
        let (across, down) = (cells_across.max(1) as u64, cells_down.max(1) as u64);
        let longer = across.max(down);
        if longer > 4096 {
            return Self::Whole {
                width: across.min(4096),
                height: down.min(4096),
            };
        }
        Self::Cell((1600 / longer).clamp(1, 64) as u32)
    }
}

/// The background of a picture, where there is no cell.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Background {
    /// White.
    #[default]
    White,
    /// Transparent, with the page behind showing through. Cells stay opaque.
    Transparent,
}

/// The layout of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The rows of the field (positions) that are shown; `None` means all.
    pub rows: Option<Span>,
    /// The columns of the field (dimensions, or the other position); `None` means all.
    pub columns: Option<Span>,
    /// Whether the rows of the field run upward instead of to the right.
    pub transposed: bool,
    /// Whether the vertical direction runs downward instead, with 0 at the top.
    pub from_top: bool,
    /// Whether the cells beyond the diagonal are left to the background, see [`crate::plot::Layer::Masked`].
    pub masked: bool,
    /// The size of a cell, or of the whole picture.
    pub size: PictureSize,
    /// The background where there is no cell.
    pub background: Background,
}

/// The description of a picture; nothing is computed before it is asked for.
///
/// ```
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::{Cancel, Field};
/// use poscope::figure::plain::{Background, Options, PlainPicture, PictureSize};
/// use poscope::plot::{Look, palette::Palette};
/// use poscope::session::ColorMap;
///
/// let field = Field::table(Encoding::new(Spec { d_model: 2, max_len: 3, ..Spec::default() })?);
/// let palette = Palette::new(ColorMap::Gray, false, -1.0, 1.0);
/// let look = Look { field, palette, hatch_outside: false };
/// let picture = PlainPicture::new(look, &Options {
///     rows: None, columns: None, transposed: false, from_top: false, masked: false,
///     size: PictureSize::Cell(1), background: Background::White,
/// })?;
/// assert_eq!((picture.width(), picture.height()), (3, 2));
/// let image = picture.image(&Cancel::default())?;
/// // The bottom row is sin 0 = 0, sin 1, sin 2; the top one cos 0 = 1, cos 1, cos 2.
/// assert_eq!(image.get_pixel(0, 1).0, [128, 128, 128, 255]);
/// assert_eq!(image.get_pixel(0, 0).0, [255, 255, 255, 255]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PlainPicture {
    panels: Vec<PlainPanel>,
    background: Background,
    width: u64,
    height: u64,
}

impl PlainPicture {
    /// Returns a picture of one field.
    ///
    /// # Errors
    /// [`FileError::PictureEmpty`], [`FileError::PictureTooLarge`], [`FileError::PictureTooWide`].
    pub fn new(look: Look, options: &Options) -> Result<Self, FileError> {
        Self::strips(vec![look], options)
    }

    /// Returns a picture of several fields of the same shape, one below the other; transposed, side
    /// by side. All have the same size, with a gap of a few pixels between them.
    ///
    /// # Errors
    /// As [`Self::new`]; [`FileError::StripsTooSmall`].
    pub fn strips(looks: Vec<Look>, options: &Options) -> Result<Self, FileError> {
        let count = looks.len().max(1) as u64;
        let side_by_side = options.transposed;
        let gaps = count - 1;
        // In pixels of the picture: the size of a strip, the gap, and what is left over for the gaps.
        let (strip_size, gap, left_over) = match options.size {
            PictureSize::Cell(size) => (PictureSize::Cell(size), GAP, 0),
            PictureSize::Whole { width, height } | PictureSize::Crisp { width, height } => {
                let along = if side_by_side { width } else { height };
                let gap = GAP.min(along / 10);
                if count > along && gaps > 0 {
                    return Err(FileError::StripsTooSmall {
                        strips: count,
                        width,
                        height,
                    });
                }
                let strips = along.saturating_sub(gap * gaps);
                let (width, height) = if side_by_side {
                    (strips / count, height)
                } else {
                    (width, strips / count)
                };
                let size = match options.size {
                    PictureSize::Crisp { .. } => PictureSize::Crisp { width, height },
                    _ => PictureSize::Whole { width, height },
                };
                (size, gap, strips % count)
            }
        };
        let mut picture = Self {
            panels: Vec::new(),
            background: options.background,
            width: 0,
            height: 0,
        };
        let mut place = 0u64;
        for (i, look) in looks.into_iter().enumerate() {
            let mut panel = PlainPanel::new(look, options, strip_size);
            let (width, height) = (panel.width(), panel.height());
            if width == 0 || height == 0 {
                return Err(empty(options.size));
            }
            let along = if side_by_side { width } else { height };
            (panel.left, panel.top) = if side_by_side { (place, 0) } else { (0, place) };
            picture.width = picture.width.max(panel.left.saturating_add(width));
            picture.height = picture.height.max(panel.top.saturating_add(height));
            let this_gap = gap + u64::from((i as u64) < left_over);
            place = place.saturating_add(along).saturating_add(this_gap);
            picture.panels.push(panel);
        }
        checked_size(picture.width, picture.height)?;
        Ok(picture)
    }

    /// Returns the width in pixels.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Returns the channels of a pixel: a transparent background adds an opacity.
    pub fn pixels(&self) -> Pixels {
        match self.background {
            Background::White => Pixels::Rgb,
            Background::Transparent => Pixels::Rgba,
        }
    }

    /// Returns the rows of pixels, to be asked for from the top.
    pub fn rows(&self, pixels: Pixels, cancel: &Cancel) -> PictureRows<'_> {
        PictureRows {
            picture: self,
            pixels,
            cancel: cancel.clone(),
            bands: vec![ColoredLines::default(); self.panels.len()],
            patches: self.panels.iter().map(PlainPanel::patches).collect(),
        }
    }

    /// Writes the picture as PNG, with these notes. The first band is computed before the first byte is written.
    ///
    /// # Errors
    /// [`FileError::NotComputed`], [`FileError::Write`], and [`FileError::Cancelled`] if `cancel`
    /// is raised or `progress` answers no.
    pub fn write_png(
        &self,
        w: &mut dyn Write,
        (effort, notes): (Effort, Vec<(String, String)>),
        cancel: &Cancel,
        progress: &mut Progress,
    ) -> Result<(), FileError> {
        let head = PngPicture {
            width: self.width,
            height: self.height,
            pixels: self.pixels(),
            effort,
            dpi: None,
            notes,
        };
        let mut rows = self.rows(head.pixels, cancel);
        rows.compute(0)?;
        let failed = OnceCell::new();
        let written = file::write_png(
            w,
            &head,
            |y, bytes| {
                if let Err(error) = rows.write(y, bytes) {
                    let _ = failed.set(error); // only the first error is reported
                }
            },
            &mut |fraction| failed.get().is_none() && progress(fraction),
        );
        match failed.into_inner() {
            Some(error) => Err(error.into()),
            None => written,
        }
    }

    /// Returns the whole picture in memory, four bytes per pixel (red, green, blue, opacity), row
    /// by row from the top.
    ///
    /// # Errors
    /// [`FileError::PictureTooLarge`] above [`MEMORY_LIMIT`], [`FileError::NotComputed`],
    /// [`FileError::Cancelled`].
    pub fn image(&self, cancel: &Cancel) -> Result<RgbaImage, FileError> {
        if self.width.saturating_mul(self.height) > MEMORY_LIMIT {
            return Err(FileError::PictureTooLarge {
                width: self.width,
                height: self.height,
                limit: MEMORY_LIMIT,
            });
        }
        // A picture made in memory has less than 2^32 bytes, so the casts are lossless.
        let mut image = RgbaImage::new(self.width as u32, self.height as u32);
        let mut rows = self.rows(Pixels::Rgba, cancel);
        let row_bytes = self.width as usize * Pixels::Rgba.bytes();
        for (y, row) in (0..).zip(image.chunks_exact_mut(row_bytes)) {
            rows.write(y, row)?;
        }
        Ok(image)
    }
}

/// Makes the rows of a picture; holds one band of cells per strip.
#[derive(Clone, Debug)]
pub struct PictureRows<'a> {
    picture: &'a PlainPicture,
    pixels: Pixels,
    cancel: Cancel,
    bands: Vec<ColoredLines>,
    /// The patch that each pixel across shows, strip by strip; `None` if each pixel has its own.
    patches: Vec<Option<Vec<u32>>>,
}

impl PictureRows<'_> {
    /// Returns the number of rows.
    pub fn height(&self) -> u64 {
        self.picture.height
    }

    /// Fills the bytes of row y, counted from the top; `out` is as long as the row.
    ///
    /// # Errors
    /// [`ReduceError`], if the cells of the row's band have to be computed and cannot be.
    pub fn write(&mut self, y: u64, out: &mut [u8]) -> Result<(), ReduceError> {
        self.compute(y)?;
        // Whole pixels of a known size are copied many times faster.
        match self.pixels {
            Pixels::Rgb => self.paint(y, out.as_chunks_mut::<3>().0),
            Pixels::Rgba => self.paint(y, out.as_chunks_mut::<4>().0),
        }
        Ok(())
    }

    fn paint<const N: usize>(&self, y: u64, out: &mut [[u8; N]]) {
        let opacity = match self.picture.background {
            Background::White => 255,
            Background::Transparent => 0,
        };
        let page = [255, 255, 255, opacity];
        let fills =
            |panel: &PlainPanel| panel.left == 0 && panel.width() == self.picture.width && panel.line(y).is_some();
        if !self.picture.panels.iter().any(fills) {
            out.fill(std::array::from_fn(|channel| page[channel]));
        }
        let strips = self.picture.panels.iter().zip(&self.bands).zip(&self.patches);
        for ((panel, band), patches) in strips {
            if let Some(line) = panel.line(y) {
                panel.paint((band, line), patches.as_deref(), (y, page), out);
            }
        }
    }

    /// Computes the cells under row y, unless their band is already there.
    fn compute(&mut self, y: u64) -> Result<(), ReduceError> {
        for (panel, band) in self.picture.panels.iter().zip(&mut self.bands) {
            if let Some(line) = panel.line(y) {
                panel.compute(band, line, &self.cancel)?;
            }
        }
        Ok(())
    }
}

fn empty(size: PictureSize) -> FileError {
    let (width, height) = match size {
        PictureSize::Cell(size) => (u64::from(size), u64::from(size)),
        PictureSize::Whole { width, height } | PictureSize::Crisp { width, height } => (width, height),
    };
    FileError::PictureEmpty { width, height }
}

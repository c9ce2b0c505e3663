//! The cells of one field at their place in a picture.

use std::ops::Range;

use rayon::prelude::*;

use crate::field::{Cancel, Field, ReduceError, Reduction, Span, Window, WindowAxis};

use super::{Options, PictureSize};
use crate::plot::Look;
use crate::plot::hatch::hatched;
use crate::plot::palette::UNDEFINED;

/// The most cells of a band: 32 MB of colours and averages. Larger bands would be faster for
/// similarities, whose offsets are computed once per band.
const BAND_CELLS: usize = 1 << 22;

/// The fewest pixels of a cell with sharp edges: below it, cells of n and of n + 1 pixels side by
/// side would look like bands that are not there.
const CRISP: f64 = 3.0;

/// The share of a cell by which two middles may differ that are equal but for rounding.
const MIDDLE: f64 = 1e-6;

/// A field at its place in a picture. Line 0 is at the bottom.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlainPanel {
    look: Look,
    transposed: bool,
    from_top: bool,
    masked: bool,
    across: Patches,
    up: Patches,
    pub(super) left: u64,
    pub(super) top: u64,
}

/// One direction of a panel: patches of one colour, and the pixels that they fill.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Patches {
    /// The axis of the patches, with one pixel per patch.
    patches: WindowAxis,
    /// The number of pixels of the picture.
    pixels: u64,
    /// The cells in view, if a patch is a cell; a pixel shows the cell in its middle.
    cells: Option<Span>,
}

impl Patches {
    /// Returns `size` pixels for every cell that the span touches.
    fn cells(span: Span, size: u64) -> Self {
        let cells = span.cells();
        let patches = WindowAxis::of_cells(cells);
        Self {
            patches,
            pixels: (patches.pixels as u64).saturating_mul(size),
            cells: Some(patches.span),
        }
    }

    /// Returns one patch per pixel, each an average.
    fn averages(span: Span, pixels: u64) -> Self {
        Self {
            patches: WindowAxis {
                span,
                pixels: usize::try_from(pixels).unwrap_or(usize::MAX),
            },
            pixels,
            cells: None,
        }
    }

    /// Returns cells with sharp edges if each has at least [`CRISP`] pixels, otherwise averages.
    fn crisp(span: Span, pixels: u64) -> Self {
        if span.length() * CRISP > pixels as f64 {
            return Self::averages(span, pixels);
        }
        Self {
            pixels,
            cells: Some(span),
            ..Self::cells(span, 1)
        }
    }

    /// Returns the place of the middle of a patch among the cells.
    fn middle(&self, patch: usize) -> f64 {
        let pixel = self.patches.pixel(patch);
        f64::midpoint(pixel.start, pixel.end)
    }

    /// Returns the patch that a pixel shows.
    fn patch(&self, pixel: u64) -> usize {
        // The index is below the number of patches, so the casts only drop the fraction.
        match self.cells {
            None => pixel as usize,
            Some(span) => {
                let cell = span.start + (2 * pixel + 1) as f64 * span.length() / (2 * self.pixels) as f64;
                ((cell - self.patches.span.start).max(0.0) as usize).min(self.patches.pixels.saturating_sub(1))
            }
        }
    }
}

/// The colour of a patch.
#[derive(Clone, Copy, Debug, Default)]
struct Paint {
    color: [u8; 3],
    hatched: bool,
}

/// Some lines of a panel, coloured.
#[derive(Clone, Debug, Default)]
pub(super) struct ColoredLines {
    lines: Range<usize>,
    paints: Vec<Paint>,
}

impl PlainPanel {
    pub(super) fn new(look: Look, options: &Options, size: PictureSize) -> Self {
        let (rows, columns) = look.field.shape();
        let shown = |span: Option<Span>, cells| span.map_or(Span::whole(cells), |span| span.within(cells));
        let (rows, columns) = (shown(options.rows, rows), shown(options.columns, columns));
        let (across, up) = if options.transposed {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let (across, up) = match size {
            PictureSize::Cell(size) => (
                Patches::cells(across, u64::from(size)),
                Patches::cells(up, u64::from(size)),
            ),
            PictureSize::Whole { width, height } => (Patches::averages(across, width), Patches::averages(up, height)),
            PictureSize::Crisp { width, height } => (Patches::crisp(across, width), Patches::crisp(up, height)),
        };
        Self {
            look,
            transposed: options.transposed,
            from_top: options.from_top,
            masked: options.masked,
            across,
            up,
            left: 0,
            top: 0,
        }
    }

    pub(super) fn width(&self) -> u64 {
        self.across.pixels
    }

    pub(super) fn height(&self) -> u64 {
        self.up.pixels
    }

    /// Returns the line in which row y of the picture lies, if it lies in this panel.
    pub(super) fn line(&self, y: u64) -> Option<usize> {
        let down = y.checked_sub(self.top)?;
        let up = self.up.pixels.checked_sub(down + 1)?;
        Some(self.up.patch(if self.from_top { down } else { up }))
    }

    /// Computes the band in which a line lies, unless it is already there.
    pub(super) fn compute(&self, band: &mut ColoredLines, line: usize, cancel: &Cancel) -> Result<(), ReduceError> {
        if band.lines.contains(&line) {
            return Ok(());
        }
        // Bands are counted from the top, the order in which the picture is written.
        let lines_in_band = (BAND_CELLS / self.across.patches.pixels).max(1);
        let all = self.up.patches.pixels;
        let above = if self.from_top { line } else { all - 1 - line } / lines_in_band * lines_in_band;
        let lines = if self.from_top {
            above..(above + lines_in_band).min(all)
        } else {
            (all - above).saturating_sub(lines_in_band)..all - above
        };
        *band = ColoredLines::default();
        let paints = if self.across.cells.is_some() && self.up.cells.is_some() && has_cheap_cells(&self.look.field) {
            self.cells(lines.clone(), cancel)
        } else {
            self.averages(lines.clone(), cancel)
        }?;
        *band = ColoredLines { lines, paints };
        Ok(())
    }

    /// Returns the colours of cells, each from its value in f64: for a value on the border of two
    /// colours, rounding to f32 would give the wrong one.
    fn cells(&self, lines: Range<usize>, cancel: &Cancel) -> Result<Vec<Paint>, ReduceError> {
        let (first_across, first_up) = (
            self.across.patches.span.cells().start,
            self.up.patches.span.cells().start,
        );
        let width = self.across.patches.pixels;
        let mut paints = vec![Paint::default(); lines.len() * width];
        paints
            .par_chunks_mut(width)
            .zip(lines.into_par_iter())
            .try_for_each(|(paints, line)| {
                if cancel.is_raised() {
                    return Err(ReduceError::Cancelled);
                }
                for (x, paint) in (first_across..).zip(paints) {
                    let up = first_up + line;
                    let (row, column) = if self.transposed { (up, x) } else { (x, up) };
                    *paint = self.color(self.look.field.cell(row, column).number());
                }
                Ok(())
            })?;
        Ok(paints)
    }

    /// Returns the colours of averages.
    fn averages(&self, lines: Range<usize>, cancel: &Cancel) -> Result<Vec<Paint>, ReduceError> {
        let up = WindowAxis {
            span: Span {
                start: self.up.patches.pixel(lines.start).start,
                end: self.up.patches.pixel(lines.end - 1).end,
            },
            pixels: lines.len(),
        };
        let (rows, columns) = if self.transposed {
            (up, self.across.patches)
        } else {
            (self.across.patches, up)
        };
        let width = self.across.patches.pixels;
        let raster = self
            .look
            .field
            .reduce(Reduction::Mean, &Window { rows, columns }, cancel)?;
        let place = |i: usize| (i / width, i % width);
        let paint = |i: usize| {
            let (line, x) = place(i);
            let value = if self.transposed {
                raster.at(line, x)
            } else {
                raster.at(x, line)
            };
            self.color(f64::from(value))
        };
        let count = lines.len() * width;
        Ok((0..count).into_par_iter().map(paint).collect())
    }

    fn color(&self, value: f64) -> Paint {
        let palette = &self.look.palette;
        if value.is_nan() {
            return Paint {
                color: UNDEFINED,
                hatched: true,
            };
        }
        // An average is right to a millionth of the range, so an average of 1 must not count as outside [-1, 1].
        let (low, high) = (palette.low, palette.high);
        let slack = 1e-6 * (high - low);
        let is_outside = value < low - slack || value > high + slack;
        Paint {
            color: palette.color(value),
            hatched: self.look.hatch_outside && is_outside,
        }
    }

    /// Returns the patch of each pixel across; `None` if the patch of each pixel has its number.
    pub(super) fn patches(&self) -> Option<Vec<u32>> {
        // There are no more patches than pixels, so the cast is lossless.
        let patch = |pixel| self.across.patch(pixel) as u32;
        self.across.cells.map(|_| (0..self.across.pixels).map(patch).collect())
    }

    /// Paints row y of the picture, which lies in this line, into the row's pixels.
    pub(super) fn paint<const N: usize>(
        &self,
        (band, line): (&ColoredLines, usize),
        patches: Option<&[u32]>,
        (y, page): (u64, [u8; 4]),
        out: &mut [[u8; N]],
    ) {
        let width = self.across.patches.pixels;
        let start = (line - band.lines.start) * width;
        let paints = &band.paints[start..start + width];
        // All of this lies within the row, which is in memory, so the casts are lossless.
        let left = self.left as usize;
        for (i, pixel) in out[left..].iter_mut().take(self.across.pixels as usize).enumerate() {
            let patch = patches.map_or(i, |patches| patches[i] as usize);
            if self.masked && self.across.middle(patch) > self.up.middle(line) + MIDDLE {
                *pixel = std::array::from_fn(|channel| if page[3] == 0 { 0 } else { page[channel] });
                continue;
            }
            let paint = paints[patch];
            let [r, g, b] = if paint.hatched {
                hatched(paint.color, (left + i) as u64, y)
            } else {
                paint.color
            };
            let color = [r, g, b, 255];
            *pixel = std::array::from_fn(|channel| color[channel]);
        }
    }
}

/// Returns whether a single cell costs no more alone than among others.
fn has_cheap_cells(field: &Field) -> bool {
    match field {
        Field::Table { .. } | Field::Dense(_) | Field::Bias { .. } => true,
        Field::Similarity(_) | Field::Scores(_) => false,
        Field::Difference(left, right) => has_cheap_cells(left) && has_cheap_cells(right),
    }
}

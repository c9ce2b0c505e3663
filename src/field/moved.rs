//! A window that was moved by whole pixels: what is still in view is taken from
//! the last picture, and only the strips that came into view are worked out.

use super::{Axis, Cancel, Field, Marks, Raster, ReduceError, Reduction, Window};

/// How far a window was moved, in pixels: pixel i of the new one is pixel
/// `i + shift` of the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shift {
    rows: isize,
    columns: isize,
}

impl Field {
    /// As [`Self::cost_ms`], where a picture of the last window, of the same field
    /// and the same reduction, can be used.
    pub(super) fn moved_cost_ms(&self, reduction: Reduction, window: &Window, last: &Window) -> f64 {
        match Shift::between(last, window) {
            Some(shift) => strips(window, shift)
                .iter()
                .map(|(_, _, strip)| self.cost_ms(reduction, strip))
                .sum(),
            None => self.cost_ms(reduction, window),
        }
    }

    /// As [`Self::reduce`], from a picture of the last window, of the same field
    /// and the same reduction, as far as it shows the same.
    pub(super) fn reduce_moved(
        &self,
        reduction: Reduction,
        window: &Window,
        (last, raster): (&Window, &Raster),
        cancel: &Cancel,
    ) -> Result<Raster, ReduceError> {
        let Some(shift) = Shift::between(last, window) else {
            return self.reduce(reduction, window, cancel);
        };
        let mut raster = taken(raster, shift);
        for (first_row, first_column, strip) in strips(window, shift) {
            let part = self.reduce(reduction, &strip, cancel)?;
            put(&mut raster, first_row, first_column, &part);
        }
        Ok(raster)
    }
}

impl Shift {
    /// None where the windows differ in more than their place, or are apart.
    fn between(last: &Window, new: &Window) -> Option<Self> {
        let rows = along(last.rows, new.rows)?;
        let columns = along(last.columns, new.columns)?;
        let overlaps = rows.unsigned_abs() < new.rows.pixels && columns.unsigned_abs() < new.columns.pixels;
        overlaps.then_some(Self { rows, columns })
    }
}

fn along(last: Axis, new: Axis) -> Option<isize> {
    let is_same = last.pixels == new.pixels && (last.span.length() / new.span.length() - 1.0).abs() < 1e-9;
    let pixels = (new.span.start - last.span.start) / new.cells_per_pixel();
    let is_whole = (pixels - pixels.round()).abs() < 1e-6 && pixels.abs() < 1e6;
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
    (is_same && is_whole).then_some(pixels.round() as isize)
}

/// The parts of the new window that the last one did not show, each with its
/// first row pixel and its first column pixel.
fn strips(window: &Window, shift: Shift) -> Vec<(usize, usize, Window)> {
    let part = |axis: Axis, pixels: std::ops::Range<usize>| Axis {
        span: super::Span {
            start: axis.edge(pixels.start),
            end: axis.edge(pixels.end),
        },
        pixels: pixels.len(),
    };
    let rows = exposed(window.rows.pixels, shift.rows);
    let columns = exposed(window.columns.pixels, shift.columns);
    let kept_rows = kept(window.rows.pixels, shift.rows);
    let mut strips = Vec::new();
    if !rows.is_empty() {
        let strip = Window {
            rows: part(window.rows, rows.clone()),
            columns: window.columns,
        };
        strips.push((rows.start, 0, strip));
    }
    if !columns.is_empty() {
        let strip = Window {
            rows: part(window.rows, kept_rows.clone()),
            columns: part(window.columns, columns.clone()),
        };
        strips.push((kept_rows.start, columns.start, strip));
    }
    strips
}

/// The new pixels along an axis that the last picture does not have.
fn exposed(pixels: usize, shift: isize) -> std::ops::Range<usize> {
    let count = shift.unsigned_abs().min(pixels);
    if shift < 0 { 0..count } else { pixels - count..pixels }
}

/// The new pixels along an axis that the last picture has.
fn kept(pixels: usize, shift: isize) -> std::ops::Range<usize> {
    let count = shift.unsigned_abs().min(pixels);
    if shift < 0 { count..pixels } else { 0..pixels - count }
}

/// The last picture at its new place; what it does not have is left empty.
fn taken(last: &Raster, shift: Shift) -> Raster {
    let (row_pixels, column_pixels) = (last.row_pixels, last.column_pixels);
    let mut raster = Raster {
        row_pixels,
        column_pixels,
        values: vec![f32::NAN; last.values.len()],
        marks: vec![Marks::default(); last.marks.len()],
    };
    let rows = kept(row_pixels, shift.rows);
    for column in kept(column_pixels, shift.columns) {
        let new = column * row_pixels + rows.start;
        let old_column = column.saturating_add_signed(shift.columns);
        let old = old_column * row_pixels + rows.start.saturating_add_signed(shift.rows);
        raster.values[new..new + rows.len()].copy_from_slice(&last.values[old..old + rows.len()]);
        if !last.marks.is_empty() {
            raster.marks[new..new + rows.len()].copy_from_slice(&last.marks[old..old + rows.len()]);
        }
    }
    raster
}

/// Puts a part into a picture.
fn put(raster: &mut Raster, first_row: usize, first_column: usize, part: &Raster) {
    if !part.marks.is_empty() && raster.marks.is_empty() {
        raster.marks = vec![Marks::default(); raster.values.len()];
    }
    for column in 0..part.column_pixels {
        let to = (first_column + column) * raster.row_pixels + first_row;
        let from = column * part.row_pixels;
        let count = part.row_pixels;
        raster.values[to..to + count].copy_from_slice(&part.values[from..from + count]);
        if !part.marks.is_empty() {
            raster.marks[to..to + count].copy_from_slice(&part.marks[from..from + count]);
        }
    }
}

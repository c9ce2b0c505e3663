//! A window moved by whole pixels: what is still in view is taken from the last picture, and only
//! the strips that came into view are computed.

use super::{Cancel, Field, Marks, Raster, ReduceError, Reduction, Window, WindowAxis};

/// How far a window was moved, in pixels: pixel i of the new window is pixel `i + shift` of the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shift {
    rows: isize,
    columns: isize,
}

impl Field {
    /// Estimates the time of [`Self::reduce_moved`] as [`Self::cost_ms`] does, given the last window.
    pub(super) fn moved_cost_ms(&self, reduction: Reduction, window: &Window, last: &Window) -> f64 {
        match Shift::between(last, window) {
            Some(shift) => strips(window, shift)
                .iter()
                .map(|(_, strip)| self.cost_ms(reduction, strip))
                .sum(),
            None => self.cost_ms(reduction, window),
        }
    }

    /// Reduces a window as [`Self::reduce`] does, reusing what it can of a picture of the last
    /// window, of the same field and the same reduction.
    pub(super) fn reduce_moved(
        &self,
        reduction: Reduction,
        window: &Window,
        (last_window, last): (&Window, &Raster),
        cancel: &Cancel,
    ) -> Result<Raster, ReduceError> {
        let Some(shift) = Shift::between(last_window, window) else {
            return self.reduce(reduction, window, cancel);
        };
        let rows = kept(window.rows.pixels, shift.rows);
        let columns = kept(window.columns.pixels, shift.columns);
        let place = (rows.start, columns.start);
        let last_place = (
            rows.start.saturating_add_signed(shift.rows),
            columns.start.saturating_add_signed(shift.columns),
        );
        let mut moved = Raster::new(window, vec![f32::NAN; last.values.len()]);
        copy(last, last_place, &mut moved, place, (rows.len(), columns.len()));
        for (place, strip) in strips(window, shift) {
            let part = self.reduce(reduction, &strip, cancel)?;
            copy(&part, (0, 0), &mut moved, place, (part.row_pixels, part.column_pixels));
        }
        Ok(moved)
    }
}

impl Shift {
    /// Returns the shift; `None` if the windows differ in more than their place, or do not overlap.
    fn between(last: &Window, new: &Window) -> Option<Self> {
        let rows = along(last.rows, new.rows)?;
        let columns = along(last.columns, new.columns)?;
        let overlaps = rows.unsigned_abs() < new.rows.pixels && columns.unsigned_abs() < new.columns.pixels;
        overlaps.then_some(Self { rows, columns })
    }
}

fn along(last: WindowAxis, new: WindowAxis) -> Option<isize> {
    let is_same = last.pixels == new.pixels && (last.span.length() / new.span.length() - 1.0).abs() < 1e-9;
    let pixels = (new.span.start - last.span.start) / new.cells_per_pixel();
    let is_whole = (pixels - pixels.round()).abs() < 1e-6 && pixels.abs() < 1e6;
    (is_same && is_whole).then_some(pixels.round() as isize)
}

/// Returns the parts of the new window that the last one did not show, each with its first row
/// pixel and its first column pixel.
fn strips(window: &Window, shift: Shift) -> Vec<((usize, usize), Window)> {
    let part = |axis: WindowAxis, pixels: std::ops::Range<usize>| WindowAxis {
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
            ..*window
        };
        strips.push(((rows.start, 0), strip));
    }
    if !columns.is_empty() {
        let strip = Window {
            rows: part(window.rows, kept_rows.clone()),
            columns: part(window.columns, columns.clone()),
        };
        strips.push(((kept_rows.start, columns.start), strip));
    }
    strips
}

/// Returns the new pixels along an axis that the last picture does not have.
fn exposed(pixels: usize, shift: isize) -> std::ops::Range<usize> {
    let count = shift.unsigned_abs().min(pixels);
    if shift < 0 { 0..count } else { pixels - count..pixels }
}

/// Returns the new pixels along an axis that the last picture has.
fn kept(pixels: usize, shift: isize) -> std::ops::Range<usize> {
    let count = shift.unsigned_abs().min(pixels);
    if shift < 0 { count..pixels } else { 0..pixels - count }
}

/// Copies pixels from a place of one picture to a place of another; places and sizes are rows, then columns.
fn copy(from: &Raster, at: (usize, usize), to: &mut Raster, place: (usize, usize), (rows, columns): (usize, usize)) {
    if !from.marks.is_empty() && to.marks.is_empty() {
        to.marks = vec![Marks::default(); to.values.len()];
    }
    for column in 0..columns {
        let source = (at.1 + column) * from.row_pixels + at.0;
        let target = (place.1 + column) * to.row_pixels + place.0;
        to.values[target..target + rows].copy_from_slice(&from.values[source..source + rows]);
        if !from.marks.is_empty() {
            to.marks[target..target + rows].copy_from_slice(&from.marks[source..source + rows]);
        }
    }
}

//! Where two tables differ.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::wave_difference::WaveDifference;
use crate::encoding::{ColumnLaw, Encoding, Rows, cells_of, float, grid};
use crate::field::{Cancel, Last, Query, ReduceError, WAVE_MS};

/// The most cells of two tables that are compared one by one, which takes about a minute.
pub const COMPARED_CELLS_LIMIT: u64 = 1 << 30;

/// Cells computed at a time.
pub(super) const BLOCK_CELLS: usize = 1 << 18;

/// A cell in which two tables differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parting {
    /// Its row.
    pub position: usize,
    /// Its column.
    pub dimension: usize,
    /// `B - A` there.
    pub difference: f64,
}

/// Where two tables differ: two answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parted {
    /// The cell of the largest difference, as from [`largest_difference`].
    pub largest: Option<Parting>,
    /// The first cell beyond a tolerance, as from [`first_difference`].
    pub first: Option<Parting>,
}

/// Returns the cell of the largest difference and the first one beyond a tolerance, in one pass over both tables.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] beyond [`COMPARED_CELLS_LIMIT`].
///
/// ```
/// use poscope::analysis::partings;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let of = |scheme| Encoding::new(Spec { scheme, d_model: 2, max_len: 8, ..Spec::default() });
/// let found = partings(&of(Scheme::Binary)?, &of(Scheme::Index)?, 0.0, &Default::default())?;
/// let cell = |parting: Option<poscope::analysis::Parting>| parting.map(|cell| (cell.position, cell.dimension));
/// assert_eq!(cell(found.largest), Some((6, 0))); // 6 minus bit 0 of 6
/// assert_eq!(cell(found.first), Some((1, 1))); // 1 minus bit 1 of 1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn partings(a: &Encoding, b: &Encoding, tolerance: f64, cancel: &Cancel) -> Result<Parted, ReduceError> {
    if let Some(waves) = WaveDifference::new(a, b) {
        return Ok(Parted {
            largest: waves.largest(cancel)?,
            first: waves.first_beyond(tolerance, cancel)?,
        });
    }
    let mut found = Parted::default();
    each_difference(a, b, cancel, |cells| {
        found.largest = larger(found.largest, largest_of(cells));
        found.first = found.first.or_else(|| first_beyond(cells, tolerance));
        true
    })?;
    Ok(found)
}

/// The query for [`partings`]. If only the tolerance changes, the largest difference is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Partings {
    /// The encoding that is subtracted.
    pub a: Encoding,
    /// The encoding that A is subtracted from.
    pub b: Encoding,
    /// Differences up to this one do not count.
    pub tolerance: f64,
}

impl Query for Partings {
    const NAME: &'static str = "partings";
    type Answer = Parted;

    fn cost_ms(&self, _: Option<Last<'_, Self>>) -> f64 {
        let rows = self.a.max_len().min(self.b.max_len());
        if WaveDifference::may_fit(&self.a, &self.b) {
            const COLUMN_MS: f64 = 0.1;
            return COLUMN_MS * float(self.a.d_model());
        }
        // One wave gives two cells, and there are two tables.
        WAVE_MS * float(rows) * float(self.a.d_model())
    }

    fn answer(&self, last: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Parted, ReduceError> {
        let Self { a, b, tolerance } = self;
        match last.filter(|last| (a, b) == (&last.query.a, &last.query.b)) {
            Some(last) => first_difference(a, b, *tolerance, cancel).map(|first| Parted { first, ..*last.answer }),
            None => partings(a, b, *tolerance, cancel),
        }
    }
}

/// Returns the cell of the largest `|B - A|` over the rows that both have, the first one in a tie;
/// cells that are not a number are skipped. `None` if the widths differ or no difference is a number.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] beyond [`COMPARED_CELLS_LIMIT`].
///
/// ```
/// use poscope::analysis::largest_difference;
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let index = |max_len| Encoding::new(Spec { scheme: Scheme::Index, d_model: 2, max_len, ..Spec::default() });
/// let bits = Encoding::new(Spec { scheme: Scheme::Binary, d_model: 2, max_len: 9, ..Spec::default() })?;
/// let found = largest_difference(&bits, &index(8)?, &Default::default())?.expect("one width");
/// assert_eq!((found.position, found.dimension, found.difference), (6, 0, 6.0)); // 6 minus bit 0 of 6
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn largest_difference(a: &Encoding, b: &Encoding, cancel: &Cancel) -> Result<Option<Parting>, ReduceError> {
    if let Some(waves) = WaveDifference::new(a, b) {
        return waves.largest(cancel);
    }
    let mut largest: Option<Parting> = None;
    each_difference(a, b, cancel, |cells| {
        largest = larger(largest, largest_of(cells));
        true
    })?;
    Ok(largest)
}

/// Returns the first cell, row by row, in which `|B - A|` is above a tolerance or not a number.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] beyond [`COMPARED_CELLS_LIMIT`].
pub fn first_difference(
    a: &Encoding,
    b: &Encoding,
    tolerance: f64,
    cancel: &Cancel,
) -> Result<Option<Parting>, ReduceError> {
    if let Some(waves) = WaveDifference::new(a, b) {
        return waves.first_beyond(tolerance, cancel);
    }
    let mut first = None;
    each_difference(a, b, cancel, |cells| {
        first = first_beyond(cells, tolerance);
        first.is_none()
    })?;
    Ok(first)
}

/// Returns B with its columns in A's order: sine k where A has sine k, cosine k where A has cosine k;
/// in a grid, columns of a line where A has those of a line. The remaining difference is then not due
/// to layout. Columns without a counterpart (a zero column, a wave left over) stay where they are, or
/// take the places that are left, in order.
pub fn aligned(a: &Encoding, b: &Encoding) -> Encoding {
    let twins = Twins::new(a, b);
    let mut order: Vec<Option<usize>> = (0..a.d_model()).map(|column| twins.of(column)).collect();
    let mut is_free = vec![true; b.d_model()];
    for column in order.iter().flatten() {
        is_free[*column] = false;
    }
    // A column without a counterpart stays in its own place, if that is still free.
    for (column, place) in order.iter_mut().enumerate() {
        if place.is_none() && is_free.get(column) == Some(&true) {
            is_free[column] = false;
            *place = Some(column);
        }
    }
    let mut left = (0..b.d_model()).filter(|&column| is_free[column]);
    let order: Option<Vec<usize>> = order.into_iter().map(|place| place.or_else(|| left.next())).collect();
    // Tables of different widths are not reordered.
    order.and_then(|order| b.reordered(&order)).unwrap_or_else(|| b.clone())
}

/// Finds the counterpart in one encoding of a column of another: the sine, or the cosine, of the band
/// with the same number; of the two equal columns of a rotation's pair, the first or the second.
struct Twins<'a> {
    from: &'a Encoding,
    to: &'a Encoding,
    /// The rank of each band of `from` among those of its direction.
    ranks: Vec<usize>,
    /// The bands of `to` that are not of lines, and those that are.
    bands: [Vec<usize>; 2],
}

impl<'a> Twins<'a> {
    fn new(from: &'a Encoding, to: &'a Encoding) -> Self {
        let [first, second] = by_direction(from);
        let mut ranks = vec![0; from.bands().len()];
        for bands in [first, second] {
            for (rank, band) in bands.into_iter().enumerate() {
                ranks[band] = rank;
            }
        }
        Self {
            from,
            to,
            ranks,
            bands: by_direction(to),
        }
    }

    /// Returns the column of `to`; `None` if there is none.
    fn of(&self, column: usize) -> Option<usize> {
        let law = self.from.columns().get(column)?;
        law.phase()?;
        let number = self.from.band_of(column);
        let bands = &self.bands[usize::from(is_of_lines(law))];
        let band = self.to.bands()[*bands.get(self.ranks[number])?];
        // The two columns of a rotation's pair differ only in their places.
        let is_second = self.from.bands()[number].second == Some(column);
        let is_alike = |&other: &usize| self.to.columns()[other].phase() == law.phase();
        let second = band.second.filter(|second| is_second && is_alike(second));
        second.or_else(|| band.columns().find(is_alike))
    }
}

/// Returns the bands that are not of the lines of a grid, and those that are.
fn by_direction(encoding: &Encoding) -> [Vec<usize>; 2] {
    let bands = encoding.bands().iter().enumerate();
    let (lines, others): (Vec<_>, Vec<_>) = bands.partition(|(_, band)| is_of_lines(&encoding.columns()[band.first]));
    [others, lines].map(|bands| bands.into_iter().map(|(number, _)| number).collect())
}

/// Checks whether a column depends on the line of a grid.
fn is_of_lines(law: &ColumnLaw) -> bool {
    grid::direction_of(law) == Some(grid::GridAxis::Y)
}

/// Returns the cell of the largest difference that is a number.
fn largest_of(cells: &[Parting]) -> Option<Parting> {
    let numbers = cells.par_iter().copied().filter(|cell| !cell.difference.is_nan());
    numbers.reduce_with(|one, other| if is_larger(&other, &one) { other } else { one })
}

/// Returns the first cell beyond a tolerance; NaN is beyond any tolerance.
fn first_beyond(cells: &[Parting], tolerance: f64) -> Option<Parting> {
    let is_beyond = |cell: &Parting| cell.difference.is_nan() || cell.difference.abs() > tolerance;
    cells.iter().copied().find(is_beyond)
}

/// Returns the cell with the larger difference, or the only one.
fn larger(one: Option<Parting>, other: Option<Parting>) -> Option<Parting> {
    match (one, other) {
        (Some(one), Some(other)) if is_larger(&other, &one) => Some(other),
        (one, other) => one.or(other),
    }
}

/// Checks whether the difference is larger or, in a tie, the cell earlier.
pub(super) fn is_larger(one: &Parting, other: &Parting) -> bool {
    let (a, b) = (one.difference.abs(), other.difference.abs());
    a > b || (a == b && (one.position, one.dimension) < (other.position, other.dimension))
}

/// Passes the differences block by block to `go_on` until it returns `false`.
fn each_difference(
    a: &Encoding,
    b: &Encoding,
    cancel: &Cancel,
    mut go_on: impl FnMut(&[Parting]) -> bool,
) -> Result<(), ReduceError> {
    let d = a.d_model();
    if d != b.d_model() {
        return Ok(());
    }
    each_block(a, b, a.end().min(b.end()), cancel, |first, left, right| {
        let parting = |(i, (left, right)): (usize, (&f64, &f64))| Parting {
            position: first + i / d,
            dimension: i % d,
            difference: right - left,
        };
        go_on(&left.iter().zip(right).enumerate().map(parting).collect::<Vec<_>>())
    })
}

/// Passes the first `length` rows of two tables of equal width block by block, each block with the
/// number of its first row, to `go_on` until it returns `false`.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised; [`ReduceError::NoClosedForm`] beyond [`COMPARED_CELLS_LIMIT`].
pub(super) fn each_block(
    a: &Encoding,
    b: &Encoding,
    length: usize,
    cancel: &Cancel,
    mut go_on: impl FnMut(usize, &[f64], &[f64]) -> bool,
) -> Result<(), ReduceError> {
    let d = a.d_model();
    let (cells, limit) = (cells_of(length, d), COMPARED_CELLS_LIMIT);
    if cells > limit {
        return Err(ReduceError::NoClosedForm { cells, limit });
    }
    let block_rows = (BLOCK_CELLS / d).max(1);
    let (of_a, of_b) = (Rows::new(a), Rows::new(b));
    let mut cells = [a, b].map(|_| vec![0.0; block_rows.min(length) * d]);
    cancel.expect(length.div_ceil(block_rows));
    for first in (0..length).step_by(block_rows) {
        cancel.check()?;
        let [left, right] = cells
            .each_mut()
            .map(|cells| &mut cells[..block_rows.min(length - first) * d]);
        of_a.fill_f64(first, left);
        of_b.fill_f64(first, right);
        cancel.advance();
        if !go_on(first, left, right) {
            break;
        }
    }
    Ok(())
}

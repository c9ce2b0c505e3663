//! A matrix that need not exist: any window of it at any resolution, exactly averaged.
//!
//! A [`Field`] describes something with rows and columns: the value of a cell, and the pixels of a
//! window at a given resolution. Nothing the size of the matrix is ever allocated.
//!
//! | file | about |
//! |---|---|
//! | `window` | which rows and columns, in how many pixels |
//! | `nodes` | the points along an axis at which a picture is computed |
//! | `walk` | a wave along many positions, by angle addition |
//! | `means` | the means of columns, in closed form |
//! | `folded` | the means over places that start over or form lines |
//! | `table` | a window onto the table of an encoding |
//! | `dense` | a window onto given numbers |
//! | `similarity` | a window onto the cosines between rows |
//! | `by_offset` | pictures of a function of the offset |
//! | `unit_rows` | the averaged normalised rows whose products are cosines |
//! | `scores` | the scores of a query and a key rotated by RoPE |
//! | `bias` | what a head adds to the scores |
//! | `difference` | one field minus another |
//! | `reduction`, `largest` | what a pixel shows of its cells, if not their mean |
//! | `moved` | a window moved by whole pixels |
//! | `raster` | the resulting picture |
//! | `query` | questions that may take long to answer, and what answers them |
//! | `picture` | the picture of a window as a query |
//! | `offsets` | the mean cosines over ranges of offsets |
//! | `wave_sums` | sums of waves at every position |

mod bias;
mod by_offset;
mod dense;
mod difference;
mod folded;
mod largest;
mod means;
mod moved;
mod nodes;
mod offsets;
mod picture;
mod query;
mod raster;
mod reduction;
mod scores;
mod similarity;
mod table;
mod unit_rows;
mod walk;
mod wave_sums;
mod window;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub use dense::{Dense, HUGE};
pub use largest::LARGEST_CELLS_LIMIT;
pub use means::{column_values, column_values_cost_ms};
pub use offsets::{offset_edges, offset_means};
pub use picture::FieldPicture;
pub use query::{Answered, Answers, AnyQuery, AnyReply, InPlace, Key, Last, Query, Reply, State};
pub use raster::{Marks, Raster};
pub use reduction::Reduction;
pub use similarity::{cosine, is_function_of_offset, norm, pair_frequencies};
pub use table::ColumnOrder;
pub use wave_sums::{wave_sums, wave_sums_cost_ms};
pub use window::{Span, Window, WindowAxis};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::encoding::{Encoding, Rotated, cells_of, float, single};

/// The most cells that are summed one by one if no closed form is known (rounded waves;
/// similarities of rounded waves, of bits and of an unpaired sine; differences of tables with
/// gaps).
pub const SUMMED_CELLS_LIMIT: u64 = 1 << 28;

/// The time that a sine and a cosine of a large angle take on one core, in milliseconds, for estimates.
pub const WAVE_MS: f64 = 40e-6;

/// Something with rows and columns that can be looked at. If two fields are equal, so is every picture of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Field {
    /// The table of an encoding: positions x dimensions.
    Table {
        /// The encoding.
        encoding: Encoding,
        /// The order of its columns.
        order: ColumnOrder,
    },
    /// A table of given numbers, in their own order: positions x dimensions.
    Dense(#[serde(with = "dense::by_value")] Arc<Dense>),
    /// The cosine of the angle between two rows of a table: positions x positions.
    Similarity(Encoding),
    /// The score of a query and a key of fixed content, rotated by RoPE: query positions x key positions.
    Scores(Rotated),
    /// What a head adds to the score of a query and a key: query positions x key positions.
    Bias {
        /// The encoding, a bias.
        encoding: Encoding,
        /// The head, a column of the encoding.
        head: usize,
    },
    /// The second field minus the first, cell by cell, over the rows and columns that both have.
    Difference(Box<Field>, Box<Field>),
}

/// The value of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// A number.
    Finite(f64),
    /// Not a number.
    NotANumber,
    /// Infinity.
    Infinite {
        /// Its sign.
        is_positive: bool,
    },
    /// No value: the cosine of a zero row, or a cell outside the field.
    Undefined,
}

impl Cell {
    /// Returns the number, infinities included; NaN for a cell without one.
    pub fn number(self) -> f64 {
        match self {
            Self::Finite(value) => value,
            Self::Infinite { is_positive: true } => f64::INFINITY,
            Self::Infinite { is_positive: false } => f64::NEG_INFINITY,
            Self::NotANumber | Self::Undefined => f64::NAN,
        }
    }
}

/// The reasons why a window was not reduced.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReduceError {
    /// The flag of [`Cancel`] was raised.
    #[error("cancelled")]
    Cancelled,
    /// The window has no pixels, or more than a picture may have.
    #[error("a picture of {row_pixels} x {column_pixels} pixels; the limit is 1 to {limit} pixels")]
    Pixels {
        /// Pixels along the rows.
        row_pixels: usize,
        /// Pixels along the columns.
        column_pixels: usize,
        /// The most pixels of one picture.
        limit: usize,
    },
    /// The field does not have this reduction.
    #[error("this picture can only show means or every n-th cell")]
    NotOffered,
    /// No closed form, and more cells than can be summed.
    #[error("without a closed form {cells} cells would have to be summed; the limit is {limit}")]
    NoClosedForm {
        /// Cells of the table that would have to be summed.
        cells: u64,
        /// The most cells that can be summed.
        limit: u64,
    },
}

/// Checks that `cells` cells can be summed one by one.
///
/// # Errors
/// [`ReduceError::NoClosedForm`] if there are more than [`SUMMED_CELLS_LIMIT`].
fn can_be_summed(cells: u64) -> Result<(), ReduceError> {
    let limit = SUMMED_CELLS_LIMIT;
    if cells > limit {
        return Err(ReduceError::NoClosedForm { cells, limit });
    }
    Ok(())
}

/// A handle to work on another thread: cancels it and reports its progress.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Strings>);

#[derive(Debug, Default)]
struct Strings {
    raised: AtomicBool,
    done: AtomicUsize,
    total: AtomicUsize,
}

impl Cancel {
    /// Asks the work to stop; it does so within about a millisecond.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }

    /// Checks that the work was not asked to stop.
    ///
    /// # Errors
    /// [`ReduceError::Cancelled`] if it was.
    pub(crate) fn check(&self) -> Result<(), ReduceError> {
        if self.is_raised() {
            return Err(ReduceError::Cancelled);
        }
        Ok(())
    }

    /// Announces `steps` more steps of work.
    pub fn expect(&self, steps: usize) {
        self.0.total.fetch_add(steps, Ordering::Relaxed);
    }

    /// Reports that a step is done.
    pub fn advance(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns how much of the work announced so far is done, from 0 to 1.
    pub fn fraction(&self) -> f32 {
        self.fraction_since([0, 0])
    }

    /// Returns the number of steps done and the number announced.
    pub fn steps(&self) -> [usize; 2] {
        [&self.0.done, &self.0.total].map(|steps| steps.load(Ordering::Relaxed))
    }

    /// Returns [`Self::fraction`] of the work since [`Self::steps`] were `before`.
    pub fn fraction_since(&self, before: [usize; 2]) -> f32 {
        let [done, total] = self.steps();
        let [done, total] = [done.saturating_sub(before[0]), total.saturating_sub(before[1])];
        (done as f32 / total.max(1) as f32).min(1.0)
    }
}

impl Field {
    /// Returns the names of the schemes. A picture may stand in for another that is still being
    /// computed only if their names are equal.
    pub fn kin(&self) -> String {
        let name = |encoding: &Encoding| encoding.spec().scheme.name().to_owned();
        match self {
            Self::Table { encoding, .. } | Self::Similarity(encoding) | Self::Bias { encoding, .. } => name(encoding),
            Self::Scores(rotated) => name(rotated.encoding()),
            Self::Dense(_) => String::new(),
            Self::Difference(first, second) => format!("{} {}", first.kin(), second.kin()),
        }
    }

    /// The most pixels of one reduction: a picture of 256 MB.
    pub const PIXEL_LIMIT: usize = 1 << 26;

    /// Returns the table of an encoding as it is stored.
    pub fn table(encoding: Encoding) -> Self {
        Self::Table {
            encoding,
            order: ColumnOrder::AsStored,
        }
    }

    /// Returns the difference `right - left`, over the rows and columns that both have.
    pub fn difference(left: Self, right: Self) -> Self {
        Self::Difference(Box::new(left), Box::new(right))
    }

    /// Returns the number of rows and the number of columns.
    pub fn shape(&self) -> (usize, usize) {
        match self {
            Self::Table { encoding, .. } => (encoding.max_len(), encoding.d_model()),
            Self::Dense(table) => table.shape(),
            Self::Similarity(encoding) | Self::Bias { encoding, .. } => (encoding.max_len(), encoding.max_len()),
            Self::Scores(rotated) => (rotated.max_len(), rotated.max_len()),
            Self::Difference(left, right) => {
                let (left, right) = (left.shape(), right.shape());
                (left.0.min(right.0), left.1.min(right.1))
            }
        }
    }

    /// Returns the value of a cell; undefined outside the field.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        match self {
            Self::Table { encoding, order } => {
                if column >= encoding.d_model() {
                    return Cell::Undefined;
                }
                let value = encoding.value(row, order.column(column, encoding));
                value.map_or(Cell::Undefined, Cell::Finite)
            }
            Self::Dense(table) => table.cell(row, column),
            Self::Similarity(encoding) => cosine(encoding, row, column).map_or(Cell::Undefined, Cell::Finite),
            Self::Scores(rotated) if row.max(column) < rotated.max_len() => Cell::Finite(rotated.score(row, column)),
            Self::Bias { encoding, head } if row.max(column) < encoding.max_len() => {
                let law = encoding.columns().get(*head);
                law.map_or(Cell::Undefined, |law| {
                    Cell::Finite(law.bias(float(row) - float(column)))
                })
            }
            Self::Scores(_) | Self::Bias { .. } => Cell::Undefined,
            Self::Difference(left, right) => match (left.cell(row, column), right.cell(row, column)) {
                (Cell::Finite(left), Cell::Finite(right)) => Cell::Finite(right - left),
                _ => Cell::Undefined,
            },
        }
    }

    /// Returns a range that holds every finite cell.
    pub fn bounds(&self) -> (f64, f64) {
        match self {
            Self::Table { encoding, .. } => encoding.bounds(),
            Self::Dense(table) => table.bounds(),
            Self::Similarity(_) => (-1.0, 1.0),
            Self::Scores(rotated) => (-rotated.largest(), rotated.largest()),
            Self::Bias { encoding, .. } => encoding.bounds(),
            Self::Difference(left, right) => {
                let (left, right) = (left.bounds(), right.bounds());
                (right.0 - left.1, right.1 - left.0)
            }
        }
    }

    /// Estimates the time that [`Self::reduce`] takes on one core, in milliseconds, from the window alone.
    pub fn cost_ms(&self, reduction: Reduction, window: &Window) -> f64 {
        match (self, reduction) {
            (Self::Difference(left, right), _) => left.cost_ms(reduction, window) + right.cost_ms(reduction, window),
            (_, Reduction::EveryNth) => self.cell_cost_ms() * float(window.rows.pixels) * float(window.columns.pixels),
            (Self::Dense(_), _) => dense::cost_ms(window),
            (Self::Table { encoding, .. }, Reduction::Mean) => table::cost_ms(encoding, window),
            (Self::Table { encoding, .. }, Reduction::MeanTwice) => 2.0 * table::cost_ms(encoding, window),
            (Self::Table { .. }, Reduction::Largest) => largest::cost_ms(window),
            (Self::Similarity(encoding), Reduction::Mean) => similarity::cost_ms(encoding, window),
            (Self::Scores(rotated), _) => scores::cost_ms(rotated, window),
            (Self::Bias { .. }, _) => bias::cost_ms(window),
            (Self::Similarity(_), _) => self.cell_cost_ms() * window.rows.span.length() * window.columns.span.length(),
        }
    }

    fn cell_cost_ms(&self) -> f64 {
        match self {
            Self::Table { .. } | Self::Dense(_) | Self::Bias { .. } => WAVE_MS,
            Self::Scores(rotated) => 2.0 * WAVE_MS * float(rotated.keys().len()),
            Self::Similarity(encoding) => WAVE_MS * float(encoding.d_model()),
            Self::Difference(left, right) => left.cell_cost_ms() + right.cell_cost_ms(),
        }
    }

    /// Whether a picture shows exactly what [`Reduction`] says instead of a bound, as the largest
    /// magnitude over more than [`LARGEST_CELLS_LIMIT`] cells is.
    pub fn is_exact(&self, reduction: Reduction, window: &Window) -> bool {
        reduction != Reduction::Largest || !matches!(self, Self::Table { .. }) || largest::is_exact(window)
    }

    /// Reduces the cells under each pixel of a window to one number. Means are within 1e-6 of the
    /// true ones (times the largest magnitude of the field, if that is above 1). The window is
    /// first moved inside the field.
    ///
    /// # Errors
    /// [`ReduceError`]: cancelled, no or too many pixels, too many cells without a closed form, or
    /// a reduction that the field does not have: similarities, scores and biases have only means
    /// and every n-th cell, differences no largest values.
    ///
    /// ```
    /// use poscope::encoding::{Encoding, Scheme, Spec};
    /// use poscope::field::{Cancel, Field, Reduction, Span, Window, WindowAxis};
    ///
    /// let spec = Spec { scheme: Scheme::Index, d_model: 1, max_len: 4, ..Spec::default() };
    /// let field = Field::table(Encoding::new(spec)?);
    /// // Positions 0 1 2 3 in two pixels: the means of 0, 1 and of 2, 3.
    /// let rows = WindowAxis { span: Span { start: 0.0, end: 4.0 }, pixels: 2 };
    /// let window = Window { rows, columns: WindowAxis::exact(1) };
    /// let values = |reduction| field.reduce(reduction, &window, &Cancel::default()).map(|raster| raster.values);
    /// assert_eq!(values(Reduction::Mean)?, [0.5, 2.5]);
    /// assert_eq!(values(Reduction::EveryNth)?, [0.0, 2.0]);
    /// assert_eq!(values(Reduction::Largest)?, [1.0, 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduce(&self, reduction: Reduction, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
        let (row_pixels, column_pixels) = (window.rows.pixels, window.columns.pixels);
        let pixels = cells_of(row_pixels, column_pixels);
        if pixels == 0 || pixels > Self::PIXEL_LIMIT as u64 {
            return Err(ReduceError::Pixels {
                row_pixels,
                column_pixels,
                limit: Self::PIXEL_LIMIT,
            });
        }
        let shape = self.shape();
        let within = |axis: WindowAxis, cells: usize| WindowAxis {
            span: axis.span.within(cells),
            ..axis
        };
        let window = Window {
            rows: within(window.rows, shape.0),
            columns: within(window.columns, shape.1),
        };
        match (self, reduction) {
            (_, Reduction::EveryNth) => self.every_nth(&window, cancel),
            (Self::Dense(table), _) => table.reduce(reduction, &window, cancel),
            (Self::Table { encoding, order }, Reduction::Largest) => largest::reduce(encoding, *order, &window, cancel),
            (Self::Table { encoding, order }, _) => {
                table::reduce(encoding, *order, reduction == Reduction::MeanTwice, &window, cancel)
            }
            (Self::Similarity(encoding), Reduction::Mean) => similarity::reduce(encoding, &window, cancel),
            (Self::Scores(rotated), Reduction::Mean) => scores::reduce(rotated, &window, cancel),
            (Self::Bias { encoding, head }, Reduction::Mean) => match encoding.columns().get(*head) {
                Some(law) => bias::reduce(law, &window, cancel),
                None => Err(ReduceError::NotOffered),
            },
            (Self::Difference(left, right), Reduction::Mean | Reduction::MeanTwice) => {
                difference::reduce(self, [left, right], reduction, &window, cancel)
            }
            (Self::Similarity(_) | Self::Scores(_) | Self::Bias { .. }, Reduction::MeanTwice | Reduction::Largest)
            | (Self::Difference(..), Reduction::Largest) => Err(ReduceError::NotOffered),
        }
    }

    /// Returns the cell at the beginning of each pixel.
    fn every_nth(&self, window: &Window, cancel: &Cancel) -> Result<Raster, ReduceError> {
        let (row_pixels, column_pixels) = (window.rows.pixels, window.columns.pixels);
        let rows: Vec<usize> = (0..row_pixels).map(|i| window.rows.pixel(i).cells().start).collect();
        let mut values = vec![f32::NAN; row_pixels * column_pixels];
        cancel.expect(column_pixels);
        values
            .par_chunks_exact_mut(row_pixels)
            .enumerate()
            .try_for_each(|(pixel, out)| {
                cancel.check()?;
                let column = window.columns.pixel(pixel).cells().start;
                for (out, &row) in out.iter_mut().zip(&rows) {
                    *out = single(self.cell(row, column).number());
                }
                cancel.advance();
                Ok(())
            })?;
        Ok(Raster::new(window, values))
    }
}

//! The compute module: what the numbers of an encoding are.
//!
//! A [`Spec`] is what a person chose; an [`Encoding`] is a checked specification. A table has one
//! row per position and one column per dimension. It is never stored here: every value is computed
//! from its column's [`ColumnLaw`].
//!
//! | file | formula of |
//! |---|---|
//! | `sinusoidal` | sines and cosines, Vaswani et al. 2017 |
//! | `conventions`, `named` | how code in the wild arranges them |
//! | `index` | the position itself |
//! | `normalized` | the position divided by the length |
//! | `binary` | the bits of the position |
//! | `grid` | sines and cosines in two dimensions |
//! | `learned` | a trained table, or an untrained one |
//! | `rope` | rotations of query and key, and their scalings |
//! | `alibi`, `t5`, `relative` | biases on the score of a query and a key |
//! | `nope` | no positional encoding, for comparison |
//!
//! | file | shared by several schemes |
//! |---|---|
//! | `beyond` | what happens beyond the trained length |
//! | `law`, `wave`, `folded`, `precision`, `buckets`, `given`, `drawn` | column laws |
//! | `setting` | settings, as data |
//! | `scaling` | RoPE frequencies slowed down for longer contexts |
//! | `rotated` | a query and a key rotated by RoPE |
//! | `written` | a checked encoding as text, and back |
//! | `presets`, `mistakes` | encodings of published models; tables that are wrong |

pub mod alibi;
mod bands;
pub mod beyond;
pub mod binary;
mod buckets;
pub mod conventions;
mod double_double;
mod drawn;
mod error;
mod fold;
mod folded;
mod given;
pub mod grid;
pub mod index;
mod law;
pub mod learned;
mod mistakes;
mod named;
mod names;
pub mod nope;
pub mod normalized;
mod number;
mod numbering;
mod precision;
mod presets;
pub mod relative;
pub mod rope;
mod rotated;
mod rows;
mod scaling;
mod scheme;
mod setting;
mod sin_cos;
pub mod sinusoidal;
mod spec;
pub mod t5;
mod typed_number;
mod wave;
mod written;

pub use bands::Band;
pub use beyond::{Beyond, Strategy};
pub use buckets::{Bucketed, Rule as BucketRule};
pub use conventions::{ColumnLayout, Conventions, Direction, Exponent, OddWidth, PhaseOrder, Slip, TableScale};
pub use double_double::DoubleDouble;
pub(crate) use drawn::normal;
pub use error::SpecError;
pub use fold::Fold;
pub use folded::Folded;
pub use given::{Corners, Given, Resample};
pub use law::{Between, ColumnLaw, Summed};
pub(crate) use law::{larger, ones_below, positions_below};
pub use mistakes::Mistake;
pub use named::Named;
pub use names::{is_named, nearest};
pub use normalized::Divisor;
pub(crate) use number::{cells_of, float, natural, single};
pub use numbering::Numbering;
pub use precision::{Precision, RoundedWave, Twist};
pub use presets::{Preset, named_spec};
pub use rotated::Rotated;
pub use rows::Rows;
use scheme::Lowered;
pub(crate) use scheme::around_zero;
pub use scheme::{Scheme, SchemeKind};
pub(crate) use setting::one_of;
pub use setting::{Choice, OneOf, Setting, Slot};
pub use spec::{Parameter, Spec};
pub(crate) use typed_number::half_width;
pub use wave::{Phase, Wave};

use std::ops::Range;
use std::sync::Arc;

/// What is known about the norms of a table's rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Norm {
    /// All rows have this norm: waves in pairs of a sine and a cosine.
    Constant(f64),
    /// Pairs of waves, plus one wave without a partner, with which the norm varies.
    WithLoneWave(Wave),
    /// The columns are the bits of the position, so a row's norm is the square root of its number of set bits.
    Bits,
    /// All columns are the same, so all rows point the same way.
    SameDirection,
    /// Nothing is known.
    Any,
}

/// An encoding whose specification has been checked; its holder need not check it again.
#[derive(Clone, Debug)]
pub struct Encoding {
    spec: Arc<Spec>,
    lowered: Arc<Lowered>,
    columns: Arc<[ColumnLaw]>,
    bands: Arc<[Band]>,
    band_of: Arc<[usize]>,
    norm: Norm,
    has_closed_form: bool,
    /// The scheme's column at each place; `None` for the scheme's own order.
    order: Option<Arc<[usize]>>,
}

impl PartialEq for Encoding {
    /// Compares specification and column order only: the columns follow from these.
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec && self.order == other.order
    }
}

impl Encoding {
    /// Checks a specification and lowers it to column laws.
    ///
    /// # Errors
    /// The first choice that is outside its limits or NaN.
    ///
    /// ```
    /// use poscope::encoding::{Encoding, Spec};
    /// let encoding = Encoding::new(Spec { d_model: 4, ..Spec::default() })?;
    /// assert_eq!(encoding.value(0, 0), Some(0.0)); // sin 0
    /// assert_eq!(encoding.value(0, 1), Some(1.0)); // cos 0
    /// assert_eq!(encoding.value(1, 2), Some(0.01_f64.sin()));
    /// assert_eq!(encoding.value(0, 4), None);
    /// # Ok::<(), poscope::encoding::SpecError>(())
    /// ```
    pub fn new(spec: Spec) -> Result<Self, SpecError> {
        let mut lowered = spec.lower()?;
        lowered.end = lowered.end.min(spec.max_len);
        let kind = spec.scheme.kind();
        let (bands, band_of) = bands::bands(&lowered.columns, kind == SchemeKind::Rotation);
        Ok(Self {
            norm: bands::norm(&lowered.columns, &bands, kind),
            has_closed_form: lowered.columns.iter().all(ColumnLaw::has_closed_form),
            columns: lowered.columns.clone(),
            lowered: lowered.into(),
            bands: bands.into(),
            band_of: band_of.into(),
            order: None,
            spec: spec.into(),
        })
    }

    /// Returns the same table with column `order[j]` in place of column j; `None` unless `order`
    /// names every column exactly once.
    pub fn reordered(&self, order: &[usize]) -> Option<Self> {
        let mut named = order.to_vec();
        named.sort_unstable();
        if !named.into_iter().eq(0..self.columns.len()) {
            return None;
        }
        let columns: Vec<ColumnLaw> = order.iter().map(|&column| self.columns[column]).collect();
        let (bands, band_of) = bands::bands(&columns, self.kind() == SchemeKind::Rotation);
        let before = |column: usize| self.order.as_ref().map_or(column, |order| order[column]);
        Some(Self {
            columns: columns.into(),
            bands: bands.into(),
            band_of: band_of.into(),
            order: Some(order.iter().map(|&column| before(column)).collect()),
            ..self.clone()
        })
    }

    /// Returns which column of the scheme's own order stands in `column` of this table; `column`
    /// itself if the table has no such column.
    pub fn own_column(&self, column: usize) -> usize {
        let order = self.order.as_ref();
        order.and_then(|order| order.get(column)).copied().unwrap_or(column)
    }

    /// Returns the column of this table that holds column `own` of the scheme's own order: the
    /// inverse of [`Self::own_column`].
    pub fn place_of(&self, own: usize) -> usize {
        let order = self.order.as_ref();
        let place = order.and_then(|order| order.iter().position(|&column| column == own));
        place.unwrap_or(own)
    }

    /// Checks that a specification is within its limits.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn check(spec: &Spec) -> Result<(), SpecError> {
        spec.lower().map(|_| ())
    }

    /// Returns the specification.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the number of rows of the table.
    pub fn max_len(&self) -> usize {
        self.spec.max_len
    }

    /// Returns the number of columns of the table.
    pub fn d_model(&self) -> usize {
        self.spec.d_model
    }

    /// Returns the laws of the columns, one per column: `d_model` of them.
    pub fn columns(&self) -> &[ColumnLaw] {
        &self.columns
    }

    /// Returns what the table means to attention.
    pub fn kind(&self) -> SchemeKind {
        self.spec.scheme.kind()
    }

    /// Whether the values are bucket numbers instead of biases.
    pub fn shows_buckets(&self) -> bool {
        matches!(self.columns.first(), Some(ColumnLaw::Bucketed(bias)) if bias.drawn.is_none())
    }

    /// Returns the rows that are zero, for padding; an empty range for most tables.
    pub fn zero_rows(&self) -> Range<usize> {
        self.lowered.zero_rows.clone()
    }

    /// Returns the first row that the table does not have: `max_len`, unless a learned table ends earlier.
    pub fn end(&self) -> usize {
        self.lowered.end
    }

    /// Whether rows are the cells of a grid, line after line, so that waves run along lines and
    /// from line to line instead of over all positions.
    pub fn is_grid(&self) -> bool {
        self.lowered.is_grid
    }

    /// Returns the training length for which the frequencies were slowed down; `None` if they were
    /// not slowed down, or not relative to a length.
    pub fn original_len(&self) -> Option<usize> {
        self.lowered.original_len
    }

    /// Returns the first row beyond the trained length; `None` if no row is beyond it, the length
    /// is left open, or the scheme has none.
    pub fn trained_end(&self) -> Option<usize> {
        let Spec { beyond, max_len, .. } = &*self.spec;
        (self.spec.has_trained_length() && beyond.is_reached_by(*max_len)).then_some(beyond.trained_len)
    }

    /// Whether every column follows its law in every row: no row is zero for padding, and the table
    /// does not end early.
    pub fn is_whole(&self) -> bool {
        self.lowered.zero_rows.is_empty() && self.end() == self.max_len()
    }

    /// Returns the value at (position, dimension); `None` outside the table or beyond its end.
    pub fn value(&self, position: usize, dimension: usize) -> Option<f64> {
        let column = self.columns.get(dimension)?;
        if self.lowered.zero_rows.contains(&position) {
            return Some(0.0);
        }
        (position < self.end()).then(|| column.at(float(position)))
    }

    /// Returns the bands, in order of their first columns: pairs of a sine and a cosine of one
    /// frequency, and columns that stand alone.
    pub fn bands(&self) -> &[Band] {
        &self.bands
    }

    /// Returns the band of `column`. Panics if the table has no such column.
    pub fn band_of(&self, column: usize) -> usize {
        self.band_of[column]
    }

    /// Returns how many bands are pairs of a sine and a cosine. An odd width leaves a sine alone;
    /// schemes without waves have no pairs.
    pub fn pairs(&self) -> usize {
        self.bands.iter().filter(|band| band.second.is_some()).count()
    }

    /// Whether means over many positions have a closed form.
    pub fn has_closed_form(&self) -> bool {
        self.has_closed_form
    }

    /// Returns what is known about the norms of rows other than zero rows.
    pub fn norm(&self) -> Norm {
        self.norm
    }

    /// Returns the frequency of a column in radians per row; `None` if the column is neither a wave
    /// nor an angle, does not turn, or does not exist.
    pub fn frequency(&self, dimension: usize) -> Option<f64> {
        self.columns.get(dimension)?.frequency()
    }

    /// Returns a range that holds every value; (0, 0) for an index table of a single position.
    pub fn bounds(&self) -> (f64, f64) {
        self.lowered.bounds
    }

    /// Whether a value may exceed the largest number of a type.
    pub fn may_overflow(&self, precision: Precision) -> bool {
        let (low, high) = self.bounds();
        precision.round(low.abs().max(high.abs())).is_infinite()
    }

    /// Returns the range in which values are shown unless another is chosen: [-s, s] for sinusoids
    /// of scale s, [-1, 1] for values that lie in it by nature (normalized, binary), plus or minus
    /// [`learned::USUAL`] for a learned table, in which a few numbers are many times as large as
    /// the others, else plus or minus the largest magnitude; [-1, 1] if every value is zero.
    pub fn usual_range(&self) -> (f64, f64) {
        self.lowered.usual_range
    }
}

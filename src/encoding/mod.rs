//! The compute module: what the numbers of an encoding are.
//!
//! A [`Spec`] is what a person chose; an [`Encoding`] is a checked one. A table
//! has one row a position and one column a dimension; it is never stored here,
//! every value is computed from its column's [`ColumnLaw`].
//!
//! | file | the formula of |
//! |---|---|
//! | `sinusoidal` | sines and cosines, Vaswani et al. 2017 |
//! | `precision` | sines and cosines made with fewer digits |
//! | `conventions` | how code in the wild arranges them |
//! | `index` | the position itself |
//! | `normalized` | the position divided by the length |
//! | `binary` | the bits of the position |
//!
//! `presets` are the encodings of models, `mistakes` tables that are wrong.

mod bands;
pub mod binary;
pub mod conventions;
mod double_double;
mod error;
pub mod index;
mod law;
mod mistakes;
pub mod normalized;
mod precision;
mod presets;
mod rows;
mod sin_cos;
pub mod sinusoidal;
mod spec;

pub use bands::Band;
pub use conventions::{Conventions, Exponent, Layout, Named, OddWidth, Order, Scale};
pub use double_double::DoubleDouble;
pub use error::SpecError;
pub use law::{ColumnLaw, Phase, ones_below};
pub use mistakes::Mistake;
pub use precision::{Precision, RoundedWave};
pub use presets::{Preset, named_spec};
pub use rows::Rows;
pub use spec::{Divisor, Parameter, Scheme, Spec};

use std::sync::Arc;

/// More than one wave of an encoding has no partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManyLoneWaves;

/// An encoding whose specification was checked. Whoever holds one need not
/// check again.
#[derive(Clone, Debug)]
pub struct Encoding {
    spec: Spec,
    columns: Arc<[ColumnLaw]>,
    bands: Arc<[Band]>,
    band_of: Arc<[usize]>,
}

impl PartialEq for Encoding {
    /// The columns follow from the specification, so it alone is compared.
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Encoding {
    /// Checks a specification and lowers it to column laws.
    ///
    /// # Errors
    /// The first choice that is outside its limits, or NaN.
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
        for parameter in Parameter::ALL {
            parameter.check(parameter.of(&spec))?;
        }
        let columns = match spec.scheme {
            Scheme::Sinusoidal => sinusoidal::columns(&spec),
            Scheme::Index => index::columns(&spec),
            Scheme::Normalized => normalized::columns(&spec),
            Scheme::Binary => binary::columns(&spec),
        };
        let (bands, band_of) = bands::bands(&columns);
        Ok(Self {
            spec,
            columns: columns.into(),
            bands: bands.into(),
            band_of: band_of.into(),
        })
    }

    /// What was chosen.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Rows of the table.
    #[must_use]
    pub fn max_len(&self) -> usize {
        self.spec.max_len
    }

    /// Columns of the table.
    #[must_use]
    pub fn d_model(&self) -> usize {
        self.spec.d_model
    }

    /// One law a column; there are `d_model` of them.
    #[must_use]
    pub fn columns(&self) -> &[ColumnLaw] {
        &self.columns
    }

    /// The value at (position, dimension); none outside the table.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
    pub fn value(&self, position: usize, dimension: usize) -> Option<f64> {
        let column = self.columns.get(dimension)?;
        (position < self.max_len()).then(|| column.at(position as f64))
    }

    /// The columns of one frequency each, in order of their first ones: pairs of
    /// a sine and a cosine, and columns that stand alone.
    #[must_use]
    pub fn bands(&self) -> &[Band] {
        &self.bands
    }

    /// The band of a column that the table has.
    #[must_use]
    pub fn band_of(&self, column: usize) -> usize {
        self.band_of[column]
    }

    /// How many bands are pairs of a sine and a cosine. An odd width leaves a
    /// sine alone; schemes without waves have none.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.bands.iter().filter(|band| band.second.is_some()).count()
    }

    /// Whether columns are made with fewer digits, so that nothing about them
    /// has a closed form.
    #[must_use]
    pub fn is_rounded(&self) -> bool {
        matches!(self.columns.first(), Some(ColumnLaw::Rounded(_)))
    }

    /// The wave that has no partner, where one has none.
    ///
    /// # Errors
    /// More than one has none.
    pub fn lone_wave(&self) -> Result<Option<ColumnLaw>, ManyLoneWaves> {
        let alone = self.bands.iter().filter(|band| band.second.is_none());
        let mut waves = alone
            .map(|band| self.columns[band.first])
            .filter(|law| law.phase().is_some());
        match (waves.next(), waves.next()) {
            (_, Some(_)) => Err(ManyLoneWaves),
            (lone, None) => Ok(lone),
        }
    }

    /// The frequency of a column, in radians a position; none where the column
    /// is no wave or there is no such column.
    #[must_use]
    pub fn frequency(&self, dimension: usize) -> Option<f64> {
        match self.columns.get(dimension)? {
            ColumnLaw::Wave { frequency, .. } => Some(frequency.high),
            ColumnLaw::Rounded(wave) => Some(wave.frequency.high * wave.step),
            ColumnLaw::Zero | ColumnLaw::Linear { .. } | ColumnLaw::Bit { .. } => None,
        }
    }

    /// The smallest and the largest value that the scheme can give for this
    /// length; the colour range of a picture follows from it. A single
    /// position of the index gives (0, 0).
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
    pub fn bounds(&self) -> (f64, f64) {
        let last = (self.spec.max_len - 1) as f64;
        match self.spec.scheme {
            Scheme::Sinusoidal => {
                let scale = self.spec.conventions.scale.of(self.spec.d_model);
                (-scale, scale)
            }
            Scheme::Index | Scheme::Normalized => (0.0, self.columns[0].at(last)),
            Scheme::Binary => (0.0, 1.0),
        }
    }
}

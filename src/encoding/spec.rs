//! What a person chooses about an encoding, and the limits of each choice.

use serde::{Deserialize, Serialize};

use super::alibi::Offsets;
use super::beyond::{self, Beyond};
use super::grid::Grid;
use super::learned::{self, Learned, LearnedTable};
use super::normalized::Divisor;
use super::relative::Relative;
use super::rope::Rope;
use super::scheme::Lowered;
use super::setting::{Setting, read, whole, within};
use super::t5::T5;
use super::{Conventions, Direction, Scheme, SchemeKind, SpecError, float, natural};

/// Everything a person can choose about an encoding. Plain data;
/// [`Encoding::new`](super::Encoding::new) checks once that it is within the limits.
///
/// A choice that the scheme does not use (the base of a binary code) is kept, so that stepping
/// through the schemes and back loses nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// The rule that makes the table.
    pub scheme: Scheme,
    /// Columns of the table: the width of the model, the dimensions of an attention head (RoPE), or
    /// the number of heads (biases).
    pub d_model: usize,
    /// Rows of the table: positions 0 to `max_len - 1`, or offsets.
    pub max_len: usize,
    /// The base b of the geometric frequencies.
    pub base: f64,
    /// What positions are divided by (normalized).
    #[serde(default)]
    pub divisor: Divisor,
    /// How sines and cosines are arranged (sinusoidal).
    #[serde(default)]
    pub conventions: Conventions,
    /// What happens beyond the trained length (sinusoidal, RoPE).
    #[serde(default)]
    pub beyond: Beyond,
    /// How a grid is divided (sinusoidal in two dimensions).
    #[serde(default)]
    pub grid: Grid,
    /// The table that is shown (learned).
    #[serde(default)]
    pub learned: Learned,
    /// How query and key are rotated (RoPE).
    #[serde(default)]
    pub rope: Rope,
    /// The offsets of the rows (biases).
    #[serde(default, skip_serializing_if = "Offsets::is_usual")]
    pub offsets: Offsets,
    /// Which offsets share a bias (T5).
    #[serde(default)]
    pub t5: T5,
    /// Which offsets share a bias (relative).
    #[serde(default)]
    pub relative: Relative,
}

impl Default for Spec {
    /// Returns the figure of most introductions: sinusoidal, 50 positions of 16 dimensions, base 10,000.
    fn default() -> Self {
        Self {
            scheme: Scheme::Sinusoidal,
            d_model: 16,
            max_len: 50,
            base: 10_000.0,
            divisor: Divisor::default(),
            conventions: Conventions::default(),
            beyond: Beyond::default(),
            grid: Grid::default(),
            learned: Learned::default(),
            rope: Rope::default(),
            offsets: Offsets::default(),
            t5: T5::default(),
            relative: Relative::default(),
        }
    }
}

impl Spec {
    /// Returns the seed with which the scheme's numbers are drawn (for RoPE, those of query and
    /// key); `None` if no number is drawn.
    pub fn drawn_with(&self) -> Option<usize> {
        match self.scheme {
            Scheme::Learned => (self.learned.table == LearnedTable::Untrained).then_some(self.learned.seed),
            Scheme::Rope => Some(self.rope.seed),
            Scheme::T5 => self.t5.shows.seed(self.t5.seed).map(|_| self.t5.seed),
            Scheme::Relative => self.relative.shows.seed(self.relative.seed).map(|_| self.relative.seed),
            _ => None,
        }
    }

    /// Returns the row of offset 0 in a table of biases: 0, or the middle one if keys after the query have rows as well.
    ///
    /// ```
    /// use poscope::encoding::{Scheme, Spec, alibi::Offsets};
    /// let spec = Spec { scheme: Scheme::Alibi, offsets: Offsets::Both, max_len: 50, ..Spec::default() };
    /// assert_eq!(spec.zero_offset_row(), 24); // offsets -24 to 25
    /// ```
    pub fn zero_offset_row(&self) -> usize {
        match (self.scheme.kind(), self.offsets) {
            (SchemeKind::Bias, Offsets::Both) => self.max_len.saturating_sub(1) / 2,
            _ => 0,
        }
    }

    /// Returns the settings of the scheme, in the order of the drawer, without the parameters ([`Parameter`]).
    ///
    /// ```
    /// use poscope::encoding::{Scheme, Spec};
    /// let mut spec = Spec { scheme: Scheme::Normalized, ..Spec::default() };
    /// spec.settings()[0].set("length")?;
    /// assert_eq!(spec.divisor.name(), "length");
    /// # Ok::<(), poscope::encoding::SpecError>(())
    /// ```
    pub fn settings(&mut self) -> Vec<Setting<'_>> {
        self.scheme.settings(self)
    }

    /// Returns the settings of another scheme, as if it were chosen.
    pub fn settings_of(&mut self, scheme: Scheme) -> Vec<Setting<'_>> {
        scheme.settings(self)
    }

    /// Whether the trained length makes a difference: it does if positions rise along the rows, so
    /// that the last rows are the ones beyond it.
    pub fn has_trained_length(&self) -> bool {
        match self.scheme {
            Scheme::Sinusoidal => self.conventions.direction == Direction::Ascending,
            Scheme::Rope => true,
            _ => false,
        }
    }

    /// Returns the specification with each strategy for positions beyond the trained length, its
    /// own included; empty for a scheme that has no strategies.
    ///
    /// ```
    /// use poscope::encoding::{Scheme, Spec, Strategy};
    /// let all = Spec::default().strategies();
    /// assert_eq!(all[1].beyond.strategy, Strategy::Restart);
    /// assert_eq!(Spec { scheme: Scheme::Learned, ..Spec::default() }.strategies().len(), 5);
    /// assert!(Spec { scheme: Scheme::Alibi, ..Spec::default() }.strategies().is_empty());
    /// ```
    pub fn strategies(&self) -> Vec<Self> {
        match self.scheme {
            _ if self.has_trained_length() => beyond::strategies(self),
            Scheme::Learned => learned::strategies(self),
            _ => Vec::new(),
        }
    }

    /// Checks every number against its limits and returns the table, column by column.
    pub(super) fn lower(&self) -> Result<Lowered, SpecError> {
        for parameter in Parameter::ALL {
            parameter.check(parameter.of(self))?;
        }
        self.clone().settings().iter().try_for_each(Setting::check)?;
        self.scheme.lower(self)
    }

    /// Returns the specification with another scheme, whose settings are the initial ones.
    pub fn as_first(&self, scheme: Scheme) -> Self {
        let (mut this, mut first) = (self.clone(), Self::default());
        this.scheme = scheme;
        for (mut setting, first) in this.settings().into_iter().zip(first.settings_of(scheme)) {
            // A setting reads back what it wrote.
            let _ = setting.set(&first.text());
        }
        this
    }

    /// Returns the names of the settings that differ from the initial ones.
    pub fn changed_settings(&self) -> Vec<&'static str> {
        let (mut this, mut first) = (self.clone(), Self::default());
        let first = first.settings_of(self.scheme);
        let pairs = this.settings().into_iter().zip(first);
        pairs
            .filter(|(now, first)| now.text() != first.text())
            .map(|(now, _)| now.name)
            .collect()
    }
}

/// A number of the specification that has limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// `d_model`, the number of dimensions.
    DModel,
    /// `max_len`, the number of positions.
    MaxLen,
    /// The base of the frequencies.
    Base,
}

impl Parameter {
    /// All parameters, in the order of the parameter bar.
    pub const ALL: [Self; 3] = [Self::DModel, Self::MaxLen, Self::Base];

    /// Returns the name that papers and code use.
    pub fn name(self) -> &'static str {
        match self {
            Self::DModel => "d_model",
            Self::MaxLen => "max_len",
            Self::Base => "base",
        }
    }

    /// Returns the smallest and the largest value allowed, both inclusive.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Self::DModel => (1.0, 16_384.0),
            Self::MaxLen => (1.0, 1_048_576.0),
            Self::Base => (1.0001, 1e9),
        }
    }

    /// Whether only whole numbers make sense.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::DModel | Self::MaxLen)
    }

    /// Returns the value in a specification.
    pub fn of(self, spec: &Spec) -> f64 {
        match self {
            Self::DModel => float(spec.d_model),
            Self::MaxLen => float(spec.max_len),
            Self::Base => spec.base,
        }
    }

    /// Whether the scheme's table depends on this parameter.
    pub fn is_used_by(self, scheme: Scheme) -> bool {
        matches!(self, Self::DModel | Self::MaxLen) || scheme.has_base()
    }

    /// Returns the value if it is allowed: not NaN, within the limits, and whole if it has to be.
    /// The limits are checked first, so the refusal of 1e30 names them.
    ///
    /// # Errors
    /// [`SpecError::OutOfRange`] or [`SpecError::NotWhole`], with the value and the limits.
    pub fn check(self, value: f64) -> Result<f64, SpecError> {
        let (low, high) = self.limits();
        within(self.name(), value, low, high)?;
        if self.is_whole() {
            whole(self.name(), value, low, high)?;
        }
        Ok(value)
    }

    /// Parses what a person typed as a number within the limits. Surrounding spaces and thousands
    /// separators between digits (comma, apostrophe, underscore, thin space) are allowed: `10,000`
    /// is ten thousand.
    ///
    /// # Errors
    /// [`SpecError::NotANumber`] if the text is not a number, else as for [`Self::check`].
    pub fn parse(self, text: &str) -> Result<f64, SpecError> {
        let (low, high) = self.limits();
        self.check(read(self.name(), text, low, high)?)
    }

    /// Sets the value in a specification after checking it; on an error the specification stays as it was.
    ///
    /// # Errors
    /// As for [`Self::check`].
    pub fn set(self, spec: &mut Spec, value: f64) -> Result<(), SpecError> {
        let value = self.check(value)?;
        match self {
            Self::DModel => spec.d_model = natural(value),
            Self::MaxLen => spec.max_len = natural(value),
            Self::Base => spec.base = value,
        }
        Ok(())
    }
}
/// Checks that a specification has at least `dimensions` dimensions, the fewest that its scheme can have.
///
/// # Errors
/// [`SpecError::OutOfRange`] if it has fewer.
pub(super) fn at_least(dimensions: usize, spec: &Spec) -> Result<(), SpecError> {
    let (_, most) = Parameter::DModel.limits();
    within(Parameter::DModel.name(), float(spec.d_model), float(dimensions), most)
}

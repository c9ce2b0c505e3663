//! What a person chooses about an encoding, and the limits of each choice.

use serde::{Deserialize, Serialize};

use super::{Conventions, Scale, SpecError};

/// All that a person can choose about an encoding. Plain data; whether it is
/// within the limits is checked once, by [`Encoding::new`](super::Encoding::new).
///
/// A choice that the scheme does not use (the base of a binary code) is kept,
/// so that going through the schemes and back loses nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The rule that makes a vector of a position.
    pub scheme: Scheme,
    /// Columns of the table: the model's width.
    pub d_model: usize,
    /// Rows of the table: positions 0 to `max_len - 1`.
    pub max_len: usize,
    /// The base b of the geometric frequencies (sinusoidal).
    pub base: f64,
    /// What a position is divided by (normalized).
    #[serde(default)]
    pub divisor: Divisor,
    /// How sines and cosines are arranged (sinusoidal).
    #[serde(default)]
    pub conventions: Conventions,
}

impl Default for Spec {
    /// The figure that most introductions show: sinusoidal, 50 positions of 16
    /// dimensions, base 10,000.
    fn default() -> Self {
        Self {
            scheme: Scheme::Sinusoidal,
            d_model: 16,
            max_len: 50,
            base: 10_000.0,
            divisor: Divisor::LengthMinusOne,
            conventions: Conventions::default(),
        }
    }
}

/// A rule that makes a vector of a position. Each has a file of its own in this
/// room, with its formula and source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Sines and cosines at geometric frequencies, see [`super::sinusoidal`].
    Sinusoidal,
    /// The position itself, see [`super::index`].
    Index,
    /// The position divided by the length, see [`super::normalized`].
    Normalized,
    /// The bits of the position, see [`super::binary`].
    Binary,
}

impl Scheme {
    /// Every scheme, in the order in which introductions meet them.
    pub const ALL: [Self; 4] = [Self::Index, Self::Normalized, Self::Binary, Self::Sinusoidal];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sinusoidal => "sinusoidal",
            Self::Index => "index",
            Self::Normalized => "normalized",
            Self::Binary => "binary",
        }
    }
}

/// What a normalized encoding divides a position by, for L positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Divisor {
    /// L - 1: the last position is exactly 1.
    #[default]
    LengthMinusOne,
    /// L: the last position is (L - 1)/L.
    Length,
}

impl Divisor {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::LengthMinusOne, Self::Length];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LengthMinusOne => "length-minus-one",
            Self::Length => "length",
        }
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
    /// The position of row 0.
    Start,
    /// From one position to the next.
    Step,
    /// What the table is multiplied by.
    Scale,
}

impl Parameter {
    /// Those of the parameter bar, in its order.
    pub const BAR: [Self; 3] = [Self::DModel, Self::MaxLen, Self::Base];

    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::DModel,
        Self::MaxLen,
        Self::Base,
        Self::Start,
        Self::Step,
        Self::Scale,
    ];

    /// The name that papers and code use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DModel => "d_model",
            Self::MaxLen => "max_len",
            Self::Base => "base",
            Self::Start => "start",
            Self::Step => "step",
            Self::Scale => "scale",
        }
    }

    /// The smallest and the largest value allowed, both included.
    #[must_use]
    pub fn limits(self) -> (f64, f64) {
        match self {
            Self::DModel => (1.0, 16_384.0),
            Self::MaxLen => (1.0, 1_048_576.0),
            Self::Base => (1.0001, 1e9),
            Self::Start => (-1e6, 1e6),
            Self::Step => (-1000.0, 1000.0),
            Self::Scale => (1e-6, 1e6),
        }
    }

    /// Whether only whole numbers make sense.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::DModel | Self::MaxLen)
    }

    /// The value in a specification.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "both are far below 2^53")]
    pub fn of(self, spec: &Spec) -> f64 {
        match self {
            Self::DModel => spec.d_model as f64,
            Self::MaxLen => spec.max_len as f64,
            Self::Base => spec.base,
            Self::Start => spec.conventions.start,
            Self::Step => spec.conventions.step,
            Self::Scale => spec.conventions.scale.of(spec.d_model),
        }
    }

    /// Whether the scheme's table depends on it.
    #[must_use]
    pub fn is_used_by(self, scheme: Scheme) -> bool {
        matches!(self, Self::DModel | Self::MaxLen) || scheme == Scheme::Sinusoidal
    }

    /// The value, if it is allowed: not NaN, within the limits, and whole where
    /// it has to be. The limits are checked first, so a refusal of 1e30 names
    /// them.
    ///
    /// # Errors
    /// [`SpecError::OutOfRange`] or [`SpecError::NotWhole`], with the value and
    /// the limits.
    pub fn check(self, value: f64) -> Result<f64, SpecError> {
        let (low, high) = self.limits();
        if !(low..=high).contains(&value) {
            return Err(SpecError::OutOfRange {
                parameter: self,
                value,
                low,
                high,
            });
        }
        if self.is_whole() && value.fract() != 0.0 {
            return Err(SpecError::NotWhole { parameter: self, value });
        }
        Ok(value)
    }

    /// What a person typed as a number within the limits. Spaces around it and
    /// separators of thousands (comma, apostrophe, underscore, thin space)
    /// between digits are allowed: `10,000` is ten thousand.
    ///
    /// # Errors
    /// [`SpecError::NotANumber`] where it is none, else as [`Self::check`].
    pub fn parse(self, text: &str) -> Result<f64, SpecError> {
        let cleaned = without_separators(half_width(text).trim());
        let value: f64 = cleaned.parse().map_err(|_| SpecError::NotANumber {
            parameter: self,
            text: text.trim().chars().take(40).collect(),
        })?;
        self.check(value)
    }

    /// Puts a value into a specification; it is checked first, and an error
    /// leaves the specification as it was.
    ///
    /// # Errors
    /// As [`Self::check`].
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked: whole and within limits"
    )]
    pub fn set(self, spec: &mut Spec, value: f64) -> Result<(), SpecError> {
        let value = self.check(value)?;
        match self {
            Self::DModel => spec.d_model = value as usize,
            Self::MaxLen => spec.max_len = value as usize,
            Self::Base => spec.base = value,
            Self::Start => spec.conventions.start = value,
            Self::Step => spec.conventions.step = value,
            Self::Scale => spec.conventions.scale = Scale::Number(value),
        }
        Ok(())
    }
}

/// Takes out separators of thousands: each must stand between a digit and a
/// group of exactly three digits, so `1,5` stays what it is and is refused.
fn without_separators(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_digit = |i: usize| characters.get(i).is_some_and(char::is_ascii_digit);
    let starts_a_group = |i: usize| is_digit(i + 1) && is_digit(i + 2) && is_digit(i + 3) && !is_digit(i + 4);
    (0..characters.len())
        .filter(|&i| {
            let is_separator = matches!(
                characters[i],
                ',' | '\'' | '_' | ' ' | '\u{2009}' | '\u{202f}' | '\u{a0}'
            );
            !(is_separator && i > 0 && is_digit(i - 1) && starts_a_group(i))
        })
        .map(|i| characters[i])
        .collect()
}

/// The text with the full-width digits and signs of Chinese and Japanese input
/// (U+FF01 to U+FF5E, and the wide space) as the ASCII ones that they stand for.
fn half_width(text: &str) -> String {
    let half = |character: char| match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character),
        '\u{3000}' => ' ',
        other => other,
    };
    text.chars().map(half).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_may_be_separated_but_a_decimal_comma_is_not_guessed_at() {
        assert_eq!(Parameter::Base.parse(" 10,000 "), Ok(10_000.0));
        assert_eq!(Parameter::MaxLen.parse("1 048 576"), Ok(1_048_576.0));
        assert_eq!(Parameter::Base.parse("1e6"), Ok(1e6));
        assert_eq!(Parameter::DModel.parse("５１２"), Ok(512.0));
        assert_eq!(Parameter::Base.parse("１０，０００．５"), Ok(10_000.5));
        assert!(matches!(
            Parameter::Base.parse("1,5"),
            Err(SpecError::NotANumber { .. })
        ));
        assert!(matches!(Parameter::DModel.parse(""), Err(SpecError::NotANumber { .. })));
    }

    #[test]
    fn values_outside_the_limits_are_refused_with_value_and_limit() {
        for (parameter, value) in [
            (Parameter::DModel, 65_536.0),
            (Parameter::DModel, 0.0),
            (Parameter::MaxLen, 1_048_577.0),
            (Parameter::Base, 1e30),
            (Parameter::Base, 0.0),
            (Parameter::Base, -5.0),
            (Parameter::Base, 1.0),
            (Parameter::Base, f64::INFINITY),
        ] {
            let (low, high) = parameter.limits();
            assert_eq!(
                parameter.check(value),
                Err(SpecError::OutOfRange {
                    parameter,
                    value,
                    low,
                    high
                })
            );
        }
        assert!(matches!(
            Parameter::Base.check(f64::NAN),
            Err(SpecError::OutOfRange { .. })
        ));
        assert!(matches!(
            Parameter::Base.parse("nan"),
            Err(SpecError::OutOfRange { .. })
        ));
        assert_eq!(
            Parameter::DModel.check(2.5),
            Err(SpecError::NotWhole {
                parameter: Parameter::DModel,
                value: 2.5
            })
        );
    }
}

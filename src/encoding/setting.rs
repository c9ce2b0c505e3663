//! The settings of a scheme, as data: name, limits, and the place of the value.
//!
//! Code that draws settings, reads them from a command line or reports what was changed goes
//! through these lists and knows no scheme.

use super::names::is_named;
use super::typed_number::number;
use super::{SpecError, float, natural};

/// One choice about an encoding, with the place where its value is kept.
pub struct Setting<'a> {
    /// The name: on the command line with hyphens for underscores, in the window translated.
    pub name: &'static str,
    /// The place of the value.
    pub slot: Slot<'a>,
    /// Whether the setting makes a difference, given the other settings.
    pub matters: bool,
    /// The section of the list that it stands in; empty for the first one.
    pub section: &'static str,
}

/// The place of a value, and the values that it may have.
pub enum Slot<'a> {
    /// A number; both limits are inclusive.
    Number {
        /// The number.
        value: &'a mut f64,
        /// The smallest one allowed.
        low: f64,
        /// The largest one allowed.
        high: f64,
    },
    /// A whole number; both limits are inclusive.
    Whole {
        /// The number.
        value: &'a mut usize,
        /// The smallest one allowed.
        low: usize,
        /// The largest one allowed.
        high: usize,
    },
    /// A list of numbers, possibly empty, each within the limits.
    List {
        /// The numbers.
        values: &'a mut Vec<f64>,
        /// The smallest one allowed.
        low: f64,
        /// The largest one allowed.
        high: f64,
    },
    /// One of a few named values.
    Choice(Box<dyn Choice + 'a>),
}

/// A choice among a few named values.
pub trait Choice {
    /// Returns all names, the default first.
    fn names(&self) -> Vec<&'static str>;
    /// Returns the name of the chosen value.
    fn chosen(&self) -> &'static str;
    /// Chooses by name; returns false and changes nothing if no value has that name.
    fn choose(&mut self, name: &str) -> bool;
}

/// A type whose few values have names.
pub trait OneOf: Copy + 'static {
    /// All values, the usual one first.
    const CHOICES: &'static [Self];
    /// Returns the name of a value.
    fn name(self) -> &'static str;
}

impl<T: OneOf> Choice for &mut T {
    fn names(&self) -> Vec<&'static str> {
        T::CHOICES.iter().map(|choice| choice.name()).collect()
    }

    fn chosen(&self) -> &'static str {
        (**self).name()
    }

    fn choose(&mut self, name: &str) -> bool {
        let found = T::CHOICES.iter().find(|choice| is_named(name, choice.name()));
        found.is_some_and(|&choice| {
            **self = choice;
            true
        })
    }
}

impl<'a> Setting<'a> {
    /// Describes a number from `low` to `high`.
    pub fn number(name: &'static str, value: &'a mut f64, low: f64, high: f64) -> Self {
        Self::new(name, Slot::Number { value, low, high })
    }

    /// Describes a whole number from `low` to `high`.
    pub fn whole(name: &'static str, value: &'a mut usize, low: usize, high: usize) -> Self {
        Self::new(name, Slot::Whole { value, low, high })
    }

    /// Describes a list of numbers from `low` to `high`.
    pub fn list(name: &'static str, values: &'a mut Vec<f64>, low: f64, high: f64) -> Self {
        Self::new(name, Slot::List { values, low, high })
    }

    /// Describes a choice among the values of a type.
    pub fn choice<T: OneOf>(name: &'static str, value: &'a mut T) -> Self {
        Self::new(name, Slot::Choice(Box::new(value)))
    }

    fn new(name: &'static str, slot: Slot<'a>) -> Self {
        Self {
            name,
            slot,
            matters: true,
            section: "",
        }
    }

    /// Returns the setting, marked as making a difference only if `matters`.
    #[must_use]
    pub fn when(self, matters: bool) -> Self {
        Self { matters, ..self }
    }

    /// Returns the setting, in a section of the list.
    #[must_use]
    pub fn under(self, section: &'static str) -> Self {
        Self { section, ..self }
    }

    /// Returns the value as text that [`Self::set`] reads.
    pub fn text(&self) -> String {
        match &self.slot {
            Slot::Number { value, .. } => value.to_string(),
            Slot::Whole { value, .. } => value.to_string(),
            Slot::List { values, .. } => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                texts.join(" ")
            }
            Slot::Choice(choice) => choice.chosen().to_owned(),
        }
    }

    /// Reads a value from text. On an error the old value stays.
    ///
    /// # Errors
    /// [`SpecError::NotANumber`], [`SpecError::OutOfRange`], [`SpecError::NotWhole`], or
    /// [`SpecError::NotAChoice`] if no choice has that name.
    pub fn set(&mut self, text: &str) -> Result<(), SpecError> {
        let name = self.name;
        match &mut self.slot {
            Slot::Number { value, low, high } => **value = read(name, text, *low, *high)?,
            Slot::Whole { value, low, high } => {
                let (low, high) = (float(*low), float(*high));
                let found = read(name, text, low, high)?;
                whole(name, found, low, high)?;
                **value = natural(found);
            }
            Slot::List { values, low, high } => {
                let parts = text.split([' ', ';', ',', '\u{ff0c}']).filter(|part| !part.is_empty());
                let found: Result<Vec<f64>, SpecError> = parts.map(|part| read(name, part, *low, *high)).collect();
                **values = found?;
            }
            Slot::Choice(choice) => {
                if !choice.choose(text.trim()) {
                    return Err(SpecError::NotAChoice {
                        name,
                        text: beginning(text),
                        choices: choice.names(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Checks that the value is within its limits.
    ///
    /// # Errors
    /// [`SpecError::OutOfRange`].
    pub fn check(&self) -> Result<(), SpecError> {
        match &self.slot {
            Slot::Number { value, low, high } => within(self.name, **value, *low, *high),
            Slot::Whole { value, low, high } => within(self.name, float(**value), float(*low), float(*high)),
            Slot::List { values, low, high } => {
                let mut values = values.iter();
                values.try_for_each(|&value| within(self.name, value, *low, *high))
            }
            Slot::Choice(_) => Ok(()),
        }
    }
}

/// Checks that a value is within limits, both inclusive; NaN never is.
pub(super) fn within(name: &'static str, value: f64, low: f64, high: f64) -> Result<(), SpecError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(SpecError::OutOfRange { name, value, low, high })
}

/// Checks that a value is whole.
pub(super) fn whole(name: &'static str, value: f64, low: f64, high: f64) -> Result<(), SpecError> {
    if value.fract() == 0.0 {
        return Ok(());
    }
    Err(SpecError::NotWhole { name, value, low, high })
}

/// Parses what a person typed as a number within limits.
pub(super) fn read(name: &'static str, text: &str, low: f64, high: f64) -> Result<f64, SpecError> {
    let value = number(text).ok_or_else(|| SpecError::NotANumber {
        name,
        text: beginning(text),
        low,
        high,
    })?;
    within(name, value, low, high)?;
    Ok(value)
}

/// Returns as much of a text as an error quotes: 40 characters.
fn beginning(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// Defines an enum whose values all have names, on the command line and in files; the first is the default.
macro_rules! one_of {
    ($(#[$doc:meta])* $vis:vis enum $Type:ident {
        $(#[$first_doc:meta])* $First:ident = $first:literal,
        $($(#[$rest_doc:meta])* $Rest:ident = $rest:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $Type {
            $(#[$first_doc])*
            #[default]
            #[serde(rename = $first)]
            $First,
            $($(#[$rest_doc])* #[serde(rename = $rest)] $Rest,)*
        }

        impl $Type {
            /// All values, the usual one first.
            pub const ALL: &'static [Self] = &[Self::$First, $(Self::$Rest),*];

            /// Returns the name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    Self::$First => $first,
                    $(Self::$Rest => $rest,)*
                }
            }
        }

        impl $crate::encoding::OneOf for $Type {
            const CHOICES: &'static [Self] = Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }
        }
    };
}
pub(crate) use one_of;

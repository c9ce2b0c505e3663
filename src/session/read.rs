//! Reads plain data out of JSON, and says what does not fit as a person would: where it stands, what was
//! found, what would be right. Names that nothing is called by are collected.

use std::cell::RefCell;
use std::fmt::Display;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use super::saved::shown;
use crate::encoding::natural;

/// The largest whole number up to which every one is an `f64`.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// How near a name has to be to be offered in place of another; 1 is equal.
const NEAR: f64 = 0.6;

/// The longest name for which a near one is looked for, in bytes.
const LONGEST: usize = 40;

/// A value that does not fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path} is {}; {expected:?} was expected", value.as_deref().unwrap_or("missing"))]
pub struct Misfit {
    /// Where it stands, such as `session.views.lanes[2]`.
    pub path: String,
    /// The value as JSON, cut to 40 characters; `None` if it is missing.
    pub value: Option<String>,
    /// What would be right.
    pub expected: Expected,
}

/// What a value should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This version of the format.
    Version(u64),
    /// A whole number from 0 on.
    Whole,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A text.
    Text,
    /// A list, of this length if there is one.
    List(Option<usize>),
    /// Names with values.
    Fields,
    /// One of a few names.
    OneOf {
        /// All of them.
        choices: &'static [&'static str],
        /// The one that was meant, as it seems.
        nearest: Option<&'static str>,
    },
    /// A stretch from 0 on whose end is above its start.
    Stretch,
    /// At most six bands, each once.
    Lanes,
    /// Something else, which no session has.
    Other,
    /// What stands in the first place, or `null`.
    OrNull(Box<Self>),
}

/// What code made by serde raises: it knows no place, which `At::here` adds.
impl serde::de::Error for Misfit {
    fn custom<T: Display>(_message: T) -> Self {
        Self {
            path: String::new(),
            value: None,
            expected: Expected::Other,
        }
    }

    fn missing_field(name: &'static str) -> Self {
        Self {
            path: format!(".{name}"),
            ..Self::custom("")
        }
    }
}

/// Reads a value that stands at a path; returns it with the paths of the names that are not known.
///
/// # Errors
/// The first value that does not fit.
pub fn read<T: DeserializeOwned>(value: &Value, path: &str) -> Result<(T, Vec<String>), Misfit> {
    let unknown = RefCell::default();
    let read = T::deserialize(At {
        value,
        path: path.to_owned(),
        or_null: false,
        unknown: &unknown,
    })?;
    Ok((read, unknown.into_inner()))
}

/// Returns the name that is nearest to another one; `None` if none is near.
pub fn nearest(name: &str, names: &'static [&'static str]) -> Option<&'static str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let nearness = |other: &str| strsim::normalized_damerau_levenshtein(&name, &other.to_lowercase());
    let names = names.iter().map(|other| (nearness(other), *other));
    let nearest = names.max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.filter(|(near, _)| *near > NEAR).map(|(_, name)| name)
}

/// A value and where it stands.
struct At<'a> {
    value: &'a Value,
    path: String,
    /// Whether `null` would have been right too.
    or_null: bool,
    unknown: &'a RefCell<Vec<String>>,
}

impl<'a> At<'a> {
    fn within(&self, value: &'a Value, path: String) -> Self {
        Self {
            value,
            path,
            or_null: false,
            unknown: self.unknown,
        }
    }

    fn misfit(&self, expected: Expected) -> Misfit {
        Misfit {
            path: self.path.clone(),
            value: Some(shown(&self.value.to_string())),
            expected: if self.or_null {
                Expected::OrNull(Box::new(expected))
            } else {
                expected
            },
        }
    }

    /// Returns what was found, if it is of the right kind.
    fn found<T>(&self, found: Option<T>, expected: Expected) -> Result<T, Misfit> {
        found.ok_or_else(|| self.misfit(expected))
    }

    /// Returns an error with its place, where it has none.
    fn here(path: &str) -> impl Fn(Misfit) -> Misfit {
        move |misfit| match misfit.path.as_str() {
            below if below.is_empty() || below.starts_with('.') => Misfit {
                path: format!("{path}{below}"),
                ..misfit
            },
            _ => misfit,
        }
    }

    fn list<V: Visitor<'a>>(self, length: Option<usize>, visitor: V) -> Result<V::Value, Misfit> {
        let values = self.value.as_array();
        let values = values.filter(|values| length.is_none_or(|length| values.len() == length));
        let values = self.found(values, Expected::List(length))?;
        let item = |(place, value)| self.within(value, format!("{}[{place}]", self.path));
        visitor
            .visit_seq(SeqDeserializer::new(values.iter().enumerate().map(item)))
            .map_err(Self::here(&self.path))
    }

    /// Hands over names with values; those that are none of `names`, if there are such, are not known.
    fn fields<V: Visitor<'a>>(self, names: Option<&'static [&'static str]>, visitor: V) -> Result<V::Value, Misfit> {
        let fields = self.found(self.value.as_object(), Expected::Fields)?;
        let path = |name: &str| format!("{}.{}", self.path, shown(name));
        let is_known = |(name, _): &(&'a String, &'a Value)| {
            let unknown = names.filter(|names| !names.contains(&name.as_str()));
            if let Some(names) = unknown {
                let meant = nearest(name, names).map_or_else(String::new, |meant| format!(" ({meant}?)"));
                self.unknown.borrow_mut().push(path(name) + &meant);
            }
            unknown.is_none()
        };
        let field = |(name, value): (&'a String, &'a Value)| (name.as_str(), self.within(value, path(name)));
        visitor
            .visit_map(MapDeserializer::new(fields.iter().filter(is_known).map(field)))
            .map_err(Self::here(&self.path))
    }
}

impl<'a> IntoDeserializer<'a, Misfit> for At<'a> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Misfit;

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        // 16.0 is whole too.
        let whole = |number: &f64| number.fract() == 0.0 && (0.0..=EXACT).contains(number);
        let float = || self.value.as_f64().filter(whole).map(|number| natural(number) as u64);
        let number = self.value.as_u64().or_else(float);
        visitor.visit_u64(self.found(number, Expected::Whole)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_f64(self.found(self.value.as_f64(), Expected::Number)?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.found(self.value.as_bool(), Expected::Flag)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.found(self.value.as_str(), Expected::Text)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.value.is_null() {
            return visitor.visit_none();
        }
        visitor.visit_some(Self { or_null: true, ..self })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.list(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.list(Some(length), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.fields(None, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.fields(Some(names), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        choices: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let text = self.value.as_str();
        let choice = text.filter(|text| choices.contains(text));
        let nearest = text.and_then(|text| nearest(text, choices));
        let choice = self.found(choice, Expected::OneOf { choices, nearest })?;
        visitor.visit_enum(choice.into_deserializer())
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Misfit> {
        Err(self.misfit(Expected::Other))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 char str bytes byte_buf unit unit_struct newtype_struct
        tuple_struct identifier ignored_any
    }
}

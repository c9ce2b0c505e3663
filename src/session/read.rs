//! Reads plain data from JSON, and reports what does not fit in a user's terms: its path, what was
//! found, and what was expected. Unknown names are collected. The words are in `text/sessions.rs`.

use std::cell::RefCell;
use std::fmt::Display;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use super::saved::shown;
use crate::encoding::{natural, nearest};

/// The largest number up to which an `f64` represents every whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A value that does not fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{path} is {}; {expected:?} was expected", value.as_deref().unwrap_or("missing"))]
pub struct Misfit {
    /// The path of the value, such as `session.views.lanes[2]`.
    pub path: String,
    /// The value as JSON, cut to 40 characters; `None` if it is missing.
    pub value: Option<String>,
    /// What was expected.
    pub expected: Expected,
}

/// What a value should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This version of the format.
    Version(u64),
    /// A whole number, 0 or more.
    Whole,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A string.
    Text,
    /// A list, of this length if one is given.
    List(Option<usize>),
    /// An object.
    Fields,
    /// One of a few names.
    OneOf {
        /// All of them.
        choices: &'static [&'static str],
        /// The most similar choice, if any.
        nearest: Option<&'static str>,
    },
    /// A stretch that starts at 0 or more and ends after its start.
    Stretch,
    /// Two numbers, the first below the second.
    Range,
    /// At most six bands, each once.
    Lanes,
    /// Anything else; no session contains it.
    Other,
    /// The inner expectation, or `null`.
    OrNull(Box<Self>),
}

/// Errors raised by code that serde derives: they have no path, which `At::here` adds.
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

/// Reads a value at a path; returns it with the paths of the unknown names.
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

/// A value and its path.
struct At<'a> {
    value: &'a Value,
    path: String,
    /// Whether `null` would have been valid too.
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

    /// Returns what was found, or a misfit if it is of the wrong kind.
    fn found<T>(&self, found: Option<T>, expected: Expected) -> Result<T, Misfit> {
        found.ok_or_else(|| self.misfit(expected))
    }

    /// Returns a function that adds the path to an error without one.
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

    /// Passes on the fields of an object; if `names` is given, fields with other names are reported as unknown.
    fn fields<V: Visitor<'a>>(self, names: Option<&'static [&'static str]>, visitor: V) -> Result<V::Value, Misfit> {
        let fields = self.found(self.value.as_object(), Expected::Fields)?;
        let path = |name: &str| format!("{}.{}", self.path, shown(name));
        let is_known = |(name, _): &(&'a String, &'a Value)| {
            let unknown = names.filter(|names| !names.contains(&name.as_str()));
            if let Some(names) = unknown {
                let meant =
                    nearest(name, names.iter().copied()).map_or_else(String::new, |meant| format!(" ({meant}?)"));
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
        // 16.0 is a whole number too.
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
        let nearest = text.and_then(|text| nearest(text, choices.iter().copied()));
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

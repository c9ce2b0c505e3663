//! What can be done beyond the trained length, as strips of one encoding: go
//! on, start over, squeeze; for a trained table the ways to stretch it.

use crate::encoding::{Encoding, Spec, SpecError};
use crate::field::Field;
use crate::file::FileError;
use crate::session::ColorMap;

use super::colormap::Palette;
use super::plain::{Look, Options, PlainPicture};
use super::range::default_range;
use super::views::FigureError;

/// One of the strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The specification with this strategy.
    pub spec: Spec,
    /// Its encoding; the restarts of chunks that overlap wholly are refused.
    pub encoding: Result<Encoding, SpecError>,
}

/// The strategies of a specification, from the top.
#[must_use]
pub fn variants(spec: &Spec) -> Vec<Variant> {
    let checked = |spec: Spec| Variant {
        encoding: Encoding::new(spec.clone()),
        spec,
    };
    spec.strategies().into_iter().map(checked).collect()
}

/// The encodings of the strategies, from the top, where there is something to compare.
///
/// # Errors
/// [`FigureError::NoStrategies`], [`FigureError::NothingBeyond`]; the first strategy that is refused.
pub fn encodings(spec: &Spec) -> Result<Vec<Encoding>, FigureError> {
    let variants = variants(spec);
    if variants.is_empty() {
        return Err(FigureError::NoStrategies(spec.scheme.name()));
    }
    if spec.has_trained_length() && !spec.beyond.is_reached_by(spec.max_len) {
        return Err(FigureError::NothingBeyond { max_len: spec.max_len });
    }
    let encodings: Result<Vec<Encoding>, SpecError> = variants.into_iter().map(|variant| variant.encoding).collect();
    Ok(encodings?)
}

/// The strips, one below the other; transposed, one beside the other. All have
/// one range of colours: the one that is given, else one that holds all of their own.
///
/// # Errors
/// As [`PlainPicture::strips`].
pub fn picture(
    encodings: Vec<Encoding>,
    (map, reversed): (ColorMap, bool),
    range: Option<(f64, f64)>,
    options: &Options,
) -> Result<PlainPicture, FileError> {
    let fields: Vec<Field> = encodings.into_iter().map(Field::table).collect();
    let own = fields.iter().map(default_range).reduce(wider).unwrap_or((-1.0, 1.0));
    let (low, high) = range.unwrap_or(own);
    let palette = Palette::new(map, reversed, low, high);
    let look = |field| Look {
        field,
        palette,
        hatch_outside: false,
    };
    PlainPicture::strips(fields.into_iter().map(look).collect(), options)
}

/// A range that holds two.
#[must_use]
pub fn wider(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    (one.0.min(other.0), one.1.max(other.1))
}

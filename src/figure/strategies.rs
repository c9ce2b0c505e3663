//! What can be done beyond the trained length, as strips of one encoding: go
//! on, start over, squeeze; for a trained table the ways to stretch it.

use crate::encoding::learned::{Learned, Table};
use crate::encoding::{Beyond, Corners, Encoding, Resample, Scheme, Spec, SpecError, Strategy};
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

/// The specification with each strategy in turn, its own among them; empty for
/// a scheme without any.
///
/// ```
/// use poscope::encoding::{Scheme, Spec, Strategy};
/// use poscope::figure::strategies::specs;
///
/// let all = specs(&Spec::default());
/// assert_eq!(all[1].beyond.strategy, Strategy::Restart);
/// assert_eq!(specs(&Spec { scheme: Scheme::Learned, ..Spec::default() }).len(), 5);
/// assert!(specs(&Spec { scheme: Scheme::Alibi, ..Spec::default() }).is_empty());
/// ```
#[must_use]
pub fn specs(spec: &Spec) -> Vec<Spec> {
    if spec.has_trained_length() {
        let with = |&strategy: &Strategy| Spec {
            beyond: Beyond {
                strategy,
                ..spec.beyond
            },
            ..spec.clone()
        };
        return Strategy::ALL.iter().map(with).collect();
    }
    if spec.scheme != Scheme::Learned || spec.learned.table != Table::MiniLm {
        return Vec::new();
    }
    let with = |(resample, corners)| Spec {
        learned: Learned {
            resample,
            corners,
            ..spec.learned
        },
        ..spec.clone()
    };
    [
        (Resample::Off, spec.learned.corners),
        (Resample::Linear, Corners::Edges),
        (Resample::Linear, Corners::Aligned),
        (Resample::Cubic, Corners::Edges),
        (Resample::Cubic, Corners::Aligned),
    ]
    .map(with)
    .into()
}

/// The strategies of a specification, from the top.
#[must_use]
pub fn variants(spec: &Spec) -> Vec<Variant> {
    let checked = |spec: Spec| Variant {
        encoding: Encoding::new(spec.clone()),
        spec,
    };
    specs(spec).into_iter().map(checked).collect()
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

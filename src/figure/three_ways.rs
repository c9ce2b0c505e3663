//! The articles' comparison: index, normalized and sinusoidal of the same size, as three strips.

use crate::encoding::{Encoding, Scheme, Spec, SpecError};
use crate::field::Field;
use crate::file::FileError;
use crate::session::ColorMap;

use super::colormap::Palette;
use super::plain::{Look, Options, PlainPicture};
use super::range::default_range;

/// The schemes of the strips, from the top.
pub const SCHEMES: [Scheme; 3] = [Scheme::Index, Scheme::Normalized, Scheme::Sinusoidal];

/// Which range of values the colours of a strip span.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scales {
    /// The same for all; values outside are hatched.
    Shared {
        /// The value of the first colour.
        low: f64,
        /// The value of the last colour.
        high: f64,
    },
    /// Each has its own, see [`default_range`].
    Own,
}

/// The encodings of the three strips; the scheme of the specification does not matter. Settings of
/// a scheme that do not fit this width are those of the first start.
///
/// # Errors
/// As [`Encoding::new`].
pub fn encodings(spec: &Spec) -> Result<[Encoding; 3], SpecError> {
    let of = |scheme| {
        let wanted = Encoding::new(Spec { scheme, ..spec.clone() });
        wanted.or_else(|_| Encoding::new(spec.as_first(scheme)))
    };
    let [index, normalized, sinusoidal] = SCHEMES.map(of);
    Ok([index?, normalized?, sinusoidal?])
}

/// The three strips, one below the other; transposed, one beside the other.
///
/// # Errors
/// As [`PlainPicture::strips`].
pub fn picture(
    encodings: [Encoding; 3],
    (map, reversed): (ColorMap, bool),
    scales: Scales,
    options: &Options,
) -> Result<PlainPicture, FileError> {
    let strips = encodings.map(|encoding| {
        let field = Field::table(encoding);
        let (low, high) = match scales {
            Scales::Shared { low, high } => (low, high),
            Scales::Own => default_range(&field),
        };
        Look {
            field,
            palette: Palette::new(map, reversed, low, high),
            hatch_outside: true,
        }
    });
    PlainPicture::strips(strips.into(), options)
}

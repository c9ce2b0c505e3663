//! The articles' comparison: index, normalized and sinusoidal of the same size, as three strips.

use crate::encoding::Encoding;
use crate::field::Field;
use crate::file::FileError;
use crate::session::ColorMap;

use super::colormap::Palette;
use super::plain::{Look, Options, PlainPicture};
use super::range::default_range;

pub use crate::analysis::three_ways::{SCHEMES, encodings};

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

//! From a value to a colour, exactly as in matplotlib.
//!
//! A colour map has 256 colours. The value's place in a range picks one of them, without interpolation:
//!
//! ```text
//! t     = (value - low) / (high - low)
//! index = floor(256 t), clamped to 0..=255
//! ```
//!
//! Source: matplotlib 3.11, `Normalize.__call__` and `Colormap.__call__(bytes=True)`.

use std::sync::LazyLock;

use crate::session::ColorMap;

/// The colours of a map: `COLORS` rows of red, green, blue; row 0 is the lowest value.
type ColorTable = [[u8; 3]; COLORS];

/// Number of colours in a map.
const COLORS: usize = 256;

/// The index of the colour in the middle of a map, at `t = 1/2`.
const MIDDLE: usize = COLORS / 2;

/// The colour of a value that is not a number: the neutral grey farthest from every colour of every map
/// (at least 37 of 255 steps), except for [`ColorMap::Gray`], which contains all greys. A view should
/// hatch such cells as well.
pub const UNDEFINED: [u8; 3] = [155, 155, 155];

/// Returns the 256 colours of a map, from the lowest value up.
///
/// ```
/// # use poscope::{plot::palette::colors, session::ColorMap};
/// assert_eq!(colors(ColorMap::Viridis)[0], [68, 1, 84]);
/// ```
pub fn colors(map: ColorMap) -> &'static [[u8; 3]; 256] {
    static TABLES: LazyLock<[ColorTable; 7]> = LazyLock::new(|| {
        [
            include_str!("../../assets/colormaps/RdBu.csv"),
            include_str!("../../assets/colormaps/PuOr.csv"),
            include_str!("../../assets/colormaps/coolwarm.csv"),
            include_str!("../../assets/colormaps/viridis.csv"),
            include_str!("../../assets/colormaps/magma.csv"),
            include_str!("../../assets/colormaps/cividis.csv"),
            include_str!("../../assets/colormaps/gray.csv"),
        ]
        .map(parse_table)
    });
    &TABLES[map as usize]
}

/// Parses the rows below the header line. The text is part of the program and a test compares all of it
/// with matplotlib, so a missing number is black rather than an error for the user.
fn parse_table(text: &str) -> ColorTable {
    let mut table = [[0; 3]; COLORS];
    for (color, line) in table.iter_mut().zip(text.lines().skip(1)) {
        for (channel, number) in color.iter_mut().zip(line.split(',')) {
            *channel = number.trim().parse().unwrap_or(0);
        }
    }
    table
}

/// A colour map over a range of values: it turns numbers into colours.
///
/// ```
/// use poscope::plot::palette::{Palette, UNDEFINED};
/// use poscope::session::ColorMap;
/// let palette = Palette::new(ColorMap::Gray, false, 0.0, 256.0);
/// assert_eq!(palette.color(7.9), [7, 7, 7]); // floor(256 * 7.9 / 256) = 7
/// assert_eq!(palette.color(-1.0), [0, 0, 0]);
/// assert_eq!(palette.color(f64::INFINITY), [255, 255, 255]);
/// assert_eq!(palette.color(f64::NAN), UNDEFINED);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    /// The colour map.
    pub map: ColorMap,
    /// Whether the map runs from its high end to its low end.
    pub reversed: bool,
    /// The value of the first colour.
    pub low: f64,
    /// The value of the last colour.
    pub high: f64,
}

impl Palette {
    /// Spreads `map` over `low..=high`.
    ///
    /// A range without a width (`low >= high`, an end that is infinite or NaN, a width that overflows)
    /// is accepted and gives every value the middle colour, since no value in it is lower or higher
    /// than another.
    ///
    /// `reversed` takes the 256 colours from the other end. matplotlib computes its RdBu_r, PuOr_r and
    /// gray_r anew, which differ from that by one step of 255 in 3, 2 and 26 of their colours; the
    /// others are identical.
    pub fn new(map: ColorMap, reversed: bool, low: f64, high: f64) -> Palette {
        Palette {
            map,
            reversed,
            low,
            high,
        }
    }

    /// Returns the colour of a value: red, green, blue. Values beyond the range and infinite ones get
    /// the colour of the nearer end, NaN gets [`UNDEFINED`].
    pub fn color(&self, value: f64) -> [u8; 3] {
        self.lookup().color(value)
    }

    /// Prepares the palette for many values.
    ///
    /// ```
    /// # use poscope::{plot::palette::Palette, session::ColorMap};
    /// let gray = Palette::new(ColorMap::Gray, false, 0.0, 1.0).lookup();
    /// assert_eq!([0.0, 1.0].map(|value| gray.color(value)), [[0, 0, 0], [255, 255, 255]]);
    /// ```
    pub fn lookup(&self) -> ColorLookup {
        let width = self.high - self.low;
        ColorLookup {
            colors: colors(self.map),
            reversed: self.reversed,
            low: self.low,
            width: (width > 0.0 && width.is_finite()).then_some(width),
            scale: is_power_of_two(width).then_some(256.0 / width),
        }
    }
}

/// A palette prepared for many values: [`Palette::lookup`].
#[derive(Clone, Copy, Debug)]
pub struct ColorLookup {
    colors: &'static ColorTable,
    reversed: bool,
    low: f64,
    /// `None` if the range has no width.
    width: Option<f64>,
    /// 256 / width, if multiplying by it gives exactly the bits of the division.
    scale: Option<f64>,
}

/// Checks whether dividing by a number changes only the exponent.
fn is_power_of_two(number: f64) -> bool {
    number.is_normal() && number > 1e-290 && number < 1e290 && number.to_bits().trailing_zeros() >= 52
}

impl ColorLookup {
    /// As [`Palette::color`].
    #[inline]
    pub fn color(&self, value: f64) -> [u8; 3] {
        if value.is_nan() {
            return UNDEFINED;
        }
        // The same operations in the same order as in matplotlib: the last bit of t decides.
        // Between 0 and 255, so the cast only drops the fraction.
        let index = match (self.scale, self.width) {
            (Some(scale), _) => ((value - self.low) * scale).clamp(0.0, 255.0) as usize,
            (None, Some(width)) => ((value - self.low) / width * 256.0).clamp(0.0, 255.0) as usize,
            (None, None) => MIDDLE,
        };
        self.colors[if self.reversed { COLORS - 1 - index } else { index }]
    }
}

//! From a value to a colour, exactly as matplotlib does it.
//!
//! A colour map is 256 colours. A value is put on a range, the place on the range picks one of
//! the 256, and nothing is mixed:
//!
//! ```text
//! t     = (value - low) / (high - low)
//! index = floor(256 t), held to 0..=255
//! ```
//!
//! Source: matplotlib 3.11, `Normalize.__call__` and `Colormap.__call__(bytes=True)`.

use std::sync::LazyLock;

use crate::session::ColorMap;

/// The colours of one map: `COLORS` rows of red, green, blue; row 0 is the lowest value.
type Table = [[u8; 3]; COLORS];

/// How many colours a map has.
const COLORS: usize = 256;

/// The colour of the middle of a map: where `t = 1/2` falls.
const MIDDLE: usize = COLORS / 2;

/// The colour of a value that is not a number: the neutral grey that lies farthest from every
/// colour of every map (at least 37 of 255 steps), [`ColorMap::Gray`] excepted, which has all
/// greys. A view should hatch such cells as well.
pub const UNDEFINED: [u8; 3] = [155, 155, 155];

/// The 256 colours, the lowest value first.
///
/// ```
/// # use poscope::{figure::colormap::colors, session::ColorMap};
/// assert_eq!(colors(ColorMap::Viridis)[0], [68, 1, 84]);
/// ```
pub fn colors(map: ColorMap) -> &'static [[u8; 3]; 256] {
    static TABLES: LazyLock<[Table; 7]> = LazyLock::new(|| {
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

/// Reads the rows below the line of names. The text is part of the program and a test reads all
/// of it against matplotlib, so a missing number is black rather than an error for the user.
fn parse_table(text: &str) -> Table {
    let mut table = [[0; 3]; COLORS];
    for (color, line) in table.iter_mut().zip(text.lines().skip(1)) {
        for (channel, number) in color.iter_mut().zip(line.split(',')) {
            *channel = number.trim().parse().unwrap_or(0);
        }
    }
    table
}

/// A colour map laid over a range of values: what turns numbers into colours.
///
/// ```
/// use poscope::figure::colormap::{Palette, UNDEFINED};
/// use poscope::session::ColorMap;
/// let palette = Palette::new(ColorMap::Gray, false, 0.0, 256.0);
/// assert_eq!(palette.color(7.9), [7, 7, 7]); // floor(256 * 7.9 / 256) = 7
/// assert_eq!(palette.color(-1.0), [0, 0, 0]);
/// assert_eq!(palette.color(f64::INFINITY), [255, 255, 255]);
/// assert_eq!(palette.color(f64::NAN), UNDEFINED);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    map: ColorMap,
    reversed: bool,
    low: f64,
    high: f64,
}

impl Palette {
    /// Lays `map` over `low..=high`.
    ///
    /// A range without a width (`low >= high`, an end that is infinite or not a number, a width
    /// beyond f64) is accepted and gives every value the middle colour, since no value lies lower
    /// or higher on it than any other.
    ///
    /// `reversed` takes the 256 colours from the other end. Of matplotlib's own `_r` maps RdBu_r,
    /// PuOr_r and gray_r are computed anew and differ from that by one step of 255 in 3, 2 and 26
    /// of their colours; the others are the same.
    pub fn new(map: ColorMap, reversed: bool, low: f64, high: f64) -> Palette {
        Palette {
            map,
            reversed,
            low,
            high,
        }
    }

    /// The colour map.
    pub fn map(&self) -> ColorMap {
        self.map
    }

    /// Whether the map runs from its high end to its low end.
    pub fn reversed(&self) -> bool {
        self.reversed
    }

    /// The value of the first colour.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The value of the last colour.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The colour of a value, red, green, blue. Values beyond the range and infinite ones get the
    /// colour of the nearer end, NaN gets [`UNDEFINED`].
    pub fn color(&self, value: f64) -> [u8; 3] {
        match self.index(value) {
            Some(index) if self.reversed => colors(self.map)[COLORS - 1 - index],
            Some(index) => colors(self.map)[index],
            None => UNDEFINED,
        }
    }

    /// Paints values into pixels of four bytes (red, green, blue, 255), each as
    /// [`color`](Self::color) does it. Stops at the end of the shorter of the two slices; bytes
    /// beyond it are left as they are.
    ///
    /// ```
    /// # use poscope::{figure::colormap::Palette, session::ColorMap};
    /// let mut pixels = [0; 8];
    /// Palette::new(ColorMap::Gray, false, 0.0, 1.0).paint(&[0.0, 1.0], &mut pixels);
    /// assert_eq!(pixels, [0, 0, 0, 255, 255, 255, 255, 255]);
    /// ```
    pub fn paint(&self, values: &[f32], rgba: &mut [u8]) {
        let mut lookup = colors(self.map).map(|[r, g, b]| [r, g, b, 255]);
        if self.reversed {
            lookup.reverse();
        }
        let [r, g, b] = UNDEFINED;
        for (pixel, &value) in rgba.chunks_exact_mut(4).zip(values) {
            let color = match self.index(f64::from(value)) {
                Some(index) => lookup[index],
                None => [r, g, b, 255],
            };
            pixel.copy_from_slice(&color);
        }
    }

    /// Which of the 256 colours, before reversing; none for NaN.
    fn index(&self, value: f64) -> Option<usize> {
        if value.is_nan() {
            return None;
        }
        let width = self.high - self.low;
        if !(width > 0.0 && width.is_finite()) {
            return Some(MIDDLE);
        }
        // The same operations in the same order as matplotlib: the last bit of t decides.
        let t = (value - self.low) / width;
        let place = (t * 256.0).clamp(0.0, 255.0);
        // Between 0 and 255, so the cast only drops the fraction.
        Some(place as usize)
    }
}

//! The size of a figure and of its letters.

use crate::encoding::one_of;

/// Points per inch; lengths of a figure and sizes of letters are in points.
pub const POINTS_PER_INCH: f64 = 72.0;

/// Millimetres per inch.
const MM_PER_INCH: f64 = 25.4;

/// The lowest and the highest resolution, in dots per inch.
pub const DPI_LIMITS: (f64, f64) = (36.0, 1200.0);

/// The smallest and the largest size of letters that can be chosen, in points.
pub const TEXT_LIMITS: (f64, f64) = (4.0, 96.0);

/// The shortest side of a figure, in points: less has no room for axes.
pub const LEAST_SIDE: f64 = 72.0;

/// The longest side of a figure, in points (2 m).
pub const MOST_SIDE: f64 = 5670.0;

/// The most pixels of a figure as a picture, which is made in memory, four bytes per pixel.
pub const PIXEL_LIMIT: u64 = 64_000_000;

one_of! {
    /// The purpose of a figure. Each has a size that needs no editing.
    pub enum Purpose {
        /// Two columns of a paper: 183 mm wide.
        Double = "double",
        /// One column of a paper: 89 mm wide.
        Single = "single",
        /// A slide of 1920 x 1080 pixels, 16:9.
        Slide = "slide",
        /// A slide of 1440 x 1080 pixels, 4:3.
        SlideClassic = "slide-4x3",
    }
}

impl Purpose {
    /// Returns whether the figure is printed, so that the resolution can be chosen.
    pub fn is_paper(self) -> bool {
        matches!(self, Self::Single | Self::Double)
    }
}

/// A sheet: its size, the size of the letters and the resolution of pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The width in points.
    pub width: f64,
    /// The height in points.
    pub height: f64,
    /// The size of the letters of ticks and names, in points; titles are larger.
    pub text: f64,
    /// Pixels per inch, for pictures.
    pub dpi: f64,
}

/// The reason why a size was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PaperError {
    /// A side is too short or too long.
    #[error("a figure of {width} x {height} pt; sides are {LEAST_SIDE} to {MOST_SIDE} pt")]
    Side {
        /// The width in points.
        width: f64,
        /// The height in points.
        height: f64,
    },
    /// The picture would have too many pixels.
    #[error("{width} x {height} pixels; the limit is {PIXEL_LIMIT} pixels")]
    Pixels {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
    /// The resolution is outside [`DPI_LIMITS`].
    #[error("{dpi} dpi; it is {} to {}", DPI_LIMITS.0, DPI_LIMITS.1)]
    Resolution {
        /// The dots per inch asked for.
        dpi: f64,
    },
}

impl Paper {
    /// Returns the sheet for a purpose; `tall` is the ratio of height to width that suits the
    /// content (a figure of strips is lower than one of squares). Slides keep the shape of a slide.
    pub fn of(purpose: Purpose, tall: f64) -> Self {
        let printed = |width: f64| Self::of_mm(width, (width * tall).round().clamp(40.0, 230.0));
        let slide = |width: f64| Self {
            width,
            height: 540.0,
            text: 15.0,
            dpi: 144.0,
        };
        match purpose {
            Purpose::Single => printed(89.0),
            Purpose::Double => printed(183.0),
            Purpose::Slide => slide(960.0),
            Purpose::SlideClassic => slide(720.0),
        }
    }

    /// Returns a sheet of the given width and height in pixels, one point per pixel; letters grow with it.
    pub fn of_pixels(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            text: ((width * height).sqrt() / 52.0).clamp(9.0, 48.0).round(),
            dpi: POINTS_PER_INCH,
        }
    }

    /// Returns a sheet of the given width and height in millimetres, at 300 dots per inch.
    pub fn of_mm(width: f64, height: f64) -> Self {
        let points = |mm: f64| mm / MM_PER_INCH * POINTS_PER_INCH;
        let text = if width < 120.0 { 7.0 } else { 8.0 };
        Self {
            width: points(width),
            height: points(height),
            text,
            dpi: 300.0,
        }
    }

    /// Returns a sheet of the same size at another resolution.
    #[must_use]
    pub fn with_dpi(self, dpi: f64) -> Self {
        Self { dpi, ..self }
    }

    /// Returns the pixels per point.
    pub fn pixels_per_point(&self) -> f64 {
        self.dpi / POINTS_PER_INCH
    }

    /// Returns width and height in pixels, each at least one.
    ///
    /// ```
    /// use poscope::figure::paper::{Paper, Purpose};
    /// assert_eq!(Paper::of(Purpose::Slide, 0.5).pixels(), (1920, 1080));
    /// assert_eq!(Paper::of(Purpose::Single, 1.0).pixels(), (1051, 1051)); // 89 mm at 300 dpi
    /// ```
    pub fn pixels(&self) -> (u64, u64) {
        let pixels = |points: f64| (points * self.pixels_per_point()).round().max(1.0) as u64;
        (pixels(self.width), pixels(self.height))
    }

    /// Checks that a figure can have this size.
    ///
    /// # Errors
    /// [`PaperError`].
    pub fn check(&self) -> Result<(), PaperError> {
        let is_side = |side: f64| (LEAST_SIDE..=MOST_SIDE).contains(&side);
        if !is_side(self.width) || !is_side(self.height) {
            return Err(PaperError::Side {
                width: self.width,
                height: self.height,
            });
        }
        let (least, most) = DPI_LIMITS;
        if !(least..=most).contains(&self.dpi) {
            return Err(PaperError::Resolution { dpi: self.dpi });
        }
        let (width, height) = self.pixels();
        if width.saturating_mul(height) > PIXEL_LIMIT {
            return Err(PaperError::Pixels { width, height });
        }
        Ok(())
    }
}

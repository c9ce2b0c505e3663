//! The colours of lines and letters, on a light page and on a dark one.
//!
//! Curves are distinguishable with red-green colour blindness; all text has a contrast of at least 4.5
//! with its page (WCAG 2, AA).

use super::tone::Tone;
use crate::encoding::one_of;

/// Red, green, blue.
pub type Rgb = [u8; 3];

one_of! {
    /// The page that a figure is drawn on.
    pub enum Theme {
        /// A white page.
        Light = "light",
        /// A dark page.
        Dark = "dark",
    }
}

/// The colours of a figure, as RGB or in another renderer's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink<Color = Rgb> {
    /// The page.
    pub page: Color,
    /// Titles.
    pub text: Color,
    /// Names of axes, ticks, captions.
    pub weak: Color,
    /// Frames and zero lines.
    pub frame: Color,
    /// Curves; with two encodings, those of A.
    pub curve: Color,
    /// Curves of B.
    pub second: Color,
    /// What is partly the first and partly the second.
    pub mixed: Color,
    /// What is held, such as the pinned cell.
    pub pinned: Color,
    /// What is under the pointer.
    pub hovered: Color,
    /// Curves from before a change.
    pub ghost: Color,
    /// Refusals and warnings.
    pub error: Color,
    /// The area of a picture that has not been computed yet.
    pub empty: Color,
}

impl Ink {
    /// Returns the colours of a theme.
    ///
    /// ```
    /// use poscope::plot::ink::{Ink, Theme};
    /// assert_eq!(Ink::of(Theme::Light).page, [255, 255, 255]);
    /// ```
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                page: [255; 3],
                text: [25; 3],
                weak: [85; 3],
                frame: [150; 3],
                curve: [0, 90, 181],
                second: [214, 92, 0],
                mixed: [140, 50, 160],
                pinned: [170, 80, 0],
                hovered: [0, 110, 50],
                ghost: [160; 3],
                error: [180, 30, 10],
                empty: [225; 3],
            },
            Theme::Dark => Self {
                page: [24, 24, 27],
                text: [235; 3],
                weak: [185; 3],
                frame: [110; 3],
                curve: [110, 175, 255],
                second: [255, 140, 60],
                mixed: [215, 130, 230],
                pinned: [255, 176, 0],
                hovered: [120, 220, 140],
                ghost: [110; 3],
                error: [255, 130, 110],
                empty: [40; 3],
            },
        }
    }
}

impl<Color: Copy> Ink<Color> {
    /// Returns the colours converted to another form.
    pub fn map<Other>(&self, form: impl Fn(Color) -> Other) -> Ink<Other> {
        Ink {
            page: form(self.page),
            text: form(self.text),
            weak: form(self.weak),
            frame: form(self.frame),
            curve: form(self.curve),
            second: form(self.second),
            mixed: form(self.mixed),
            pinned: form(self.pinned),
            hovered: form(self.hovered),
            ghost: form(self.ghost),
            error: form(self.error),
            empty: form(self.empty),
        }
    }

    /// Returns the colour of a tone.
    pub const fn tone(&self, tone: Tone) -> Color {
        match tone {
            Tone::Text => self.text,
            Tone::Weak => self.weak,
            Tone::Error => self.error,
            Tone::First => self.curve,
            Tone::Second => self.second,
            Tone::Mixed => self.mixed,
            Tone::Before => self.ghost,
            Tone::Held => self.pinned,
            Tone::Hovered => self.hovered,
        }
    }
}

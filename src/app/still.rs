//! A picture of the window, painted on the CPU from a session without a screen.

use eframe::egui::{self, Context, Vec2};
use image::RgbaImage;

use super::App;
use super::offscreen::{PaintError, run_and_paint};
use super::preferences::Preferences;
use crate::encoding::cells_of;
use crate::figure::render::About;
use crate::file::{self, Destination, Effort, FileError, Pixels, PngPicture};
use crate::session::Session;
use crate::text::Language;

/// A picture to be painted.
#[derive(Clone, Debug)]
pub struct Still {
    /// The session that it shows.
    pub session: Session,
    /// The language of its words.
    pub language: Language,
    /// Whether the theme is dark.
    pub dark: bool,
    /// The size in points.
    pub size: Vec2,
    /// Pixels per point.
    pub scale: f32,
}

/// The most frames that are run; after the first few, each follows an answer that was computed elsewhere.
const FRAMES: usize = 4000;

/// The most pixels of a picture, which is painted as a whole, with less than 300 MB of memory.
const PIXEL_LIMIT: u64 = 32_000_000;

impl Still {
    /// Checks the number of pixels.
    ///
    /// # Errors
    /// [`FileError::PictureTooLarge`] if there are too many.
    pub fn check(&self) -> Result<(), FileError> {
        let [width, height] = self.size_px();
        if cells_of(width, height) <= PIXEL_LIMIT {
            return Ok(());
        }
        Err(FileError::PictureTooLarge {
            width: width as u64,
            height: height as u64,
            limit: PIXEL_LIMIT,
        })
    }

    /// Returns the size in pixels.
    pub fn size_px(&self) -> [usize; 2] {
        // Negative sizes become 0.
        [self.size.x, self.size.y].map(|side| (side * self.scale).round() as usize)
    }

    /// Paints the picture.
    ///
    /// # Errors
    /// [`PaintError`] if a side is too long, the scale is not positive, or memory runs out.
    pub fn paint(&self) -> Result<RgbaImage, PaintError> {
        let ctx = Context::default();
        let preferences = Preferences {
            language: Some(self.language),
            theme: if self.dark {
                egui::ThemePreference::Dark
            } else {
                egui::ThemePreference::Light
            },
            ..Preferences::default()
        };
        let mut app = App::new(&ctx, preferences, self.session.clone(), None);
        run_and_paint(&ctx, self.size, self.scale, FRAMES, |ui| {
            app.draw(ui);
            if app.is_busy() {
                app.wait();
                ui.ctx().request_repaint();
            }
        })
    }

    /// Paints the picture and writes it as PNG.
    ///
    /// # Errors
    /// [`FileError::PictureTooLarge`] if it cannot be painted; otherwise the reason why it was not written.
    pub fn write(&self, destination: &Destination) -> Result<(), FileError> {
        self.check()?;
        let [width, height] = self.size_px().map(|side| side as u64);
        let image = self.paint().map_err(|_| FileError::PictureTooLarge {
            width,
            height,
            limit: PIXEL_LIMIT,
        })?;
        let head = PngPicture {
            width,
            height,
            pixels: Pixels::Rgb,
            effort: Effort::Small,
            dpi: None,
            notes: About::of_session(&self.session).notes(),
        };
        file::write_whole(destination, |out| file::write_image(out, &head, &image, &mut |_| true))
    }
}

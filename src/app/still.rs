//! A picture of the window, or of one of its panes, painted on the CPU from a
//! session: no screen is involved.

use eframe::egui::{self, Context, Vec2, vec2};

use super::offscreen::{Image, PaintError, run_and_paint};
use super::preferences::Preferences;
use super::{App, pane::Pane};
use crate::figure::render::About;
use crate::file::{self, Destination, Effort, FileError, Picture, Pixels};
use crate::session::Session;
use crate::text::Language;

/// What is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The whole window.
    Window,
    /// One of its panes.
    Pane(Pane),
}

impl Subject {
    /// A size that suits it, in points.
    pub fn size(self) -> Vec2 {
        match self {
            Self::Window => vec2(1280.0, 800.0),
            Self::Pane(_) => vec2(800.0, 420.0),
        }
    }
}

/// A picture to be painted.
#[derive(Clone, Debug)]
pub struct Still {
    /// Of what.
    pub subject: Subject,
    /// What it shows.
    pub session: Session,
    /// The language of its words.
    pub language: Language,
    /// Whether it is dark.
    pub dark: bool,
    /// Its size in points.
    pub size: Vec2,
    /// Pixels a point.
    pub scale: f32,
}

/// Frames after which everything that is computed elsewhere has come.
const FRAMES: usize = 4000;

impl Still {
    /// Its size in pixels.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "negative sizes become 0"
    )]
    pub fn size_px(&self) -> [usize; 2] {
        [self.size.x, self.size.y].map(|side| (side * self.scale).round() as usize)
    }

    /// Paints it.
    ///
    /// # Errors
    /// Where it has no pixels or too many.
    pub fn paint(&self) -> Result<Image, PaintError> {
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
            match self.subject {
                Subject::Window => app.draw(ui),
                Subject::Pane(pane) => app.draw_pane(ui, pane),
            }
            if app.is_busy() {
                // The picture waits for what is computed elsewhere.
                std::thread::sleep(std::time::Duration::from_millis(5));
                ui.ctx().request_repaint();
            }
        })
    }

    /// Paints it and writes it as PNG.
    ///
    /// # Errors
    /// Where it has no pixels or too many, or cannot be written.
    pub fn write(&self, destination: &Destination) -> Result<(), FileError> {
        let [width, height] = self.size_px();
        let (width_px, height_px) = (width as u64, height as u64);
        let image = self.paint().map_err(|_| FileError::PictureTooLarge {
            width: width_px,
            height: height_px,
            limit: file::PICTURE_LIMIT,
        })?;
        let head = Picture {
            width: image.width as u64,
            height: image.height as u64,
            pixels: Pixels::Rgb,
            effort: Effort::Small,
            dpi: None,
            notes: About::of_session(&self.session).notes(),
        };
        let line_bytes = image.width * Pixels::Rgba.bytes();
        file::write_whole(destination, |out| {
            let row = |y: u64, row: &mut [u8]| {
                let start = usize::try_from(y).unwrap_or(0) * line_bytes;
                let pixels = image.rgba[start..start + line_bytes].chunks_exact(4);
                for (to, from) in row.chunks_exact_mut(3).zip(pixels) {
                    to.copy_from_slice(&from[..3]);
                }
            };
            file::write_png(out, &head, row, &mut |_| true)
        })
    }
}

//! An export order and the work of carrying it out: the export dialog without its controls. It runs
//! on any thread.

use std::path::Path;

use eframe::egui::ColorImage;
use image::RgbaImage;

use super::choices::{Choices, ExportKind, FigureSize};
use super::preview::Previewed;
use crate::app::preferences::FIRST_SIZE;
use crate::app::still::Still;
use crate::encoding::{Encoding, Rows, SpecError, float};
use crate::field::{Cancel, InPlace};
use crate::figure::FigureError;
use crate::figure::animation::{self, Animation, AnimationError, AnimationFormat};
use crate::figure::description::Figure;
use crate::figure::draw::{Medium, draw};
use crate::figure::motion::{Motion, MotionError};
use crate::figure::paper::{Paper, Purpose};
use crate::figure::plain::{self, Background, Options, PlainPicture};
use crate::figure::render::{About, Format, bytes, pixels};
use crate::figure::sheet::{Sheet, figure};
use crate::file::{self, Destination, Effort, FileError};
use crate::plot::Panel;
use crate::session::Session;
use crate::text::Language;
use crate::view::{self, Subject, View};

/// What is exported, and how: everything that the work needs, copied when it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportOrder {
    /// The kind of thing that is exported.
    pub kind: ExportKind,
    /// The choices for this kind.
    pub choices: Choices,
    /// The session.
    pub session: Session,
    /// The encoding of the session.
    pub encoding: Encoding,
    /// The language of the words in the picture.
    pub language: Language,
    /// Whether a picture of the window uses the dark theme.
    pub dark: bool,
}

impl ExportOrder {
    /// Returns the extension of the file.
    pub fn ending(&self) -> &'static str {
        match self.kind {
            ExportKind::Figure(_) | ExportKind::Page => self.choices.format.name(),
            ExportKind::Table(format) => format.name(),
            // The extension under which other programs know an APNG.
            ExportKind::Animation => match self.choices.moving.format {
                AnimationFormat::Gif => "gif",
                AnimationFormat::Apng => "png",
            },
            _ => "png",
        }
    }

    /// Returns the session that a figure shows and stores, without ranges in view if the whole table is exported.
    fn shown(&self) -> Session {
        let mut session = self.session.clone();
        if !self.choices.in_view {
            session.views.positions = None;
            session.views.dimensions = None;
            session.views.pairs = None;
        }
        session
    }

    /// Returns the sheet of the figure.
    fn sheet(&self) -> Sheet {
        let choices = &self.choices;
        let is_animation = self.kind == ExportKind::Animation;
        let (purpose, paper) = match choices.size {
            FigureSize::For(purpose) => (purpose, is_animation.then(Animation::paper)),
            FigureSize::Pixels(width, height) => {
                (Purpose::default(), Some(Paper::of_pixels(width.into(), height.into())))
            }
        };
        let has_dpi = paper.is_none() && choices.format == Format::Png && purpose.is_paper();
        Sheet {
            purpose,
            paper,
            dpi: has_dpi.then_some(choices.dpi.into()),
            theme: choices.theme,
            transparent: choices.transparent,
            title: choices.title.clone(),
            own_scales: !choices.shares_scale,
            ..Sheet::default()
        }
    }

    /// Returns the animation; nothing is drawn yet.
    ///
    /// # Errors
    /// If an end is not a number or outside the limits of what changes, or if [`Animation::check`] fails.
    pub fn animation(&self) -> Result<Animation, AnimationError> {
        let moving = &self.choices.moving;
        let [from, to] = &moving.ends;
        let number = |text: &String| match moving.swept.parameter() {
            Some(parameter) => Ok(parameter.parse(text).map_err(MotionError::Spec)?),
            None => typed(text, self.encoding.max_len()),
        };
        let animation = Animation {
            motion: Motion {
                frames: moving.frames,
                frames_per_second: moving.rate,
                there_and_back: moving.there_and_back,
                ..Motion::new(moving.swept, number(from)?, number(to)?)
            },
            session: self.shown(),
            views: view::view(&moving.view).into_iter().collect(),
            sheet: self.sheet(),
            language: self.language,
        };
        animation.check(moving.format)?;
        Ok(animation)
    }

    /// Returns the figure; nothing is drawn yet.
    pub fn figure(&self, cancel: &Cancel) -> Result<Figure, AnimationError> {
        let views: Vec<&'static dyn View> = match self.kind {
            ExportKind::Figure(name) => view::view(name).into_iter().collect(),
            _ => self.choices.views.iter().filter_map(|name| view::view(name)).collect(),
        };
        self.figure_of(&self.shown(), &views, &self.sheet(), cancel)
    }

    fn figure_of(
        &self,
        session: &Session,
        views: &[&'static dyn View],
        sheet: &Sheet,
        cancel: &Cancel,
    ) -> Result<Figure, AnimationError> {
        let subject = Subject::of(session, self.language).map_err(FigureError::from)?;
        Ok(figure(&subject, views, sheet, &mut InPlace::new(cancel))?)
    }

    /// Returns the picture of the bare cells.
    pub fn picture(&self) -> Result<PlainPicture, FileError> {
        self.picture_of_size(plain::PictureSize::Cell(self.choices.cell_size))
    }

    fn picture_of_size(&self, size: plain::PictureSize) -> Result<PlainPicture, FileError> {
        let ExportKind::Cells(name) = self.kind else {
            return Err(FileError::Cancelled);
        };
        let cancel = Cancel::default();
        // An encoding that has been checked is not refused.
        let block = view::view(name).and_then(|view| {
            let subject = Subject {
                is_live: true,
                ..Subject::of(&self.shown(), self.language).ok()?
            };
            view.block(&subject, &mut InPlace::new(&cancel)).ok()
        });
        let block = block.ok_or(FileError::Cancelled)?;
        let panels: Vec<&Panel> = block.panels().filter(|panel| panel.is_plain).collect();
        let cells = panels
            .first()
            .and_then(|panel| panel.cells())
            .ok_or(FileError::Cancelled)?;
        let options = Options {
            rows: Some(cells.rows),
            columns: Some(cells.columns),
            transposed: cells.transposed || (self.session.views.transposed && name == "three-ways"),
            from_top: panels[0].y.scale.is_reversed(),
            masked: panels[0].is_masked(),
            size,
            background: if self.choices.transparent {
                Background::Transparent
            } else {
                Background::White
            },
        };
        let looks = panels.iter().filter_map(|panel| panel.cells());
        PlainPicture::strips(looks.map(|cells| cells.look.clone()).collect(), &options)
    }

    /// Returns the picture of the window.
    pub fn still(&self) -> Still {
        Still {
            session: self.session.clone(),
            language: self.language,
            dark: self.dark,
            size: FIRST_SIZE,
            scale: self.choices.scale as f32,
        }
    }

    /// Returns the figure as the bytes of its file.
    pub fn bytes(&self, cancel: &Cancel) -> Result<Vec<u8>, AnimationError> {
        let figure = self.figure(cancel)?;
        let about = About::of(&figure, &self.shown());
        let outlines = self.choices.outlines && self.choices.format == Format::Svg;
        let file = (self.choices.format, outlines);
        Ok(bytes(&figure, file, &about, self.language, cancel)?)
    }

    /// Writes the file; `cancel` stops the work and reports its progress.
    pub fn write(&self, path: &Path, cancel: &Cancel) -> Result<(), AnimationError> {
        let destination = Destination::Path(path.to_owned());
        if self.kind.is_figure() {
            let bytes = self.bytes(cancel)?;
            file::write_whole(&destination, |out| Ok(out.write_all(&bytes)?))?;
            return Ok(());
        }
        cancel.expect(1000);
        let mut steps = 0;
        // A separate flag: the steps of pictures and animations are not those counted here.
        let inner = Cancel::default();
        let mut progress = |fraction: f64| {
            while f64::from(steps) < fraction * 1000.0 {
                cancel.advance();
                steps += 1;
            }
            !cancel.is_raised()
        };
        let written = match self.kind {
            ExportKind::Table(format) => file::write_whole(&destination, |out| {
                let rows = Rows::new(&self.encoding);
                file::write_table(out, &rows, format, self.choices.storage, &mut progress)
            }),
            ExportKind::Window => self.still().write(&destination),
            ExportKind::Animation => {
                let format = self.choices.moving.format;
                return animation::write_file(&self.animation()?, &destination, format, &inner, &mut progress);
            }
            _ => self.picture().and_then(|picture| {
                let notes = About::of_session(&self.shown()).notes();
                file::write_whole(&destination, |out| {
                    picture.write_png(out, (Effort::Small, notes), &inner, &mut progress)
                })
            }),
        };
        Ok(written?)
    }

    /// Returns the picture for the clipboard.
    pub fn image(&self, cancel: &Cancel) -> Result<ColorImage, AnimationError> {
        if self.kind.is_figure() {
            return Ok(image_of_figure(&self.figure(cancel)?, cancel)?);
        }
        Ok(image_of_cells(&self.picture()?, cancel)?)
    }

    /// Returns a preview of at most `width` x `height` pixels; it has no picture for a table.
    pub fn preview(&self, [width, height]: [u32; 2], cancel: &Cancel) -> Result<Previewed, AnimationError> {
        match self.kind {
            ExportKind::Table(_) => Ok(Previewed::default()),
            ExportKind::Figure(_) | ExportKind::Page | ExportKind::Animation => {
                let (mut figure, motion) = if self.kind == ExportKind::Animation {
                    let animation = self.animation()?;
                    // The middle frame.
                    let session = animation.session(animation.motion.frames / 2);
                    let figure = self.figure_of(&session, &animation.views, &animation.sheet, cancel)?;
                    (figure, Some(animation.motion))
                } else {
                    (self.figure(cancel)?, None)
                };
                let paper = figure.paper;
                let fits = (f64::from(width) / paper.width).min(f64::from(height) / paper.height);
                figure.paper = figure.paper.with_dpi(fits * crate::figure::paper::POINTS_PER_INCH);
                Ok(Previewed {
                    picture: Some(image_of_figure(&figure, cancel)?),
                    paper: Some(paper),
                    motion,
                })
            }
            ExportKind::Window => {
                let mut still = self.still();
                still.scale = (width as f32 / still.size.x).min(height as f32 / still.size.y);
                let painted = still.paint().ok();
                Ok(Previewed {
                    picture: painted.map(|painted| on_screen(&painted)),
                    ..Previewed::default()
                })
            }
            _ => {
                let whole = self.picture()?;
                let fits = (f64::from(width) / whole.width() as f64).min(f64::from(height) / whole.height() as f64);
                let picture = if fits >= 1.0 {
                    whole
                } else {
                    let side = |side: u64| ((side as f64 * fits).round() as u64).max(4);
                    let (width, height) = (side(whole.width()), side(whole.height()));
                    let size = plain::PictureSize::Whole { width, height };
                    self.picture_of_size(size)?
                };
                Ok(Previewed {
                    picture: Some(image_of_cells(&picture, cancel)?),
                    ..Previewed::default()
                })
            }
        }
    }

    /// Returns the size of the file in bytes; `None` if it is known only after writing.
    pub fn file_size(&self, cancel: &Cancel) -> Option<u64> {
        match self.kind {
            ExportKind::Figure(_) | ExportKind::Page => self.bytes(cancel).ok().map(|bytes| bytes.len() as u64),
            ExportKind::Table(format) => {
                format.size_bytes(self.encoding.max_len(), self.encoding.d_model(), self.choices.storage)
            }
            ExportKind::Window | ExportKind::Animation => None,
            _ => {
                let picture = self.picture().ok()?;
                if picture.width().saturating_mul(picture.height()) > plain::MEMORY_LIMIT {
                    return None;
                }
                let mut bytes = Vec::new();
                let notes = About::of_session(&self.shown()).notes();
                let mut progress = |_| !cancel.is_raised();
                let written = picture.write_png(&mut bytes, (Effort::Small, notes), cancel, &mut progress);
                written.ok().map(|()| bytes.len() as u64)
            }
        }
    }
}

/// Returns the pixels of a figure, for the screen.
fn image_of_figure(figure: &Figure, cancel: &Cancel) -> Result<ColorImage, FigureError> {
    let drawing = draw(figure, Medium::Pixels, cancel)?;
    Ok(on_screen(&pixels(&drawing, figure.paper.pixels_per_point(), cancel)?))
}

/// Returns the pixels of bare cells, for the screen.
fn image_of_cells(picture: &PlainPicture, cancel: &Cancel) -> Result<ColorImage, FileError> {
    Ok(on_screen(&picture.image(cancel)?))
}

fn on_screen(image: &RgbaImage) -> ColorImage {
    let size = [image.width(), image.height()].map(|side| side as usize);
    ColorImage::from_rgba_unmultiplied(size, image)
}

/// Parses the position typed for a table of `max_len` positions.
fn typed(text: &str, max_len: usize) -> Result<f64, AnimationError> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| {
        let error = SpecError::NotANumber {
            name: "position",
            text: text.chars().take(40).collect(),
            low: 0.0,
            high: float(max_len - 1),
        };
        MotionError::Spec(error).into()
    })
}

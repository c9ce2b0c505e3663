//! Animations: figures of some views, one after another, while a number changes.
//!
//! What does not change stays in place: all frames share one layout, one range of colours and one
//! range of values, which cover every frame. To find these, every frame is described at least twice
//! before the first one is drawn; only a few are in memory at a time.

use std::collections::VecDeque;
use std::io::Write;

use rayon::prelude::*;

use super::FigureError;
use super::description::Figure;
use super::draw::{Medium, draw};
use super::few_colors::FewColors;
use super::kept::Kept;
use super::motion::{Motion, MotionError, Swept};
use super::paper::Paper;
use super::render::{About, samples};
use super::sheet::{Sheet, figure_keeping};
use crate::analysis::telling_bands;
use crate::encoding::{Encoding, float, one_of};
use crate::field::{Cancel, InPlace};
use crate::file::{Destination, FileError, Film, Pixels, Progress, write_apng, write_gif, write_whole};
use crate::plot::palette::colors;
use crate::session::{Pin, Session};
use crate::text::{Language, count, plain};
use crate::tr;
use crate::view::{Subject, View};

/// The most pixels of a frame.
pub const FRAME_PIXELS: u64 = 4_000_000;

/// The most frames that are drawn at the same time.
const AT_ONCE: usize = 4;

/// The number of frames drawn ahead to choose the colours of a GIF.
const SAMPLES: usize = 5;

/// The most rounds in which the common layout may settle; two are enough.
const ROUNDS: usize = 4;

one_of! {
    /// The file format of an animation.
    pub enum AnimationFormat {
        /// At most 256 colours; every program shows it.
        Gif = "gif",
        /// Exact colours; browsers show it.
        Apng = "apng",
    }
}

/// The description of an animation.
#[derive(Clone)]
pub struct Animation {
    /// What changes, and how.
    pub motion: Motion,
    /// The session of every frame, apart from the number that changes.
    pub session: Session,
    /// The views, from top to bottom.
    pub views: Vec<&'static dyn View>,
    /// The sheet of every frame.
    pub sheet: Sheet,
    /// The language of the words.
    pub language: Language,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenAnimation {
    /// The number of frames.
    pub frames: usize,
    /// The largest error of any channel of any pixel, in steps of 1/255.
    pub largest_error: u8,
}

/// The reason why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// The motion is refused.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A frame could not be made.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The frames have more than [`FRAME_PIXELS`] pixels.
    #[error("frames of {width} x {height} pixels; the limit is {FRAME_PIXELS} pixels")]
    Pixels {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
    /// A cell size was chosen, but all frames have one size.
    #[error("frames have one size")]
    CellSize,
    /// A transparent GIF, which would need half-transparent pixels.
    #[error("a GIF has no half-transparent pixels")]
    TransparentGif,
    /// The position changes, but the view does not show it.
    #[error("no position is shown in {0}")]
    NoPosition(&'static str),
}

impl Animation {
    /// Returns the default sheet of an animation: 1280 x 720 pixels.
    pub fn paper() -> Paper {
        Paper::of_pixels(1280.0, 720.0)
    }

    /// Returns the session of a frame.
    pub fn session(&self, frame: usize) -> Session {
        let mut session = self.session.clone();
        let value = self.motion.value(frame);
        let Some(parameter) = self.motion.swept.parameter() else {
            let dimension = session.views.pin.map_or(0, |pin| pin.dimension);
            session.views.pin = Some(Pin {
                position: value as usize,
                dimension,
            });
            return session;
        };
        let before = parameter.of(&session.spec);
        // The values of a checked motion are within their limits.
        let _ = parameter.set(&mut session.spec, value);
        if let Some(versus) = &mut session.versus
            && parameter.of(&versus.spec) == before
        {
            // If A and B have the same value, both change.
            let _ = parameter.set(&mut versus.spec, value);
        }
        session
    }

    /// Returns what a frame shows.
    fn subject(&self, frame: usize) -> Result<Subject, FigureError> {
        let mut session = self.session(frame);
        if session.views.lanes.is_empty() {
            // All frames have the lanes of the table from which the animation begins.
            session.views.lanes = telling_bands(&Encoding::new(self.session.spec.clone())?);
        }
        let held = session.views.pin.map(|pin| pin.position);
        Ok(Subject {
            held: held.filter(|_| self.motion.swept == Swept::Position),
            keeps_lanes: true,
            ..Subject::of(&session, self.language)?
        })
    }

    /// Checks what can be checked before anything is drawn.
    ///
    /// # Errors
    /// [`AnimationError`].
    pub fn check(&self, format: AnimationFormat) -> Result<(), AnimationError> {
        self.motion.check(&self.session.spec)?;
        if self.sheet.cell_size.is_some() {
            return Err(AnimationError::CellSize);
        }
        if self.sheet.transparent && format == AnimationFormat::Gif {
            return Err(AnimationError::TransparentGif);
        }
        self.check_position()?;
        if let Some(paper) = self.sheet.paper {
            let paper = self.sheet.dpi.map_or(paper, |dpi| paper.with_dpi(dpi));
            check_paper(&paper)?;
        }
        for frame in [0, self.motion.frames - 1] {
            Encoding::check(&self.session(frame).spec).map_err(MotionError::from)?;
        }
        Ok(())
    }

    /// Refuses a motion of the position if the only view does not mark it.
    fn check_position(&self) -> Result<(), AnimationError> {
        if self.motion.swept != Swept::Position {
            return Ok(());
        }
        let subject = self.subject(0)?;
        let cancel = Cancel::default();
        let answers = &mut InPlace::new(&cancel);
        let is_marked = |view: &&dyn View| {
            let block = view.block(&subject, answers);
            // A view that refuses says so itself.
            block.is_ok_and(|block| !block.panels().flat_map(|panel| &panel.marks).any(|mark| mark.is_held))
        };
        match self.views.iter().copied().find(is_marked) {
            Some(view) if self.views.len() == 1 => Err(AnimationError::NoPosition(view.name())),
            _ => Ok(()),
        }
    }

    /// Finds the layout and ranges that all frames share.
    ///
    /// # Errors
    /// [`AnimationError`], if a frame cannot be made.
    pub fn staged(&self, cancel: &Cancel) -> Result<Staged<'_>, AnimationError> {
        let mut kept = Kept::default();
        // The way back has nothing new.
        let frames = self.motion.frames.min(self.motion.count());
        for _ in 0..ROUNDS {
            let of_frame = |frame| {
                let of_figure = Kept::of(&self.figure(frame, &kept, cancel)?);
                Ok(of_figure.map_err(FigureError::from)?)
            };
            let all = (0..frames).into_par_iter().map(of_frame);
            let all: Result<Kept, AnimationError> = all.try_reduce(|| kept.clone(), |one, other| Ok(one.with(&other)));
            let all = all?;
            if all == kept {
                break;
            }
            kept = all;
        }
        let first = self.figure(0, &kept, cancel)?;
        check_paper(&first.paper)?;
        Ok(Staged {
            animation: self,
            kept,
            first,
        })
    }

    fn figure(&self, frame: usize, kept: &Kept, cancel: &Cancel) -> Result<Figure, AnimationError> {
        if cancel.is_raised() {
            return Err(FileError::Cancelled.into());
        }
        Ok(figure_keeping(
            kept,
            &self.subject(frame)?,
            &self.views,
            &self.sheet,
            &mut InPlace::new(cancel),
        )?)
    }

    /// Returns words such as `base from 100 to 1,000,000 in 60 frames`.
    fn words(&self) -> String {
        let Motion { swept, from, to, .. } = self.motion;
        tr!(
            self.language,
            "animation.words",
            name = swept.symbol(),
            from = plain(from),
            to = plain(to),
            frames = count(self.motion.count())
        )
    }
}

fn check_paper(paper: &Paper) -> Result<(), AnimationError> {
    paper.check().map_err(FigureError::from)?;
    let (width, height) = paper.pixels();
    if width * height > FRAME_PIXELS {
        return Err(AnimationError::Pixels { width, height });
    }
    Ok(())
}

/// An animation with its common layout and ranges.
pub struct Staged<'a> {
    animation: &'a Animation,
    kept: Kept,
    first: Figure,
}

impl Staged<'_> {
    /// Returns the figure of a frame.
    ///
    /// # Errors
    /// [`AnimationError`].
    pub fn figure(&self, frame: usize, cancel: &Cancel) -> Result<Figure, AnimationError> {
        self.animation.figure(frame, &self.kept, cancel)
    }

    /// Returns the pixels of a frame, row by row from the top.
    ///
    /// # Errors
    /// [`AnimationError`].
    pub fn pixels(&self, frame: usize, cancel: &Cancel) -> Result<Vec<u8>, AnimationError> {
        let figure = self.figure(frame, cancel)?;
        let drawing = draw(&figure, Medium::Pixels, cancel)?;
        let samples = samples(&figure, &drawing, cancel)?;
        if cancel.is_raised() {
            return Err(FileError::Cancelled.into());
        }
        Ok(samples)
    }

    /// Returns the metadata of the file, with the session of the first frame.
    fn about(&self) -> About {
        let mut about = About::of(&self.first, &self.animation.session(0));
        about.alt = format!("{}. {}", about.alt, self.animation.words());
        about
    }

    fn film(&self, notes: Vec<(String, String)>) -> Film {
        let (width, height) = self.first.paper.pixels();
        Film {
            width,
            height,
            pixels: if self.first.transparent {
                Pixels::Rgba
            } else {
                Pixels::Rgb
            },
            frames: self.animation.motion.count(),
            frames_per_second: self.animation.motion.frames_per_second,
            notes,
        }
    }

    /// Returns the colours of a GIF, chosen from a few frames.
    fn few_colors(&self, cancel: &Cancel) -> Result<FewColors, AnimationError> {
        let last = self.animation.motion.frames - 1;
        let samples = SAMPLES.min(last + 1);
        let frames = (0..samples).into_par_iter().map(|sample| sample * last / (samples - 1));
        let pictures: Result<Vec<Vec<u8>>, AnimationError> = frames.map(|frame| self.pixels(frame, cancel)).collect();
        Ok(FewColors::of(
            &pictures?,
            colors(self.animation.session.views.color_map),
        ))
    }
}

/// Writes an animation frame by frame; a few frames are drawn at the same time. `progress` is told
/// the fraction done and answers whether to go on.
///
/// # Errors
/// [`AnimationError`]; [`FileError::Cancelled`] if `cancel` is raised or `progress` answers no.
pub fn write(
    animation: &Animation,
    out: &mut dyn Write,
    format: AnimationFormat,
    cancel: &Cancel,
    progress: &mut Progress,
) -> Result<WrittenAnimation, AnimationError> {
    animation.check(format)?;
    let staged = animation.staged(cancel)?;
    let about = staged.about();
    let frames = animation.motion.count();
    let mut ready = VecDeque::new();
    let mut next_frame = |frame: usize| -> Result<Vec<u8>, AnimationError> {
        if !progress(float(frame) / float(frames)) {
            return Err(FileError::Cancelled.into());
        }
        if ready.is_empty() {
            let end = frames.min(frame + rayon::current_num_threads().clamp(1, AT_ONCE));
            let drawn = (frame..end).into_par_iter().map(|frame| staged.pixels(frame, cancel));
            ready = drawn.collect::<Result<VecDeque<_>, _>>()?;
        }
        Ok(ready.pop_front().unwrap_or_default())
    };
    let largest_error = match format {
        AnimationFormat::Apng => {
            write_apng(out, &staged.film(about.notes()), next_frame)?;
            0
        }
        AnimationFormat::Gif => {
            let mut few = staged.few_colors(cancel)?;
            let table = few.table().to_vec();
            let film = staged.film(vec![("Comment".to_owned(), about.shared)]);
            let numbers = |frame| next_frame(frame).map(|pixels| few.numbers(&pixels));
            write_gif(out, &film, &table, numbers)?;
            few.largest_error()
        }
    };
    if !progress(1.0) {
        return Err(FileError::Cancelled.into());
    }
    Ok(WrittenAnimation { frames, largest_error })
}

/// Writes an animation to its destination, whole or not at all.
///
/// # Errors
/// As [`write()`], or if the file cannot be created.
pub fn write_file(
    animation: &Animation,
    destination: &Destination,
    format: AnimationFormat,
    cancel: &Cancel,
    progress: &mut Progress,
) -> Result<(), AnimationError> {
    // An error other than of the file stops the writing and is returned afterwards.
    let mut failed = None;
    let written = write_whole(destination, |out| {
        match write(animation, out, format, cancel, progress) {
            Ok(_) => Ok(()),
            Err(AnimationError::File(error)) => Err(error),
            Err(error) => {
                failed = Some(error);
                Err(FileError::Cancelled)
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(written?),
    }
}

//! Why a figure could not be made, in one line.

use super::animation::{AnimationError, FRAME_PIXELS};
use super::error::FigureError;
use super::motion::{FRAME_LIMITS, MotionError, RATE_LIMITS};
use super::paper::{DPI_LIMITS, LEAST_SIDE, MOST_SIDE, PIXEL_LIMIT, PaperError};
use crate::text::{Language, count, file_error, plain, reduce_error, rounded, spec_error, thousands};
use crate::tr;

/// Returns the line that a person reads.
pub fn figure_error(error: &FigureError, language: Language) -> String {
    match error {
        FigureError::Spec(error) => spec_error(error, language),
        FigureError::Refused(refusal) => refusal.words.clone(),
        FigureError::NotComputed(error) => reduce_error(error, language),
        FigureError::Picture(error) => file_error(error, language),
        FigureError::NoRoom(room) => {
            tr!(language, "figure.no_room", width = room.width, height = room.height)
        }
        FigureError::Paper(error) => paper_error(error, language),
        FigureError::Render(error) => tr!(language, "figure.library", reason = error),
    }
}

fn paper_error(error: &PaperError, language: Language) -> String {
    match *error {
        PaperError::Side { width, height } => tr!(
            language,
            "figure.side",
            width = rounded(width, 0),
            height = rounded(height, 0),
            least = rounded(LEAST_SIDE, 0),
            most = rounded(MOST_SIDE, 0)
        ),
        PaperError::Pixels { width, height } => {
            let limit = thousands(PIXEL_LIMIT);
            tr!(language, "figure.pixels", width, height, limit)
        }
        PaperError::Resolution { dpi } => {
            let (least, most) = DPI_LIMITS;
            tr!(language, "figure.resolution", dpi = plain(dpi), least, most)
        }
    }
}

/// Returns the line that a person reads.
pub fn animation_error(error: &AnimationError, language: Language) -> String {
    match error {
        AnimationError::Motion(error) => motion_error(error, language),
        AnimationError::Figure(error) => figure_error(error, language),
        AnimationError::File(error) => file_error(error, language),
        AnimationError::Pixels { width, height } => {
            let limit = FRAME_PIXELS / 1_000_000;
            tr!(language, "animation.pixels", width, height, limit)
        }
        AnimationError::CellSize => tr!(language, "animation.cell_size"),
        AnimationError::TransparentGif => tr!(language, "animation.transparent_gif"),
        AnimationError::NoPosition(view) => tr!(language, "animation.no_position", view),
    }
}

fn motion_error(error: &MotionError, language: Language) -> String {
    match error {
        MotionError::Spec(error) => spec_error(error, language),
        MotionError::Frames { frames } => {
            let (least, most) = FRAME_LIMITS;
            tr!(language, "animation.frames", frames, least, most)
        }
        MotionError::Rate { rate } => {
            let (least, most) = RATE_LIMITS;
            tr!(language, "animation.rate", rate, least, most)
        }
        MotionError::Still { value } => tr!(language, "animation.still", value = plain(*value)),
        MotionError::Position { value, last } => tr!(
            language,
            "animation.position_limits",
            value = plain(*value),
            last = count(*last)
        ),
        MotionError::NotUsed { parameter, scheme } => tr!(
            language,
            "animation.not_used",
            parameter,
            scheme = tr!(language, format!("scheme.{scheme}"))
        ),
    }
}

//! The errors of figures.

use super::layout::NoRoom;
use super::paper::PaperError;
use super::render::RenderError;
use crate::encoding::SpecError;
use crate::field::ReduceError;
use crate::file::FileError;
use crate::plot::Refusal;

/// The reason why there is no figure.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// One of the encodings is refused.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A view has nothing to show.
    #[error("{}", .0.words)]
    Refused(Box<Refusal>),
    /// A value in it could not be computed.
    #[error(transparent)]
    NotComputed(#[from] ReduceError),
    /// The size of the sheet is refused.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// There is no room for the plots.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A picture in the figure, or the picture of it, could not be made.
    #[error(transparent)]
    Picture(#[from] FileError),
    /// The drawing could not become a file.
    #[error(transparent)]
    Render(#[from] RenderError),
}

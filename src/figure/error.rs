//! Why a figure was not made.

use super::layout::NoRoom;
use super::paper::PaperError;
use super::render::RenderError;
use crate::encoding::SpecError;
use crate::field::ReduceError;
use crate::file::FileError;
use crate::plot::Refusal;

/// Why there is no figure.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// One of the encodings that it shows is refused.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A view has nothing to show.
    #[error("{}", .0.words)]
    Refused(Box<Refusal>),
    /// Something that it says was not computed.
    #[error(transparent)]
    NotComputed(#[from] ReduceError),
    /// The sheet has no such size.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// There is no room for its plots.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A picture in it, or of it, was not made.
    #[error(transparent)]
    Picture(#[from] FileError),
    /// No file came of it.
    #[error(transparent)]
    Render(#[from] RenderError),
}

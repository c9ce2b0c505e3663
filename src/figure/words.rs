//! Why a figure was not made, in one line.

use super::draw::DrawError;
use super::paper::PaperError;
use super::views::FigureError;
use crate::encoding::Scheme;
use crate::text::{Language, file_error, plain, reduce_error, rounded, scheme_name, spec_error};
use crate::tr;

/// The line that a person reads.
#[must_use]
pub fn figure_error(error: &FigureError, language: Language) -> String {
    let scheme = |name: &str| {
        let found = Scheme::ALL.into_iter().find(|scheme| scheme.name() == name);
        found.map_or_else(|| name.to_owned(), |scheme| scheme_name(scheme, language))
    };
    match error {
        FigureError::Spec(error) => return spec_error(error, language),
        FigureError::NotComputed(error) | FigureError::Draw(DrawError::NotComputed(error)) => {
            return reduce_error(error, language);
        }
        FigureError::Draw(DrawError::Picture(error)) => return file_error(error, language),
        FigureError::Draw(DrawError::NoRoom(room)) => {
            tr!(language, "figure.no_room", width = room.width, height = room.height)
        }
        FigureError::Paper(error) => return paper_error(error, language),
        FigureError::Render(error) => tr!(language, "figure.library", reason = error),
        FigureError::NoWavelengths(name) => tr!(language, "figure.no_wavelengths", scheme = scheme(name)),
        FigureError::NotCompared => tr!(language, "figure.not_compared"),
        FigureError::Widths { first, second } => tr!(language, "figure.widths", first = first, second = second),
        FigureError::NoStrategies(name) => tr!(language, "figure.no_strategies", scheme = scheme(name)),
        FigureError::NothingBeyond { max_len } => tr!(language, "figure.nothing_beyond", max_len = max_len),
    }
    .into_owned()
}

fn paper_error(error: &PaperError, language: Language) -> String {
    match *error {
        PaperError::Side {
            width,
            height,
            least,
            most,
        } => tr!(
            language,
            "figure.side",
            width = rounded(width, 0),
            height = rounded(height, 0),
            least = rounded(least, 0),
            most = rounded(most, 0)
        ),
        PaperError::Pixels { width, height, limit } => {
            tr!(language, "figure.pixels", width = width, height = height, limit = limit)
        }
        PaperError::Resolution { dpi, least, most } => {
            tr!(
                language,
                "figure.resolution",
                dpi = plain(dpi),
                least = least,
                most = most
            )
        }
    }
    .into_owned()
}

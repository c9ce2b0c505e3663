//! Animations as GIF: one table of at most 256 colours for all frames.
//!
//! Source: CompuServe, Graphics Interchange Format, version 89a.

use std::io::{self, Write};

use gif::{AnyExtension, DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::error::FileError;
use super::film::{Film, FilmPart, for_each_frame};
use super::png::checked_size;

/// The most colours in the table of a GIF.
pub const GIF_COLORS: usize = 256;

/// The label of a comment extension.
const COMMENT: AnyExtension = AnyExtension(0xFE);

/// Writes an animation that loops. `frame(i)` returns the pixels of frame i, row by row from the top,
/// each as its index into `colors` (at most [`GIF_COLORS`]); of each frame only the part that changed
/// is written. Delays are whole hundredths of a second, so 1, 2, 4, 5, 10, 20, 25 and 50 frames per
/// second are exact; other rates hold on average, with delays that differ by a hundredth.
///
/// # Errors
/// [`FileError::PictureEmpty`], [`FileError::PictureTooLarge`], [`FileError::PictureTooWide`] (a side
/// above 65,535); [`FileError::Write`]; whatever `frame` returns.
pub fn write_gif<E: From<FileError>>(
    w: &mut dyn Write,
    film: &Film,
    colors: &[[u8; 3]],
    frame: impl FnMut(usize) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    checked_size(film.width, film.height)?;
    let side = |pixels: u64| {
        u16::try_from(pixels).map_err(|_| FileError::PictureTooWide {
            width: pixels,
            limit: u16::MAX.into(),
        })
    };
    let (width, height) = (side(film.width)?, side(film.height)?);
    let table: Vec<u8> = colors.iter().take(GIF_COLORS).flatten().copied().collect();
    let mut encoder = Encoder::new(w, width, height, &table).map_err(io_error)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
    for (_, text) in &film.notes {
        encoder
            .write_raw_extension(COMMENT, &[text.as_bytes()])
            .map_err(io_error)?;
    }
    let number = |pixels: usize| u16::try_from(pixels).unwrap_or(u16::MAX);
    let write = |place: usize, part: FilmPart, pixels: &[u8]| {
        let frame = Frame {
            delay: hundredths(place, film.frames_per_second),
            dispose: DisposalMethod::Keep,
            left: number(part.x),
            top: number(part.y),
            width: number(part.width),
            height: number(part.height),
            buffer: pixels.into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(io_error)
    };
    for_each_frame(film, (width.into(), height.into()), 1, frame, write)?;
    encoder.into_inner().map_err(io_error)?;
    Ok(())
}

/// Returns for how many hundredths of a second a frame is shown, so that the next one begins at the
/// hundredth nearest to its time.
fn hundredths(frame: usize, frames_per_second: u16) -> u16 {
    let rate = usize::from(frames_per_second.max(1));
    let start = |frame: usize| (200 * frame + rate) / (2 * rate);
    u16::try_from(start(frame + 1) - start(frame)).unwrap_or(u16::MAX)
}

fn io_error(error: EncodingError) -> FileError {
    match error {
        EncodingError::Io(source) => source.into(),
        other => io::Error::other(other).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_exact_or_add_up() {
        for rate in 1..=50 {
            let delays: Vec<u16> = (0..usize::from(rate)).map(|frame| hundredths(frame, rate)).collect();
            assert_eq!(delays.iter().sum::<u16>(), 100, "{rate}");
            let (least, most) = (delays.iter().min(), delays.iter().max());
            assert_eq!(least == most, 100 % rate == 0, "{rate}: {delays:?}");
        }
    }
}

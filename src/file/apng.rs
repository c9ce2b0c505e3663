//! Animations as APNG: a PNG that shows its first frame in programs that cannot play animations.
//!
//! Source: W3C, Portable Network Graphics (PNG) Specification (Third Edition), acTL, fcTL, fdAT.

use std::io::Write;

use png::{BitDepth, BlendOp, Compression, DisposeOp, Encoder};

use super::error::FileError;
use super::film::{Film, FilmPart, for_each_frame};
use super::png::{Witness, add_notes, check_notes, checked_size, io_error};

/// Writes an animation that loops. `frame(i)` returns the pixels of frame i, row by row from the top;
/// of each frame only the part that changed is written.
///
/// ```
/// use poscope::file::{Film, FileError, Pixels, write_apng};
/// let film = Film { width: 1, height: 1, pixels: Pixels::Rgb, frames: 2, frames_per_second: 5, notes: vec![] };
/// let mut bytes = Vec::new();
/// write_apng(&mut bytes, &film, |i| Ok::<_, FileError>(vec![if i == 0 { 0 } else { 255 }; 3]))?;
/// assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
/// # Ok::<(), FileError>(())
/// ```
///
/// # Errors
/// As [`super::write_png`], and whatever `frame` returns.
pub fn write_apng<E: From<FileError>>(
    w: &mut dyn Write,
    film: &Film,
    frame: impl FnMut(usize) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let size = checked_size(film.width, film.height)?;
    check_notes(&film.notes)?;
    let mut w = Witness::new(w);
    let encoded = encode(&mut w, film, size, frame);
    w.answer(encoded)
}

fn encode<E: From<FileError>>(
    w: &mut Witness,
    film: &Film,
    (width, height): (u32, u32),
    frame: impl FnMut(usize) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let mut encoder = Encoder::new(w, width, height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_color(film.pixels.color_type());
    encoder.set_compression(Compression::Balanced);
    let frames = u32::try_from(film.frames).unwrap_or(u32::MAX);
    encoder.set_animated(frames, 0).map_err(io_error)?;
    encoder.set_frame_delay(1, film.frames_per_second).map_err(io_error)?;
    encoder.set_blend_op(BlendOp::Source).map_err(io_error)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(io_error)?;
    add_notes(&mut encoder, &film.notes)?;
    let mut writer = encoder.write_header().map_err(io_error)?;
    let number = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let write = |place: usize, part: FilmPart, pixels: &[u8]| {
        if place > 0 {
            // Starts at the corner, so that every intermediate state lies within the picture.
            writer.set_frame_position(0, 0).map_err(io_error)?;
            writer
                .set_frame_dimension(number(part.width), number(part.height))
                .map_err(io_error)?;
            writer
                .set_frame_position(number(part.x), number(part.y))
                .map_err(io_error)?;
        }
        writer.write_image_data(pixels).map_err(io_error)
    };
    for_each_frame(
        film,
        (width as usize, height as usize),
        film.pixels.bytes(),
        frame,
        write,
    )?;
    Ok(writer.finish().map_err(io_error)?)
}

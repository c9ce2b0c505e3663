//! Pictures as PNG, written row by row.

use std::io::{self, Write};

use image::RgbaImage;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter, PixelDimensions, Unit};

use super::error::FileError;
use super::session::SESSION_KEYWORD;
use super::table::{Progress, go_on};

/// The most pixels in a picture: 256 megapixels.
pub const PICTURE_LIMIT: u64 = 256_000_000;

/// The most pixels across: a row is held in memory about five times, and must not be the whole of a
/// very flat picture.
pub const PICTURE_WIDTH_LIMIT: u64 = 10_000_000;

/// What a pixel is made of, one byte per component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pixels {
    /// Red, green, blue: an opaque picture.
    Rgb,
    /// Red, green, blue and opacity (0 clear, 255 opaque), not multiplied into the others.
    Rgba,
}

impl Pixels {
    /// Returns the bytes per pixel: 3 or 4.
    pub fn bytes(self) -> usize {
        match self {
            Pixels::Rgb => 3,
            Pixels::Rgba => 4,
        }
    }

    /// Copies RGBA pixels, four bytes each, to pixels of this kind.
    pub(crate) fn copy(self, rgba: &[u8], out: &mut [u8]) {
        match self {
            Pixels::Rgba => out.copy_from_slice(rgba),
            // Copying whole pixels of a known size is many times faster.
            Pixels::Rgb => {
                let pixels = out.as_chunks_mut::<3>().0.iter_mut().zip(rgba.as_chunks::<4>().0);
                pixels.for_each(|(out, [r, g, b, _])| *out = [*r, *g, *b]);
            }
        }
    }

    pub(super) fn color_type(self) -> ColorType {
        match self {
            Pixels::Rgb => ColorType::Rgb,
            Pixels::Rgba => ColorType::Rgba,
        }
    }
}

/// How a picture is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Effort {
    /// Small files in reasonable time.
    #[default]
    Small,
    /// Small files if most rows resemble the ones above them, as in figures.
    Even,
}

/// Everything about a picture except its pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct PngPicture {
    /// Pixels across.
    pub width: u64,
    /// Pixels down.
    pub height: u64,
    /// What a pixel is made of.
    pub pixels: Pixels,
    /// How the picture is compressed.
    pub effort: Effort,
    /// Pixels per inch, if the picture has a size on paper.
    pub dpi: Option<f64>,
    /// Notes for whoever opens the file: keyword (1 to 79 printable ASCII characters, such as
    /// `Software` or `Description`) and text (any language, no NUL).
    pub notes: Vec<(String, String)>,
}

/// Writes a picture. `row(y, bytes)` is called for each row from the top and fills its bytes, which
/// still hold the previous row. Memory does not grow with the height.
///
/// ```
/// use poscope::file::{Effort, PngPicture, Pixels, write_png};
/// let picture = PngPicture { width: 2, height: 1, pixels: Pixels::Rgb, effort: Effort::Small, dpi: None, notes: vec![] };
/// let mut bytes = Vec::new();
/// write_png(&mut bytes, &picture, |_y, row| row.copy_from_slice(&[255, 0, 0, 0, 0, 255]),
///     &mut |_fraction| true)?;
/// assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
/// # Ok::<(), poscope::file::FileError>(())
/// ```
///
/// # Errors
/// Before the first byte: [`FileError::PictureEmpty`], [`FileError::PictureTooLarge`],
/// [`FileError::PictureTooWide`], [`FileError::PictureNote`]. Later [`FileError::Write`],
/// [`FileError::Cancelled`].
pub fn write_png(
    w: &mut dyn Write,
    picture: &PngPicture,
    row: impl FnMut(u64, &mut [u8]),
    progress: &mut Progress,
) -> Result<(), FileError> {
    let (width, height) = checked_size(picture.width, picture.height)?;
    check_notes(&picture.notes)?;
    let mut w = Witness::new(w);
    let encoded = encode(&mut w, picture, (width, height), row, progress);
    w.answer(encoded)
}

/// Writes a picture that is in memory; its opacity is dropped if `picture.pixels` has none.
///
/// # Errors
/// As [`write_png`].
pub fn write_image(
    w: &mut dyn Write,
    picture: &PngPicture,
    image: &RgbaImage,
    progress: &mut Progress,
) -> Result<(), FileError> {
    let mut rows = image.as_raw().chunks_exact(4 * image.width().max(1) as usize);
    let row = |_, out: &mut [u8]| picture.pixels.copy(rows.next().unwrap_or_default(), out);
    write_png(w, picture, row, progress)
}

/// A writer that remembers the I/O error: the encoder may reduce it to text, and a broken pipe must be
/// distinguishable from a full disk.
pub(super) struct Witness<'a> {
    w: &'a mut dyn Write,
    failure: Option<io::Error>,
}

impl<'a> Witness<'a> {
    pub(super) fn new(w: &'a mut dyn Write) -> Self {
        Self { w, failure: None }
    }

    /// Returns an encoder's result, with the I/O error, if there was one, in place of the encoder's error.
    pub(super) fn answer<E: From<FileError>>(self, encoded: Result<(), E>) -> Result<(), E> {
        encoded.map_err(|error| match self.failure {
            Some(source) => FileError::from(source).into(),
            None => error,
        })
    }

    fn remember<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failure = Some(error); // an interrupted call is retried
            }
            kind.into()
        })
    }
}

impl Write for Witness<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.w.write(bytes);
        self.remember(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.w.flush();
        self.remember(flushed)
    }
}

/// Writes a picture whose size and notes have been checked.
fn encode(
    w: &mut Witness,
    picture: &PngPicture,
    (width, height): (u32, u32),
    mut row: impl FnMut(u64, &mut [u8]),
    progress: &mut Progress,
) -> Result<(), FileError> {
    let mut encoder = Encoder::new(w, width, height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_color(picture.pixels.color_type());
    encoder.set_compression(Compression::Balanced);
    if picture.effort == Effort::Even {
        encoder.set_filter(Filter::Up);
    }
    if let Some(dpi) = picture.dpi {
        // Far within the range of u32, so the cast is exact.
        let per_meter = (dpi / 0.0254).round().clamp(1.0, 1e9) as u32;
        encoder.set_pixel_dims(Some(PixelDimensions {
            xppu: per_meter,
            yppu: per_meter,
            unit: Unit::Meter,
        }));
    }
    add_notes(&mut encoder, &picture.notes)?;
    let mut writer = encoder.write_header().map_err(io_error)?;
    let mut stream = writer.stream_writer().map_err(io_error)?;
    let mut bytes = vec![0; width as usize * picture.pixels.bytes()];
    for y in 0..height {
        go_on(progress, f64::from(y) / f64::from(height))?;
        row(y.into(), &mut bytes);
        stream.write_all(&bytes)?;
    }
    go_on(progress, 1.0)?;
    stream.finish().map_err(io_error)?;
    writer.finish().map_err(io_error)
}

/// Adds notes that have been checked.
pub(super) fn add_notes<W: Write>(encoder: &mut Encoder<'_, W>, notes: &[(String, String)]) -> Result<(), FileError> {
    for (keyword, text) in notes {
        // tEXt is read everywhere but is Latin-1; iTXt holds all languages. A session is always in
        // iTXt, whatever its characters.
        let is_session = keyword == SESSION_KEYWORD;
        let (keyword, text) = (keyword.clone(), text.clone());
        if text.is_ascii() && !is_session {
            encoder.add_text_chunk(keyword, text).map_err(io_error)?;
        } else {
            encoder.add_itxt_chunk(keyword, text).map_err(io_error)?;
        }
    }
    Ok(())
}

/// Returns the size in the integers of a PNG, if it is within the limits.
///
/// # Errors
/// [`FileError::PictureEmpty`], [`FileError::PictureTooLarge`], [`FileError::PictureTooWide`].
pub(crate) fn checked_size(width: u64, height: u64) -> Result<(u32, u32), FileError> {
    let too_large = FileError::PictureTooLarge {
        width,
        height,
        limit: PICTURE_LIMIT,
    };
    if width == 0 || height == 0 {
        return Err(FileError::PictureEmpty { width, height });
    }
    if u128::from(width) * u128::from(height) > u128::from(PICTURE_LIMIT) {
        return Err(too_large);
    }
    if width > PICTURE_WIDTH_LIMIT {
        return Err(FileError::PictureTooWide {
            width,
            limit: PICTURE_WIDTH_LIMIT,
        });
    }
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(too_large),
    }
}

/// Checks whether all notes can be written.
///
/// # Errors
/// [`FileError::PictureNote`].
pub(super) fn check_notes(notes: &[(String, String)]) -> Result<(), FileError> {
    notes.iter().try_for_each(|(keyword, text)| check_note(keyword, text))
}

fn check_note(keyword: &str, text: &str) -> Result<(), FileError> {
    let printable = keyword.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let length = (1..=79).contains(&keyword.len());
    if printable && length && keyword.trim() == keyword && !text.contains('\0') {
        Ok(())
    } else {
        Err(FileError::PictureNote {
            keyword: keyword.to_owned(),
        })
    }
}

pub(super) fn io_error(error: EncodingError) -> FileError {
    match error {
        EncodingError::IoError(source) => source.into(),
        other => io::Error::other(other).into(),
    }
}

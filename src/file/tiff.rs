//! Pictures as TIFF, as required by some journals.

use std::io::{self, Cursor, ErrorKind};

use tiff::TiffError;
use tiff::encoder::colortype::RGB8;
use tiff::encoder::{Compression, DeflateLevel, Rational, TiffEncoder};
use tiff::tags::{ExtraSamples, ResolutionUnit, Tag};

use super::error::FileError;
use super::png::{Pixels, PngPicture};

/// The denominator of a resolution: thousandths of a pixel per inch.
const PER_PIXEL: u32 = 1000;

/// Returns a picture as the bytes of a TIFF: `samples` are its pixels, row by row from the top,
/// compressed without loss. Only the notes with the keywords `Software` and `ImageDescription`, which
/// are ASCII, are included.
///
/// # Errors
/// [`FileError::Write`], if there are fewer or more samples than the picture has.
///
/// ```
/// use poscope::file::{Effort, PngPicture, Pixels, tiff_bytes};
/// let head = PngPicture {
///     width: 2, height: 1, pixels: Pixels::Rgb, effort: Effort::Small, dpi: Some(300.0), notes: Vec::new(),
/// };
/// assert!(tiff_bytes(&head, &[255, 0, 0, 0, 0, 255]).is_ok_and(|bytes| bytes[2] == 42));
/// assert!(tiff_bytes(&head, &[255, 0, 0]).is_err());
/// ```
pub fn tiff_bytes(head: &PngPicture, samples: &[u8]) -> Result<Vec<u8>, FileError> {
    let pixels = head.width.saturating_mul(head.height);
    if samples.len() as u64 != pixels.saturating_mul(head.pixels.bytes() as u64) {
        return Err(io::Error::from(ErrorKind::InvalidInput).into());
    }
    Ok(packed(head, samples).map_err(io::Error::other)?)
}

fn packed(head: &PngPicture, samples: &[u8]) -> Result<Vec<u8>, TiffError> {
    let mut file = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut file)?.with_compression(Compression::Deflate(DeflateLevel::Balanced));
    let [width, height] = [head.width, head.height].map(u32::try_from);
    let mut image = encoder.new_image::<RGB8>(width?, height?)?;
    if head.pixels == Pixels::Rgba {
        image.extra_samples(&[ExtraSamples::UnassociatedAlpha])?;
    }
    if let Some(dpi) = head.dpi {
        // A checked sheet has at most 1200 pixels per inch.
        let n = (dpi * f64::from(PER_PIXEL)).round() as u32;
        image.resolution(ResolutionUnit::Inch, Rational { n, d: PER_PIXEL });
    }
    for (keyword, tag) in [("Software", Tag::Software), ("ImageDescription", Tag::ImageDescription)] {
        if let Some((_, text)) = head.notes.iter().find(|(own, _)| own == keyword) {
            image.encoder().write_tag(tag, text.as_str())?;
        }
    }
    // Strips written one by one are not compressed, though the file says so.
    image.write_data(samples)?;
    Ok(file.into_inner())
}

//! An animation without its frames, and the part of a frame that changed.

use super::error::FileError;
use super::png::Pixels;

/// Everything about an animation except its frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// Pixels across.
    pub width: u64,
    /// Pixels down.
    pub height: u64,
    /// What a pixel is made of; not used for GIF, whose pixels are indices into a table of colours.
    pub pixels: Pixels,
    /// The number of frames, at least one.
    pub frames: usize,
    /// The number of frames per second, at least one.
    pub frames_per_second: u16,
    /// Notes for whoever opens the file, as in [`super::PngPicture`]; in a GIF their texts are comments.
    pub notes: Vec<(String, String)>,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FilmPart {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl FilmPart {
    /// Returns the smallest part that holds all pixels in which two frames differ; one pixel if they
    /// are equal, since a frame has at least one.
    pub fn changed(before: &[u8], after: &[u8], width: usize, bytes: usize) -> Self {
        let of_row = width * bytes;
        let rows = || before.chunks_exact(of_row).zip(after.chunks_exact(of_row));
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        let Some(top) = rows().position(differs) else {
            return Self::whole(1, 1);
        };
        let bottom = rows().rposition(differs).unwrap_or(top);
        let (mut left, mut right) = (width, 0);
        for (old, new) in rows().skip(top).take(bottom + 1 - top) {
            let mut pixels = old.chunks_exact(bytes).zip(new.chunks_exact(bytes));
            if let Some(first) = pixels.clone().position(differs) {
                left = left.min(first);
                right = right.max(pixels.rposition(differs).unwrap_or(first));
            }
        }
        Self {
            x: left,
            y: top,
            width: right + 1 - left,
            height: bottom + 1 - top,
        }
    }

    /// Returns the part that is a whole frame.
    pub fn whole(width: usize, height: usize) -> Self {
        Self {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    /// Returns the pixels of this part of a frame.
    pub fn of(self, frame: &[u8], width: usize, bytes: usize) -> Vec<u8> {
        let rows = frame.chunks_exact(width * bytes).skip(self.y).take(self.height);
        let within = |row: &[u8]| row[self.x * bytes..(self.x + self.width) * bytes].to_vec();
        rows.flat_map(within).collect()
    }
}

/// Passes the frames of a film to `write` one by one, each with the part of it that changed. At most
/// two frames are in memory at a time.
///
/// # Errors
/// Whatever `frame` and `write` return.
///
/// # Panics
/// In debug builds, if a frame has another size.
pub(super) fn for_each_frame<E: From<FileError>>(
    film: &Film,
    (width, height): (usize, usize),
    bytes: usize,
    mut frame: impl FnMut(usize) -> Result<Vec<u8>, E>,
    mut write: impl FnMut(usize, FilmPart, &[u8]) -> Result<(), FileError>,
) -> Result<(), E> {
    let mut last: Option<Vec<u8>> = None;
    for number in 0..film.frames {
        let pixels = frame(number)?;
        debug_assert_eq!(pixels.len(), width * height * bytes);
        let part = match &last {
            Some(last) => FilmPart::changed(last, &pixels, width, bytes),
            None => FilmPart::whole(width, height),
        };
        write(number, part, &part.of(&pixels, width, bytes))?;
        last = Some(pixels);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_is_the_smallest_rectangle_that_holds_it() {
        let before = [0; 20]; // 5 x 4
        let mut after = before;
        (after[6], after[13]) = (1, 2); // (1, 1) and (3, 2)
        let part = FilmPart::changed(&before, &after, 5, 1);
        assert_eq!((part.x, part.y, part.width, part.height), (1, 1, 3, 2));
        assert_eq!(part.of(&after, 5, 1), [1, 0, 0, 0, 0, 2]);
        let none = FilmPart::changed(&before, &before, 5, 1);
        assert_eq!((none.width, none.height), (1, 1));
    }
}

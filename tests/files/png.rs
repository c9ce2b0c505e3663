//! Pictures as PNG, read back by the decoder.

use std::io::{self, Cursor, Write, sink};

use png::{ColorType, Decoder};
use poscope::file::{FileError, PICTURE_LIMIT, Pixels, PngPicture, write_png};

fn picture(width: u64, height: u64, pixels: Pixels) -> PngPicture {
    PngPicture {
        width,
        height,
        pixels,
        effort: poscope::file::Effort::Small,
        dpi: None,
        notes: Vec::new(),
    }
}

/// The byte of channel `c` of pixel `x` of row `y`.
fn channel(x: usize, y: u64, c: usize) -> u8 {
    (x * 7 + y as usize * 31 + c * 85) as u8
}

fn paint(y: u64, row: &mut [u8], pixels: Pixels) {
    for (x, pixel) in row.chunks_exact_mut(pixels.bytes()).enumerate() {
        for (c, byte) in pixel.iter_mut().enumerate() {
            *byte = channel(x, y, c);
        }
    }
}

#[test]
fn a_picture_is_read_back_pixel_for_pixel() {
    for (pixels, color) in [(Pixels::Rgb, ColorType::Rgb), (Pixels::Rgba, ColorType::Rgba)] {
        let mut bytes = Vec::new();
        write_png(
            &mut bytes,
            &picture(300, 200, pixels),
            |y, row| paint(y, row, pixels),
            &mut |_| true,
        )
        .unwrap();

        let mut reader = Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut decoded = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut decoded).unwrap();
        reader.finish().unwrap();
        assert_eq!((info.width, info.height), (300, 200));
        assert_eq!(info.color_type, color);
        assert_eq!(decoded.len(), 300 * 200 * pixels.bytes());
        for (y, row) in decoded.chunks(300 * pixels.bytes()).enumerate() {
            let mut expected = vec![0; row.len()];
            paint(y as u64, &mut expected, pixels);
            assert_eq!(row, expected, "row {y}");
        }
    }
}

/// Takes this many bytes and no more.
struct Narrow(usize);

impl Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_picture_that_cannot_be_written_to_its_last_byte_is_an_error() {
    let write = |w: &mut dyn Write| {
        let picture = picture(20, 30, Pixels::Rgb);
        write_png(w, &picture, |y, row| paint(y, row, Pixels::Rgb), &mut |_| true)
    };
    let mut whole = Vec::new();
    write(&mut whole).unwrap();
    write(&mut Narrow(whole.len())).unwrap();
    for bytes in 0..whole.len() {
        let failed = write(&mut Narrow(bytes));
        assert!(matches!(failed, Err(FileError::Write { .. })), "{bytes}");
    }
}

/// Returns the system's error for a pipe whose reader is gone.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_the_system_said_is_passed_on_by_its_kind() {
    let failed = write_png(&mut Gone, &picture(20, 30, Pixels::Rgb), |_, _| {}, &mut |_| true);
    let Err(FileError::Write { source, .. }) = failed else {
        panic!("{failed:?}")
    };
    assert_eq!(source.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn notes_are_kept_in_every_language() {
    let mut picture = picture(1, 1, Pixels::Rgb);
    let note = |keyword: &str, text: &str| (keyword.to_owned(), text.to_owned());
    picture.notes = vec![
        note("Software", "poscope"),
        note("Description", "位置编码, ω = 1/10000"),
    ];
    let mut bytes = Vec::new();
    write_png(&mut bytes, &picture, |_, row| row.fill(9), &mut |_| true).unwrap();

    let reader = Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let plain = &reader.info().uncompressed_latin1_text;
    let utf8 = &reader.info().utf8_text;
    assert_eq!((plain.len(), utf8.len()), (1, 1));
    assert_eq!(
        (plain[0].keyword.as_str(), plain[0].text.as_str()),
        ("Software", "poscope")
    );
    assert_eq!(utf8[0].keyword, "Description");
    assert_eq!(utf8[0].get_text().unwrap(), "位置编码, ω = 1/10000");
}

#[test]
fn a_note_that_no_png_can_hold_is_refused() {
    let long = "k".repeat(80);
    for (keyword, text) in [("", ""), (&long, ""), ("键", ""), (" a", ""), ("a", "b\0c")] {
        let mut picture = picture(1, 1, Pixels::Rgb);
        picture.notes = vec![(keyword.to_owned(), text.to_owned())];
        let mut bytes = Vec::new();
        let refused = write_png(&mut bytes, &picture, |_, _| {}, &mut |_| true);
        assert!(
            matches!(&refused, Err(FileError::PictureNote { keyword: k }) if k == keyword),
            "{keyword:?}"
        );
        assert_eq!(bytes, b"");
    }
}

#[test]
fn a_picture_beyond_256_megapixels_is_refused_with_its_size_before_the_first_byte() {
    for (width, height) in [
        (20_000, 20_000),
        (16_001, 16_000),
        (1 << 33, 1 << 33),
        (u64::MAX, u64::MAX),
    ] {
        let mut bytes = Vec::new();
        let refused = write_png(
            &mut bytes,
            &picture(width, height, Pixels::Rgba),
            |_, _| panic!("a row was asked for"),
            &mut |_| true,
        )
        .unwrap_err();
        let FileError::PictureTooLarge {
            width: w,
            height: h,
            limit,
        } = refused
        else {
            panic!("{refused}");
        };
        assert_eq!((w, h, limit), (width, height, PICTURE_LIMIT));
        assert_eq!(
            refused.to_string(),
            format!("a picture of {width} x {height} is larger than 256 megapixels")
        );
        assert_eq!(bytes, b"");
    }
}

#[test]
fn the_largest_picture_is_begun() {
    let mut first = None;
    let stopped = write_png(
        &mut sink(),
        &picture(16_000, 16_000, Pixels::Rgb),
        |y, row| first = Some((y, row.len())),
        &mut |done| done == 0.0,
    );
    assert!(matches!(stopped, Err(FileError::Cancelled)));
    assert_eq!(first, Some((0, 48_000)));
}

#[test]
fn a_picture_that_is_flat_beyond_reason_or_empty_is_refused() {
    let write = |width, height| {
        let picture = picture(width, height, Pixels::Rgb);
        write_png(&mut sink(), &picture, |_, _| {}, &mut |_| false).unwrap_err()
    };
    assert!(matches!(
        write(10_000_001, 1),
        FileError::PictureTooWide {
            width: 10_000_001,
            limit: 10_000_000
        }
    ));
    assert!(matches!(write(1, 256_000_000), FileError::Cancelled));
    for (width, height) in [(0, 5), (5, 0), (0, u64::MAX)] {
        assert!(matches!(
            write(width, height),
            FileError::PictureEmpty { width: w, height: h } if (w, h) == (width, height)
        ));
    }
}

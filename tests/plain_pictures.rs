//! Pictures of the cells alone, as the window asks for them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use poscope::encoding::{Encoding, Scheme, Spec};
use poscope::field::{Cancel, Cell, ColumnOrder, Field, Span};
use poscope::figure::plain::{Background, MEMORY_LIMIT, Options, PictureSize, PlainPicture};
use poscope::file::{Effort, FileError, PICTURE_LIMIT, Pixels};
use poscope::plot::Look;
use poscope::plot::hatch::hatched;
use poscope::plot::palette::Palette;
use poscope::plot::range::default_range;
use poscope::session::ColorMap;
use proptest::prelude::*;

fn encoding(scheme: Scheme, d_model: usize, max_len: usize) -> Encoding {
    Encoding::new(Spec {
        scheme,
        d_model,
        max_len,
        ..Spec::default()
    })
    .unwrap()
}

const PALETTE: fn() -> Palette = || Palette::new(ColorMap::Viridis, false, -1.0, 1.0);

fn options(size: PictureSize) -> Options {
    Options {
        rows: None,
        columns: None,
        transposed: false,
        from_top: false,
        masked: false,
        size,
        background: Background::White,
    }
}

fn picture(field: Field, options: &Options) -> Result<PlainPicture, FileError> {
    let look = Look {
        field,
        palette: PALETTE(),
        hatch_outside: false,
    };
    PlainPicture::new(look, options)
}

/// Every row, written from the top.
fn rows(picture: &PlainPicture) -> Vec<Vec<u8>> {
    let mut rows = picture.rows(Pixels::Rgb, &Cancel::default());
    let mut row = vec![0; picture.width() as usize * 3];
    (0..picture.height())
        .map(|y| {
            rows.write(y, &mut row).unwrap();
            row.clone()
        })
        .collect()
}

#[test]
fn the_bands_of_a_large_picture_join_without_a_seam() {
    // Three bands of 4 million cells: each row near a border, and a few others.
    let field = Field::table(encoding(Scheme::Sinusoidal, 3000, 3000));
    for (transposed, from_top) in [(false, false), (true, false), (false, true), (true, true)] {
        let options = Options {
            transposed,
            from_top,
            ..options(PictureSize::Cell(1))
        };
        let picture = picture(field.clone(), &options).unwrap();
        let mut rows = picture.rows(Pixels::Rgb, &Cancel::default());
        let mut row = vec![0; 9000];
        for y in [0, 1, 1396, 1397, 1398, 1399, 2795, 2796, 2797, 2999] {
            rows.write(y, &mut row).unwrap();
            for x in (0..3000).step_by(7) {
                let up = if from_top { y as usize } else { 2999 - y as usize };
                let (position, dimension) = if transposed { (up, x) } else { (x, up) };
                let Cell::Finite(value) = field.cell(position, dimension) else {
                    panic!("within the table")
                };
                assert_eq!(row[3 * x..3 * x + 3], PALETTE().color(value), "{x}, {y}");
            }
        }
    }
}

#[test]
fn averages_do_not_depend_on_the_bands() {
    // 5 million averages are two bands; the same window as one strip of each gives the same.
    let field = Field::table(encoding(Scheme::Sinusoidal, 7, 900));
    let whole = picture(
        field.clone(),
        &options(PictureSize::Whole {
            width: 2500,
            height: 2100,
        }),
    )
    .unwrap();
    let found = rows(&whole);
    for line in [0, 1676, 1677, 1678, 2099] {
        // The stretch of dimensions under one row of pixels.
        let [start, end] = [2099 - line, 2100 - line].map(|edge| f64::from(edge) * 7.0 / 2100.0);
        let one = Options {
            columns: Some(Span { start, end }),
            ..options(PictureSize::Whole { width: 2500, height: 1 })
        };
        let expected = &rows(&picture(field.clone(), &one).unwrap())[0];
        let differing = found[line as usize]
            .iter()
            .zip(expected)
            .filter(|(a, b)| a != b)
            .count();
        assert!(differing <= 3, "{line}: {differing}"); // a value at the border of two colours
    }
}

#[test]
fn a_picture_in_memory_has_the_rows_of_the_file() {
    let field = Field::Similarity(encoding(Scheme::Binary, 6, 40));
    let picture = picture(field, &options(PictureSize::Whole { width: 33, height: 21 })).unwrap();
    let rgba = picture.image(&Cancel::default()).unwrap();
    let rgb: Vec<u8> = rgba.chunks(4).flat_map(|pixel| pixel[..3].to_vec()).collect();
    assert_eq!(rgb, rows(&picture).concat());
    assert!(rgba.chunks(4).all(|pixel| pixel[3] == 255));
}

#[test]
fn a_picture_may_be_asked_for_in_any_order() {
    let field = Field::table(encoding(Scheme::Sinusoidal, 5, 9));
    let picture = picture(field, &options(PictureSize::Cell(3))).unwrap();
    let expected = rows(&picture);
    let mut rows = picture.rows(Pixels::Rgb, &Cancel::default());
    let mut row = vec![0; 27 * 3];
    for y in (0..15).rev() {
        rows.write(y, &mut row).unwrap();
        assert_eq!(row, expected[y as usize]);
    }
}

#[test]
fn too_large_and_empty_pictures_are_refused_before_anything_is_computed() {
    let field = || Field::table(encoding(Scheme::Sinusoidal, 16_384, 1_048_576));
    let size_of = |size| picture(field(), &options(size)).unwrap_err();
    assert!(matches!(
        size_of(PictureSize::Cell(1)),
        FileError::PictureTooLarge {
            width: 1_048_576,
            height: 16_384,
            limit: PICTURE_LIMIT
        }
    ));
    assert!(matches!(
        size_of(PictureSize::Cell(u32::MAX)),
        FileError::PictureTooLarge { .. }
    ));
    let most = PictureSize::Whole {
        width: u64::MAX,
        height: u64::MAX,
    };
    assert!(matches!(size_of(most), FileError::PictureTooLarge { .. }));
    let look = Look {
        field: field(),
        palette: PALETTE(),
        hatch_outside: true,
    };
    let strips = PlainPicture::strips(vec![look; 3], &options(most));
    assert!(matches!(strips, Err(FileError::PictureTooLarge { .. })));
    assert!(matches!(size_of(PictureSize::Cell(0)), FileError::PictureEmpty { .. }));
    let flat = PictureSize::Whole { width: 7, height: 0 };
    assert!(matches!(size_of(flat), FileError::PictureEmpty { width: 7, height: 0 }));

    let small = PictureSize::Whole {
        width: 4000,
        height: 4001,
    };
    let refused = picture(field(), &options(small)).unwrap().image(&Cancel::default());
    assert!(matches!(
        refused,
        Err(FileError::PictureTooLarge {
            width: 4000,
            height: 4001,
            limit: MEMORY_LIMIT
        })
    ));
}

#[test]
fn writing_stops_when_the_flag_is_raised_or_progress_says_so() {
    let field = Field::table(encoding(Scheme::Sinusoidal, 16, 50));
    let picture = picture(field, &options(PictureSize::Cell(4))).unwrap();
    let cancel = Cancel::default();
    let mut bytes = Vec::new();
    let stopped = picture.write_png(&mut bytes, (Effort::Small, Vec::new()), &cancel, &mut |fraction| {
        fraction < 0.5
    });
    assert!(matches!(stopped, Err(FileError::Cancelled)));
    cancel.raise();
    bytes.clear();
    let stopped = picture.write_png(&mut bytes, (Effort::Small, Vec::new()), &cancel, &mut |_| true);
    assert!(matches!(stopped, Err(FileError::Cancelled)));
    assert_eq!(bytes, b"");
    assert!(matches!(picture.image(&cancel), Err(FileError::Cancelled)));
}

#[test]
fn a_flag_that_is_raised_half_way_stops_at_the_next_band() {
    let field = Field::table(encoding(Scheme::Index, 3000, 3000));
    let picture = picture(field, &options(PictureSize::Cell(1))).unwrap();
    let cancel = Cancel::default();
    let stopped = picture.write_png(
        &mut std::io::sink(),
        (Effort::Small, Vec::new()),
        &cancel,
        &mut |fraction| {
            if fraction > 0.1 {
                cancel.raise();
            }
            assert!(fraction < 0.9, "went on");
            true
        },
    );
    assert!(matches!(stopped, Err(FileError::Cancelled)));
}

#[test]
fn the_range_of_the_colours_is_the_schemes_own_or_centred_on_zero() {
    let range = |scheme, max_len| default_range(&Field::table(encoding(scheme, 4, max_len)));
    for scheme in [Scheme::Sinusoidal, Scheme::Normalized, Scheme::Binary] {
        assert_eq!(range(scheme, 50), (-1.0, 1.0));
        assert_eq!(range(scheme, 1), (-1.0, 1.0));
    }
    assert_eq!(range(Scheme::Index, 50), (-49.0, 49.0));
    assert_eq!(range(Scheme::Index, 1), (-1.0, 1.0));
    assert_eq!(
        default_range(&Field::Similarity(encoding(Scheme::Index, 4, 50))),
        (-1.0, 1.0)
    );
    let index = Field::table(encoding(Scheme::Index, 4, 50));
    let wave = Field::table(encoding(Scheme::Sinusoidal, 4, 50));
    assert_eq!(default_range(&Field::difference(index, wave)), (-50.0, 50.0));
}

#[test]
fn stripes_are_told_from_the_ground_on_every_colour() {
    for color in [
        [0, 0, 0],
        [255, 255, 255],
        [103, 0, 31],
        [5, 48, 97],
        [253, 231, 36],
        [155, 155, 155],
    ] {
        let row: Vec<[u8; 3]> = (0..6).map(|x| hatched(color, x, 0)).collect();
        assert_eq!(row[2..], [color; 4]);
        assert_eq!(row[0], row[1]);
        let far = row[0].iter().zip(color).any(|(a, b)| a.abs_diff(b) >= 60);
        assert!(far, "{color:?} {:?}", row[0]);
    }
    assert_eq!(
        hatched([9, 9, 9], u64::MAX, u64::MAX),
        hatched([9, 9, 9], u64::MAX % 6, u64::MAX % 6)
    );
}

proptest! {
    #[test]
    fn a_pixel_of_any_part_at_any_cell_size_has_the_colour_of_its_cell(
        (d_model, max_len) in (1usize..9, 1usize..12),
        size in 1u32..5,
        (start, part) in (0.0..1.0f64, 0.05..1.0f64),
        transposed: bool,
        regrouped: bool,
    ) {
        let order = if regrouped { ColumnOrder::Regrouped } else { ColumnOrder::AsStored };
        let field = Field::Table { encoding: encoding(Scheme::Sinusoidal, d_model, max_len), order };
        let start = start * max_len as f64;
        let end = start + (max_len as f64 - start) * part;
        prop_assume!(end - start > 1e-6);
        let positions = Span { start, end };
        let options = Options { rows: Some(positions), transposed, ..options(PictureSize::Cell(size)) };
        let picture = picture(field.clone(), &options).unwrap();
        let cells = positions.cells();
        let size = size as usize;
        let (across, up) = if transposed { (d_model, cells.len()) } else { (cells.len(), d_model) };
        prop_assert_eq!((picture.width(), picture.height()), ((across * size) as u64, (up * size) as u64));
        for (y, row) in rows(&picture).iter().enumerate() {
            for (x, pixel) in row.chunks(3).enumerate() {
                let (x, up) = (x / size, up - 1 - y / size);
                let (position, dimension) = if transposed { (up, x) } else { (x, up) };
                let Cell::Finite(value) = field.cell(cells.start + position, dimension) else { panic!() };
                prop_assert_eq!(pixel, PALETTE().color(value));
            }
        }
    }
}

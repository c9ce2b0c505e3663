//! Pixels inside the axes are those of matplotlib; a transparent page has none where nothing is drawn.

use image::RgbaImage;
use poscope::encoding::{Encoding, Spec};
use poscope::field::Cancel;
use poscope::figure::description::Figure;
use poscope::figure::draw::{Medium, draw};
use poscope::figure::layout::lay_out;
use poscope::figure::paper::{Paper, Purpose};
use poscope::figure::render::pixels;
use poscope::figure::sheet::Sheet;
use poscope::plot::ink::Theme;
use poscope::plot::layout::Rect;
use poscope::plot::palette::Palette;
use poscope::session::{ColorMap, Versus};
use poscope::text::Language;

use super::{drawn, named, session, telling};

/// A figure in pixels.
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    image: RgbaImage,
}

impl Pixels {
    pub fn of(figure: &Figure) -> Self {
        let drawing = draw(figure, Medium::Pixels, &Cancel::default()).unwrap();
        let image = pixels(&drawing, figure.paper.pixels_per_point(), &Cancel::default()).unwrap();
        let [width, height] = [image.width(), image.height()].map(|side| side as usize);
        Self { width, height, image }
    }

    pub fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.image.get_pixel(x as u32, y as u32).0
    }
}

/// A plot in pixels: left, top, width, height.
pub fn plot(figure: &Figure, row: usize, panel: usize) -> [usize; 4] {
    let Rect { x, y, width, height } = lay_out(figure).unwrap().plots[row][panel];
    [x, y, width, height].map(|points| (points * figure.paper.pixels_per_point()).round() as usize)
}

/// The colours that matplotlib gives the cells of the articles' figure, dimension 15 first.
fn matplotlib_cells() -> Vec<Vec<[u8; 3]>> {
    include_str!("../data/heatmap_50x16_RdBu.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let channel = |color: &str, i: usize| u8::from_str_radix(&color[2 * i..2 * i + 2], 16).unwrap();
            line.split(' ')
                .map(|color| [0, 1, 2].map(|i| channel(color, i)))
                .collect()
        })
        .collect()
}

#[test]
fn every_pixel_inside_the_axes_of_the_articles_figure_is_that_of_matplotlib() {
    let cells = matplotlib_cells();
    for sheet in [
        Sheet::default(),
        Sheet {
            purpose: Purpose::Slide,
            ..Sheet::default()
        },
        Sheet {
            paper: Some(Paper::of_pixels(1234.0, 777.0)),
            ..Sheet::default()
        },
        Sheet {
            dpi: Some(217.0),
            ..Sheet::default()
        },
        Sheet {
            cell_size: Some(7),
            ..Sheet::default()
        },
    ] {
        let figure = drawn(&session(|_| {}), named("heatmap"), &sheet, Language::English);
        let seen = Pixels::of(&figure);
        let [left, top, width, height] = plot(&figure, 0, 0);
        if sheet.cell_size.is_some() {
            assert_eq!((width, height), (50 * 7, 16 * 7));
        }
        for y in 0..height {
            for x in 0..width {
                // The cell in the middle of the pixel; dimensions are counted from below.
                let up = height - 1 - y;
                let (column, dimension) = ((2 * x + 1) * 50 / (2 * width), (2 * up + 1) * 16 / (2 * height));
                let [r, g, b] = cells[15 - dimension][column];
                assert_eq!(
                    seen.at(left + x, top + y),
                    [r, g, b, 255],
                    "{x}, {y} of {width} x {height}"
                );
            }
        }
    }
}

#[test]
fn a_picture_with_more_cells_than_pixels_has_the_exact_means_and_says_so() {
    let large = session(|session| (session.spec.d_model, session.spec.max_len) = (512, 100_000));
    let figure = drawn(&large, named("heatmap"), &Sheet::default(), Language::English);
    assert!(
        figure
            .notes
            .iter()
            .any(|note| note.starts_with("Each pixel is the exact mean of the ")),
        "{:?}",
        figure.notes
    );
    let small = drawn(&session(|_| {}), named("heatmap"), &Sheet::default(), Language::English);
    assert_eq!(small.notes, Vec::<String>::new());
    // The slowest pair moves through a thousandth of a cycle per pixel: its mean is its value in the middle.
    let seen = Pixels::of(&figure);
    let [left, top, width, height] = plot(&figure, 0, 0);
    let palette = Palette::new(ColorMap::RdBu, false, -1.0, 1.0);
    let subject = Encoding::new(large.spec).unwrap();
    for x in (0..width).step_by(97) {
        let position = (x as f64 + 0.5) * 100_000.0 / width as f64 - 0.5;
        let pair = 512.0 / height as f64;
        assert!(pair < 2.0);
        let mean = |dimension: usize| subject.columns()[dimension].at(position);
        // The top row of pixels covers the cosine of the last pair, whole or in part.
        let [r, g, b, _] = seen.at(left + x, top);
        let expected = palette.color(mean(511));
        let apart = [r, g, b]
            .iter()
            .zip(expected)
            .map(|(a, b)| a.abs_diff(b))
            .max()
            .unwrap();
        assert!(apart <= 3, "{x}: {:?} {expected:?}", [r, g, b]);
    }
}

#[test]
fn a_transparent_figure_has_clear_corners_opaque_cells_and_letters_of_its_theme() {
    for view in [
        named("heatmap"),
        named("similarity"),
        named("three-ways"),
        named("bands"),
    ] {
        for (theme, letters) in [(Theme::Light, [25, 25, 25]), (Theme::Dark, [235, 235, 235])] {
            let sheet = Sheet {
                theme,
                transparent: true,
                ..Sheet::default()
            };
            let figure = drawn(&telling(view), view, &sheet, Language::Chinese);
            let seen = Pixels::of(&figure);
            for (x, y) in [
                (0, 0),
                (seen.width - 1, 0),
                (0, seen.height - 1),
                (seen.width - 1, seen.height - 1),
            ] {
                assert_eq!(seen.at(x, y)[3], 0, "{} {theme:?}", view.name());
            }
            if view.name() != "bands" {
                let [left, top, width, height] = plot(&figure, 0, 0);
                let clear = (0..width * height).filter(|i| seen.at(left + i % width, top + i / width)[3] != 255);
                assert_eq!(clear.count(), 0, "{} {theme:?}", view.name());
            }
            // The middle of a letter of the title is of its colour, and opaque.
            let title = (0..seen.width * seen.height / 6).filter(|i| {
                let [r, g, b, opacity] = seen.at(i % seen.width, i / seen.width);
                opacity == 255 && [r, g, b] == letters
            });
            assert!(title.count() > 500, "{} {theme:?}", view.name());
        }
    }
}

#[test]
fn beside_a_longer_table_a_shorter_one_ends_where_its_rows_do() {
    let session = session(|session| {
        session.versus = Some(Versus {
            spec: Spec {
                max_len: 40,
                ..Spec::default()
            },
            ..Versus::default()
        });
    });
    let figure = drawn(&session, named("difference"), &Sheet::default(), Language::English);
    let seen = Pixels::of(&figure);
    let palette = Palette::new(ColorMap::RdBu, false, -1.0, 1.0);
    let table = Encoding::new(session.spec).unwrap();
    for (number, rows) in [(0, 50), (1, 40), (2, 40)] {
        let [left, top, width, height] = plot(&figure, 0, number);
        for position in 0..50 {
            let at = seen.at(left + (2 * position + 1) * width / 100, top + 17 * height / 32);
            let value = if number == 2 {
                0.0
            } else {
                table.value(position, 7).unwrap()
            };
            let [r, g, b] = if position < rows {
                palette.color(value)
            } else {
                [255; 3]
            };
            assert_eq!(at, [r, g, b, 255], "{number} {position}");
        }
    }
}

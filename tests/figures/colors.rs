//! Pictures to keep: colours are matplotlib's.

use std::collections::HashSet;

use poscope::encoding::Scheme;
use poscope::figure::few_colors::FewColors;
use poscope::file::GIF_COLORS;
use poscope::plot::Bar;
use poscope::plot::ink::{Ink, Rgb, Theme};
use poscope::plot::palette::{Palette, UNDEFINED, colors};
use poscope::session::{ColorMap, Session};
use poscope::text::Language;

use super::described;

/// A colour that matplotlib gave; see the head of the file.
struct Reference {
    map: ColorMap,
    low: f64,
    high: f64,
    value: f64,
    rgb: [u8; 3],
}

fn matplotlib_colors() -> Vec<Reference> {
    include_str!("../data/matplotlib_colors.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |i: usize| cells[i].parse::<f64>().unwrap();
            let channel = |i: usize| cells[i].parse::<u8>().unwrap();
            Reference {
                map: ColorMap::parse(cells[0]).unwrap().0,
                low: number(1),
                high: number(2),
                value: number(3),
                rgb: [channel(4), channel(5), channel(6)],
            }
        })
        .collect()
}

#[test]
fn every_value_has_the_colour_that_matplotlib_gives_it() {
    let rows = matplotlib_colors();
    assert_eq!(rows.len(), 204);
    let maps: HashSet<ColorMap> = rows.iter().map(|row| row.map).collect();
    assert_eq!(maps.len(), ColorMap::ALL.len());
    for row in rows {
        let (map, value) = (row.map, row.value);
        let palette = Palette::new(map, false, row.low, row.high);
        let place = format!("{map} at {value} on {}..{}", row.low, row.high);
        assert_eq!(palette.color(value), row.rgb, "{place}");
    }
}

#[test]
fn each_map_reads_its_own_file_to_the_last_row() {
    // First and last rows, read off the files by eye.
    let ends = [
        (ColorMap::RdBu, [103, 0, 31], [5, 48, 97]),
        (ColorMap::PuOr, [127, 59, 8], [45, 0, 75]),
        (ColorMap::Coolwarm, [58, 76, 192], [179, 3, 38]),
        (ColorMap::Viridis, [68, 1, 84], [253, 231, 36]),
        (ColorMap::Magma, [0, 0, 3], [251, 252, 191]),
        (ColorMap::Cividis, [0, 34, 77], [253, 231, 55]),
        (ColorMap::Gray, [0, 0, 0], [255, 255, 255]),
    ];
    for (map, first, last) in ends {
        assert_eq!(colors(map)[0], first, "{map}");
        assert_eq!(colors(map)[255], last, "{map}");
    }
}

#[test]
fn a_reversed_map_is_the_map_read_from_its_other_end() {
    for map in ColorMap::ALL {
        let plain = Palette::new(map, false, 0.0, 256.0);
        let reversed = Palette::new(map, true, 0.0, 256.0);
        for i in 0..256 {
            let (there, back) = (f64::from(i) + 0.5, 255.5 - f64::from(i));
            assert_eq!(plain.color(there), reversed.color(back), "{map} at {i}");
        }
        assert_ne!(plain.color(0.0), reversed.color(0.0));
    }
}

#[test]
fn a_range_without_width_gives_the_middle_colour() {
    let no_width = [
        (1.0, 1.0),
        (2.0, 1.0),
        (f64::NAN, 1.0),
        (0.0, f64::NAN),
        (f64::NEG_INFINITY, 0.0),
        (0.0, f64::INFINITY),
        (f64::MIN, f64::MAX),
    ];
    for (low, high) in no_width {
        let palette = Palette::new(ColorMap::RdBu, false, low, high);
        for value in [-1e9, 0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY] {
            let middle = colors(ColorMap::RdBu)[128];
            assert_eq!(palette.color(value), middle, "{value} on {low}..{high}");
        }
        assert_eq!(palette.color(f64::NAN), UNDEFINED);
    }
}

#[test]
fn the_colour_of_undefined_is_no_other_colour_but_a_grey() {
    for map in ColorMap::ALL {
        let has = colors(map).contains(&UNDEFINED);
        assert_eq!(has, map == ColorMap::Gray, "{map}");
    }
}

#[test]
fn maps_are_found_by_name_in_any_case_and_reversed_by_a_suffix() {
    for map in ColorMap::ALL {
        let name = map.name();
        assert_eq!(ColorMap::parse(name), Some((map, false)));
        assert_eq!(ColorMap::parse(&name.to_uppercase()), Some((map, false)));
        assert_eq!(ColorMap::parse(&format!("{name}_r")), Some((map, true)));
    }
    for wrong in ["", "_r", "jet", "RdBu_r_r", " gray"] {
        assert_eq!(ColorMap::parse(wrong), None);
    }
}

/// WCAG 2.2, relative luminance and contrast.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        let [r, g, b] = color.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn letters_are_legible_on_their_page() {
    for &theme in Theme::ALL {
        let ink = Ink::of(theme);
        for color in [ink.text, ink.weak] {
            assert!(contrast(color, ink.page) >= 4.5, "{theme:?} {color:?}");
        }
        for color in [ink.curve, ink.second, ink.mixed, ink.pinned] {
            assert!(contrast(color, ink.page) >= 3.0, "{theme:?} {color:?}");
        }
    }
}

#[test]
fn up_to_256_colours_are_exact_and_of_more_the_nearest_is_taken() {
    let picture: Vec<u8> = (0..=255).flat_map(|grey| [grey, 0, 255 - grey]).collect();
    let mut few = FewColors::of(std::slice::from_ref(&picture), &[]);
    let numbers = few.numbers(&picture);
    let back: Vec<u8> = numbers
        .iter()
        .flat_map(|&number| few.table()[usize::from(number)])
        .collect();
    assert_eq!((back, few.largest_error()), (picture, 0));

    let many: Vec<u8> = (0..=255).flat_map(|a: u8| [a, 0, 0, 0, a, 0, 0, 0, a]).collect();
    let mut few = FewColors::of(std::slice::from_ref(&many), &[[0, 0, 7]]);
    assert_eq!(few.table().len(), GIF_COLORS);
    let _ = few.numbers(&many);
    assert!((1..=4).contains(&few.largest_error()), "{}", few.largest_error());
}

#[test]
fn colours_can_be_fitted_to_values_on_one_side_of_zero_and_the_bar_says_so() {
    let mut session = Session::default();
    session.spec.scheme = Scheme::Index;
    let bar = |session: &Session| {
        let block = described("heatmap", session, Language::English).unwrap();
        block.rows[0].panels[0].bar.clone().unwrap()
    };
    let range = |bar: &Bar| (bar.palette.low, bar.palette.high);
    assert_eq!(
        (range(&bar(&session)), bar(&session).name.as_str()),
        ((-49.0, 49.0), "Value")
    );
    session.set("heatmap", "fitted".to_owned(), Some("true".to_owned()));
    assert_eq!(
        (range(&bar(&session)), bar(&session).name.as_str()),
        ((0.0, 49.0), "Value, fitted")
    );
    // Values on both sides keep zero in the middle.
    session.spec.scheme = Scheme::Sinusoidal;
    assert_eq!(range(&bar(&session)), (-1.0, 1.0));
}

//! `poscope export`.

use std::fs;
use std::io::Cursor;

use png::{ColorType, Decoder};
use poscope::encoding::{Encoding, Scheme, Spec};
use poscope::field::{Span, WindowAxis, cosine};
use poscope::plot::palette::{Palette, UNDEFINED};
use poscope::session::ColorMap;

use crate::{done, refused, run};

/// A decoded PNG.
pub(crate) struct Image {
    width: usize,
    height: usize,
    color: ColorType,
    pixels: Vec<[u8; 4]>,
}

impl Image {
    /// The pixel at x from the left, y from the top; opaque if the file has no opacity.
    fn at(&self, x: usize, y: usize) -> [u8; 4] {
        assert!(x < self.width && y < self.height);
        self.pixels[y * self.width + x]
    }

    pub(crate) fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let [r, g, b, opacity] = self.at(x, y);
        assert_eq!(opacity, 255);
        [r, g, b]
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }
}

fn decode(bytes: &[u8]) -> Image {
    let mut reader = Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut decoded = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut decoded).unwrap();
    reader.finish().unwrap();
    let channels = info.color_type.samples();
    let pixel = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2], pixel.get(3).copied().unwrap_or(255)];
    Image {
        width: info.width as usize,
        height: info.height as usize,
        color: info.color_type,
        pixels: decoded.chunks(channels).map(pixel).collect(),
    }
}

/// The picture of the cells alone that `poscope export` writes to standard output.
pub(crate) fn export(arguments: &str) -> Image {
    let folder = tempfile::tempdir().unwrap();
    decode(&done(folder.path(), &format!("export {arguments} --plain -o -")))
}

fn table(scheme: Scheme) -> Encoding {
    Encoding::new(Spec {
        scheme,
        ..Spec::default()
    })
    .unwrap()
}

/// The colour of a value on RdBu over [-1, 1].
fn color(value: f64) -> [u8; 3] {
    Palette::new(ColorMap::RdBu, false, -1.0, 1.0).color(value)
}

#[test]
fn the_first_figure_has_a_pixel_a_cell_and_the_colours_of_matplotlib() {
    let folder = tempfile::tempdir().unwrap();
    done(
        folder.path(),
        "export heatmap --d-model 16 --max-len 50 --cell-size 1 --plain -o h.png",
    );
    let image = decode(&fs::read(folder.path().join("h.png")).unwrap());
    assert_eq!((image.size(), image.color), ((50, 16), ColorType::Rgb));
    let reference = include_str!("../data/heatmap_50x16_RdBu.txt");
    let rows: Vec<&str> = reference.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 16);
    for (y, row) in rows.iter().enumerate() {
        let colors: Vec<&str> = row.split(' ').collect();
        assert_eq!(colors.len(), 50);
        for (x, expected) in colors.iter().enumerate() {
            let [r, g, b] = image.rgb(x, y);
            assert_eq!(format!("{r:02x}{g:02x}{b:02x}"), *expected, "{x}, {y}");
        }
    }
    // Dimension 0 is in the bottom row: sin 0 = 0 is pale, sin 1 is blue, sin 5 is red.
    assert_eq!(image.rgb(0, 15), [246, 246, 246]);
    assert_eq!(image.rgb(1, 15), color(1f64.sin()));
    assert_eq!(image.rgb(5, 15), color(5f64.sin()));
}

#[test]
fn every_cell_is_as_large_as_was_asked_and_of_one_colour() {
    let small = export("heatmap --cell-size 1");
    for size in [2, 7, 64] {
        let image = export(&format!(
            "heatmap --cell-size {size} --positions 3..10 --dimensions 5..8"
        ));
        assert_eq!(image.size(), (7 * size, 3 * size));
        for y in 0..image.height {
            for x in 0..image.width {
                let (position, dimension) = (3 + x / size, 5 + (image.height - 1 - y) / size);
                assert_eq!(image.at(x, y), small.at(position, 15 - dimension), "{size}: {x}, {y}");
            }
        }
    }
}

#[test]
fn a_pixel_of_a_picture_of_given_size_is_the_average_of_what_it_covers() {
    let encoding = table(Scheme::Sinusoidal);
    let share = |span: Span, cell: usize| (span.end.min(cell as f64 + 1.0) - span.start.max(cell as f64)).max(0.0);
    for (width, height, part) in [
        (25, 8, (0, 50)),
        (7, 3, (0, 50)),
        (1, 1, (0, 50)),
        (90, 40, (0, 50)),
        (13, 5, (20, 41)),
    ] {
        let image = export(&format!(
            "heatmap --size {width}x{height} --positions {}..{}",
            part.0, part.1
        ));
        assert_eq!(image.size(), (width, height));
        let across = WindowAxis {
            span: Span {
                start: part.0 as f64,
                end: part.1 as f64,
            },
            pixels: width,
        };
        let up = WindowAxis {
            span: Span::whole(16),
            pixels: height,
        };
        for y in 0..height {
            for x in 0..width {
                let (positions, dimensions) = (across.pixel(x), up.pixel(height - 1 - y));
                let mut sum = 0.0;
                for position in positions.cells() {
                    for dimension in dimensions.cells() {
                        sum += share(positions, position)
                            * share(dimensions, dimension)
                            * encoding.value(position, dimension).unwrap();
                    }
                }
                let mean = sum / (positions.length() * dimensions.length());
                // An average is right to 1e-6, so either neighbour at the border of two colours.
                let allowed = [color(mean - 1e-6), color(mean + 1e-6)];
                assert!(allowed.contains(&image.rgb(x, y)), "{width}x{height}: {x}, {y}: {mean}");
            }
        }
    }
}

#[test]
fn the_largest_table_is_drawn_without_being_made() {
    let image = export("heatmap --d-model 16384 --max-len 1048576 --size 3x2 --positions 1000000..1000030");
    let spec = Spec {
        d_model: 16_384,
        max_len: 1_048_576,
        ..Spec::default()
    };
    let encoding = Encoding::new(spec).unwrap();
    assert_eq!(image.size(), (3, 2));
    for (x, y) in [(0, 1), (1, 0), (2, 1)] {
        let (first, upper) = (1_000_000 + 10 * x, 8192 * (1 - y));
        let cells = (first..first + 10).flat_map(|p| (upper..upper + 8192).map(move |j| (p, j)));
        let mean = cells.map(|(p, j)| encoding.value(p, j).unwrap()).sum::<f64>() / 81_920.0;
        assert_eq!(image.rgb(x, y), color(mean), "{x}, {y}: {mean}");
    }
}

#[test]
fn transposed_dimensions_run_to_the_right_and_positions_up() {
    let plain = export("heatmap --cell-size 1");
    let transposed = export("heatmap --cell-size 1 --transpose");
    assert_eq!(transposed.size(), (16, 50));
    for position in 0..50 {
        for dimension in 0..16 {
            assert_eq!(
                transposed.at(dimension, 49 - position),
                plain.at(position, 15 - dimension)
            );
        }
    }
    let averaged = export("heatmap --size 20x30");
    let transposed = export("heatmap --size 30x20 --transpose");
    for y in 0..30 {
        for x in 0..20 {
            assert_eq!(transposed.at(29 - y, 19 - x), averaged.at(x, y));
        }
    }
}

#[test]
fn with_origin_upper_a_picture_starts_at_the_top() {
    for command in [
        "heatmap",
        "similarity",
        "heatmap --transpose",
        "difference --versus=--start=1",
    ] {
        let lower = export(&format!("{command} --size 40x32"));
        let upper = export(&format!("{command} --size 40x32 --origin upper"));
        for (x, y) in (0..32).flat_map(|y| (0..40).map(move |x| (x, y))) {
            assert_eq!(upper.at(x, y), lower.at(x, 31 - y), "{command}: {x}, {y}");
        }
    }
    // In a figure with axes the ticks go with the cells.
    let folder = tempfile::tempdir().unwrap();
    let heights = |options: &str| {
        done(folder.path(), &format!("export heatmap -o a.svg {options}"));
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        // Labels of the vertical axis end at it.
        ["0", "14"].map(|label| {
            let end = format!("text-anchor=\"end\">{label}<");
            let text = svg.split("<text ").find(|text| text.contains(&end)).unwrap();
            let y = text.split(" y=\"").nth(1).unwrap().split('"').next().unwrap();
            y.parse::<f64>().unwrap()
        })
    };
    let [zero, last] = heights("");
    assert!(zero > last, "{zero} {last}");
    let [zero, last] = heights("--origin upper");
    assert!(zero < last, "{zero} {last}");
    let said = refused(&["export", "wavelengths", "-o", "x.png", "--origin", "upper"]);
    assert!(said.contains("--origin"), "{said}");
    let said = refused(&["export", "heatmap", "-o", "x.png", "--origin", "top"]);
    assert!(said.contains("\"top\"") && said.contains("lower, upper"), "{said}");
}

#[test]
fn views_that_draw_both_take_a_second_encoding() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "export wavelengths --preset llama-3.1-8b --versus=--scaling=none -o both.svg",
        "export bands --versus=--base=500 -o both.svg",
    ] {
        done(folder.path(), command);
        let svg = fs::read_to_string(folder.path().join("both.svg")).unwrap();
        assert!(svg.contains(">B</text>") && svg.contains("B: "), "{command}");
        // The picture makes itself again.
        let view = command.split_whitespace().nth(1).unwrap();
        done(folder.path(), &format!("export {view} --session both.svg -o again.svg"));
        let again = fs::read_to_string(folder.path().join("again.svg")).unwrap();
        assert_eq!(again, svg, "{command}");
    }
    let said = refused(&["export", "wavelengths", "--aligned", "-o", "x.png"]);
    assert!(said.contains("--aligned"), "{said}");
    let said = refused(&["export", "heatmap", "--versus", "--base 5", "-o", "x.png"]);
    assert!(said.contains("--versus"), "{said}");
    let said = refused(&["export", "similarity", "--causal", "-o", "x.png"]);
    assert!(said.contains("--causal"), "{said}");
    let said = refused(&["export", "near-far", "--causal", "-o", "x.png"]);
    assert!(said.contains("--causal"), "{said}");
    done(folder.path(), "export near-far --scheme alibi --causal -o x.png");
    // What is masked has no number, no pixel of its own, and stays masked in other views of the session.
    done(
        folder.path(),
        "export scores --scheme rope --max-len 8 --position 3 --causal -o s.csv",
    );
    let lines = fs::read_to_string(folder.path().join("s.csv")).unwrap();
    assert!(
        lines
            .lines()
            .skip(1)
            .enumerate()
            .all(|(key, line)| line.ends_with(',') == (key > 3)),
        "{lines}"
    );
    let plain = export("bias --scheme alibi --max-len 6 --cell-size 1 --causal --transparent");
    for (x, y) in (0..6).flat_map(|y| (0..6).map(move |x| (x, y))) {
        assert_eq!(plain.at(x, y)[3] == 0, x + y > 5, "{x} {y}");
    }
    done(folder.path(), "export scores --scheme rope --causal -o scores.png");
    let session = String::from_utf8(done(folder.path(), "session scores.png")).unwrap();
    assert!(session.contains("\"causal\": true"), "{session}");
}

#[test]
fn a_similarity_has_position_0_at_the_bottom_left() {
    let image = export("similarity --cell-size 2 --d-model 6 --base 50 --max-len 20 --positions 3..17");
    let encoding = Encoding::new(Spec {
        d_model: 6,
        max_len: 20,
        base: 50.0,
        ..Spec::default()
    })
    .unwrap();
    assert_eq!(image.size(), (28, 28));
    for y in 0..28 {
        for x in 0..28 {
            let cosine = cosine(&encoding, 3 + x / 2, 3 + (27 - y) / 2).unwrap();
            assert_eq!(image.rgb(x, y), color(cosine), "{x}, {y}");
        }
    }
    // Of the index only row 0 has no direction: it and its column are hatched grey.
    let image = export("similarity --cell-size 12 --scheme index --max-len 4");
    let count = |is: &dyn Fn([u8; 3]) -> bool, xs: std::ops::Range<usize>, ys: std::ops::Range<usize>| {
        ys.flat_map(|y| xs.clone().map(move |x| (x, y)))
            .filter(|&(x, y)| is(image.rgb(x, y)))
            .count()
    };
    let one = color(1.0);
    assert_eq!(count(&|pixel| pixel == one, 12..48, 0..36), 36 * 36);
    let (stripes, ground) = (
        count(&|pixel| pixel == [93; 3], 0..48, 36..48),
        count(&|pixel| pixel == UNDEFINED, 0..48, 36..48),
    );
    assert_eq!(stripes + ground, 48 * 12);
    assert_eq!(3 * stripes, 48 * 12, "a third is stripes");
}

#[test]
fn scores_and_biases_have_keys_to_the_right_and_queries_up() {
    let bias = export("bias --scheme alibi --d-model 8 --max-len 5 --head 1 --cell-size 1 --range -2..2");
    assert_eq!(bias.size(), (5, 5));
    for query in 0..5 {
        for key in 0..5 {
            // Head 1 of 8 loses a quarter per step.
            let value = -0.25 * (query as f64 - key as f64).abs();
            let palette = Palette::new(ColorMap::RdBu, false, -2.0, 2.0);
            assert_eq!(bias.rgb(key, 4 - query), palette.color(value), "{query} {key}");
        }
    }
    // Looking back and looking ahead are not the same to T5.
    let t5 = export("bias --scheme t5 --d-model 1 --max-len 9 --cell-size 1 --range -31..31");
    let palette = Palette::new(ColorMap::RdBu, false, -31.0, 31.0);
    assert_eq!(t5.rgb(0, 9 - 1 - 8), palette.color(8.0), "query 8, key 0");
    assert_eq!(t5.rgb(8, 9 - 1), palette.color(24.0), "query 0, key 8");
    let scores = export("scores --scheme rope --d-model 32 --max-len 40 --cell-size 1");
    for k in 0..39 {
        assert_eq!(scores.rgb(k, 39 - k), scores.rgb(0, 39), "by the offset alone");
        assert_eq!(scores.rgb(k + 1, 39 - k), scores.rgb(1, 39));
    }
}

#[test]
fn three_ways_are_three_strips_with_what_is_out_of_range_hatched() {
    let image = export("three-ways --cell-size 4");
    assert_eq!(image.size(), (200, 3 * 64 + 2 * 8));
    assert_eq!(image.color, ColorType::Rgb);
    for x in 0..200 {
        for gap in [64..72, 136..144] {
            for y in gap {
                assert_eq!(image.rgb(x, y), [255; 3]);
            }
        }
        // The index: 0, 1, then out of range.
        let colors: Vec<[u8; 3]> = (0..64).map(|y| image.rgb(x, y)).collect();
        let end = color(1.0);
        match x / 4 {
            0 => assert!(colors.iter().all(|&found| found == color(0.0))),
            1 => assert!(colors.iter().all(|&found| found == end)),
            _ => {
                let stripes = colors.iter().filter(|&&found| found != end).count();
                assert!((20..24).contains(&stripes), "{x}: {stripes}");
            }
        }
        // The normalized one, then the sinusoid.
        let position = x / 4;
        assert_eq!(image.rgb(x, 100), color(position as f64 / 49.0));
        let dimension = (207 - 180) / 4;
        let value = table(Scheme::Sinusoidal).value(position, dimension).unwrap();
        assert_eq!(image.rgb(x, 180), color(value));
    }
    // The stripes continue from one cell to the next, along the diagonal.
    for (x, y) in [(20, 20), (31, 40), (100, 50)] {
        assert_eq!(image.at(x, y), image.at(x + 1, y - 1));
        assert_eq!(image.at(x, y), image.at(x - 3, y + 3));
        assert_eq!(image.at(x, y), image.at(x + 6, y));
    }
}

#[test]
fn three_ways_share_a_given_range_or_have_their_own() {
    let own = export("three-ways --cell-size 1 --own-scales");
    let shared = export("three-ways --cell-size 1 --range -49..49");
    for x in 0..50 {
        let ramp = color(x as f64 / 49.0);
        assert_eq!((own.rgb(x, 5), own.rgb(x, 30)), (ramp, ramp));
        assert_eq!(shared.rgb(x, 5), ramp);
        assert_eq!(shared.rgb(x, 30), color(x as f64 / 49.0 / 49.0));
    }
    // In a picture of given size the strips are equally high, and leftover pixels go to the gaps.
    for (height, strip, gap) in [(100, 28, 8), (101, 28, 9), (3, 1, 0), (4, 1, 1), (40, 10, 5)] {
        let image = export(&format!(
            "three-ways --scheme binary --size 50x{height} --transparent --own-scales"
        ));
        let opaque: Vec<bool> = (0..height).map(|y| image.at(49, y)[3] == 255).collect();
        assert!(opaque[..strip].iter().all(|&opaque| opaque), "{height}: {opaque:?}");
        assert!(
            opaque[strip..strip + gap].iter().all(|&opaque| !opaque),
            "{height}: {opaque:?}"
        );
        assert!(
            opaque[height - strip..].iter().all(|&opaque| opaque),
            "{height}: {opaque:?}"
        );
        assert_eq!(opaque.iter().filter(|&&opaque| opaque).count(), 3 * strip, "{height}");
    }
}

#[test]
fn transparency_is_between_the_strips_and_the_cells_stay_opaque() {
    for (arguments, opaque) in [
        ("three-ways --cell-size 1 --transparent", 3 * 50 * 16),
        ("three-ways --cell-size 1 --transparent --transpose", 3 * 50 * 16),
        ("heatmap --cell-size 1 --transparent", 50 * 16),
    ] {
        let image = export(arguments);
        assert_eq!(image.color, ColorType::Rgba, "{arguments}");
        let found = image.pixels.iter().filter(|pixel| pixel[3] == 255).count();
        let clear = image.pixels.iter().filter(|pixel| pixel[3] == 0).count();
        assert_eq!(found, opaque, "{arguments}");
        assert_eq!(clear, image.pixels.len() - opaque, "{arguments}");
    }
    let beside = export("three-ways --cell-size 1 --transparent --transpose");
    assert_eq!(beside.size(), (3 * 16 + 2 * 8, 50));
    assert_eq!(beside.at(20, 0)[3], 0);
    assert_eq!(beside.rgb(16 + 8, 0), color(1.0)); // the last position, at the top
    assert_eq!(beside.rgb(16 + 8, 49), color(0.0));
}

#[test]
fn colours_and_their_range_are_chosen() {
    let image = export("heatmap --cell-size 1 --scheme index --colormap viridis_r");
    let palette = Palette::new(ColorMap::Viridis, true, -49.0, 49.0);
    let ranged = export("heatmap --cell-size 1 --scheme index --range -10..20.5");
    let other = Palette::new(ColorMap::RdBu, false, -10.0, 20.5);
    for x in 0..50 {
        assert_eq!(image.rgb(x, 3), palette.color(x as f64));
        assert_eq!(ranged.rgb(x, 3), other.color(x as f64));
    }
    // A single position of the index is 0: the middle, and no division by zero.
    assert_eq!(
        export("heatmap --cell-size 1 --scheme index --max-len 1").rgb(0, 0),
        color(0.0)
    );
    let binary = export("heatmap --cell-size 1 --scheme binary");
    assert_eq!([binary.rgb(0, 15), binary.rgb(1, 15)], [color(0.0), color(1.0)]);
}

#[test]
fn without_a_size_the_picture_fits_a_screen() {
    assert_eq!(export("heatmap").size(), (1600, 512));
    assert_eq!(export("heatmap --max-len 2000").size(), (2000, 16));
    assert_eq!(export("heatmap --max-len 5000").size(), (4096, 16));
    assert_eq!(export("heatmap --d-model 1 --max-len 1").size(), (64, 64));
}

#[test]
fn standard_output_gets_the_same_bytes_as_a_file_and_nothing_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), "export heatmap -o -");
    done(folder.path(), "export heatmap -o h.PNG");
    assert_eq!(output.stdout, fs::read(folder.path().join("h.PNG")).unwrap());
    assert_eq!(output.stderr, b"");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_difference_is_the_second_table_less_the_first_and_says_where_they_part_most() {
    let folder = tempfile::tempdir().unwrap();
    let command = [
        "export",
        "difference",
        "--d-model",
        "512",
        "--max-len",
        "512",
        "--versus",
        "--convention tensor2tensor",
        "--aligned",
        "--plain",
        "--size",
        "64x64",
        "-o",
        "d.png",
        "--lang",
        "en",
    ];
    let output = crate::poscope(folder.path()).args(command).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("largest difference −0.7124"), "{said}");
    assert_eq!(decode(&fs::read(folder.path().join("d.png")).unwrap()).size(), (64, 64));
    // Positions in bfloat16 are right up to 256; 257 is held as 256.
    let output = crate::poscope(folder.path())
        .args(["export", "difference", "--max-len", "300", "--versus"])
        .args([
            "--position-precision bf16",
            "--tolerance",
            "1e-4",
            "-o",
            "f.png",
            "--lang",
            "en",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("at position 257, dimension 0\n"), "{said}");
    let refused = crate::poscope(folder.path())
        .args([
            "export",
            "difference",
            "--versus",
            "--d-model 18",
            "-o",
            "e.png",
            "--lang",
            "en",
        ])
        .output()
        .unwrap();
    let words = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(words.contains("A has 16 dimensions and B has 18"), "{words}");
}

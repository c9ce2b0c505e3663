//! `poscope export strategies`.

use poscope::plot::palette::UNDEFINED;

use crate::pictures::{Image, export};
use crate::refused;

/// The colours of a column of a strip, from the top.
fn column(image: &Image, strip: usize, height: usize, x: usize) -> Vec<[u8; 3]> {
    let top = strip * (height + 8);
    (top..top + height).map(|y| image.rgb(x, y)).collect()
}

#[test]
fn the_strips_go_on_start_over_and_squeeze() {
    for scheme in ["sinusoidal", "rope"] {
        let options = format!("strategies --scheme {scheme} --trained-len 25 --overlap 5 --cell-size 1");
        let image = export(&options);
        assert_eq!(image.size(), (50, 3 * 16 + 2 * 8));
        let column = |strip, x| column(&image, strip, 16, x);
        for x in 0..25 {
            assert_eq!(column(1, x), column(0, x), "the first chunk is the table");
            assert_eq!(column(2, 2 * x), column(0, x), "p / 2");
        }
        // Chunks of 25 that share 5: 25 is 5 again, 45 too.
        for x in 25..50 {
            assert_eq!(column(1, x), column(0, 5 + (x - 25) % 20));
        }
        assert_ne!(column(0, 25), column(1, 25), "the rule goes on");
    }
}

#[test]
fn a_learned_table_ends_or_is_stretched_to_its_last_row() {
    let image = export("strategies --scheme learned --d-model 8 --max-len 1023 --cell-size 1 --range=-0.1..0.1");
    assert_eq!(image.size(), (1023, 5 * 8 + 4 * 8));
    let column = |strip, x| column(&image, strip, 8, x);
    assert!(column(0, 512).contains(&UNDEFINED), "there is nothing");
    // Corners are aligned and 1,023 is 2 x 512 - 1, so every second row is a row of the table.
    for strip in [2, 4] {
        for x in [0, 1, 100, 511] {
            assert_eq!(column(strip, 2 * x), column(0, x), "{strip} {x}");
        }
    }
    assert_ne!(column(2, 101), column(4, 101), "linear is not cubic");
    assert_ne!(column(1, 200), column(2, 200), "edges are not corners");
}

#[test]
fn what_has_no_strategies_is_refused() {
    for (arguments, parts) in [
        ("export strategies -o x.png", &["--trained-len", "50"][..]),
        ("export strategies -o x.png --trained-len 50", &["beyond", "50"]),
        ("export strategies -o x.png --scheme alibi", &["alibi", "learned"]),
        (
            "export strategies -o x.png --trained-len 16 --overlap 16",
            &["overlap of 16"],
        ),
        (
            "export strategies -o x.png --trained-len 25 --size 40x2 --plain",
            &["3 strips", "40x2"],
        ),
        (
            "export strategies -o x.png --scheme learned --size 40x4 --plain",
            &["5 strips", "40x4"],
        ),
    ] {
        let line = refused(&arguments.split(' ').collect::<Vec<_>>());
        for part in parts {
            assert!(line.contains(part), "{arguments}: {line}");
        }
    }
}

//! What other tools did to people who wanted a figure: cases H06, H08, H09 (see `tests/data`).

use poscope::encoding::learned::LearnedTable;
use poscope::encoding::{Scheme, Spec};
use poscope::field::{Cancel, InPlace};
use poscope::figure::lettering::drawable;
use poscope::figure::render::{About, Format, bytes};
use poscope::figure::sheet::Sheet;
use poscope::session::{Session, Versus};
use poscope::text::Language;
use poscope::view::Subject;

use super::pixels::{Pixels, plot};
use super::{drawn, named, session};

#[test]
fn h06_a_large_heatmap_is_a_small_vector_file() {
    // "1000x512 SVG < 3 MB": one raster, axes and text as vectors.
    let session = session(|session| (session.spec.d_model, session.spec.max_len) = (512, 1000));
    let figure = drawn(&session, named("heatmap"), &Sheet::default(), Language::English);
    for format in [Format::Svg, Format::Pdf] {
        let about = About::of(&figure, &session);
        let file = bytes(&figure, (format, false), &about, Language::English, &Cancel::default()).unwrap();
        assert!(file.len() < 3_000_000, "{format:?}: {} bytes", file.len());
    }
}

#[test]
fn h08_with_a_transparent_background_corners_are_clear_and_cells_are_not() {
    let sheet = Sheet {
        transparent: true,
        ..Sheet::default()
    };
    let figure = drawn(&session(|_| {}), named("heatmap"), &sheet, Language::English);
    let seen = Pixels::of(&figure);
    let [left, top, width, height] = plot(&figure, 0, 0);
    assert_eq!(seen.at(0, 0)[3], 0);
    assert_eq!(seen.at(left, top)[3], 255);
    assert_eq!(seen.at(left + width - 1, top + height - 1)[3], 255);
    // White unless asked.
    let white = drawn(&session(|_| {}), named("heatmap"), &Sheet::default(), Language::English);
    assert_eq!(Pixels::of(&white).at(0, 0), [255; 4]);
}

#[test]
fn h09_every_character_of_the_case_is_drawn_or_written_as_its_code_point() {
    let strings = include_str!("../data/cases/H09_cjk_glyphs/strings_utf8.txt");
    for line in strings.lines() {
        let title = drawable(line);
        // Only this one is in no font that the program brings.
        assert_eq!(title, line.replace('\u{20BB7}', "[U+20BB7]"));
        let sheet = Sheet {
            title: Some(line.to_owned()),
            ..Sheet::default()
        };
        let session = session(|_| {});
        let figure = drawn(&session, named("heatmap"), &sheet, Language::Chinese);
        let about = About::of(&figure, &session);
        let svg = bytes(
            &figure,
            (Format::Svg, false),
            &about,
            Language::Chinese,
            &Cancel::default(),
        )
        .unwrap();
        let svg = String::from_utf8(svg).unwrap();
        assert!(svg.contains(&title.replace('"', "&quot;")), "{title}");
        // In the title of the document every character stays what it is.
        assert!(svg.contains(&format!("<title>{}</title>", line.replace('"', "&quot;"))));
        // No glyph is .notdef: resvg leaves a text without glyphs out, so its pixels would be white.
        let seen = Pixels::of(&figure);
        let dark = (0..seen.width * seen.height / 8).filter(|i| seen.at(i % seen.width, i / seen.width)[0] < 100);
        assert!(dark.count() > 2000);
    }
}

#[test]
fn numbers_that_are_drawn_say_so_and_with_which_seed() {
    let notes = |arguments: &dyn Fn(&mut Spec), view: &str| {
        let mut session = Session::default();
        arguments(&mut session.spec);
        let subject = Subject::of(&session, Language::English).unwrap();
        let cancel = Cancel::default();
        let answers = &mut InPlace::new(&cancel);
        named(view).describe(&subject, answers).unwrap().notes.join("\n")
    };
    let drawn = "Random, not trained (seed 7)";
    let relative = |spec: &mut Spec| {
        spec.scheme = Scheme::Relative;
        spec.relative.seed = 7;
    };
    let untrained = |spec: &mut Spec| {
        spec.scheme = Scheme::Learned;
        (spec.learned.table, spec.learned.seed) = (LearnedTable::Untrained, 7);
    };
    let rope = |spec: &mut Spec| {
        spec.scheme = Scheme::Rope;
        spec.rope.seed = 7;
    };
    for view in ["heatmap", "near-far", "bands"] {
        assert!(notes(&relative, view).contains(drawn), "{view}");
        assert!(notes(&untrained, view).contains(drawn), "{view}");
        assert!(!notes(&|_| {}, view).contains("andom"), "{view}");
    }
    assert!(notes(&rope, "scores").contains("Query and key are random, not trained (seed 7)"));
    for view in ["heatmap", "bands"] {
        assert!(!notes(&rope, view).contains("random"), "its table is not drawn");
    }
    let mut compared = Session::default();
    let mut other = Spec::default();
    untrained(&mut other);
    compared.versus = Some(Versus::copy_of(&other));
    let subject = Subject::of(&compared, Language::English).unwrap();
    for view in ["difference", "agreement"] {
        let cancel = Cancel::default();
        let notes = named(view)
            .describe(&subject, &mut InPlace::new(&cancel))
            .unwrap()
            .notes;
        assert!(
            notes[1].starts_with("B: Learned") && notes[1].contains("seed 7"),
            "{view}: {notes:?}"
        );
    }
}

#[test]
fn the_curve_of_a_query_is_over_keys() {
    let mut session = Session::default();
    session.spec.scheme = Scheme::Alibi;
    let subject = Subject {
        held: Some(9),
        ..Subject::of(&session, Language::English).unwrap()
    };
    let cancel = Cancel::default();
    let block = named("bias").describe(&subject, &mut InPlace::new(&cancel)).unwrap();
    let curve = block.panels().find(|panel| panel.key == "curve").unwrap();
    assert_eq!(curve.x.name, "Key");
}

#[test]
fn buckets_are_called_buckets_in_the_heatmap_too_and_places_of_biases_offset_and_head() {
    let mut session = Session::default();
    session.spec.scheme = Scheme::T5;
    let subject = Subject::of(&session, Language::English).unwrap();
    let cancel = Cancel::default();
    let block = named("heatmap").describe(&subject, &mut InPlace::new(&cancel)).unwrap();
    assert_eq!(block.heading, "Bucket of each offset: T5 buckets");
    assert_eq!(block.rows[0].panels[0].bar.as_ref().unwrap().name, "Bucket");
    session.spec.scheme = Scheme::Alibi;
    session.versus = Some(Versus::copy_of(&Spec {
        scheme: Scheme::Relative,
        ..Spec::default()
    }));
    let subject = Subject::of(&session, Language::English).unwrap();
    let notes = named("difference")
        .describe(&subject, &mut InPlace::new(&cancel))
        .unwrap()
        .notes
        .join(" ");
    assert!(notes.contains("at offset") && notes.contains("head"), "{notes}");
}

#[test]
fn cosines_on_a_page_keep_their_colors_where_a_table_has_another_range() {
    let ranges = |scheme| {
        let session = session(|session| session.spec.scheme = scheme);
        let subject = Subject::of(&session, Language::English).unwrap();
        let cancel = Cancel::default();
        let views = ["heatmap", "similarity"].map(named);
        let figure =
            poscope::figure::sheet::figure(&subject, &views, &Sheet::default(), &mut InPlace::new(&cancel)).unwrap();
        let panels = figure.rows.iter().flat_map(|row| &row.panels);
        let range =
            |panel: &poscope::plot::Panel| Some((panel.cells()?.look.palette.low, panel.cells()?.look.palette.high));
        panels.filter_map(range).collect::<Vec<_>>()
    };
    assert_eq!(ranges(Scheme::Sinusoidal), [(-1.0, 1.0), (-1.0, 1.0)]);
    assert_eq!(ranges(Scheme::Index), [(-49.0, 49.0), (-1.0, 1.0)]);
}

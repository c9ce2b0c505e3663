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
    // White unless something else is asked for.
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
    assert!(notes(&rope, "scores").contains("Random query and key, not trained (seed 7)"));
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

#[test]
fn a_causal_mask_blanks_keys_after_the_query_and_leaves_the_others() {
    let figure = |causal: bool| {
        let session = session(|session| {
            session.spec = Spec {
                scheme: Scheme::Alibi,
                d_model: 8,
                max_len: 20,
                ..Spec::default()
            };
            session.views.causal = causal;
        });
        drawn(&session, named("bias"), &Sheet::default(), Language::English)
    };
    let [open, masked] = [false, true].map(figure);
    let [open_seen, masked_seen] = [Pixels::of(&open), Pixels::of(&masked)];
    let cell = |[left, top, width, height]: [usize; 4], query: usize, key: usize| {
        let x = left + (2 * key + 1) * width / 40;
        (x, top + height - 1 - (2 * query + 1) * height / 40)
    };
    let places = [plot(&open, 0, 0), plot(&masked, 0, 0)];
    for (query, key) in (0..20).flat_map(|query| (0..20).map(move |key| (query, key))) {
        let [(x, y), (masked_x, masked_y)] = places.map(|place| cell(place, query, key));
        let seen = masked_seen.at(masked_x, masked_y);
        if key > query {
            assert_eq!(seen, [255; 4], "{query} {key}");
            assert_ne!(open_seen.at(x, y), [255; 4], "{query} {key}");
        } else {
            assert_eq!(seen, open_seen.at(x, y), "{query} {key}");
        }
    }
}

#[test]
fn a_figure_of_two_encodings_draws_both_and_says_what_they_are() {
    let compared = session(|session| {
        let spec = Spec {
            base: 500.0,
            ..Spec::default()
        };
        session.versus = Some(Versus {
            spec,
            ..Versus::default()
        });
    });
    for view in ["bands", "wavelengths"] {
        let alone = drawn(&session(|_| {}), named(view), &Sheet::default(), Language::English);
        let both = drawn(&compared, named(view), &Sheet::default(), Language::English);
        let about = About::of(&both, &compared);
        let svg = |figure| {
            let file = bytes(
                figure,
                (Format::Svg, false),
                &about,
                Language::English,
                &Cancel::default(),
            );
            String::from_utf8(file.unwrap()).unwrap()
        };
        let (alone, both) = (svg(&alone), svg(&both));
        assert!(
            both.contains("A: Sinusoidal, base = 10,000") && both.contains("B: Sinusoidal, base = 500"),
            "{view}"
        );
        assert!(
            both.matches("<polyline").count() > alone.matches("<polyline").count(),
            "{view}"
        );
    }
}

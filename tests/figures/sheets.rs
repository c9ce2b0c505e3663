//! What is on a sheet fits it, in every view, size, theme and language.

use poscope::encoding::Scheme;
use poscope::field::{Cancel, InPlace};
use poscope::figure::FigureError;
use poscope::figure::description::Figure;
use poscope::figure::draw::{Medium, draw};
use poscope::figure::figure_error;
use poscope::figure::lettering::width;
use poscope::figure::paper::{Paper, Purpose};
use poscope::figure::sheet::{Sheet, figure};
use poscope::plot::{Layer, Quantity};
use poscope::session::{ColorMap, Session};
use poscope::text::Language;
use poscope::view::{Subject, VIEWS, View};

use super::{described, drawn, every_scheme, named, session, telling};

/// How far letters reach above their baseline, as a share of their size.
const ASCENT: f64 = 0.88;

/// How far they reach below it.
const DESCENT: f64 = 0.12;

/// A text at its place: left, top, right, bottom; none of it where a rim is drawn over lines.
#[derive(Clone, Debug)]
struct Words {
    words: String,
    area: [f64; 4],
}

/// The texts of a figure as they are drawn.
fn words(figure: &Figure) -> Vec<Words> {
    let drawing = draw(figure, Medium::Vector, &Cancel::default()).unwrap();
    let attribute = |element: &str, name: &str| {
        let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
        Some(element[start..].split('"').next().unwrap().to_owned())
    };
    drawing
        .elements
        .lines()
        .filter(|line| line.starts_with("<text"))
        .map(|line| {
            let number = |name| attribute(line, name).unwrap().parse::<f64>().unwrap();
            let (x, y, size) = (number("x"), number("y"), number("font-size"));
            let text = line[line.find('>').unwrap() + 1..line.rfind("</text>").unwrap()]
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
            let long = width(&text, size);
            let start = match attribute(line, "text-anchor").as_deref() {
                Some("middle") => long / 2.0,
                Some("end") => long,
                _ => 0.0,
            };
            // Letters are a little lower than the font says.
            let (above, below) = ((ASCENT - 0.12) * size, (DESCENT + 0.06) * size);
            let area = if line.contains("rotate(-90") {
                [x - above, y + start - long, x + below, y + start]
            } else {
                [x - start, y - above, x - start + long, y + below]
            };
            Words { words: text, area }
        })
        .collect()
}

fn check(figure: &Figure, what: &str) {
    let all = words(figure);
    let paper = figure.paper;
    for Words { words, area } in &all {
        let [left, top, right, bottom] = *area;
        assert!(
            left >= -0.1 && top >= -0.1 && right <= paper.width + 0.6 && bottom <= paper.height + 0.6,
            "{what}: \"{words}\" leaves the sheet: {area:?} of {} x {}",
            paper.width,
            paper.height
        );
    }
    for (i, one) in all.iter().enumerate() {
        for other in &all[i + 1..] {
            let [a, b] = [one.area, other.area];
            let overlap = |low: usize| a[low + 2].min(b[low + 2]) - a[low].max(b[low]);
            assert!(
                overlap(0) <= 0.2 || overlap(1) <= 0.2,
                "{what}: \"{}\" and \"{}\" meet: {a:?} {b:?}",
                one.words,
                other.words
            );
        }
    }
}

/// A sheet of few pixels: where words are does not depend on them.
fn coarse(purpose: Purpose) -> Sheet {
    Sheet {
        purpose,
        dpi: Some(40.0),
        ..Sheet::default()
    }
}

fn sheets() -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = Purpose::ALL.iter().map(|&purpose| coarse(purpose)).collect();
    sheets.extend(
        [(400.0, 300.0), (1600.0, 900.0), (640.0, 960.0)].map(|(width, height)| Sheet {
            paper: Some(Paper::of_pixels(width, height)),
            ..Sheet::default()
        }),
    );
    sheets
}

#[test]
fn no_words_meet_and_none_are_cut_off_in_any_view_size_and_language() {
    let mut count = 0;
    for sheet in sheets() {
        for &view in VIEWS {
            for language in Language::ALL {
                let subject = Subject::of(&telling(view), language).unwrap();
                let what = format!("{} {:?} {:?} {language:?}", view.name(), sheet.purpose, sheet.paper);
                match figure(&subject, &[view], &sheet, &mut InPlace::new(&Cancel::default())) {
                    Ok(figure) => {
                        check(&figure, &what);
                        count += 1;
                    }
                    // There is no room for several strips at this size: the figure is refused, not crowded.
                    Err(error @ FigureError::NoRoom(_)) => assert!(sheet.paper.is_some(), "{what}: {error}"),
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
    assert!(count > 90, "{count}");
}

#[test]
fn the_same_holds_for_every_scheme_small_and_huge() {
    for session in every_scheme() {
        for view in [
            named("heatmap"),
            named("bands"),
            named("near-far"),
            named("three-ways"),
            named("wavelengths"),
        ] {
            let spec = &session.spec;
            let what = format!("{} {:?} {} x {}", view.name(), spec.scheme, spec.max_len, spec.d_model);
            // Sums over a million rows take their time; the layout does not depend on them.
            if view.name() == "near-far" && (spec.max_len > 10_000 || spec.scheme == Scheme::Binary) {
                continue;
            }
            let subject = Subject::of(&session, Language::English).unwrap();
            match figure(
                &subject,
                &[view],
                &coarse(Purpose::Double),
                &mut InPlace::new(&Cancel::default()),
            ) {
                Ok(figure) => check(&figure, &what),
                Err(FigureError::Refused(_)) => assert_eq!(view.name(), "wavelengths", "{what}"),
                Err(error) => panic!("{what}: {error}"),
            }
        }
    }
}

#[test]
fn transposed_regrouped_and_zoomed_tables_fit_as_well() {
    type Change = fn(&mut Session);
    let changes: [(&str, Change); 4] = [
        ("transposed", |session| session.views.transposed = true),
        ("regrouped", |session| session.views.regrouped = true),
        ("both", |session| {
            (session.views.transposed, session.views.regrouped) = (true, true);
        }),
        ("zoomed", |session| {
            session.views.positions = Some(poscope::field::Span { start: 3.25, end: 17.5 });
            session.views.dimensions = Some(poscope::field::Span { start: 2.0, end: 9.0 });
        }),
    ];
    for (what, change) in changes {
        for view in [
            named("heatmap"),
            named("bands"),
            named("three-ways"),
            named("difference"),
        ] {
            for language in Language::ALL {
                let mut session = telling(view);
                change(&mut session);
                check(
                    &drawn(&session, view, &Sheet::default(), language),
                    &format!("{what} {}", view.name()),
                );
            }
        }
    }
}

#[test]
fn models_with_a_scaling_have_their_legend_on_the_sheet_too() {
    for preset in poscope::encoding::Preset::all() {
        let session = session(|session| session.spec = preset.spec.clone());
        let subject = Subject::of(&session, Language::Chinese).unwrap();
        for view in [named("wavelengths"), named("bands"), named("heatmap")] {
            for &purpose in Purpose::ALL {
                let what = format!("{} {} {purpose:?}", view.name(), preset.name);
                match figure(
                    &subject,
                    &[view],
                    &coarse(purpose),
                    &mut InPlace::new(&Cancel::default()),
                ) {
                    Ok(figure) => check(&figure, &what),
                    Err(FigureError::Refused(_)) => assert_eq!(view.name(), "wavelengths", "{what}"),
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
}

#[test]
fn a_page_has_one_range_of_colours_and_one_bar_unless_each_keeps_its_own() {
    let index = session(|session| session.spec.scheme = Scheme::Index);
    let subject = Subject::of(&index, Language::English).unwrap();
    let views = [named("heatmap"), named("three-ways"), named("similarity")];
    let of = |own_scales| {
        let sheet = Sheet {
            own_scales,
            ..Sheet::default()
        };
        let page = figure(&subject, &views, &sheet, &mut InPlace::new(&Cancel::default())).unwrap();
        check(&page, "page");
        let bars: Vec<_> = page
            .rows
            .iter()
            .flat_map(|row| &row.panels)
            .filter_map(|panel| panel.bar.as_ref())
            .map(|bar| (bar.palette.low, bar.palette.high))
            .collect();
        bars
    };
    // The cosine keeps its own: 1 would be white in the range of the table.
    assert_eq!(of(false), [(-49.0, 49.0), (-1.0, 1.0)]);
    assert_eq!(of(true), [(-49.0, 49.0), (-1.0, 1.0), (-1.0, 1.0)]);
}

#[test]
fn every_refusal_is_a_sentence_in_both_languages() {
    let of = |session: &Session, view: &'static dyn View, sheet: &Sheet| {
        Language::ALL.map(|language| {
            let subject = Subject::of(session, language).unwrap();
            let error = figure(&subject, &[view], sheet, &mut InPlace::new(&Cancel::default())).unwrap_err();
            figure_error(&error, language)
        })
    };
    let first = session(|_| {});
    let alibi = session(|session| session.spec.scheme = Scheme::Alibi);
    let sized = |width, height| Sheet {
        paper: Some(Paper::of_pixels(width, height)),
        ..Sheet::default()
    };
    let wide = Sheet {
        dpi: Some(5000.0),
        ..Sheet::default()
    };
    for ([words, chinese], english) in [
        (of(&first, named("difference"), &Sheet::default()), "switch A/B on"),
        (of(&first, named("strategies"), &Sheet::default()), "max_len 50"),
        (of(&alibi, named("strategies"), &Sheet::default()), "ALiBi"),
        (of(&alibi, named("wavelengths"), &Sheet::default()), "ALiBi"),
        (of(&first, named("heatmap"), &sized(73.0, 73.0)), "73 x 73 pixels"),
        (of(&first, named("heatmap"), &sized(7.0, 900.0)), "7 x 900 points"),
        (of(&first, named("heatmap"), &wide), "5,000 dots"),
    ] {
        assert!(words.contains(english), "{words}");
        assert!(
            chinese.chars().any(|c| ('\u{4E00}'..'\u{9FFF}').contains(&c)),
            "{chinese}"
        );
    }
}

#[test]
fn the_colour_map_and_the_range_are_those_that_were_chosen() {
    let chosen = session(|session| {
        (session.views.color_map, session.views.reversed) = (ColorMap::Viridis, true);
        session.views.range = Some((-0.5, 2.0));
    });
    let subject = Subject::of(&chosen, Language::English).unwrap();
    let figure = figure(
        &subject,
        &[named("heatmap")],
        &Sheet::default(),
        &mut InPlace::new(&Cancel::default()),
    )
    .unwrap();
    let palette = figure.rows[0].panels[0].bar.as_ref().unwrap().palette;
    assert_eq!((palette.map, palette.reversed), (ColorMap::Viridis, true));
    assert_eq!((palette.low, palette.high), (-0.5, 2.0));
}

#[test]
fn a_view_says_whether_its_panels_have_dimensions() {
    let cancel = Cancel::default();
    for &view in VIEWS {
        let block = view.describe(&poscope::view::telling(view), &mut InPlace::new(&cancel));
        let is_dimension = |quantity: &Quantity| matches!(quantity, Quantity::Dimension(_) | Quantity::OtherDimension);
        let has_dimensions = block.is_ok_and(|block| {
            let mut axes = block.panels().flat_map(|panel| [&panel.x, &panel.y]);
            axes.any(|axis| axis.quantity().is_some_and(is_dimension))
        });
        assert_eq!(view.has_dimensions(), has_dimensions, "{}", view.name());
    }
}

#[test]
fn a_table_with_zero_rows_is_compared_with_a_position_that_has_a_direction() {
    let mut session = Session::default();
    session.views.pin = None;
    for (scheme, zero_rows) in [(Scheme::Sinusoidal, 5), (Scheme::Index, 0), (Scheme::Binary, 0)] {
        (session.spec.scheme, session.spec.conventions.zero_rows) = (scheme, zero_rows);
        let block = described("similarity", &session, Language::English).unwrap();
        let curve = block.panels().last().unwrap();
        let says_why = curve.layers.iter().any(|layer| matches!(layer, Layer::Words(_)));
        assert!(!says_why, "{scheme:?}");
        let first = zero_rows.max(1);
        assert!(
            curve.title.shortest().contains(&first.to_string()),
            "{}",
            curve.title.shortest()
        );
    }
}

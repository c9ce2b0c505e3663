//! What moves from frame to frame, and what stays where it is.

use poscope::encoding::{Scheme, Spec};
use poscope::field::Cancel;
use poscope::figure::animation::Animation;
use poscope::figure::description::Figure;
use poscope::figure::layout::lay_out;
use poscope::figure::motion::{FRAMES, Motion, Swept};
use poscope::plot::ink::{Ink, Theme};
use poscope::plot::layout::Rect;
use poscope::plot::{Layer, Panel, Scale};
use poscope::session::Versus;
use poscope::text::Language;
use poscope::view::VIEWS;

use super::{animation, file, named, read_png};

/// All figures of an animation.
fn figures(film: &Animation) -> Vec<Figure> {
    let cancel = Cancel::default();
    let staged = film.staged(&cancel).unwrap();
    (0..film.motion.count())
        .map(|frame| staged.figure(frame, &cancel).unwrap())
        .collect()
}

fn panels(figure: &Figure) -> Vec<&Panel> {
    figure.rows.iter().flat_map(|row| &row.panels).collect()
}

fn plots(figure: &Figure) -> Vec<Rect> {
    lay_out(figure).unwrap().plots.concat()
}

/// One animation of every view that can be animated, over every number.
fn all() -> Vec<Animation> {
    let mut all = Vec::new();
    for &view in VIEWS {
        for (swept, from, to) in [
            (Swept::Base, 3.0, 1e7),
            (Swept::DModel, 2.0, 128.0),
            (Swept::MaxLen, 5.0, 20_000.0),
            (Swept::Position, 0.0, 49.0),
        ] {
            let has_no_positions =
                ["wavelengths", "decay", "heads", "uniqueness", "relative-scores"].contains(&view.name());
            if has_no_positions && swept == Swept::Position {
                continue;
            }
            let mut film = animation(view, swept, from, to, 6);
            match view.name() {
                "difference" | "agreement" => {
                    let mut spec = film.session.spec.clone();
                    spec.conventions.start = 1.0;
                    film.session.versus = Some(Versus {
                        spec,
                        ..Versus::default()
                    });
                }
                "relative-scores" => {
                    let places =
                        [("query", "3"), ("key", "1")].map(|(name, place)| (name.to_owned(), place.to_owned()));
                    film.session
                        .settings
                        .insert("relative-scores".to_owned(), places.into());
                }
                "strategies" => film.session.spec.beyond.trained_len = 4,
                "near-far" | "scores" | "decay" => film.session.spec.scheme = Scheme::Rope,
                "bias" | "heads" => film.session.spec.scheme = Scheme::Alibi,
                _ => {}
            }
            all.push(film);
        }
    }
    all
}

#[test]
fn plots_ranges_and_the_sheet_stay_where_they_are() {
    let mut checked = 0;
    for film in all() {
        let figures = figures(&film);
        let name = format!("{} over {:?}", film.views[0].name(), film.motion.swept);
        let values = |scale: &Scale| match scale {
            Scale::Values(low, high) | Scale::Logarithms(low, high) => Some((*low, *high)),
            _ => None,
        };
        let colors = |panel: &Panel| panel.cells().map(|cells| cells.look.palette);
        for figure in &figures[1..] {
            assert_eq!(plots(figure), plots(&figures[0]), "{name}");
            assert_eq!(figure.paper, figures[0].paper, "{name}");
            assert_eq!(figure.room, figures[0].room, "{name}");
            for (one, first) in panels(figure).into_iter().zip(panels(&figures[0])) {
                assert_eq!(values(&one.y.scale), values(&first.y.scale), "{name}");
                assert_eq!(colors(one), colors(first), "{name}");
                assert_eq!(one.bar, first.bar, "{name}");
            }
            checked += 1;
        }
        let first = figures.first().map(|figure| (&figure.title, &figure.subtitle));
        assert!(first.is_some());
    }
    assert_eq!(checked, 5 * 59);
}

#[test]
fn the_number_that_moves_is_in_the_subtitle() {
    for (swept, from, to, first, last) in [
        (Swept::Base, 100.0, 1e6, "base 100", "base 1,000,000"),
        (Swept::DModel, 2.0, 64.0, "d_model 2", "d_model 64"),
        (Swept::MaxLen, 10.0, 2000.0, "max_len 10", "max_len 2,000"),
    ] {
        let figures = figures(&animation(named("heatmap"), swept, from, to, 3));
        assert!(figures[0].subtitle.contains(first), "{}", figures[0].subtitle);
        assert!(figures[2].subtitle.contains(last), "{}", figures[2].subtitle);
    }
}

/// Where the frames of an animation differ from the first one.
fn changed(film: &Animation) -> Vec<[usize; 2]> {
    let read = read_png(&file(film, poscope::figure::animation::AnimationFormat::Apng).0);
    let (width, height) = read.size;
    let mut changed = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let at = |frame: usize| read.pixel(frame, [x, y]);
            if (1..read.frames.len()).any(|frame| at(frame) != at(0)) {
                changed.push([x, y]);
            }
        }
    }
    changed
}

#[test]
fn nothing_changes_but_the_plot_the_wavelengths_and_the_subtitle() {
    for theme in [Theme::Light, Theme::Dark] {
        let mut film = animation(named("heatmap"), Swept::Base, 100.0, 1e6, 3);
        film.sheet.theme = theme;
        film.language = Language::Chinese;
        let first = &figures(&film)[0];
        let plot = plots(first)[0];
        let subtitle = lay_out(first).unwrap().notes[0].clone();
        let changed = changed(&film);
        assert!(changed.len() > 1000);
        let room = panels(first)[0].side.len();
        assert!(room > 0);
        for [x, y] in changed {
            let (x, y) = (x as f64, y as f64);
            let is_in_plot =
                x >= plot.x - 1.0 && x <= plot.right() + 80.0 && y >= plot.y - 1.0 && y <= plot.bottom() + 1.0;
            let is_in_subtitle = y > subtitle.y - subtitle.size && y < subtitle.y + 0.4 * subtitle.size;
            assert!(is_in_plot || is_in_subtitle, "{x}, {y}");
        }
    }
}

#[test]
fn the_colour_bar_does_not_change() {
    for (view, swept, from, to) in [
        (named("heatmap"), Swept::Base, 100.0, 1e6),
        (named("heatmap"), Swept::DModel, 2.0, 200.0),
        (named("heatmap"), Swept::Position, 0.0, 49.0),
        (named("heatmap"), Swept::MaxLen, 5.0, 5000.0),
    ] {
        let mut film = animation(view, swept, from, to, 3);
        film.session.spec.scheme = if swept == Swept::MaxLen {
            Scheme::Index
        } else {
            Scheme::Sinusoidal
        };
        let first = &figures(&film)[0];
        let plot = plots(first)[0];
        // The words of the wavelengths are narrower than this on a sheet of this size.
        let words = if panels(first)[0].side.is_empty() { 4.0 } else { 70.0 };
        let right = changed(&film).into_iter().map(|[x, _]| x).max().unwrap();
        assert!((right as f64) < plot.right() + words, "{swept:?}: {right} of {plot:?}");
    }
}

#[test]
fn the_held_position_is_framed_in_every_view_that_has_positions() {
    for film in all().into_iter().filter(|film| film.motion.swept == Swept::Position) {
        let figures = figures(&film);
        for (frame, figure) in figures.iter().enumerate() {
            let position = film.motion.value(frame);
            let held: Vec<f64> = panels(figure)
                .iter()
                .flat_map(|panel| &panel.marks)
                .filter(|mark| mark.is_held)
                .map(|mark| mark.at)
                .collect();
            assert!(!held.is_empty(), "{}", film.views[0].name());
            assert!(held.iter().all(|at| *at == position), "{}", film.views[0].name());
        }
        let words: Vec<&String> = panels(&figures[5])
            .iter()
            .flat_map(|panel| {
                panel
                    .marks
                    .iter()
                    .map(|mark| &mark.words)
                    .chain(panel.title.words.last())
            })
            .filter(|words| {
                let ends = ["osition 49", "osition 49 / 50 (row 49)"];
                ends.iter().any(|end| words.ends_with(end)) || words.contains("query 49")
            })
            .collect();
        assert_eq!(words.len(), 1, "{}: {words:?}", film.views[0].name());
    }
}

#[test]
fn the_frame_around_the_position_is_drawn_in_its_colour() {
    let film = animation(named("heatmap"), Swept::Position, 0.0, 49.0, 2);
    let read = read_png(&file(&film, poscope::figure::animation::AnimationFormat::Apng).0);
    let plot = plots(&figures(&film)[0])[0];
    let pinned = Ink::of(Theme::Light).pinned;
    for (frame, end) in [(0, plot.x), (1, plot.right())] {
        let near: Vec<usize> = (0..read.size.0)
            .filter(|&x| read.pixel(frame, [x, 150]) == pinned)
            .collect();
        assert!(!near.is_empty());
        assert!(near.iter().all(|&x| (x as f64 - end).abs() < 15.0), "{near:?}");
    }
}

#[test]
fn a_lane_that_a_small_model_does_not_have_is_empty_and_comes_when_it_has_it() {
    let film = animation(named("bands"), Swept::DModel, 2.0, 64.0, 3);
    let lanes = |figure: &Figure| {
        let curves = |panel: &&Panel| {
            let is_drawn = |layer: &Layer| match layer {
                Layer::Curves(curves) => !curves.is_empty(),
                _ => false,
            };
            panel.layers.iter().any(is_drawn)
        };
        (
            panels(figure).len(),
            panels(figure).iter().filter(|panel| curves(panel)).count(),
        )
    };
    let figures = figures(&film);
    assert_eq!((lanes(&figures[0]), lanes(&figures[2])), ((3, 1), (3, 3)));
}

#[test]
fn two_that_are_compared_move_together_where_they_have_the_same_number() {
    let mut film = animation(named("difference"), Swept::Base, 100.0, 1000.0, 2);
    let other = |base: f64| {
        Some(Versus {
            spec: Spec {
                base,
                ..Spec::default()
            },
            ..Versus::default()
        })
    };
    film.session.versus = other(10_000.0);
    assert_eq!(film.session(1).versus.unwrap().spec.base, 1000.0);
    film.session.versus = other(500.0);
    assert_eq!(film.session(1).versus.unwrap().spec.base, 500.0);
}

fn values(motion: &Motion) -> Vec<f64> {
    (0..motion.count()).map(|frame| motion.value(frame)).collect()
}

#[test]
fn values_are_monotone_round_and_reach_both_ends() {
    for (swept, from, to) in [
        (Swept::Base, 1.0001, 1e9),
        (Swept::Base, 10_000.0, 10_007.0),
        (Swept::Base, 1e6, 10.0),
        (Swept::DModel, 1.0, 16_384.0),
        (Swept::DModel, 64.0, 2.0),
        (Swept::DModel, 3.0, 65.0),
        (Swept::MaxLen, 1.0, 1_048_576.0),
        (Swept::MaxLen, 50.0, 40.0),
        (Swept::Position, 0.0, 49.0),
        (Swept::Position, 1_000_000.0, 3.0),
    ] {
        for frames in [2, 3, 60, 600] {
            let motion = Motion {
                frames,
                ..Motion::new(swept, from, to)
            };
            let values = values(&motion);
            assert_eq!((values[0], values[frames - 1]), (from, to));
            let rises = to > from;
            assert!(
                values
                    .windows(2)
                    .all(|two| two[0] == two[1] || (two[0] < two[1]) == rises)
            );
            if swept != Swept::Base {
                assert!(values.iter().all(|value| value.fract() == 0.0));
            }
            assert!(
                motion
                    .check(&Spec {
                        max_len: 1_048_576,
                        ..Spec::default()
                    })
                    .is_ok()
            );
        }
    }
}

#[test]
fn dimensions_are_even_or_odd_as_their_ends_are() {
    let odd = |from, to| {
        let values = values(&Motion::new(Swept::DModel, from, to));
        values[1..values.len() - 1]
            .iter()
            .filter(|value| **value % 2.0 == 1.0)
            .count()
    };
    assert_eq!(odd(2.0, 64.0), 0);
    assert_eq!(odd(1.0, 64.0), 0);
    assert_eq!(odd(3.0, 9.0), 2);
}

#[test]
fn the_way_back_is_the_way_there_and_ends_are_shown_once() {
    let motion = Motion {
        frames: 4,
        there_and_back: true,
        ..Motion::new(Swept::Position, 0.0, 3.0)
    };
    assert_eq!(values(&motion), [0.0, 1.0, 2.0, 3.0, 2.0, 1.0]);
    assert_eq!(Motion::new(Swept::Position, 0.0, 3.0).frames, 4);
    assert_eq!(Motion::new(Swept::Base, 10.0, 11.0).frames, FRAMES);
    assert_eq!(Motion::new(Swept::DModel, 2.0, 16.0).frames, 8);
}

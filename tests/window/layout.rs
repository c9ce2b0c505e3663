//! No two texts overlap and none is cut off, whatever the language, the colours, the size and the state.

use std::collections::BTreeMap;

use eframe::egui::{Key, Modifiers, ThemePreference, Vec2, vec2};
use poscope::encoding::rope::Scaling;
use poscope::encoding::{Beyond, Mistake, Preset, Scheme, Spec, Strategy};
use poscope::field::Span;
use poscope::session::{Pin, Session, Versus, Views, Ways};
use poscope::text::Language;

use super::stage::{Stage, preferences};
use super::words;
use crate::common::locale;

/// A state of the window: what is looked at, and what a person did next.
struct State {
    name: &'static str,
    session: Session,
    act: fn(&mut Stage),
    /// The work takes long: the texts are those shown while waiting.
    is_slow: bool,
}

fn spec(d_model: usize, max_len: usize) -> Spec {
    Spec {
        d_model,
        max_len,
        ..Spec::default()
    }
}

fn of(name: &'static str, spec: Spec) -> State {
    State {
        name,
        session: Session {
            spec,
            ..Session::default()
        },
        act: |_| {},
        is_slow: false,
    }
}

fn seen(name: &'static str, change: fn(&mut Views)) -> State {
    let mut state = of(name, Spec::default());
    change(&mut state.session.views);
    state
}

fn after(name: &'static str, act: fn(&mut Stage)) -> State {
    State {
        act,
        ..of(name, Spec::default())
    }
}

/// A scheme with its drawer open.
fn settings_of(name: &'static str, scheme: Scheme) -> State {
    let mut state = after(name, |stage| command(stage, "command.conventions"));
    state.session.spec.scheme = scheme;
    state
}

fn states() -> Vec<State> {
    let scheme = |scheme| Spec {
        scheme,
        ..Spec::default()
    };
    let largest = State {
        is_slow: true,
        ..of("the largest table", spec(16_384, 1_048_576))
    };
    let mut states = vec![
        of("first screen", Spec::default()),
        after("hovered", |stage| {
            let plot = heatmap(stage);
            stage.hover(plot);
        }),
        of("512 by 512", spec(512, 512)),
        of("1 position", spec(16, 1)),
        of("1 dimension", spec(1, 50)),
        of("1 by 1", spec(1, 1)),
        of("odd", spec(7, 50)),
        largest,
        of("index", scheme(Scheme::Index)),
        of("normalized", scheme(Scheme::Normalized)),
        of("binary", scheme(Scheme::Binary)),
        of("grid", scheme(Scheme::Grid)),
        of("learned", scheme(Scheme::Learned)),
        of(
            "learned beyond its end",
            Spec {
                scheme: Scheme::Learned,
                ..spec(384, 700)
            },
        ),
        of("rope", scheme(Scheme::Rope)),
        of(
            "long rope",
            Spec {
                scheme: Scheme::Rope,
                ..spec(128, 131_072)
            },
        ),
        of("alibi", scheme(Scheme::Alibi)),
        of("t5", scheme(Scheme::T5)),
        of(
            "long relative",
            Spec {
                scheme: Scheme::Relative,
                ..spec(12, 4096)
            },
        ),
        settings_of("drawer of rope", Scheme::Rope),
        settings_of("drawer of t5", Scheme::T5),
        settings_of("drawer of grid", Scheme::Grid),
        of(
            "longest index",
            Spec {
                scheme: Scheme::Index,
                ..spec(16, 1_048_576)
            },
        ),
        State {
            session: Session {
                preset: Some("llama-3.1-8b".to_owned()),
                ..of("", Preset::named("llama-3.1-8b").unwrap().spec).session
            },
            ..of("preset", Spec::default())
        },
        of(
            "long index",
            Spec {
                scheme: Scheme::Index,
                ..spec(16, 4096)
            },
        ),
        of(
            "smallest base",
            Spec {
                base: 1.0001,
                ..Spec::default()
            },
        ),
        of(
            "largest base",
            Spec {
                base: 1e9,
                ..Spec::default()
            },
        ),
        seen("regrouped", |views| views.regrouped = true),
        seen("transposed", |views| views.transposed = true),
        seen("own scales", |views| views.own_scales = true),
        seen("no pin", |views| views.pin = None),
        seen("six lanes", |views| views.lanes = vec![0, 1, 2, 3, 4, 5]),
        after("refused", |stage| {
            let language = stage.app().preferences().language();
            for (parameter, text) in [("d_model", "65536"), ("base", "abc")] {
                stage.enter(words!(language; "controls.field_name", parameter), text);
            }
        }),
        after("drawer", |stage| command(stage, "command.conventions")),
        after("export", |stage| stage.shortcut(Modifiers::COMMAND, Key::E)),
        after("numbers", |stage| stage.key(Key::N)),
        after("help", |stage| stage.key(Key::Questionmark)),
        after("about", |stage| command(stage, "command.about")),
        after("palette", |stage| stage.shortcut(Modifiers::COMMAND, Key::K)),
        after("presets", |stage| stage.shortcut(Modifiers::COMMAND, Key::P)),
        after("mistakes", |stage| {
            stage.shortcut(Modifiers::COMMAND, Key::P);
            let language = stage.app().preferences().language();
            stage.click(words!(language; "library.mistakes"));
        }),
        of("a mistake", Mistake::named("bf16-positions").unwrap().spec),
        of("a longest caption", Mistake::named("cosine-first").unwrap().spec),
        after("heatmap alone", |stage| stage.key(Key::Num1)),
        after("near and far alone", |stage| stage.key(Key::Num2)),
        after("bands alone", |stage| stage.key(Key::Num3)),
        after("three ways alone", |stage| stage.key(Key::Num4)),
    ];
    states.extend(comparisons());
    states.extend(beyond());
    states
}

/// States of A/B.
fn comparisons() -> Vec<State> {
    let against = |name, first: Spec, second: Spec| {
        let mut state = of(name, first);
        state.session.versus = Some(Versus {
            spec: second,
            ..Versus::default()
        });
        state
    };
    let base = |base| Spec {
        base,
        ..Spec::default()
    };
    let with = |mut state: State, act: fn(&mut Stage)| {
        state.act = act;
        state
    };
    let other = || against("A/B", Spec::default(), base(500.0));
    let mut transposed = against("A/B transposed", Spec::default(), base(500.0));
    transposed.session.views.transposed = true;
    let mut regrouped = against("A/B regrouped", Spec::default(), base(500.0));
    regrouped.session.views.regrouped = true;
    let mut zoomed = against("A/B zoomed", spec(512, 512), spec(512, 512));
    zoomed.session.views.positions = Some(Span {
        start: 100.0,
        end: 300.0,
    });
    zoomed.session.views.pin = Some(Pin {
        position: 211,
        dimension: 499,
    });
    let index = Spec {
        scheme: Scheme::Index,
        ..spec(16, 1_048_576)
    };
    vec![
        other(),
        against("A/B equal", Spec::default(), Spec::default()),
        against(
            "A/B large",
            spec(512, 512),
            Spec {
                base: 5.0,
                ..spec(512, 512)
            },
        ),
        against("A/B unequal lengths", spec(16, 50), spec(16, 4096)),
        against("A/B unequal widths", spec(16, 50), spec(1024, 50)),
        against("A/B 1 by 1", spec(1, 1), spec(1, 1)),
        against(
            "A/B long index",
            index.clone(),
            Spec {
                scheme: Scheme::Binary,
                ..index
            },
        ),
        transposed,
        regrouped,
        zoomed,
        with(other(), difference),
        with(other(), |stage| {
            difference(stage);
            let language = stage.app().preferences().language();
            stage.enter(words!(language; "ab.tolerance"), "-5");
        }),
        with(
            against("A/B unequal lengths, difference", spec(16, 50), spec(16, 4096)),
            difference,
        ),
        with(
            against("A/B unequal widths, difference", spec(16, 50), spec(1024, 50)),
            difference,
        ),
        with(other(), |stage| stage.key(Key::Num1)),
        with(other(), |stage| stage.key(Key::Num3)),
        with(other(), |stage| command(stage, "command.conventions")),
    ]
}

/// States beyond the trained length.
fn beyond() -> Vec<State> {
    let trained = |scheme, trained_len, overlap| Spec {
        scheme,
        beyond: Beyond {
            trained_len,
            strategy: Strategy::Restart,
            overlap,
        },
        ..Spec::default()
    };
    let learned = |max_len| Spec {
        scheme: Scheme::Learned,
        ..spec(64, max_len)
    };
    let mut llama = Spec {
        scheme: Scheme::Rope,
        base: 5e5,
        ..spec(128, 16_384)
    };
    (llama.rope.scaling, llama.rope.factor, llama.rope.original_len) = (Scaling::Llama3, 8.0, 8192);
    let mut squeezed = llama.clone();
    (squeezed.beyond.trained_len, squeezed.beyond.strategy) = (8192, Strategy::Interpolate);
    let scheme = |scheme| Spec {
        scheme,
        ..Spec::default()
    };
    let mut states = vec![];
    for spec in [
        trained(Scheme::Sinusoidal, 25, 5),
        trained(Scheme::Rope, 40, 0),
        trained(Scheme::Sinusoidal, 1, 0),
        // Chunks that overlap completely: the strip of restarts has words instead.
        Spec {
            beyond: Beyond {
                trained_len: 25,
                strategy: Strategy::Extrapolate,
                overlap: 25,
            },
            ..Spec::default()
        },
        squeezed.clone(),
        Spec::default(),
        trained(Scheme::Sinusoidal, 64, 0),
        learned(1024),
        learned(513),
        learned(50),
        scheme(Scheme::Grid),
        scheme(Scheme::Normalized),
        scheme(Scheme::Alibi),
    ] {
        let mut state = of("strategies", spec);
        state.act = strategies;
        states.push(state);
    }
    for spec in [
        trained(Scheme::Sinusoidal, 25, 5),
        squeezed.clone(),
        learned(1024),
        learned(513),
    ] {
        let mut state = of("beyond, transposed", spec);
        state.session.views.transposed = true;
        states.push(state);
    }
    for spec in [
        llama,
        squeezed,
        Spec::default(),
        scheme(Scheme::Grid),
        learned(520),
        spec(16_384, 50),
        spec(1, 50),
    ] {
        let mut state = of("pairs", spec);
        state.act = pairs;
        states.push(state);
    }
    let mut alone = of("strategies alone", trained(Scheme::Sinusoidal, 25, 5));
    alone.session.views.ways = Ways::Strategies;
    alone.act = |stage| stage.key(Key::Num4);
    let mut zoomed = of("beyond the end of a table", learned(1024));
    zoomed.session.views.positions = Some(Span {
        start: 600.0,
        end: 900.0,
    });
    let against = |first: Spec, second: Spec| {
        let mut state = of("A/B beyond", first);
        state.session.versus = Some(Versus {
            spec: second,
            ..Versus::default()
        });
        state
    };
    let mut upright = against(trained(Scheme::Sinusoidal, 25, 0), trained(Scheme::Sinusoidal, 49, 0));
    upright.session.views.transposed = true;
    states.extend([
        alone,
        zoomed,
        against(trained(Scheme::Sinusoidal, 25, 0), trained(Scheme::Sinusoidal, 49, 0)),
        upright,
        against(learned(520), learned(1024)),
    ]);
    states
}

fn strategies(stage: &mut Stage) {
    command(stage, "ways.command_strategies");
}

fn pairs(stage: &mut Stage) {
    command(stage, "ways.command_pairs");
}

/// Shows the difference in a window that has room for only one matrix.
fn difference(stage: &mut Stage) {
    let name = words!(stage.app().preferences().language(); "ways.show", name = "B − A");
    if stage.has(&name) {
        stage.click(name);
    }
}

/// Runs the command with the words of a key.
fn command(stage: &mut Stage, key: &str) {
    let language = stage.app().preferences().language();
    stage.command(words!(language; key));
}

fn heatmap(stage: &Stage) -> eframe::egui::Pos2 {
    let plot = stage.plot(words!(stage.app().preferences().language(); "heatmap.name"));
    plot.lerp_inside(vec2(0.37, 0.6))
}

/// A size of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Smallest,
    First,
    /// The first size with everything half as large again.
    Enlarged,
    Large,
}

impl Size {
    /// In pixels, with the zoom.
    fn of(self) -> (Vec2, f32) {
        match self {
            Self::Smallest => (vec2(640.0, 480.0), 1.0),
            Self::First => (vec2(1280.0, 800.0), 1.0),
            Self::Enlarged => (vec2(1280.0, 800.0), 1.5),
            Self::Large => (vec2(1920.0, 1080.0), 1.0),
        }
    }
}

/// A text that ends in an ellipsis today, in one language at least.
struct Shortened {
    /// The key of its words, or of a part of them between dots.
    key: &'static str,
    reason: &'static str,
    /// Each size and each state in which it is shortened.
    places: &'static [(Size, &'static [&'static str])],
}

/// Everything that is shortened today. No other text is.
const SHORTENED: [Shortened; 8] = [
    Shortened {
        key: "view.drawn_content",
        reason: "the line at the bottom has the room that the cells per pixel leave",
        places: &[(Size::Smallest, &["long rope"])],
    },
    Shortened {
        key: "sentence.relative",
        reason: "that numbers are drawn comes first, and the cells per pixel have their room",
        places: &[(Size::Smallest, &["long relative"])],
    },
    Shortened {
        key: "heatmap.moire",
        reason: "the title line of the heatmap also has the switch of what a pixel shows",
        places: &[(
            Size::Smallest,
            &[
                "512 by 512",
                "the largest table",
                "long rope",
                "preset",
                "strategies",
                "pairs",
            ],
        )],
    },
    Shortened {
        key: "sentence.learned",
        reason: "the line at the bottom has the room that the cells per pixel leave",
        places: &[
            (Size::Smallest, LEARNED_BEYOND),
            (Size::Smallest, &["pairs"]),
            (Size::Enlarged, LEARNED_ALONE),
        ],
    },
    Shortened {
        key: "sentence.index",
        reason: "the line at the bottom has the room that the cells per pixel leave",
        places: &[
            (Size::Smallest, &["long index", "longest index", "A/B long index"]),
            (Size::Enlarged, &["long index", "longest index", "A/B long index"]),
        ],
    },
    Shortened {
        key: "sentence.scaling",
        reason: "the line at the bottom has the room that the cells per pixel leave, and a second sentence",
        places: &[
            (Size::Smallest, &["preset", "strategies", "beyond, transposed", "pairs"]),
            (Size::Enlarged, &["preset", "strategies", "beyond, transposed", "pairs"]),
        ],
    },
    Shortened {
        key: "ab.values",
        reason: "the line above the matrices also has their switches",
        places: &[
            (Size::Smallest, &["A/B", "A/B large", "A/B zoomed"]),
            (Size::Enlarged, &["A/B"]),
        ],
    },
    Shortened {
        key: "strategies.refused",
        reason: "the caption of a strip is one line, and the refusal is a sentence",
        places: &[(Size::First, &["strategies"])],
    },
];

/// States of a learned table that ends within the window.
const LEARNED_BEYOND: &[&str] = &[
    "learned beyond its end",
    "strategies",
    "beyond, transposed",
    "A/B beyond",
];

/// The same with nothing beside it.
const LEARNED_ALONE: &[&str] = LEARNED_BEYOND.split_at(3).0;

/// Goes through all states in both languages.
fn check(size: Size, theme: ThemePreference) {
    let (size_px, zoom) = size.of();
    let mut faults = Vec::new();
    // The texts that must be found shortened here, by key and state.
    let places = SHORTENED
        .iter()
        .flat_map(|text| text.places.iter().map(move |place| (text, place)));
    let mut awaited: BTreeMap<(&str, &str), bool> = places
        .filter(|(_, (its, _))| *its == size)
        .flat_map(|(text, (_, states))| states.iter().map(|state| ((text.key, *state), false)))
        .collect();
    for language in Language::ALL {
        let chosen = poscope::app::preferences::Preferences {
            zoom,
            ..preferences(language, theme)
        };
        let mut stage = Stage::with(size_px, chosen.clone(), Session::default());
        for state in states() {
            stage.restart(chosen.clone(), state.session);
            if !state.is_slow {
                stage.settle();
            }
            (state.act)(&mut stage);
            let screen = words::screen(&stage.harness);
            assert!(screen.texts.len() > 12, "{}: {} texts", state.name, screen.texts.len());
            let may_be_shortened = |words: &str| {
                let is_of = |key: &str| words.split(" · ").any(|part| locale::is_of(part, key, language));
                let mut here = awaited.iter_mut().filter(|((_, its), _)| *its == state.name);
                let known = here.find(|((key, _), _)| is_of(key));
                known.map(|(_, met)| *met = true).is_some()
            };
            for fault in screen.faults(may_be_shortened) {
                faults.push(format!("{language:?}, {}: {fault}", state.name));
            }
        }
    }
    for ((key, state), _) in awaited.iter().filter(|(_, met)| !**met) {
        let text = SHORTENED.iter().find(|text| text.key == *key).unwrap();
        faults.push(format!("{state}: {key} is not shortened any more ({})", text.reason));
    }
    assert!(
        faults.is_empty(),
        "{size:?}, {theme:?}: {} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn at_the_first_size_no_text_stands_on_another_and_none_is_cut_off() {
    check(Size::First, ThemePreference::Light);
    check(Size::First, ThemePreference::Dark);
}

#[test]
fn on_a_large_screen_no_text_stands_on_another_and_none_is_cut_off() {
    check(Size::Large, ThemePreference::Light);
    check(Size::Large, ThemePreference::Dark);
}

#[test]
fn with_everything_half_as_large_again_no_text_stands_on_another_and_none_is_cut_off() {
    check(Size::Enlarged, ThemePreference::Light);
    check(Size::Enlarged, ThemePreference::Dark);
}

#[test]
fn in_the_smallest_window_no_text_stands_on_another_and_none_is_cut_off() {
    check(Size::Smallest, ThemePreference::Light);
    check(Size::Smallest, ThemePreference::Dark);
}

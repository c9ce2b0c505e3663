//! Presets and mistakes: search, choose, look.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, ThemePreference, vec2};
use egui_kittest::kittest::NodeT as _;
use poscope::encoding::{Mistake, Precision, Preset, Scheme, Spec};
use poscope::field::Span;
use poscope::session::Session;
use poscope::text::{Language, MistakeWords, mistake_title};

use super::stage::{Stage, name, preferences, setting};
use crate::common::locale::holds;

fn open(stage: &mut Stage) {
    stage.click(words!("library.open"));
    assert!(
        stage.control(words!("library.search")).is_focused(),
        "typing goes into the search"
    );
}

fn is_open(stage: &Stage) -> bool {
    stage.has(words!("library.search"))
}

fn preset(name: &str) -> Spec {
    Preset::named(name).unwrap().spec
}

#[test]
fn a_preset_is_found_by_words_and_numbers_and_loaded_by_enter() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("1,500 WHISPER 768");
    assert!(stage.has_part(format!(
        "whisper-small, {}, 768 × 1,500, {}, ",
        name(Scheme::Sinusoidal),
        words!("library.base", base = "10,000")
    )));
    assert!(!stage.has_part("whisper-tiny"));
    stage.key(Key::Enter);
    assert_eq!(stage.session().spec, preset("whisper-small"));
    assert!(!is_open(&stage));
}

#[test]
fn a_query_that_only_the_other_tab_answers_opens_it() {
    let mut stage = Stage::new();
    open(&mut stage);
    let title = mistake_title("cosine-of-sine", Language::English);
    stage.types(&title.to_lowercase());
    assert!(stage.has(&title), "{}", stage.screen());
    let tiny = format!("whisper-tiny, {}", name(Scheme::Sinusoidal));
    stage.fill(words!("library.search"), "whisper-tiny");
    assert!(stage.has_part(&tiny), "{}", stage.screen());
    stage.click(words!("library.mistakes"));
    assert!(!stage.has_part(&tiny), "who opens an empty tab stays there");
    stage.fill(words!("library.search"), "no such thing");
    assert!(!stage.has_part(&tiny));
}

#[test]
fn arrows_choose_and_leave_the_pin_where_it_is() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("whisper");
    stage.key(Key::ArrowUp);
    for _ in 0..9 {
        stage.key(Key::ArrowDown);
    }
    stage.key(Key::ArrowUp);
    stage.key(Key::Enter);
    assert_eq!(stage.session().spec, preset("whisper-medium"), "the last but one");
    assert_eq!(stage.session().views.pin, Session::default().views.pin);
}

#[test]
fn every_preset_says_where_it_is_from_and_those_with_waves_how_many_pairs_finish_a_cycle() {
    let mut stage = Stage::new();
    open(&mut stage);
    for preset in Preset::all() {
        stage.fill(words!("library.search"), preset.name);
        let row = stage.starting(Role::Button, format!("{}, ", preset.name));
        let said = row.accesskit_node().label().unwrap_or_default();
        let has_waves = matches!(preset.spec.scheme, Scheme::Sinusoidal | Scheme::Rope);
        assert_eq!(holds(&said, &words!("library.cycles")), has_waves, "{said}");
        let is_drawn = ["library.note_drawn", "library.note_buckets"]
            .iter()
            .any(|key| holds(&said, &words!(key)));
        assert_eq!(
            is_drawn,
            matches!(preset.name, "bert-base" | "roberta-base")
                || preset.name.starts_with("gpt2")
                || preset.name.starts_with("t5-"),
            "{said}"
        );
        assert!(said.ends_with(preset.source), "{said}");
    }
    let llama = [
        name(Scheme::Rope),
        "128 × 131,072".to_owned(),
        words!("library.base", base = "500,000"),
        words!("library.cycles", finished = 39, pairs = 64),
        words!("library.note_head", width = "4,096"),
    ];
    let mpt = [
        name(Scheme::Alibi),
        words!("library.heads", count = 32) + " × 2,048",
        words!("library.note_width", width = "4,096"),
    ];
    for (query, said) in [
        ("llama-3.1", format!("llama-3.1-8b, {}, meta-llama", llama.join(", "))),
        ("mpt", format!("mpt-7b, {}, mosaicml", mpt.join(", "))),
    ] {
        stage.fill(words!("library.search"), query);
        assert!(stage.has_part(said), "{query}");
    }
    stage.fill(words!("library.search"), "opus");
    assert!(stage.has_part(format!(
        ", {}, huggingface/transformers",
        words!("library.cycles", finished = 123, pairs = 256)
    )));
}

#[test]
fn a_preset_is_shown_whole_and_undo_brings_the_old_table_back() {
    let mut stage = Stage::on(|session| session.views.positions = Some(Span { start: 0.0, end: 9.0 }));
    let before = stage.session();
    open(&mut stage);
    stage.types("opus");
    let row = stage.starting(Role::Button, "opus-mt, ");
    row.click();
    stage.settle();
    assert_eq!(stage.session().spec, preset("opus-mt"));
    assert_eq!(stage.session().views.positions, None);
    assert!(stage.shows(words!("sentence.sinusoidal", finished = 123, pairs = 256, length = 512)));
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.session(), before);
}

#[test]
fn a_mistake_is_shown_with_the_sentence_of_what_to_look_for() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.click(words!("library.mistakes"));
    assert!(stage.control(words!("library.search")).is_focused());
    stage.types("bf16-positions");
    let mistake = MistakeWords::new(&Mistake::named("bf16-positions").unwrap(), Language::English);
    stage.click(words!("library.show_named", title = mistake.title));
    assert!(!is_open(&stage));
    let spec = stage.session().spec;
    assert_eq!(spec.conventions.position_precision, Precision::Bf16);
    assert!(stage.shows(&mistake.look) && mistake.look.contains("769"));
    stage.click(words!("controls.remove", name = setting("position_precision", "bf16")));
    assert_eq!(stage.session().spec, Mistake::named("bf16-positions").unwrap().right);
    assert!(!stage.shows("769"), "what is right has no such sentence");
}

#[test]
fn the_gallery_opens_on_the_mistakes_again_and_goes_with_the_keyboard() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.click(words!("library.mistakes"));
    stage.key(Key::Escape);
    assert!(!is_open(&stage));
    assert_eq!(stage.session(), Session::default(), "the pin is held");
    stage.shortcut(Modifiers::COMMAND, Key::P);
    stage.types("f16-positions");
    stage.key(Key::ArrowDown);
    stage.key(Key::Enter);
    assert_eq!(stage.session().spec, Mistake::named("f16-positions").unwrap().spec);
}

#[test]
fn every_mistake_can_be_shown_and_held_against_the_right_table() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.click(words!("library.mistakes"));
    for mistake in Mistake::all() {
        let words = MistakeWords::new(&mistake, Language::English);
        for button in ["library.show_named", "library.difference_named"] {
            if !is_open(&stage) {
                open(&mut stage);
            }
            stage.types(mistake.name);
            stage.click(words!(button, title = words.title));
            assert_eq!(stage.session().spec, mistake.spec, "{button}, {}", mistake.name);
        }
    }
}

#[test]
fn what_nothing_has_is_said_and_enter_does_nothing() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("zebra");
    assert!(stage.has(words!("library.none")));
    stage.key(Key::Enter);
    assert!(is_open(&stage));
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn a_button_that_has_the_keyboard_keeps_its_keys() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.control(words!("library.mistakes")).focus();
    stage.settle();
    stage.key(Key::Enter);
    assert!(
        stage.has(words!(
            "library.show_named",
            title = mistake_title("cosine-first", Language::English)
        )),
        "the tab was turned, no preset loaded"
    );
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn the_palette_has_every_preset_and_every_mistake() {
    let mut stage = Stage::new();
    stage.command(words!("command.preset", name = "opus-mt"));
    assert_eq!(stage.session().spec, preset("opus-mt"));
    let title = mistake_title("cosine-first", Language::English);
    stage.command(words!("command.mistake", name = title));
    assert_eq!(stage.session().spec, Mistake::named("cosine-first").unwrap().spec);
    stage.click("中文");
    stage.command(words!(Language::Chinese; "command.preset", name = "ctrl"));
    assert_eq!(stage.session().spec, preset("ctrl"));
}

#[test]
fn the_palette_takes_the_place_of_the_gallery() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.shortcut(Modifiers::COMMAND, Key::K);
    assert!(!is_open(&stage) && stage.has(words!("commands.field")));
    stage.shortcut(Modifiers::COMMAND, Key::P);
    assert!(is_open(&stage) && !stage.has(words!("commands.field")));
}

#[test]
fn in_the_smallest_window_its_button_takes_the_room_of_commands_which_move_into_the_menu() {
    let chosen = preferences(Language::English, ThemePreference::Light);
    let mut stage = Stage::with(vec2(640.0, 480.0), chosen, Session::default());
    open(&mut stage);
    stage.key(Key::Escape);
    assert!(!stage.has(words!("toolbar.commands")));
    stage.click(words!("toolbar.more"));
    stage.click(words!("toolbar.commands"));
    assert!(stage.control(words!("commands.field")).is_focused());
}

#[test]
fn it_speaks_the_language_that_was_chosen_while_it_was_closed() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.key(Key::Escape);
    stage.click("中文");
    stage.shortcut(Modifiers::COMMAND, Key::P);
    let cycles = words!(Language::Chinese; "library.cycles", finished = 123, pairs = 256);
    stage.types(&cycles);
    assert!(stage.has_part(cycles));
    stage.click(words!(Language::Chinese; "library.mistakes"));
    assert!(stage.has(words!(Language::Chinese; "library.none")));
}

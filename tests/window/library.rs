//! Presets and mistakes: search, choose, look.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, ThemePreference, vec2};
use egui_kittest::kittest::NodeT as _;
use poscope::encoding::{Mistake, Precision, Preset, Scheme, Spec};
use poscope::field::Span;
use poscope::session::Session;
use poscope::text::Language;

use super::stage::{Stage, preferences};

fn open(stage: &mut Stage) {
    stage.click("Presets and mistakes…");
    assert!(stage.control("Search").is_focused(), "typing goes into the search");
}

fn is_open(stage: &Stage) -> bool {
    stage.has("Search")
}

fn preset(name: &str) -> Spec {
    Preset::named(name).unwrap().spec
}

#[test]
fn a_preset_is_found_by_words_and_numbers_and_loaded_by_enter() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("1,500 WHISPER 768");
    assert!(stage.has_part("whisper-small, Sinusoidal, 768 × 1,500, base 10,000, "));
    assert!(!stage.has_part("whisper-tiny"));
    stage.key(Key::Enter);
    assert_eq!(stage.session().spec, preset("whisper-small"));
    assert!(!is_open(&stage));
}

#[test]
fn a_query_that_only_the_other_tab_answers_opens_it() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("cosine of the sine");
    let title = poscope::text::MistakeWords::new(&Mistake::named("cosine-of-sine").unwrap(), Language::English).title;
    assert!(stage.has(&title), "{}", stage.screen());
    stage.fill("Search", "whisper-tiny");
    assert!(stage.has_part("whisper-tiny, Sinusoidal"), "{}", stage.screen());
    stage.click("Mistakes");
    assert!(
        !stage.has_part("whisper-tiny, Sinusoidal"),
        "who opens an empty tab stays there"
    );
    stage.fill("Search", "no such thing");
    assert!(!stage.has_part("whisper-tiny, Sinusoidal"));
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
        stage.fill("Search", preset.name);
        let row = stage.starting(Role::Button, &format!("{}, ", preset.name));
        let said = row.accesskit_node().label().unwrap_or_default();
        let has_waves = matches!(preset.spec.scheme, Scheme::Sinusoidal | Scheme::Rope);
        assert_eq!(said.contains(" pairs finish a cycle, "), has_waves, "{said}");
        let is_drawn = said.contains("not shipped");
        assert_eq!(
            is_drawn,
            matches!(preset.name, "bert-base" | "roberta-base")
                || preset.name.starts_with("gpt2")
                || preset.name.starts_with("t5-"),
            "{said}"
        );
        assert!(said.ends_with(preset.source), "{said}");
    }
    for (query, said) in [
        (
            "llama-3.1",
            "llama-3.1-8b, RoPE, 128 × 131,072, base 500,000, 39 of 64 pairs finish a cycle, one head, model width 4,096, meta-llama",
        ),
        ("mpt", "mpt-7b, ALiBi, 32 heads × 2,048, model width 4,096, mosaicml"),
    ] {
        stage.fill("Search", query);
        assert!(stage.has_part(said), "{query}");
    }
    stage.fill("Search", "opus");
    assert!(stage.has_part(", 123 of 256 pairs finish a cycle, huggingface/transformers"));
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
    assert!(
        stage
            .screen()
            .contains("123 of 256 pairs finish a cycle within 512 positions")
    );
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.session(), before);
}

#[test]
fn a_mistake_is_shown_with_the_sentence_of_what_to_look_for() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.click("Mistakes");
    assert!(stage.control("Search").is_focused());
    stage.types("bfloat16");
    stage.click("Show: Positions in bfloat16");
    assert!(!is_open(&stage));
    let spec = stage.session().spec;
    assert_eq!(spec.conventions.position_precision, Precision::Bf16);
    assert!(stage.screen().contains("of 4,096 rows only 769 are distinct"));
    stage.click("Take back Positions in: bf16");
    assert_eq!(stage.session().spec, Mistake::named("bf16-positions").unwrap().right);
    assert!(!stage.screen().contains("769"), "what is right has no such sentence");
}

#[test]
fn the_gallery_opens_on_the_mistakes_again_and_goes_with_the_keyboard() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.click("Mistakes");
    stage.key(Key::Escape);
    assert!(!is_open(&stage));
    assert_eq!(stage.session(), Session::default(), "the pin is held");
    stage.shortcut(Modifiers::COMMAND, Key::P);
    stage.types("float16");
    stage.key(Key::ArrowDown);
    stage.key(Key::Enter);
    assert_eq!(stage.session().spec, Mistake::named("f16-positions").unwrap().spec);
}

#[test]
fn every_mistake_can_be_shown_and_held_against_the_right_table() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.click("Mistakes");
    for mistake in Mistake::all() {
        let words = poscope::text::MistakeWords::new(&mistake, Language::English);
        for button in ["Show", "Difference to the right one"] {
            if !is_open(&stage) {
                open(&mut stage);
            }
            stage.types(mistake.name);
            stage.click(&format!("{button}: {}", words.title));
            assert_eq!(stage.session().spec, mistake.spec, "{button}, {}", mistake.name);
        }
    }
}

#[test]
fn what_nothing_has_is_said_and_enter_does_nothing() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("zebra");
    assert!(stage.has("Nothing here has these words"));
    stage.key(Key::Enter);
    assert!(is_open(&stage));
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn a_button_that_has_the_keyboard_keeps_its_keys() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.control("Mistakes").focus();
    stage.settle();
    stage.key(Key::Enter);
    assert!(
        stage.has("Show: Cosine before sine"),
        "the tab was turned, no preset loaded"
    );
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn the_palette_has_every_preset_and_every_mistake() {
    let mut stage = Stage::new();
    stage.command("Preset: opus-mt");
    assert_eq!(stage.session().spec, preset("opus-mt"));
    stage.command("Mistake: Cosine before sine");
    assert_eq!(stage.session().spec, Mistake::named("cosine-first").unwrap().spec);
    stage.click("中文");
    stage.command("预设：ctrl");
    assert_eq!(stage.session().spec, preset("ctrl"));
}

#[test]
fn the_palette_takes_the_place_of_the_gallery() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.shortcut(Modifiers::COMMAND, Key::K);
    assert!(!is_open(&stage) && stage.has("Command"));
    stage.shortcut(Modifiers::COMMAND, Key::P);
    assert!(is_open(&stage) && !stage.has("Command"));
}

#[test]
fn in_the_smallest_window_its_button_takes_the_room_of_commands_which_move_into_the_menu() {
    let chosen = preferences(Language::English, ThemePreference::Light);
    let mut stage = Stage::with(vec2(640.0, 480.0), chosen, Session::default());
    open(&mut stage);
    stage.key(Key::Escape);
    assert!(!stage.has("Commands"));
    stage.click("More");
    stage.click("Commands");
    assert!(stage.control("Command").is_focused());
}

#[test]
fn it_speaks_the_language_that_was_chosen_while_it_was_closed() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.key(Key::Escape);
    stage.click("中文");
    stage.shortcut(Modifiers::COMMAND, Key::P);
    stage.types("转满一圈 123");
    assert!(stage.has_part("256 对中有 123 对转满一圈"));
    stage.click("典型错误");
    assert!(stage.has("没有含这些字词的条目"));
}

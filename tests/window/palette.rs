//! The command palette: type, choose, run.

use eframe::egui::{Key, Modifiers};
use poscope::app::Pane;
use poscope::session::{ColorMap, Session};
use poscope::text::Language;

use super::stage::Stage;

fn open(stage: &mut Stage) {
    stage.shortcut(Modifiers::COMMAND, Key::K);
    assert!(stage.control("Command").is_focused(), "typing goes into the palette");
}

fn is_open(stage: &Stage) -> bool {
    stage.has("Command")
}

#[test]
fn a_command_is_found_by_some_of_its_words_and_run_by_enter() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("map VIRI");
    assert!(stage.has("Colour map: viridis"));
    assert!(!stage.has("Colour map: magma"));
    stage.key(Key::Enter);
    assert_eq!(stage.session().views.color_map, ColorMap::Viridis);
    assert!(!is_open(&stage));
}

#[test]
fn arrows_choose_and_stop_at_the_ends() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("colour map:");
    stage.key(Key::ArrowUp);
    for _ in 0..3 {
        stage.key(Key::ArrowDown);
    }
    stage.key(Key::ArrowUp);
    stage.key(Key::Enter);
    assert_eq!(stage.session().views.color_map, ColorMap::ALL[2]);
    open(&mut stage);
    stage.types("colour map:");
    for _ in 0..30 {
        stage.key(Key::ArrowDown);
    }
    stage.key(Key::Enter);
    assert_eq!(stage.session().views.color_map, ColorMap::Gray);
    assert_eq!(
        stage.session().views.pin,
        Session::default().views.pin,
        "the arrows were the palette's"
    );
}

#[test]
fn escape_closes_it_and_does_nothing_else() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("reset");
    stage.key(Key::Escape);
    assert!(!is_open(&stage));
    assert_eq!(stage.session(), Session::default(), "the pin is held");
    open(&mut stage);
    assert_eq!(
        stage.control("Command").value().unwrap_or_default(),
        "",
        "it opens empty"
    );
}

#[test]
fn what_no_command_has_is_said() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("zebra");
    assert!(stage.has("No command has these words"));
    stage.key(Key::Enter);
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn a_click_runs_a_command_and_the_button_opens_it() {
    let mut stage = Stage::new();
    stage.click("Commands");
    stage.types("exchange");
    stage.click("Exchange the axes");
    assert!(stage.session().views.transposed);
    assert!(!is_open(&stage));
}

#[test]
fn it_speaks_chinese() {
    let mut stage = Stage::new();
    stage.command("Language: 中文");
    assert_eq!(stage.app().preferences().language, Some(Language::Chinese));
    stage.command("交换坐标轴");
    assert!(stage.session().views.transposed);
    stage.command("单独显示：频带");
    assert!(
        !stage.has_part("热力图，"),
        "the bands are alone: {:?}",
        Pane::Bands.title(Language::Chinese)
    );
    stage.command("显示所有视图");
    assert!(stage.has_part("热力图，"));
}

//! The command palette: type, choose, run.

use eframe::egui::{Key, Modifiers};
use poscope::app::Pane;
use poscope::session::{ColorMap, Session};
use poscope::text::Language;

use super::stage::Stage;

fn open(stage: &mut Stage) {
    stage.shortcut(Modifiers::COMMAND, Key::K);
    assert!(
        stage.control(words!("commands.field")).is_focused(),
        "typing goes into the palette"
    );
}

fn is_open(stage: &Stage) -> bool {
    stage.has(words!("commands.field"))
}

#[test]
fn a_command_is_found_by_some_of_its_words_and_run_by_enter() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types(&format!("VIRI {}", words!("command.color_map", name = "")));
    assert!(stage.has(words!("command.color_map", name = "viridis")));
    assert!(!stage.has(words!("command.color_map", name = "magma")));
    stage.key(Key::Enter);
    assert_eq!(stage.session().views.color_map, ColorMap::Viridis);
    assert!(!is_open(&stage));
}

#[test]
fn arrows_choose_and_stop_at_the_ends() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types(&words!("command.color_map", name = "").to_lowercase());
    stage.key(Key::ArrowUp);
    for _ in 0..3 {
        stage.key(Key::ArrowDown);
    }
    stage.key(Key::ArrowUp);
    stage.key(Key::Enter);
    assert_eq!(stage.session().views.color_map, ColorMap::ALL[2]);
    open(&mut stage);
    stage.types(&words!("command.color_map", name = "").to_lowercase());
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
    stage.types(&words!("command.reset_parameters"));
    stage.key(Key::Escape);
    assert!(!is_open(&stage));
    assert_eq!(stage.session(), Session::default(), "the pin is held");
    open(&mut stage);
    assert_eq!(
        stage.control(words!("commands.field")).value().unwrap_or_default(),
        "",
        "it opens empty"
    );
}

#[test]
fn what_no_command_has_is_said() {
    let mut stage = Stage::new();
    open(&mut stage);
    stage.types("zebra");
    assert!(stage.has(words!("commands.none")));
    stage.key(Key::Enter);
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn a_click_runs_a_command_and_the_button_opens_it() {
    let mut stage = Stage::new();
    stage.click(words!("toolbar.commands"));
    let title = words!("command.transpose");
    stage.types(&title);
    stage.click(title);
    assert!(stage.session().views.transposed);
    assert!(!is_open(&stage));
}

#[test]
fn it_speaks_chinese() {
    let mut stage = Stage::new();
    stage.command(words!("command.chinese"));
    assert_eq!(stage.app().preferences().language, Some(Language::Chinese));
    stage.command(words!(Language::Chinese; "command.transpose"));
    assert!(stage.session().views.transposed);
    let bands = Pane::Bands.title(Language::Chinese);
    stage.command(words!(Language::Chinese; "command.maximize", name = bands));
    let heatmap = words!(Language::Chinese; "heatmap.name");
    assert!(!stage.has(&heatmap), "{bands} is alone");
    stage.command(words!(Language::Chinese; "command.restore"));
    assert!(stage.has(&heatmap));
}

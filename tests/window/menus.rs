//! The toolbar and its menus, the conventions drawer, and the dialogs that only show something.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme, ThemePreference};
use poscope::app::App;
use poscope::app::preferences::PreferencesFolder;
use poscope::encoding::{ColumnLayout, Conventions, Divisor, Scheme};
use poscope::session::{ColorMap, Pin, Session};
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, field, heatmap, name, setting};

#[test]
fn each_scheme_can_be_chosen_and_keeps_the_parameters() {
    let mut stage = Stage::on(|session| session.spec.base = 500.0);
    let mut shown = Scheme::Sinusoidal;
    for (scheme, formula) in [
        (Scheme::Index, "PE(3, 5) = 3".to_owned()),
        (Scheme::Normalized, "PE(3, 5) = 3 / (50 − 1) = 0.061224".to_owned()),
        (Scheme::Binary, "mod 2 = 0".to_owned()),
        (Scheme::Grid, "PE(3, 5) = cos(".to_owned()),
        (Scheme::Learned, words!("formula.given")),
        (Scheme::Rope, "RoPE(3, 5) = cos(3 / 500".to_owned()),
        (Scheme::Alibi, words!("formula.bias", offset = 3, head = 5)),
        (Scheme::T5, words!("formula.bucket_of", offset = 3) + " = 3"),
        (Scheme::Relative, words!("formula.bucket", offset = 3, bucket = 3)),
        (Scheme::Sinusoidal, "PE(3, 5) = cos(3 / 500".to_owned()),
    ] {
        let chosen = words!("toolbar.scheme", scheme = name(shown));
        stage.open(chosen);
        stage.click(name(scheme));
        assert_eq!(stage.session().spec.scheme, scheme);
        assert_eq!(stage.session().spec.base, 500.0);
        assert!(stage.has_part(heatmap(scheme)));
        assert!(stage.shows(&formula), "{formula} in\n{}", stage.screen());
        shown = scheme;
    }
}

#[test]
fn the_divisor_is_in_the_drawer_and_its_chip_takes_it_back() {
    let mut stage = Stage::on(|session| session.spec.scheme = Scheme::Normalized);
    stage.click(words!("toolbar.conventions"));
    stage.open(setting("divisor", "length-minus-one"));
    stage.click(words!("choice.length"));
    assert_eq!(stage.session().spec.divisor, Divisor::Length);
    let chip = words!("controls.remove", name = setting("divisor", "length"));
    assert!(stage.shows("PE(3, 5) = 3 / 50 = 0.060000"));
    stage.click(words!("toolbar.conventions")); // the chip stays when the drawer is closed
    assert!(!stage.has(words!("setting.divisor")));
    stage.click(&chip);
    assert_eq!(stage.session().spec.divisor, Divisor::LengthMinusOne);
    assert!(!stage.has(&chip));
}

#[test]
fn the_view_menu_changes_how_the_table_is_looked_at() {
    let mut stage = Stage::new();
    for key in ["view.transposed", "view.regrouped", "view.own_scales"] {
        stage.click(words!("toolbar.view"));
        stage.click(words!(key));
        stage.key(Key::Escape);
    }
    let views = stage.session().views;
    assert!(views.transposed && views.regrouped && views.own_scales);
    stage.click(words!("three_ways.scale_switch"));
    assert!(!stage.session().views.own_scales);
    assert_eq!(stage.session().spec, Session::default().spec);
}

#[test]
fn every_colour_map_can_be_chosen_and_reversed() {
    let mut stage = Stage::new();
    for map in ColorMap::ALL {
        stage.click(words!("toolbar.view"));
        stage.click(words!("view.color_map"));
        stage.click(map.name());
        stage.key(Key::Escape);
        assert_eq!(stage.session().views.color_map, map);
    }
    stage.click(words!("toolbar.view"));
    stage.click(words!("view.color_map"));
    stage.click(words!("view.reversed"));
    assert!(stage.session().views.reversed);
}

#[test]
fn going_to_a_position_pins_it_and_one_that_is_not_there_is_refused_in_words() {
    let refused = words!("view.go_to_range", last = 49);
    let mut stage = Stage::new();
    stage.click(words!("toolbar.view"));
    stage.enter(words!("view.go_to"), "50");
    assert!(stage.shows(&refused), "{}", stage.screen());
    assert_eq!(stage.session(), Session::default());
    for text in ["-1", "2.5", "abc"] {
        stage.enter(words!("view.go_to"), text);
        assert!(stage.shows(&refused), "{text}");
        assert_eq!(stage.session(), Session::default());
    }
    stage.enter(words!("view.go_to"), "42");
    let pin = Pin {
        position: 42,
        dimension: 5,
    };
    assert_eq!(stage.session().views.pin, Some(pin));
    assert!(!stage.has_part(words!("view.go_to")), "the menu is closed");
}

/// Words of Latin letters on the screen that are not the same in both languages.
fn english(stage: &Stage) -> Vec<String> {
    let same = ["d_model", "max_len", "base", "PE", "sin", "cos", "English", "RdBu"];
    let screen = stage.screen();
    let words = screen.split(|c: char| !(c.is_ascii_alphabetic() || c == '_'));
    let words = words.filter(|word| word.len() > 1 && !same.contains(word));
    words.map(str::to_owned).collect()
}

#[test]
fn the_language_changes_at_run_time_and_with_it_every_word() {
    let mut stage = Stage::new();
    assert!(english(&stage).len() > 20);
    stage.click("中文");
    assert_eq!(stage.app().preferences().language, Some(Language::Chinese));
    assert_eq!(english(&stage), Vec::<String>::new());
    stage.click("English");
    assert_eq!(stage.app().preferences().language, Some(Language::English));
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let screen = stage.screen().replace("中文", "");
    assert!(!screen.contains(is_chinese), "{screen}");
}

#[test]
fn a_refusal_is_said_in_the_language_that_is_spoken_now() {
    let mut stage = Stage::new();
    stage.enter(field("d_model"), "0");
    stage.click("中文");
    assert!(
        stage.shows(
            words!(Language::Chinese; "error.out_of_range", name = "d_model", value = 0, low = 1, high = "16,384")
        ),
        "{}",
        stage.screen()
    );
}

#[test]
fn the_theme_is_chosen_in_the_menu() {
    let mut stage = Stage::new();
    for (key, preference, theme) in [
        ("command.theme_dark", ThemePreference::Dark, Theme::Dark),
        ("command.theme_light", ThemePreference::Light, Theme::Light),
        ("command.theme_system", ThemePreference::System, Theme::Light),
    ] {
        stage.click(words!("toolbar.more"));
        stage.click(words!(key));
        stage.key(Key::Escape);
        assert_eq!(stage.app().preferences().theme, preference);
        assert_eq!(stage.harness.ctx.theme(), theme);
    }
}

#[test]
fn everything_gets_larger_and_smaller_and_back() {
    let mut stage = Stage::new();
    let zoom = |stage: &Stage| {
        let zoom = stage.app().preferences().zoom;
        assert_eq!(zoom, stage.harness.ctx.zoom_factor());
        zoom
    };
    stage.shortcut(Modifiers::COMMAND, Key::Plus);
    assert_eq!(zoom(&stage), 1.1);
    stage.shortcut(Modifiers::COMMAND, Key::Equals); // where + is Shift and =
    assert_eq!(zoom(&stage), 1.25);
    stage.shortcut(Modifiers::COMMAND, Key::Minus);
    assert_eq!(zoom(&stage), 1.1);
    stage.shortcut(Modifiers::COMMAND, Key::Num0);
    assert_eq!(zoom(&stage), 1.0);
    for _ in 0..20 {
        stage.shortcut(Modifiers::COMMAND, Key::Minus);
    }
    assert_eq!(zoom(&stage), 0.75);
    for _ in 0..20 {
        stage.shortcut(Modifiers::COMMAND, Key::Plus);
    }
    assert_eq!(zoom(&stage), 2.0, "as far as the controls have room");
}

#[test]
fn undo_and_redo_are_in_the_menu_and_can_be_used_only_where_there_is_a_step() {
    let mut stage = Stage::new();
    let can = |stage: &mut Stage, key: &str| {
        stage.click(words!("toolbar.more"));
        let can = stage.is_enabled(Role::Button, words!(key));
        stage.key(Key::Escape);
        can
    };
    assert!(!can(&mut stage, "command.undo") && !can(&mut stage, "command.redo"));
    stage.key(Key::T);
    assert!(can(&mut stage, "command.undo") && !can(&mut stage, "command.redo"));
    stage.click(words!("toolbar.more"));
    stage.click(words!("command.undo"));
    assert!(!stage.session().views.transposed);
    assert!(!can(&mut stage, "command.undo") && can(&mut stage, "command.redo"));
    stage.click(words!("toolbar.more"));
    stage.click(words!("command.redo"));
    assert!(stage.session().views.transposed);
}

#[test]
fn numbers_show_the_cells_around_the_pin_and_a_click_pins_another() {
    let mut stage = Stage::new();
    stage.click(words!("toolbar.view"));
    stage.click(words!("command.numbers"));
    assert!(stage.shows("0.955336"), "PE(3, 5) = cos(0.3)");
    let screen = stage.screen();
    let cells = screen
        .lines()
        .map(str::trim)
        .filter(|line| line.len() >= 8 && line.ends_with(|c: char| c.is_ascii_digit()));
    let cells = cells.filter(|line| line.trim_start_matches('−').starts_with(['0', '1']));
    assert_eq!(cells.count(), 49, "seven positions and seven dimensions are seen");
    stage.click("−0.320796"); // PE(6, 3) = cos(6 / 10000^(2/16))
    let pin = Pin {
        position: 6,
        dimension: 3,
    };
    assert_eq!(stage.session().views.pin, Some(pin));
    stage.key(Key::N);
    assert!(!stage.has(words!("numbers.title")));
}

#[test]
fn help_lists_the_keys_and_about_the_licences() {
    let mut stage = Stage::new();
    stage.key(Key::Questionmark);
    for words in [
        words!("help.arrows"),
        "Ctrl+K".to_owned(),
        words!("help.wheel_does"),
        "Ctrl+Shift+Z".to_owned(),
    ] {
        assert!(stage.shows(&words), "{words}");
    }
    stage.key(Key::Questionmark);
    assert!(!stage.shows(words!("help.arrows")));
    stage.click(words!("toolbar.more"));
    stage.click(words!("command.about"));
    let version = format!("poscope {}", env!("CARGO_PKG_VERSION"));
    for words in [
        version,
        words!("about.font"),
        words!("about.colors"),
        words!("about.licence"),
    ] {
        assert!(stage.shows(&words), "{words}");
    }
}

#[test]
fn panes_move_only_when_the_layout_is_unlocked_and_reset_puts_them_back() {
    let mut stage = Stage::new();
    let matrix = |stage: &Stage| stage.plot(words!("near_far.matrix_name"));
    let first = matrix(&stage);
    // The border between heatmap and matrix is left of the matrix' pane.
    let border = eframe::egui::pos2(
        stage.plot(heatmap(Scheme::Sinusoidal)).right() + 158.5,
        first.center().y,
    );
    let places = [
        border,
        border - eframe::egui::vec2(40.0, 0.0),
        border - eframe::egui::vec2(80.0, 0.0),
    ];
    stage.drag(&places);
    assert_eq!(matrix(&stage), first, "locked");
    stage.command(words!("command.lock"));
    stage.drag(&places);
    assert!(matrix(&stage).left() < first.left() - 40.0, "{:?}", matrix(&stage));
    stage.click(words!("toolbar.view"));
    stage.click(words!("command.reset_layout"));
    assert_eq!(matrix(&stage), first);
    stage.drag(&places);
    assert_eq!(matrix(&stage), first, "locked again");
}

#[test]
fn a_file_that_was_put_aside_is_named_in_a_notice_until_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("session.ron"), "(spec: ").unwrap();
    let store = PreferencesFolder::at(folder.path().to_owned());
    let mut found = store.load();
    found.preferences.language = Some(Language::English);
    let aside = found.put_aside[0].file_name().unwrap().to_str().unwrap().to_owned();
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, move |ctx| {
        App::restored(ctx, found, Some(store))
    });
    assert!(stage.screen().contains(&aside), "{aside} in\n{}", stage.screen());
    stage.click(words!("notice.close"));
    assert!(!stage.screen().contains(&aside));
}

#[test]
fn the_conventions_of_sinusoids_are_in_the_drawer_and_what_differs_shows_as_chips() {
    let mut stage = Stage::new();
    stage.click(words!("toolbar.conventions"));
    stage.open(words!("conventions.named", name = "paper"));
    stage.click("opennmt-tf");
    let conventions = stage.session().spec.conventions;
    assert_eq!((conventions.start, conventions.layout), (1.0, ColumnLayout::Concat));
    assert!(stage.has_part(words!("conventions.named", name = "opennmt-tf")));
    // d 16: column 5 is the sine of pair 5, 10000^(5/7).
    assert!(stage.shows("PE(row 3, 5) = sin((1 + 3) / 10000"), "{}", stage.screen());
    stage.open(setting("order", "sin-first"));
    stage.click(words!("choice.cos-first"));
    assert!(stage.has_part(words!("conventions.named", name = words!("conventions.custom"))));
    stage.enter(words!("setting.step"), "-0.5");
    assert_eq!(stage.session().spec.conventions.step, -0.5);
    stage.enter(words!("setting.start"), "1e9");
    assert!(stage.shows(words!(
        "error.out_of_range",
        name = words!("setting.start"),
        value = "1,000,000,000"
    )));
    stage.key(Key::Escape);
    stage.click(words!("toolbar.conventions"));
    for chip in [
        words!("setting.start") + " = 1",
        words!("setting.step") + " = −0.5",
        setting("exponent", "half-minus-one"),
        setting("order", "cos-first"),
        setting("layout", "concat"),
        setting("odd", "zero-column"),
    ] {
        stage.click(words!("controls.remove", name = chip));
    }
    assert_eq!(stage.session().spec.conventions, Conventions::default());
}

//! The toolbar and its menus, the conventions drawer, and the dialogs that only show something.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Theme, ThemePreference};
use poscope::app::App;
use poscope::app::preferences::Store;
use poscope::encoding::{Conventions, Divisor, Layout, Scheme};
use poscope::session::{ColorMap, Pin, Session};
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage};

#[test]
fn each_scheme_can_be_chosen_and_keeps_the_parameters() {
    let mut stage = Stage::on(|session| session.spec.base = 500.0);
    let mut shown = "Sinusoidal";
    for (scheme, name, formula) in [
        (Scheme::Index, "Index", "PE(3, 5) = 3"),
        (Scheme::Normalized, "Normalized", "PE(3, 5) = 3 / (50 − 1) = 0.061224"),
        (Scheme::Binary, "Binary", "mod 2 = 0"),
        (Scheme::Grid, "Sinusoidal 2-D", "PE(3, 5) = cos("),
        (Scheme::Learned, "Learned", "number of the trained table"),
        (Scheme::Rope, "RoPE", "RoPE(3, 5) = cos(3 / 500"),
        (Scheme::Alibi, "ALiBi", "bias(offset 3, head 5)"),
        (Scheme::T5, "T5 buckets", "bucket(offset 3) = 3"),
        (Scheme::Relative, "Relative bias", "offset 3 is in bucket 3"),
        (Scheme::Sinusoidal, "Sinusoidal", "PE(3, 5) = cos(3 / 500"),
    ] {
        stage.starting(Role::ComboBox, &format!("Scheme: {shown}")).click();
        stage.settle();
        stage.click(name);
        assert_eq!(stage.session().spec.scheme, scheme);
        assert_eq!(stage.session().spec.base, 500.0);
        assert!(stage.has_part(&format!("Heatmap, {name}, ")));
        assert!(stage.screen().contains(formula), "{formula} in\n{}", stage.screen());
        shown = name;
    }
}

#[test]
fn the_divisor_is_in_the_drawer_and_its_chip_takes_it_back() {
    let mut stage = Stage::on(|session| session.spec.scheme = Scheme::Normalized);
    stage.click("Conventions");
    stage.starting(Role::ComboBox, "Divisor: L − 1").click();
    stage.settle();
    stage.click("L");
    assert_eq!(stage.session().spec.divisor, Divisor::Length);
    assert!(stage.screen().contains("PE(3, 5) = 3 / 50 = 0.060000"));
    stage.click("Conventions"); // the chip stays when the drawer is closed
    assert!(!stage.has("Divisor"));
    stage.click("Take back Divisor: L");
    assert_eq!(stage.session().spec.divisor, Divisor::LengthMinusOne);
    assert!(!stage.has("Take back Divisor: L"));
}

#[test]
fn the_view_menu_changes_how_the_table_is_looked_at() {
    let mut stage = Stage::new();
    for name in [
        "Dimensions along x",
        "Sines before cosines",
        "Three ways: own scale for each",
    ] {
        stage.click("View");
        stage.click(name);
        stage.key(Key::Escape);
    }
    let views = stage.session().views;
    assert!(views.transposed && views.regrouped && views.own_scales);
    stage.click("Own scale for each");
    assert!(!stage.session().views.own_scales);
    assert_eq!(stage.session().spec, Session::default().spec);
}

#[test]
fn every_colour_map_can_be_chosen_and_reversed() {
    let mut stage = Stage::new();
    for map in ColorMap::ALL {
        stage.click("View");
        stage.click("Colour map");
        stage.click(map.name());
        stage.key(Key::Escape);
        assert_eq!(stage.session().views.color_map, map);
    }
    stage.click("View");
    stage.click("Colour map");
    stage.click("Reversed");
    assert!(stage.session().views.reversed);
}

#[test]
fn going_to_a_position_pins_it_and_one_that_is_not_there_is_refused_in_words() {
    let mut stage = Stage::new();
    stage.click("View");
    stage.enter("Go to position", "50");
    assert!(
        stage.screen().contains("Choose a whole number from 0 to 49"),
        "{}",
        stage.screen()
    );
    assert_eq!(stage.session(), Session::default());
    for text in ["-1", "2.5", "abc"] {
        stage.enter("Go to position", text);
        assert!(stage.screen().contains("from 0 to 49"), "{text}");
        assert_eq!(stage.session(), Session::default());
    }
    stage.enter("Go to position", "42");
    let pin = Pin {
        position: 42,
        dimension: 5,
    };
    assert_eq!(stage.session().views.pin, Some(pin));
    assert!(!stage.has_part("Go to position"), "the menu is closed");
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
    stage.enter("d_model", "0");
    stage.click("中文");
    assert!(
        stage.screen().contains("d_model = 0 超出范围，请取 1 到 16,384"),
        "{}",
        stage.screen()
    );
}

#[test]
fn the_theme_is_chosen_in_the_menu() {
    let mut stage = Stage::new();
    for (name, preference, theme) in [
        ("Theme: dark", ThemePreference::Dark, Theme::Dark),
        ("Theme: light", ThemePreference::Light, Theme::Light),
        ("Theme: as the system", ThemePreference::System, Theme::Light),
    ] {
        stage.click("More");
        stage.click(name);
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
    let can = |stage: &mut Stage, name: &str| {
        stage.click("More");
        let can = stage.is_enabled(Role::Button, name);
        stage.key(Key::Escape);
        can
    };
    assert!(!can(&mut stage, "Undo") && !can(&mut stage, "Redo"));
    stage.key(Key::T);
    assert!(can(&mut stage, "Undo") && !can(&mut stage, "Redo"));
    stage.click("More");
    stage.click("Undo");
    assert!(!stage.session().views.transposed);
    assert!(!can(&mut stage, "Undo") && can(&mut stage, "Redo"));
    stage.click("More");
    stage.click("Redo");
    assert!(stage.session().views.transposed);
}

#[test]
fn numbers_show_the_cells_around_the_pin_and_a_click_pins_another() {
    let mut stage = Stage::new();
    stage.click("View");
    stage.click("Numbers around the pin");
    assert!(stage.screen().contains("0.955336"), "PE(3, 5) = cos(0.3)");
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
    assert!(!stage.has("Numbers"));
}

#[test]
fn help_lists_the_keys_and_about_the_licences() {
    let mut stage = Stage::new();
    stage.key(Key::Questionmark);
    for words in [
        "Move the pinned cell",
        "Ctrl+K",
        "Zoom about the pointer",
        "Ctrl+Shift+Z",
    ] {
        assert!(stage.screen().contains(words), "{words}");
    }
    stage.key(Key::Questionmark);
    assert!(!stage.screen().contains("Move the pinned cell"));
    stage.click("More");
    stage.click("About poscope");
    let version = format!("poscope {}", env!("CARGO_PKG_VERSION"));
    for words in [
        version.as_str(),
        "Open Font License",
        "ColorBrewer",
        "MIT or Apache-2.0",
    ] {
        assert!(stage.screen().contains(words), "{words}");
    }
}

#[test]
fn panes_move_only_when_the_layout_is_unlocked_and_reset_puts_them_back() {
    let mut stage = Stage::new();
    let matrix = |stage: &Stage| stage.plot("Cosine similarity");
    let first = matrix(&stage);
    // The border between heatmap and matrix is left of the matrix' pane.
    let border = eframe::egui::pos2(stage.plot("Heatmap").right() + 158.5, first.center().y);
    let places = [
        border,
        border - eframe::egui::vec2(40.0, 0.0),
        border - eframe::egui::vec2(80.0, 0.0),
    ];
    stage.drag(&places);
    assert_eq!(matrix(&stage), first, "locked");
    stage.command("Unlock or lock the layout");
    stage.drag(&places);
    assert!(matrix(&stage).left() < first.left() - 40.0, "{:?}", matrix(&stage));
    stage.click("View");
    stage.click("Reset layout");
    assert_eq!(matrix(&stage), first);
    stage.drag(&places);
    assert_eq!(matrix(&stage), first, "locked again");
}

#[test]
fn a_file_that_was_put_aside_is_named_in_a_notice_until_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("session.ron"), "(spec: ").unwrap();
    let store = Store::at(folder.path().to_owned());
    let mut found = store.load();
    found.preferences.language = Some(Language::English);
    let aside = found.put_aside[0].file_name().unwrap().to_str().unwrap().to_owned();
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, move |ctx| {
        App::restored(ctx, found, Some(store))
    });
    assert!(stage.screen().contains(&aside), "{aside} in\n{}", stage.screen());
    stage.click("Close");
    assert!(!stage.screen().contains(&aside));
}

#[test]
fn the_conventions_of_sinusoids_are_in_the_drawer_and_what_differs_shows_as_chips() {
    let mut stage = Stage::new();
    stage.click("Conventions");
    stage.starting(Role::ComboBox, "Convention: paper").click();
    stage.settle();
    stage.click("opennmt-tf");
    let conventions = stage.session().spec.conventions;
    assert_eq!((conventions.start, conventions.layout), (1.0, Layout::Concat));
    assert!(stage.has_part("Convention: opennmt-tf"));
    // d 16: column 5 is the sine of pair 5, 10000^(5/7).
    assert!(
        stage.screen().contains("PE(row 3, 5) = sin((1 + 3) / 10000"),
        "{}",
        stage.screen()
    );
    stage.starting(Role::ComboBox, "Order: sine first").click();
    stage.settle();
    stage.click("cosine first");
    assert!(stage.has_part("Convention: custom"));
    stage.enter("Step", "-0.5");
    assert_eq!(stage.session().spec.conventions.step, -0.5);
    stage.enter("Start", "1e9");
    assert!(stage.screen().contains("Start = 1,000,000,000 is out of range"));
    stage.key(Key::Escape);
    stage.click("Conventions");
    for chip in [
        "Start = 1",
        "Step = −0.5",
        "Exponent: k / (h − 1)",
        "Order: cosine first",
    ] {
        stage.click(&format!("Take back {chip}"));
    }
    stage.click("Take back Layout: halves");
    stage.click("Take back Odd width: zero column");
    assert_eq!(stage.session().spec.conventions, Conventions::default());
}

//! The one table of commands: what it says about a key holds in the window, the palette, the menus and the list of
//! keys.

use std::time::Duration;

use eframe::egui::{Key, Modifiers, ThemePreference, vec2};
use poscope::app::{Action, Command, Dialog, commands};
use poscope::field::Span;
use poscope::session::{Session, Versus};
use poscope::text::Language;

use super::stage::{Stage, preferences, title};

fn with_keys() -> impl Iterator<Item = &'static Command> {
    let commands = commands().iter().filter(|command| !command.keys.is_empty());
    assert!(commands.clone().count() > 20);
    commands
}

/// Everything that a command can change, in words, after the command.
fn state(stage: &mut Stage, command: &Command) -> [String; 3] {
    // A picture is painted on another thread, which also finds its sizes.
    if matches!(command.action, Action::CopyPicture | Action::Toggle(Dialog::Export)) {
        for _ in 0..150 {
            stage.harness.step();
            std::thread::sleep(Duration::from_millis(4));
        }
    }
    stage.settle();
    let copied = stage.copied.borrow_mut().take().map(|image| image.size);
    [
        format!("{:?}", stage.session()),
        format!("{:?} {:?}", stage.app().preferences().zoom, copied),
        stage.screen(),
    ]
}

/// A window in which every command has something to do: two encodings, a part of their tables, larger text, and steps
/// both done and undone.
fn prepared(command: &Command) -> Stage {
    let mut stage = Stage::on(|session| {
        session.versus = Some(Versus::copy_of(&session.spec));
        session.spec.base = 500.0;
        session.views.positions = Some(Span { start: 0.0, end: 20.0 });
    });
    stage.command(words!("command.zoom_in"));
    stage.command(words!("command.reverse"));
    stage.command(words!("command.color_map", name = "magma"));
    stage.command(words!("command.undo"));
    if command.action == Action::Maximize(None) {
        stage.command(words!("command.maximize", name = title("bands")));
    }
    stage
}

#[test]
fn every_key_of_the_table_does_in_the_window_what_its_command_does() {
    for command in with_keys() {
        let title = command.title(Language::English);
        let before = state(&mut prepared(command), command);
        let mut chosen = prepared(command);
        if command.action == Action::Toggle(Dialog::Commands) {
            chosen.click(words!("toolbar.commands"));
        } else {
            chosen.command(&title);
        }
        let expected = state(&mut chosen, command);
        assert_ne!(expected, before, "{title} does nothing");
        for key in &command.keys {
            let mut stage = prepared(command);
            stage.shortcut(key.modifiers, key.logical_key);
            assert_eq!(state(&mut stage, command), expected, "{title}: {key:?}");
        }
    }
}

/// Whether two texts follow one another on the screen.
fn has_row(screen: &str, one: &str, next: &str) -> bool {
    let lines: Vec<&str> = screen.lines().collect();
    lines.windows(2).any(|pair| pair == [one, next])
}

#[test]
fn every_key_of_the_table_is_shown_in_the_palette_and_in_the_list_of_keys() {
    let mut stage = Stage::new();
    stage.key(Key::Questionmark);
    let help = stage.screen();
    stage.key(Key::Escape);
    for command in with_keys() {
        let key = command.key_text(&stage.harness.ctx);
        let words = command.help_title(Language::English).unwrap();
        let lines: Vec<&str> = help.lines().collect();
        let is_row = |pair: &[&str]| pair[1] == words && pair[0].split(' ').any(|shown| shown == key);
        assert!(lines.windows(2).any(is_row), "{words} {key} in\n{help}");
        if command.action == Action::Toggle(Dialog::Commands) {
            continue; // the palette does not list itself
        }
        let title = command.title(Language::English);
        stage.shortcut(Modifiers::COMMAND, Key::K);
        stage.types(&title);
        assert!(
            has_row(&stage.screen(), &title, &key),
            "{title} {key} in\n{}",
            stage.screen()
        );
        stage.key(Key::Escape);
    }
}

#[test]
fn every_command_that_has_a_place_in_the_menus_is_there_with_its_key() {
    // So narrow that the palette is in a menu too.
    let stage = || {
        let chosen = preferences(Language::English, ThemePreference::Light);
        Stage::with(vec2(640.0, 800.0), chosen, Session::default())
    };
    let menus = [
        ("toolbar.view", None),
        ("toolbar.view", Some("view.color_map")),
        ("toolbar.view", Some("view.reduction")),
        ("toolbar.more", None),
        ("toolbar.more", Some("sessions.menu")),
        ("toolbar.more", Some("code.menu")),
    ];
    let screens = menus.map(|(menu, inner)| {
        let mut stage = stage();
        stage.click(words!(menu));
        if let Some(inner) = inner {
            stage.click(words!(inner));
        }
        stage.screen()
    });
    let ctx = stage().harness.ctx;
    let mut count = 0;
    for command in commands() {
        let Some(title) = command.menu_title(Language::English) else {
            continue;
        };
        let key = command.key_text(&ctx);
        let is_shown = |screen: &String| {
            if key.is_empty() {
                screen.lines().any(|line| line == title)
            } else {
                has_row(screen, &title, &key)
            }
        };
        assert!(screens.iter().any(is_shown), "{title} {key} in\n{screens:?}");
        count += 1;
    }
    assert!(count > 40, "{count}");
}

#[test]
fn no_two_commands_share_a_key_or_a_title() {
    for language in Language::ALL {
        for (i, one) in commands().iter().enumerate() {
            for other in &commands()[i + 1..] {
                let (titles, actions) = ([one, other].map(|command| command.title(language)), &one.action);
                assert!(!one.keys.iter().any(|key| other.keys.contains(key)), "{titles:?}");
                assert_ne!(titles[0], titles[1]);
                assert_ne!(*actions, other.action, "{titles:?}");
            }
        }
    }
}

//! Sessions that are opened, saved and shared in the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{DroppedFile, Event, HoveredFile, Key, Modifiers, ThemePreference, Vec2, vec2};
use poscope::app::App;
use poscope::app::preferences::{Preferences, PreferencesFolder};
use poscope::encoding::{Scheme, Spec};
use poscope::session::{ColorMap, Session, Versus, from_json, from_shared, share, to_json};
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, preferences};
use super::words;
use crate::common::locale::holds;

/// A session that differs from the first one.
fn other() -> Session {
    let mut session = Session::default();
    session.spec.d_model = 24;
    session.spec.base = 777.0;
    session.views.color_map = ColorMap::Magma;
    session.versus = Some(Versus::copy_of(&Spec {
        scheme: Scheme::Binary,
        ..Spec::default()
    }));
    session
}

#[derive(Debug)]
struct File(PathBuf);

impl DroppedFile for File {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        unreachable!("read by its path")
    }
}

fn drop_files(stage: &mut Stage, paths: &[PathBuf]) {
    let files = paths.iter().map(|path| Arc::new(File(path.clone())) as Arc<_>);
    stage.harness.input_mut().dropped_files = files.collect();
    stage.harness.step();
}

fn hold(stage: &mut Stage, paths: &[&str]) {
    let held = paths.iter().map(|path| HoveredFile {
        path: (!path.is_empty()).then(|| path.into()),
        mime: String::new(),
    });
    stage.harness.input_mut().hovered_files = held.collect();
    stage.harness.step();
    stage.harness.step();
}

/// Runs frames until the words appear.
fn wait(stage: &mut Stage, words: impl AsRef<str>) {
    let (start, words) = (Instant::now(), words.as_ref());
    while !holds(&stage.screen().replace('\n', ""), words) {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{words} in\n{}",
            stage.screen()
        );
        std::thread::sleep(Duration::from_millis(3));
        stage.harness.step();
    }
    stage.settle();
}

fn saved(folder: &Path, name: &str, session: &Session) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, to_json(session)).unwrap();
    path
}

fn menu(stage: &mut Stage, entry: String) {
    stage.click(words!("toolbar.more"));
    stage.click(words!("sessions.menu"));
    stage.click(entry);
}

#[test]
fn a_session_is_saved_by_key_and_opened_by_key_and_undo_leads_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("名表 1");
    let mut stage = Stage::on(|session| *session = other());
    let before = stage.session();
    stage.shortcut(Modifiers::COMMAND, Key::S);
    assert!(stage.starting(Role::TextInput, words!("export.file")).is_focused());
    stage.enter(words!("export.file"), path.to_str().unwrap());
    wait(&mut stage, words!("export.saved"));
    let path = folder.path().join("名表 1.poscope");
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(from_json(&text).unwrap().session, before);
    assert!(!stage.has(words!("sessions.save_title")), "the dialog is gone");

    let mut stage = Stage::new();
    stage.shortcut(Modifiers::COMMAND, Key::O);
    stage.fill(words!("sessions.file_or_text"), path.to_str().unwrap());
    stage.click(words!("sessions.open"));
    wait(&mut stage, words!("sessions.opened", name = "名表 1.poscope"));
    assert_eq!(stage.session(), before);
    assert!(!stage.has(words!("sessions.open_title")));
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.session(), Session::default());
    stage.shortcut(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(stage.session(), before);
    // Save offers the file that was opened.
    stage.shortcut(Modifiers::COMMAND, Key::S);
    let offered = stage.starting(Role::TextInput, words!("export.file")).value();
    assert_eq!(offered.as_deref(), path.to_str());
    assert!(stage.shows(words!("export.replaces")));
}

#[test]
fn a_file_that_is_dropped_opens_and_what_is_held_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(folder.path(), "emoji 📈 \u{20BB7}.PNG", &other());
    let mut stage = Stage::new();
    hold(&mut stage, &[path.to_str().unwrap()]);
    let spelled = "emoji [U+1F4C8] [U+20BB7].PNG";
    assert!(
        stage.shows(words!("sessions.drop_named", name = spelled)),
        "{}",
        stage.screen()
    );
    hold(&mut stage, &["/a/b.png", "/a/c.png", "/d"]);
    assert!(stage.shows(words!("sessions.drop_first", files = 3, name = "b.png")));
    hold(&mut stage, &[""]);
    assert!(stage.shows(words!("sessions.drop")));
    hold(&mut stage, &[]);
    assert!(!stage.shows(words!("sessions.drop")));
    drop_files(&mut stage, &[path]);
    wait(&mut stage, words!("sessions.opened"));
    assert_eq!(stage.session(), other());
}

#[test]
fn a_file_without_a_session_changes_nothing_and_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::on(|session| *session = other());
    let before = stage.session();
    for (name, bytes, words) in [
        (
            "a.npy",
            b"\x93NUMPY\x01\0v\0".as_slice(),
            words!("sessions.table", format = ".npy"),
        ),
        (
            "b.png",
            b"\x89PNG\r\n\x1a\n",
            words!("sessions.picture_ends_early", length = 8),
        ),
        (
            "c.poscope",
            b"{\"format\": \"poscope session\", \"version\": 9}",
            words!("sessions.newer", version = 9),
        ),
        (
            "d.poscope",
            br#"{"format":"poscope session","version":1,"session":{"spec":{"base":0}}}"#,
            words!("error.out_of_range", name = "base", value = 0),
        ),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        drop_files(&mut stage, &[path]);
        wait(&mut stage, words);
        assert_eq!(stage.session(), before, "{name}");
    }
    drop_files(&mut stage, &[folder.path().join("missing")]);
    wait(&mut stage, "missing");
    drop_files(&mut stage, &[folder.path().to_owned()]);
    wait(&mut stage, words!("error.is_folder"));
    assert_eq!(stage.session(), before);
    assert!(stage.app().preferences().recent.is_empty());
}

#[test]
fn a_refusal_stays_in_its_dialog_until_something_else_is_typed() {
    let mut stage = Stage::new();
    stage.shortcut(Modifiers::COMMAND, Key::O);
    stage.enter(words!("sessions.file_or_text"), "/no such/folder/a.poscope");
    wait(&mut stage, words!("system.not_found"));
    assert_eq!(stage.screen().matches("/no such/folder/a.poscope").count(), 2);
    assert!(stage.has(words!("sessions.open")), "the dialog is there");
    stage.fill(words!("sessions.file_or_text"), "poscope1.abc");
    assert!(!stage.shows(words!("system.not_found")));
    stage.click(words!("sessions.open"));
    wait(&mut stage, words!("sessions.cut_off"));
    stage.enter(
        words!("sessions.file_or_text"),
        &format!("my session: {} !", share(&other())),
    );
    wait(&mut stage, words!("sessions.opened_shared"));
    assert_eq!(stage.session(), other());

    let folder = tempfile::tempdir().unwrap();
    stage.shortcut(Modifiers::COMMAND, Key::S);
    stage.enter(
        words!("export.file"),
        folder.path().join("no").join("a").to_str().unwrap(),
    );
    wait(&mut stage, words!("error.no_folder"));
}

#[test]
fn a_session_is_shared_as_a_text_and_pasted_back() {
    let mut stage = Stage::on(|session| *session = other());
    menu(&mut stage, words!("sessions.command_share"));
    let text = stage.copied_text.borrow().clone().unwrap();
    assert_eq!(from_shared(&text).unwrap().session, other());
    assert!(stage.screen().contains(&words!("sessions.copied", count = text.len())));

    let mut stage = Stage::new();
    stage
        .harness
        .event(Event::Paste(format!("Look at this:\n> {text}\nNice?")));
    wait(&mut stage, words!("sessions.opened_shared"));
    assert_eq!(stage.session(), other());
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    stage.harness.event(Event::Paste("https://example.org".to_owned()));
    wait(&mut stage, words!("sessions.none"));
    assert_eq!(stage.session(), Session::default());
    // In a field, the key belongs to the field.
    stage.shortcut(Modifiers::COMMAND, Key::K);
    stage.harness.event(Event::Paste(text));
    stage.harness.run_steps(5);
    std::thread::sleep(Duration::from_millis(50));
    stage.harness.run_steps(5);
    assert_eq!(stage.session(), Session::default());
    stage.key(Key::Escape);
    stage.command(words!("sessions.command_share"));
    assert_eq!(*stage.copied_text.borrow(), Some(share(&Session::default())));
}

#[test]
fn the_last_files_are_in_the_menu_and_those_that_are_gone_cannot_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new();
    for i in 0..12 {
        let path = saved(folder.path(), &format!("{i}.poscope"), &other());
        drop_files(&mut stage, &[path]);
        wait(&mut stage, words!("sessions.opened", name = format!("{i}.poscope")));
    }
    drop_files(&mut stage, &[folder.path().join("5.poscope")]);
    wait(&mut stage, words!("sessions.opened", name = "5.poscope"));
    let recent = stage.app().preferences().recent.clone();
    let names: Vec<&str> = recent.iter().map(|path| path.rsplit('/').next().unwrap()).collect();
    let expected = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(|i| format!("{i}.poscope"));
    assert_eq!(names, expected);

    std::fs::remove_file(folder.path().join("9.poscope")).unwrap();
    saved(folder.path(), "8.poscope", &Session::default());
    menu(&mut stage, words!("sessions.recent"));
    assert!(!stage.is_enabled(Role::Button, &recent[3]), "9 is gone");
    assert!(stage.is_enabled(Role::Button, &recent[4]));
    let eighth = recent[4].clone();
    stage.click(&eighth);
    wait(&mut stage, words!("sessions.opened", name = "8.poscope"));
    assert_eq!(stage.session(), Session::default());
}

#[test]
fn what_is_not_known_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.poscope");
    let text = to_json(&other()).replacen("\"views\": {", "\"views\": {\"zoom_level\": 3,", 1);
    std::fs::write(&path, &text).unwrap();
    let mut stage = Stage::new();
    drop_files(&mut stage, std::slice::from_ref(&path));
    let (opened, unknown) = (
        words!("sessions.opened", name = "a.poscope"),
        words!("sessions.unknown", fields = "session.views.zoom_level"),
    );
    wait(&mut stage, format!("{opened} · {unknown}"));
    assert_eq!(stage.session(), other());

    let store = PreferencesFolder::at(folder.path().to_owned());
    std::fs::write(folder.path().join("session.json"), &text).unwrap();
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, move |ctx| {
        let mut found = store.load();
        found.preferences.language = Some(Language::English);
        App::restored(ctx, found, Some(store))
    });
    wait(&mut stage, unknown);
    assert_eq!(stage.session(), other());
}

#[test]
fn a_window_that_opens_on_a_file_can_go_back_to_the_last_session() {
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, |ctx| {
        let first = Preferences {
            language: Some(Language::English),
            ..Preferences::default()
        };
        let opened = from_json(&to_json(&other())).unwrap();
        App::new(ctx, first, Session::default(), None).with_opened(opened, "/somewhere/x.png".as_ref())
    });
    assert!(stage.shows(words!("sessions.opened", name = "x.png")));
    assert_eq!(stage.session(), other());
    stage.shortcut(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.session(), Session::default());
}

/// Menus, dialogs and lines in a window of this size and language.
fn stages(size: Vec2, language: Language) -> Vec<(&'static str, Stage)> {
    let new = || {
        let recent = vec![
            format!("/tmp/{}/{}.poscope", "f".repeat(60), "x".repeat(200)),
            "/tmp/表/位置编码 📈 表(终).png".to_owned(),
        ];
        let preferences = Preferences {
            recent,
            ..preferences(language, ThemePreference::Light)
        };
        Stage::with(size, preferences, Session::default())
    };
    let mut open = new();
    open.shortcut(Modifiers::COMMAND, Key::O);
    open.enter(
        words!(language; "sessions.file_or_text"),
        "/tmp/no such/表 \u{20BB7}.poscope",
    );
    open.harness.run_steps(3);
    std::thread::sleep(Duration::from_millis(100));
    open.settle();
    let mut save = new();
    save.shortcut(Modifiers::COMMAND, Key::S);
    let mut menu = new();
    for key in ["toolbar.more", "sessions.menu", "sessions.recent"] {
        menu.click(words!(language; key));
    }
    let mut held = new();
    hold(&mut held, &[&format!("/tmp/{}位置.png", "x".repeat(180))]);
    vec![("open", open), ("save", save), ("menu", menu), ("held", held)]
}

#[test]
fn no_words_of_sessions_are_cut_off_or_lie_on_others() {
    for language in Language::ALL {
        for size in [vec2(640.0, 480.0), FIRST_SIZE] {
            for (name, stage) in stages(size, language) {
                let faults = words::screen(&stage.harness).faults(|_| false);
                assert!(faults.is_empty(), "{name}, {language:?}, {size}: {faults:#?}");
            }
        }
    }
}

#[test]
fn no_name_of_a_file_turns_the_direction_of_writing_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\u{202e}gpj\u{200b}\u{2028}.poscope");
    std::fs::write(&path, to_json(&other())).unwrap();
    let mut stage = Stage::new();
    drop_files(&mut stage, std::slice::from_ref(&path));
    wait(
        &mut stage,
        words!("sessions.opened", name = "a\\u{202e}gpj\\u{200b}\\u{2028}.poscope"),
    );
    stage.shortcut(Modifiers::COMMAND, Key::O);
    stage.fill(words!("sessions.file_or_text"), "b\u{202e}gpj");
    assert!(stage.has("b[U+202E]gpj"), "{}", stage.screen());
}

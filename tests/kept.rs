//! What is kept between starts, and cases H03 and H09.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use eframe::egui::{Context, RawInput, vec2};
use poscope::app::preferences::{Preferences, PreferencesFolder};
use poscope::app::{Pane, drawable};
use poscope::session::{Session, Ways};
use poscope::text::Language;

#[test]
fn case_h03_no_place_is_remembered_and_ten_restarts_at_one_and_a_half_keep_the_size() {
    let mut preferences = Preferences {
        zoom: 1.5,
        ..Preferences::default()
    };
    preferences.note_size(Some(vec2(900.0, 600.0)), 1.5, false);
    let first = preferences.viewport();
    assert_eq!(first.position, None, "where it opens is the window system's to choose");
    assert_eq!(first.inner_size, Some(vec2(1350.0, 900.0)));
    for _ in 0..10 {
        // The window reports its size in points of the zoom.
        let size = preferences.viewport().inner_size.unwrap() / 1.5;
        preferences.note_size(Some(size), 1.5, false);
    }
    assert_eq!(preferences.viewport().inner_size, first.inner_size);
    assert_eq!(first.clamp_size_to_monitor_size, Some(true));
    for size in [[f32::NAN, 5.0], [f32::INFINITY, 1.0], [-3.0, 0.0], [1e30, 1e30]] {
        preferences.size = Some(size);
        let size = preferences.viewport().inner_size.unwrap();
        assert!(
            size.is_finite() && size.x >= 640.0 && size.y >= 480.0 && size.x <= 16_000.0,
            "{size}"
        );
    }
}

#[test]
fn case_h09_what_no_font_has_is_written_as_its_code_point() {
    let strings = include_str!("data/cases/H09_cjk_glyphs/strings_utf8.txt");
    let ctx = Context::default();
    let _app = poscope::app::App::new(&ctx, Preferences::default(), Session::default(), None);
    let mut drawn = String::new();
    for _ in 0..2 {
        let mut output = ctx.run_ui(RawInput::default(), |ui| drawn = drawable(ui.ctx(), strings));
        output.textures_delta.clear();
    }
    assert_eq!(drawn, strings.replace('\u{20BB7}', "[U+20BB7]"));
}

#[test]
fn preferences_and_session_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = PreferencesFolder::at(folder.path().join("poscope"));
    let preferences = Preferences {
        language: Some(Language::Chinese),
        zoom: 1.25,
        ..Preferences::default()
    };
    let mut session = Session::default();
    session.spec.d_model = 33;
    session.views.regrouped = true;
    store.save(&preferences, &session).unwrap();
    let found = store.load();
    assert_eq!((found.preferences, found.session), (preferences, session));
    assert!(found.put_aside.is_empty());
}

#[test]
fn a_damaged_file_is_put_aside_and_nothing_of_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = PreferencesFolder::at(folder.path().to_owned());
    for (name, garbage) in [
        ("session.ron", b"(language: ".as_slice()),
        ("session.ron", b"\xff\xfe\0garbage"),
        ("session.json", b"{\"format\": "),
        ("session.json", b"\xff"),
    ] {
        std::fs::write(folder.path().join(name), garbage).unwrap();
        let found = store.load();
        assert_eq!(found.session, Session::default());
        assert_eq!(found.put_aside.len(), 1, "{name}");
        assert_eq!(std::fs::read(&found.put_aside[0]).unwrap(), garbage);
        assert!(!folder.path().join(name).exists());
    }
}

#[test]
fn the_session_of_before_there_was_a_format_is_read_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = PreferencesFolder::at(folder.path().to_owned());
    let old = include_str!("data/sessions/version_0.ron");
    std::fs::write(folder.path().join("session.ron"), old).unwrap();
    let found = store.load();
    assert_eq!(found.session.views.lanes, [1, 3]);
    assert!(found.put_aside.is_empty());
    store.save(&found.preferences, &Session::default()).unwrap();
    assert_eq!(store.load().session, Session::default(), "the new one counts");
    assert_eq!(std::fs::read_to_string(folder.path().join("session.ron")).unwrap(), old);
}

#[test]
fn the_last_ten_files_are_kept() {
    let mut preferences = Preferences::default();
    for i in 0..12 {
        preferences.note_file(format!("/a/{i}").as_ref());
    }
    preferences.note_file("/a/7".as_ref());
    assert_eq!(preferences.recent.len(), 10);
    assert_eq!(preferences.recent[..2], ["/a/7", "/a/11"]);
    assert_eq!(preferences.recent[9], "/a/2");
    let folder = tempfile::tempdir().unwrap();
    let store = PreferencesFolder::at(folder.path().to_owned());
    store.save(&preferences, &Session::default()).unwrap();
    assert_eq!(store.load().preferences, preferences);
}

#[test]
fn damaged_preferences_and_files_too_large_are_put_aside_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = PreferencesFolder::at(folder.path().to_owned());
    let large = vec![b' '; (1 << 20) + 1];
    for (name, garbage) in [
        ("preferences.ron", b"(zoom: \"two\")".as_slice()),
        ("session.ron", &large),
    ] {
        std::fs::write(folder.path().join(name), garbage).unwrap();
        let found = store.load();
        assert_eq!(found.preferences, Preferences::default());
        assert_eq!(found.session, Session::default());
        assert_eq!(found.put_aside.len(), 1, "{name}");
        assert_eq!(std::fs::read(&found.put_aside[0]).unwrap(), garbage);
    }
}

#[test]
fn a_session_out_of_range_starts_with_the_first_specification() {
    let ctx = Context::default();
    let mut session = Session::default();
    session.spec.base = f64::NAN;
    let app = poscope::app::App::new(&ctx, Preferences::default(), session, None);
    assert_eq!(app.session().spec, Session::default().spec);
}

/// The views that a pane has in its tabs.
fn tabs(preferences: &Preferences, pane: Pane) -> Vec<&'static str> {
    let views = preferences.tabs.views(pane).into_iter();
    views.map(|view| view.name()).collect()
}

/// The view that a pane shows.
fn shown(preferences: &Preferences, pane: Pane, ways: Ways) -> &'static str {
    preferences.tabs.shown(pane, ways).map_or("", |view| view.name())
}

#[test]
fn a_pane_shows_any_view_in_a_tab_and_never_none() {
    let mut kept = Preferences::default();
    assert_eq!(tabs(&kept, Pane::Bands), ["bands"]);
    kept.tabs.show(Pane::Bands, "heatmap");
    assert_eq!(tabs(&kept, Pane::Bands), ["bands", "heatmap"]);
    assert_eq!(shown(&kept, Pane::Bands, Ways::Three), "heatmap");
    assert_eq!(kept.tabs.pane_of("heatmap"), Some(Pane::Heatmap));
    kept.tabs.remove(Pane::Bands, "heatmap");
    kept.tabs.remove(Pane::Bands, "bands");
    assert_eq!(tabs(&kept, Pane::Bands), ["bands"]);
    assert_eq!(shown(&kept, Pane::Bands, Ways::Three), "bands");
}

#[test]
fn which_of_the_strips_is_shown_is_the_sessions_to_say() {
    let mut kept = Preferences::default();
    assert_eq!(shown(&kept, Pane::ThreeWays, Ways::Strategies), "strategies");
    kept.tabs.show(Pane::ThreeWays, "three-ways");
    assert_eq!(shown(&kept, Pane::ThreeWays, Ways::Pairs), "wavelengths");
    kept.tabs.show(Pane::ThreeWays, "bands");
    assert_eq!(shown(&kept, Pane::ThreeWays, Ways::Pairs), "bands");
    kept.tabs.remove(Pane::ThreeWays, "wavelengths");
    kept.tabs.show(Pane::ThreeWays, "strategies");
    assert_eq!(shown(&kept, Pane::ThreeWays, Ways::Pairs), "strategies");
}

#[test]
fn tabs_are_kept_by_the_names_of_views_and_unknown_names_survive() {
    let text = r#"{"bands":{"views":["from-the-future","heatmap"],"shown":"from-the-future"}}"#;
    let kept = Preferences {
        tabs: serde_json::from_str(text).unwrap(),
        ..Preferences::default()
    };
    assert_eq!(shown(&kept, Pane::Bands, Ways::Three), "heatmap");
    assert_eq!(serde_json::to_string(&kept.tabs).unwrap(), text);
    assert_eq!(serde_json::from_str::<Pane>("\"NearFar\"").unwrap(), Pane::NearFar);
    assert_eq!(serde_json::to_string(&Pane::NearFar).unwrap(), "\"near-far\"");
}

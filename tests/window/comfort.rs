//! What makes the window pleasant: nothing is lost, nothing outdated stays, everything can be seen and explained.

use eframe::egui::{Color32, Key, Modifiers, Rect, ThemePreference};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use poscope::app::App;
use poscope::encoding::Scheme;
use poscope::session::{Session, Ways};
use poscope::text::Language;
use poscope::view;

use super::stage::{FIRST_SIZE, Stage, field, name, preferences};
use crate::common::{paintable, picture};

#[test]
fn a_learned_table_chosen_at_a_larger_width_is_shown_and_says_so_in_the_language_until_it_is_over() {
    let mut stage = Stage::on(|session| session.spec.d_model = 512);
    stage.open(words!("toolbar.scheme", scheme = name(Scheme::Sinusoidal)));
    stage.click(name(Scheme::Learned));
    assert_eq!(stage.session().spec.d_model, 384);
    let said = |language: Language| {
        let changes = words!(language; "sessions.instead", name = "d_model", now = 384, before = 512);
        let scheme = poscope::text::scheme_name(Scheme::Learned, language);
        words!(language; "sessions.adapted", scheme, changes)
    };
    assert!(stage.shows(said(Language::English)));
    stage.click("中文");
    assert!(stage.shows(said(Language::Chinese)) && !stage.shows(said(Language::English)));
    stage.click("English");
    stage.enter(field("max_len"), "100");
    assert!(!stage.shows(said(Language::English)), "it was about another table");
}

#[test]
fn a_preset_keeps_its_name_and_a_cross_removes_it() {
    let mut stage = Stage::new();
    stage.command(words!("command.preset", name = "opus-mt"));
    let chip = words!("controls.remove", name = "opus-mt");
    assert!(stage.has(&chip));
    stage.enter(field("max_len"), "100");
    let changed = words!("preset.changed", name = "opus-mt");
    assert!(!stage.has(&chip) && stage.has(words!("controls.remove", name = &changed)));
    stage.click(words!("controls.remove", name = &changed));
    assert_eq!(stage.session().preset, None);
    assert_eq!(stage.session().spec.max_len, 100);
}

#[test]
fn the_pane_beside_opens_on_what_matters_for_the_scheme() {
    let mut stage = Stage::new();
    for (scheme, ways) in [
        (Scheme::Rope, Ways::Pairs),
        (Scheme::Alibi, Ways::Heads),
        (Scheme::Sinusoidal, Ways::Three),
    ] {
        let before = stage.session().spec.scheme;
        stage.open(words!("toolbar.scheme", scheme = name(before)));
        stage.click(name(scheme));
        assert_eq!(stage.session().views.ways, ways);
    }
}

#[test]
fn every_pane_says_what_it_shows() {
    for language in Language::ALL {
        for view in view::listed() {
            let help = view::help(view.name(), language);
            let ends = help.matches(['.', '。']).count();
            assert!(ends >= 2, "{help}");
        }
    }
    let mut stage = Stage::new();
    let title = view::title_of("heatmap", Language::English);
    stage.click(words!("pane.help", name = title));
    assert!(stage.shows(view::help("heatmap", Language::English)));
}

#[test]
fn the_palette_is_as_high_with_few_entries_as_with_many() {
    let mut stage = Stage::new();
    let height = |stage: &Stage| {
        let field = stage.control(words!("commands.field")).rect();
        field.top()
    };
    stage.shortcut(Modifiers::COMMAND, Key::K);
    let before = height(&stage);
    stage.types("viridis");
    assert!((height(&stage) - before).abs() < 0.5);
    for _ in 0.."viridis".len() {
        stage.key(Key::Backspace);
    }
    assert!((height(&stage) - before).abs() < 0.5);
    assert!(
        stage
            .harness
            .query_all_by_role(eframe::egui::accesskit::Role::Button)
            .count()
            > 30
    );
}

/// The contrast of two colours by WCAG 2.
fn contrast(a: Color32, b: Color32) -> f64 {
    let luminance = |color: Color32| {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn hints_have_a_contrast_of_at_least_4_5() {
    for theme in [ThemePreference::Light, ThemePreference::Dark] {
        let stage = Stage::with(FIRST_SIZE, preferences(Language::English, theme), Session::default());
        let visuals = stage.harness.ctx.global_style().visuals.clone();
        for ground in [visuals.panel_fill, visuals.window_fill, visuals.text_edit_bg_color()] {
            let found = contrast(visuals.weak_text_color(), ground);
            assert!(found >= 4.5, "{theme:?}: {found}");
        }
    }
}

#[test]
fn every_stop_of_the_tab_key_can_be_seen() {
    let mut stage = Stage::build(FIRST_SIZE, 1.0, ThemePreference::Light, |ctx| {
        paintable(ctx);
        let chosen = preferences(Language::English, ThemePreference::Light);
        App::new(ctx, chosen, Session::default(), None)
    });
    let focused = |stage: &Stage| {
        let nodes = stage.harness.query_all(egui_kittest::kittest::By::new());
        let mut focused = nodes.filter(egui_kittest::Node::is_focused);
        focused
            .next()
            .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
    };
    let at_rest = picture(&stage.harness);
    let mut seen = Vec::new();
    for _ in 0..120 {
        stage.key(Key::Tab);
        let Some((label, rect)) = focused(&stage) else { continue };
        if seen.contains(&label) {
            break;
        }
        let now = picture(&stage.harness);
        let Rect { min, max } = rect.expand(3.0);
        let inside = |x: u32, y: u32| (min.x..max.x).contains(&(x as f32)) && (min.y..max.y).contains(&(y as f32));
        let differing = now
            .enumerate_pixels()
            .filter(|(x, y, pixel)| inside(*x, *y) && at_rest.get_pixel(*x, *y) != *pixel);
        assert!(differing.count() > 10, "{label} at {rect:?}");
        seen.push(label);
    }
    assert!(seen.len() > 25, "{seen:?}");
}

#[test]
fn a_refused_value_goes_with_the_scheme_that_refused_it() {
    let mut stage = Stage::on(|session| session.spec.scheme = Scheme::Learned);
    stage.enter(field("d_model"), "512");
    let refusal = words!("error.too_wide", width = 384, d_model = 512);
    assert!(stage.shows(&refusal));
    stage.open(words!("toolbar.scheme", scheme = name(Scheme::Learned)));
    stage.click(name(Scheme::Sinusoidal));
    assert!(!stage.shows(&refusal), "{}", stage.screen());
    // The other one of A and B refuses, and is dropped.
    let mut stage = Stage::on(|session| {
        let learned = poscope::encoding::Spec {
            scheme: Scheme::Learned,
            ..session.spec.clone()
        };
        session.versus = Some(poscope::session::Versus::copy_of(&learned));
    });
    stage.enter(field("d_model"), "600");
    let refusal = words!("error.too_wide", width = 384, d_model = 600);
    assert!(stage.shows(&refusal));
    stage.click(words!("ab.switch"));
    assert!(!stage.shows(&refusal));
}

//! Everything that can be used or looked at has a name, for a screen reader.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, ThemePreference};
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use poscope::encoding::{Divisor, Scheme};
use poscope::session::Session;
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, preferences};

/// The roles of what a person uses, and of plots.
const USED: [Role; 12] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::TextInput,
    Role::ComboBox,
    Role::Link,
    Role::Image,
    Role::ProgressIndicator,
    Role::MenuItem,
    Role::Tab,
];

/// Checks every name on the screen, and says how many there are.
fn names(stage: &Stage, state: &str) -> usize {
    let mut count = 0;
    for role in USED {
        for node in stage.harness.query_all(By::new().role(role)) {
            let node = node.accesskit_node();
            let name = node.label().unwrap_or_default();
            let is_inside = node.parent().is_some_and(|parent| USED.contains(&parent.role()));
            assert!(is_inside || !name.trim().is_empty(), "{state}: {role:?} without a name");
            count += 1;
        }
    }
    count
}

fn plots(stage: &Stage) -> usize {
    stage.harness.query_all(By::new().role(Role::Image)).count()
}

#[test]
fn every_control_and_every_plot_has_a_name_in_both_languages() {
    for language in Language::ALL {
        let mut session = Session::default();
        session.spec.scheme = Scheme::Normalized;
        session.spec.divisor = Divisor::Length;
        let mut stage = Stage::with(FIRST_SIZE, preferences(language, ThemePreference::Light), session);
        assert_eq!(plots(&stage), 9, "heatmap, matrix, curve, three lanes and three strips");
        assert!(names(&stage, "first screen") > 25);
        stage.click(words!(language; "toolbar.conventions"));
        names(&stage, "drawer");
        stage.click(words!(language; "toolbar.view"));
        names(&stage, "view menu");
        stage.key(Key::Escape);
        let before = names(&stage, "closed");
        for (modifiers, key, state) in [
            (Modifiers::COMMAND, Key::E, "export"),
            (Modifiers::COMMAND, Key::K, "palette"),
            (Modifiers::COMMAND, Key::P, "presets"),
            (Modifiers::NONE, Key::N, "numbers"),
            (Modifiers::SHIFT, Key::Slash, "help"),
        ] {
            stage.shortcut(modifiers, key);
            assert!(names(&stage, state) > before, "{state} is not open");
            stage.key(Key::Escape);
            assert_eq!(names(&stage, state), before, "Escape closes {state}");
        }
    }
}

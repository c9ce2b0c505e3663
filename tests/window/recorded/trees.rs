//! What a screen reader is told: role, name, value and state of every node, in order.

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, ThemePreference, Vec2};
use poscope::session::Session;
use poscope::text::Language;

use super::super::stage::{Stage, preferences};
use super::{AGAINST, Act, FIRST, LLAMA, SMALLEST, STRETCHED, TRAINED, code, session, without_pixels};
use crate::common::recorded::{Made, compare};

/// One line per node. Containers without a name, and pieces of a text, are left out.
pub fn tree(stage: &Stage) -> String {
    let language = stage.app().preferences().language();
    let mut lines = String::new();
    let mut stack = vec![stage.harness.kittest_state().root()];
    while let Some(node) = stack.pop() {
        let children: Vec<_> = node.children().collect();
        stack.extend(children.into_iter().rev());
        let (role, name, value) = (node.role(), node.label(), node.value());
        let is_bare = name.is_none() && value.is_none();
        if matches!(role, Role::TextRun | Role::Window) || (role == Role::GenericContainer && is_bare) {
            continue;
        }
        lines.push_str(&format!("{role:?}"));
        if let Some(name) = name {
            lines.push_str(&format!(" {name:?}"));
        }
        if let Some(value) = value.map(|value| without_pixels(value, language)) {
            lines.push_str(&format!(" = {value:?}"));
        } else if let Some(number) = node.numeric_value() {
            lines.push_str(&format!(" = {number}"));
        }
        let states = [
            (node.toggled() == Some(Toggled::True), "on"),
            (node.toggled() == Some(Toggled::False), "off"),
            (node.is_selected() == Some(true), "selected"),
            (node.is_disabled(), "disabled"),
            (node.is_focused(), "focused"),
        ];
        for (_, state) in states.into_iter().filter(|(is_so, _)| *is_so) {
            lines.push_str(&format!(", {state}"));
        }
        lines.push('\n');
    }
    lines
}

#[test]
fn recorded_trees_of_the_window() {
    type State = (&'static str, Vec2, &'static str, &'static [Act]);
    let states: [State; 24] = [
        ("first", FIRST, "{}", &[]),
        ("hovered", FIRST, "{}", &[Act::Hover("heatmap.name", [0.37, 0.6])]),
        (
            "large",
            FIRST,
            r#"{"spec": {"d_model": 512, "max_len": 8192}, "views": {"log_offsets": true}}"#,
            &[],
        ),
        (
            "zoomed",
            FIRST,
            r#"{"views": {"positions": {"start": 10.0, "end": 20.0}, "pin": null, "lanes": [0, 1, 2, 3, 4, 5]}}"#,
            &[],
        ),
        ("rope", FIRST, r#"{"spec": {"scheme": "rope"}}"#, &[]),
        ("pairs", FIRST, LLAMA, &[]),
        ("alibi", FIRST, r#"{"spec": {"scheme": "alibi", "d_model": 8}}"#, &[]),
        ("t5", FIRST, r#"{"spec": {"scheme": "t5", "d_model": 8}}"#, &[]),
        ("index", FIRST, r#"{"spec": {"scheme": "index"}}"#, &[]),
        ("strategies", FIRST, TRAINED, &[]),
        ("strategies_unset", FIRST, r#"{"views": {"ways": "strategies"}}"#, &[]),
        ("stretched", FIRST, STRETCHED, &[]),
        ("ab", FIRST, AGAINST, &[]),
        (
            "ab_widths",
            FIRST,
            r#"{"versus": {"spec": {"d_model": 32}, "aligned": true}}"#,
            &[],
        ),
        ("small", SMALLEST, "{}", &[]),
        ("small_pairs", SMALLEST, "{}", &[Act::Use("wavelengths.title")]),
        ("small_ab", SMALLEST, AGAINST, &[Act::Use("ways.show")]),
        ("heatmap_alone", FIRST, "{}", &[Act::Key(Key::Num1)]),
        ("near_and_far_alone", FIRST, "{}", &[Act::Key(Key::Num2)]),
        ("bands_alone", FIRST, "{}", &[Act::Key(Key::Num3)]),
        ("strips_alone", FIRST, "{}", &[Act::Key(Key::Num4)]),
        ("view_menu", FIRST, "{}", &[Act::Use("toolbar.view")]),
        ("palette", FIRST, "{}", &[Act::Ctrl(Key::K)]),
        ("help", FIRST, "{}", &[Act::Key(Key::Questionmark)]),
    ];
    let mut made = Vec::new();
    for language in Language::ALL {
        let chosen = preferences(language, ThemePreference::Light);
        for size in [FIRST, SMALLEST] {
            let mut stage = Stage::with(size, chosen.clone(), Session::default());
            for (name, _, fields, acts) in states.iter().filter(|(_, its, ..)| *its == size) {
                stage.restart(chosen.clone(), session(fields));
                stage.settle();
                for act in *acts {
                    act.run(&mut stage);
                }
                made.push((format!("{name}.{}.txt", code(language)), Made::Text(tree(&stage))));
                stage.harness.remove_cursor();
                stage.key(Key::Escape); // a menu outlives its app
            }
        }
    }
    compare("trees", &made);
}

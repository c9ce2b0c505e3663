//! The current window, stored in `tests/recorded`: its pictures, what a screen reader is told, and
//! what the pointer and the keys do in every view.

mod pictures;
mod scripts;
mod trees;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Vec2, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use poscope::session::{Session, from_json};
use poscope::text::Language;

use super::stage::Stage;
use crate::common::locale;

const FIRST: Vec2 = vec2(1280.0, 800.0);
const SMALLEST: Vec2 = vec2(640.0, 480.0);

/// Llama 3.1 8B: the pairs are kept, mixed, divided.
const LLAMA: &str = r#"{"spec": {"scheme": "rope", "d_model": 128, "base": 500000.0, "max_len": 131072,
    "rope": {"scaling": "llama3", "factor": 8.0, "original_len": 8192}},
    "views": {"ways": "pairs", "lanes": [0, 20, 31, 40, 63]}}"#;
const TRAINED: &str = r#"{"spec": {"beyond": {"trained_len": 25, "strategy": "restart", "overlap": 5}},
    "views": {"ways": "strategies"}}"#;
const STRETCHED: &str = r#"{"spec": {"scheme": "learned", "d_model": 64, "max_len": 1024},
    "views": {"ways": "strategies"}}"#;
const AGAINST: &str = r#"{"versus": {"spec": {"base": 500.0}}}"#;

/// The session of a saved text, in which everything has a known name.
fn session(fields: &str) -> Session {
    let text = format!(r#"{{"format": "poscope session", "version": 1, "session": {fields}}}"#);
    let opened = from_json(&text).unwrap_or_else(|error| panic!("{fields}: {error}"));
    assert!(opened.unknown.is_empty(), "{fields}: {:?}", opened.unknown);
    opened.session
}

/// What a person does before a picture is taken or a tree is read.
enum Act {
    Key(Key),
    Ctrl(Key),
    /// Clicks the control that has the words of a key.
    Use(&'static str),
    /// Runs a command of the palette, by the key of its words.
    Command(&'static str),
    /// Holds the pointer over a part of the plot that has the words of a key.
    Hover(&'static str, [f32; 2]),
}

impl Act {
    fn run(&self, stage: &mut Stage) {
        let language = stage.app().preferences().language();
        match *self {
            Self::Key(key) => stage.key(key),
            Self::Ctrl(key) => stage.shortcut(Modifiers::COMMAND, key),
            Self::Use(key) => {
                found(stage, key).click();
                stage.settle();
            }
            Self::Command(key) => stage.command(words!(language; key)),
            Self::Hover(key, [x, y]) => {
                let at = found(stage, key).rect().lerp_inside(vec2(x, y));
                stage.hover(at);
            }
        }
    }
}

/// The plot or control that has the words of a key, the first one or a later one. The words inside
/// a button are separate nodes, which are skipped.
fn named<'a>(stage: &'a Stage, key: &str, place: usize) -> Option<Node<'a>> {
    let language = stage.app().preferences().language();
    let is_named = |node: &Node<'_>| {
        let node = node.accesskit_node();
        node.role() != Role::Label && node.label().is_some_and(|label| locale::is_of(&label, key, language))
    };
    stage.harness.query_all(By::new()).filter(is_named).nth(place)
}

fn found<'a>(stage: &'a Stage, key: &str) -> Node<'a> {
    named(stage, key, 0).unwrap_or_else(|| panic!("there is no {key} in\n{}", trees::tree(stage)))
}

/// A text without the numbers that follow from the size of a pixel: margins may change a little.
fn without_pixels(text: String, language: Language) -> String {
    let key = ["status.pixel", "status.pixel_bias"]
        .into_iter()
        .find(|key| locale::is_of(&text, key, language));
    key.map_or(text, |key| words!(language; key))
}

/// The end of a file's name.
fn code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh",
    }
}

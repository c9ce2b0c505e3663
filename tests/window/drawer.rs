//! The conventions drawer: one column of labels, one of values, and both inside.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, ThemePreference, vec2};
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use poscope::encoding::rope::Scaling;
use poscope::encoding::t5::Shows;
use poscope::encoding::{Precision, Scheme, Spec};
use poscope::session::Session;
use poscope::text::Language;

use super::stage::{FIRST_SIZE, Stage, preferences};
use super::words;
use crate::common::locale;

/// A RoPE with all sections of its settings open.
fn yarn() -> Spec {
    let mut spec = Spec {
        scheme: Scheme::Rope,
        d_model: 128,
        max_len: 8192,
        ..Spec::default()
    };
    spec.rope.scaling = Scaling::Yarn;
    spec.rope.angle_precision = Precision::F32;
    spec.rope.seed = 3;
    spec.beyond.trained_len = 4096;
    spec
}

fn trained() -> Spec {
    let mut spec = Spec::default();
    spec.beyond.trained_len = 25;
    spec
}

/// The values in the drawer: its fields, and its choices except that of a named arrangement.
fn values(stage: &Stage, drawer: Rect) -> Vec<Rect> {
    let mut values = Vec::new();
    for role in [Role::TextInput, Role::ComboBox] {
        for node in stage.harness.query_all(By::new().role(role)) {
            let name = node.accesskit_node().label().unwrap_or_default();
            let is_named = locale::is_of(&name, "conventions.named", stage.app().preferences().language());
            if drawer.contains(node.rect().left_top()) && !is_named {
                values.push(node.rect());
            }
        }
    }
    values
}

#[test]
fn values_of_all_sections_stand_in_one_column_beside_the_labels_and_inside_the_drawer() {
    let mut t5 = Spec {
        scheme: Scheme::T5,
        ..Spec::default()
    };
    t5.t5.shows = Shows::Bias; // a seed has a part then
    for language in Language::ALL {
        for size in [FIRST_SIZE, vec2(640.0, 480.0)] {
            for (spec, least) in [(yarn(), 8), (trained(), 5), (t5.clone(), 5)] {
                let session = Session {
                    spec,
                    ..Session::default()
                };
                let mut stage = Stage::with(size, preferences(language, ThemePreference::Light), session);
                stage.command(words!(language; "command.conventions"));
                // Below the bars, with the scroll bar's margin at its right.
                let drawer = Rect::from_min_max((size.x - 240.0, 70.0).into(), (size.x, 1e4).into());
                let values = values(&stage, drawer);
                assert!(values.len() >= least, "{language:?}, {size:?}: {values:?}");
                for value in &values {
                    assert!(
                        (value.left() - values[0].left()).abs() < 1.0,
                        "{language:?}: {values:?}"
                    );
                    assert!(
                        (value.width() - values[0].width()).abs() < 1.5,
                        "{language:?}: {values:?}"
                    );
                    assert!(value.right() <= drawer.right() - 10.0, "{language:?}: {value:?}");
                }
                for text in words::on_screen(&stage.harness) {
                    if text.clip.left() >= drawer.left() - 5.0 && drawer.contains(text.rect.left_top()) {
                        assert!(text.rect.left() >= drawer.left() + 9.0, "{text:?}");
                        assert!(!text.is_elided, "{text:?}");
                    }
                }
            }
        }
    }
}

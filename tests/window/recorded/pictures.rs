//! Each view in the window, painted on the CPU.

use eframe::egui::{ThemePreference, Vec2, vec2};
use poscope::app::App;
use poscope::text::Language::{self, Chinese, English};

use super::super::stage::{Stage, preferences};
use super::{AGAINST, Act, FIRST, LLAMA, SMALLEST, STRETCHED, TRAINED, code, session};
use crate::common::recorded::{Made, compare};
use crate::common::{paintable, picture};

/// Large enough for all panes.
const COMPACT: Vec2 = vec2(1000.0, 640.0);

#[test]
fn recorded_pictures_of_the_window() {
    let (light, dark) = (ThemePreference::Light, ThemePreference::Dark);
    type Taken = (
        &'static str,
        Vec2,
        Language,
        ThemePreference,
        &'static str,
        &'static [Act],
    );
    let taken: [Taken; 16] = [
        (
            "first",
            FIRST,
            English,
            light,
            "{}",
            &[Act::Hover("heatmap.name", [0.37, 0.6])],
        ),
        ("first", COMPACT, Chinese, dark, "{}", &[]),
        ("first", SMALLEST, English, light, "{}", &[]),
        (
            "transposed",
            COMPACT,
            English,
            light,
            r#"{"views": {"transposed": true, "regrouped": true, "own_scales": true, "log_offsets": true}}"#,
            &[],
        ),
        (
            "large",
            COMPACT,
            English,
            light,
            r#"{"spec": {"d_model": 512, "max_len": 8192}, "views": {"lanes": [0, 64, 200]}}"#,
            &[],
        ),
        (
            "zoomed",
            COMPACT,
            Chinese,
            light,
            r#"{"spec": {"d_model": 64, "max_len": 512}, "views": {"positions": {"start": 100.0, "end": 140.0},
                "dimensions": {"start": 4.0, "end": 24.0}, "lanes": [2, 5, 9],
                "pairs": [{"start": 100.0, "end": 200.0}, {"start": 50.0, "end": 150.0}]}}"#,
            &[],
        ),
        (
            "scores_and_pairs",
            COMPACT,
            English,
            light,
            LLAMA,
            &[Act::Hover("pairs.name", [0.7, 0.5])],
        ),
        (
            "alibi",
            COMPACT,
            Chinese,
            light,
            r#"{"spec": {"scheme": "alibi", "d_model": 8}}"#,
            &[],
        ),
        (
            "t5",
            COMPACT,
            English,
            dark,
            r#"{"spec": {"scheme": "t5", "d_model": 8, "max_len": 256}}"#,
            &[],
        ),
        ("strategies", COMPACT, English, light, TRAINED, &[]),
        ("stretched", COMPACT, Chinese, dark, STRETCHED, &[]),
        (
            "ab",
            FIRST,
            English,
            light,
            AGAINST,
            &[Act::Hover("ab.name", [0.37, 0.6])],
        ),
        ("ab", SMALLEST, Chinese, dark, AGAINST, &[]),
        (
            "ab_lengths",
            COMPACT,
            English,
            light,
            r#"{"versus": {"spec": {"max_len": 4096}, "front_is_b": true}}"#,
            &[],
        ),
        (
            "near_and_far_alone",
            COMPACT,
            English,
            light,
            "{}",
            &[
                Act::Key(eframe::egui::Key::Num2),
                Act::Hover("near_far.curve_name", [0.5, 0.5]),
            ],
        ),
        (
            "drawer",
            COMPACT,
            English,
            light,
            r#"{"spec": {"scheme": "rope"}}"#,
            &[Act::Command("command.conventions")],
        ),
    ];
    let made: Vec<(String, Made)> = taken
        .into_iter()
        .map(|(name, size, language, theme, fields, acts)| {
            let (session, chosen) = (session(fields), preferences(language, theme));
            let mut stage = Stage::build(size, 1.0, theme, move |ctx| {
                paintable(ctx);
                App::new(ctx, chosen, session, None)
            });
            for act in acts {
                act.run(&mut stage);
            }
            let shade = format!("{theme:?}").to_lowercase();
            let name = format!("{name}.{}x{}.{}.{shade}.png", size.x, size.y, code(language));
            (name, Made::Picture(picture(&stage.harness)))
        })
        .collect();
    compare("window", &made);
}

//! The current figure of each view, stored in `tests/recorded/figures`: its pixels, and its words
//! in both languages, with its title and description.

use std::fs;

use super::done;
use crate::common::recorded::{Made, compare, read};

/// Each figure: its name, its options, and whether it is dark.
const FIGURES: [(&str, &str, bool); 19] = [
    ("heatmap", "heatmap", false),
    (
        "heatmap_large",
        "heatmap --d-model 512 --max-len 8192 --transpose",
        true,
    ),
    (
        "heatmap_trained",
        "heatmap --trained-len 25 --beyond restart --overlap 5",
        false,
    ),
    ("heatmap_single", "heatmap --for single", false),
    ("bands", "bands", false),
    (
        "bands_large",
        "bands --d-model 512 --max-len 8192 --bands 0,8,64,200",
        true,
    ),
    ("similarity", "similarity", false),
    (
        "similarity_log",
        "similarity --d-model 64 --max-len 2000 --log-offsets",
        true,
    ),
    ("scores", "scores --scheme rope", false),
    ("bias_alibi", "bias --scheme alibi --d-model 8 --head 3", false),
    ("bias_t5", "bias --scheme t5 --d-model 8 --max-len 256", true),
    ("difference", "difference --versus=--base=500", false),
    (
        "difference_orders",
        "difference --d-model 64 --max-len 64 --aligned --versus=--convention=tensor2tensor",
        true,
    ),
    ("three_ways", "three-ways", false),
    ("strategies", "strategies --trained-len 25 --overlap 5", false),
    (
        "strategies_learned",
        "strategies --scheme learned --d-model 16 --max-len 640",
        true,
    ),
    (
        "wavelengths",
        "wavelengths --preset llama-3.1-8b --max-len 131072",
        false,
    ),
    ("wavelengths_grid", "wavelengths --scheme grid", true),
    ("page", "page", false),
];

#[test]
fn recorded_figures() {
    let folder = tempfile::tempdir().unwrap();
    let mut made = Vec::new();
    for (name, options, is_dark) in FIGURES {
        let theme = if is_dark { "dark" } else { "light" };
        let png = folder.path().join("figure.png");
        let mut words = format!("poscope export {options}\n");
        for (language, svg) in [("en", "figure.en.svg"), ("zh", "figure.zh.svg")] {
            exported(folder.path(), &format!("{options} --lang {language} -o {svg}"));
            words.push_str(&words_of(&fs::read_to_string(folder.path().join(svg)).unwrap()));
        }
        exported(
            folder.path(),
            &format!("{options} --theme {theme} --dpi 60 -o figure.png"),
        );
        made.push((format!("{name}.{theme}.png"), Made::Picture(read(&png).unwrap())));
        made.push((format!("{name}.txt"), Made::Text(words)));
    }
    compare("figures", &made);
}

/// `export difference` reports on standard error where the difference is largest.
fn exported(folder: &std::path::Path, options: &str) {
    let arguments = format!("export {options}");
    if options.starts_with("difference") {
        assert_eq!(super::run(folder, &arguments).status.code(), Some(0), "{arguments}");
    } else {
        done(folder, &arguments);
    }
}

/// Title, description and texts of an SVG, one per line; a text with a rim is drawn twice.
fn words_of(svg: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for element in ["title", "desc", "text"] {
        for part in svg.split(&format!("<{element}")).skip(1) {
            let text = part.split_once('>').unwrap().1;
            let text = text.split(&format!("</{element}>")).next().unwrap();
            let line = format!("    {element}: {text}");
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
    }
    format!("\n{}\n", lines.join("\n"))
}

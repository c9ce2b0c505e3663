//! `poscope presets` and `--preset`.

use poscope::encoding::{Encoding, Mistake, Preset, Spec};

use crate::{done, refused};

fn printed(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    String::from_utf8(done(folder.path(), arguments)).unwrap()
}

fn json(arguments: &str) -> Vec<serde_json::Value> {
    serde_json::from_str(&printed(arguments)).unwrap()
}

/// The first cells of the table that the options make.
fn table(options: &str) -> Vec<f64> {
    let csv = printed(&format!("table -o - --format csv --precision f64 {options}"));
    let numbers = csv.lines().flat_map(|line| line.split(','));
    numbers.filter_map(|number| number.parse().ok()).collect()
}

fn values(spec: Spec) -> Vec<f64> {
    let encoding = Encoding::new(spec).unwrap();
    let row = |p| (0..encoding.d_model()).map(move |j| (p, j));
    let cells = (0..encoding.max_len()).flat_map(row);
    cells.map(|(p, j)| encoding.value(p, j).unwrap()).collect()
}

#[test]
fn the_list_has_a_line_for_every_preset_with_its_numbers_and_aligned_columns() {
    let list = printed("presets");
    let mut lines = list.lines();
    let header = lines.next().unwrap();
    for title in ["name", "scheme", "d_model", "max_len", "base", "cycles"] {
        assert!(header.contains(title), "{header}");
    }
    let rows: Vec<&str> = lines.collect();
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    let is_first = |line: &&&str| !line.starts_with("  ");
    assert_eq!(rows.iter().filter(is_first).count(), Preset::all().len());
    let mut entries = rows.split(|line| !line.starts_with("  ")).skip(1);
    for preset in Preset::all() {
        assert!(list.contains(&format!("\n{} ", preset.name)), "{}", preset.name);
        let without_spaces = |text: &str| text.replace(' ', "");
        let below = entries.next().unwrap().join("");
        assert!(
            without_spaces(&below).starts_with(&without_spaces(preset.source)),
            "{below}"
        );
    }
    assert!(
        list.contains("opus-mt               sinusoidal        512      512     10,000  123 of 256\n  huggingface")
    );
    assert!(list.contains("llama-3-8b            rope              128    8,192    500,000  35 of 64\n  meta-llama"));
    assert!(list.contains("mpt-7b                alibi        32 heads    2,048          —  —\n  mosaicml"));
    assert!(printed("presets mpt --lang zh").contains("32 头"));
}

#[test]
fn words_choose_among_presets_and_every_one_of_them_counts() {
    let list = printed("presets Whisper 1500 768");
    assert!(
        list.contains("\nwhisper-small ") && !list.contains("whisper-tiny"),
        "{list}"
    );
    let line = refused(&["presets", "zebra", "crossing"]);
    assert!(line.contains("\"zebra crossing\"") && line.contains("leave"), "{line}");
    assert!(refused(&["presets", "--json", "zebra"]).contains("\"zebra\""));
    assert!(refused(&["presets", "--mistakes", "zebra"]).contains("\"zebra\""));
}

#[test]
fn json_has_every_preset_with_numbers_as_numbers() {
    let list = json("presets --json");
    assert_eq!(list.len(), Preset::all().len());
    for (entry, preset) in list.iter().zip(Preset::all()) {
        assert_eq!(entry["name"], preset.name);
        assert_eq!(entry["source"], preset.source);
        assert_eq!(entry["d_model"], preset.spec.d_model);
        assert_eq!(entry["max_len"], preset.spec.max_len);
    }
    let opus = &json("presets --json opus")[0];
    assert_eq!((&opus["finished_cycles"], &opus["pairs"]), (&123.into(), &256.into()));
    assert_eq!(opus["base"], 10_000.0);
    assert_eq!((&opus["model_width"], &opus["note"]), (&().into(), &().into()));
    let replit = &json("presets --json replit")[0];
    assert_eq!((&replit["d_model"], &replit["model_width"]), (&24.into(), &3072.into()));
    assert_eq!((&replit["base"], &replit["pairs"]), (&().into(), &().into()));
    assert_eq!(replit["note"], "model width 3,072");
}

#[test]
fn mistakes_are_listed_with_what_to_look_for_in_both_languages() {
    let list = printed("presets --mistakes");
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    for (language, code) in [
        (poscope::text::Language::English, "en"),
        (poscope::text::Language::Chinese, "zh"),
    ] {
        let list = json(&format!("presets --mistakes --json --lang {code}"));
        assert_eq!(list.len(), Mistake::all().len());
        for (entry, mistake) in list.iter().zip(Mistake::all()) {
            let words = poscope::text::MistakeWords::new(&mistake, language);
            assert_eq!(entry["name"], mistake.name);
            assert_eq!(entry["title"], words.title);
            assert_eq!(entry["look_for"], words.look);
        }
    }
    assert!(list.contains("\nbf16-positions ") && list.contains("769 of 4,096 rows are distinct"));
    assert!(printed("presets --mistakes --lang zh").contains("位置用 bfloat16 存放"));
}

#[test]
fn a_preset_or_a_mistake_is_where_the_other_options_begin() {
    let preset = Preset::named("whisper-tiny").unwrap().spec;
    let shorter = Spec { max_len: 3, ..preset };
    assert_eq!(table("--preset whisper-tiny --max-len 3"), values(shorter.clone()));
    assert_eq!(table("--max-len 3 --preset whisper-tiny"), values(shorter.clone()));
    let paper = Spec {
        conventions: Default::default(),
        ..shorter
    };
    assert_eq!(
        table("--preset whisper-tiny --max-len 3 --convention paper"),
        values(paper)
    );
    let mistake = Mistake::named("off-by-one").unwrap();
    assert_eq!(table("--preset off-by-one"), values(mistake.spec));
    assert_eq!(table("--preset off-by-one --start 0"), values(mistake.right));
}

#[test]
fn the_difference_of_a_mistake_to_the_right_table_is_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::poscope(folder.path());
    command.args(["export", "difference", "--preset", "bf16-positions", "-o", "d.png"]);
    let output = command.args(["--versus", "--position-precision f64"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("largest difference"));
    assert!(folder.path().join("d.png").is_file());
}

#[test]
fn an_unknown_preset_is_refused_with_its_name_and_where_the_names_are() {
    for name in ["whisper-tinny", "whisper", "gpt-5", "-1", ""] {
        let line = refused(&["table", "-o", "x.npy", "--preset", name]);
        assert!(line.contains(&format!("\"{name}\"")), "{line}");
        assert!(
            line.contains("--preset") && line.contains("poscope presets --mistakes"),
            "{line}"
        );
    }
    let line = refused(&["table", "-o", "x.npy", "--preset", "xyz", "--lang", "zh"]);
    assert!(line.starts_with("--preset：不认识“xyz”"), "{line}");
}

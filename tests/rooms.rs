//! What the rooms of src may name, and that every sentence is there in both languages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest; each may use only those before it.
const ROOMS: [&str; 8] = [
    "encoding", "code", "field", "file", "analysis", "session", "text", "figure",
];

/// The files of sentences.
const LOCALES: [&str; 12] = [
    "ab",
    "animation",
    "app",
    "batch",
    "beyond",
    "cli",
    "code",
    "errors",
    "figure",
    "library",
    "sessions",
    "settings",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let nested = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    nested
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The lines of a file that are no comments.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(str::to_owned).collect()
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn a_room_uses_only_rooms_below_it_and_pure_ones_know_nothing_of_egui() {
    for (place, room) in ROOMS.iter().enumerate() {
        let files = sources(&src().join(room));
        assert!(!files.is_empty(), "{room}");
        for file in files {
            for line in code(&file) {
                let names = |word: &str| line.contains(word);
                assert!(
                    !(names("egui") || names("eframe") || names("epaint")),
                    "{}: {line}",
                    file.display()
                );
                for above in ROOMS[place + 1..].iter().chain(&["app", "cli"]) {
                    assert!(!names(&format!("crate::{above}::")), "{}: {line}", file.display());
                }
                assert!(*room == "file" || !names("std::fs"), "{}: {line}", file.display());
            }
        }
    }
}

/// Sections whose keys are made of the names of schemes, settings and choices;
/// a test in `text` goes through these.
const BY_NAME: [&str; 9] = [
    "setting",
    "choice",
    "section",
    "scheme",
    "conventions",
    "sentence",
    "export_kind",
    "export_for",
    "export_view",
];

/// The quoted words of a line that look like the key of a sentence.
fn keys(line: &str) -> Vec<&str> {
    let is_key = |word: &&str| {
        let letters = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        word.split('.').count() == 2 && word.split('.').all(letters)
    };
    line.split('"').skip(1).step_by(2).filter(is_key).collect()
}

#[test]
fn every_sentence_that_is_asked_for_exists() {
    let sentences: String = LOCALES
        .map(|file| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/locales/{file}.yml"));
            fs::read_to_string(path).unwrap()
        })
        .concat();
    let exists = |key: &str| sentences.lines().any(|line| line.strip_suffix(':') == Some(key));
    let sections: Vec<&str> = sentences
        .lines()
        .filter_map(|line| line.strip_suffix(':')?.split_once('.'))
        .map(|(section, _)| section)
        .collect();
    let mut count = 0;
    for file in sources(&src()) {
        for line in code(&file) {
            for key in keys(&line) {
                let (section, _) = key.split_once('.').unwrap();
                // A file name such as "heatmap.png" is no key.
                if sections.contains(&section)
                    && !["png", "npy", "npz", "csv", "ron"].iter().any(|end| key.ends_with(end))
                {
                    assert!(exists(key), "{}: {key}", file.display());
                    count += 1;
                }
            }
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn every_sentence_has_both_languages_with_the_same_values() {
    let all: String = sources(&src()).iter().flat_map(|file| code(file)).collect();
    let values = |sentence: &str| {
        let mut names: Vec<String> = sentence
            .split("%{")
            .skip(1)
            .map(|rest| rest[..rest.find('}').unwrap()].to_owned())
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let mistakes = poscope::encoding::Mistake::all();
    let mut count = 0;
    for file in LOCALES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/locales/{file}.yml"));
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
            .collect();
        for lines in lines[1..].chunks(3) {
            let key = lines[0].strip_suffix(':').expect(lines[0]);
            let english = lines[1].strip_prefix("  en: \"").expect(lines[1]);
            let chinese = lines[2].strip_prefix("  zh-CN: \"").expect(lines[2]);
            assert!(english.len() > 1 && chinese.len() > 1, "{key}");
            assert_eq!(values(english), values(chinese), "{key}");
            let by_name = BY_NAME
                .iter()
                .any(|section| key.split_once('.').is_some_and(|(start, _)| start == *section));
            // The key of a mistake's sentence is put together of the mistake's name.
            let is_used = match key.strip_prefix("mistake.") {
                Some(name) => mistakes.iter().any(|mistake| {
                    name.strip_prefix(mistake.name)
                        .is_some_and(|what| [".title", ".look"].contains(&what))
                }),
                None => by_name || all.contains(&format!("\"{key}\"")),
            };
            assert!(is_used, "{key} is not used");
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
}

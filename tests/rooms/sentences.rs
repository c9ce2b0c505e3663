//! Every sentence exists in both languages, in the file that its key names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use poscope::cli::export::own_options;
use poscope::encoding::Mistake;
use poscope::view::VIEWS;

use super::imports::Sources;
use super::{locale, src};

/// Sections whose keys are made of the names of schemes, settings and choices, or of options; tests
/// in `words` and in `cli::help` go through these.
const BY_NAME: [&str; 10] = [
    "setting",
    "choice",
    "section",
    "scheme",
    "conventions",
    "sentence",
    "export_kind",
    "export_for",
    "export_swept",
    "help",
];

/// Names in sessions and options, which are words of the program too.
const NAMES: [&str; 7] = ["d_model", "max_len", "base", "bf16", "none", "interpolate", "dark"];

/// A sentence of a file in `assets/locales`.
struct Sentence {
    file: String,
    key: String,
    english: String,
    chinese: String,
}

/// All sentences, in the order of the files.
fn sentences() -> Vec<Sentence> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let lines: Vec<&str> = lines.collect();
        let words = |line: &str, start: &str| serde_json::from_str(line.strip_prefix(start).expect(line)).expect(line);
        for lines in lines[1..].chunks(3) {
            all.push(Sentence {
                file: path.file_stem().unwrap().to_str().unwrap().to_owned(),
                key: lines[0].strip_suffix(':').expect(lines[0]).to_owned(),
                english: words(lines[1], "  en: "),
                chinese: words(lines[2], "  zh-CN: "),
            });
        }
    }
    all
}

/// The strings of src.
fn literals() -> BTreeSet<String> {
    let sources = Sources::of(&src());
    sources.files.into_iter().flat_map(|file| file.literals).collect()
}

/// The keys of views, made of the names of the views and of their settings.
fn keys_of_views() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for view in VIEWS {
        let name = view.name().replace('-', "_");
        keys.insert(format!("{name}.about"));
        if view.is_listed() {
            keys.insert(format!("{name}.title"));
            keys.insert(format!("{name}.help"));
        }
        keys.extend(own_options(*view).into_iter().map(|option| format!("{name}.{option}")));
    }
    keys
}

#[test]
fn every_sentence_that_is_asked_for_exists() {
    let sentences = sentences();
    let keys: BTreeSet<&str> = sentences.iter().map(|sentence| sentence.key.as_str()).collect();
    let section = |key: &str| key.split_once('.').map(|(section, _)| section.to_owned());
    let sections: BTreeSet<String> = keys.iter().filter_map(|key| section(key)).collect();
    let letters = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let mut count = 0;
    for literal in literals() {
        let is_key = literal.split('.').count() == 2 && literal.split('.').all(letters);
        // A file name such as "heatmap.png" is not a key.
        let is_file = ["png", "npy", "npz", "csv", "ron"]
            .iter()
            .any(|end| literal.ends_with(end));
        if is_key && !is_file && section(&literal).is_some_and(|section| sections.contains(&section)) {
            assert!(keys.contains(literal.as_str()), "{literal} is no key");
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
    for key in keys_of_views() {
        assert!(keys.contains(key.as_str()), "{key} is no key");
    }
}

#[test]
fn every_sentence_has_both_languages_with_the_same_values_and_is_used() {
    let values = |sentence: &str| {
        let names = sentence.split("%{").skip(1);
        names
            .map(|rest| rest[..rest.find('}').unwrap()].to_owned())
            .collect::<BTreeSet<_>>()
    };
    let (literals, of_views) = (literals(), keys_of_views());
    let mistakes = Mistake::all();
    let mut count = 0;
    for Sentence {
        key, english, chinese, ..
    } in sentences()
    {
        assert!(!english.is_empty() && !chinese.is_empty(), "{key}");
        assert_eq!(values(&english), values(&chinese), "{key}");
        let by_name = BY_NAME
            .iter()
            .any(|section| key.split_once('.').is_some_and(|(start, _)| start == *section));
        // The key of a mistake's sentence contains the mistake's name.
        let is_used = match key.strip_prefix("mistake.") {
            Some(name) => mistakes.iter().any(|mistake| {
                name.strip_prefix(mistake.name)
                    .is_some_and(|what| [".title", ".look"].contains(&what))
            }),
            None => by_name || literals.contains(&key) || of_views.contains(&key),
        };
        assert!(is_used, "{key} is not used");
        count += 1;
    }
    assert!(count > 150, "{count}");
}

#[test]
fn every_file_of_sentences_is_named_after_the_first_word_of_its_keys() {
    for Sentence { file, key, .. } in sentences() {
        assert_eq!(key.split_once('.').map(|(word, _)| word), Some(file.as_str()), "{key}");
    }
}

/// Whether a text is a sentence; one with values must begin with words. A text of three bytes is not a sentence.
fn is_said(text: &str, sentence: &str) -> bool {
    let first = sentence.split("%{").next().unwrap();
    text.len() > 3 && first.len() > 3 && locale::is(text, sentence)
}

#[test]
fn tests_of_the_window_ask_for_sentences_by_their_keys() {
    assert!(is_said("Saved: a.png", "Saved: %{path}") && !is_said("Saved", "Saved: %{path}"));
    let tests = Sources::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window"));
    let sentences = sentences();
    let (mut faults, mut count) = (BTreeSet::new(), 0);
    for file in &tests.files {
        for literal in file
            .literals
            .iter()
            .filter(|literal| !NAMES.contains(&literal.as_str()))
        {
            let is_said = |its: &&Sentence| is_said(literal, &its.english) || is_said(literal, &its.chinese);
            if let Some(sentence) = sentences.iter().find(is_said) {
                faults.insert(format!("{}: {literal:?} is {}", file.path.display(), sentence.key));
            }
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
    assert!(faults.is_empty(), "{faults:#?}");
}

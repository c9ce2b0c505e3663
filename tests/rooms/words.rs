//! Numbers, schemes, presets and mistakes in words.

use poscope::analysis::finished_cycles;
use poscope::encoding::{Encoding, Mistake, Preset, Scheme, Slot, Spec};
use poscope::text::{
    Language, MistakeWords, PresetWords, choice_name, count, plain, rounded, scheme_name, scheme_rule, setting_hint,
    setting_name, significant,
};

fn found(query: &str) -> Vec<&'static str> {
    let all = Preset::all().into_iter();
    all.filter(|preset| PresetWords::new(preset, Language::English).have(query))
        .map(|preset| preset.name)
        .collect()
}

#[test]
fn a_preset_is_found_by_every_word_of_name_source_and_numbers() {
    assert_eq!(found("TINY whisper"), ["whisper-tiny"]);
    assert_eq!(found("marian modeling"), ["opus-mt"]);
    assert_eq!(found("1500 768"), ["whisper-small"]);
    assert_eq!(found("768 × 1,500"), ["whisper-small"]);
    assert_eq!(found("123 of 256"), ["opus-mt"]);
    let llamas = found("llama");
    for name in ["llama-2-7b", "codellama-7b", "llama-3.1-8b", "yarn-llama-2-7b-64k"] {
        assert!(llamas.contains(&name), "{llamas:?}");
    }
    assert_eq!(found("35 of 64"), ["llama-3-8b"]);
    assert_eq!(found("alibi 24 heads"), ["replit-code-v1.5-3b"]);
    assert_eq!(found("14 × 14 cells"), ["mae-vit-base"]);
    assert!(found("no such model").is_empty());
    assert_eq!(found("").len(), Preset::all().len());
}

#[test]
fn of_256_pairs_123_finish_a_cycle_within_512_positions() {
    let words = Preset::named("opus-mt").map(|preset| PresetWords::new(&preset, Language::English));
    let cycles = words.as_ref().and_then(|words| words.cycles.as_deref());
    assert_eq!(cycles, Some("123 of 256 pairs finish a cycle"));
    let spec = Spec {
        d_model: 512,
        max_len: 512,
        ..Spec::default()
    };
    let cycles = Encoding::new(spec).ok().as_ref().and_then(finished_cycles);
    assert_eq!(cycles.map(|cycles| (cycles.finished, cycles.pairs)), Some((123, 256)));
}

#[test]
fn a_note_says_what_the_numbers_of_a_preset_do_not() {
    let note = |name: &str| {
        let preset = Preset::named(name)?;
        PresetWords::new(&preset, Language::English).note
    };
    for (name, expected) in [
        ("llama-2-7b", "one head, model width 4,096"),
        (
            "gpt-neox-20b",
            "24 of the 96 dimensions of a head rotate, model width 6,144",
        ),
        ("mpt-7b", "model width 4,096"),
        ("detr-resnet-50", "a grid of 25 × 34 cells"),
        ("gpt2", "its numbers are not shipped, these are random"),
    ] {
        assert_eq!(note(name).as_deref(), Some(expected));
    }
    assert!(note("t5-small-encoder").is_some_and(|note| note.contains("not shipped")));
    assert_eq!(note("whisper-tiny"), None);
    assert_eq!(note("all-minilm-l6-v2"), None);
    for preset in Preset::all() {
        let english = PresetWords::new(&preset, Language::English).note;
        let chinese = PresetWords::new(&preset, Language::Chinese).note;
        assert!(english.is_none() == chinese.is_none() && (english.is_none() || english != chinese));
        assert!(!english.is_some_and(|note| note.starts_with("library.")));
    }
}

#[test]
fn every_mistake_has_a_title_and_a_sentence_in_both_languages() {
    let is_chinese = |text: &str| text.contains(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
    for mistake in Mistake::all() {
        for language in Language::ALL {
            let words = MistakeWords::new(&mistake, language);
            for text in [&words.title, &words.look] {
                assert!(!text.starts_with("mistake."), "{text} is missing in {language:?}");
                assert_eq!(is_chinese(text), language == Language::Chinese, "{text}");
                assert!(!text.ends_with(['.', '。']), "{text}");
            }
        }
    }
}

#[test]
fn numbers_read_as_people_write_them() {
    assert_eq!(count(0), "0");
    assert_eq!(count(999), "999");
    assert_eq!(count(1_048_576), "1,048,576");
    assert_eq!(plain(10_000.0), "10,000");
    assert_eq!(plain(1.0001), "1.0001");
    assert_eq!(plain(1e30), "1e30");
    assert_eq!(plain(-5.0), "−5");
    assert_eq!(plain(-1e6), "−1,000,000");
    assert_eq!(plain(-0.5), "−0.5");
    assert_eq!(rounded(0.955_336_489, 6), "0.955336");
    assert_eq!(rounded(-0.000_000_01, 3), "0.000");
    assert_eq!(rounded(-0.5, 1), "−0.5");
    assert_eq!(significant(60_611.4, 3), "60,611");
    assert_eq!(significant(-1217.0, 4), "−1,217");
    assert_eq!(significant(-60_611.4, 3), "−60,611");
    assert_eq!(significant(-0.25, 3), "−0.25");
    assert_eq!(significant(62.83, 3), "62.8");
    assert_eq!(significant(0.020_408, 3), "0.0204");
    assert_eq!(significant(0.3, 6), "0.3");
    assert_eq!(significant(1e-9, 3), "1.00e−9");
}

#[test]
fn every_scheme_setting_and_choice_has_words_in_both_languages() {
    for language in Language::ALL {
        for scheme in Scheme::ALL {
            for words in [scheme_name(scheme, language), scheme_rule(scheme, language)] {
                assert!(!words.contains(scheme.name()) || words.contains(' '), "{words}");
            }
            let mut spec = Spec::default();
            for setting in spec.settings_of(scheme) {
                let name = setting.name;
                let mut words = vec![setting_name(name, language), setting_hint(name, language)];
                if let Slot::Choice(choice) = setting.slot {
                    words.extend(choice.names().iter().map(|choice| choice_name(choice, language)));
                }
                // A key without words is returned unchanged.
                let missing = |words: &String| words.contains("setting.") || words.contains("choice.");
                assert!(!words.iter().any(missing), "{words:?}");
            }
        }
    }
}

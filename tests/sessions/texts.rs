//! JSON, shared texts, and those of version 0.

use poscope::session::{SavedError, Session, Versus, from_json, from_shared, from_text, share, to_json};
use poscope::text::{Language, saved_error, unknown_fields};
use proptest::prelude::*;

use super::chance::Chance;

proptest! {
    #[test]
    fn every_session_comes_back_bit_by_bit(seed in any::<u64>()) {
        let session = Chance(seed).session();
        let json = to_json(&session);
        let opened = from_json(&json).unwrap();
        prop_assert_eq!(&opened.session, &session);
        prop_assert_eq!(opened.unknown, Vec::<String>::new());
        // Equal texts are equal bits, -0 among them.
        prop_assert_eq!(to_json(&opened.session), &*json);
        let shared = share(&session);
        prop_assert!(shared.bytes().all(|byte| byte.is_ascii_graphic()) && shared.len() < 4000, "{}", shared.len());
        prop_assert_eq!(to_json(&from_shared(&shared).unwrap().session), json);
    }

    #[test]
    fn a_text_that_was_mutilated_is_refused_or_is_still_the_same(seed in any::<u64>()) {
        let mut chance = Chance(seed);
        let session = chance.session();
        let shared = share(&session);
        let mut letters: Vec<char> = shared.chars().collect();
        for _ in 0..=chance.below(3) {
            let place = chance.below(letters.len());
            match chance.below(4) {
                0 => letters[place] = char::from(b' ' + chance.below(95) as u8),
                1 => drop(letters.remove(place)),
                2 => letters.insert(place, char::from_u32(chance.below(0x3000) as u32).unwrap_or('?')),
                _ => letters.truncate(place.max(1)),
            }
        }
        let mutilated: String = letters.into_iter().collect();
        if let Ok(opened) = from_shared(&mutilated) {
            prop_assert_eq!(opened.session, session, "{}", mutilated);
        }
    }

    #[test]
    fn a_file_that_was_mutilated_does_no_harm(seed in any::<u64>()) {
        let mut chance = Chance(seed);
        let mut bytes = to_json(&chance.session()).into_bytes();
        for _ in 0..=chance.below(4) {
            let place = chance.below(bytes.len());
            bytes[place] = chance.next() as u8;
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(opened) = from_text(&text) {
            prop_assert_eq!(from_json(&to_json(&opened.session)).unwrap().session, opened.session);
        }
        let _ = from_text(&text.replacen('{', "(", 1));
        let _ = from_text(&text[..text.floor_char_boundary(chance.below(text.len()))]);
    }
}

fn with(old: &str, new: &str) -> String {
    let text = to_json(&Session {
        versus: Some(Versus::default()),
        ..Session::default()
    });
    assert!(text.contains(old), "{old} in {text}");
    text.replacen(old, new, 1)
}

fn words(text: &str) -> String {
    saved_error(&from_text(text).unwrap_err(), Language::English)
}

#[test]
fn fields_that_are_not_known_are_named_and_all_else_opens() {
    let text = with(
        "\"views\": {",
        "\"mood\": 1, \"views\": {\"zoom_level\": [1, {\"a\": 2}], ",
    );
    let text = text.replacen("\"tolerance\"", "\"strict\": null, \"tolerance\"", 1);
    let text = text.replacen("\"version\"", "\"made_by\": \"me\", \"version\"", 1);
    let opened = from_json(&text).unwrap();
    let mut unknown = opened.unknown.clone();
    unknown.sort();
    assert_eq!(
        unknown,
        [
            "made_by",
            "session.mood",
            "session.versus.strict",
            "session.views.zoom_level"
        ]
    );
    assert_eq!(opened.session.versus, Some(Versus::default()));
    let words = unknown_fields(&opened.unknown, Language::English).unwrap();
    assert!(
        words.ends_with("and 1 more") && words.contains("views.zoom_level"),
        "{words}"
    );
    assert_eq!(unknown_fields(&[], Language::English), None);
}

#[test]
fn a_newer_version_is_refused_with_both_versions() {
    let text = with("\"version\": 1", "\"version\": 7");
    assert_eq!(from_json(&text), Err(SavedError::Newer { version: 7, known: 1 }));
    let words = words(&text);
    assert!(words.contains("version 7") && words.contains("up to 1"), "{words}");
    assert_eq!(
        from_shared("poscope2.abc"),
        Err(SavedError::Newer { version: 2, known: 1 })
    );
}

#[test]
fn what_does_not_fit_is_named_with_its_value() {
    for (old, new, expected) in [
        ("\"RdBu\"", "\"pink\"", "session.views.color_map is \"pink\""),
        (
            "\"d_model\": 16",
            "\"d_model\": -3",
            "session.spec.d_model is -3; write a whole number",
        ),
        (
            "\"reversed\": false",
            "\"reversed\": 0",
            "session.views.reversed is 0; write true or false",
        ),
        (
            "\"positions\": null",
            "\"positions\": {\"start\": 1}",
            "session.views.positions.end is missing",
        ),
        ("\"linked\": true", "\"linked\": []", "session.versus.linked is []"),
        ("\"version\": 1", "\"version\": \"1\"", "version is \"1\"; write 1"),
        (
            "\"d_model\": 16",
            "\"d_model\": 65536",
            "d_model = 65,536 is out of range; choose 1 to 16,384",
        ),
        ("\"base\": 10000.0", "\"base\": 1e308", "choose 1.0001 to 1,000,000,000"),
        (
            "\"tolerance\": 1e-6",
            "\"tolerance\": -1",
            "session.versus.tolerance is −1",
        ),
        ("\"session\": {", "\"session\": 5, \"x\": {", "session is 5"),
        (
            "\"format\": \"poscope session\"",
            "\"format\": \"ours\"",
            "There is no session",
        ),
        ("\"version\"", "version", "line 3, column 3"),
    ] {
        let words = words(&with(old, new));
        assert!(words.contains(expected), "{expected} in {words}");
        assert!(!words.contains('\n'));
    }
    let whole = to_json(&Session::default());
    assert!(words(&whole[..whole.len() / 2]).contains("cut off at line"));
    assert!(words(&with("\"base\": 10000.0", "\"base\": 1e999")).contains("damaged at line"));
    assert!(words(&format!("{{\"a\": \"{}\"}}", "x".repeat(1 << 20))).contains("the limit is 1,048,576"));
    assert!(words("{\"a\":".repeat(100_000).as_str()).contains("damaged at line 1"));
    assert!(words("").contains("There is no session"));
}

#[test]
fn what_is_left_out_is_as_at_first() {
    let opened = from_json(r#"{"format": "poscope session", "version": 1, "session": {"spec": {"d_model": 4}}}"#);
    let mut expected = Session::default();
    expected.spec.d_model = 4;
    assert_eq!(opened.unwrap().session, expected);
}

#[test]
fn a_shared_text_is_found_among_words_and_line_breaks() {
    let mut session = Session::default();
    session.spec.base = 12_345.678;
    let text = share(&session);
    assert!(text.starts_with("poscope1.") && text.len() < 70, "{text}");
    assert!(share(&Session::default()).len() < 24);
    let (head, tail) = text.split_at(20);
    for pasted in [
        format!("  {text}\n"),
        format!("Have a look: \"{text}\", it is odd."),
        format!("看这个“{text}”。"),
        format!("{text} and then some words"),
        format!("> {head}\r\n> {tail}\n> best"),
        format!("({head}\\\n{tail})"),
        format!("<p>{head}\u{200B}{tail}</p>"),
        format!("poscope 1. is the program; poscope1.x is no session, {text} is"),
    ] {
        let opened = from_text(&pasted).unwrap_or_else(|error| panic!("{pasted}: {error}"));
        assert_eq!(opened.session, session, "{pasted}");
    }
}

#[test]
fn a_text_that_was_cut_off_is_told_from_a_wrong_one() {
    let text = share(&Chance(7).session());
    for length in "poscope1.".len()..text.len() {
        match from_shared(&text[..length]) {
            Err(SavedError::CutOff { found, expected }) => {
                assert_eq!(found, length - "poscope1.".len());
                assert!(found < expected);
            }
            other => panic!("{length}: {other:?}"),
        }
    }
    let place = text.len() - 20;
    let other = if text.as_bytes()[place] == b'A' { "B" } else { "A" };
    let wrong = format!("{}{other}{}", &text[..place], &text[place + 1..]);
    assert_eq!(from_shared(&wrong), Err(SavedError::Changed));
    assert_eq!(from_shared("nothing of ours"), Err(SavedError::NotASession));
    assert_eq!(from_shared("poscope0.AAAA"), Err(SavedError::Changed));
}

#[test]
fn a_small_text_that_would_become_large_is_refused() {
    use base64::Engine;
    use std::io::Write;
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![b' '; 100 << 20]).unwrap();
    let data = encoder.finish().unwrap();
    let length = data.len();
    let mut bytes = vec![
        (length & 0x7F) as u8 | 0x80,
        (length >> 7 & 0x7F) as u8 | 0x80,
        (length >> 14) as u8,
    ];
    bytes.extend(data);
    bytes.extend([0; 4]);
    let text = format!(
        "poscope1.{}",
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
    );
    assert!(matches!(from_shared(&text), Err(SavedError::TooLarge { .. })));
    assert!(matches!(
        from_shared(&"poscope".repeat(1 << 20)),
        Err(SavedError::TooLarge { .. })
    ));
}

#[test]
fn the_sessions_of_older_versions_open() {
    let old = include_str!("../data/sessions/version_0.ron");
    let opened = from_text(old).unwrap();
    assert!(opened.unknown.is_empty());
    for text in [
        include_str!("../data/sessions/version_1.poscope"),
        include_str!("../data/sessions/version_1.txt"),
    ] {
        assert_eq!(from_text(text).unwrap(), opened, "the same session, a version later");
    }
    assert_eq!(opened.session.spec.conventions.start, 0.1 + 0.2);
    assert_eq!(
        opened.session.versus.as_ref().map(|versus| versus.front_is_b),
        Some(true)
    );

    let unknown = old.replacen("reversed: true", "reversed: true, mood: [(1, \"x\")]", 1);
    assert_eq!(from_text(&unknown).unwrap().unknown, ["views.mood"]);
    for (text, expected) in [
        (old.replacen("start: 1.5", "start: NaN", 1), "infinite or NaN"),
        (
            old.replacen("base: ", "base: inf, // ", 1),
            "base = inf is out of range",
        ),
        (old.replacen("spec: (", "spec: [", 1), "damaged at line"),
        (old[..old.len() / 2].to_owned(), "damaged at line"),
        (format!("{old})"), "damaged at line"),
    ] {
        assert!(words(&text).contains(expected), "{expected} in {}", words(&text));
    }
}

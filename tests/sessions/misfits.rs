//! The message about a session in which a value does not fit: where the value is, what it is, what would be right; in
//! words of those who use the program, not of those who wrote it.

use poscope::encoding::Spec;
use poscope::field::Span;
use poscope::session::{Pin, SavedError, Session, Versus, from_json, from_text, to_json};
use poscope::text::{Language, saved_error};
use serde_json::{Value, json};

/// Words of the libraries that read sessions.
const FOREIGN: [&str; 13] = [
    "usize", "f64`", "struct", "tuple", "variant", "invalid", "expected", "sequence", "map,", "boolean", "integer",
    "floating", "Option",
];

/// A session that has a value in every place.
fn full() -> Value {
    let span = Span { start: 1.0, end: 2.0 };
    let mut session = Session {
        versus: Some(Versus::default()),
        ..Session::default()
    };
    session.views.lanes = vec![0, 2, 4];
    session.views.range = Some((-1.0, 1.0));
    session.views.positions = Some(span);
    session.views.dimensions = Some(span);
    session.views.pairs = Some((span, span));
    session.spec.rope.long_factors = vec![1.0, 2.0];
    session.set("decay", "axis".to_owned(), Some("logarithmic".to_owned()));
    serde_json::from_str(&to_json(&session)).unwrap()
}

/// All places below a value, as JSON pointers and as they are written in messages.
fn places(value: &Value, pointer: &str, path: &str, found: &mut Vec<(String, String)>) {
    found.push((pointer.to_owned(), path.to_owned()));
    let mut below = |value, name: &str, path: String| places(value, &format!("{pointer}/{name}"), &path, found);
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| below(value, name, format!("{path}.{name}"))),
        Value::Array(values) => {
            let values = values.iter().enumerate();
            values.for_each(|(place, value)| below(value, &place.to_string(), format!("{path}[{place}]")));
        }
        _ => {}
    }
}

fn changed(pointer: &str, value: Value) -> String {
    let mut session = full();
    *session.pointer_mut(pointer).unwrap() = value;
    session.to_string()
}

fn words(text: &str) -> String {
    saved_error(&from_text(text).unwrap_err(), Language::English)
}

#[test]
fn every_value_that_does_not_fit_is_named_with_its_path_and_no_type_of_the_program() {
    let mut all = Vec::new();
    places(&full()["session"], "/session", "session", &mut all);
    let mut count = 0;
    for (pointer, path) in all {
        for value in [
            json!(null),
            json!(true),
            json!(-1),
            json!(1.5),
            json!(1e300),
            json!("\u{202e}x\u{2028}y"),
            json!([]),
            json!(["a"]),
            json!({}),
            json!({"a": 1}),
        ] {
            let shown = value.to_string();
            let Err(error) = from_json(&changed(&pointer, value)) else {
                continue;
            };
            let is_of_spec = matches!(error, SavedError::Spec { .. });
            for language in Language::ALL {
                let words = saved_error(&error, language);
                // For a stretch and for a range the whole value is wrong.
                let whole = path.trim_end_matches(".start").trim_end_matches(".end");
                let is_of_range = path.starts_with("session.views.range");
                let whole = if is_of_range { "session.views.range" } else { whole };
                let place = if is_of_spec { "spec" } else { whole };
                assert!(words.contains(place), "{pointer} = {shown}: {words}");
                assert!(!words.contains(['\u{202e}', '\u{2028}', '\n']), "{words:?}");
                let foreign = FOREIGN.iter().find(|foreign| words.contains(**foreign));
                assert_eq!(foreign, None, "{pointer} = {shown}: {words}");
            }
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn what_would_be_right_is_said() {
    for (pointer, value, expected) in [
        (
            "/session/spec/d_model",
            json!("ten"),
            "is \"ten\"; write a whole number of 0 or more",
        ),
        ("/session/spec/base", json!([]), "is []; write a number"),
        ("/session/views/reversed", json!(1), "is 1; write true or false"),
        ("/session/views/lanes", json!(3), "is 3; write a list in brackets"),
        (
            "/session/views/lanes/1",
            json!("a"),
            "session.views.lanes[1] is \"a\"; write a whole number",
        ),
        (
            "/session/views/pairs",
            json!([1]),
            "is [1]; write a list of exactly 2 in brackets, or null",
        ),
        (
            "/session/views/pin",
            json!(7),
            "is 7; write names with values in braces, such as { \"name\": 1 }, or null",
        ),
        (
            "/session/views/pairs/0",
            json!({"start": 7}),
            "session.views.pairs[0].end is missing",
        ),
        (
            "/session/settings/decay/axis",
            json!(5),
            "session.settings.decay.axis is 5; write a text",
        ),
        (
            "/session/settings/decay",
            json!([]),
            "session.settings.decay is []; write names",
        ),
        (
            "/session/spec/d_model",
            json!(65_536),
            "d_model = 65,536 is out of range; choose 1 to 16,384 (session.spec)",
        ),
        ("/session/versus/spec/d_model", json!(0), "(session.versus.spec)"),
        ("/session", json!(null), "session is null; write names"),
        (
            "/session/views/positions",
            json!({"start": 5, "end": 2}),
            "session.views.positions is {\"end\":2.0,\"start\":5.0}; write a range from 0 on that ends above its start",
        ),
        (
            "/session/views/pairs",
            json!([{"start": 0, "end": 9}, {"start": -5, "end": 1e9}]),
            "session.views.pairs[1] is",
        ),
        (
            "/session/views/lanes",
            json!([0, 1, 2, 3, 4, 5, 6]),
            "write at most 6 bands, each once",
        ),
        ("/session/views/lanes", json!([3, 3]), "each once"),
        (
            "/session/views/range",
            json!([1, -1]),
            "two numbers, the first below the second",
        ),
    ] {
        let words = words(&changed(pointer, value));
        assert!(words.contains(expected), "{expected} in {words}");
    }
    assert!(words(r#"{"format": "poscope session", "version": 1}"#).contains("session is missing"));
    assert!(words(r#"{"format": "poscope session"}"#).contains("version is missing; write 1"));
    let long = words(&changed("/session/views/ways", json!("x".repeat(1000))));
    assert!(long.contains('…') && long.len() < 300, "{long}");
}

#[test]
fn what_a_view_has_outside_its_table_is_named() {
    let mut session = Session::default();
    // Initial values that lie outside a small table are not named.
    (session.spec.d_model, session.spec.max_len) = (2, 3);
    assert_eq!(session.outside(), [""; 0]);
    session.views.pin = Some(Pin {
        position: 3,
        dimension: 0,
    });
    session.views.positions = Some(Span { start: 1.0, end: 4.0 });
    session.views.lanes = vec![0, 99];
    let outside = ["positions", "pin", "lanes"].map(|name| format!("session.views.{name}"));
    assert_eq!(session.outside(), outside);
    let opened = from_json(&to_json(&session)).unwrap();
    assert_eq!(opened.session, session);
    // A larger table beside this one has these cells.
    let versus = Spec {
        d_model: 200,
        ..Spec::default()
    };
    session.versus = Some(Versus {
        spec: versus,
        ..Versus::default()
    });
    assert_eq!(session.outside(), [""; 0]);
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest_right_one() {
    for (pointer, misspelt, nearest) in [
        ("/session/spec/scheme", "sinusodial", "sinusoidal may be meant"),
        ("/session/spec/scheme", "Rope", "rope may be meant"),
        ("/session/views/color_map", "viridis", "Viridis may be meant"),
        (
            "/session/spec/conventions/layout",
            "interleave",
            "interleaved may be meant",
        ),
    ] {
        let words = words(&changed(pointer, json!(misspelt)));
        assert!(words.contains(nearest), "{nearest} in {words}");
    }
    assert!(!words(&changed("/session/spec/scheme", json!("quux"))).contains("may be meant"));
    let text = r#"{"format": "poscope session", "version": 1, "session": {"spec": {"d_modle": 8, "quux": 1}}}"#;
    let unknown = from_json(text).unwrap().unknown;
    assert_eq!(unknown, ["session.spec.d_modle (d_model?)", "session.spec.quux"]);
}

#[test]
fn a_whole_number_may_be_written_as_other_programs_write_it() {
    let opened = from_json(&changed("/session/spec/d_model", json!(32.0))).unwrap();
    assert_eq!(opened.session.spec.d_model, 32);
    assert!(words(&changed("/session/spec/d_model", json!(32.5))).contains("session.spec.d_model is 32.5"));
}

//! A field that a text leaves out has its initial value in version 1 of the format, as recorded
//! beside this file: the default session of the program may change.
//!
//! One field is an exception: a session without chosen lanes had those of the pairs 0, 2 and 4, and now has those that
//! the table chooses.

use serde_json::{Map, Value};

/// The first session of version 1, and the initial comparison.
struct First {
    session: Value,
    versus: Value,
}

impl First {
    fn new() -> Self {
        match serde_json::from_str(include_str!("version_1.json")) {
            Ok(Value::Object(mut first)) => {
                let mut part = |name: &str| first.remove(name).unwrap_or_default();
                Self {
                    session: part("session"),
                    versus: part("versus"),
                }
            }
            _ => unreachable!("a test reads it"),
        }
    }

    /// Returns the initial values under a session, with a comparison if that session has one.
    fn below(self, session: &Value) -> Value {
        let Self {
            session: mut first,
            versus,
        } = self;
        if session.get("versus").is_some_and(Value::is_object)
            && let Some(place) = first.get_mut("versus")
        {
            *place = versus;
        }
        first
    }
}

/// Returns the session with what it leaves out filled in.
pub fn completed(given: &Value) -> Value {
    onto(First::new().below(given), given)
}

/// Returns the fields of a session that differ from the first one.
pub fn shortened(session: &Value) -> Value {
    let first = First::new().below(session);
    let mut short = differing(session, &first).unwrap_or_else(|| Value::Object(Map::new()));
    // A comparison that differs in nothing is kept as an empty object.
    if session.get("versus").is_some_and(Value::is_object)
        && let Value::Object(fields) = &mut short
    {
        fields.entry("versus").or_insert_with(|| Value::Object(Map::new()));
    }
    short
}

/// Merges fields over fields; any other value replaces what was there.
fn onto(below: Value, above: &Value) -> Value {
    match (below, above) {
        (Value::Object(mut below), Value::Object(above)) => {
            for (name, value) in above {
                let value = onto(below.remove(name).unwrap_or_default(), value);
                below.insert(name.clone(), value);
            }
            Value::Object(below)
        }
        (_, above) => above.clone(),
    }
}

/// Returns the parts of a value that differ from another one; `None` if they are equal.
fn differing(value: &Value, other: &Value) -> Option<Value> {
    if let (Value::Object(fields), Value::Object(others)) = (value, other) {
        let differing = fields.iter().filter_map(|(name, value)| {
            let value = match others.get(name) {
                Some(other) => differing(value, other)?,
                None => value.clone(),
            };
            Some((name.clone(), value))
        });
        let differing: Map<String, Value> = differing.collect();
        return (!differing.is_empty()).then_some(Value::Object(differing));
    }
    // Compared as text, since 0 and -0 are equal numbers.
    let [text, other] = [value, other].map(Value::to_string);
    (text != other).then(|| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Session, Versus};

    #[test]
    fn the_first_session_is_that_of_version_1() {
        // If this fails, the first session has changed: a text that leaves something out must still be
        // completed as it was meant. Leave a new field out of sessions at its first value; do not change
        // version_1.json.
        let First { session, versus } = First::new();
        assert_eq!(serde_json::to_value(Session::default()).unwrap_or_default(), session);
        assert_eq!(serde_json::to_value(Versus::default()).unwrap_or_default(), versus);
    }

    #[test]
    fn what_is_left_out_is_put_back() {
        let mut session = Session::default();
        session.spec.conventions.start = -0.0;
        session.views.pin = None;
        session.versus = Some(Versus::default());
        let whole = serde_json::to_value(&session).unwrap_or_default();
        let short = shortened(&whole);
        let expected = r#"{"spec":{"conventions":{"start":-0.0}},"versus":{},"views":{"pin":null}}"#;
        assert_eq!(short.to_string(), expected);
        assert_eq!(completed(&short).to_string(), whole.to_string());
    }
}

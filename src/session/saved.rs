//! A session as a text that is saved and embedded in pictures: JSON with the name of the format and its version.
//!
//! ```text
//! {"format": "poscope session", "version": 1, "session": {"spec": {...}, "versus": null, "views": {...}}}
//! ```
//!
//! Every number is restored bit for bit. A field that is left out has its initial value from version 1. A field that
//! this version does not know is reported; a known field with a value that does not fit is refused. The text used
//! before this format is version 0 and can still be opened.

use serde::Serialize;
use serde_json::Value;

use super::read::{Expected, Misfit, read};
use super::{Session, Versus, completed, shared, version_0};
use crate::encoding::{Encoding, SpecError};
use crate::file::{SESSION_KEYWORD, acts, one_line};

/// The name of the format in the text.
pub const FORMAT: &str = SESSION_KEYWORD;

/// The version that is written.
pub const VERSION: u64 = 1;

/// The extension of a file that contains only a session.
pub const ENDING: &str = "poscope";

/// The longest text that is read, in bytes: 1 MiB. A session has about two thousand.
pub const SIZE_LIMIT: usize = 1 << 20;

/// How many characters of a value an error quotes.
const SHOWN: usize = 40;

/// A session that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// The session; its encodings are within their limits.
    pub session: Session,
    /// Fields that this version does not know, such as `session.views.zoom_level`.
    pub unknown: Vec<String>,
}

/// Why a text cannot be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SavedError {
    /// More than [`SIZE_LIMIT`].
    #[error("{bytes} bytes are more than {limit}")]
    TooLarge {
        /// The length of the text, or a lower bound of it.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// A text without a session of this program.
    #[error("there is no session in it")]
    NotASession,
    /// Written by a later version of this program.
    #[error("version {version} is newer than {known}")]
    Newer {
        /// The version of the text.
        version: u64,
        /// The newest version that can be read.
        known: u64,
    },
    /// A syntax error.
    #[error("not readable at line {line}, column {column}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The text ends before the session does.
    #[error("the text ends in line {line}, before the session does")]
    EndsEarly {
        /// The line, from 1.
        line: usize,
    },
    /// A value that does not fit.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// An encoding outside its limits.
    #[error("{path}: {error}")]
    Spec {
        /// The path of the encoding: `session.spec` or `session.versus.spec`.
        path: &'static str,
        /// Why the encoding is refused.
        error: SpecError,
    },
    /// A tolerance that is not a finite number, 0 or more.
    #[error("the tolerance {0} is no finite number from 0 on")]
    Tolerance(f64),
    /// A number that is infinite or NaN.
    #[error("a number of the session is not finite")]
    NotFinite,
    /// A shared text that has been cut off.
    #[error("{found} of {expected} characters of the shared text are there")]
    CutOff {
        /// The number of characters found.
        found: usize,
        /// The number of characters in the whole text.
        expected: usize,
    },
    /// A shared text that has been changed.
    #[error("the shared text was changed: its check sum does not fit")]
    Changed,
}

/// The text as it is written, with its fields in order.
#[derive(Serialize)]
struct Saved<'a> {
    format: &'static str,
    version: u64,
    session: &'a Session,
}

/// Returns the session as a complete text that ends in a line break.
///
/// ```
/// use poscope::session::{Session, saved};
/// let text = saved::to_json(&Session::default());
/// assert!(text.starts_with("{\n  \"format\": \"poscope session\",\n  \"version\": 1,"));
/// assert_eq!(saved::from_json(&text)?.session, Session::default());
/// # Ok::<(), saved::SavedError>(())
/// ```
pub fn to_json(session: &Session) -> String {
    let saved = Saved {
        format: FORMAT,
        version: VERSION,
        session,
    };
    match serde_json::to_string_pretty(&saved) {
        Ok(text) => escaped(&text) + "\n",
        Err(_) => unreachable!("plain data with texts as names"),
    }
}

/// Returns a JSON text with the characters that would act on a terminal escaped, so that it reads the
/// same wherever it is printed. Such characters occur only in strings, except for line breaks.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    let mut units = [0; 2];
    for character in json.chars() {
        if acts(character) && character != '\n' {
            escaped.extend(
                character
                    .encode_utf16(&mut units)
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}")),
            );
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// Reads a session from a text that [`to_json`] or a person wrote.
///
/// # Errors
/// [`SavedError`]: too large, not a session, of a newer version, not readable, or outside the limits.
pub fn from_json(text: &str) -> Result<Opened, SavedError> {
    check_size(text)?;
    let saved: Value = serde_json::from_str(text).map_err(|error| {
        if error.is_eof() {
            SavedError::EndsEarly { line: error.line() }
        } else {
            SavedError::Syntax {
                line: error.line(),
                column: error.column(),
            }
        }
    })?;
    let Value::Object(mut saved) = saved else {
        return Err(SavedError::NotASession);
    };
    if saved.remove("format").is_none_or(|format| format != FORMAT) {
        return Err(SavedError::NotASession);
    }
    check_version(saved.remove("version").as_ref())?;
    let session = saved.remove("session");
    let mut opened = from_value(&session.ok_or_else(|| misfit("session", None, Expected::Fields))?)?;
    opened.unknown.extend(saved.keys().map(|name| shown(name)));
    Ok(opened)
}

/// Reads a session from any text that may contain one: JSON, a shared text with words around it, or the
/// text of version 0.
///
/// # Errors
/// As [`from_json`] and [`super::from_shared`].
pub fn from_text(text: &str) -> Result<Opened, SavedError> {
    let text = text.trim_start_matches('\u{FEFF}').trim();
    match text.chars().next() {
        Some('{') => from_json(text),
        Some('(') if !shared::is_shared(text) => version_0::from_ron(text),
        _ => shared::from_shared(text),
    }
}

/// Reads a session from a value that may leave out any fields.
pub(super) fn from_value(given: &Value) -> Result<Opened, SavedError> {
    let (session, unknown) = read(&completed::completed(given), "session")?;
    checked(Opened { session, unknown })
}

/// Returns the session, if its encodings are within their limits and its numbers are finite.
pub(super) fn checked(opened: Opened) -> Result<Opened, SavedError> {
    let session = &opened.session;
    let check = |spec, path| Encoding::check(spec).map_err(|error| SavedError::Spec { path, error });
    check(&session.spec, "session.spec")?;
    if let Some(versus) = &session.versus {
        check(&versus.spec, "session.versus.spec")?;
        if !Versus::is_tolerance(versus.tolerance) {
            return Err(SavedError::Tolerance(versus.tolerance));
        }
    }
    // JSON has no infinite numbers, and NaN is not equal to itself.
    let again = serde_json::to_value(session).and_then(serde_json::from_value::<Session>);
    if again.is_ok_and(|again| again == *session) {
        session.views.check()?;
        Ok(opened)
    } else {
        Err(SavedError::NotFinite)
    }
}

/// # Errors
/// [`SavedError::TooLarge`] if the text is longer than [`SIZE_LIMIT`].
pub(super) fn check_size(text: &str) -> Result<(), SavedError> {
    if text.len() > SIZE_LIMIT {
        return Err(SavedError::TooLarge {
            bytes: text.len(),
            limit: SIZE_LIMIT,
        });
    }
    Ok(())
}

fn check_version(version: Option<&Value>) -> Result<(), SavedError> {
    match version.and_then(Value::as_u64) {
        Some(VERSION) => Ok(()),
        Some(version) if version > VERSION => Err(SavedError::Newer {
            version,
            known: VERSION,
        }),
        _ => Err(misfit("version", version, Expected::Version(VERSION)).into()),
    }
}

pub(super) fn misfit(path: &str, value: Option<&Value>, expected: Expected) -> Misfit {
    Misfit {
        path: path.to_owned(),
        value: value.map(|value| shown(&value.to_string())),
        expected,
    }
}

/// Returns a path as a person would write it: `versus.spec.size`.
pub(super) fn named(path: &serde_ignored::Path<'_>) -> String {
    // A question mark stands for an optional value.
    let path = path.to_string();
    let parts: Vec<&str> = path.split('.').filter(|part| *part != "?").collect();
    shown_of(&parts.join("."), 2 * SHOWN)
}

/// Returns the part of a text that an error quotes.
pub(crate) fn shown(text: &str) -> String {
    shown_of(text, SHOWN)
}

/// Returns at most `limit` characters of a text, as one line.
fn shown_of(text: &str, limit: usize) -> String {
    let is_cut = text.chars().nth(limit).is_some();
    let shown: String = text.chars().take(limit).chain(is_cut.then_some('…')).collect();
    one_line(&shown)
}

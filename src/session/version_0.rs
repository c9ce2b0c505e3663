//! The text in which the last session was kept before there was a versioned format: RON, with the bare
//! fields of a session.

use super::saved::{Opened, SavedError, check_size, checked, named};

/// Reads the session in such a text.
///
/// # Errors
/// As [`super::from_json`].
pub fn from_ron(text: &str) -> Result<Opened, SavedError> {
    check_size(text)?;
    let mut unknown = Vec::new();
    let place = |error: ron::error::SpannedError| SavedError::Syntax {
        line: error.span.start.line,
        column: error.span.start.col,
    };
    let mut ron = ron::Deserializer::from_str(text).map_err(place)?;
    let session = serde_ignored::deserialize(&mut ron, |path| unknown.push(named(&path)))
        .and_then(|session| ron.end().map(|()| session))
        .map_err(|error| place(ron.span_error(error)))?;
    checked(Opened { session, unknown })
}

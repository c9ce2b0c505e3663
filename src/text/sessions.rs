//! Sentences about opening sessions.

use super::{Language, count, plain, scheme_name, setting_name, spec_error, spec_error_naming, thousands};
use crate::encoding::Parameter;
use crate::file::SessionFault;
use crate::session::{Aside, Expected, LANES_LIMIT, Misfit, SavedError};
use crate::tr;

/// The most unknown fields that are named; the others are counted.
const NAMED: usize = 3;

/// Returns why a session cannot be opened.
pub fn saved_error(error: &SavedError, language: Language) -> String {
    saved_error_naming(error, language, |name| setting_name(name, language))
}

/// As [`saved_error`], with other names for settings than in the window.
pub fn saved_error_naming(error: &SavedError, language: Language, setting: impl Fn(&str) -> String) -> String {
    match error {
        SavedError::TooLarge { bytes: size, limit } => tr!(
            language,
            "sessions.too_large",
            size = count(*size),
            limit = count(*limit)
        ),
        SavedError::NotASession => tr!(language, "sessions.none"),
        SavedError::Newer { version, known } => {
            tr!(language, "sessions.newer", version, known)
        }
        SavedError::Syntax { line, column } => {
            tr!(
                language,
                "sessions.syntax",
                line = count(*line),
                column = count(*column)
            )
        }
        SavedError::EndsEarly { line } => tr!(language, "sessions.ends_early", line = count(*line)),
        SavedError::Misfit(misfit) => misfit_words(misfit, language),
        SavedError::Spec { path, error } => {
            let reason = spec_error_naming(error, language, setting);
            tr!(language, "sessions.spec", reason, path)
        }
        SavedError::Tolerance(tolerance) => {
            tr!(language, "sessions.tolerance", value = plain(*tolerance))
        }
        SavedError::NotFinite => tr!(language, "sessions.not_finite"),
        SavedError::CutOff { found, expected } => tr!(
            language,
            "sessions.cut_off",
            found = count(*found),
            expected = count(*expected)
        ),
        SavedError::Changed => tr!(language, "sessions.changed"),
    }
}

fn misfit_words(misfit: &Misfit, language: Language) -> String {
    let Misfit { path, value, expected } = misfit;
    let right = expected_words(expected, language);
    match (value, expected) {
        (None, Expected::Other) => tr!(language, "sessions.lacks", path),
        (None, _) => tr!(language, "sessions.missing", path, right),
        (
            Some(value),
            Expected::OneOf {
                nearest: Some(nearest), ..
            },
        ) => {
            tr!(language, "sessions.meant", path, value, nearest, right)
        }
        (Some(value), _) => tr!(language, "sessions.misfit", path, value, right),
    }
}

fn expected_words(expected: &Expected, language: Language) -> String {
    match expected {
        Expected::Version(version) => version.to_string(),
        Expected::Whole => tr!(language, "sessions.whole"),
        Expected::Number => tr!(language, "sessions.number"),
        Expected::Flag => tr!(language, "sessions.flag"),
        Expected::Text => tr!(language, "sessions.text"),
        Expected::List(None) => tr!(language, "sessions.list"),
        Expected::List(Some(length)) => tr!(language, "sessions.list_of", length),
        Expected::Fields => tr!(language, "sessions.fields"),
        Expected::OneOf { choices, .. } => {
            let choices: Vec<String> = choices.iter().map(|choice| format!("{choice:?}")).collect();
            tr!(language, "sessions.one_of", choices = choices.join(", "))
        }
        Expected::Stretch => tr!(language, "sessions.stretch"),
        Expected::Range => tr!(language, "sessions.range"),
        Expected::Lanes => tr!(language, "sessions.lanes", limit = LANES_LIMIT),
        Expected::Other => tr!(language, "sessions.other"),
        Expected::OrNull(other) => {
            let other = expected_words(other, language);
            tr!(language, "sessions.or_null", other)
        }
    }
}

/// Returns what has to be said beside a change.
pub fn aside_words(aside: &Aside, language: Language) -> String {
    let (wanted, shown, why) = match aside {
        Aside::OtherStays(error) => return spec_error(error, language),
        Aside::Adapted { wanted, shown, why } => (wanted, shown, why),
    };
    let scheme = scheme_name(shown.scheme, language);
    let differing = Parameter::ALL
        .into_iter()
        .filter(|parameter| parameter.of(wanted) != parameter.of(shown));
    let changes = differing.map(|parameter| {
        let [before, now] = [wanted, shown].map(|spec| plain(parameter.of(spec)));
        tr!(language, "sessions.instead", name = parameter.name(), now, before)
    });
    let changes: Vec<String> = changes.collect();
    if changes.is_empty() {
        return tr!(
            language,
            "sessions.first_settings",
            scheme,
            reason = spec_error(why, language)
        );
    }
    tr!(language, "sessions.adapted", scheme, changes = changes.join(", "))
}

/// Returns what was found in a file instead of a session.
pub fn session_fault(fault: &SessionFault, language: Language) -> String {
    match fault {
        SessionFault::NoneInPicture { format } => tr!(language, "sessions.none_in_picture", format),
        SessionFault::Table { format } => tr!(language, "sessions.table", format),
        SessionFault::Unknown => tr!(language, "sessions.unknown_file"),
        SessionFault::Empty => tr!(language, "sessions.empty"),
        SessionFault::EndsEarly { length } => {
            tr!(language, "sessions.picture_ends_early", length = thousands(*length))
        }
        SessionFault::Damaged { at } => tr!(language, "sessions.picture_damaged", at = thousands(*at)),
        SessionFault::TooLong { at } => tr!(language, "sessions.picture_too_long", at = thousands(*at)),
        SessionFault::TooLarge { limit } => tr!(language, "sessions.text_too_large", limit = thousands(*limit)),
    }
}

/// Returns a sentence that names the unknown fields of an opened session; `None` if there are none.
pub fn unknown_fields(unknown: &[String], language: Language) -> Option<String> {
    let fields = named(unknown, language)?;
    Some(tr!(language, "sessions.unknown", fields))
}

/// Returns a sentence that names what the views of a session have outside its table; `None` if there is nothing.
pub fn outside_fields(outside: &[String], language: Language) -> Option<String> {
    let fields = named(outside, language)?;
    Some(tr!(language, "sessions.outside", fields))
}

/// Returns the first fields as a list, and how many more there are; `None` if there are none.
fn named(fields: &[String], language: Language) -> Option<String> {
    let first = fields.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
    let first = first.join(", ");
    match fields.len().saturating_sub(NAMED) {
        _ if fields.is_empty() => None,
        0 => Some(first),
        more => Some(tr!(language, "sessions.and_more", first, more = count(more))),
    }
}

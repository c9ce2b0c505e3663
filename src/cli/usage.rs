//! What the parser refuses, in one line; the parser's own messages have several, and are in English.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::text::{Language, or_meant};
use crate::tr;

use super::error::shown;

/// Returns the line that a person reads.
pub fn words(error: &Error, language: Language) -> String {
    let of = |kind| context(error, kind);
    let argument = of(ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let reason = tr!(language, "cli.unknown_option", argument = shown(&argument));
            meant(reason, &of(ContextKind::SuggestedArg), language)
        }
        ErrorKind::InvalidSubcommand => {
            let command = of(ContextKind::InvalidSubcommand);
            let reason = tr!(language, "cli.unknown_command", command = shown(&command));
            meant(reason, &of(ContextKind::SuggestedSubcommand), language)
        }
        ErrorKind::MissingSubcommand => {
            let commands = of(ContextKind::ValidSubcommand);
            tr!(language, "cli.missing_command", commands)
        }
        ErrorKind::MissingRequiredArgument => tr!(language, "cli.missing_option", argument),
        ErrorKind::ArgumentConflict => {
            let other = of(ContextKind::PriorArg);
            if other == argument || other.is_empty() {
                tr!(language, "cli.repeated_option", argument)
            } else {
                tr!(language, "cli.conflict", argument, other)
            }
        }
        ErrorKind::InvalidValue if of(ContextKind::InvalidValue).is_empty() => {
            tr!(language, "cli.missing_value", argument)
        }
        ErrorKind::TooManyValues => {
            let value = of(ContextKind::InvalidValue);
            tr!(language, "cli.takes_no_value", argument, value = shown(&value))
        }
        ErrorKind::InvalidUtf8 => tr!(language, "cli.not_utf8"),
        _ => {
            // The first line of the parser's own message names the argument and the value.
            let message = error.to_string();
            let line = message.lines().next().unwrap_or_default();
            let reason = line.trim_start_matches("error: ").to_owned();
            tr!(language, "cli.usage", reason)
        }
    }
}

/// Returns a reason with the parser's suggestion, if it has one.
fn meant(reason: String, suggestion: &str, language: Language) -> String {
    or_meant(reason, Some(suggestion).filter(|name| !name.is_empty()), language)
}

/// Returns what the parser says about an error in a context of this kind; empty if it says nothing.
fn context(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    }
}

//! Names on a command line as people type them: `--d_model` is `--d-model`, and `export three_ways` is
//! `export three-ways`.

use std::collections::HashSet;
use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error};

use crate::encoding::{is_named, nearest};

/// Returns the words of a command line with the names of commands and options as the parser has them, if they differ
/// from those only in capitals, underscores and hyphens. The parser must be built.
pub fn spelled(mut words: Vec<OsString>, parser: &Command) -> Vec<OsString> {
    innermost(&mut words, parser);
    let is_foreign = |word: &OsString| {
        let name = word.to_str().and_then(name_of);
        name.is_some_and(|name| name.contains('_') || name.contains(char::is_uppercase))
    };
    // Names are collected only if there is something to look up.
    if !words.iter().any(is_foreign) {
        return words;
    }
    let mut names = HashSet::new();
    collect(parser, &mut names);
    let known = |word: OsString| {
        let Some((name, text)) = word.to_str().and_then(|text| Some((name_of(text)?, text))) else {
            return word;
        };
        let meant = name.replace('_', "-").to_lowercase();
        if names.contains(meant.as_str()) {
            format!("--{meant}{}", &text[2 + name.len()..]).into()
        } else {
            word
        }
    };
    words.into_iter().map(known).collect()
}

/// Returns the parser's error about an unknown name with the nearest name that is known at that place: the parser's own
/// guess compares letters alone (`--dim` is not `--dimensions`, but `--d-model`).
pub fn with_nearest(mut error: Error, mut words: Vec<OsString>, parser: &Command) -> Error {
    let (wrong, guess) = (
        [ContextKind::InvalidArg, ContextKind::InvalidSubcommand],
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand],
    );
    let command = innermost(&mut words, parser);
    for (wrong, guess) in wrong.into_iter().zip(guess) {
        error.remove(guess);
        let Some(ContextValue::String(text)) = error.get(wrong) else {
            continue;
        };
        let found = match name_of(text) {
            Some(name) => nearest(name, command.get_arguments().filter_map(clap::Arg::get_long)),
            None => nearest(text, command.get_subcommands().map(Command::get_name)),
        };
        if let Some(found) = found {
            let sign = if text.starts_with("--") { "--" } else { "" };
            error.insert(guess, ContextValue::String(format!("{sign}{found}")));
        }
    }
    error
}

/// Returns the innermost command that the words name, and spells its name and those of the commands around it as the
/// parser does.
fn innermost<'a>(words: &mut [OsString], parser: &'a Command) -> &'a Command {
    let mut command = parser;
    for word in words.iter_mut().take_while(|word| *word != "--") {
        let Some(text) = word.to_str() else { continue };
        let mut commands = command.get_subcommands();
        if let Some(found) = commands.find(|command| is_named(text, command.get_name())) {
            *word = found.get_name().into();
            command = found;
        }
    }
    command
}

/// Returns the name of `--name` and of `--name=value`.
fn name_of(word: &str) -> Option<&str> {
    word.strip_prefix("--")?.split('=').next()
}

fn collect<'a>(command: &'a Command, names: &mut HashSet<&'a str>) {
    names.extend(command.get_arguments().filter_map(clap::Arg::get_long));
    for command in command.get_subcommands() {
        collect(command, names);
    }
}

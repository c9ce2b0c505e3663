//! The options of a command line as people type them: `--d_model` is `--d-model`.

use std::collections::HashSet;
use std::ffi::OsString;

use clap::Command;

/// Returns the words of a command line, in which names of options that differ from those of the parser in capitals
/// and underscores only are written as the parser has them. The parser must be built.
pub fn spelled(words: Vec<OsString>, parser: &Command) -> Vec<OsString> {
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

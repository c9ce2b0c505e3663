//! The texts of `--help` in both languages, by command and option.
//!
//! | what | key |
//! |---|---|
//! | an option | `help.<option>`; if a command has other words for it, `help.<command>_<option>` |
//! | a command | `help.command_<command>` |
//! | a view, and the options that only it has | `<view>.about`, `<view>.<option>` |
//! | a group of options | `help.heading_<group>` |
//!
//! Options built from the lists of settings take their texts from there.

use std::collections::HashMap;

use clap::{Arg, Command};

use super::export::own_options;
use super::settings;
use crate::text::Language;
use crate::tr;
use crate::view::view;

/// Returns the command, which must be built, with its texts in a language: named subcommands get
/// all their texts, the others only what they do.
pub fn in_language(command: Command, language: Language, is_named: &dyn Fn(&str) -> bool) -> Command {
    let help = Help {
        language,
        settings: settings::help(language),
        is_named,
    };
    let after = tr!(language, "help.without_command");
    help.of_command(command, None).after_help(after)
}

/// The help texts of one language.
struct Help<'a> {
    language: Language,
    /// The texts of the settings of the schemes, by name.
    settings: HashMap<&'static str, String>,
    /// Whether the arguments name a command, so that its help may be asked for.
    is_named: &'a dyn Fn(&str) -> bool,
}

impl Help<'_> {
    /// Gives a command its texts; `top` is the first word of the command line that leads to it.
    fn of_command(&self, command: Command, top: Option<&str>) -> Command {
        let name = command.get_name().to_owned();
        let own = name.replace('-', "_");
        let options = view(&name).map(own_options);
        let about = if options.is_some() {
            format!("{own}.about")
        } else {
            format!("help.command_{own}")
        };
        let command = command.about(self.said(&about).unwrap_or_default()).long_about(None);
        if top.is_some() && !(self.is_named)(&name) {
            return command;
        }
        let mut command =
            command.mut_args(|argument| self.of_option(argument, &own, top.unwrap_or(&own), options.as_deref()));
        if self.language == Language::Chinese {
            // The parser's own words, translated.
            let usage = "{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}\n";
            let commands = tr!(self.language, "help.heading_commands");
            command = command.subcommand_help_heading(commands).help_template(usage);
        }
        let below: Vec<String> = command
            .get_subcommands()
            .map(|below| below.get_name().to_owned())
            .collect();
        for name in below {
            // `top` is `export` for everything below it; commands directly below the program start their own.
            let top = top.map_or_else(|| name.clone(), str::to_owned);
            command = command.mut_subcommand(name, |below| self.of_command(below, Some(&top)));
        }
        command
    }

    /// Gives an option its text and its heading; `own` are the options that only this view has.
    fn of_option(&self, argument: Arg, command: &str, top: &str, own: Option<&[&str]>) -> Arg {
        let id = argument.get_id().as_str().to_owned();
        let heading = match argument.get_help_heading() {
            Some(heading) => self.said(&format!("help.heading_{heading}")),
            None if self.language == Language::Chinese => self.said("help.heading_options"),
            None => None,
        };
        let argument = match heading {
            Some(heading) => argument.help_heading(heading),
            None => argument,
        };
        if let Some(words) = self.settings.get(id.as_str()) {
            return argument.help(words);
        }
        if id == "help" && argument.get_long_help().is_some() {
            let [more, less] = ["help.help_more", "help.help_less"].map(|key| self.said(key).unwrap_or_default());
            return argument.help(more).long_help(less);
        }
        let words = if own.is_some_and(|own| own.contains(&id.as_str())) {
            self.said(&format!("{command}.{id}"))
        } else {
            let keys = [format!("{command}_{id}"), format!("{top}_{id}"), id];
            keys.iter().find_map(|key| self.said(&format!("help.{key}")))
        };
        argument.help(words.unwrap_or_default()).long_help(None)
    }

    /// Returns the text of a key, if there is one.
    fn said(&self, key: &str) -> Option<String> {
        let words = tr!(self.language, key);
        // A key without a text is answered with its own name.
        (!words.ends_with(key)).then_some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &Command, place: &str) {
        let place = format!("{place} {}", command.get_name());
        assert!(
            command.get_about().is_some_and(|about| !about.to_string().is_empty()),
            "{place}"
        );
        for argument in command.get_arguments() {
            let id = argument.get_id();
            let text = argument.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(!text.is_empty(), "{place}: {id} has no text");
        }
        command.get_subcommands().for_each(|below| check(below, &place));
    }

    #[test]
    fn every_command_and_every_option_has_a_text_in_both_languages() {
        for language in Language::ALL {
            check(
                &in_language(crate::cli::bare_parser(), language, &|_| true),
                language.code(),
            );
        }
    }

    /// Collects the words after `help.` of the keys that commands and options ask for.
    fn asked(command: &Command, top: Option<&str>, keys: &mut Vec<String>) {
        let own = command.get_name().replace('-', "_");
        keys.push(format!("command_{own}"));
        for argument in command.get_arguments() {
            let id = argument.get_id();
            keys.push(id.to_string());
            keys.extend(
                [Some(own.as_str()), top]
                    .into_iter()
                    .flatten()
                    .map(|name| format!("{name}_{id}")),
            );
        }
        for below in command.get_subcommands() {
            asked(below, Some(top.unwrap_or(below.get_name())), keys);
        }
    }

    #[test]
    fn every_text_of_help_is_that_of_a_command_or_an_option() {
        let mut keys = Vec::new();
        asked(
            &in_language(crate::cli::bare_parser(), Language::English, &|_| true),
            None,
            &mut keys,
        );
        let text = include_str!("../../assets/locales/help.yml");
        let of_window = text.find("# The window").unwrap_or(text.len());
        let all = text[..of_window]
            .lines()
            .filter_map(|line| line.strip_prefix("help.")?.strip_suffix(':'));
        for key in all {
            let is_fixed = key.starts_with("heading_") || ["without_command", "help_more", "help_less"].contains(&key);
            assert!(is_fixed || keys.iter().any(|asked| asked == key), "help.{key}");
        }
    }
}

//! The settings of every scheme as options, built from the lists in which the schemes describe them.

use std::collections::HashMap;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::encoding::{Scheme, Setting, Slot, Spec, float};
use crate::text::{Language, plain, setting_hint};
use crate::tr;

use super::error::CliError;

/// The settings that were given, by name, as text.
#[derive(Clone, Debug, Default)]
pub struct SettingArguments(Vec<(&'static str, String)>);

impl SettingArguments {
    /// Applies the settings to a specification, for the scheme that it has.
    ///
    /// # Errors
    /// A value that is refused, or a setting that the scheme does not have.
    pub fn set(&self, spec: &mut Spec) -> Result<(), CliError> {
        for (name, text) in &self.0 {
            let scheme = spec.scheme;
            let mut settings = spec.settings();
            let Some(setting) = settings.iter_mut().find(|setting| setting.name == *name) else {
                return Err(CliError::other_scheme(option(name), scheme, |scheme| has(scheme, name)));
            };
            setting.set(text)?;
        }
        Ok(())
    }

    /// Checks that every given setting has an effect with the others as they are.
    ///
    /// # Errors
    /// The first setting that has none.
    pub fn check_effect(&self, spec: &mut Spec) -> Result<(), CliError> {
        let (beyond, positions) = (spec.beyond, spec.max_len);
        let settings = spec.settings();
        let idle = settings.iter().filter(|setting| !setting.matters);
        let given = |name: &str| self.0.iter().any(|(given, _)| *given == name);
        match idle.map(|setting| setting.name).find(|name| given(name)) {
            Some(name @ ("beyond" | "overlap")) if beyond.trained_len >= positions => Err(CliError::WithinTrained {
                option: option(name),
                positions,
                length: beyond.trained_len,
            }),
            Some(name) => Err(CliError::NoEffect(option(name))),
            None => Ok(()),
        }
    }

    /// Applies the settings to a specification, each for all schemes that have it.
    ///
    /// # Errors
    /// A value that is refused.
    pub fn set_anywhere(&self, spec: &mut Spec) -> Result<(), CliError> {
        for (name, text) in &self.0 {
            for scheme in Scheme::ALL {
                for mut setting in spec.settings_of(scheme) {
                    if setting.name == *name {
                        setting.set(text)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the option of a setting: `--zero-rows` for `zero_rows`.
pub fn option(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// Returns whether a scheme has a setting.
fn has(scheme: Scheme, name: &str) -> bool {
    let mut spec = Spec::default();
    spec.settings_of(scheme).iter().any(|setting| setting.name == name)
}

/// Returns whether the help of an option is built from lists.
pub fn is_listed(id: &str) -> bool {
    id == SCHEME || names().contains(&id)
}

/// The option that chooses a scheme.
const SCHEME: &str = "scheme";

/// Returns the names of all settings, each once, in the order of the schemes.
fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    let mut spec = Spec::default();
    for scheme in Scheme::ALL {
        for setting in spec.settings_of(scheme) {
            if !names.contains(&setting.name) {
                names.push(setting.name);
            }
        }
    }
    names
}

/// Returns the help text of each listed option: what it does, its values, its default.
pub fn help(language: Language) -> HashMap<&'static str, String> {
    let mut spec = Spec::default();
    let (names, usual) = (Scheme::ALL.map(Scheme::name).join(", "), spec.scheme.name());
    let schemes = tr!(language, "help.scheme", names, usual);
    let mut all = HashMap::from([(SCHEME, schemes)]);
    for scheme in Scheme::ALL {
        for setting in spec.settings_of(scheme) {
            all.entry(setting.name).or_insert_with(|| described(&setting, language));
        }
    }
    all
}

fn described(setting: &Setting<'_>, language: Language) -> String {
    let values = match &setting.slot {
        Slot::Choice(choice) => choice.names().join(", "),
        Slot::Whole { low, high, .. } => format!("{}..{}", plain(float(*low)), plain(float(*high))),
        Slot::Number { low, high, .. } | Slot::List { low, high, .. } => format!("{}..{}", plain(*low), plain(*high)),
    };
    let usual = setting.text();
    let (colon, usual) = match language {
        _ if usual.is_empty() => (": ", String::new()),
        Language::English => (": ", format!(" [default: {usual}]")),
        Language::Chinese => ("：", format!(" [默认：{usual}]")),
    };
    format!("{}{colon}{values}{usual}", setting_hint(setting.name, language))
}

impl FromArgMatches for SettingArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |name: &'static str| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(Self(names().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SettingArguments {
    fn augment_args(command: Command) -> Command {
        let argument = |name: &'static str| {
            Arg::new(name)
                .long(name.replace('_', "-"))
                .value_name("VALUE")
                .allow_hyphen_values(true)
                .hide_short_help(true)
                .help_heading("settings")
        };
        command.args(names().into_iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

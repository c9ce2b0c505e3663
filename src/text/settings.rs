//! Chosen settings, in words.

use super::{Language, choice_name, parameter_name, plain, setting_name, setting_value};
use crate::encoding::{Parameter, Setting, Slot, Spec};

/// Returns a setting with its value: `Start = 1`, `Layout: halves`.
pub fn setting_words(setting: &Setting<'_>, language: Language) -> String {
    let name = setting_name(setting.name, language);
    match &setting.slot {
        Slot::Choice(choice) => format!("{name}: {}", choice_name(choice.chosen(), language)),
        Slot::List { values, .. } => format!("{name}: {}", values.len()),
        Slot::Number { .. } | Slot::Whole { .. } => format!("{name} = {}", setting_value(&setting.text())),
    }
}

/// Returns how a specification differs from another one of the same scheme, in words: parameters, then
/// settings. The trained length is not included, since it is marked where it counts. Empty for
/// different schemes.
pub fn differences(spec: &Spec, other: &Spec, language: Language) -> Vec<String> {
    if spec.scheme != other.scheme {
        return Vec::new();
    }
    let parameters = Parameter::ALL
        .into_iter()
        .filter(|parameter| parameter.is_used_by(spec.scheme) && parameter.of(spec) != parameter.of(other));
    let parameters = parameters.map(|parameter| {
        let name = parameter_name(parameter, spec.scheme, language);
        format!("{name} = {}", plain(parameter.of(spec)))
    });
    let (mut this, mut other) = (spec.clone(), other.clone());
    let (settings, others) = (this.settings(), other.settings());
    let settings = settings
        .iter()
        .zip(&others)
        .filter(|(setting, other)| setting.matters && setting.name != "trained_len" && setting.text() != other.text())
        .map(|(setting, _)| setting_words(setting, language));
    parameters.chain(settings).collect()
}

/// Returns the parameters and the settings that differ from the initial ones of the scheme:
/// `max_len 50`, `d_model 16`, `base 10,000`, `Start = 1`.
///
/// ```
/// use poscope::encoding::Spec;
/// use poscope::text::{Language, spec_words};
/// assert_eq!(spec_words(&Spec::default(), Language::English), ["d_model 16", "max_len 50", "base 10,000"]);
/// ```
pub fn spec_words(spec: &Spec, language: Language) -> Vec<String> {
    let parameters = Parameter::ALL
        .into_iter()
        .filter(|parameter| parameter.is_used_by(spec.scheme))
        .map(|parameter| {
            let name = parameter_name(parameter, spec.scheme, language);
            format!("{name} {}", plain(parameter.of(spec)))
        });
    let mut words: Vec<String> = parameters.collect();
    let changed = spec.changed_settings();
    let mut this = spec.clone();
    let settings = this.settings();
    let differing = settings
        .iter()
        .filter(|setting| setting.matters && changed.contains(&setting.name));
    words.extend(differing.map(|setting| setting_words(setting, language)));
    words
}

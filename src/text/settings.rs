//! Chosen settings, in words.

use super::{Language, choice_name, parameter_name, plain, setting_name, setting_value};
use crate::encoding::{Parameter, Setting, Slot, Spec, named_spec};
use crate::tr;

/// Settings that are named even at their initial values: without them nobody knows which table is meant.
const TELLING: [&str; 2] = ["learned_table", "grid_width"];

/// Returns a setting with its value: `Start = 1`, `Layout: halves`.
pub fn setting_words(setting: &Setting<'_>, language: Language) -> String {
    let name = setting_name(setting.name, language);
    let colon = tr!(language, "figure.colon");
    match &setting.slot {
        Slot::Choice(choice) => format!("{name}{colon}{}", choice_name(choice.chosen(), language)),
        Slot::List { values, .. } => format!("{name}{colon}{}", values.len()),
        Slot::Number { .. } | Slot::Whole { .. } => format!("{name} = {}", setting_value(&setting.text())),
    }
}

/// Returns the name of a preset or mistake, with a remark if the specification has changed since: `opus-mt, changed`;
/// `None` if there is no such name.
///
/// ```
/// use poscope::encoding::named_spec;
/// use poscope::text::{Language, preset_words};
/// let (_, mut spec) = named_spec("opus-mt").ok_or("a preset")?;
/// assert_eq!(preset_words("opus-mt", &spec, Language::English), Some("opus-mt".to_owned()));
/// spec.d_model = 64;
/// assert_eq!(preset_words("opus-mt", &spec, Language::English), Some("opus-mt, changed".to_owned()));
/// # Ok::<(), &str>(())
/// ```
pub fn preset_words(name: &str, spec: &Spec, language: Language) -> Option<String> {
    let (name, own) = named_spec(name)?;
    if own == *spec {
        return Some(name.to_owned());
    }
    Some(tr!(language, "preset.changed", name))
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
        .map(|(setting, _)| in_a_list(setting_words(setting, language)));
    parameters.chain(settings).collect()
}

/// Returns words for the middle of a list: starting with a small letter, unless they start with an acronym.
fn in_a_list(words: String) -> String {
    let mut letters = words.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(words.chars().skip(1)).collect()
        }
        _ => words,
    }
}

/// Returns the parameters and the settings that differ from the initial ones of the scheme:
/// `max_len 50`, `d_model 16`, `base 10,000`, `start = 1`.
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
        .filter(|setting| setting.matters && (changed.contains(&setting.name) || TELLING.contains(&setting.name)));
    words.extend(differing.map(|setting| in_a_list(setting_words(setting, language))));
    words
}

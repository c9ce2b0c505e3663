//! What can be chosen about a view, as declarations: code that draws settings, reads them from a
//! command line or keeps them in a session works with these and knows no view.

use std::collections::BTreeSet;

use super::contract::{Takes, View};
use super::subject::Subject;
use crate::encoding::{Scheme, SchemeKind, Spec, half_width};
use crate::plot::Control;
use crate::session::{Change, Pin, Session, Settings, Versus};
use crate::text::{Language, count, plain};
use crate::tr;

/// A setting of a view.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    /// The name: on the command line with hyphens, in locale keys with underscores.
    pub name: &'static str,
    /// The values that the setting can have.
    pub kind: SettingKind,
    /// The value if none is chosen.
    pub usual: &'static str,
    /// Where the value is kept.
    pub store: SettingStore,
    /// The options of the command line that conflict with the setting: one makes the other have no effect.
    pub excludes: &'static [&'static str],
    /// Whether it changes nothing of this subject.
    pub is_idle: bool,
}

/// The values that a setting can have.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingKind {
    /// On or off: `true` or `false`.
    Flag,
    /// A whole number; both limits are allowed.
    Whole {
        /// The smallest.
        low: usize,
        /// The largest.
        high: usize,
    },
    /// A finite number that is at least this one.
    NumberFrom(f64),
    /// Whole numbers separated by commas; both limits are allowed.
    List {
        /// The smallest.
        low: usize,
        /// The largest.
        high: usize,
        /// The most numbers.
        most: usize,
    },
    /// One of a few names.
    Choice(&'static [&'static str]),
}

/// Where the value of a setting is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingStore {
    /// Among the view's own settings in the session.
    Own,
    /// In a field of the session's views: the lanes of bands.
    Lanes,
    /// The head of a bias: the pinned dimension.
    Head,
    /// The position that is compared with all others: the pinned one.
    Position,
    /// Whether the axis of offsets is logarithmic.
    LogOffsets,
    /// Whether keys after the query are hidden.
    Causal,
    /// Whether each of the three ways has its own scale.
    OwnScales,
    /// The largest difference that does not count.
    Tolerance,
}

/// Why a value is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} is {text:?}; it is {kind:?}")]
pub struct SettingError {
    /// The name of the setting.
    pub name: &'static str,
    /// The text, cut to 40 characters.
    pub text: String,
    /// The values that the setting can have.
    pub kind: SettingKind,
}

impl SettingError {
    /// Returns the message for a user, which names the setting by its option.
    pub fn words(&self, language: Language) -> String {
        let option = format!("--{}", self.name.replace('_', "-"));
        let text = &self.text;
        match &self.kind {
            SettingKind::Flag => tr!(language, "cli.choice", option, text, choices = "true, false"),
            SettingKind::Choice(names) => tr!(language, "cli.choice", option, text, choices = names.join(", ")),
            SettingKind::Whole { low, high } => tr!(
                language,
                "animation.whole",
                option,
                text,
                least = count(*low),
                most = count(*high)
            ),
            SettingKind::NumberFrom(least) => tr!(language, "view.number_from", option, text, least = plain(*least)),
            SettingKind::List { low, high, most } => tr!(language, "view.list", option, text, low, last = high, most),
        }
    }
}

impl Declared {
    /// Returns a setting that conflicts with no option.
    pub fn new(name: &'static str, kind: SettingKind, usual: &'static str, store: SettingStore) -> Self {
        Self {
            name,
            kind,
            usual,
            store,
            excludes: &[],
            is_idle: false,
        }
    }

    /// Returns the setting of a view that chooses between a linear and a logarithmic axis of positions or offsets.
    pub fn axis() -> Self {
        let kind = SettingKind::Choice(&["linear", "logarithmic"]);
        Self {
            // A logarithmic axis shows all positions.
            excludes: &["positions"],
            ..Self::new("axis", kind, "linear", SettingStore::Own)
        }
    }

    /// Returns whether [`Self::axis`] of a view is logarithmic, and the control that changes it.
    pub fn logarithmic(view: &str, subject: &Subject) -> (bool, Control) {
        let (axis, language) = (Self::axis(), subject.language);
        let is_on = axis.value(view, &subject.settings) == "logarithmic";
        let control = Control::Toggle {
            words: tr!(language, "view.logarithmic"),
            hint: tr!(language, "view.logarithmic_hint"),
            is_on,
            is_enabled: true,
            is_optional: false,
            change: axis.change(view, if is_on { "linear" } else { "logarithmic" }),
        };
        (is_on, control)
    }

    /// Returns a value in the form in which it is kept, if it is valid.
    ///
    /// # Errors
    /// [`SettingError`].
    pub fn checked(&self, text: &str) -> Result<String, SettingError> {
        let trimmed = text.trim();
        let whole = |text: &str, low: usize, high: usize| {
            let number = text.trim().parse().ok();
            number.filter(|number: &usize| (low..=high).contains(number))
        };
        let value = match &self.kind {
            SettingKind::Flag => ["true", "false"].contains(&trimmed).then(|| trimmed.to_owned()),
            SettingKind::Choice(names) => names.contains(&trimmed).then(|| trimmed.to_owned()),
            SettingKind::Whole { low, high } => whole(trimmed, *low, *high).map(|number| number.to_string()),
            SettingKind::NumberFrom(least) => typed_number(trimmed)
                .filter(|number| number >= least)
                .map(|number| number.to_string()),
            SettingKind::List { low, high, most } => {
                let numbers: Option<Vec<usize>> = text.split(',').map(|text| whole(text, *low, *high)).collect();
                let is_once = |numbers: &[usize]| numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
                let numbers = numbers.filter(|numbers| numbers.len() <= *most && is_once(numbers));
                numbers.map(|numbers| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            }
        };
        value.ok_or_else(|| SettingError {
            name: self.name,
            text: text.chars().take(40).collect(),
            kind: self.kind.clone(),
        })
    }

    /// Stores a checked value in a session.
    pub fn put(&self, view: &str, value: &str, session: &mut Session) {
        match self.store {
            SettingStore::Own => session.set(view, self.name.to_owned(), self.unusual(value)),
            SettingStore::Lanes => {
                session.views.lanes = value.split(',').filter_map(|band| band.parse().ok()).collect();
            }
            SettingStore::Head | SettingStore::Position => {
                let number = value.parse().unwrap_or(0);
                let pin = session.views.pin.unwrap_or(Pin {
                    position: 0,
                    dimension: 0,
                });
                session.views.pin = Some(match self.store {
                    SettingStore::Head => Pin {
                        dimension: number,
                        ..pin
                    },
                    _ => Pin {
                        position: number,
                        ..pin
                    },
                });
            }
            SettingStore::LogOffsets => session.views.log_offsets = value == "true",
            SettingStore::Causal => session.views.causal = value == "true",
            SettingStore::OwnScales => session.views.own_scales = value == "true",
            SettingStore::Tolerance => {
                if let (Some(versus), Ok(tolerance)) = (&mut session.versus, value.parse()) {
                    versus.tolerance = tolerance;
                }
            }
        }
    }

    /// Returns the change that sets the setting to a checked value.
    pub fn change(&self, view: &str, value: &str) -> Change {
        match (self.store, value.parse()) {
            (SettingStore::Tolerance, Ok(tolerance)) => Change::Tolerance(tolerance),
            _ => Change::Setting {
                view: view.to_owned(),
                setting: self.name.to_owned(),
                value: self.unusual(value),
            },
        }
    }

    /// Returns a value as a session keeps it: `None` for the default.
    fn unusual(&self, value: &str) -> Option<String> {
        (value != self.usual).then(|| value.to_owned())
    }

    /// Returns the value of a setting that is kept among the view's own; the default if it is invalid.
    pub fn value<'a>(&'a self, view: &str, settings: &'a Settings) -> &'a str {
        let of_view = settings.get(view);
        let own = of_view.and_then(|of_view| of_view.get(self.name));
        let own = own.filter(|value| self.checked(value).is_ok());
        own.map_or(self.usual, String::as_str)
    }
}

/// Parses a number as a person types it, with typographic minus signs and full-width digits; `None` if
/// it is not finite.
fn typed_number(text: &str) -> Option<f64> {
    let text = half_width(text).replace('\u{2212}', "-");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Sets a setting of a view in a session.
///
/// # Errors
/// [`SettingError`] if the value is invalid.
pub fn set(
    view: &dyn View,
    name: &'static str,
    text: &str,
    subject: &Subject,
    session: &mut Session,
) -> Result<(), SettingError> {
    for declared in view.settings(subject).iter().filter(|declared| declared.name == name) {
        declared.put(view.name(), &declared.checked(text)?, session);
    }
    Ok(())
}

/// Returns a subject for which a view has something to show, based on the default specification.
pub fn telling(view: &dyn View) -> Subject {
    let mut spec = Spec::default();
    match view.takes() {
        Takes::One(Some(SchemeKind::Rotation)) => spec.scheme = Scheme::Rope,
        Takes::One(Some(SchemeKind::Bias)) => spec.scheme = Scheme::Alibi,
        Takes::Strategies => spec.beyond.trained_len = spec.max_len / 2,
        Takes::One(_) | Takes::Two | Takes::Schemes => {}
    }
    let mut session = Session {
        spec,
        ..Session::default()
    };
    if view.takes() == Takes::Two {
        session.versus = Some(Versus::default());
    }
    match Subject::of(&session, Language::English) {
        Ok(subject) => subject,
        Err(_) => unreachable!("a test makes each"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_a_finite_number_from_0_on() {
        let view = crate::view::view("difference").map(|view| view.settings(&telling(view)));
        let declared = view.into_iter().flatten().find(|declared| declared.name == "tolerance");
        let typed = |text| declared.as_ref()?.checked(text).ok()?.parse::<f64>().ok();
        assert_eq!(typed("0"), Some(0.0));
        assert_eq!(typed("１ｅ－３"), Some(1e-3));
        assert_eq!(typed(" 1e−4 "), Some(1e-4));
        for refused in ["", "x", "-1", "-1e-9", "nan", "inf", "1e999"] {
            assert_eq!(typed(refused), None, "{refused}");
        }
    }
}

//! The schemes in words.

use super::Language;
use crate::encoding::Scheme;
use crate::tr;

/// The name of a scheme.
#[must_use]
pub fn scheme_name(scheme: Scheme, language: Language) -> String {
    match scheme {
        Scheme::Sinusoidal => tr!(language, "scheme.sinusoidal"),
        Scheme::Index => tr!(language, "scheme.index"),
        Scheme::Normalized => tr!(language, "scheme.normalized"),
        Scheme::Binary => tr!(language, "scheme.binary"),
    }
    .into_owned()
}

/// What the scheme does, in a sentence or two.
#[must_use]
pub fn scheme_rule(scheme: Scheme, language: Language) -> String {
    match scheme {
        Scheme::Sinusoidal => tr!(language, "conventions.sinusoidal"),
        Scheme::Index => tr!(language, "conventions.index"),
        Scheme::Normalized => tr!(language, "conventions.normalized"),
        Scheme::Binary => tr!(language, "conventions.binary"),
    }
    .into_owned()
}

//! The choices in words.

use super::Language;
use crate::encoding::Scheme;
use crate::field::Reduction;
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

/// What a pixel says of the cells under it.
#[must_use]
pub fn reduction_name(reduction: Reduction, language: Language) -> String {
    match reduction {
        Reduction::Mean => tr!(language, "reduction.mean"),
        Reduction::MeanTwice => tr!(language, "reduction.mean_twice"),
        Reduction::EveryNth => tr!(language, "reduction.every_nth"),
        Reduction::Largest => tr!(language, "reduction.largest"),
    }
    .into_owned()
}

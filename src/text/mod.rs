//! Every sentence in both languages. The language is an argument; there is no global one.
//!
//! The sentences are in `assets/locales`, each key with both languages side by side.
//! `tr!(language, "key", name = value)` returns a sentence with its values filled in.

mod code;
mod errors;
mod library;
mod numbers;
mod overflow;
mod pieces;
mod schemes;
mod sessions;
mod settings;
mod strips;
mod system;

use serde::{Deserialize, Serialize};

pub use code::code_error;
pub use errors::{file_error, or_meant, reduce_error, spec_error, spec_error_naming};
pub use library::{MistakeWords, PresetWords, base, mistake_title, table_width};
pub use numbers::{bytes, count, minus_sign, plain, position, rounded, significant, thousands, wavelength_words};
pub use overflow::overflow_words;
pub use pieces::pieces;
pub use schemes::{
    axis_names, choice_name, parameter_hint, parameter_name, reduction_name, row_words, scheme_line, scheme_name,
    scheme_rule, setting_hint, setting_name, setting_value,
};
pub use sessions::{aside_words, outside_fields, saved_error, saved_error_naming, session_fault, unknown_fields};
pub use settings::{differences, preset_words, setting_words, spec_words};
pub use strips::{band_name, strategy_words, way_words};
pub use system::system_error;

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the language code of the sentences in `assets/locales`.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// Returns the language of a locale such as `zh_CN.UTF-8` or `de-DE`: Chinese for any Chinese
    /// locale, otherwise English.
    pub fn of_locale(locale: &str) -> Self {
        let language = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("zh") {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// Returns the language of the system; English if the system does not say.
    pub fn of_system() -> Self {
        sys_locale::get_locale().map_or(Self::English, |locale| Self::of_locale(&locale))
    }
}

/// Returns the sentence of a key in a language as a `String`, with its values filled in:
/// `name = value`, or just `name` for a variable of that name.
#[macro_export]
macro_rules! tr {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($language:expr, $key:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        ::rust_i18n::t!($key, locale = $language.code() $(, $name = $crate::tr!(@value $name $($value)?))*).into_owned()
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_is_chinese_or_else_english() {
        assert_eq!(Language::of_locale("zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(Language::of_locale("zh-Hant-TW"), Language::Chinese);
        assert_eq!(Language::of_locale("zha"), Language::English);
        assert_eq!(Language::of_locale("C"), Language::English);
        assert_eq!(Language::of_locale(""), Language::English);
    }
}

//! Words of the program by their keys in `assets/locales`.

use std::fmt::Display;

use poscope::text::Language;

/// Returns the words of a key with these values filled in, as `tr!` does. A place without a value
/// stays open, as `%{name}`: [`is`], [`begins`] and [`holds`] take any text there.
pub fn filled(language: Language, key: impl AsRef<str>, values: &[(&str, &dyn Display)]) -> String {
    let key = key.as_ref();
    let found = poscope::_rust_i18n_try_translate(language.code(), key);
    let mut words = found
        .unwrap_or_else(|| panic!("no locale file has {key:?}"))
        .into_owned();
    for (name, value) in values {
        let open = format!("%{{{name}}}");
        assert!(words.contains(&open), "{key} has no {name}");
        words = words.replace(&open, &value.to_string());
    }
    words
}

/// Returns whether a text is these words.
pub fn is(text: &str, words: &str) -> bool {
    follows(text, words, true)
}

/// Returns whether a text begins with these words.
pub fn begins(text: &str, words: &str) -> bool {
    follows(text, words, false)
}

/// Returns whether a text has these words somewhere.
pub fn holds(text: &str, words: &str) -> bool {
    places(text).any(|at| begins(&text[at..], words))
}

/// Returns whether a text consists of the words of a key with any values filled in. A name without
/// a dot, such as `max_len`, is not a key and is the same in both languages.
pub fn is_of(text: &str, key: &str, language: Language) -> bool {
    if key.contains('.') {
        is(text, &filled(language, key, &[]))
    } else {
        text == key
    }
}

fn places(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()])
}

/// An open place does not extend to another line.
fn follows(text: &str, words: &str, to_the_end: bool) -> bool {
    let Some((first, rest)) = words.split_once("%{") else {
        return if to_the_end {
            text == words
        } else {
            text.starts_with(words)
        };
    };
    let (_, rest) = rest.split_once('}').unwrap();
    text.strip_prefix(first).is_some_and(|text| {
        let line = &text[..text.find('\n').unwrap_or(text.len())];
        places(line).any(|at| follows(&text[at..], rest, to_the_end))
    })
}

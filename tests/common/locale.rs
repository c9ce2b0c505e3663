//! Words of the program by the key that they have in `assets/locales`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use poscope::text::Language;

/// Both languages of every key.
static WORDS: LazyLock<HashMap<String, [String; 2]>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales");
    let mut words = HashMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut key = String::new();
        for line in text.lines() {
            if !line.starts_with([' ', '#']) && line.ends_with(':') {
                key = line.trim_end_matches(':').to_owned();
            }
            for (place, start) in ["  en: ", "  zh-CN: "].into_iter().enumerate() {
                if let Some(quoted) = line.strip_prefix(start) {
                    let both: &mut [String; 2] = words.entry(key.clone()).or_default();
                    both[place] = serde_json::from_str(quoted).unwrap();
                }
            }
        }
    }
    words
});

/// The words of a key, with `%{name}` where something is put in.
pub fn words(key: &str, language: Language) -> &'static str {
    let both = WORDS.get(key).unwrap_or_else(|| panic!("no locale file has {key:?}"));
    match language {
        Language::English => &both[0],
        Language::Chinese => &both[1],
    }
}

/// Whether a text is what the words of a key become, whatever is put in. A name without a dot, such
/// as `max_len`, is the same in both languages and no key.
pub fn is_of(text: &str, key: &str, language: Language) -> bool {
    if !key.contains('.') {
        return text == key;
    }
    let mut parts = words(key, language).split("%{");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut is_open = false; // whether the text may go on with what was put in
    for part in parts {
        let (_, literal) = part.split_once('}').unwrap();
        is_open = literal.is_empty();
        let Some(at) = rest.find(literal) else {
            return false;
        };
        rest = &rest[at + literal.len()..];
    }
    is_open || rest.is_empty()
}

//! Names as people type them: in other letters, with other signs between words, almost right.

/// How near a name has to be to be offered in place of another; 1 is equal.
const NEAR: f64 = 0.6;

/// The longest name for which a near one is looked for, in bytes.
const LONGEST: usize = 40;

/// Returns whether a text is a name but for capitals, spaces, underscores and hyphens.
///
/// ```
/// use poscope::encoding::is_named;
/// assert!(is_named("Llama_3.1 8B", "llama-3.1-8b"));
/// assert!(!is_named("llama-3.1", "llama-3.1-8b"));
/// ```
pub fn is_named(text: &str, name: &str) -> bool {
    plain(text).eq(plain(name))
}

/// Returns the name that is most similar to a text; `None` if none is similar, or the text is longer than 40 bytes.
/// A name that is a part of the text, or the text of it, counts as similar.
///
/// ```
/// use poscope::encoding::nearest;
/// assert_eq!(nearest("Sinusodial", ["index", "sinusoidal"]), Some("sinusoidal"));
/// assert_eq!(nearest("quux", ["index", "sinusoidal"]), None);
/// assert_eq!(nearest("bert", ["gpt-2", "bert-base"]), Some("bert-base"));
/// ```
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if text.len() > LONGEST {
        return None;
    }
    let text: String = plain(text).collect();
    let nearness = |name: &str| {
        let name: String = plain(name).collect();
        let is_part = text.len() > 2 && name.len() > 2 && (name.contains(&text) || text.contains(&name));
        strsim::normalized_damerau_levenshtein(&text, &name) + if is_part { NEAR } else { 0.0 }
    };
    let names = names.into_iter().map(|name| (nearness(name), name));
    let nearest = names.max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.filter(|(near, _)| *near > NEAR).map(|(_, name)| name)
}

/// The letters of a name without what people write in different ways.
fn plain(name: &str) -> impl Iterator<Item = char> {
    let letters = name.trim().chars().filter(|letter| !matches!(letter, ' ' | '_' | '-'));
    letters.flat_map(char::to_lowercase)
}

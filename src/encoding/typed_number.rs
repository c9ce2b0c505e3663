//! Numbers as people type them.

/// Parses what a person typed as a number; `None` if it is not one. Surrounding spaces and
/// thousands separators between digits (comma, apostrophe, underscore, thin space) are allowed:
/// `10,000` is ten thousand. So are the full-width digits of Chinese and Japanese input.
pub fn number(text: &str) -> Option<f64> {
    without_separators(half_width(text).trim()).parse().ok()
}

/// Removes thousands separators: each must stand between a digit and a group of exactly three
/// digits, so `1,5` is left as it is, and refused.
fn without_separators(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_digit = |i: usize| characters.get(i).is_some_and(char::is_ascii_digit);
    let starts_a_group = |i: usize| is_digit(i + 1) && is_digit(i + 2) && is_digit(i + 3) && !is_digit(i + 4);
    (0..characters.len())
        .filter(|&i| {
            let is_separator = matches!(
                characters[i],
                ',' | '\'' | '_' | ' ' | '\u{2009}' | '\u{202f}' | '\u{a0}'
            );
            !(is_separator && i > 0 && is_digit(i - 1) && starts_a_group(i))
        })
        .map(|i| characters[i])
        .collect()
}

/// Replaces the full-width digits and signs of Chinese and Japanese input (U+FF01 to U+FF5E, and
/// the wide space) with the ASCII characters that they stand for.
pub(crate) fn half_width(text: &str) -> String {
    let half = |character: char| match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character),
        '\u{3000}' => ' ',
        other => other,
    };
    text.chars().map(half).collect()
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn thousands_may_be_separated_but_a_decimal_comma_is_not_guessed_at() {
        assert_eq!(number(" 10,000 "), Some(10_000.0));
        assert_eq!(number("1 048 576"), Some(1_048_576.0));
        assert_eq!(number("1e6"), Some(1e6));
        assert_eq!(number("５１２"), Some(512.0));
        assert_eq!(number("１０，０００．５"), Some(10_000.5));
        assert_eq!(number("1,5"), None);
        assert_eq!(number(""), None);
    }
}

//! Where a line of text may break.

use unicode_linebreak::linebreaks;

/// Returns the pieces of a text between which a line may break, each with the space after it, by the Unicode line
/// breaking algorithm (UAX #14). A line never breaks beside an equals sign, which belongs to its name and its value.
///
/// ```
/// use poscope::text::pieces;
/// assert_eq!(pieces("one two").collect::<Vec<_>>(), ["one ", "two"]);
/// assert_eq!(pieces("Factor s = 4").collect::<Vec<_>>(), ["Factor ", "s = 4"]);
/// assert_eq!(pieces("位置，维度").collect::<Vec<_>>(), ["位", "置，", "维", "度"]);
/// assert_eq!(pieces("").count(), 0);
/// ```
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let is_beside_equals = |end: usize| text[..end].ends_with("= ") || text[end..].starts_with("= ");
    let ends = linebreaks(text).map(|(end, _)| end);
    let mut start = 0;
    ends.filter(move |end| !is_beside_equals(*end)).map(move |end| {
        let piece = &text[start..end];
        start = end;
        piece
    })
}

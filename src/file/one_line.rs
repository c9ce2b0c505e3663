//! Texts from elsewhere (names of files, arguments, names in sessions) as one line that can be shown
//! anywhere: nothing in it moves the cursor of a terminal, turns the direction of writing or is
//! invisible.

use std::path::Path;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The longest path that a sentence names whole, in characters.
const NAMED: usize = 400;

/// Whether a character is not printed but acts: a control character, a line separator, a mark of
/// direction, an invisible one.
pub(crate) fn acts(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    // Most texts are ASCII, for which no table is searched.
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    matches!(
        character.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator
    )
}

/// Returns a text as one line: a line break in it as `\n` and other characters that act likewise.
/// A second time changes nothing.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => line.extend(character.escape_default()),
            _ if acts(character) => line.extend(character.escape_unicode()),
            _ => line.push(character),
        }
    }
    line
}

/// Returns a path as one line of text, as a sentence names it: the middle of a very long one gives way.
pub(crate) fn one_line_path(path: &Path) -> String {
    let line = one_line(&path.to_string_lossy());
    let count = line.chars().count();
    if count <= NAMED {
        return line;
    }
    let (head, tail) = (line.chars().take(NAMED / 2), line.chars().skip(count - NAMED / 2));
    head.chain(['…']).chain(tail).collect()
}

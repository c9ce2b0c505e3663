//! Text from outside (file names, arguments, names in sessions) as one line that is safe to show
//! anywhere: nothing in it moves the cursor of a terminal, changes the writing direction or is
//! invisible.

use std::path::Path;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The longest path that a sentence quotes in full, in characters.
const NAMED: usize = 400;

/// Checks whether a character acts instead of being printed: a control character, a line separator, a
/// direction mark, an invisible one.
pub(crate) fn acts(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    // Most text is ASCII, which needs no table lookup.
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    matches!(
        character.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator
    )
}

/// Returns a text as one line: a line break becomes `\n`, and other characters that act are escaped
/// likewise. Idempotent.
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

/// Returns a path as one line of text for a sentence; the middle of a very long path is left out.
pub(crate) fn one_line_path(path: &Path) -> String {
    let line = one_line(&path.to_string_lossy());
    let count = line.chars().count();
    if count <= NAMED {
        return line;
    }
    let (head, tail) = (line.chars().take(NAMED / 2), line.chars().skip(count - NAMED / 2));
    head.chain(['…']).chain(tail).collect()
}

//! Words in columns on a terminal, where a Chinese character is as wide as two letters.

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// The gap between two columns.
const GAP: &str = "  ";

/// Returns a table with a line of titles, every column as wide as its widest cell. The last column
/// is wrapped within itself if a line would be wider than `width`.
pub fn table(header: &[(String, Align)], rows: impl IntoIterator<Item = Vec<String>>, width: usize) -> String {
    let titles = header.iter().map(|(title, _)| title.clone()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let widest = |column: usize| lines.iter().map(|line| width_of(&line[column])).max().unwrap_or(0);
    let Some(last) = header.len().checked_sub(1) else {
        return String::new();
    };
    let widths: Vec<usize> = (0..last).map(widest).collect();
    let indent: usize = widths.iter().map(|width| width + GAP.len()).sum();
    let mut text = String::new();
    for line in &lines {
        for ((cell, &width), (_, align)) in line.iter().zip(&widths).zip(header) {
            let padding = " ".repeat(width - width_of(cell));
            match align {
                Align::Left => text.extend([cell, &padding, GAP]),
                Align::Right => text.extend([&padding, cell, GAP]),
            }
        }
        for (place, part) in wrapped(&line[last], width.saturating_sub(indent)).iter().enumerate() {
            if place > 0 {
                text.push_str(&" ".repeat(indent));
            }
            text.extend([part, "\n"]);
        }
    }
    text
}

/// Returns a text in lines of at most `width`, broken at spaces, after slashes and around Chinese characters. A
/// piece that cannot be broken is a line of its own, however long; an empty text is one line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if !line.is_empty() && width_of(&line) + width_of(piece.trim_end()) > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.push_str(piece);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Returns the pieces of a text between which a line may end.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((place, character)) = characters.next() {
        let end = place + character.len_utf8();
        let Some(&(_, next)) = characters.peek() else { break };
        // No line begins with the punctuation that belongs to the one before.
        let may_break = matches!(character, ' ' | '/') || is_wide(character) || is_wide(next);
        if may_break && !matches!(next, ' ' | '，' | '。' | '、' | '：' | '；' | '）') && character != '（' {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

fn width_of(text: &str) -> usize {
    text.chars().map(|character| 1 + usize::from(is_wide(character))).sum()
}

/// Returns whether a character of this program's sentences takes two places: Chinese characters and punctuation.
fn is_wide(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{303F}' | '\u{3400}'..='\u{9FFF}' | '\u{FF00}'..='\u{FF60}')
}

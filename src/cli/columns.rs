//! Words in columns on a terminal, where a Chinese character is as wide as two letters.

use unicode_width::UnicodeWidthStr;

use crate::text::pieces;

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

/// Returns a table with a line of titles, every column as wide as its widest cell. The text of the
/// last column is wrapped within the column if a line would be wider than `width`.
pub fn table(header: &[(String, Align)], rows: impl IntoIterator<Item = Vec<String>>, width: usize) -> String {
    let titles = header.iter().map(|(title, _)| title.clone()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let widest = |column: usize| lines.iter().map(|line| line[column].width()).max().unwrap_or(0);
    let Some(last) = header.len().checked_sub(1) else {
        return String::new();
    };
    let widths: Vec<usize> = (0..last).map(widest).collect();
    let indent: usize = widths.iter().map(|width| width + GAP.len()).sum();
    let mut text = String::new();
    for line in &lines {
        for ((cell, &width), (_, align)) in line.iter().zip(&widths).zip(header) {
            let padding = " ".repeat(width - cell.width());
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

/// Returns a text in lines of at most `width`, broken between its [`pieces`]. A piece that is longer is a line of
/// its own; an empty text is one line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if !line.is_empty() && line.width() + piece.trim_end().width() > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.push_str(piece);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

//! The letters of figures: the width of a text, and what the font does not have.
//!
//! Figures use one font, which is part of the program, so that they look the same on every machine.

use std::borrow::Cow;
use std::sync::LazyLock;

use ttf_parser::Face;

use crate::plot::layout::TextMeasure;
use crate::text::pieces;

/// Noto Sans SC: Latin, Greek, signs and the characters of GB 2312.
pub const FONT: &[u8] = include_bytes!("../../assets/fonts/NotoSansSC-GB2312.otf");

/// The family name of the font.
pub const FAMILY: &str = "Noto Sans SC";

/// The height of a digit, as a share of the size of the letters.
pub const DIGIT: f64 = 0.733;

/// Returns the parsed font; `None` would mean that the built-in font is damaged, which a test rules out.
fn face() -> Option<&'static Face<'static>> {
    static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(FONT, 0).ok());
    FACE.as_ref()
}

/// Returns the width of a line of text, in the unit of `size`: the sum of the letters' advances.
///
/// ```
/// use poscope::figure::lettering::width;
/// assert_eq!(width("位置", 10.0), 20.0); // hanzi are as wide as they are high
/// ```
pub fn width(text: &str, size: f64) -> f64 {
    let Some(face) = face() else { return 0.0 };
    let advance = |character| {
        let glyph = face.glyph_index(character);
        f64::from(glyph.and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(0))
    };
    let units: f64 = tight(text).chars().map(advance).sum();
    units * size / f64::from(face.units_per_em().max(1))
}

/// Returns a text without the spaces around middle dots: the font has only the Chinese dot, which includes its own
/// space.
fn tight(text: &str) -> Cow<'_, str> {
    if text.contains(" · ") {
        text.replace(" · ", "·").into()
    } else {
        text.into()
    }
}

/// Measures words in the font of figures.
#[derive(Clone, Copy, Debug)]
pub struct Lettering;

impl TextMeasure for Lettering {
    fn width(&self, words: &str, size: f64) -> f64 {
        width(words, size)
    }
}

/// Returns the text with each control character, and each that the font does not have, as its code point, never
/// as a box; white space among these becomes a space. A middle dot stands without spaces around it.
///
/// ```
/// use poscope::figure::lettering::drawable;
/// assert_eq!(drawable("θ 位 −1 · \u{20BB7}"), "θ 位 −1·[U+20BB7]");
/// ```
pub fn drawable(text: &str) -> String {
    let text = tight(text);
    let mut drawable = String::with_capacity(text.len());
    for character in text.chars() {
        let is_known = face().is_some_and(|face| face.glyph_index(character).is_some());
        if is_known && !character.is_control() {
            drawable.push(character);
        } else if character.is_whitespace() {
            drawable.push(' ');
        } else {
            drawable.push_str(&format!("[U+{:04X}]", u32::from(character)));
        }
    }
    drawable
}

/// Returns a text, shortened with three dots if it is wider than `room`; empty if not even the dots fit.
pub fn fitting(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut cut = text.to_owned();
    while cut.pop().is_some() {
        let shown = format!("{}...", cut.trim_end());
        if width(&shown, size) <= room {
            return shown;
        }
    }
    String::new()
}

/// Returns a text in lines of at most `room`, broken between its [`pieces`], and within words
/// that are longer than a line; in the characters that are drawn, see [`drawable`].
pub fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let text = drawable(text);
    let mut lines = vec![String::new()];
    for piece in pieces(&text) {
        let Some(line) = lines.last_mut() else { break };
        if width(&format!("{line}{}", piece.trim_end()), size) <= room {
            line.push_str(if line.is_empty() { piece.trim_start() } else { piece });
            continue;
        }
        let mut rest = String::new();
        for character in piece.trim_start().chars() {
            rest.push(character);
            if width(rest.trim_end(), size) > room && rest.chars().count() > 1 {
                rest.pop();
                lines.push(std::mem::take(&mut rest));
                rest.push(character);
            }
        }
        lines.push(rest);
    }
    for line in &mut lines {
        *line = line.trim_end().to_owned();
    }
    lines.retain(|line| !line.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_is_there_and_has_both_languages() {
        assert!(face().is_some());
        let words = "Position 位置编码热力图 维度 频率 余弦相似度 插值 −1.0 ≤ x ≤ 1.0 θ π √d 繁體 “引号” λ →";
        assert_eq!(drawable(words), words);
        assert!((width("0000", 10.0) - 4.0 * width("0", 10.0)).abs() < 1e-9);
    }
}

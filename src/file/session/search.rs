//! Formats that are searched as bytes or text: a session is found wherever it is.

use std::io::{Read, Seek};

use super::picture::{PictureFile, damaged};
use super::{Failure, LIMIT, SESSION_ELEMENT, SHARED_START};
use crate::file::SessionFault;

/// The longest tag that is searched for our id.
const TAG: u64 = 1024;

/// How much longer than the text its escaped form may be: a quotation mark is written `&quot;`.
const ESCAPED: u64 = 6;

/// The most shared texts that are extracted from a document.
const CANDIDATES: usize = 8;

/// Returns the shared texts of a PDF or a TIFF, one per line.
pub fn in_bytes(mut file: PictureFile<impl Read + Seek>) -> Result<Option<String>, Failure> {
    let mut found = String::new();
    let mut count = 0;
    while count < CANDIDATES && file.skip_past(SHARED_START.as_bytes())? {
        let digits = file.take_while(9, |byte| byte.is_ascii_digit())?;
        let stop = file.take_while(1, |byte| byte == b'.')?;
        if digits.is_empty() || stop.is_empty() {
            continue;
        }
        let start = file.at();
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_\\ \t\r\n".contains(&byte);
        let letters = file.take_while(2 * LIMIT, is_part)?;
        for part in [SHARED_START.as_bytes(), &digits, &stop, &letters] {
            found.push_str(&String::from_utf8_lossy(part));
        }
        found.push_str("\n.\n"); // ends this text and its letters
        count += 1;
        file.go_back(start)?; // the next text may begin in what was taken for letters
    }
    Ok((count > 0).then_some(found))
}

/// Returns the text of the metadata element of an SVG that has our id.
pub fn in_svg(mut file: PictureFile<impl Read + Seek>) -> Result<Option<String>, Failure> {
    while file.skip_past(b"<")? {
        let tag = file.take_while(TAG, |byte| !b"<>".contains(&byte))?;
        if !is_ours(&String::from_utf8_lossy(&tag)) {
            continue;
        }
        let start = file.at();
        let most = ESCAPED * LIMIT + TAG;
        let bytes = file.take(most.min(file.length() - start))?;
        let is_all = (bytes.len() as u64) < most;
        let text = String::from_utf8_lossy(&bytes);
        return match content(&text) {
            Some(ElementContent::Text(text)) if text.len() as u64 > LIMIT => Err(too_large()),
            Some(ElementContent::Text(text)) => Ok(Some(text)),
            None if is_all => Err(SessionFault::EndsEarly { length: file.length() }.into()),
            None => Err(too_large()),
            Some(ElementContent::Damaged) => Err(damaged(start)),
        };
    }
    Ok(None)
}

fn too_large() -> Failure {
    SessionFault::TooLarge { limit: LIMIT }.into()
}

/// Checks whether a tag is that of a metadata element with our id.
fn is_ours(tag: &str) -> bool {
    let (name, attributes) = tag.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or_default();
    let (before, behind) = attributes.split_once(SESSION_ELEMENT).unwrap_or_default();
    let is_value = |quote| {
        let named = before
            .strip_suffix(quote)
            .and_then(|before| before.trim_end().strip_suffix('='));
        named.is_some_and(|name| name.trim_end().ends_with("id")) && behind.starts_with(quote)
    };
    name.rsplit(':').next() == Some("metadata") && (is_value('"') || is_value('\''))
}

/// The content of an element.
enum ElementContent {
    Text(String),
    Damaged,
}

/// Returns the text of an element, from inside its tag to the next tag; `None` if it is incomplete.
fn content(from_tag: &str) -> Option<ElementContent> {
    let (_, mut rest) = from_tag.split_once('>')?;
    let mut text = String::new();
    loop {
        let (before, next) = rest.split_at(rest.find(['<', '&'])?);
        text.push_str(before);
        rest = if let Some(data) = next.strip_prefix("<![CDATA[") {
            let (data, after) = data.split_once("]]>")?;
            text.push_str(data);
            after
        } else if let Some(comment) = next.strip_prefix("<!--") {
            comment.split_once("-->")?.1
        } else if let Some(entity) = next.strip_prefix('&') {
            let (name, after) = entity.split_once(';')?;
            let Some(character) = character(name) else {
                return Some(ElementContent::Damaged);
            };
            text.push(character);
            after
        } else {
            return Some(ElementContent::Text(text));
        };
    }
}

/// Returns the character that an entity stands for.
fn character(name: &str) -> Option<char> {
    let code = match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => name.strip_prefix('#')?,
    };
    let number = match code.strip_prefix('x') {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => code.parse(),
    };
    char::from_u32(number.ok()?)
}

//! Formats that are texts: what is looked for is found wherever it stands.

use std::io::{Read, Seek};

use super::picture::{Picture, damaged};
use super::{Failure, LIMIT, SESSION_ELEMENT, SHARED_START};
use crate::file::SessionFault;

/// Bytes that are looked through at a time.
const BLOCK: u64 = 1 << 16;

/// How far before its id an element may begin.
const BEFORE: u64 = 1024;

/// How much longer than the text its letters may be: a quotation mark is
/// written `&quot;`.
const ESCAPED: u64 = 6;

/// How many shared texts are taken out of a document.
const CANDIDATES: usize = 8;

/// Where some bytes stand in others.
pub fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// The next place from here on where the bytes stand; the file is behind them
/// then, else at its end.
fn next(file: &mut Picture<impl Read + Seek>, wanted: &[u8]) -> Result<Option<u64>, Failure> {
    let mut bytes = Vec::new();
    let mut start = file.at();
    loop {
        let count = BLOCK.min(file.length() - file.at());
        if count == 0 {
            return Ok(None);
        }
        bytes.extend(file.take(count)?);
        if let Some(place) = position(&bytes, wanted) {
            let place = start + place as u64;
            file.go_to(place + wanted.len() as u64)?;
            return Ok(Some(place));
        }
        // What is wanted may begin in the last bytes.
        let done = bytes.len().saturating_sub(wanted.len() - 1);
        bytes.drain(..done);
        start += done as u64;
    }
}

/// The shared texts of a PDF or a TIFF, one a line.
pub fn in_bytes(mut file: Picture<impl Read + Seek>) -> Result<Option<String>, Failure> {
    let mut found = String::new();
    let mut count = 0;
    while let Some(place) = next(&mut file, SHARED_START.as_bytes())? {
        let behind = file.at();
        file.go_to(place)?;
        let start = file.take(32.min(file.length() - place))?;
        let digits = start[SHARED_START.len()..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let digits = digits.count();
        if digits > 0 && start.get(SHARED_START.len() + digits) == Some(&b'.') {
            file.go_to(place)?;
            let rest = file.take((2 * LIMIT).min(file.length() - place))?;
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_\\ \t\r\n".contains(byte);
            let head = SHARED_START.len() + digits + 1;
            let length = rest[head..].iter().take_while(|byte| is_part(byte)).count();
            found.push_str(&String::from_utf8_lossy(&rest[..head + length]));
            found.push_str("\n.\n"); // the end of one, and of all letters
            count += 1;
            if count == CANDIDATES {
                break;
            }
        }
        file.go_to(behind)?;
    }
    Ok((count > 0).then_some(found))
}

/// The text of the metadata element of an SVG that has our id.
pub fn in_svg<R: Read + Seek>(mut file: Picture<R>) -> Result<Option<String>, Failure> {
    while let Some(place) = next(&mut file, SESSION_ELEMENT.as_bytes())? {
        let behind = file.at();
        file.go_to(place.saturating_sub(BEFORE))?;
        let before = file.take(place - file.at())?;
        file.go_to(behind)?;
        if opens_metadata(&before) {
            let most = ESCAPED * LIMIT + BEFORE;
            let bytes = file.take(most.min(file.length() - behind))?;
            let is_all = (bytes.len() as u64) < most;
            let text = String::from_utf8_lossy(&bytes);
            return match content(&text) {
                Some(Content::Text(text)) if text.len() as u64 > LIMIT => Err(too_large()),
                Some(Content::Text(text)) => Ok(Some(text)),
                None if is_all => Err(SessionFault::EndsEarly { length: file.length() }.into()),
                None => Err(too_large()),
                Some(Content::Damaged) => Err(damaged(behind)),
            };
        }
    }
    Ok(None)
}

fn too_large() -> Failure {
    SessionFault::TooLarge { limit: LIMIT }.into()
}

/// Whether the bytes end within the tag of a metadata element, where the value
/// of its id begins.
fn opens_metadata(before: &[u8]) -> bool {
    let before = String::from_utf8_lossy(before);
    let Some((_, tag)) = before.rsplit_once('<') else {
        return false;
    };
    let name = tag.split_ascii_whitespace().next().unwrap_or_default();
    let is_metadata = name.rsplit(':').next() == Some("metadata") && !tag.contains('>');
    let attribute = tag.strip_suffix(['"', '\'']).map(str::trim_end);
    let attribute = attribute.and_then(|tag| tag.strip_suffix('=')).map(str::trim_end);
    is_metadata && attribute.is_some_and(|tag| tag.ends_with("id"))
}

/// What stands in an element.
enum Content {
    Text(String),
    Damaged,
}

/// The text of an element from within its tag up to the next tag; none where it is not finished.
fn content(from_tag: &str) -> Option<Content> {
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
                return Some(Content::Damaged);
            };
            text.push(character);
            after
        } else {
            return Some(Content::Text(text));
        };
    }
}

/// The character that an entity stands for.
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

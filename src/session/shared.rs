//! A session as a text that is short enough to send: what differs from the first session, compressed.
//!
//! ```text
//! "poscope1." + base64url(length of DATA, DATA, CRC-32 of JSON),   DATA = deflate(JSON)
//! ```
//!
//! The length is a LEB128 number, so that a text that was cut off can be distinguished from one that was changed.

use std::io::{Read, Write};

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::saved::{Opened, SIZE_LIMIT, SavedError, VERSION, check_size, from_value};
use super::{Session, completed};
use crate::file::SHARED_START;

/// The longest text that is searched for a session, in bytes.
const PASTED_LIMIT: usize = 4 * SIZE_LIMIT;

/// Length of the checksum, in bytes.
const SUM: usize = 4;

/// The base64 alphabet as it is written; when reading, the last letter may have spare bits.
const LETTERS: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns the session as a short text without spaces.
///
/// ```
/// use poscope::session::{Session, from_shared, share};
/// let text = share(&Session::default());
/// assert_eq!(text, "poscope1.BKuuBQBDv6aj");
/// assert_eq!(from_shared(&format!("Look: “{text}”."))?.session, Session::default());
/// # Ok::<(), poscope::session::SavedError>(())
/// ```
pub fn share(session: &Session) -> String {
    let json = serde_json::to_value(session).map(|value| completed::shortened(&value).to_string());
    let packed = json
        .map_err(std::io::Error::from)
        .and_then(|json| pack(json.as_bytes()));
    match packed {
        Ok(bytes) => format!("{SHARED_START}{VERSION}.{}", LETTERS.encode(bytes)),
        Err(_) => unreachable!("plain data, and memory takes what is written"),
    }
}

fn pack(json: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(json)?;
    let data = encoder.finish()?;
    let mut bytes = Vec::with_capacity(data.len() + 8);
    let mut length = data.len();
    while length > 0x7F {
        bytes.push((length & 0x7F) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(data);
    bytes.extend(sum(json));
    Ok(bytes)
}

fn sum(json: &[u8]) -> [u8; SUM] {
    let mut crc = Crc::new();
    crc.update(json);
    crc.sum().to_le_bytes()
}

/// Checks whether a text contains what looks like a session.
pub fn is_shared(text: &str) -> bool {
    places(text).next().is_some()
}

/// Reads the session in a text that was pasted: there may be words around it, and spaces, line breaks
/// and quotation marks within it.
///
/// # Errors
/// [`SavedError`]: no session, cut off, changed, of a newer version, too large, or outside the limits.
pub fn from_shared(text: &str) -> Result<Opened, SavedError> {
    if text.len() > PASTED_LIMIT {
        return Err(SavedError::TooLarge {
            bytes: text.len(),
            limit: PASTED_LIMIT,
        });
    }
    let mut refusal = SavedError::NotASession;
    for (i, (version, rest)) in places(text).take(8).enumerate() {
        match opened(version, rest) {
            Ok(opened) => return Ok(opened),
            Err(error) if i == 0 => refusal = error,
            Err(_) => {}
        }
    }
    Err(refusal)
}

/// Returns the places where a shared text may begin: its version, and what follows.
fn places(text: &str) -> impl Iterator<Item = (u64, &str)> {
    text.match_indices(SHARED_START).filter_map(|(at, start)| {
        let rest = &text[at + start.len()..];
        let digits = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let version = rest[..digits].parse().ok()?;
        Some((version, rest[digits..].strip_prefix('.')?))
    })
}

fn opened(version: u64, rest: &str) -> Result<Opened, SavedError> {
    if version > VERSION {
        return Err(SavedError::Newer {
            version,
            known: VERSION,
        });
    }
    if version < VERSION {
        return Err(SavedError::Changed);
    }
    let json = unpack(&letters(rest))?;
    check_size(&json)?;
    let value = serde_json::from_str(&json).map_err(|_| SavedError::Changed)?;
    from_value(&value)
}

/// Returns the letters of a text, up to the first character that is neither a letter nor inserted in transit.
fn letters(rest: &str) -> String {
    let is_letter = |character: &char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    let is_put_in = |character: char| {
        character.is_whitespace()
            || "\"'`\\>“”‘’„«»「」『』".contains(character)
            || matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
    };
    rest.chars()
        .take_while(|&character| is_letter(&character) || is_put_in(character))
        .filter(is_letter)
        .collect()
}

/// Returns the JSON of a shared text.
fn unpack(letters: &str) -> Result<String, SavedError> {
    // A single remaining letter holds less than a byte.
    let whole = letters.len() - usize::from(letters.len() % 4 == 1);
    let bytes = LETTERS.decode(&letters[..whole]).map_err(|_| SavedError::Changed)?;
    let cut_off = |expected: usize| SavedError::CutOff {
        found: letters.len(),
        expected: (expected * 4).div_ceil(3),
    };
    let digits = bytes.iter().take_while(|&&byte| byte > 0x7F).count();
    if digits > 3 {
        return Err(SavedError::Changed);
    }
    let Some(start) = bytes.get(..=digits) else {
        return Err(cut_off(bytes.len().max(1) + 2 + SUM));
    };
    let length = start
        .iter()
        .rfold(0, |length, &byte| length << 7 | usize::from(byte & 0x7F));
    if length > PASTED_LIMIT {
        return Err(SavedError::Changed);
    }
    let end = start.len() + length;
    let (Some(data), Some(given_sum)) = (bytes.get(start.len()..end), bytes.get(end..end + SUM)) else {
        return Err(cut_off(end + SUM));
    };
    let mut json = Vec::new();
    let limit = SIZE_LIMIT as u64 + 1;
    let inflated = DeflateDecoder::new(data).take(limit).read_to_end(&mut json);
    if json.len() > SIZE_LIMIT {
        return Err(SavedError::TooLarge {
            bytes: json.len(),
            limit: SIZE_LIMIT,
        });
    }
    if inflated.is_err() || sum(&json) != given_sum {
        return Err(SavedError::Changed);
    }
    String::from_utf8(json).map_err(|_| SavedError::Changed)
}

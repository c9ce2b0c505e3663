//! A session in a PNG: its chunks are visited up to the last one, and only text chunks are read.

use std::io::{Read, Seek};

use flate2::Crc;
use flate2::read::ZlibDecoder;

use super::picture::{PictureFile, damaged};
use super::{Failure, LIMIT, SESSION_KEYWORD};
use crate::file::SessionFault;

/// Length of the signature, in bytes.
const SIGNATURE: u64 = 8;

/// The longest chunk that is read: a text with its keyword and language fields.
const CHUNK_LIMIT: u64 = LIMIT + 4096;

/// Returns the text of the chunk with our keyword.
pub fn find<R: Read + Seek>(mut file: PictureFile<R>) -> Result<Option<String>, Failure> {
    file.skip(SIGNATURE)?;
    loop {
        let at = file.at();
        let length = u64::from(u32::from_be_bytes(file.array()?));
        let kind: [u8; 4] = file.array()?;
        if length > 0x7FFF_FFFF || !kind.iter().all(u8::is_ascii_alphabetic) {
            return Err(damaged(at));
        }
        match &kind {
            b"IEND" => return Ok(None),
            b"tEXt" | b"zTXt" | b"iTXt" => {
                if let Some(text) = read_text(&mut file, &kind, length, at)? {
                    return Ok(Some(text));
                }
            }
            _ => file.skip(length + 4)?,
        }
    }
}

/// Returns the text of a chunk if its keyword is ours; the position is then after the chunk.
fn read_text<R: Read + Seek>(
    file: &mut PictureFile<R>,
    kind: &[u8; 4],
    length: u64,
    at: u64,
) -> Result<Option<String>, Failure> {
    let key = [SESSION_KEYWORD.as_bytes(), &[0]].concat();
    let beginning = file.take(length.min(key.len() as u64))?;
    let rest = length - beginning.len() as u64;
    if beginning != key {
        file.skip(rest + 4)?;
        return Ok(None);
    }
    if length > CHUNK_LIMIT {
        return Err(SessionFault::TooLarge { limit: LIMIT }.into());
    }
    let rest = file.take(rest)?;
    let mut crc = Crc::new();
    [kind.as_slice(), &beginning, &rest]
        .into_iter()
        .for_each(|part| crc.update(part));
    if crc.sum() != u32::from_be_bytes(file.array()?) {
        return Err(damaged(at));
    }
    let text = match kind {
        b"tEXt" => Some((false, rest.as_slice())),
        b"zTXt" => rest.split_first().map(|(_, text)| (true, text)),
        _ => international(&rest),
    };
    let (is_packed, text) = text.ok_or_else(|| damaged(at))?;
    let mut bytes = text.to_vec();
    if is_packed {
        bytes.clear();
        let read = ZlibDecoder::new(text).take(LIMIT + 1).read_to_end(&mut bytes);
        read.map_err(|_| damaged(at))?;
    }
    if bytes.len() as u64 > LIMIT {
        return Err(SessionFault::TooLarge { limit: LIMIT }.into());
    }
    String::from_utf8(bytes).map(Some).map_err(|_| damaged(at))
}

/// Returns the text of an iTXt chunk, and whether it is compressed: two bytes say how, then follow a
/// language and a translated keyword, each terminated by a zero.
fn international(rest: &[u8]) -> Option<(bool, &[u8])> {
    let ([packed, _method], rest) = rest.split_first_chunk()?;
    let mut parts = rest.splitn(3, |&byte| byte == 0);
    let (_language, _keyword, text) = (parts.next()?, parts.next()?, parts.next()?);
    Some((*packed == 1, text))
}

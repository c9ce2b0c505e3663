//! A session in a GIF: a comment that contains a shared text.

use std::io::{Read, Seek};

use memchr::memmem;

use super::picture::{PictureFile, damaged};
use super::{Failure, LIMIT, SHARED_START};

/// Returns the first comment that contains a shared text.
pub fn find<R: Read + Seek>(mut file: PictureFile<R>) -> Result<Option<String>, Failure> {
    file.skip(10)?; // signature, version, size
    let [flags, _background, _aspect] = file.array()?;
    file.skip(colors(flags))?;
    loop {
        let at = file.at();
        match file.array()? {
            [b';'] => return Ok(None),
            [b','] => {
                file.skip(8)?; // place and size
                let [flags] = file.array()?;
                file.skip(colors(flags) + 1)?; // and the code size
                blocks(&mut file, &mut None)?;
            }
            [b'!'] => {
                let [label] = file.array()?;
                let mut comment = (label == 0xFE).then(Vec::new);
                blocks(&mut file, &mut comment)?;
                let comment = comment.unwrap_or_default();
                if memmem::find(&comment, SHARED_START.as_bytes()).is_some() {
                    return Ok(Some(String::from_utf8_lossy(&comment).into_owned()));
                }
            }
            _ => return Err(damaged(at)),
        }
    }
}

/// Returns the bytes of a colour table.
fn colors(flags: u8) -> u64 {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

/// Skips blocks up to the empty one, and keeps their content, up to the limit, if `kept` is given.
fn blocks<R: Read + Seek>(file: &mut PictureFile<R>, kept: &mut Option<Vec<u8>>) -> Result<(), Failure> {
    loop {
        let [length] = file.array()?;
        if length == 0 {
            return Ok(());
        }
        match kept {
            Some(kept) if (kept.len() as u64) < LIMIT => kept.extend(file.take(length.into())?),
            _ => file.skip(length.into())?,
        }
    }
}

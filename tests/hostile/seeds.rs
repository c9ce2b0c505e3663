//! Valid files to begin with: sessions and the files that carry them.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poscope::session::{Session, share, to_json};

use super::process;

/// Good pictures, made by the program itself.
pub struct Pictures(Vec<(&'static str, Vec<u8>)>);

impl Pictures {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = |ending: &'static str, command: &str| {
            let name = format!("a.{ending}");
            let line = format!("{command} --d-model 8 --max-len 9 -o {name}");
            let words: Vec<_> = line.split_whitespace().map(Into::into).collect();
            let done = process::run(folder.path(), &words);
            assert_eq!(done.status, Some(0), "{line}: {}", done.stderr);
            (ending, fs::read(folder.path().join(name)).unwrap())
        };
        let animate = "animate bands --over base --from 10 --to 100 --frames 2 --size 200x150";
        Self(vec![
            made("png", "export heatmap --plain"),
            made("svg", "export bands"),
            made("pdf", "export bands"),
            made("tiff", "export heatmap --size 200x150"),
            made("gif", animate),
            made("apng", animate),
        ])
    }

    /// The picture with this number, and its extension.
    pub fn one(&self, number: usize) -> (&'static str, &[u8]) {
        let (ending, bytes) = &self.0[number % self.0.len()];
        (ending, bytes)
    }
}

/// Any text as a shared text, whatever the text says.
pub fn shared(json: &str) -> String {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(json.as_bytes()).unwrap();
    let data = encoder.finish().unwrap();
    let mut length = data.len();
    let mut bytes = Vec::new();
    while length > 0x7F {
        bytes.push((length & 0x7F) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(data);
    let mut sum = flate2::Crc::new();
    sum.update(json.as_bytes());
    bytes.extend(sum.sum().to_le_bytes());
    format!("poscope1.{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// A text that says what a session is, in the file of this number that carries one.
pub fn carried(json: &str, number: usize) -> (&'static str, Vec<u8>) {
    match number % 6 {
        0 => ("poscope", json.as_bytes().to_vec()),
        1 => ("png", png(json)),
        2 => ("svg", svg(json)),
        3 => ("pdf", pdf(&shared(inner(json)))),
        4 => ("gif", gif(&shared(inner(json)))),
        _ => ("txt", format!("Look:\n“{}”.\n", shared(inner(json))).into_bytes()),
    }
}

/// The session within its frame of format and version, as shared texts have it.
fn inner(json: &str) -> &str {
    let start = json.find("\"session\":").map_or(0, |at| at + 10);
    json[start..].trim_end().strip_suffix('}').unwrap_or(json)
}

/// A good session of each kind of text: JSON, shared, and version 0.
pub fn text(session: &Session, number: usize) -> (&'static str, String) {
    match number % 3 {
        0 => ("poscope", to_json(session)),
        1 => ("txt", share(session)),
        _ => ("ron", include_str!("../data/sessions/version_0.ron").to_owned()),
    }
}

fn png(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    let text = text.replace('\0', "");
    encoder.add_itxt_chunk("poscope session".to_owned(), text).unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[7]).unwrap();
    writer.finish().unwrap();
    bytes
}

fn svg(text: &str) -> Vec<u8> {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata id=\"poscope-session\">{text}</metadata></svg>")
        .into_bytes()
}

fn pdf(keyword: &str) -> Vec<u8> {
    format!("%PDF-1.7\n1 0 obj\n<< /Keywords ({keyword}) >>\nendobj\n%%EOF").into_bytes()
}

fn gif(comment: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 1, 1, &[0, 0, 0]).unwrap();
    let blocks: Vec<&[u8]> = comment.as_bytes().chunks(255).collect();
    encoder.write_raw_extension(gif::AnyExtension(0xFE), &blocks).unwrap();
    drop(encoder);
    bytes
}

/// Writes a case's file and returns its path.
pub fn put(folder: &Path, ending: &str, bytes: &[u8]) -> std::path::PathBuf {
    let path = folder.join(format!("case.{ending}"));
    fs::write(&path, bytes).unwrap();
    path
}

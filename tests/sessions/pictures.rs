//! Sessions in pictures, made here by hand or by other people's crates.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use poscope::file::{FileError, SessionFault, read_session_text};
use poscope::session::{Session, from_text, share, to_json};
use poscope::text::{Language, file_error};

use super::chance::Chance;

/// A session that differs from the first one.
fn session() -> Session {
    let mut session = Chance(11).session();
    session.spec.base = 1234.5;
    session
}

fn png_with(change: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    change(&mut encoder);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[7; 12]).unwrap();
    writer.finish().unwrap();
    bytes
}

fn png() -> Vec<u8> {
    png_with(|encoder| {
        encoder
            .add_text_chunk("Software".to_owned(), "poscope".to_owned())
            .unwrap();
        encoder
            .add_itxt_chunk("poscope session".to_owned(), to_json(&session()))
            .unwrap();
    })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
        .replace('{', "&#x7b;")
}

fn svg(inside: &str) -> Vec<u8> {
    format!(
        "<?xml version=\"1.0\"?>\n<!-- poscope-session -->\n<svg xmlns=\"http://www.w3.org/2000/svg\">\n\
         <text>id=\"poscope-session\"</text><metadata id=\"poscope-session\">{inside}</metadata><path d=\"\"/></svg>"
    )
    .into_bytes()
}

fn pdf(keyword: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n<< /Creator (poscope 0.1.0) /Keywords (".to_vec();
    bytes.extend(keyword.as_bytes());
    bytes.extend(b") >>\nendobj\nstream\n\x00\xFF\x80poscope\nendstream\n%%EOF");
    bytes
}

fn gif(comment: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 2, 1, &[0, 0, 0, 255, 255, 255]).unwrap();
    encoder
        .write_raw_extension(gif::AnyExtension(0xFE), &[comment.as_bytes()])
        .unwrap();
    for _ in 0..3 {
        let frame = gif::Frame {
            width: 2,
            height: 1,
            buffer: vec![0, 1].into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    bytes
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn opened(&self, bytes: &[u8]) -> Session {
        opened(&self.put("file", bytes))
    }

    fn fault(&self, bytes: &[u8]) -> SessionFault {
        fault(&self.put("file", bytes))
    }
}

fn opened(path: &Path) -> Session {
    let text = read_session_text(path).unwrap_or_else(|error| panic!("{error}"));
    from_text(&text).unwrap_or_else(|error| panic!("{error}")).session
}

fn fault(path: &Path) -> SessionFault {
    match read_session_text(path) {
        Err(FileError::Session { fault, path: named }) => {
            assert_eq!(named, path);
            fault
        }
        other => panic!("{other:?}"),
    }
}

/// One file of each kind with the session in it.
fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("poscope", to_json(&session()).into_bytes()),
        ("txt", format!("Look:\n{}\n", share(&session())).into_bytes()),
        ("png", png()),
        ("svg", svg(&escaped(&to_json(&session())))),
        ("pdf", pdf(&share(&session()))),
        ("gif", gif(&share(&session()))),
    ]
}

#[test]
fn a_session_is_read_from_every_kind_of_file() {
    let folder = Folder::new();
    for (kind, bytes) in all() {
        assert_eq!(folder.opened(&bytes), session(), "{kind}");
    }
}

#[test]
fn a_png_has_it_in_any_kind_of_text_and_at_any_place() {
    let folder = Folder::new();
    let json = || to_json(&session());
    let packed = png_with(|encoder| {
        let mut text = png::text_metadata::ITXtChunk::new("poscope session", json());
        text.compressed = true;
        text.language_tag = "en".to_owned();
        text.compress_text().unwrap();
        let _ = encoder.add_itxt_chunk("Title".to_owned(), "表".to_owned());
        encoder
            .add_text_chunk("poscope session 2".to_owned(), "no".to_owned())
            .unwrap();
        encoder.add_text_chunk("poscope session".to_owned(), json()).unwrap();
        drop(text);
    });
    assert_eq!(folder.opened(&packed), session(), "tEXt");
    let packed = png_with(|encoder| {
        encoder.add_ztxt_chunk("poscope session".to_owned(), json()).unwrap();
    });
    assert_eq!(folder.opened(&packed), session(), "zTXt");

    let plain = png_with(|_| {});
    let data = zlib(json().as_bytes());
    let chunk = chunk(b"iTXt", &[b"poscope session\0\x01\0zh\0\0".as_slice(), &data].concat());
    let end = plain.len() - 12;
    let behind = [&plain[..end], &chunk, &plain[end..]].concat();
    assert_eq!(folder.opened(&behind), session(), "packed iTXt behind the pixels");
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, kind.as_slice(), data, &crc.sum().to_be_bytes()].concat()
}

#[test]
fn a_broken_or_hostile_png_is_refused() {
    let folder = Folder::new();
    let plain = png_with(|_| {});
    assert_eq!(folder.fault(&plain), SessionFault::NoneInPicture { format: "PNG" });
    let with = |kind: &[u8; 4], data: &[u8]| [&plain[..33], &chunk(kind, data), &plain[33..]].concat();

    let bomb = [b"poscope session\0\x01\0\0\0".as_slice(), &zlib(&vec![b'{'; 64 << 20])].concat();
    assert!(matches!(
        folder.fault(&with(b"iTXt", &bomb)),
        SessionFault::TooLarge { .. }
    ));
    let long = [b"poscope session\0\0\0\0\0".as_slice(), &vec![b' '; 2 << 20]].concat();
    assert!(matches!(
        folder.fault(&with(b"iTXt", &long)),
        SessionFault::TooLarge { .. }
    ));
    for text in [
        b"poscope session\0".as_slice(),
        b"poscope session\0\0\0en",
        b"poscope session\0\x01\0\0\0not packed",
        b"poscope session\0\0\0\0\0\xFF\xFE",
    ] {
        assert_eq!(
            folder.fault(&with(b"iTXt", text)),
            SessionFault::Damaged { at: 33 },
            "{text:?}"
        );
    }
    let mut wrong_sum = png();
    let place = wrong_sum.windows(7).position(|bytes| bytes == b"d_model").unwrap();
    wrong_sum[place] = b'D';
    assert!(matches!(folder.fault(&wrong_sum), SessionFault::Damaged { .. }));
    let mut length = plain.clone();
    length[33..37].copy_from_slice(&[0xFF; 4]);
    assert_eq!(folder.fault(&length), SessionFault::Damaged { at: 33 });
    for cut in 8..plain.len() - 4 {
        let fault = folder.fault(&plain[..cut]);
        assert!(
            matches!(
                fault,
                SessionFault::EndsEarly { .. } | SessionFault::NoneInPicture { .. }
            ),
            "{cut}: {fault:?}"
        );
    }
}

#[test]
fn a_picture_of_500_megabytes_is_walked_through_in_a_moment() {
    let folder = Folder::new();
    let path = folder.0.path().join("large.png");
    let plain = png_with(|_| {});
    let mut file = File::create(&path).unwrap();
    file.write_all(&plain[..33]).unwrap();
    let size = 500_u32 << 20;
    file.write_all(&size.to_be_bytes()).unwrap();
    file.write_all(b"IDAT").unwrap();
    file.seek(SeekFrom::Current(i64::from(size) + 4)).unwrap(); // a hole: it takes no room
    let text = [b"poscope session\0\0\0\0\0".as_slice(), to_json(&session()).as_bytes()].concat();
    file.write_all(&chunk(b"iTXt", &text)).unwrap();
    file.write_all(&chunk(b"IEND", &[])).unwrap();
    drop(file);
    let start = std::time::Instant::now();
    assert_eq!(opened(&path), session());
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
}

#[test]
fn an_svg_has_it_escaped_or_as_it_is() {
    let folder = Folder::new();
    let json = to_json(&session());
    for inside in [
        escaped(&json),
        format!("\n<![CDATA[{json}]]>\n"),
        format!("<!-- made by --><![CDATA[{}]]>{}", &json[..100], escaped(&json[100..])),
    ] {
        assert_eq!(folder.opened(&svg(&inside)), session(), "{inside}");
    }
    let text = String::from_utf8(svg(&escaped(&json))).unwrap();
    let other = text
        .replace("<metadata id=\"", "<svg:metadata\n class='a' id = '")
        .replace("session\">", "session'>");
    assert_eq!(folder.opened(other.as_bytes()), session());
    // After a large picture, across the borders of the blocks that are read.
    for size in [(1 << 16) - 100, (1 << 16) - 60, (1 << 16) - 5, 3 << 20] {
        let large = text.replacen("<text>", &format!("<!--{}--><text>", "x".repeat(size)), 1);
        assert_eq!(folder.opened(large.as_bytes()), session(), "{size}");
    }
    let none = text.replace("<metadata", "<desc");
    assert_eq!(
        folder.fault(none.as_bytes()),
        SessionFault::NoneInPicture { format: "SVG" }
    );
    let cut = &text[..text.find("views").unwrap()];
    assert!(matches!(folder.fault(cut.as_bytes()), SessionFault::EndsEarly { .. }));
    let endless = text.replace("</metadata>", &" ".repeat(8 << 20));
    assert!(matches!(
        folder.fault(endless.as_bytes()),
        SessionFault::TooLarge { .. } | SessionFault::Damaged { .. }
    ));
    assert!(matches!(folder.fault(&svg("&nothing;")), SessionFault::Damaged { .. }));
    assert_eq!(folder.fault(b"<html><p>Hello</p></html>"), SessionFault::Unknown);
}

#[test]
fn a_pdf_has_it_in_a_literal_broken_into_lines_and_in_xmp() {
    let folder = Folder::new();
    let text = share(&session());
    assert!(text.len() > 200, "long enough to be broken");
    let broken: Vec<String> = text
        .as_bytes()
        .chunks(70)
        .map(|line| String::from_utf8(line.to_vec()).unwrap())
        .collect();
    assert_eq!(folder.opened(&pdf(&broken.join("\\\n"))), session());
    let xmp = format!("x) /Metadata <rdf:li>poscope1.</rdf:li><pdf:Keywords>\n{text}\n</pdf:Keywords> (");
    assert_eq!(folder.opened(&pdf(&xmp)), session());
    let mut padded = vec![b' '; (1 << 16) - 90];
    padded.splice(0..0, *b"%PDF-1.7 ");
    padded.extend(pdf(&text));
    assert_eq!(folder.opened(&padded), session());
    assert_eq!(
        folder.fault(&pdf("none")),
        SessionFault::NoneInPicture { format: "PDF" }
    );
}

#[test]
fn a_marker_that_is_no_session_hides_none_that_follows() {
    let folder = Folder::new();
    let text = share(&session());
    for before in [
        "poscopepo",
        "posco",
        "poscope1",
        "poscope1poscope",
        "poscope12345678901.",
        "poscope1. ",
        "poscope.",
    ] {
        assert_eq!(folder.opened(&pdf(&format!("{before}{text}"))), session(), "{before}");
    }
    let svg = String::from_utf8(svg(&escaped(&to_json(&session())))).unwrap();
    for before in [
        "<",
        "<<<",
        "<metadata",
        "<metadata id=\"poscope-session",
        "<metadata id='poscope-session\">",
        "poscope-session",
    ] {
        let text = svg.replacen("<metadata", &format!("{before}<metadata"), 1);
        assert_eq!(folder.opened(text.as_bytes()), session(), "{before}");
    }
}

#[test]
fn a_gif_has_it_in_a_comment() {
    let folder = Folder::new();
    assert_eq!(
        folder.fault(&gif("made by poskope")),
        SessionFault::NoneInPicture { format: "GIF" }
    );
    let whole = gif(&share(&session()));
    for cut in 6..40 {
        assert!(
            matches!(folder.fault(&whole[..cut]), SessionFault::EndsEarly { .. }),
            "{cut}"
        );
    }
}

#[test]
fn tables_and_other_files_are_said_for_what_they_are() {
    let folder = Folder::new();
    for (bytes, format) in [
        (b"\x93NUMPY\x01\0v\0{'descr'".as_slice(), ".npy"),
        (b"PK\x03\x04rest", ".npz"),
        (b"\x10\0\0\0\0\0\0\0{\"pe\":{\"dtype\"}}", ".safetensors"),
        (b"0.0,1.0,nan\n0.8,0.5,-1e-3\n", ".csv"),
    ] {
        assert_eq!(folder.fault(bytes), SessionFault::Table { format });
    }
    assert_eq!(folder.fault(b""), SessionFault::Empty);
    assert_eq!(folder.fault(b" \n"), SessionFault::Empty);
    assert_eq!(folder.fault(b"Dear reader"), SessionFault::Unknown);
    assert_eq!(folder.fault(b"\xFF\xD8\xFF\xE0 JPEG"), SessionFault::Unknown);
    let long = format!("{{{}", " ".repeat(1 << 20));
    assert!(matches!(folder.fault(long.as_bytes()), SessionFault::TooLarge { .. }));
    let path = folder.0.path();
    assert!(matches!(read_session_text(path), Err(FileError::IsFolder { .. })));
    assert!(matches!(
        read_session_text(&path.join("no")),
        Err(FileError::Read { .. })
    ));
    assert!(matches!(
        read_session_text(Path::new("/dev/null")),
        Err(FileError::NotRegular { .. })
    ));
}

#[test]
fn case_e11_names_of_all_sorts_open_and_content_counts_where_the_ending_lies() {
    let folder = Folder::new();
    for (kind, bytes) in all() {
        for name in [
            format!("位置编码 表(终).{kind}"),
            format!("emoji_📈.{kind}"),
            format!("UPPER.{}", kind.to_uppercase()),
            format!("session.v1.2.{kind}"),
            format!("{}.{kind}", "x".repeat(200)),
            "really another.npy".to_owned(),
            "no ending".to_owned(),
            "two\nlines.png".to_owned(),
        ] {
            assert_eq!(opened(&folder.put(&name, &bytes)), session(), "{name}");
        }
    }
    let path = folder.put("位置 📈.png", &png_with(|_| {}));
    for language in Language::ALL {
        let words = file_error(&read_session_text(&path).unwrap_err(), language);
        assert!(words.ends_with("位置 📈.png") && words.contains("PNG"), "{words}");
    }
}

#[test]
fn files_that_were_mutilated_are_read_or_refused() {
    let folder = Folder::new();
    let mut chance = Chance(3);
    for (_, bytes) in all() {
        for _ in 0..200 {
            let mut bytes = bytes.clone();
            for _ in 0..=chance.below(4) {
                let place = chance.below(bytes.len());
                bytes[place] = chance.next() as u8;
            }
            bytes.truncate(chance.below(bytes.len()) + 1 + if chance.coin() { 1 << 20 } else { 0 });
            if let Ok(text) = read_session_text(&folder.put("file", &bytes)) {
                let _ = from_text(&text);
            }
        }
    }
}

//! SVG, PNG and PDF: what is in them, and that the session comes back.

use std::io::Cursor;

use poscope::field::Cancel;
use poscope::figure::description::Figure;
use poscope::figure::render::{About, Format, bytes};
use poscope::figure::sheet::Sheet;
use poscope::file::read_session_text;
use poscope::session::{Session, from_text};
use poscope::text::Language;
use poscope::view::VIEWS;
use resvg::usvg;
use tiff::decoder::DecodingResult;
use tiff::decoder::ifd::Value;
use tiff::tags::Tag;

use super::{drawn, named, session, telling};

fn file(figure: &Figure, session: &Session, format: Format, outlines: bool) -> Vec<u8> {
    let about = About::of(figure, session);
    bytes(
        figure,
        (format, outlines),
        &about,
        Language::English,
        &Cancel::default(),
    )
    .unwrap()
}

fn opened(file: &[u8], name: &str) -> Session {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, file).unwrap();
    from_text(&read_session_text(&path).unwrap()).unwrap().session
}

#[test]
fn the_session_comes_back_from_every_kind_of_file_of_every_view() {
    for &view in VIEWS {
        let session = telling(view);
        let figure = drawn(&session, view, &Sheet::default(), Language::Chinese);
        for (format, outlines, name) in [
            (Format::Png, false, "f.png"),
            (Format::Svg, false, "f.svg"),
            (Format::Svg, true, "f.svg"),
            (Format::Pdf, false, "f.pdf"),
            (Format::Tiff, false, "f.tiff"),
        ] {
            let file = file(&figure, &session, format, outlines);
            assert_eq!(opened(&file, name), session, "{} {format:?}", view.name());
        }
    }
}

#[test]
fn an_svg_has_text_as_text_with_the_font_named_or_as_shapes() {
    let session = session(|_| {});
    let figure = drawn(&session, named("heatmap"), &Sheet::default(), Language::Chinese);
    let text = String::from_utf8(file(&figure, &session, Format::Svg, false)).unwrap();
    let document = usvg::roxmltree::Document::parse(&text).unwrap();
    let words: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    for expected in ["位置编码：正弦编码", "位置", "维度", "数值", "λ 19,869", "45"] {
        assert!(words.contains(&expected), "{expected} in {words:?}");
    }
    let root = document.root_element();
    assert!(root.attribute("font-family").unwrap().contains("Noto Sans SC"));
    assert!(document.descendants().any(|node| node.has_tag_name("title")));
    let shapes = String::from_utf8(file(&figure, &session, Format::Svg, true)).unwrap();
    let document = usvg::roxmltree::Document::parse(&shapes).unwrap();
    assert!(!document.descendants().any(|node| node.has_tag_name("text")));
    assert!(document.descendants().filter(|node| node.has_tag_name("path")).count() > 20);
}

#[test]
fn cells_are_one_picture_in_a_vector_file_at_whole_pixels_a_cell() {
    let session = session(|_| {});
    let figure = drawn(&session, named("heatmap"), &Sheet::default(), Language::English);
    let text = String::from_utf8(file(&figure, &session, Format::Svg, false)).unwrap();
    assert!(text.matches("<rect").count() < 12, "never a rectangle a cell");
    let images: Vec<&str> = text.lines().filter(|line| line.starts_with("<image")).collect();
    assert_eq!(images.len(), 2, "the cells and the colour bar");
    let data = images[0].split("base64,").nth(1).unwrap().split('"').next().unwrap();
    let png = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, data).unwrap();
    let reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    assert_eq!((width % 50, height % 16), (0, 0));
    assert!(width / 50 >= 3 && height / 16 >= 3, "{width} x {height}");
}

#[test]
fn a_png_says_its_title_and_what_made_it() {
    let session = session(|session| session.spec.d_model = 20);
    let figure = drawn(&session, named("bands"), &Sheet::default(), Language::English);
    let file = file(&figure, &session, Format::Png, false);
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.finish().unwrap();
    let info = reader.info();
    assert_eq!((u64::from(info.width), u64::from(info.height)), figure.paper.pixels());
    let latin = info
        .uncompressed_latin1_text
        .iter()
        .map(|chunk| (chunk.keyword.clone(), chunk.text.clone()));
    let utf8 = info
        .utf8_text
        .iter()
        .map(|chunk| (chunk.keyword.clone(), chunk.get_text().unwrap()));
    let notes: Vec<(String, String)> = latin.chain(utf8).collect();
    let note = |keyword: &str| notes.iter().find(|(own, _)| own == keyword).unwrap().1.clone();
    assert_eq!(note("Title"), "Bands: Sinusoidal");
    assert!(note("Software").starts_with("poscope "));
    assert!(note("poscope session").contains("\"d_model\": 20"));
    assert!(
        info.utf8_text.iter().any(|chunk| chunk.keyword == "poscope session"),
        "in an iTXt chunk"
    );
    let dimensions = info.pixel_dims.unwrap();
    assert_eq!(dimensions.xppu, 11811, "300 pixels an inch");
}

#[test]
fn a_tiff_has_the_pixels_of_the_png_and_its_resolution() {
    let session = session(|session| session.spec.d_model = 20);
    for (transparent, dpi) in [(false, 300.0), (true, 72.5)] {
        let sheet = Sheet {
            dpi: Some(dpi),
            transparent,
            ..Sheet::default()
        };
        let figure = drawn(&session, named("heatmap"), &sheet, Language::Chinese);
        let png = file(&figure, &session, Format::Png, false);
        let mut reader = png::Decoder::new(Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let tiff = file(&figure, &session, Format::Tiff, false);
        let mut decoder = tiff::decoder::Decoder::new(Cursor::new(&tiff)).unwrap();
        let (width, height) = decoder.dimensions().unwrap();
        assert_eq!((u64::from(width), u64::from(height)), figure.paper.pixels());
        let mut number = |tag| decoder.get_tag(tag).unwrap();
        for tag in [Tag::XResolution, Tag::YResolution] {
            assert_eq!(number(tag), Value::Rational((dpi * 1000.0) as u32, 1000));
        }
        assert_eq!(number(Tag::ResolutionUnit), Value::Short(2), "inches");
        let said = number(Tag::Software).into_string().unwrap();
        assert!(said.starts_with("poscope "), "{said}");
        let DecodingResult::U8(read) = decoder.read_image().unwrap() else {
            panic!("bytes")
        };
        assert!(read == pixels, "{dpi}");
        assert!(tiff.len() < 200_000, "{} bytes", tiff.len());
        pillow_reads(&tiff, &png, dpi);
    }
}

/// Another reader finds in a TIFF what it finds in a PNG.
fn pillow_reads(tiff: &[u8], png: &[u8], dpi: f64) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("f.tiff"), tiff).unwrap();
    std::fs::write(folder.path().join("f.png"), png).unwrap();
    let python = |script: &str| {
        let mut command = std::process::Command::new("python3");
        command.args(["-c", script]).current_dir(folder.path()).output()
    };
    if !python("import PIL").is_ok_and(|output| output.status.success()) {
        println!("skipped: no Pillow");
        return;
    }
    let script = "from PIL import Image\na = Image.open('f.tiff')\nb = Image.open('f.png')\n\
                  print(a.mode == b.mode, a.tobytes() == b.tobytes(), a.info['dpi'][0], a.info['dpi'][1])\n";
    let output = python(script).unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        said,
        format!("True True {dpi:?} {dpi:?}\n"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_pdf_is_small_has_the_size_of_the_sheet_and_its_font_in_it() {
    let session = session(|session| (session.spec.d_model, session.spec.max_len) = (4096, 1_048_576));
    let figure = drawn(&session, named("heatmap"), &Sheet::default(), Language::English);
    let file = file(&figure, &session, Format::Pdf, false);
    assert!(file.starts_with(b"%PDF-1."));
    assert!(file.len() < 2_000_000, "{} bytes", file.len());
    let text = String::from_utf8_lossy(&file);
    assert!(text.contains("/FontFile3"), "the font is in it");
    assert!(text.contains("/Subtype /Image") || text.contains("/Subtype/Image"));
}

#[test]
fn what_was_cancelled_gives_no_file() {
    let session = session(|_| {});
    let figure = drawn(&session, named("heatmap"), &Sheet::default(), Language::English);
    let cancel = Cancel::default();
    cancel.raise();
    for &format in Format::ALL {
        let about = About::of(&figure, &session);
        assert!(bytes(&figure, (format, false), &about, Language::English, &cancel).is_err());
    }
}

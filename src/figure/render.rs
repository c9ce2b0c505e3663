//! A drawing as a file: SVG, PNG, PDF or TIFF.
//!
//! SVG stores text as text that names its font, or as outlines; PDF stores text as text, with the
//! part of the font that it needs. Each file says what made it: the session is in its metadata.

use std::cell::OnceCell;
use std::sync::{Arc, LazyLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::RgbaImage;
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree, WriteOptions};

use crate::encoding::one_of;
use crate::field::{Cancel, ReduceError};
use crate::file::{Effort, Pixels, PngPicture, SESSION_ELEMENT, SESSION_KEYWORD, tiff_bytes, write_png};
use crate::session::{Session, share, to_json};
use crate::text::Language;

use super::FigureError;
use super::description::Figure;
use super::draw::{Drawing, Medium, draw, picture_name};
use super::lettering::{FAMILY, FONT};
use super::pdf::pdf;
use super::strip::Strips;
use super::svg::{escaped, length};

/// The name of the program in files.
pub const PROGRAM: &str = concat!("poscope ", env!("CARGO_PKG_VERSION"));

/// The metadata of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title.
    pub title: String,
    /// The alternative text.
    pub alt: String,
    /// The session that made the file, as JSON.
    pub session: String,
    /// The session as a short text.
    pub shared: String,
}

impl About {
    /// Returns the metadata of a figure of a session.
    pub fn of(figure: &Figure, session: &Session) -> Self {
        Self {
            title: figure.title.clone(),
            alt: figure.alt.clone(),
            session: to_json(session),
            shared: share(session),
        }
    }

    /// Returns the metadata of a picture without words: the session alone.
    pub fn of_session(session: &Session) -> Self {
        Self {
            session: to_json(session),
            ..Self::default()
        }
    }

    /// Returns the text chunks of a PNG: keywords and texts.
    pub fn notes(&self) -> Vec<(String, String)> {
        let notes = [
            ("Software", PROGRAM),
            ("Title", &self.title),
            ("Description", &self.alt),
            (SESSION_KEYWORD, &self.session),
        ];
        notes
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(keyword, text)| (keyword.to_owned(), text.to_owned()))
            .collect()
    }
}

one_of! {
    /// The file format of a figure.
    pub enum Format {
        /// Pixels.
        Png = "png",
        /// Shapes and text, for web pages and editors.
        Svg = "svg",
        /// A page, for papers.
        Pdf = "pdf",
        /// Pixels, for journals.
        Tiff = "tiff",
    }
}

/// Returns a figure as the bytes of a file. With `outlines` the letters of an SVG become shapes.
///
/// # Errors
/// [`FigureError`].
pub fn bytes(
    figure: &Figure,
    (format, outlines): (Format, bool),
    about: &About,
    language: Language,
    cancel: &Cancel,
) -> Result<Vec<u8>, FigureError> {
    let target = match format {
        Format::Png | Format::Tiff => Medium::Pixels,
        Format::Svg | Format::Pdf => Medium::Vector,
    };
    let drawing = draw(figure, target, cancel)?;
    if cancel.is_raised() {
        return Err(ReduceError::Cancelled.into());
    }
    match format {
        Format::Svg => Ok(svg(&drawing, about, outlines)?.into_bytes()),
        Format::Pdf => Ok(pdf(&drawing, about, language.code())?),
        Format::Png => png(&drawing, figure, about, cancel),
        Format::Tiff => tiff(&drawing, figure, about, cancel),
    }
}

fn png(drawing: &Drawing, figure: &Figure, about: &About, cancel: &Cancel) -> Result<Vec<u8>, FigureError> {
    let mut strips = Strips::new(drawing, figure.paper.pixels_per_point(), cancel)?;
    let head = head(figure, strips.size, about.notes());
    let mut bytes = Vec::new();
    let failed = OnceCell::new();
    let row = |y, out: &mut [u8]| match strips.row(y as usize) {
        Ok(row) => head.pixels.copy(row, out),
        Err(error) => drop(failed.set(error)), // only the first error is reported
    };
    let written = write_png(&mut bytes, &head, row, &mut |_| {
        failed.get().is_none() && !cancel.is_raised()
    });
    match failed.into_inner() {
        Some(error) => Err(error),
        None => Ok(written.map(|()| bytes)?),
    }
}

/// Returns the header of a pixel file.
fn head(figure: &Figure, size: [u32; 2], notes: Vec<(String, String)>) -> PngPicture {
    let [width, height] = size.map(u64::from);
    PngPicture {
        width,
        height,
        pixels: samples_of(figure),
        effort: Effort::Even,
        dpi: Some(figure.paper.dpi),
        notes,
    }
}

/// Returns the channels of the pixels of a figure: an opacity only if the page is transparent.
fn samples_of(figure: &Figure) -> Pixels {
    if figure.transparent { Pixels::Rgba } else { Pixels::Rgb }
}

fn tiff(drawing: &Drawing, figure: &Figure, about: &About, cancel: &Cancel) -> Result<Vec<u8>, FigureError> {
    let strips = Strips::new(drawing, figure.paper.pixels_per_point(), cancel)?;
    // Texts in a TIFF are ASCII, as a shared session is; titles may not be.
    let notes = [("Software", PROGRAM), ("ImageDescription", &about.shared)];
    let notes = notes.into_iter().filter(|(_, text)| !text.is_empty());
    let notes = notes.map(|(keyword, text)| (keyword.to_owned(), text.to_owned()));
    let head = head(figure, strips.size, notes.collect());
    Ok(tiff_bytes(&head, &packed(strips, head.pixels)?)?)
}

/// Returns the samples of the pixels of a figure, row by row from the top.
///
/// # Errors
/// As [`pixels`].
pub(super) fn samples(figure: &Figure, drawing: &Drawing, cancel: &Cancel) -> Result<Vec<u8>, FigureError> {
    let strips = Strips::new(drawing, figure.paper.pixels_per_point(), cancel)?;
    packed(strips, samples_of(figure))
}

fn packed(mut strips: Strips<'_>, samples: Pixels) -> Result<Vec<u8>, FigureError> {
    let [width, height] = strips.size.map(|side| side as usize);
    let mut bytes = vec![0; width * height * samples.bytes()];
    let rows = bytes.chunks_exact_mut((width * samples.bytes()).max(1));
    for (y, row) in rows.enumerate() {
        samples.copy(strips.row(y)?, row);
    }
    Ok(bytes)
}

/// The error of a drawing that could not become a file, in the words of a library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RenderError(String);

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over")]
pub(super) fn failed(reason: impl ToString) -> RenderError {
    RenderError(reason.to_string())
}

/// Returns the drawing as SVG. With `outlines` letters become shapes, which look the same without
/// the font; otherwise they stay text, which can be searched and edited.
///
/// # Errors
/// [`RenderError`].
pub fn svg(drawing: &Drawing, about: &About, outlines: bool) -> Result<String, RenderError> {
    let mut head = format!(
        "<title>{}</title>\n<desc>{}</desc>\n",
        escaped(&about.title),
        escaped(&about.alt)
    );
    if !about.session.is_empty() {
        head.push_str(&format!(
            "<metadata id=\"{SESSION_ELEMENT}\">{}</metadata>\n",
            escaped(&about.session)
        ));
    }
    if outlines {
        let options = WriteOptions {
            preserve_text: false,
            ..WriteOptions::default()
        };
        let text = tree(drawing)?.to_string(&options);
        // The metadata comes first.
        let (tag, rest) = text.split_once('>').ok_or_else(|| failed("no element"))?;
        return Ok(format!("{tag}>\n{head}{rest}"));
    }
    let mut body = drawing.elements.clone();
    for (number, png) in drawing.pictures.iter().enumerate() {
        let data = format!("\"data:image/png;base64,{}\"", STANDARD.encode(png.as_slice()));
        body = body.replacen(&format!("\"{}\"", picture_name(number)), &data, 1);
    }
    Ok(document(drawing, &head, &body))
}

fn document(drawing: &Drawing, head: &str, body: &str) -> String {
    let [width, height] = [drawing.width, drawing.height].map(length);
    // A reader without the font falls back to one of the others, or to any sans serif.
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{width}pt\" height=\"{height}pt\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"'{FAMILY}', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Microsoft YaHei', 'PingFang SC', sans-serif\">\n\
         {head}{body}</svg>\n"
    )
}

/// Returns the drawing as resvg's tree.
pub(super) fn tree(drawing: &Drawing) -> Result<Tree, RenderError> {
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        fonts.load_font_source(Source::Binary(Arc::new(FONT)));
        Arc::new(fonts)
    });
    let family = FONTS
        .faces()
        .next()
        .and_then(|face| face.families.first())
        .map_or_else(|| FAMILY.to_owned(), |(name, _)| name.clone());
    let pictures = drawing.pictures.clone();
    let options = Options {
        font_family: family.clone(),
        fontdb: FONTS.clone(),
        image_href_resolver: ImageHrefResolver {
            resolve_string: Box::new(move |name, _| {
                let number: usize = name.strip_prefix("picture:")?.parse().ok()?;
                pictures.get(number).cloned().map(ImageKind::PNG)
            }),
            ..ImageHrefResolver::default()
        },
        ..Options::default()
    };
    let [width, height] = [drawing.width, drawing.height].map(length);
    let text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"'{}'\">\n{}</svg>",
        escaped(&family),
        drawing.elements
    );
    Tree::from_str(&text, &options).map_err(failed)
}

/// Returns the pixels of a drawing, with straight (not premultiplied) alpha.
///
/// # Errors
/// [`FigureError::NotComputed`], [`FigureError::Render`].
pub fn pixels(drawing: &Drawing, pixels_per_point: f64, cancel: &Cancel) -> Result<RgbaImage, FigureError> {
    Strips::new(drawing, pixels_per_point, cancel)?.into_image()
}

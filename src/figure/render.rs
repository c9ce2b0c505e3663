//! A drawing as a file: SVG, PNG, PDF or TIFF.
//!
//! SVG has text as text, with the font named, or as outlines; PDF has text as text, with the part of
//! the font that it needs. All say what made them: the session is in their metadata.

use std::cell::OnceCell;
use std::sync::{Arc, LazyLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::RgbaImage;
use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree, WriteOptions};

use crate::encoding::{one_of, single};
use crate::field::{Cancel, ReduceError};
use crate::file::{Effort, Picture, Pixels, SESSION_ELEMENT, SESSION_KEYWORD, tiff_bytes, write_png};
use crate::session::{Session, share, to_json};
use crate::text::Language;

use super::FigureError;
use super::draw::{Drawing, Target, draw, picture_name};
use super::lettering::{FAMILY, FONT};
use super::page::Figure;
use super::strip::Strips;
use super::svg::{escaped, length};

/// The program, as it is named in files.
pub const PROGRAM: &str = concat!("poscope ", env!("CARGO_PKG_VERSION"));

/// What a file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its title.
    pub title: String,
    /// What it shows, in words.
    pub alt: String,
    /// The session that made it, as it is saved.
    pub session: String,
    /// The same as a short text.
    pub shared: String,
}

impl About {
    /// What a figure of a session says.
    pub fn of(figure: &Figure, session: &Session) -> Self {
        Self {
            title: figure.title.clone(),
            alt: figure.alt.clone(),
            session: to_json(session),
            shared: share(session),
        }
    }

    /// What a picture without words says: the session alone.
    pub fn of_session(session: &Session) -> Self {
        Self {
            session: to_json(session),
            ..Self::default()
        }
    }

    /// What stands in a PNG: keywords and texts.
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
    /// The kind of file that a figure becomes.
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

/// A figure as the bytes of a file. With `outlines` the letters of an SVG are shapes.
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
        Format::Png | Format::Tiff => Target::Pixels,
        Format::Svg | Format::Pdf => Target::Vector,
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
        Err(error) => drop(failed.set(error)), // the first one is what is told
    };
    let written = write_png(&mut bytes, &head, row, &mut |_| {
        failed.get().is_none() && !cancel.is_raised()
    });
    match failed.into_inner() {
        Some(error) => Err(error),
        None => Ok(written.map(|()| bytes)?),
    }
}

/// What a file says of the pixels of a figure.
fn head(figure: &Figure, size: [u32; 2], notes: Vec<(String, String)>) -> Picture {
    let [width, height] = size.map(u64::from);
    Picture {
        width,
        height,
        pixels: samples_of(figure),
        effort: Effort::Even,
        dpi: Some(figure.paper.dpi),
        notes,
    }
}

/// What the pixels of a figure are made of: only if some are transparent they have an opacity.
fn samples_of(figure: &Figure) -> Pixels {
    if figure.transparent { Pixels::Rgba } else { Pixels::Rgb }
}

fn tiff(drawing: &Drawing, figure: &Figure, about: &About, cancel: &Cancel) -> Result<Vec<u8>, FigureError> {
    let strips = Strips::new(drawing, figure.paper.pixels_per_point(), cancel)?;
    // Texts of a TIFF are ASCII, as a shared session is, and titles are not.
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

/// A file could not be made of a drawing; the words are those of a library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RenderError(String);

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over")]
pub(super) fn failed(reason: impl ToString) -> RenderError {
    RenderError(reason.to_string())
}

/// The drawing as SVG. With `outlines` letters are shapes, which look the same where the font is
/// not; otherwise they are text, which can be searched and edited.
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
        // What a file says of itself comes first.
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
    // Whoever does not have the font has one of the others, or any without serifs.
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{width}pt\" height=\"{height}pt\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"'{FAMILY}', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Microsoft YaHei', 'PingFang SC', sans-serif\">\n\
         {head}{body}</svg>\n"
    )
}

/// The drawing as resvg understands it.
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

/// The pixels of a drawing, their opacity not multiplied into the colours.
///
/// # Errors
/// [`FigureError::NotComputed`], [`FigureError::Render`].
pub fn pixels(drawing: &Drawing, pixels_per_point: f64, cancel: &Cancel) -> Result<RgbaImage, FigureError> {
    Strips::new(drawing, pixels_per_point, cancel)?.into_image()
}

/// The drawing as a PDF of one page of the same size.
///
/// # Errors
/// [`RenderError`].
pub fn pdf(drawing: &Drawing, about: &About, language: &str) -> Result<Vec<u8>, RenderError> {
    let (width, height) = (single(drawing.width), single(drawing.height));
    let page = PageSettings::from_wh(width, height).ok_or_else(|| failed("page size"))?;
    let size = Size::from_wh(width, height).ok_or_else(|| failed("page size"))?;
    let tree = tree(drawing)?;
    let mut document = Document::new();
    let mut sheet = document.start_page_with(page);
    let mut surface = sheet.surface();
    let settings = SvgSettings::default();
    surface
        .draw_svg(&tree, size, settings)
        .ok_or_else(|| failed("drawing"))?;
    surface.finish();
    sheet.finish();
    let mut metadata = Metadata::new()
        .title(about.title.clone())
        .description(about.alt.clone())
        .creator(PROGRAM.to_owned())
        .language(language.to_owned());
    if !about.shared.is_empty() {
        metadata = metadata.keywords(vec!["poscope".to_owned(), about.shared.clone()]);
    }
    document.set_metadata(metadata);
    document.finish().map_err(|error| failed(format!("{error:?}")))
}

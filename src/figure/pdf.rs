//! A drawing as a PDF of one page, with text as text and the part of the font that it needs.

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use super::draw::Drawing;
use super::render::{About, PROGRAM, RenderError, failed, tree};
use crate::encoding::single;

/// Returns the drawing as a PDF of one page of the same size.
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

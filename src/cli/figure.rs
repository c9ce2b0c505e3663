//! FIGURE: the options that lay out a picture.

use clap::Args;

use crate::encoding::float;
use crate::field::Span;
use crate::figure::plain::{Background, Options, PictureSize};
use crate::session::ColorMap;

use super::error::{CliError, refuse_given, shown};
use super::spec::choose;

/// The largest side of a cell, in pixels.
const CELL_SIZE_LIMIT: usize = 64;

/// The options that lay out a picture.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "picture")]
pub struct FigureArguments {
    /// Every cell is N x N pixels, 1 to 64; the picture is as large as that needs
    #[arg(long, value_name = "N", allow_hyphen_values = true, conflicts_with = "size")]
    cell_size: Option<String>,
    /// The picture is W x H pixels, or millimetres with mm (89x60mm)
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub(super) size: Option<String>,
    /// RdBu, PuOr, coolwarm, viridis, magma, cividis or gray; reversed with _r [default: RdBu]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    colormap: Option<String>,
    /// The values of the first and the last colour; both are included
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    range: Option<String>,
    /// Only the positions A to B - 1, counted in rows from 0
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    positions: Option<String>,
    /// Dimensions to the right and positions up
    #[arg(long)]
    pub(super) transpose: bool,
    /// Which end pictures of cells start from: lower, or upper as in imshow of matplotlib [default: lower]
    #[arg(long, value_name = "END", allow_hyphen_values = true)]
    pub(super) origin: Option<String>,
    /// Nothing instead of white where there is no cell
    #[arg(long)]
    pub(super) transparent: bool,
    /// The cells alone, without axes and words
    #[arg(long)]
    pub(super) plain: bool,
}

/// The options of views that have dimensions.
#[derive(Args, Clone, Debug, Default)]
pub struct Dimensions {
    /// Only the dimensions A to B - 1
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = "picture")]
    dimensions: Option<String>,
}

impl Dimensions {
    /// Returns the given range of dimensions, within `cells`; `None` if none was given.
    ///
    /// # Errors
    /// As [`FigureArguments::positions`].
    pub fn of(&self, cells: usize) -> Result<Option<Span>, CliError> {
        parse_span("--dimensions", self.dimensions.as_deref(), cells)
    }
}

impl FigureArguments {
    /// Returns the colour map and whether it is reversed, if one was given.
    ///
    /// # Errors
    /// [`CliError::Choice`].
    pub fn colormap(&self) -> Result<Option<(ColorMap, bool)>, CliError> {
        let unknown = |text: &str| CliError::choice("--colormap", text, ColorMap::ALL.map(ColorMap::name));
        let named = |text: &String| ColorMap::parse(text).ok_or_else(|| unknown(text));
        self.colormap.as_ref().map(named).transpose()
    }

    /// Returns the range of the colours, if one was given.
    ///
    /// # Errors
    /// [`CliError::NotARange`], [`CliError::EmptyRange`].
    pub fn range(&self) -> Result<Option<(f64, f64)>, CliError> {
        self.range.as_deref().map(parse_range).transpose()
    }

    /// Returns whether a picture begins at the top, if `--origin` was given.
    ///
    /// # Errors
    /// [`CliError::Choice`].
    pub fn from_top(&self) -> Result<Option<bool>, CliError> {
        let name = |from_top| if from_top { "upper" } else { "lower" };
        let chosen = |text: &String| choose("--origin", text, &[false, true], name);
        self.origin.as_ref().map(chosen).transpose()
    }

    /// Returns the given range of positions, within `cells`; `None` if none was given.
    ///
    /// # Errors
    /// [`CliError::NotASpan`], [`CliError::EmptySpan`], [`CliError::BeyondTable`].
    pub fn positions(&self, cells: usize) -> Result<Option<Span>, CliError> {
        parse_span("--positions", self.positions.as_deref(), cells)
    }

    /// Refuses options of cells, for a figure without cells.
    ///
    /// # Errors
    /// [`CliError::NoEffect`].
    pub fn without_cells(&self) -> Result<(), CliError> {
        refuse_given(&[
            ("--colormap", self.colormap.is_some()),
            ("--range", self.range.is_some()),
            ("--cell-size", self.cell_size.is_some()),
            ("--origin", self.origin.is_some()),
        ])?;
        self.without_transpose()
    }

    /// Refuses to exchange the axes of a figure whose axes cannot be exchanged, such as two positions.
    ///
    /// # Errors
    /// [`CliError::NoEffect`].
    pub fn without_transpose(&self) -> Result<(), CliError> {
        refuse_given(&[("--transpose", self.transpose && !self.plain)])
    }

    /// Returns the size of a cell in pixels, if it was given.
    ///
    /// # Errors
    /// [`CliError::Whole`].
    pub fn cell_size(&self) -> Result<Option<u32>, CliError> {
        let pixels = |text: &String| Ok(whole("--cell-size", text, (1, CELL_SIZE_LIMIT))? as u32);
        self.cell_size.as_ref().map(pixels).transpose()
    }

    /// Returns the layout of a picture of these rows and columns of a field, transposed or not.
    ///
    /// # Errors
    /// [`CliError::Whole`], [`CliError::NotASize`].
    pub fn options(&self, rows: Span, columns: Span, transposed: bool) -> Result<Options, CliError> {
        let size = match (self.cell_size()?, &self.size) {
            (Some(pixels), _) => PictureSize::Cell(pixels),
            (None, Some(text)) => parse_size(text)?,
            (None, None) if transposed => PictureSize::fitting(columns.cells().len(), rows.cells().len()),
            (None, None) => PictureSize::fitting(rows.cells().len(), columns.cells().len()),
        };
        Ok(Options {
            rows: Some(rows),
            columns: Some(columns),
            transposed,
            from_top: false,
            masked: false,
            size,
            background: if self.transparent {
                Background::Transparent
            } else {
                Background::White
            },
        })
    }
}

/// Parses a half-open range `A..B` within `cells`; `None` if none was given.
///
/// # Errors
/// [`CliError::NotASpan`], [`CliError::EmptySpan`], [`CliError::BeyondTable`].
pub fn parse_span(option: &'static str, text: Option<&str>, cells: usize) -> Result<Option<Span>, CliError> {
    let Some(text) = text else { return Ok(None) };
    let (start, end) = text
        .split_once("..")
        .and_then(|(start, end)| Some((parse_count(start)?, parse_count(end)?)))
        .ok_or_else(|| CliError::NotASpan {
            option,
            text: shown(text),
        })?;
    let text = shown(text);
    if start >= end {
        return Err(CliError::EmptySpan { option, text });
    }
    if end > cells {
        return Err(CliError::BeyondTable { option, text, cells });
    }
    Ok(Some(Span {
        start: float(start),
        end: float(end),
    }))
}

/// Parses a whole number in digits; one too large for its type becomes the largest, which exceeds any table.
fn parse_count(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

fn parse_range(text: &str) -> Result<(f64, f64), CliError> {
    let finite = |text: &str| text.trim().parse().ok().filter(|value: &f64| value.is_finite());
    let (low, high) = text
        .split_once("..")
        .and_then(|(low, high)| Some((finite(low)?, finite(high)?)))
        .filter(|(low, high)| (high - low).is_finite())
        .ok_or_else(|| CliError::NotARange(shown(text)))?;
    if low < high {
        Ok((low, high))
    } else {
        Err(CliError::EmptyRange(shown(text)))
    }
}

/// Parses a whole number within limits.
///
/// # Errors
/// [`CliError::Whole`].
pub fn whole(option: &'static str, text: &str, limits: (usize, usize)) -> Result<usize, CliError> {
    let number = text.trim().parse().ok();
    number
        .filter(|number| (limits.0..=limits.1).contains(number))
        .ok_or_else(|| CliError::Whole {
            option,
            text: shown(text),
            limits,
        })
}

/// Parses `WIDTHxHEIGHT` in pixels.
///
/// # Errors
/// [`CliError::NotASize`].
pub fn parse_size(text: &str) -> Result<PictureSize, CliError> {
    let number = |text: &str| parse_count(text).map(|count| count as u64);
    text.split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((number(width)?, number(height)?)))
        .map(|(width, height)| PictureSize::Whole { width, height })
        .ok_or_else(|| CliError::NotASize(shown(text)))
}

//! FIGURE: the options of figures with axes and words, and the writing of such figures.

use clap::Args;

use crate::field::Answers;
use crate::figure::description::Figure;
use crate::figure::paper::{DPI_LIMITS, Paper, Purpose, TEXT_LIMITS};
use crate::figure::render::{About, Format, bytes};
use crate::figure::sheet::{Sheet, figure};
use crate::file::{Destination, write_whole};
use crate::plot::ink::Theme;

use super::error::{CliError, refuse_given, shown};
use super::export::by_ending;
use super::figure::FigureArguments;
use super::figured::Figured;
use super::progress::interrupt;
use super::spec::one_of;

/// The options of figures with axes and words.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "figure")]
pub struct SheetArguments {
    /// The title; '' for none [default: what it shows]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "plain")]
    title: Option<String>,
    /// What it is for: double or single (columns of a paper), slide or slide-4x3 [default: double]
    #[arg(
        long = "for",
        value_name = "PURPOSE",
        allow_hyphen_values = true,
        conflicts_with_all = ["plain", "size", "cell_size"]
    )]
    pub(super) purpose: Option<String>,
    /// The theme of the page, light or dark [default: light]
    #[arg(long, value_name = "THEME", allow_hyphen_values = true, conflicts_with = "plain")]
    theme: Option<String>,
    /// Pixels per inch, 36 to 1200 [default: 300 on paper, 144 on slides, 72 if --size is in pixels]
    #[arg(long, value_name = "N", allow_hyphen_values = true, conflicts_with = "plain")]
    dpi: Option<String>,
    /// The size of its letters in points, 4 to 96 [default: as fits the size]
    #[arg(long, value_name = "PT", allow_hyphen_values = true, conflicts_with = "plain")]
    text_size: Option<String>,
    /// Letters of an SVG as shapes, for systems without the font
    #[arg(long, conflicts_with = "plain")]
    pub(super) outlines: bool,
    /// png, svg, pdf or tiff [default: by the ending of OUT, png for standard output]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, conflicts_with = "plain")]
    pub(super) format: Option<String>,
}

impl SheetArguments {
    /// Returns the chosen sheet.
    ///
    /// # Errors
    /// The first option whose value is not a choice, not a number or outside its limits.
    pub fn sheet(&self, picture: &FigureArguments) -> Result<Sheet, CliError> {
        let purpose = match &self.purpose {
            Some(text) => one_of("--for", text)?,
            None => Purpose::default(),
        };
        let theme = match &self.theme {
            Some(text) => one_of("--theme", text)?,
            None => Theme::default(),
        };
        let (least, most) = TEXT_LIMITS;
        let is_text = |size: &f64| (least..=most).contains(size);
        Ok(Sheet {
            purpose,
            paper: picture.size.as_deref().map(parse_paper).transpose()?,
            // A resolution outside the limits is refused later, with the size of the paper.
            dpi: number("--dpi", self.dpi.as_ref(), DPI_LIMITS, |dpi| dpi.is_finite())?,
            text: number("--text-size", self.text_size.as_ref(), TEXT_LIMITS, is_text)?,
            theme,
            transparent: picture.transparent,
            title: self.title.clone(),
            own_scales: false,
            cell_size: picture.cell_size()?,
        })
    }

    /// Refuses the options of pictures, if curves are written as numbers.
    ///
    /// # Errors
    /// [`CliError::NoEffect`].
    pub fn refuse(&self) -> Result<(), CliError> {
        refuse_given(&[
            ("--title", self.title.is_some()),
            ("--for", self.purpose.is_some()),
            ("--theme", self.theme.is_some()),
            ("--dpi", self.dpi.is_some()),
            ("--text-size", self.text_size.is_some()),
            ("--outlines", self.outlines),
        ])
    }

    /// Returns whether letters become shapes.
    ///
    /// # Errors
    /// [`CliError::NoEffect`] if the format is not SVG.
    pub fn outlines(&self, format: Format) -> Result<bool, CliError> {
        refuse_given(&[("--outlines", self.outlines && format != Format::Svg)])?;
        Ok(self.outlines)
    }

    /// Returns the file format for a destination.
    ///
    /// # Errors
    /// [`CliError::Choice`]; as [`by_ending`].
    pub fn format(&self, destination: &Destination) -> Result<Format, CliError> {
        if let Some(text) = &self.format {
            return one_of("--format", text);
        }
        let choices = Format::ALL.iter().map(|&format| (format.name(), format));
        let choices: Vec<_> = choices.chain([("tif", Format::Tiff)]).collect();
        let endings = ".csv (curves as numbers), .png, .tiff, .svg, .pdf";
        by_ending(destination, Format::Png, &choices, endings)
    }
}

/// Returns the number of an option, if it was given; a refusal names the `limits`.
///
/// # Errors
/// [`CliError::Number`].
fn number(
    option: &'static str,
    text: Option<&String>,
    limits: (f64, f64),
    is_allowed: impl Fn(&f64) -> bool,
) -> Result<Option<f64>, CliError> {
    let Some(text) = text else { return Ok(None) };
    let refused = || CliError::Number {
        option,
        text: shown(text),
        limits,
    };
    let number = text.trim().parse().ok().filter(is_allowed);
    number.map(Some).ok_or_else(refused)
}

/// Parses `WxH` in pixels, or `WxHmm`.
fn parse_paper(text: &str) -> Result<Paper, CliError> {
    let refused = || CliError::NotASize(shown(text));
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite() && *number > 0.0)
    };
    let trimmed = text.trim();
    let (sides, is_mm) = match trimmed.strip_suffix("mm") {
        Some(sides) => (sides, true),
        None => (trimmed, false),
    };
    let (width, height) = sides.split_once(['x', 'X', '×']).ok_or_else(refused)?;
    let (width, height) = (number(width).ok_or_else(refused)?, number(height).ok_or_else(refused)?);
    if is_mm {
        Ok(Paper::of_mm(width, height))
    } else if width.fract() == 0.0 && height.fract() == 0.0 {
        Ok(Paper::of_pixels(width, height))
    } else {
        Err(refused())
    }
}

/// A figure that is to be written.
pub struct FigureOrder<'a> {
    /// What the figure shows; its session is put into the file.
    pub figured: &'a Figured,
    /// The sheet.
    pub sheet: Sheet,
    /// The file format.
    pub format: Format,
    /// Whether letters become shapes.
    pub outlines: bool,
}

impl FigureOrder<'_> {
    /// Returns the figure; nothing is drawn yet.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn described(&self, answers: &mut dyn Answers) -> Result<Figure, CliError> {
        Ok(figure(
            &self.figured.subject,
            &self.figured.views,
            &self.sheet,
            answers,
        )?)
    }

    /// Makes the figure and writes it.
    ///
    /// # Errors
    /// The reason why it was not made or not written.
    pub fn write(&self, destination: &Destination, answers: &mut dyn Answers) -> Result<(), CliError> {
        let figure = self.described(answers)?;
        let about = About::of(&figure, &self.figured.session);
        let language = self.figured.subject.language;
        let file = bytes(&figure, (self.format, self.outlines), &about, language, interrupt())?;
        write_whole(destination, |out| Ok(out.write_all(&file)?))?;
        Ok(())
    }
}

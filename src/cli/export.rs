//! `poscope export VIEW`: pictures.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;

use clap::{Args, Subcommand};

use crate::analysis::{Partings, aligned, largest_difference, partings};
use crate::encoding::Encoding;
use crate::field::{Field, Span};
use crate::figure::views::FigureError;
use crate::file::{Destination, FileError};
use crate::session::{Pin, Session, Views};
use crate::text::{Language, count, significant};
use crate::tr;

use super::error::{CliError, shown};
use super::figure::{Dimensions, FigureArguments};
use super::figured::Figured;
use super::notes::note_overflow;
use super::progress::interrupt;
use super::sheet::{Order, SheetArguments};
use super::spec::SpecArguments;

/// What the picture shows.
#[derive(Subcommand, Clone, Debug)]
pub enum View {
    /// The table: positions to the right, dimensions up, dimension 0 at the bottom
    Heatmap(Heatmap),
    /// Single frequencies over the positions, a lane each
    Bands(Bands),
    /// The cosine between every two positions, position 0 at the bottom left, and the curve of it
    Similarity(Similarity),
    /// The score of a query and a key of fixed content that rope has turned: keys to the right, queries up
    Scores(Simple),
    /// What a head of alibi, t5 or relative adds to the scores: keys to the right, queries up
    Bias(Bias),
    /// A table, a second one, and the second less the first, cell by cell
    Difference(Difference),
    /// The whole window, painted without a display
    Window(super::window::Window),
    /// Index, normalized and sinusoidal as three strips; --scheme does not matter
    ThreeWays(ThreeWays),
    /// What can be done beyond --trained-len as strips: go on, start over, squeeze; how a learned table is stretched
    Strategies(Strategies),
    /// How slow each pair is, before and after a scaling, on a logarithmic axis
    Wavelengths(Simple),
    /// Several views on one page, with one range of colours
    Page(Page),
}

/// The options that every picture has.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The file to write: .png, .svg or .pdf, - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: OsString,
    #[command(flatten)]
    pub(super) spec: SpecArguments,
    #[command(flatten)]
    pub(super) figure: FigureArguments,
    #[command(flatten)]
    pub(super) sheet: SheetArguments,
}

/// The options of a view that has no more.
#[derive(Args, Clone, Debug)]
pub struct Simple {
    #[command(flatten)]
    pub(super) common: Common,
}

/// The options of a view that has dimensions.
#[derive(Args, Clone, Debug)]
pub struct Heatmap {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    pub(super) dimensions: Dimensions,
}

/// The options of `export bias`.
#[derive(Args, Clone, Debug)]
pub struct Bias {
    #[command(flatten)]
    pub(super) common: Common,
    /// Which head, from 0 [default: 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(super) head: Option<String>,
}

/// The options of `export similarity`.
#[derive(Args, Clone, Debug)]
pub struct Similarity {
    #[command(flatten)]
    pub(super) common: Common,
    /// The curve by offset on a logarithmic axis
    #[arg(long, conflicts_with = "plain")]
    pub(super) log_offsets: bool,
}

/// The options of `export bands`.
#[derive(Args, Clone, Debug)]
pub struct Bands {
    #[command(flatten)]
    pub(super) common: Common,
    /// Which bands, at most six, from the lowest lane on: 0,2,4 [default: 0,2,4]
    #[arg(long, value_name = "N,N", allow_hyphen_values = true)]
    pub(super) bands: Option<String>,
}

/// The options of `export page`.
#[derive(Args, Clone, Debug)]
pub struct Page {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    pub(super) dimensions: Dimensions,
    /// From the top, with commas: heatmap,bands,similarity [default: heatmap,bands,similarity]
    #[arg(long, value_name = "VIEW,VIEW", allow_hyphen_values = true)]
    pub(super) views: Option<String>,
    /// Every view has the colours of its own range, instead of one range for all
    #[arg(long)]
    pub(super) own_scales: bool,
}

/// The options of `export three-ways`.
#[derive(Args, Clone, Debug)]
pub struct ThreeWays {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    pub(super) dimensions: Dimensions,
    /// Each strip's colours span its own values, instead of -1..1 for all
    #[arg(long, conflicts_with = "range")]
    pub(super) own_scales: bool,
}

/// The options of `export strategies`.
#[derive(Args, Clone, Debug)]
pub struct Strategies {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    pub(super) dimensions: Dimensions,
}

/// The options of `export difference`.
#[derive(Args, Clone, Debug)]
pub struct Difference {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    pub(super) dimensions: Dimensions,
    /// What the second table has different, in quotes: "--start 1 --layout concat"
    #[arg(
        long,
        value_name = "OPTIONS",
        allow_hyphen_values = true,
        required_unless_present = "session"
    )]
    pub(super) versus: Option<String>,
    /// Put the second table's columns in the order of the first's: sine k to sine k, cosine k to cosine k
    #[arg(long)]
    pub(super) aligned: bool,
    /// Also say which cell, row by row, is the first to differ by more than T
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(super) tolerance: Option<String>,
}

/// Writes the picture.
///
/// # Errors
/// The first option that is refused, or why the file was not written.
pub fn run(view: &View, language: Language) -> Result<(), CliError> {
    match (view, view.common()) {
        (View::Difference(arguments), _) => arguments.run(language),
        (View::Window(arguments), _) => arguments.run(language),
        (_, None) => Ok(()), // only the window has none of the options
        (_, Some(common)) => {
            let figured = view.figured()?;
            if view.shows_numbers() {
                note_overflow(&figured.encoding, language);
            }
            if common.figure.is_plain() {
                common.write(&view.cells(&figured)?, &figured.session, language)
            } else {
                common.write_figure(&figured, language)
            }
        }
    }
}

impl View {
    /// Refuses what can be refused before anything is drawn: a figure that has nothing to show, or
    /// no room for it. A difference is looked for when it is drawn.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn check(&self, language: Language) -> Result<(), CliError> {
        let common = match (self, self.common()) {
            (Self::Window(arguments), _) => return arguments.check(),
            (_, None) => return Ok(()),
            (_, Some(common)) => common,
        };
        let figured = self.figured()?;
        if common.figure.is_plain() {
            self.cells(&figured)?;
            common.plain_destination()?;
        } else if let Self::Difference(_) = self {
            common.order(&figured)?;
        } else {
            common.order(&figured)?.1.described(language)?;
        }
        Ok(())
    }

    /// Whether it shows the numbers of one table, so that it is said which rows have none.
    fn shows_numbers(&self) -> bool {
        matches!(
            self,
            Self::Heatmap(_) | Self::Bands(_) | Self::Similarity(_) | Self::Scores(_) | Self::Page(_)
        )
    }

    /// Refuses what belongs to a still picture.
    ///
    /// # Errors
    /// [`CliError::NoEffect`].
    pub fn check_animated(&self) -> Result<(), CliError> {
        let is_plain = self.common().is_some_and(|common| common.figure.is_plain());
        let has_outlines = self.common().is_some_and(|common| common.sheet.has_outlines());
        let has_tolerance = matches!(self, Self::Difference(difference) if difference.tolerance.is_some());
        let options = [
            ("--plain", is_plain),
            ("--outlines", has_outlines),
            ("--tolerance", has_tolerance),
        ];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(CliError::NoEffect((*option).to_owned())),
            None => Ok(()),
        }
    }
}

/// The most views on a page.
pub(super) const VIEWS_LIMIT: usize = 8;

impl Difference {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let common = &self.common;
        let figured = self.figured()?;
        let [first, second] = tables(&figured)?;
        for encoding in [&first, &second] {
            note_overflow(encoding, language);
        }
        // What may be refused comes before what may take long.
        let tolerance = self.tolerance.as_deref().map(parse_tolerance).transpose()?;
        let field = Field::difference(Field::table(first.clone()), Field::table(second.clone()));
        let (positions, _) = field.shape();
        common.figure.range()?;
        common.figure.colormap()?;
        let options = if common.figure.is_plain() {
            common.plain_destination()?;
            Some(common.plain_options(field.shape(), &self.dimensions)?)
        } else {
            None
        };
        let found = match tolerance {
            Some(tolerance) => partings(&first, &second, tolerance, interrupt()),
            None => largest_difference(&first, &second, interrupt()).map(|largest| Partings { largest, first: None }),
        }
        .map_err(FileError::from)?;
        if let Some(options) = options {
            let most = found.largest.map_or(0.0, |largest| largest.difference.abs());
            let own = if most > 0.0 { (-most, most) } else { (-1.0, 1.0) };
            let picture = common.picture(field, own, &options)?;
            common.write(&picture, &figured.session, language)?;
        } else {
            let (destination, mut order) = common.order(&figured)?;
            order.largest = found.largest;
            order.write(&destination, language)?;
        }
        if common.output != "-" {
            if first.max_len() != second.max_len() {
                let words = tr!(language, "cli.common_rows", rows = count(positions));
                let _ = writeln!(io::stdout().lock(), "{words}");
            }
            for (key, cell) in [
                ("cli.largest_difference", found.largest),
                ("cli.first_difference", found.first),
            ] {
                let Some(cell) = cell else { continue };
                let words = tr!(
                    language,
                    key,
                    difference = significant(cell.difference, 6),
                    position = count(cell.position),
                    dimension = count(cell.dimension)
                );
                // Whoever closed standard output does not want to know.
                let _ = writeln!(io::stdout().lock(), "{words}");
            }
        }
        Ok(())
    }
}

/// The two tables of a comparison, of one width; the second as it is shown.
pub(super) fn tables(figured: &Figured) -> Result<[Encoding; 2], CliError> {
    let first = figured.encoding.clone();
    let versus = figured.session.versus.as_ref().ok_or(FigureError::NotCompared)?;
    let second = Encoding::new(versus.spec.clone())?;
    if first.d_model() != second.d_model() {
        return Err(FigureError::Widths {
            first: first.d_model(),
            second: second.d_model(),
        }
        .into());
    }
    let second = if versus.aligned {
        aligned(&first, &second)
    } else {
        second
    };
    Ok([first, second])
}

/// A number from 0 on.
fn parse_tolerance(text: &str) -> Result<f64, CliError> {
    let tolerance = text.trim().parse().ok().filter(|tolerance| *tolerance >= 0.0);
    tolerance.ok_or_else(|| CliError::Tolerance(shown(text)))
}

impl Common {
    /// The session that shows an encoding as it was asked for.
    pub(super) fn session(&self, encoding: &Encoding, shown: &Dimensions) -> Result<Session, CliError> {
        let (color_map, reversed) = self.figure.colormap()?;
        let positions = self.figure.positions(encoding.max_len())?;
        let dimensions = shown.of(encoding.d_model())?;
        let part = |span: Span, cells| (span != Span::whole(cells)).then_some(span);
        let views = Views {
            color_map,
            reversed,
            transposed: self.figure.is_transposed(),
            positions: part(positions, encoding.max_len()),
            dimensions: part(dimensions, encoding.d_model()),
            pairs: part(positions, encoding.max_len()).map(|span| (span, span)),
            // Nobody held a cell: what is told of one position is told of the first.
            pin: Some(Pin {
                position: 0,
                dimension: 0,
            }),
            ..Views::default()
        };
        Ok(Session {
            spec: encoding.spec().clone(),
            views,
            ..Session::default()
        })
    }

    /// Writes a figure to where it goes.
    fn write_figure(&self, figured: &Figured, language: Language) -> Result<(), CliError> {
        let (destination, order) = self.order(figured)?;
        order.write(&destination, language)
    }

    /// The figure that is asked for, and where it goes.
    fn order<'a>(&self, figured: &'a Figured) -> Result<(Destination, Order<'a>), CliError> {
        let destination = Destination::parse(&self.output);
        let format = self.sheet.format(&destination)?;
        let mut sheet = self.sheet.sheet(&self.figure)?;
        sheet.own_scales = figured.own_scales;
        let order = Order {
            views: &figured.views,
            session: &figured.session,
            range: self.figure.range()?,
            largest: None,
            sheet,
            format,
            outlines: self.sheet.outlines(format)?,
        };
        Ok((destination, order))
    }
}

/// Refuses a file that is not called `.png`.
///
/// # Errors
/// As [`by_ending`].
pub fn check_ending(path: &Path) -> Result<(), CliError> {
    by_ending(path, &[("png", ())], ".png")
}

/// What the ending of a file's name stands for, in capitals or not.
///
/// # Errors
/// [`CliError::Ending`], with the endings in words; a folder.
pub fn by_ending<T: Copy>(path: &Path, choices: &[(&str, T)], endings: &'static str) -> Result<T, CliError> {
    let ending = path.extension().unwrap_or_default();
    match choices.iter().find(|(name, _)| ending.eq_ignore_ascii_case(name)) {
        Some((_, choice)) => Ok(*choice),
        None if path.is_dir() => Err(FileError::IsFolder { path: path.to_owned() }.into()),
        None => Err(CliError::Ending {
            path: path.to_owned(),
            endings,
        }),
    }
}

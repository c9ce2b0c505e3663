//! `poscope export VIEW`: pictures.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;

use clap::{Args, Subcommand};

use crate::analysis::{Parting, Partings, Relation, aligned, largest_difference, partings};
use crate::encoding::{Encoding, Kind};
use crate::field::{Field, Span};
use crate::figure::colormap::Palette;
use crate::figure::plain::{Look, Options, PlainPicture, Size};
use crate::figure::range::default_range;
use crate::figure::render::PROGRAM;
use crate::figure::three_ways::{self, Scales};
use crate::file::{Destination, Effort, FileError, SESSION_KEYWORD, write_whole};
use crate::session::{Pin, Session, Views, to_json};
use crate::text::{Language, count, significant};
use crate::tr;

use super::error::{CliError, shown};
use super::figure::{Dimensions, FigureArguments};
use super::figured::Figured;
use super::notes::note_overflow;
use super::progress::{interrupt, progress_line};
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
    Strategies(super::strategies::Strategies),
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
    match view {
        View::Heatmap(arguments) => arguments.run(language),
        View::Bands(arguments) => arguments.run(language),
        View::Similarity(arguments) => arguments.run(language),
        View::Scores(arguments) => arguments.scores(language),
        View::Bias(arguments) => arguments.run(language),
        View::Difference(arguments) => arguments.run(language),
        View::ThreeWays(arguments) => arguments.run(language),
        View::Strategies(arguments) => arguments.run(language),
        View::Wavelengths(arguments) => arguments.wavelengths(language),
        View::Page(arguments) => arguments.run(language),
        View::Window(arguments) => arguments.run(language),
    }
}

impl View {
    /// Refuses what can be refused before anything is drawn: a figure that has nothing to show, or
    /// no room for it. A difference is looked for when it is drawn.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn check(&self, language: Language) -> Result<(), CliError> {
        match self.common() {
            Some(common) if !common.figure.is_plain() && !matches!(self, Self::Difference(_)) => {
                let figured = self.figured()?;
                common.order(&figured)?.1.described(language)?;
                Ok(())
            }
            _ => Ok(()),
        }
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

impl Heatmap {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding()?;
        note_overflow(&encoding, language);
        if !self.common.figure.is_plain() {
            return self.common.write_figure(&self.figured()?, language);
        }
        let field = Field::table(encoding.clone());
        let options = self.common.plain_options(field.shape(), &self.dimensions)?;
        let range = self.common.range(&field)?;
        let session = self.common.session(&encoding, &self.dimensions)?;
        let picture = self.common.picture(field, range, &options)?;
        self.common.write(&picture, &session, language)
    }
}

impl Simple {
    fn scores(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Rotation, "export scores")?;
        note_overflow(&encoding, language);
        if !self.common.figure.is_plain() {
            return self.common.write_figure(&self.scores_figured()?, language);
        }
        self.common.write_relation(&Relation::new(&encoding, 0), language)
    }

    fn wavelengths(&self, language: Language) -> Result<(), CliError> {
        self.common.write_figure(&self.wavelengths_figured()?, language)
    }
}

impl Similarity {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding()?;
        note_overflow(&encoding, language);
        if !self.common.figure.is_plain() {
            return self.common.write_figure(&self.figured()?, language);
        }
        let session = self.common.session(&encoding, &Dimensions::default())?;
        let field = Field::Similarity(encoding);
        let positions = self.common.figure.positions(field.shape().0)?;
        let options = self.common.figure.options(positions, positions)?;
        let range = self.common.range(&field)?;
        let picture = self.common.picture(field, range, &options)?;
        self.common.write(&picture, &session, language)
    }
}

impl Bands {
    fn run(&self, language: Language) -> Result<(), CliError> {
        note_overflow(&self.common.spec.encoding()?, language);
        self.common.write_figure(&self.figured()?, language)
    }
}

impl Page {
    fn run(&self, language: Language) -> Result<(), CliError> {
        note_overflow(&self.common.spec.encoding()?, language);
        self.common.write_figure(&self.figured()?, language)
    }
}

/// The most views on a page.
pub(super) const VIEWS_LIMIT: usize = 8;

impl Difference {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let first = self.common.spec.encoding()?;
        let second = self.second(&first)?;
        if first.d_model() != second.d_model() {
            return Err(CliError::Widths {
                first: first.d_model(),
                second: second.d_model(),
            });
        }
        for encoding in [&first, &second] {
            note_overflow(encoding, language);
        }
        let shown = if self.is_aligned()? {
            aligned(&first, &second)
        } else {
            second.clone()
        };
        // What may be refused comes before what may take long.
        let tolerance = self.tolerance.as_deref().map(parse_tolerance).transpose()?;
        let field = Field::difference(Field::table(first.clone()), Field::table(shown.clone()));
        let (positions, dimensions) = field.shape();
        let range = self.common.figure.range()?;
        self.common.figure.colormap()?;
        let options = if self.common.figure.is_plain() {
            self.common.plain_destination()?;
            Some(self.common.plain_options((positions, dimensions), &self.dimensions)?)
        } else {
            None
        };
        let found = match tolerance {
            Some(tolerance) => partings(&first, &shown, tolerance, interrupt()),
            None => largest_difference(&first, &shown, interrupt()).map(|largest| Partings { largest, first: None }),
        }
        .map_err(FileError::from)?;
        let most = found.largest.map_or(0.0, |largest| largest.difference.abs());
        let own = if most > 0.0 { (-most, most) } else { (-1.0, 1.0) };
        if let Some(options) = options {
            let picture = self.common.picture(field, range.unwrap_or(own), &options)?;
            self.common.write(&picture, &self.figured()?.session, language)?;
        } else {
            self.common.write_figure(&self.figured()?, language)?;
        }
        if self.common.output != "-" {
            if first.max_len() != second.max_len() {
                let words = tr!(language, "cli.common_rows", rows = count(positions));
                let _ = writeln!(io::stdout().lock(), "{words}");
            }
            let say = |key: &'static str, cell: Parting| {
                let words = tr!(
                    language,
                    key,
                    difference = significant(cell.difference, 6),
                    position = count(cell.position),
                    dimension = count(cell.dimension)
                );
                // Whoever closed standard output does not want to know.
                let _ = writeln!(io::stdout().lock(), "{words}");
            };
            if let Some(cell) = found.largest {
                say("cli.largest_difference", cell);
            }
            if let Some(cell) = found.first {
                say("cli.first_difference", cell);
            }
        }
        Ok(())
    }
}

/// A number from 0 on.
fn parse_tolerance(text: &str) -> Result<f64, CliError> {
    let tolerance = text.trim().parse().ok().filter(|tolerance| *tolerance >= 0.0);
    tolerance.ok_or_else(|| CliError::Tolerance(shown(text)))
}

impl Bias {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let (encoding, head) = self.chosen()?;
        if !self.common.figure.is_plain() {
            return self.common.write_figure(&self.figured()?, language);
        }
        self.common.write_relation(&Relation::new(&encoding, head), language)
    }
}

impl ThreeWays {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let Common { spec, figure, .. } = &self.common;
        let spec = spec.for_several_schemes()?;
        let encodings = three_ways::encodings(&spec)?;
        if !figure.is_plain() {
            return self.common.write_figure(&self.figured()?, language);
        }
        let options = self
            .common
            .plain_options((encodings[0].max_len(), encodings[0].d_model()), &self.dimensions)?;
        check_strips(three_ways::SCHEMES.len(), &options)?;
        let (low, high) = figure.range()?.unwrap_or((-1.0, 1.0));
        let scales = if self.own_scales {
            Scales::Own
        } else {
            Scales::Shared { low, high }
        };
        let picture = three_ways::picture(encodings, figure.colormap()?, scales, &options)?;
        self.common.write(&picture, &self.figured()?.session, language)
    }
}

impl Common {
    /// The range of a field's colours: the one that was given, else its own.
    fn range(&self, field: &Field) -> Result<(f64, f64), CliError> {
        Ok(self.figure.range()?.unwrap_or_else(|| default_range(field)))
    }

    /// The layout of a picture of the cells alone, of a field of so many rows and columns.
    pub(super) fn plain_options(
        &self,
        (positions, dimensions): (usize, usize),
        shown: &Dimensions,
    ) -> Result<Options, CliError> {
        let rows = self.figure.positions(positions)?;
        let columns = shown.of(dimensions)?;
        self.figure.options(rows, columns)
    }

    /// Refuses `--plain` for a view without cells.
    pub(super) fn only_figure(&self) -> Result<(), CliError> {
        if self.figure.is_plain() {
            return Err(CliError::NoEffect("--plain".to_owned()));
        }
        Ok(())
    }

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

    /// Writes the cells of what a table says of every two positions: the second to the right, the
    /// first up.
    fn write_relation(&self, relation: &Relation, language: Language) -> Result<(), CliError> {
        let field = relation.field();
        let positions = self.figure.positions(field.shape().0)?;
        let mut options = self.figure.options(positions, positions)?;
        options.transposed ^= true;
        let range = self.figure.range()?.unwrap_or_else(|| relation.range());
        let mut session = self.session(relation.encoding(), &Dimensions::default())?;
        if let Some(dimension) = relation.head() {
            session.views.pin = Some(Pin { position: 0, dimension });
        }
        self.write(&self.picture(field, range, &options)?, &session, language)
    }

    /// The picture of one field.
    fn picture(&self, field: Field, (low, high): (f64, f64), options: &Options) -> Result<PlainPicture, CliError> {
        let (map, reversed) = self.figure.colormap()?;
        let look = Look {
            field,
            palette: Palette::new(map, reversed, low, high),
            hatch_outside: false,
        };
        Ok(PlainPicture::new(look, options)?)
    }

    /// Where a picture of the cells alone goes: a file that is called `.png`, or standard output.
    fn plain_destination(&self) -> Result<Destination, CliError> {
        let destination = Destination::parse(&self.output);
        if let Destination::Path(path) = &destination {
            check_ending(path)?;
        }
        Ok(destination)
    }

    /// Writes the cells alone to where they go.
    pub(super) fn write(&self, picture: &PlainPicture, session: &Session, language: Language) -> Result<(), CliError> {
        let notes = vec![
            ("Software".to_owned(), PROGRAM.to_owned()),
            (SESSION_KEYWORD.to_owned(), to_json(session)),
        ];
        write_whole(&self.plain_destination()?, |w| {
            picture.write_png(w, (Effort::Small, notes), interrupt(), &mut progress_line(language))
        })?;
        Ok(())
    }

    /// Writes a figure to where it goes.
    pub(super) fn write_figure(&self, figured: &Figured, language: Language) -> Result<(), CliError> {
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
            sheet,
            format,
            outlines: self.sheet.outlines(format)?,
        };
        Ok((destination, order))
    }
}

/// Refuses a picture with less than a pixel for each of so many strips.
///
/// # Errors
/// [`CliError::StripsTooSmall`].
pub fn check_strips(strips: usize, options: &Options) -> Result<(), CliError> {
    if let Size::Whole { width, height } = options.size {
        let stacked = if options.transposed { width } else { height };
        if stacked < strips as u64 {
            return Err(CliError::StripsTooSmall { strips, width, height });
        }
    }
    Ok(())
}

/// Refuses a file that is not called `.png`.
///
/// # Errors
/// [`CliError::Ending`].
pub fn check_ending(path: &Path) -> Result<(), CliError> {
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("png") => Ok(()),
        _ if path.is_dir() => Err(FileError::IsFolder { path: path.to_owned() }.into()),
        _ => Err(CliError::Ending {
            path: path.to_owned(),
            endings: ".png",
        }),
    }
}

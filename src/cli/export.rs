//! `poscope export VIEW`: pictures.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;

use clap::{Args, Subcommand};

use crate::analysis::{Parting, Partings, Relation, aligned, largest_difference, partings};
use crate::encoding::Kind;
use crate::field::Field;
use crate::figure::colormap::Palette;
use crate::figure::plain::{Look, Options, PlainPicture, Size};
use crate::figure::range::default_range;
use crate::figure::three_ways::{self, Scales};
use crate::file::{Destination, FileError, write_whole};
use crate::text::{Language, count, significant};
use crate::tr;

use super::error::{CliError, shown};
use super::figure::{FigureArguments, parse_span};
use super::notes::note_overflow;
use super::progress::{interrupt, progress_line};
use super::spec::{SpecArguments, versus};

/// What the picture shows.
#[derive(Subcommand, Debug)]
pub enum View {
    /// The table: positions to the right, dimensions up, dimension 0 at the bottom
    Heatmap(Heatmap),
    /// The cosine between every two positions, position 0 at the bottom left
    Similarity(Similarity),
    /// The score of a query and a key of fixed content that rope has turned: keys to the right, queries up
    Scores(Similarity),
    /// What a head of alibi, t5 or relative adds to the scores: keys to the right, queries up
    Bias(Bias),
    /// A second table less the first, cell by cell, in the colours of its own range
    Difference(Difference),
    /// The whole window, painted without a display
    Window(super::window::Window),
    /// Index, normalized and sinusoidal as three strips; --scheme does not matter
    ThreeWays(ThreeWays),
    /// What can be done beyond --trained-len as strips: go on, start over, squeeze; how a learned table is stretched
    Strategies(super::strategies::Strategies),
}

/// The options that every picture has.
#[derive(Args, Debug)]
pub struct Common {
    /// The PNG file to write, - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: OsString,
    #[command(flatten)]
    pub(super) spec: SpecArguments,
    #[command(flatten)]
    pub(super) figure: FigureArguments,
}

/// The options of `export heatmap`.
#[derive(Args, Debug)]
pub struct Heatmap {
    #[command(flatten)]
    common: Common,
    /// Only the dimensions A to B - 1
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    dimensions: Option<String>,
}

/// The options of `export similarity`.
#[derive(Args, Debug)]
pub struct Similarity {
    #[command(flatten)]
    common: Common,
}

/// The options of `export bias`.
#[derive(Args, Debug)]
pub struct Bias {
    #[command(flatten)]
    common: Common,
    /// Which head, from 0 [default: 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    head: Option<String>,
}

/// The options of `export three-ways`.
#[derive(Args, Debug)]
pub struct ThreeWays {
    #[command(flatten)]
    common: Common,
    /// Only the dimensions A to B - 1
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    dimensions: Option<String>,
    /// Each strip's colours span its own values, instead of -1..1 for all
    #[arg(long, conflicts_with = "range")]
    own_scales: bool,
}

/// The options of `export difference`.
#[derive(Args, Debug)]
pub struct Difference {
    #[command(flatten)]
    common: Common,
    /// What the second table has different, in quotes: "--start 1 --layout concat"
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    versus: String,
    /// Put the second table's columns in the order of the first's: sine k to sine k, cosine k to cosine k
    #[arg(long)]
    aligned: bool,
    /// Also say which cell, row by row, is the first to differ by more than T
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    tolerance: Option<String>,
    /// Only the dimensions A to B - 1
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    dimensions: Option<String>,
}

/// Writes the picture.
///
/// # Errors
/// The first option that is refused, or why the file was not written.
pub fn run(view: &View, language: Language) -> Result<(), CliError> {
    match view {
        View::Heatmap(arguments) => arguments.run(language),
        View::Similarity(arguments) => arguments.run(language),
        View::Scores(arguments) => arguments.run_scores(language),
        View::Bias(arguments) => arguments.run(language),
        View::Difference(arguments) => arguments.run(language),
        View::ThreeWays(arguments) => arguments.run(language),
        View::Strategies(arguments) => arguments.run(language),
        View::Window(arguments) => arguments.run(language),
    }
}

impl Heatmap {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding()?;
        note_overflow(&encoding, language);
        let field = Field::table(encoding);
        let (positions, dimensions) = field.shape();
        let rows = self.common.figure.positions(positions)?;
        let columns = parse_span("--dimensions", self.dimensions.as_deref(), dimensions)?;
        let options = self.common.figure.options(rows, columns)?;
        let range = self.common.range(&field)?;
        self.common
            .write(&self.common.picture(field, range, &options)?, language)
    }
}

impl Difference {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let first = self.common.spec.encoding()?;
        let second = versus(&first, &self.versus)?;
        if first.d_model() != second.d_model() {
            return Err(CliError::Widths {
                first: first.d_model(),
                second: second.d_model(),
            });
        }
        for encoding in [&first, &second] {
            note_overflow(encoding, language);
        }
        let second = if self.aligned { aligned(&first, &second) } else { second };
        // What may be refused comes before what may take long.
        let tolerance = self.tolerance.as_deref().map(parse_tolerance).transpose()?;
        let field = Field::difference(Field::table(first.clone()), Field::table(second.clone()));
        let (positions, dimensions) = field.shape();
        let rows = self.common.figure.positions(positions)?;
        let columns = parse_span("--dimensions", self.dimensions.as_deref(), dimensions)?;
        let options = self.common.figure.options(rows, columns)?;
        let range = self.common.figure.range()?;
        self.common.figure.colormap()?;
        self.common.destination()?;
        let found = match tolerance {
            Some(tolerance) => partings(&first, &second, tolerance, interrupt()),
            None => largest_difference(&first, &second, interrupt()).map(|largest| Partings { largest, first: None }),
        }
        .map_err(FileError::from)?;
        let most = found.largest.map_or(0.0, |largest| largest.difference.abs());
        let own = if most > 0.0 { (-most, most) } else { (-1.0, 1.0) };
        let picture = self.common.picture(field, range.unwrap_or(own), &options)?;
        self.common.write(&picture, language)?;
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

impl Similarity {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding()?;
        note_overflow(&encoding, language);
        let field = Field::Similarity(encoding);
        let positions = self.common.figure.positions(field.shape().0)?;
        let options = self.common.figure.options(positions, positions)?;
        let range = self.common.range(&field)?;
        self.common
            .write(&self.common.picture(field, range, &options)?, language)
    }
}

impl Similarity {
    fn run_scores(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Rotation, "export scores")?;
        note_overflow(&encoding, language);
        self.common.write_relation(&Relation::new(&encoding, 0), language)
    }
}

impl Bias {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let encoding = self.common.spec.encoding_of(Kind::Bias, "export bias")?;
        let heads = encoding.d_model();
        let head = match self.head.as_deref() {
            None => 0,
            Some(text) => {
                let head = text.trim().parse().ok().filter(|&head: &usize| head < heads);
                head.ok_or_else(|| CliError::Head {
                    text: shown(text),
                    heads,
                })?
            }
        };
        self.common.write_relation(&Relation::new(&encoding, head), language)
    }
}

impl ThreeWays {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let Common { spec, figure, .. } = &self.common;
        let encodings = three_ways::encodings(&spec.for_several_schemes()?)?;
        let rows = figure.positions(encodings[0].max_len())?;
        let columns = parse_span("--dimensions", self.dimensions.as_deref(), encodings[0].d_model())?;
        let options = figure.options(rows, columns)?;
        check_strips(three_ways::SCHEMES.len(), &options)?;
        let (low, high) = figure.range()?.unwrap_or((-1.0, 1.0));
        let scales = if self.own_scales {
            Scales::Own
        } else {
            Scales::Shared { low, high }
        };
        let picture = three_ways::picture(encodings, figure.colormap()?, scales, &options)?;
        self.common.write(&picture, language)
    }
}

impl Common {
    /// The range of a field's colours: the one that was given, else its own.
    fn range(&self, field: &Field) -> Result<(f64, f64), CliError> {
        Ok(self.figure.range()?.unwrap_or_else(|| default_range(field)))
    }

    /// Writes what a table says of every two positions: the second to the right, the first up.
    fn write_relation(&self, relation: &Relation, language: Language) -> Result<(), CliError> {
        let field = relation.field();
        let positions = self.figure.positions(field.shape().0)?;
        let mut options = self.figure.options(positions, positions)?;
        options.transposed ^= true;
        let range = self.figure.range()?.unwrap_or_else(|| relation.range());
        self.write(&self.picture(field, range, &options)?, language)
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

    /// Where the picture goes: a file that is called `.png`, or standard output.
    fn destination(&self) -> Result<Destination, CliError> {
        let destination = Destination::parse(&self.output);
        if let Destination::Path(path) = &destination {
            check_ending(path)?;
        }
        Ok(destination)
    }

    /// Writes it to where it goes.
    pub(super) fn write(&self, picture: &PlainPicture, language: Language) -> Result<(), CliError> {
        write_whole(&self.destination()?, |w| {
            picture.write_png(w, interrupt(), &mut progress_line(language))
        })?;
        Ok(())
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

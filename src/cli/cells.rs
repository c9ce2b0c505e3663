//! `export VIEW --plain`: the cells alone, without axes and words.

use crate::analysis::Relation;
use crate::field::Field;
use crate::figure::colormap::Palette;
use crate::figure::plain::{Look, Options, PlainPicture};
use crate::figure::range::default_range;
use crate::figure::render::About;
use crate::figure::strategies;
use crate::figure::three_ways::{self, Scales};
use crate::file::{Destination, Effort, write_whole};
use crate::session::Session;
use crate::text::Language;

use super::error::CliError;
use super::export::{
    Bias, Common, Difference, Heatmap, Similarity, Simple, Strategies, ThreeWays, View, check_ending, tables,
};
use super::figure::Dimensions;
use super::figured::Figured;
use super::progress::{interrupt, progress_line};

impl View {
    /// The picture of the cells alone.
    ///
    /// # Errors
    /// The first option that is refused; a view without cells.
    pub(super) fn cells(&self, figured: &Figured) -> Result<PlainPicture, CliError> {
        let (encoding, views) = (&figured.encoding, &figured.session.views);
        match self {
            Self::Heatmap(Heatmap { common, dimensions }) => {
                let field = Field::table(encoding.clone());
                let options = common.plain_options(field.shape(), dimensions)?;
                let range = default_range(&field);
                common.picture(field, range, &options)
            }
            Self::Similarity(Similarity { common, .. }) => {
                let field = Field::Similarity(encoding.clone());
                let options = common.square_options(&field)?;
                let range = default_range(&field);
                common.picture(field, range, &options)
            }
            Self::Scores(Simple { common }) | Self::Bias(Bias { common, .. }) => {
                let relation = Relation::new(encoding, views.pin.map_or(0, |pin| pin.dimension));
                let mut options = common.square_options(&relation.field())?;
                // The second to the right, the first up.
                options.transposed ^= true;
                common.picture(relation.field(), relation.range(), &options)
            }
            Self::Difference(Difference { common, dimensions, .. }) => {
                let [first, second] = tables(figured)?;
                let field = Field::difference(Field::table(first), Field::table(second));
                let options = common.plain_options(field.shape(), dimensions)?;
                common.picture(field, (-1.0, 1.0), &options)
            }
            Self::ThreeWays(ThreeWays {
                common,
                dimensions,
                own_scales,
            }) => {
                let encodings = three_ways::encodings(encoding.spec())?;
                let options = common.plain_options((encoding.max_len(), encoding.d_model()), dimensions)?;
                let (low, high) = common.figure.range()?.unwrap_or((-1.0, 1.0));
                let scales = if *own_scales {
                    Scales::Own
                } else {
                    Scales::Shared { low, high }
                };
                Ok(three_ways::picture(
                    encodings,
                    common.figure.colormap()?,
                    scales,
                    &options,
                )?)
            }
            Self::Strategies(Strategies { common, dimensions }) => {
                let encodings = strategies::encodings(encoding.spec())?;
                let options = common.plain_options((encoding.max_len(), encoding.d_model()), dimensions)?;
                let (colors, range) = (common.figure.colormap()?, common.figure.range()?);
                Ok(strategies::picture(encodings, colors, range, &options)?)
            }
            Self::Bands(_) | Self::Wavelengths(_) | Self::Page(_) | Self::Window(_) => {
                Err(CliError::NoEffect("--plain".to_owned()))
            }
        }
    }
}

impl Common {
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

    /// The same of a field of positions and positions.
    fn square_options(&self, field: &Field) -> Result<Options, CliError> {
        let positions = self.figure.positions(field.shape().0)?;
        self.figure.options(positions, positions)
    }

    /// The picture of one field, whose colours span its own range unless one was given.
    pub(super) fn picture(&self, field: Field, own: (f64, f64), options: &Options) -> Result<PlainPicture, CliError> {
        let (map, reversed) = self.figure.colormap()?;
        let (low, high) = self.figure.range()?.unwrap_or(own);
        let look = Look {
            field,
            palette: Palette::new(map, reversed, low, high),
            hatch_outside: false,
        };
        Ok(PlainPicture::new(look, options)?)
    }

    /// Where a picture of the cells alone goes: a file that is called `.png`, or standard output.
    pub(super) fn plain_destination(&self) -> Result<Destination, CliError> {
        let destination = Destination::parse(&self.output);
        if let Destination::Path(path) = &destination {
            check_ending(path)?;
        }
        Ok(destination)
    }

    /// Writes the cells alone to where they go.
    pub(super) fn write(&self, picture: &PlainPicture, session: &Session, language: Language) -> Result<(), CliError> {
        let notes = About::of_session(session).notes();
        write_whole(&self.plain_destination()?, |w| {
            picture.write_png(w, (Effort::Small, notes), interrupt(), &mut progress_line(language))
        })?;
        Ok(())
    }
}

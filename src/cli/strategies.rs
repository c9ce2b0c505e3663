//! `poscope export strategies`: what can be done beyond the trained length.

use clap::Args;

use crate::figure::strategies;
use crate::figure::views::View;
use crate::text::Language;

use super::error::CliError;
use super::export::{Common, check_strips};
use super::figure::Dimensions;
use super::figured::Figured;

/// The options of `export strategies`.
#[derive(Args, Clone, Debug)]
pub struct Strategies {
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    dimensions: Dimensions,
}

impl Strategies {
    /// Writes the picture.
    ///
    /// # Errors
    /// The first option that is refused, a scheme without strategies, a trained length that no
    /// position is beyond, or why the file was not written.
    pub fn run(&self, language: Language) -> Result<(), CliError> {
        let Common { spec, figure, .. } = &self.common;
        let spec = spec.for_strategies()?.spec().clone();
        let variants = strategies::variants(&spec);
        if variants.is_empty() {
            return Err(CliError::NoStrategies(spec.scheme.name()));
        }
        if spec.has_trained_length() && !spec.beyond.is_reached_by(spec.max_len) {
            return Err(CliError::NothingBeyond { max_len: spec.max_len });
        }
        let encodings: Result<Vec<_>, _> = variants.into_iter().map(|variant| variant.encoding).collect();
        let encodings = encodings?;
        if !figure.is_plain() {
            return self.common.write_figure(&self.figured()?, language);
        }
        let options = self
            .common
            .plain_options((spec.max_len, spec.d_model), &self.dimensions)?;
        check_strips(encodings.len(), &options)?;
        let picture = strategies::picture(encodings, figure.colormap()?, figure.range()?, &options)?;
        self.common.write(&picture, &self.figured()?.session, language)
    }
    /// What the figure shows.
    pub(super) fn figured(&self) -> Result<Figured, CliError> {
        let encoding = self.common.spec.for_strategies()?;
        let session = self.common.session(&encoding, &self.dimensions)?;
        Ok(Figured::of(View::Strategies, session))
    }
}

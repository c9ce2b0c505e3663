//! What of a command can be checked before anything is computed or written: the encoding, the
//! layout of the picture and the place of the file. What only the work itself shows comes later.

use std::path::Path;

use clap::FromArgMatches;

use crate::encoding::Kind;
use crate::file::{Destination, FileError, check_destination};

use super::error::CliError;
use super::export::check_ending;
use super::figure::{FigureArguments, parse_span};
use super::line::Line;
use super::sheet::SheetArguments;
use super::spec::{SpecArguments, versus};
use super::table::Table;
use super::window::Window;

/// Checks a line that makes a file; a folder that is missing is not missed where `makes_folder`.
///
/// # Errors
/// The first option that is refused.
pub fn check(line: &Line<'_>, makes_folder: bool) -> Result<(), CliError> {
    let destination = Destination::parse(line.output().unwrap_or_default());
    match &line.path[..] {
        ["table"] => Table::from_arg_matches(line.matches)
            .map_err(CliError::Usage)?
            .check()?,
        ["export", view] => {
            check_view(line, view, &destination)?;
        }
        _ => {}
    }
    match check_destination(&destination) {
        Err(FileError::NoFolder { folder }) if makes_folder && is_to_be_made(&folder) => Ok(()),
        checked => Ok(checked?),
    }
}

/// Whether a folder is missing, and not hidden behind a link that leads nowhere.
fn is_to_be_made(folder: &Path) -> bool {
    !folder.is_symlink()
}

fn check_view(line: &Line<'_>, view: &str, destination: &Destination) -> Result<(), CliError> {
    if let (true, Destination::Path(path)) = (view == "window", destination) {
        check_ending(path)?;
    }
    if view == "window" {
        let window = Window::from_arg_matches(line.matches).map_err(CliError::Usage)?;
        return window.check();
    }
    let chosen = SpecArguments::from_arg_matches(line.matches).map_err(CliError::Usage)?;
    let spec = match view {
        "three-ways" => chosen.for_several_schemes()?,
        "strategies" => chosen.for_strategies()?.spec().clone(),
        "scores" => chosen.encoding_of(Kind::Rotation, "export scores")?.spec().clone(),
        "bias" => chosen.encoding_of(Kind::Bias, "export bias")?.spec().clone(),
        _ => chosen.encoding()?.spec().clone(),
    };
    let figure = FigureArguments::from_arg_matches(line.matches).map_err(CliError::Usage)?;
    figure.colormap()?;
    figure.range()?;
    let positions = figure.positions(spec.max_len)?;
    let sheet = SheetArguments::from_arg_matches(line.matches).map_err(CliError::Usage)?;
    if figure.is_plain() {
        figure.options(positions, positions)?;
        if let Destination::Path(path) = destination {
            check_ending(path)?;
        }
    } else {
        sheet.check(&figure, destination)?;
    }
    if let Some(text) = line.value("dimensions") {
        parse_span("--dimensions", Some(text), spec.d_model)?;
    }
    if let Some(text) = line.value("versus") {
        versus(&chosen.encoding()?, text)?;
    }
    Ok(())
}

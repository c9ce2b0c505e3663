//! `poscope export VIEW -o OUT.csv`: the curves of a view as numbers.

use crate::field::InPlace;
use crate::figure::FigureError;
use crate::figure::numbers::{NoNumbers, Numbers};
use crate::file::{Destination, write_whole};
use crate::text::Language;
use crate::view::{VIEWS, View, telling};

use super::error::{CliError, refuse_given};
use super::export::{Common, ExportedViews};
use super::figured::Figured;
use super::progress::{check_interrupt, interrupt, progress_line, watched_queries};

impl Common {
    /// Returns whether curves are written as numbers: into a file with the extension `.csv`.
    pub(super) fn is_numbers(&self) -> bool {
        let Destination::Path(path) = &self.output else {
            return false;
        };
        let ending = path.extension().unwrap_or_default();
        ending.eq_ignore_ascii_case("csv")
    }
}

impl ExportedViews {
    /// Writes the curves of the view; a view without curves is refused before anything is computed.
    ///
    /// # Errors
    /// As [`Self::check_numbers`], or the reason why they were not computed or not written.
    pub(super) fn write_numbers(
        &self,
        figured: &Figured,
        answers: &mut InPlace<'_>,
        language: Language,
    ) -> Result<(), CliError> {
        self.check_numbers(figured)?;
        for view in &figured.views {
            let block = watched_queries(language, || view.block(&figured.subject, answers))
                .map_err(|refusal| FigureError::Refused(Box::new(refusal)))?;
            check_interrupt()?;
            let numbers = Numbers::of(&block).map_err(|reason| no_numbers(view.name(), reason))?;
            write_whole(&self.common.output, |w| numbers.write(w, &mut progress_line(language)))?;
        }
        Ok(())
    }

    /// Refuses a page, a view without curves, and options that only pictures have.
    ///
    /// # Errors
    /// [`CliError::NoCurves`], [`CliError::SeveralAxes`], [`CliError::NoEffect`].
    pub(super) fn check_numbers(&self, figured: &Figured) -> Result<(), CliError> {
        let is_written = matches!(figured.views.as_slice(), [view] if has_numbers(*view));
        if !is_written {
            return Err(no_numbers(&self.name, NoNumbers::Cells));
        }
        let Common { figure, sheet, .. } = &self.common;
        refuse_given(&[
            ("--format", sheet.format.is_some()),
            ("--plain", figure.plain),
            ("--size", figure.size.is_some()),
            ("--transparent", figure.transparent),
        ])?;
        sheet.refuse()?;
        figure.without_cells()
    }
}

/// Returns whether a view has curves over one axis, according to its description of a telling subject.
fn has_numbers(view: &dyn View) -> bool {
    let block = view.block(&telling(view), &mut InPlace::new(interrupt()));
    block.is_ok_and(|block| Numbers::of(&block).is_ok())
}

fn no_numbers(view: &str, reason: NoNumbers) -> CliError {
    let view = view.to_owned();
    match reason {
        NoNumbers::Axes => CliError::SeveralAxes { view },
        NoNumbers::Cells => {
            let written = VIEWS.iter().filter(|view| has_numbers(**view));
            let names: Vec<&str> = written.map(|view| view.name()).collect();
            CliError::NoCurves {
                view,
                views: names.join(", "),
            }
        }
    }
}

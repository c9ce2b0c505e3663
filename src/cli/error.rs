//! Why a command was refused: one line that names the value, the limit and what to do.

use std::path::PathBuf;

use crate::code::CodeError;
use crate::encoding::{Scheme, SpecError};
use crate::figure::animation::AnimationError;
use crate::figure::motion::MotionError;
use crate::figure::{FigureError, animation_error, figure_error};
use crate::file::{FileError, one_line_path};
use crate::session::SavedError;
use crate::text::{self, Language};
use crate::tr;
use crate::view::SettingError;

use super::ask::LargeFile;
use super::jobs::BatchError;
use super::sweep::SweepError;
use super::{settings, usage};

/// How much of an argument is repeated in an error.
const SHOWN: usize = 40;

/// Why a command was refused. Texts are as they were given, cut to 40 characters.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.words(Language::English))]
pub enum CliError {
    /// What the parser refuses: unknown and missing options.
    Usage(#[from] clap::Error),
    /// An encoding outside its limits.
    Spec(#[from] SpecError),
    /// A file or a picture that was not written.
    File(#[from] FileError),
    /// A session that is not opened.
    Session {
        /// Why.
        #[source]
        error: SavedError,
        /// Its file.
        path: PathBuf,
    },
    /// A word that is neither a command nor a file.
    NoCommand(String),
    /// A table that no code makes.
    Code(#[from] CodeError),
    /// A word that is none of those that an option knows.
    Choice {
        /// The option.
        option: &'static str,
        /// What was given.
        text: String,
        /// What can be given.
        choices: String,
    },
    /// A setting that the scheme does not have.
    OtherScheme {
        /// The option.
        option: String,
        /// The scheme.
        scheme: &'static str,
        /// Those that have it.
        schemes: String,
    },
    /// No preset and no mistake of this name.
    UnknownPreset(String),
    /// No preset or no mistake that has these words.
    NothingHas(String),
    /// An option that changes nothing, as the others are.
    NoEffect(String),
    /// What is done beyond a trained length that the table does not reach.
    WithinTrained {
        /// The option.
        option: String,
        /// Positions of the table.
        positions: usize,
        /// How many were trained.
        length: usize,
    },
    /// An arrangement of sines and cosines for a scheme that has none of them.
    Convention {
        /// Its name.
        name: &'static str,
        /// Its scheme.
        of: &'static str,
        /// The scheme that was chosen.
        scheme: &'static str,
    },
    /// Not `A..B` with whole numbers.
    NotASpan {
        /// The option.
        option: &'static str,
        /// What was given.
        text: String,
    },
    /// `A..B` with nothing in it.
    EmptySpan {
        /// The option.
        option: &'static str,
        /// What was given.
        text: String,
    },
    /// `A..B` that the table does not have.
    BeyondTable {
        /// The option.
        option: &'static str,
        /// What was given.
        text: String,
        /// How many rows or columns there are.
        cells: usize,
    },
    /// Not `A..B` with finite numbers.
    NotARange(String),
    /// `A..B` where A is not below B.
    EmptyRange(String),
    /// Not `WIDTHxHEIGHT`.
    NotASize(String),
    /// No number within limits.
    Number {
        /// The option.
        option: &'static str,
        /// What was given.
        text: String,
        /// The smallest and the largest.
        limits: (f64, f64),
    },
    /// A setting of a view that is refused.
    Setting(#[from] SettingError),
    /// Nothing to compare with.
    NotCompared,
    /// More views than a page has room for.
    Views {
        /// How many have room.
        most: usize,
    },
    /// A view that has no curves to write as numbers.
    NoCurves {
        /// Its name.
        view: String,
        /// The names of those that have.
        views: String,
    },
    /// A view whose curves are over several axes.
    SeveralAxes {
        /// Its name.
        view: String,
    },
    /// A figure that was not made.
    Figure(FigureError),
    /// An animation that was not made.
    Animation(AnimationError),
    /// An option that has to be given.
    Missing(&'static str),
    /// No whole number within limits.
    Whole {
        /// The option.
        option: &'static str,
        /// What was given.
        text: String,
        /// The smallest and the largest.
        limits: (usize, usize),
    },
    /// A window that is too small or too large, in points.
    WindowSize {
        /// Points across.
        width: u64,
        /// Points down.
        height: u64,
        /// The shortest and the longest side.
        limits: (f32, f32),
    },
    /// A file's ending that stands for no format.
    Ending {
        /// The file.
        path: PathBuf,
        /// The endings that do.
        endings: &'static str,
    },
    /// A table for the standard output, whose format nothing tells.
    NoFormat,
    /// A file so large that it is asked for first, and nobody to be asked.
    Large(LargeFile),
    /// A table that has no room on the disk.
    NoSpace(LargeFile),
    /// A large file that was not wanted when it was asked for.
    NotWanted(PathBuf),
    /// Values of an option that are not swept.
    Sweep(#[from] SweepError),
    /// Two commands of a series that would write the same file.
    SameOutput(PathBuf),
    /// A command of a series that failed.
    InSeries {
        /// The file that it should have made.
        output: PathBuf,
        /// Files made before it.
        made: usize,
        /// Files that the series should have made.
        of: usize,
        /// Why it failed.
        #[source]
        reason: Box<Self>,
    },
    /// What a batch refuses.
    Batch(#[from] BatchError),
}

/// Settings of an encoding that is refused are called by their options, wherever it was refused.
impl From<FigureError> for CliError {
    fn from(error: FigureError) -> Self {
        match error {
            FigureError::Spec(error) => error.into(),
            error => Self::Figure(error),
        }
    }
}

impl From<AnimationError> for CliError {
    fn from(error: AnimationError) -> Self {
        match error {
            AnimationError::Motion(MotionError::Spec(error)) => error.into(),
            AnimationError::Figure(error) => error.into(),
            AnimationError::File(error) => error.into(),
            error => Self::Animation(error),
        }
    }
}

impl CliError {
    /// A word that is none of the choices.
    pub fn choice<'a>(option: &'static str, text: &str, choices: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Choice {
            option,
            text: shown(text),
            choices: choices.into_iter().collect::<Vec<_>>().join(", "),
        }
    }

    /// That `what` is of other schemes: those for which `is` holds.
    pub fn other_scheme(what: String, scheme: Scheme, is: impl Fn(Scheme) -> bool) -> Self {
        let schemes = Scheme::ALL.into_iter().filter(|scheme| is(*scheme)).map(Scheme::name);
        Self::OtherScheme {
            option: what,
            scheme: scheme.name(),
            schemes: schemes.collect::<Vec<_>>().join(", "),
        }
    }

    /// The line that a person reads.
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Usage(error) => usage::words(error, language),
            Self::Spec(error) => text::spec_error_naming(error, language, |name| named(name, language)),
            Self::Session { error, path } => {
                let reason = text::saved_error_naming(error, language, |name| named(name, language));
                tr!(language, "sessions.in_file", reason, path = one_line_path(path))
            }
            Self::NoCommand(word) => tr!(language, "cli.unknown_command", command = word),
            Self::File(error) => at(file_option(error), text::file_error(error, language), language),
            Self::Figure(error) => at(figure_option(error), figure_error(error, language), language),
            Self::Animation(error) => animation_error(error, language),
            Self::Missing(argument) => tr!(language, "cli.missing_option", argument),
            Self::Whole {
                option,
                text,
                limits: (least, most),
            } => tr!(
                language,
                "animation.whole",
                option,
                text,
                least = text::count(*least),
                most = text::count(*most)
            ),
            Self::Number {
                option,
                text,
                limits: (least, most),
            } => tr!(language, "cli.number", option, text, least, most),
            Self::Setting(error) => error.words(language),
            Self::NotCompared => tr!(language, "cli.not_compared"),
            Self::Views { most } => tr!(language, "cli.views", most),
            Self::NoCurves { view, views } => tr!(language, "cli.no_curves", view, views),
            Self::SeveralAxes { view } => tr!(language, "cli.several_axes", view),
            Self::Code(error) => text::code_error(*error, language),
            Self::Choice { option, text, choices } => {
                tr!(language, "cli.choice", option, text, choices)
            }
            Self::OtherScheme {
                option,
                scheme,
                schemes,
            } => tr!(language, "cli.other_scheme", option, scheme, schemes),
            Self::UnknownPreset(text) => tr!(language, "cli.unknown_preset", text),
            Self::NothingHas(text) => tr!(language, "cli.nothing_has", text),
            Self::WithinTrained {
                option,
                positions,
                length,
            } => {
                let (positions, length) = (text::count(*positions), text::count(*length));
                at(
                    Some(option.clone()),
                    tr!(language, "strategies.within", positions, length),
                    language,
                )
            }
            Self::NoEffect(option) => tr!(language, "cli.no_effect", option),
            Self::Convention { name, of, scheme } => {
                tr!(language, "cli.convention", name, of, scheme)
            }
            Self::NotASpan { option, text } => tr!(language, "cli.not_a_span", option, text),
            Self::EmptySpan { option, text } => tr!(language, "cli.empty_span", option, text),
            Self::BeyondTable { option, text, cells } => {
                tr!(language, "cli.beyond_table", option, text, cells)
            }
            Self::NotARange(text) => tr!(language, "cli.not_a_range", text),
            Self::EmptyRange(text) => tr!(language, "cli.empty_range", text),
            Self::NotASize(text) => tr!(language, "cli.not_a_size", text),
            Self::WindowSize {
                width,
                height,
                limits: (least, most),
            } => tr!(language, "cli.window_size", width, height, least, most),
            Self::Ending { path, endings } => {
                tr!(language, "cli.ending", path = one_line_path(path), endings)
            }
            Self::NoFormat => tr!(language, "cli.no_format"),
            Self::Large(file) => file.words("large.refused", language),
            Self::NoSpace(file) => file.words("large.no_space", language),
            Self::NotWanted(path) => tr!(language, "large.not_wanted", path = one_line_path(path)),
            Self::Sweep(error) => error.words(language),
            Self::SameOutput(path) => tr!(language, "sweep.same_output", path = one_line_path(path)),
            Self::InSeries {
                output,
                made,
                of,
                reason,
            } => tr!(
                language,
                "sweep.stopped",
                output = one_line_path(output),
                reason = reason.words(language),
                made,
                all = of
            ),
            Self::Batch(error) => error.words(language),
        }
    }
}

/// A reason, after the option that it is about, where one is known.
fn at(option: Option<String>, reason: String, language: Language) -> String {
    match option {
        Some(option) => tr!(language, "cli.at_option", option, reason),
        None => reason,
    }
}

/// Refuses the first of some options that was given: here none of them changes anything.
///
/// # Errors
/// [`CliError::NoEffect`].
pub fn refuse_given(options: &[(&'static str, bool)]) -> Result<(), CliError> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(CliError::NoEffect((*option).to_owned())),
        None => Ok(()),
    }
}

/// The option that would mend a figure.
fn figure_option(error: &FigureError) -> Option<String> {
    match error {
        FigureError::Refused(refusal) => refusal.setting.map(settings::option),
        _ => None,
    }
}

/// The option that would mend a file.
fn file_option(error: &FileError) -> Option<String> {
    matches!(error, FileError::StripsTooSmall { .. }).then(|| "--size".to_owned())
}

/// The beginning of an argument, as much of it as an error repeats.
pub fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// How a setting is called: by its option, where it has one.
fn named(name: &str, language: Language) -> String {
    if settings::is_listed(name) {
        settings::option(name)
    } else {
        text::setting_name(name, language)
    }
}

//! Why a command was refused: one line that names the value, the limit and what to do.

use std::path::PathBuf;

use crate::code::CodeError;
use crate::encoding::{Mistake, Preset, Scheme, SpecError, nearest};
use crate::figure::animation::AnimationError;
use crate::figure::motion::MotionError;
use crate::figure::{FigureError, animation_error, figure_error};
use crate::file::{FileError, one_line_path};
use crate::session::SavedError;
use crate::text::{self, Language, or_meant};
use crate::tr;
use crate::view::SettingError;

use super::ask::LargeFile;
use super::jobs::BatchError;
use super::sweep::SweepError;
use super::{settings, usage};

/// The most characters of an argument that an error repeats.
const SHOWN: usize = 40;

/// The reason why a command was refused. Texts are as they were given, cut to 40 characters.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.words(Language::English))]
pub enum CliError {
    /// A refusal by the parser: unknown and missing options.
    Usage(#[from] clap::Error),
    /// An encoding outside its limits.
    Spec(#[from] SpecError),
    /// A file or a picture that was not written.
    File(#[from] FileError),
    /// A session that cannot be opened.
    Session {
        /// The reason.
        #[source]
        error: SavedError,
        /// The file.
        path: PathBuf,
    },
    /// A word that is neither a command nor a file.
    NoCommand {
        /// The word.
        word: String,
        /// The command that may be meant.
        meant: Option<String>,
    },
    /// A table for which there is no code.
    Code(#[from] CodeError),
    /// A word that is none of an option's choices.
    Choice {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
        /// The choices.
        choices: Vec<String>,
    },
    /// A setting that the scheme does not have.
    OtherScheme {
        /// The option.
        option: String,
        /// The scheme.
        scheme: &'static str,
        /// The schemes that have it.
        schemes: String,
    },
    /// A name that no preset and no mistake has.
    UnknownPreset(String),
    /// Words that no preset, or no mistake, contains.
    NothingHas(String),
    /// An option that has no effect with the others as they are.
    NoEffect(String),
    /// A setting for positions beyond a trained length that the table does not exceed.
    WithinTrained {
        /// The option.
        option: String,
        /// The number of positions of the table.
        positions: usize,
        /// The trained length.
        length: usize,
    },
    /// A named arrangement of sines and cosines for another scheme.
    Convention {
        /// The name of the arrangement.
        name: &'static str,
        /// The scheme of the arrangement.
        of: &'static str,
        /// The scheme that was chosen.
        scheme: &'static str,
    },
    /// A text that is not `A..B` with whole numbers.
    NotASpan {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
    },
    /// An empty range `A..B`.
    EmptySpan {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
    },
    /// A range `A..B` that the table does not have.
    BeyondTable {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
        /// The number of rows or columns.
        cells: usize,
    },
    /// A text that is not `A..B` with finite numbers.
    NotARange(String),
    /// A range `A..B` where A is not below B.
    EmptyRange(String),
    /// A text that is not `WIDTHxHEIGHT`.
    NotASize(String),
    /// A text that is not a number within limits.
    Number {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
        /// The smallest and the largest number.
        limits: (f64, f64),
    },
    /// A setting of a view that is refused.
    Setting(#[from] SettingError),
    /// A view of two encodings without a second one.
    NotCompared,
    /// More views than a page has room for.
    Views {
        /// The most views.
        most: usize,
    },
    /// A view that has no curves to write as numbers.
    NoCurves {
        /// The name of the view.
        view: String,
        /// The names of the views that have curves.
        views: String,
    },
    /// A view whose curves are over several axes.
    SeveralAxes {
        /// The name of the view.
        view: String,
    },
    /// A figure that could not be made.
    Figure(FigureError),
    /// An animation that could not be made.
    Animation(AnimationError),
    /// A required option that is missing.
    Missing(&'static str),
    /// A text that is not a whole number within limits.
    Whole {
        /// The option.
        option: &'static str,
        /// The text given.
        text: String,
        /// The smallest and the largest number.
        limits: (usize, usize),
    },
    /// A window that is too small or too large, in points.
    WindowSize {
        /// The width in points.
        width: u64,
        /// The height in points.
        height: u64,
        /// The shortest and the longest side.
        limits: (f32, f32),
    },
    /// An extension that stands for no format.
    Ending {
        /// The file.
        path: PathBuf,
        /// The extensions that do.
        endings: &'static str,
    },
    /// A table for standard output without a format.
    NoFormat,
    /// A file so large that it is asked about first, with nobody to ask.
    Large(LargeFile),
    /// A table that does not fit on the disk.
    NoSpace(LargeFile),
    /// A large file that was not wanted.
    NotWanted(PathBuf),
    /// A sweep that is refused.
    Sweep(#[from] SweepError),
    /// Two commands of a series that would write the same file.
    SameOutput(PathBuf),
    /// A command of a series that failed.
    InSeries {
        /// The file that it should have made.
        output: PathBuf,
        /// The number of files made before it.
        made: usize,
        /// The number of files of the whole series.
        of: usize,
        /// The reason.
        #[source]
        reason: Box<Self>,
    },
    /// A batch that is refused.
    Batch(#[from] BatchError),
}

/// Unwraps a refused encoding, so that its settings are named by their options wherever it was refused.
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
    /// Returns the error of a word that is none of the choices.
    pub fn choice<'a>(option: &'static str, text: &str, choices: impl IntoIterator<Item = &'a str>) -> Self {
        Self::Choice {
            option,
            text: shown(text),
            choices: choices.into_iter().map(str::to_owned).collect(),
        }
    }

    /// Returns the error that `what` belongs to other schemes: those for which `is` holds.
    pub fn other_scheme(what: String, scheme: Scheme, is: impl Fn(Scheme) -> bool) -> Self {
        let schemes = Scheme::ALL.into_iter().filter(|scheme| is(*scheme)).map(Scheme::name);
        Self::OtherScheme {
            option: what,
            scheme: scheme.name(),
            schemes: schemes.collect::<Vec<_>>().join(", "),
        }
    }

    /// Returns the line that a person reads.
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Usage(error) => usage::words(error, language),
            Self::Spec(error) => text::spec_error_naming(error, language, |name| named(name, language)),
            Self::Session { error, path } => {
                let reason = text::saved_error_naming(error, language, |name| named(name, language));
                tr!(language, "sessions.in_file", reason, path = one_line_path(path))
            }
            Self::NoCommand { word, meant } => {
                let reason = tr!(language, "cli.unknown_command", command = word);
                or_meant(reason, meant.as_deref(), language)
            }
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
                let meant = nearest(text, choices.iter().map(String::as_str));
                let reason = tr!(language, "cli.choice", option, text, choices = choices.join(", "));
                or_meant(reason, meant, language)
            }
            Self::OtherScheme {
                option,
                scheme,
                schemes,
            } => tr!(language, "cli.other_scheme", option, scheme, schemes),
            Self::UnknownPreset(text) => {
                let (presets, mistakes) = (Preset::all(), Mistake::all());
                let names = presets.iter().map(|preset| preset.name);
                let meant = nearest(text, names.chain(mistakes.iter().map(|mistake| mistake.name)));
                or_meant(tr!(language, "cli.unknown_preset", text), meant, language)
            }
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

/// Returns a reason after the option that it is about, if that is known.
fn at(option: Option<String>, reason: String, language: Language) -> String {
    match option {
        Some(option) => tr!(language, "cli.at_option", option, reason),
        None => reason,
    }
}

/// Refuses the first of some options that was given, since none of them has an effect here.
///
/// # Errors
/// [`CliError::NoEffect`].
pub fn refuse_given(options: &[(&'static str, bool)]) -> Result<(), CliError> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(CliError::NoEffect((*option).to_owned())),
        None => Ok(()),
    }
}

/// Returns the option that would mend a figure.
fn figure_option(error: &FigureError) -> Option<String> {
    match error {
        FigureError::Refused(refusal) => refusal.setting.map(settings::option),
        _ => None,
    }
}

/// Returns the option that would mend a file.
fn file_option(error: &FileError) -> Option<String> {
    matches!(error, FileError::StripsTooSmall { .. }).then(|| "--size".to_owned())
}

/// Returns the beginning of an argument, as much of it as an error repeats.
pub fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// Returns the name of a setting: its option, if it has one.
fn named(name: &str, language: Language) -> String {
    if settings::is_listed(name) {
        settings::option(name)
    } else {
        text::setting_name(name, language)
    }
}

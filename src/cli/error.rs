//! Why a command was refused: one line that names the value, the limit and what to do.

use std::path::PathBuf;

use crate::code::CodeError;
use crate::encoding::SpecError;
use crate::figure::animation::AnimationError;
use crate::figure::motion::MotionError;
use crate::figure::paper::{DPI_LIMITS, TEXT_LIMITS};
use crate::figure::views::FigureError;
use crate::figure::{animation_error, figure_error};
use crate::file::FileError;
use crate::session::SavedError;
use crate::text::{self, Language};
use crate::tr;

use super::ask::LargeFile;
use super::batch::BatchError;
use super::sweep::SweepError;
use super::{settings, usage};

/// How much of an argument is repeated in an error.
const SHOWN: usize = 40;

/// Why a command was refused. Texts are as they were given, cut to 40 characters.
#[derive(Debug)]
pub enum CliError {
    /// What the parser refuses: unknown and missing options.
    Usage(clap::Error),
    /// An encoding outside its limits.
    Spec(SpecError),
    /// A file or a picture that was not written.
    File(FileError),
    /// A session that is not opened.
    Session {
        /// Why.
        error: SavedError,
        /// Its file.
        path: PathBuf,
    },
    /// A word that is neither a command nor a file.
    NoCommand(String),
    /// A table that no code makes.
    Code(CodeError),
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
    /// An arrangement of sines and cosines for a scheme that has none of them.
    Convention {
        /// Its name.
        name: &'static str,
        /// Its scheme.
        of: &'static str,
        /// The scheme that was chosen.
        scheme: &'static str,
    },
    /// No head of this number.
    Head {
        /// What was given.
        text: String,
        /// How many there are.
        heads: usize,
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
    /// No whole number of pixels from 1 to the limit.
    CellSize {
        /// What was given.
        text: String,
        /// The largest cell.
        limit: u32,
    },
    /// Not `WIDTHxHEIGHT`.
    NotASize(String),
    /// No number of dots an inch.
    Dpi(String),
    /// No size of letters.
    TextSize(String),
    /// Bands that are not there, or too many.
    Bands {
        /// What was given.
        text: String,
        /// The last one.
        last: usize,
        /// How many have room.
        most: usize,
    },
    /// More views than a page has room for.
    Views {
        /// How many have room.
        most: usize,
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
        /// The smallest.
        least: usize,
        /// The largest.
        most: usize,
    },
    /// A window that is too small or too large, in points.
    WindowSize {
        /// Points across.
        width: u64,
        /// Points down.
        height: u64,
    },
    /// So few pixels that the strips do not fit.
    StripsTooSmall {
        /// How many there are.
        strips: usize,
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// A scheme that has no strategies beyond a trained length.
    NoStrategies(&'static str),
    /// A trained length that no position is beyond, or none.
    NothingBeyond {
        /// Positions of the table.
        max_len: usize,
    },
    /// A file's ending that stands for no format.
    Ending {
        /// The file.
        path: PathBuf,
        /// The endings that do.
        endings: &'static str,
    },
    /// A tolerance that is no number from 0 on.
    Tolerance(String),
    /// Two tables that cannot be subtracted.
    Widths {
        /// Columns of the first.
        first: usize,
        /// Columns of the second.
        second: usize,
    },
    /// A table for the standard output, whose format nothing tells.
    NoFormat,
    /// A file so large that it is asked for first, and nobody to be asked.
    Large(LargeFile),
    /// A difference without a second table.
    NotCompared,
    /// A table that has no room on the disk.
    NoSpace(LargeFile),
    /// A large file that was not wanted when it was asked for.
    NotWanted(PathBuf),
    /// Values of an option that are not swept.
    Sweep(SweepError),
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
        reason: Box<Self>,
    },
    /// What a batch refuses.
    Batch(BatchError),
}

impl From<SpecError> for CliError {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

impl From<FigureError> for CliError {
    fn from(error: FigureError) -> Self {
        match error {
            FigureError::Spec(error) => error.into(),
            FigureError::NoStrategies(scheme) => Self::NoStrategies(scheme),
            FigureError::NothingBeyond { max_len } => Self::NothingBeyond { max_len },
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

impl From<CodeError> for CliError {
    fn from(error: CodeError) -> Self {
        Self::Code(error)
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        Self::File(error)
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

    /// The line that a person reads.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Usage(error) => return usage::words(error, language),
            Self::Spec(error) => return text::spec_error_naming(error, language, |name| named(name, language)),
            Self::Session { error, path } => {
                let reason = text::saved_error_naming(error, language, |name| named(name, language));
                tr!(language, "sessions.in_file", reason = reason, path = path.display())
            }
            Self::NoCommand(word) => tr!(language, "cli.unknown_command", command = word),
            Self::File(error) => return text::file_error(error, language),
            Self::Figure(error) => return figure_error(error, language),
            Self::Animation(error) => return animation_error(error, language),
            Self::Missing(argument) => tr!(language, "cli.missing_option", argument = argument),
            Self::Whole {
                option,
                text,
                least,
                most,
            } => tr!(
                language,
                "animation.whole",
                option = option,
                text = text,
                least = text::count(*least),
                most = text::count(*most)
            ),
            Self::Dpi(text) => {
                let (least, most) = DPI_LIMITS;
                tr!(language, "figure.resolution", dpi = text, least = least, most = most)
            }
            Self::TextSize(text) => {
                let (least, most) = TEXT_LIMITS;
                tr!(language, "figure.text_size", size = text, least = least, most = most)
            }
            Self::Bands { text, last, most } => {
                tr!(language, "cli.bands", text = text, last = last, most = most)
            }
            Self::Views { most } => tr!(language, "cli.views", most = most),
            Self::Code(error) => return text::code_error(*error, language),
            Self::Choice { option, text, choices } => {
                tr!(language, "cli.choice", option = option, text = text, choices = choices)
            }
            Self::OtherScheme {
                option,
                scheme,
                schemes,
            } => tr!(
                language,
                "cli.other_scheme",
                option = option,
                scheme = scheme,
                schemes = schemes
            ),
            Self::UnknownPreset(text) => tr!(language, "cli.unknown_preset", text = text),
            Self::NothingHas(text) => tr!(language, "cli.nothing_has", text = text),
            Self::NoEffect(option) => tr!(language, "cli.no_effect", option = option),
            Self::Convention { name, of, scheme } => {
                tr!(language, "cli.convention", name = name, of = of, scheme = scheme)
            }
            Self::Head { text, heads } => {
                tr!(language, "cli.head", text = text, last = heads.saturating_sub(1))
            }
            Self::NotASpan { option, text } => tr!(language, "cli.not_a_span", option = option, text = text),
            Self::EmptySpan { option, text } => tr!(language, "cli.empty_span", option = option, text = text),
            Self::BeyondTable { option, text, cells } => {
                tr!(
                    language,
                    "cli.beyond_table",
                    option = option,
                    text = text,
                    cells = cells
                )
            }
            Self::NotARange(text) => tr!(language, "cli.not_a_range", text = text),
            Self::EmptyRange(text) => tr!(language, "cli.empty_range", text = text),
            Self::CellSize { text, limit } => tr!(language, "cli.cell_size", text = text, limit = limit),
            Self::NotASize(text) => tr!(language, "cli.not_a_size", text = text),
            Self::WindowSize { width, height } => tr!(
                language,
                "cli.window_size",
                width = width,
                height = height,
                least = super::window::LEAST,
                most = super::window::MOST
            ),
            Self::StripsTooSmall { strips, width, height } => tr!(
                language,
                "cli.strips_too_small",
                strips = strips,
                width = width,
                height = height
            ),
            Self::NoStrategies(scheme) => tr!(language, "cli.no_strategies", scheme = scheme),
            Self::NothingBeyond { max_len } => tr!(language, "cli.nothing_beyond", max_len = max_len),
            Self::Ending { path, endings } => {
                tr!(language, "cli.ending", path = path.display(), endings = endings)
            }
            Self::Tolerance(text) => tr!(language, "cli.tolerance", text = text),
            Self::Widths { first, second } => {
                tr!(language, "cli.widths", first = first, second = second)
            }
            Self::NoFormat => tr!(language, "cli.no_format"),
            Self::Large(file) => return file.words(language),
            Self::NotCompared => tr!(language, "cli.not_compared"),
            Self::NoSpace(file) => return file.no_space_words(language),
            Self::NotWanted(path) => tr!(language, "large.not_wanted", path = path.display()),
            Self::Sweep(error) => return error.words(language),
            Self::SameOutput(path) => tr!(language, "sweep.same_output", path = path.display()),
            Self::InSeries {
                output,
                made,
                of,
                reason,
            } => tr!(
                language,
                "sweep.stopped",
                output = output.display(),
                reason = reason.words(language),
                made = made,
                all = of
            ),
            Self::Batch(error) => return error.words(language),
        }
        .into_owned()
    }
}

/// The beginning of an argument, as much of it as an error repeats.
#[must_use]
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

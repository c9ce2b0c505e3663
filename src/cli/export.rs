//! `poscope export VIEW`: pictures, and curves as numbers. The commands are built from [`VIEWS`] with their settings.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};

use crate::analysis::overflow;
use crate::encoding::single;
use crate::field::InPlace;
use crate::figure::FigureError;
use crate::figure::plain::{Options, PlainPicture};
use crate::figure::render::About;
use crate::file::{Destination, Effort, FileError, write_whole};
use crate::plot::{Block, Quantity};
use crate::text::{Language, overflow_words};
use crate::view::{Declared, SettingKind, Takes, VIEWS, View, telling};

use super::error::{CliError, refuse_given};
use super::figure::{Dimensions, FigureArguments};
use super::figured::Figured;
use super::progress::{interrupt, watched, watched_queries};
use super::sheet::SheetArguments;
use super::spec::SpecArguments;
use super::terminal;
use super::window::WindowArguments;

/// What is exported.
#[derive(Clone, Debug)]
pub enum ExportCommand {
    /// One view, or a page of several.
    Views(Box<ExportedViews>),
    /// The whole window.
    Window(Box<WindowArguments>),
}

/// One view, or a page of several, with its options.
#[derive(Clone, Debug)]
pub struct ExportedViews {
    /// The name of the view; `page` for several.
    pub(super) name: String,
    pub(super) common: Common,
    pub(super) dimensions: Dimensions,
    pub(super) versus: VersusArguments,
    pub(super) alignment: Alignment,
    pub(super) page: PageArguments,
    /// The settings of the view that were given, as text.
    pub(super) settings: Vec<(&'static str, String)>,
}

/// The options that every figure has.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The file to write: .png, .svg, .pdf or .tiff, - for standard output
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: Destination,
    #[command(flatten)]
    pub(super) spec: SpecArguments,
    #[command(flatten)]
    pub(super) figure: FigureArguments,
    #[command(flatten)]
    pub(super) sheet: SheetArguments,
}

/// The option of a view that draws two encodings.
#[derive(Args, Clone, Debug, Default)]
pub struct VersusArguments {
    /// What the second table has different, in quotes: "--start 1 --layout concat"
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub(super) versus: Option<String>,
}

/// The option of a view that compares two encodings cell by cell.
#[derive(Args, Clone, Debug, Default)]
pub struct Alignment {
    /// Put the second table's columns in the order of the first's: sine k to sine k, cosine k to cosine k
    #[arg(long)]
    pub(super) aligned: bool,
}

/// The options of a page.
#[derive(Args, Clone, Debug, Default)]
pub struct PageArguments {
    /// From the top, with commas: heatmap,bands,similarity [default: heatmap,bands,near-far]
    #[arg(long, value_name = "VIEW,VIEW", allow_hyphen_values = true)]
    pub(super) views: Option<String>,
    /// Every view has the colours of its own range, instead of one range for all
    #[arg(long, id = "page_own_scales")]
    pub(super) own_scales: bool,
}

/// The name of the command for several views.
pub const PAGE: &str = "page";

/// The name of the command for the window.
const WINDOW: &str = "window";

/// Returns the option of a setting.
fn option(declared: &Declared) -> Arg {
    let argument = Arg::new(declared.name)
        .long(declared.name.replace('_', "-"))
        .conflicts_with_all(declared.excludes);
    match declared.kind {
        SettingKind::Flag => argument.action(ArgAction::SetTrue),
        SettingKind::List { .. } => argument.value_name("N,N").allow_hyphen_values(true),
        SettingKind::Whole { .. } => argument.value_name("N").allow_hyphen_values(true),
        SettingKind::NumberFrom(_) => argument.value_name("T").allow_hyphen_values(true),
        SettingKind::Choice(_) => argument.value_name("NAME").allow_hyphen_values(true),
    }
}

/// Returns a command with the options of a view: dimensions if a panel has them, a second encoding
/// if the view takes two, and the settings.
fn command(name: &'static str, view: Option<&dyn View>) -> Command {
    let mut command = Common::augment_args(Command::new(name));
    let Some(view) = view else {
        return PageArguments::augment_args(Dimensions::augment_args(command));
    };
    if view.has_dimensions() {
        command = Dimensions::augment_args(command);
    }
    if view.draws_both() {
        command = VersusArguments::augment_args(command);
    }
    if view.takes() == Takes::Two {
        command = command.mut_arg("versus", |versus| versus.required_unless_present("session"));
        command = Alignment::augment_args(command);
    }
    command.args(view.settings(&telling(view)).iter().map(option))
}

/// Returns the options that only this view has, which its locale file describes.
pub fn own_options(view: &dyn View) -> Vec<&'static str> {
    let settings = view.settings(&telling(view)).into_iter().map(|declared| declared.name);
    let of_two: &[&str] = if view.takes() == Takes::Two {
        &["versus", "aligned"]
    } else {
        &[]
    };
    settings.chain(of_two.iter().copied()).collect()
}

impl Subcommand for ExportCommand {
    fn augment_subcommands(export: Command) -> Command {
        let of_views = VIEWS.iter().map(|view| command(view.name(), Some(*view)));
        let export = export.subcommands(of_views).subcommand(command(PAGE, None));
        export
            .subcommand(WindowArguments::augment_args(Command::new(WINDOW)))
            .subcommand_required(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name == PAGE || name == WINDOW || crate::view::view(name).is_some()
    }
}

impl FromArgMatches for ExportCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, matches) = matches
            .subcommand()
            .ok_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand))?;
        if name == WINDOW {
            return Ok(Self::Window(Box::new(WindowArguments::from_arg_matches(matches)?)));
        }
        let view = crate::view::view(name);
        let settings = view.map_or_else(Vec::new, |view| view.settings(&telling(view)));
        let given = |declared: &Declared| {
            let text = match declared.kind {
                SettingKind::Flag => matches.get_flag(declared.name).then(|| "true".to_owned()),
                _ => matches.get_one::<String>(declared.name).cloned(),
            };
            text.map(|text| (declared.name, text))
        };
        Ok(Self::Views(Box::new(ExportedViews {
            name: name.to_owned(),
            common: Common::from_arg_matches(matches)?,
            dimensions: match matches.try_contains_id("dimensions") {
                Ok(_) => Dimensions::from_arg_matches(matches)?,
                Err(_) => Dimensions::default(), // the view has none
            },
            versus: match view {
                Some(view) if view.draws_both() => VersusArguments::from_arg_matches(matches)?,
                _ => VersusArguments::default(),
            },
            alignment: match view.map(|view| view.takes()) {
                Some(Takes::Two) => Alignment::from_arg_matches(matches)?,
                _ => Alignment::default(),
            },
            page: match view {
                Some(_) => PageArguments::default(),
                None => PageArguments::from_arg_matches(matches)?,
            },
            settings: settings.iter().filter_map(given).collect(),
        })))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ExportCommand {
    /// Writes the picture.
    ///
    /// # Errors
    /// The first option that is refused, or why the file was not written.
    pub fn run(&self, language: Language) -> Result<(), CliError> {
        match self {
            Self::Views(views) => views.run(language),
            Self::Window(window) => window.run(language),
        }
    }

    /// Checks what can be checked before anything is drawn: that a figure has something to show,
    /// and room for it. Two encodings are compared only when they are drawn.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn check(&self, language: Language) -> Result<(), CliError> {
        match self {
            Self::Views(views) => views.check(language),
            Self::Window(window) => window.check(),
        }
    }

    /// Returns the views; refuses the window.
    ///
    /// # Errors
    /// [`CliError::Choice`].
    pub fn views(&self) -> Result<&ExportedViews, CliError> {
        match self {
            Self::Views(views) => Ok(views),
            Self::Window(_) => {
                let names = VIEWS.iter().map(|view| view.name());
                Err(CliError::choice("VIEW", WINDOW, names))
            }
        }
    }
}

impl ExportedViews {
    fn run(&self, language: Language) -> Result<(), CliError> {
        let common = &self.common;
        let figured = self.figured(language)?;
        let answers = &mut InPlace::new(interrupt());
        if common.is_numbers() {
            self.write_numbers(&figured, answers, language)?;
        } else if common.figure.plain {
            self.write_cells(&figured, answers, language)?;
        } else {
            let order = common.order(&figured)?;
            watched_queries(language, || order.write(&common.output, answers))?;
        }
        // After everything that can be refused, so that a refusal is a single line.
        for overflow in figured.encodings().into_iter().filter_map(overflow) {
            terminal::note(Some(overflow_words(overflow, language)));
        }
        if common.output != Destination::StandardOutput {
            for view in &figured.views {
                let block = view.block(&figured.subject, answers);
                for line in block.map_or_else(|_| Vec::new(), |block| block.results) {
                    terminal::say(&line);
                }
            }
        }
        Ok(())
    }

    /// Writes the picture of the bare cells.
    fn write_cells(&self, figured: &Figured, answers: &mut InPlace<'_>, language: Language) -> Result<(), CliError> {
        let output = &self.common.output;
        // Checks that may fail come before work that may take long.
        check_png(output)?;
        let picture = watched_queries(language, || self.cells(figured, answers))?;
        let notes = About::of_session(&figured.session).notes();
        // A row may wait for a band of cells, so another thread shows the fraction stored here.
        let written = AtomicU32::new(0);
        let mut progress = |fraction: f64| {
            written.store(single(fraction).to_bits(), Ordering::Relaxed);
            !interrupt().is_raised()
        };
        let fraction = || f64::from(f32::from_bits(written.load(Ordering::Relaxed)));
        let write = |w: &mut dyn Write| picture.write_png(w, (Effort::Small, notes), interrupt(), &mut progress);
        Ok(watched(language, fraction, || write_whole(output, write))?)
    }

    fn check(&self, language: Language) -> Result<(), CliError> {
        let common = &self.common;
        let figured = self.figured(language)?;
        if common.is_numbers() {
            return self.check_numbers(&figured);
        }
        let takes_two = figured.views.iter().any(|view| view.takes() == Takes::Two);
        let answers = &mut InPlace::new(interrupt());
        if common.figure.plain {
            check_png(&common.output)?;
            if !takes_two {
                self.cells(&figured, answers)?;
            }
            return Ok(());
        }
        let order = common.order(&figured)?;
        if !takes_two {
            order.described(answers)?;
        }
        Ok(())
    }

    /// Refuses options of still pictures.
    ///
    /// # Errors
    /// [`CliError::NoEffect`].
    pub fn check_animated(&self) -> Result<(), CliError> {
        refuse_given(&[
            ("--plain", self.common.figure.plain),
            ("--outlines", self.common.sheet.outlines),
            ("--tolerance", self.is_given("tolerance")),
        ])
    }

    /// Returns the picture of the bare cells.
    fn cells(&self, figured: &Figured, answers: &mut InPlace<'_>) -> Result<PlainPicture, CliError> {
        let [view] = figured.views.as_slice() else {
            return Err(CliError::NoEffect("--plain".to_owned()));
        };
        let block = described(*view, figured, answers)?;
        let panels: Vec<_> = block.panels().filter(|panel| panel.is_plain).collect();
        let Some(cells) = panels.first().and_then(|panel| panel.cells()) else {
            return Err(CliError::NoEffect("--plain".to_owned()));
        };
        let figure = &self.common.figure;
        figure.positions(cells.look.field.shape().0)?;
        let (rows, columns) = cells.seen().unwrap_or((cells.rows, cells.columns));
        let is_of_pairs = panels[0].y.quantity() == Some(&Quantity::Query);
        let options = Options {
            from_top: panels[0].y.scale.is_reversed(),
            masked: panels[0].is_masked(),
            ..figure.options(rows, columns, cells.transposed != (is_of_pairs && figure.transpose))?
        };
        let looks = panels.iter().filter_map(|panel| panel.cells());
        let looks = looks.map(|cells| cells.look.clone()).collect();
        Ok(PlainPicture::strips(looks, &options)?)
    }
}

/// Returns what a view shows.
fn described(view: &dyn View, figured: &Figured, answers: &mut InPlace<'_>) -> Result<Block, CliError> {
    let refused = |refusal| FigureError::Refused(Box::new(refusal));
    let block = view.block(&figured.subject, answers).map_err(refused)?;
    let refusal = block
        .panels()
        .filter(|panel| panel.is_plain)
        .find_map(|panel| panel.refusal.clone());
    match refusal {
        Some(refusal) => Err(refused(refusal).into()),
        None => Ok(block),
    }
}

/// Refuses a file without the extension `.png`.
///
/// # Errors
/// As [`by_ending`].
pub fn check_png(destination: &Destination) -> Result<(), CliError> {
    by_ending(destination, (), &[("png", ())], ".png")
}

/// Returns what the extension of a file's name stands for, ignoring case; `piped` for standard
/// output, which has none.
///
/// # Errors
/// [`CliError::Ending`], with the known extensions in words; [`FileError::IsFolder`] for a folder.
pub fn by_ending<T: Copy>(
    destination: &Destination,
    piped: T,
    choices: &[(&str, T)],
    endings: &'static str,
) -> Result<T, CliError> {
    let Destination::Path(path) = destination else {
        return Ok(piped);
    };
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

//! `poscope export window`: the whole window as a picture, painted on the CPU; and opening the window.

use std::process::ExitCode;

use clap::Args;
use eframe::egui::vec2;

use crate::app::still::Still;
use crate::app::{Start, WindowError, run_window};
use crate::figure::plain::PictureSize;
use crate::file::Destination;
use crate::plot::ink::Theme;
use crate::session::Ways;
use crate::text::Language;
use crate::tr;

use super::error::CliError;
use super::export::check_png;
use super::figure::parse_size;
use super::spec::{SpecArguments, choose, one_of};

/// The smallest side of a window, in points.
const LEAST: f32 = 320.0;

/// The largest side of a window, in points.
const MOST: f32 = 4096.0;

/// The options of `export window`.
#[derive(Args, Clone, Debug)]
pub struct WindowArguments {
    /// The PNG file to write, - for standard output
    #[arg(short, long, value_name = "OUT")]
    output: Destination,
    #[command(flatten)]
    spec: SpecArguments,
    /// Size of the window in points [default: 1280x800]
    #[arg(long, value_name = "WxH", default_value = "1280x800", hide_default_value = true)]
    size: String,
    /// Pixels per point, 1 to 4 [default: 1]
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    scale: String,
    /// Light or dark [default: light]
    #[arg(long, value_name = "THEME", default_value = "light", hide_default_value = true)]
    theme: String,
}

impl WindowArguments {
    /// Paints the window and writes the picture.
    ///
    /// # Errors
    /// The first option that is refused, or the reason why the file was not written.
    pub fn run(&self, language: Language) -> Result<(), CliError> {
        Ok(self.still(language)?.write(&self.output)?)
    }

    /// Checks all options.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn check(&self) -> Result<(), CliError> {
        self.still(Language::default()).map(|_| ())
    }

    fn still(&self, language: Language) -> Result<Still, CliError> {
        let encoding = self.spec.with_any_end()?;
        check_png(&self.output)?;
        let theme: Theme = one_of("--theme", &self.theme)?;
        let scales = [("1", 1.0), ("2", 2.0), ("3", 3.0), ("4", 4.0)];
        let (_, scale) = choose("--scale", &self.scale, &scales, |(name, _)| name)?;
        let PictureSize::Whole { width, height } = parse_size(&self.size)? else {
            return Err(CliError::NotASize(self.size.clone()));
        };
        let size = vec2(width as f32, height as f32);
        if size.min_elem() < LEAST || size.max_elem() > MOST {
            return Err(CliError::WindowSize {
                width,
                height,
                limits: (LEAST, MOST),
            });
        }
        let opened = self.spec.opened()?.map(|opened| opened.session);
        let mut session = opened.unwrap_or_default();
        if session.spec.scheme.kind() != encoding.kind() {
            session.views.ways = Ways::telling(encoding.kind());
        }
        session.preset = self.spec.preset_of(encoding.spec(), session.preset.take());
        session.spec = encoding.spec().clone();
        let still = Still {
            session,
            language,
            dark: theme == Theme::Dark,
            size,
            scale,
        };
        still.check()?;
        Ok(still)
    }
}

/// Opens the window; if that fails, says in one line why, and how to get a picture of it instead,
/// and returns exit status 2.
pub fn open(start: Start) -> ExitCode {
    let language = start.language;
    let Err(error) = run_window(start) else {
        return ExitCode::SUCCESS;
    };
    let language = language.unwrap_or_else(Language::of_system);
    let words = match error {
        WindowError::NoDisplay => tr!(language, "cli.no_display"),
        WindowError::Refused(reason) => tr!(language, "cli.no_window", reason),
    };
    super::terminal::refuse(&words);
    ExitCode::from(2)
}

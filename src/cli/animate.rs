//! `poscope animate VIEW`: a figure in which a number changes, as GIF or APNG.

use clap::{Args, Command};

use crate::encoding::float;
use crate::figure::animation::AnimationFormat::{self, Apng, Gif};
use crate::figure::animation::{Animation, write_file};
use crate::figure::motion::{FRAME_LIMITS, Motion, RATE_LIMITS, Swept};
use crate::file::Destination;
use crate::text::Language;

use super::error::CliError;
use super::export::{ExportCommand, by_ending};
use super::figure::whole;
use super::progress::{interrupt, progress_line};
use super::spec::one_of;

/// The options of `animate`.
#[derive(Args, Debug)]
#[command(disable_help_subcommand = true)]
pub struct Animate {
    #[command(flatten)]
    motion: MotionArguments,
    #[command(subcommand)]
    export: ExportCommand,
}

/// What moves. These options come after the view, as all others do.
#[derive(Args, Debug)]
#[command(next_help_heading = "motion")]
struct MotionArguments {
    /// What moves: base, d-model, max-len, or position, which is framed
    #[arg(long, global = true, value_name = "NAME", allow_hyphen_values = true)]
    over: Option<String>,
    /// Its first value
    #[arg(long, global = true, value_name = "A", allow_hyphen_values = true)]
    from: Option<String>,
    /// Its last value; in equal factors if one is more than ten times the other
    #[arg(long, global = true, value_name = "B", allow_hyphen_values = true)]
    to: Option<String>,
    /// Frames from A to B, 2 to 600 [default: 60, or fewer if there are fewer whole numbers]
    #[arg(long, global = true, value_name = "N", allow_hyphen_values = true)]
    frames: Option<String>,
    /// Frames per second, 1 to 50 [default: 15]; in a GIF, exact only if it divides 100
    #[arg(long, global = true, value_name = "F", allow_hyphen_values = true)]
    fps: Option<String>,
    /// Back from B to A as well
    #[arg(long, global = true)]
    bounce: bool,
}

/// Hides the options of still pictures from the help of `animate`.
pub fn without_stills(command: Command) -> Command {
    let of_view = |view: Command| {
        if view.get_name() == "window" {
            return view.hide(true);
        }
        view.mut_args(|argument| match argument.get_id().as_str() {
            "plain" | "cell_size" | "outlines" | "tolerance" => argument.hide(true),
            _ => argument,
        })
    };
    command.mut_subcommand("animate", |animate| animate.mut_subcommands(of_view))
}

impl Animate {
    /// Writes the animation.
    ///
    /// # Errors
    /// The first option that is refused, or why the file was not written.
    pub fn run(&self, language: Language) -> Result<(), CliError> {
        let (animation, format, destination) = self.read(language)?;
        let mut progress = progress_line(language);
        Ok(write_file(
            &animation,
            &destination,
            format,
            interrupt(),
            &mut progress,
        )?)
    }

    /// Checks what can be checked before anything is drawn.
    ///
    /// # Errors
    /// The first option that is refused.
    pub fn check(&self, language: Language) -> Result<(), CliError> {
        self.read(language).map(|_| ())
    }

    /// Returns the animation, its file format, and its destination.
    fn read(&self, language: Language) -> Result<(Animation, AnimationFormat, Destination), CliError> {
        let swept: Swept = one_of("--over", given(self.motion.over.as_deref(), "--over <NAME>")?)?;
        let from = given(self.motion.from.as_deref(), "--from <A>")?;
        let to = given(self.motion.to.as_deref(), "--to <B>")?;
        let mut view = self.export.views()?.clone();
        let ends = match swept.parameter() {
            Some(parameter) => {
                let ends = [parameter.parse(from)?, parameter.parse(to)?];
                view.common.spec.leave_to_motion(parameter, ends[0].max(ends[1]))?;
                Some(ends)
            }
            None => None,
        };
        let figured = view.figured(language)?;
        let ends = match ends {
            Some(ends) => ends,
            None => {
                let last = figured.session.spec.max_len - 1;
                let position = |option, text: &str| whole(option, text, (0, last));
                [float(position("--from", from)?), float(position("--to", to)?)]
            }
        };
        let mut motion = Motion {
            there_and_back: self.motion.bounce,
            ..Motion::new(swept, ends[0], ends[1])
        };
        if let Some(text) = &self.motion.frames {
            motion.frames = whole("--frames", text, FRAME_LIMITS)?;
        }
        if let Some(text) = &self.motion.fps {
            let (slowest, fastest) = RATE_LIMITS;
            let rate = whole("--fps", text, (slowest.into(), fastest.into()))?;
            motion.frames_per_second = u16::try_from(rate).unwrap_or(fastest);
        }
        let common = &view.common;
        view.check_animated()?;
        let mut sheet = common.sheet.sheet(&common.figure)?;
        sheet.own_scales = figured.own_scales;
        if sheet.paper.is_none() && common.sheet.purpose.is_none() {
            sheet.paper = Some(Animation::paper());
        }
        let choices = [("gif", Gif), ("png", Apng), ("apng", Apng)];
        let format = match &common.sheet.format {
            Some(text) => one_of("--format", text)?,
            None => by_ending(&common.output, Gif, &choices, ".gif, .png, .apng")?,
        };
        let animation = Animation {
            motion,
            session: figured.session,
            views: figured.views,
            sheet,
            language,
        };
        animation.check(format)?;
        Ok((animation, format, view.common.output))
    }
}

/// Returns the text of a required option.
fn given<'a>(text: Option<&'a str>, option: &'static str) -> Result<&'a str, CliError> {
    text.ok_or(CliError::Missing(option))
}

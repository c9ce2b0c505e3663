//! SPEC: the options that choose an encoding.
//!
//! Values are taken as text and parsed here, so that errors have the same words as in the window. A
//! value may begin with a hyphen: `--base -5` is an invalid base, not an unknown option.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, CommandFactory, FromArgMatches, Parser};

use crate::encoding::{Encoding, Named, OneOf, Parameter, Scheme, Spec, SpecError, is_named, named_spec};
use crate::session::Opened;

use super::error::{CliError, refuse_given, shown};
use super::session;
use super::settings::SettingArguments;
use super::spelling::{spelled, with_nearest};

/// The options that choose an encoding; what is left out is as in the first figure of most
/// introductions.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "encoding")]
pub struct SpecArguments {
    /// A model's encoding or a mistake, by its name in poscope presets; the other options change it
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    preset: Option<String>,
    /// The encoding of a session, from a file or a picture that poscope wrote; the other options change it
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    session: Option<OsString>,
    /// The scheme
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    scheme: Option<String>,
    /// Dimensions, 1 to 16,384; of one head for rotations, the number of heads for biases [default: 16]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    d_model: Option<String>,
    /// Positions, 1 to 1,048,576 [default: 50]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_len: Option<String>,
    /// Base of the frequencies, 1.0001 to 1e9 [default: 10,000]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    base: Option<String>,
    /// A named arrangement of sines and cosines, such as tensor2tensor; the options below change it
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    convention: Option<String>,
    #[command(flatten)]
    settings: SettingArguments,
}

impl SpecArguments {
    /// Leaves a parameter to a motion whose larger end is `most`, so that the part of the table in
    /// view is checked against the largest table.
    ///
    /// # Errors
    /// [`CliError::NoEffect`] if the number was given.
    pub fn leave_to_motion(&mut self, parameter: Parameter, most: f64) -> Result<(), CliError> {
        let (given, option) = match parameter {
            Parameter::DModel => (&mut self.d_model, "--d-model"),
            Parameter::MaxLen => (&mut self.max_len, "--max-len"),
            Parameter::Base => (&mut self.base, "--base"),
        };
        refuse_given(&[(option, given.is_some())])?;
        // Which part of the table is shown does not depend on the base.
        if parameter != Parameter::Base {
            *given = Some(most.to_string());
        }
        Ok(())
    }

    /// Returns the chosen encoding, with all its rows.
    ///
    /// # Errors
    /// The first option whose value is not a choice, not a number or outside its limits; a setting
    /// that the scheme does not have or that has no effect; a learned table that ends too early.
    pub fn encoding(&self) -> Result<Encoding, CliError> {
        self.encoding_on(Spec::default())
    }

    /// Returns the chosen encoding; everything else is as in `spec`.
    ///
    /// # Errors
    /// As [`Self::encoding`].
    pub fn encoding_on(&self, spec: Spec) -> Result<Encoding, CliError> {
        let encoding = self.on(spec)?;
        if encoding.end() < encoding.max_len() {
            return Err(SpecError::TableEnds { rows: encoding.end() }.into());
        }
        Ok(encoding)
    }

    /// Returns the chosen encoding; a learned table may end before its last row.
    ///
    /// # Errors
    /// As [`Self::encoding`], except for that.
    pub fn with_any_end(&self) -> Result<Encoding, CliError> {
        self.on(Spec::default())
    }

    /// Returns the chosen encoding for a view of every strategy beyond the trained length, so that
    /// the settings of all strategies are allowed.
    ///
    /// # Errors
    /// As [`Self::with_any_end`]; a scheme that has no strategies.
    pub fn for_strategies(&self, what: &str) -> Result<Encoding, CliError> {
        let has_strategies = |scheme| {
            let spec = Spec {
                scheme,
                ..Spec::default()
            };
            !spec.strategies().is_empty()
        };
        let encoding = Encoding::new(self.chosen(Spec::default())?)?;
        match encoding.spec().scheme {
            scheme if has_strategies(scheme) => Ok(encoding),
            scheme => Err(CliError::other_scheme(what.to_owned(), scheme, has_strategies)),
        }
    }

    fn on(&self, spec: Spec) -> Result<Encoding, CliError> {
        let mut spec = self.chosen(spec)?;
        refuse_given(&[("--base", self.base.is_some() && !spec.scheme.has_base())])?;
        self.settings.check_effect(&mut spec)?;
        Ok(Encoding::new(spec)?)
    }

    /// Returns the chosen specification, whether or not every option has an effect.
    fn chosen(&self, spec: Spec) -> Result<Spec, CliError> {
        let mut spec = self.begin(spec)?;
        self.settings.set(&mut spec)?;
        Ok(spec)
    }

    /// Returns the specification chosen for several schemes at once, everything else as in `first`: settings go to the
    /// schemes that have them.
    ///
    /// # Errors
    /// As [`Self::encoding`].
    pub fn for_several_schemes(&self, first: Spec) -> Result<Spec, CliError> {
        let mut spec = self.begin(first)?;
        self.settings.set_anywhere(&mut spec)?;
        Ok(spec)
    }

    /// Returns the session of `--session`, if it was given.
    ///
    /// # Errors
    /// The reason why there is none in the file.
    pub fn opened(&self) -> Result<Option<Opened>, CliError> {
        let file = self.session.as_ref().map(Path::new);
        file.map(session::open).transpose()
    }

    /// Returns the name of the preset from which a specification was made: the one that is named, else that of the
    /// session; `None` if another scheme was chosen since.
    pub fn preset_of(&self, spec: &Spec, of_session: Option<String>) -> Option<String> {
        let (name, own) = named_spec(&self.preset.clone().or(of_session)?)?;
        (own.scheme == spec.scheme).then(|| name.to_owned())
    }

    /// Returns the specification with its scheme, parameters and named arrangement.
    fn begin(&self, mut spec: Spec) -> Result<Spec, CliError> {
        if let Some(opened) = self.opened()? {
            spec = opened.session.spec;
        }
        if let Some(text) = &self.preset {
            (_, spec) = named_spec(text).ok_or_else(|| CliError::UnknownPreset(shown(text)))?;
        }
        if let Some(text) = &self.scheme {
            spec.scheme = choose("--scheme", text, &Scheme::ALL, Scheme::name)?;
        }
        if let Some(text) = &self.convention {
            let all = Named::all();
            let found = all.iter().find(|named| is_named(text, named.name));
            let names = || all.iter().map(|named| named.name);
            let found = found.ok_or_else(|| CliError::choice("--convention", text, names()))?;
            let arranged = found.arrange(&spec);
            // A scheme that was chosen is not silently changed.
            let is_chosen = self.scheme.is_some() || !spec.scheme.has_conventions();
            if is_chosen && arranged.scheme != spec.scheme {
                return Err(CliError::Convention {
                    name: found.name,
                    of: arranged.scheme.name(),
                    scheme: spec.scheme.name(),
                });
            }
            spec = arranged;
        }
        let numbers = [
            (Parameter::DModel, &self.d_model),
            (Parameter::MaxLen, &self.max_len),
            (Parameter::Base, &self.base),
        ];
        for (parameter, text) in numbers {
            if let Some(text) = text {
                parameter.set(&mut spec, parameter.parse(text)?)?;
            }
        }
        Ok(spec)
    }
}

/// Options for a second encoding, given as one text: what differs from the
/// first.
#[derive(Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct VersusText {
    #[command(flatten)]
    spec: SpecArguments,
}

/// Returns the encoding that differs from `first` by the options in a text, such as `--start 1 --layout concat`.
///
/// # Errors
/// [`CliError::Usage`], else as [`SpecArguments::encoding`].
pub fn versus(first: &Encoding, text: &str) -> Result<Encoding, CliError> {
    let versus = in_text(text)?;
    versus.spec.encoding_on(first.spec().clone())
}

/// Returns the options in a text.
fn in_text(text: &str) -> Result<VersusText, clap::Error> {
    let mut parser = VersusText::command();
    parser.build();
    let words = spelled(text.split_whitespace().map(OsString::from).collect(), &parser);
    let matches = parser.try_get_matches_from_mut(&words);
    VersusText::from_arg_matches(&matches.map_err(|error| with_nearest(error, words, &parser))?)
}

/// Returns the preset of `--preset` in such a text.
pub fn preset_in(text: &str) -> Option<String> {
    in_text(text).ok()?.spec.preset
}

/// Returns the session of `--session` in such a text, if it can be read.
pub fn versus_session(text: &str) -> Option<Opened> {
    let versus = in_text(text).ok()?;
    versus.spec.opened().ok()?
}

/// Returns the value with this name.
///
/// # Errors
/// [`CliError::Choice`].
pub fn one_of<T: OneOf>(option: &'static str, text: &str) -> Result<T, CliError> {
    choose(option, text, T::CHOICES, T::name)
}

/// Returns the choice with this name.
///
/// # Errors
/// [`CliError::Choice`].
pub fn choose<T: Copy>(
    option: &'static str,
    text: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, CliError> {
    let found = all.iter().copied().find(|&choice| is_named(text, name(choice)));
    found.ok_or_else(|| CliError::choice(option, text, all.iter().map(|&choice| name(choice))))
}

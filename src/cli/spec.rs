//! SPEC: the options that choose an encoding.
//!
//! Values are taken as text and read here, so that the same words as in the window say what is
//! wrong with them. A value may begin with a hyphen: `--base -5` is a bad base, no unknown option.

use clap::Args;

use crate::encoding::{Divisor, Encoding, Parameter, Scheme, Spec};

use super::error::CliError;

/// The options that choose an encoding; what is left out is as in the first figure of most
/// introductions.
#[derive(Args, Debug)]
#[command(next_help_heading = "The encoding")]
pub struct SpecArguments {
    /// index, normalized, binary or sinusoidal [default: sinusoidal]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    scheme: Option<String>,
    /// Dimensions, 1 to 16,384 [default: 16]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    d_model: Option<String>,
    /// Positions, 1 to 1,048,576 [default: 50]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    max_len: Option<String>,
    /// Base of the frequencies, 1.0001 to 1e9 [default: 10,000]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    base: Option<String>,
    /// What the normalized scheme divides by: length or length-minus-one [default: length-minus-one]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    divisor: Option<String>,
}

impl SpecArguments {
    /// The encoding that was chosen.
    ///
    /// # Errors
    /// The first option whose value is no choice or no number, or outside its limits.
    pub fn encoding(&self) -> Result<Encoding, CliError> {
        let mut spec = Spec::default();
        if let Some(text) = &self.scheme {
            spec.scheme = choose("--scheme", text, Scheme::ALL, Scheme::name)?;
        }
        if let Some(text) = &self.divisor {
            spec.divisor = choose("--divisor", text, Divisor::ALL, Divisor::name)?;
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
        Ok(Encoding::new(spec)?)
    }
}

/// The choice of this name.
///
/// # Errors
/// [`CliError::Choice`].
pub fn choose<T: Copy, const N: usize>(
    option: &'static str,
    text: &str,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Result<T, CliError> {
    let found = all.into_iter().find(|&choice| name(choice) == text);
    found.ok_or_else(|| CliError::choice(option, text, all.map(name)))
}

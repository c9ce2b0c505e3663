//! SPEC: the options that choose an encoding.
//!
//! Values are taken as text and read here, so that the same words as in the window say what is
//! wrong with them. A value may begin with a hyphen: `--base -5` is a bad base, no unknown option.

use clap::{Args, Parser};

use crate::encoding::{
    Conventions, Divisor, Encoding, Exponent, Layout, Named, OddWidth, Order, Parameter, Precision, Scale, Scheme,
    Spec, named_spec,
};

use super::error::{CliError, shown};

/// The options that choose an encoding; what is left out is as in the first figure of most
/// introductions.
#[derive(Args, Debug)]
#[command(next_help_heading = "The encoding")]
pub struct SpecArguments {
    /// A model's encoding or a mistake, by its name in poscope presets; the other options change it
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    preset: Option<String>,
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
    /// A named arrangement of sines and cosines, such as tensor2tensor; the options below change it
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    convention: Option<String>,
    /// The position of row 0 [default: 0]
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    start: Option<String>,
    /// From one row's position to the next [default: 1]
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    step: Option<String>,
    /// Where sines and cosines stand: interleaved or concat [default: interleaved]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    layout: Option<String>,
    /// Which of a pair comes first: sin-first or cos-first [default: sin-first]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    order: Option<String>,
    /// What the pair's index is divided by: d, half or half-minus-one [default: d]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    exponent: Option<String>,
    /// What the table is multiplied by: one, sqrt-d, inverse-sqrt-d or a number [default: one]
    #[arg(long = "scale-by", value_name = "S", allow_hyphen_values = true)]
    scale_by: Option<String>,
    /// What becomes of an odd width: split, zero-column or truncate [default: split]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    odd: Option<String>,
    /// What positions are held in: f64, f32, f16 or bf16 [default: f64]
    #[arg(long, value_name = "TYPE", allow_hyphen_values = true)]
    position_precision: Option<String>,
    /// What angles are computed in: f64, f32, f16 or bf16 [default: f64]
    #[arg(long, value_name = "TYPE", allow_hyphen_values = true)]
    angle_precision: Option<String>,
}

impl SpecArguments {
    /// The encoding that was chosen.
    ///
    /// # Errors
    /// The first option whose value is no choice or no number, or outside its limits.
    pub fn encoding(&self) -> Result<Encoding, CliError> {
        self.encoding_on(Spec::default())
    }

    /// The encoding that was chosen, where what is left out is as in `spec`.
    ///
    /// # Errors
    /// As [`Self::encoding`].
    pub fn encoding_on(&self, mut spec: Spec) -> Result<Encoding, CliError> {
        if let Some(text) = &self.preset {
            spec = named_spec(text).ok_or_else(|| CliError::UnknownPreset(shown(text)))?;
        }
        if let Some(text) = &self.scheme {
            spec.scheme = choose("--scheme", text, Scheme::ALL, Scheme::name)?;
        }
        if let Some(text) = &self.divisor {
            spec.divisor = choose("--divisor", text, Divisor::ALL, Divisor::name)?;
        }
        self.arrange(&mut spec.conventions)?;
        let numbers = [
            (Parameter::DModel, &self.d_model),
            (Parameter::MaxLen, &self.max_len),
            (Parameter::Base, &self.base),
            (Parameter::Start, &self.start),
            (Parameter::Step, &self.step),
        ];
        for (parameter, text) in numbers {
            if let Some(text) = text {
                parameter.set(&mut spec, parameter.parse(text)?)?;
            }
        }
        match self.scale_by.as_deref() {
            None => {}
            Some("one") => spec.conventions.scale = Scale::One,
            Some("sqrt-d") => spec.conventions.scale = Scale::RootD,
            Some("inverse-sqrt-d") => spec.conventions.scale = Scale::InverseRootD,
            Some(number) => Parameter::Scale.set(&mut spec, Parameter::Scale.parse(number)?)?,
        }
        Ok(Encoding::new(spec)?)
    }

    /// The arrangement of sines and cosines.
    fn arrange(&self, conventions: &mut Conventions) -> Result<(), CliError> {
        if let Some(text) = &self.convention {
            let all = Named::all();
            let found = all.iter().find(|named| named.name == text);
            let names = || all.iter().map(|named| named.name);
            *conventions = found
                .ok_or_else(|| CliError::choice("--convention", text, names()))?
                .conventions;
        }
        if let Some(text) = &self.layout {
            conventions.layout = choose("--layout", text, Layout::ALL, Layout::name)?;
        }
        if let Some(text) = &self.order {
            conventions.order = choose("--order", text, Order::ALL, Order::name)?;
        }
        if let Some(text) = &self.exponent {
            conventions.exponent = choose("--exponent", text, Exponent::ALL, Exponent::name)?;
        }
        if let Some(text) = &self.odd {
            conventions.odd = choose("--odd", text, OddWidth::ALL, OddWidth::name)?;
        }
        if let Some(text) = &self.position_precision {
            conventions.position_precision = choose("--position-precision", text, Precision::ALL, Precision::name)?;
        }
        if let Some(text) = &self.angle_precision {
            conventions.angle_precision = choose("--angle-precision", text, Precision::ALL, Precision::name)?;
        }
        Ok(())
    }
}

/// Options for a second encoding, given as one text: what differs from the
/// first.
#[derive(Parser, Debug)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Versus {
    #[command(flatten)]
    spec: SpecArguments,
}

/// The encoding that is `first` but for the options in a text, such as
/// `--start 1 --layout concat`.
///
/// # Errors
/// [`CliError::Usage`], else as [`SpecArguments::encoding`].
pub fn versus(first: &Encoding, text: &str) -> Result<Encoding, CliError> {
    let versus = Versus::try_parse_from(text.split_whitespace()).map_err(CliError::Usage)?;
    versus.spec.encoding_on(first.spec().clone())
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

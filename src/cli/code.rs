//! `poscope code`: the code that makes a table.

use clap::Args;

use crate::code::{Programming, named_code};
use crate::file::{Destination, write_whole};
use crate::text::{Language, preset_words};

use super::error::CliError;
use super::spec::{SpecArguments, one_of};

/// The options of `code`.
#[derive(Args, Debug)]
pub struct Code {
    /// numpy, pytorch, jax, rust or latex
    #[arg(value_name = "LANGUAGE", allow_hyphen_values = true)]
    language: String,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    output: Destination,
    #[command(flatten)]
    spec: SpecArguments,
}

/// Writes the code.
///
/// # Errors
/// The first option that is refused, a table that has no code, or the reason why the file was not written.
pub fn run(arguments: &Code) -> Result<(), CliError> {
    let name = match arguments.language.to_lowercase().as_str() {
        "torch" => "pytorch".to_owned(),
        "np" => "numpy".to_owned(),
        "tex" => "latex".to_owned(),
        name => name.to_owned(),
    };
    let language = one_of::<Programming>("LANGUAGE", &name)?;
    let encoding = arguments.spec.with_any_end()?;
    let opened = arguments.spec.opened()?.and_then(|opened| opened.session.preset);
    let preset = arguments.spec.preset_of(encoding.spec(), opened);
    let preset = preset.and_then(|name| preset_words(&name, encoding.spec(), Language::English));
    let text = named_code(&encoding, preset.as_deref(), language)?;
    Ok(write_whole(&arguments.output, |w| Ok(w.write_all(text.as_bytes())?))?)
}

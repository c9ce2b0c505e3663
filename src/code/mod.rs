//! The code that makes a table: what an expert would write by hand, in five languages.
//!
//! A scheme writes its recipe once, in no language: parameters, steps, and what each column holds.
//! A language prints recipes and knows no scheme; formulas are data, so all five languages have the
//! same.
//!
//! | file | about |
//! |---|---|
//! | `expr`, `recipe` | formulas, and how a table is made of them |
//! | `plain`, `waves`, `grid`, `rope`, `bias` | the recipes of the schemes |
//! | `positions` | the position of each row |
//! | `python` | NumPy, PyTorch and JAX, which differ in a few words |
//! | `rust`, `latex` | the other two languages |
//! | `rule` | the rule in one line, with symbols for what the sliders change |
//! | `number`, `value` | numbers as code writes them; the values of formulas |

mod bias;
mod expr;
mod grid;
mod latex;
mod number;
mod plain;
mod positions;
mod python;
mod recipe;
mod rope;
mod rule;
mod rust;
mod value;
mod waves;

use crate::encoding::{Encoding, Scheme, SchemeKind, one_of};
use python::Dialect;
use recipe::Recipe;
pub use rule::rule;

one_of! {
    /// A language in which a table is made.
    pub enum Programming {
        /// Python with NumPy.
        NumPy = "numpy",
        /// Python with PyTorch.
        PyTorch = "pytorch",
        /// Python with JAX.
        Jax = "jax",
        /// Rust with ndarray.
        Rust = "rust",
        /// The formula, with the numbers of the table.
        Latex = "latex",
    }
}

impl Programming {
    /// Returns the language's name as it is usually written.
    pub fn title(self) -> &'static str {
        match self {
            Self::NumPy => "NumPy",
            Self::PyTorch => "PyTorch",
            Self::Jax => "JAX",
            Self::Rust => "Rust",
            Self::Latex => "LaTeX",
        }
    }
}

/// The reasons why a table has no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// A learned table has no formula.
    #[error("a learned table has no formula")]
    NoFormula,
    /// More drawn numbers than a person would read.
    #[error("the code would hold more than {limit} drawn numbers")]
    TooManyNumbers {
        /// The most numbers that the code may hold.
        limit: usize,
    },
}

/// Returns the code that makes the table of an encoding, with the columns in the scheme's order: a
/// whole script or program in which the table is `pe` or the result of the function
/// `positional_encoding`, or the formula in LaTeX. Everything is computed in f64, so at large
/// positions the angle loses digits that the encoding itself keeps.
///
/// # Errors
/// [`CodeError`]: a learned table has no formula; there may be too many drawn biases.
///
/// ```
/// use poscope::code::{Programming, code};
/// use poscope::encoding::{Encoding, Spec};
/// let encoding = Encoding::new(Spec::default())?;
/// let script = code(&encoding, Programming::NumPy)?;
/// assert!(script.contains("frequency = base ** (-2 * pair / d_model)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn code(encoding: &Encoding, language: Programming) -> Result<String, CodeError> {
    named_code(encoding, None, language)
}

/// As [`code`]; the first line begins with the name of the preset that the encoding was made from, if there is one.
///
/// # Errors
/// As [`code`].
pub fn named_code(encoding: &Encoding, preset: Option<&str>, language: Programming) -> Result<String, CodeError> {
    let recipe = recipe(encoding)?.pruned();
    let title = preset.map(|name| format!("{name}: ")).unwrap_or_default() + &title(encoding);
    Ok(match language {
        Programming::NumPy => Dialect::NumPy.script(&recipe, &title),
        Programming::PyTorch => Dialect::PyTorch.script(&recipe, &title),
        Programming::Jax => Dialect::Jax.script(&recipe, &title),
        Programming::Rust => rust::program(&recipe, &title),
        Programming::Latex => latex::formula(&recipe, &title),
    })
}

fn recipe(encoding: &Encoding) -> Result<Recipe, CodeError> {
    let spec = encoding.spec();
    Ok(match spec.scheme {
        Scheme::Index => plain::index(spec),
        Scheme::Normalized => plain::normalized(spec),
        Scheme::Binary => plain::binary(spec),
        Scheme::Sinusoidal => waves::recipe(encoding),
        Scheme::Grid => grid::recipe(spec),
        Scheme::Learned => return Err(CodeError::NoFormula),
        Scheme::Rope => rope::recipe(encoding),
        Scheme::Alibi => bias::alibi(spec),
        Scheme::T5 => bias::t5(encoding)?,
        Scheme::Relative => bias::relative(encoding)?,
        Scheme::Nope => plain::nope(spec),
    })
}

/// Returns the line that says what the code makes.
fn title(encoding: &Encoding) -> String {
    let spec = encoding.spec();
    let what = match spec.scheme {
        Scheme::Index => "Index positional encoding",
        Scheme::Normalized => "Normalized positional encoding",
        Scheme::Binary => "Binary positional encoding",
        Scheme::Sinusoidal => "Sinusoidal positional encoding",
        Scheme::Grid => "Sinusoidal positional encoding in two dimensions",
        Scheme::Learned => "Learned positional encoding",
        Scheme::Rope => "Rotary position embedding",
        Scheme::Alibi => "ALiBi",
        Scheme::T5 => "T5 relative position bias",
        Scheme::Relative => "Relative position bias",
        Scheme::Nope => "No positional encoding",
    };
    let part = match spec.scheme {
        Scheme::Rope => format!(", {}", spec.rope.part.name()),
        _ => String::new(),
    };
    let (rows, columns) = match encoding.kind() {
        SchemeKind::Added | SchemeKind::Rotation => ("positions", "dimensions"),
        SchemeKind::Bias => ("offsets", "heads"),
    };
    format!(
        "{what}{part}, {} {rows} x {} {columns} (poscope {})",
        spec.max_len,
        spec.d_model,
        env!("CARGO_PKG_VERSION")
    )
}

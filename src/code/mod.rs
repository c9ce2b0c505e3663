//! The code that makes a table: what an expert would write by hand, in five
//! languages.
//!
//! A scheme writes its recipe once, in no language: parameters, steps, and what
//! stands where. A language prints recipes and knows no scheme; formulas are
//! data, so that all five have the same.
//!
//! | file | what it knows |
//! |---|---|
//! | `expr`, `recipe` | formulas, and how a table is made of them |
//! | `plain`, `waves`, `grid`, `rope`, `bias` | the recipes of the schemes |
//! | `positions` | which position a row has |
//! | `python` | NumPy, PyTorch and JAX, which differ in a few words |
//! | `rust`, `latex` | the other two |
//! | `rule` | the rule in one line, with symbols for what the sliders move |
//! | `number`, `value` | numbers as code has them; what formulas come to |

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

use crate::encoding::{Encoding, Kind, Scheme, one_of};
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
    /// The name as it is written.
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

/// Why there is no code for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// A learned table has no formula.
    #[error("a learned table has no formula")]
    NoFormula,
    /// More drawn numbers than a person reads.
    #[error("the code would hold more than {limit} drawn numbers")]
    TooManyNumbers {
        /// How many it may hold.
        limit: usize,
    },
}

/// The code that makes the table of an encoding, with its columns in the order
/// of the scheme: a whole script or program for a language that runs, in which
/// the table is `pe`, or what the function `positional_encoding` returns. All is
/// computed in f64, so at large positions digits of the angle are lost that the
/// encoding itself keeps.
///
/// # Errors
/// [`CodeError`]: learned tables have none; drawn biases only where they are few.
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
    let recipe = recipe(encoding)?.pruned();
    let title = title(encoding);
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

/// The line that says what the code makes.
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
        Kind::Added | Kind::Rotation => ("positions", "dimensions"),
        Kind::Bias => ("offsets", "heads"),
    };
    format!(
        "{what}{part}, {} {rows} x {} {columns} (poscope {})",
        spec.max_len,
        spec.d_model,
        env!("CARGO_PKG_VERSION")
    )
}

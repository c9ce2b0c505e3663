//! The code of well-known tables, character by character.

use poscope::code::{CodeError, Programming, code};
use poscope::encoding::learned::{Learned, LearnedTable};
use poscope::encoding::relative::Relative;
use poscope::encoding::{Conventions, Encoding, Precision, Preset, Scheme, Spec};

fn of(spec: Spec, language: Programming) -> Result<String, CodeError> {
    code(&Encoding::new(spec).unwrap(), language)
}

/// With the version of the program, which changes.
fn lines(text: &str) -> String {
    text.trim_start().replace("VERSION", env!("CARGO_PKG_VERSION"))
}

#[test]
fn the_table_of_the_articles_in_numpy() {
    let expected = "
# Sinusoidal positional encoding, 50 positions x 16 dimensions (poscope VERSION)
import numpy as np

d_model = 16
max_len = 50
base = 10000.0

position = np.arange(max_len)[:, None]
pair = np.arange(d_model // 2)
frequency = base ** (-2 * pair / d_model)
angle = position * frequency

pe = np.zeros((max_len, d_model))
pe[:, 0::2] = np.sin(angle)
pe[:, 1::2] = np.cos(angle)
";
    assert_eq!(of(Spec::default(), Programming::NumPy), Ok(lines(expected)));
}

#[test]
fn the_table_of_the_articles_in_rust() {
    let expected = r#"
//! Sinusoidal positional encoding, 50 positions x 16 dimensions (poscope VERSION)
//! In Cargo.toml: ndarray = "0.17"

use ndarray::Array2;

fn positional_encoding() -> Array2<f64> {
    let d_model: usize = 16;
    let max_len: usize = 50;
    let base: f64 = 10_000.0;

    Array2::from_shape_fn((max_len, d_model), |(position, dimension)| {
        let pair = dimension / 2;
        let frequency = base.powf(-2.0 * pair as f64 / d_model as f64);
        let angle = position as f64 * frequency;
        if dimension % 2 == 0 {
            angle.sin()
        } else {
            angle.cos()
        }
    })
}

fn main() {
    println!("{:.4}", positional_encoding());
}
"#;
    assert_eq!(of(Spec::default(), Programming::Rust), Ok(lines(expected)));
}

#[test]
fn the_formula_of_the_paper_in_latex() {
    let expected = r"
% Sinusoidal positional encoding, 50 positions x 16 dimensions (poscope VERSION)
% Needs \usepackage{amsmath}.
\[
\begin{aligned}
  PE(pos, 2i) &= \sin\!\left(\frac{pos}{10000^{2i/16}}\right) && 0 \le i < 8 \\
  PE(pos, 2i + 1) &= \cos\!\left(\frac{pos}{10000^{2i/16}}\right) && 0 \le i < 8,\quad 0 \le pos < 50
\end{aligned}
\]
";
    assert_eq!(of(Spec::default(), Programming::Latex), Ok(lines(expected)));
}

#[test]
fn rounding_is_a_function_that_rounds_once() {
    let spec = Spec {
        conventions: Conventions {
            position_precision: Precision::Bf16,
            ..Conventions::default()
        },
        ..Spec::default()
    };
    let text = of(spec, Programming::PyTorch).unwrap();
    for line in [
        "def to_bf16(x):",
        "    exponent = torch.clamp(torch.frexp(x)[1] - 1, min=-126)",
        "    return torch.round(x / unit) * unit",
        "position = to_bf16(row)",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
}

#[test]
fn learned_tables_and_very_many_drawn_numbers_have_no_code() {
    for table in [LearnedTable::MiniLm, LearnedTable::Untrained] {
        let spec = Spec {
            scheme: Scheme::Learned,
            learned: Learned {
                table,
                ..Learned::default()
            },
            ..Spec::default()
        };
        for &language in Programming::ALL {
            assert_eq!(of(spec.clone(), language), Err(CodeError::NoFormula));
        }
    }
    let relative = |clip| Spec {
        scheme: Scheme::Relative,
        d_model: 16,
        max_len: 1024,
        relative: Relative {
            clip,
            ..Relative::default()
        },
        ..Spec::default()
    };
    assert!(of(relative(255), Programming::NumPy).is_ok());
    let error = CodeError::TooManyNumbers { limit: 4096 };
    assert_eq!(of(relative(256), Programming::NumPy), Err(error));
}

/// PEP 263: a comment in the first two lines in which `coding` is followed by a colon or an
/// equals sign says how the file is encoded.
#[test]
fn no_comment_says_how_a_python_file_is_encoded() {
    let specs = Preset::all()
        .into_iter()
        .map(|preset| preset.spec)
        .chain([Spec::default()]);
    for encoding in specs.filter_map(|spec| Encoding::new(spec).ok()) {
        for programming in [Programming::NumPy, Programming::PyTorch, Programming::Jax] {
            let Ok(text) = code(&encoding, programming) else {
                continue;
            };
            let head: String = text.lines().take(2).collect();
            assert!(!head.contains("coding:") && !head.contains("coding="), "{head}");
        }
    }
}

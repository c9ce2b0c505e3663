//! The code that poscope writes, run: each language makes tables that are compared with ours.
//!
//! A missing interpreter is not a failure, and must not pass for a success: this target has no test harness, so that
//! everyone who runs `cargo test` sees what was compared and what was skipped. `POSCOPE_PYTHON` names the Python to
//! use, `python3` by default.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod compare;
mod latex;
mod python;
mod rule;
mod rust;
mod specs;

use std::process::ExitCode;
use std::time::Instant;

/// The outcome for a language.
pub enum Outcome {
    /// All tables agree, in words.
    Agrees(String),
    /// Nothing was run, and why.
    Skipped(String),
    /// The first things that are wrong.
    Fails(Vec<String>),
}

/// Runs the code of all encodings in a language.
type Check = fn(&[specs::Case]) -> Outcome;

fn main() -> ExitCode {
    // A request to list the tests gets an empty list.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let cases = specs::all();
    println!("\ncode of {} encodings", cases.len());
    let checks: [(&str, Check); 7] = [
        ("comparison", compare::finds_what_is_wrong),
        ("numpy", python::numpy),
        ("pytorch", python::pytorch),
        ("jax", python::jax),
        ("rust", rust::run),
        ("latex", latex::run),
        ("rule", rule::run),
    ];
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let mut failed = false;
    for (name, check) in checks {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let start = Instant::now();
        let outcome = check(&cases);
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Outcome::Agrees(words) => println!("{name} ... ok: {words} ({seconds:.1} s)"),
            Outcome::Skipped(why) => println!("{name} ... skipped: {why}"),
            Outcome::Fails(faults) => {
                failed = true;
                println!("{name} ... FAILED: {} faults ({seconds:.1} s)", faults.len());
                for fault in faults.iter().take(12) {
                    println!("    {fault}");
                }
            }
        }
    }
    println!();
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

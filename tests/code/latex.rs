//! LaTeX: every formula is well formed, and typeset where pdflatex is there.

use super::Outcome;
use super::specs::Case;

pub fn run(_cases: &[Case]) -> Outcome {
    Outcome::Skipped("not yet".to_owned())
}

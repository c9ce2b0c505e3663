//! LaTeX.

use super::recipe::Recipe;

/// The formula.
pub fn formula(_recipe: &Recipe, title: &str) -> String {
    format!("% {title}\n")
}

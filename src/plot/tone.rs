//! Colours by meaning; each renderer has its own for a light and a dark page.

/// The colour of a line, a mark or words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Primary text.
    #[default]
    Text,
    /// Secondary text.
    Weak,
    /// Warnings and refusals.
    Error,
    /// The encoding in front, or A.
    First,
    /// B.
    Second,
    /// What is partly the first and partly the second, such as a pair that a scaling partly divides.
    Mixed,
    /// What was there before, or would be without a change.
    Before,
    /// What is held.
    Held,
    /// What the pointer is on.
    Hovered,
}

//! Colours by what they say; each renderer has its own for a light and a dark page.

/// The colour of a line, a mark or words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Words that are read first.
    #[default]
    Text,
    /// Words that stand beside.
    Weak,
    /// Words that warn or refuse.
    Error,
    /// The encoding in front, or A.
    First,
    /// B.
    Second,
    /// What is partly the one and partly the other.
    Mixed,
    /// What was before, or would be without a change.
    Before,
    /// What is held.
    Held,
    /// What the pointer is on.
    Hovered,
}

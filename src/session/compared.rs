//! A and B, checked: what a comparison works with.

use crate::analysis::aligned;
use crate::encoding::Encoding;

use super::Versus;

/// The encodings of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The first.
    pub a: Encoding,
    /// The second, as it is.
    pub b: Encoding,
    /// The second as it is shown and A is taken from: with its columns in A's
    /// order, where that is asked for.
    pub shown_b: Encoding,
    /// How they are compared, and which of them is in front.
    pub versus: Versus,
}

impl Compared {
    /// The comparison of the encoding in front with the other one. `last` is
    /// the one before: columns that it has put in order are not again.
    pub fn new(versus: &Versus, front: Encoding, other: Encoding, last: Option<&Self>) -> Self {
        let (a, b) = if versus.front_is_b {
            (other, front)
        } else {
            (front, other)
        };
        let shown_b = match last {
            _ if !versus.aligned => b.clone(),
            Some(last) if last.versus.aligned && (&last.a, &last.b) == (&a, &b) => last.shown_b.clone(),
            _ => aligned(&a, &b),
        };
        Self {
            a,
            b,
            shown_b,
            versus: versus.clone(),
        }
    }

    /// Whether one can be taken from the other.
    pub fn have_one_width(&self) -> bool {
        self.a.d_model() == self.b.d_model()
    }

    /// Returns what tells apart answers that may not stand for each other while one of them is computed: the names of
    /// the schemes.
    pub fn kin(&self) -> String {
        [&self.a, &self.b].map(|table| table.spec().scheme.name()).join(" ")
    }

    /// Whether values of both mean the same: vectors, angles, biases, or numbers of buckets.
    pub fn have_one_meaning(&self) -> bool {
        let meaning = |encoding: &Encoding| (encoding.kind(), encoding.shows_buckets());
        meaning(&self.a) == meaning(&self.b)
    }

    /// The column of the one in front that stands where the pictures, which are
    /// in A's order, have this one.
    pub fn front_column(&self, shown: usize) -> usize {
        if self.versus.front_is_b {
            self.shown_b.own_column(shown)
        } else {
            shown
        }
    }

    /// Where the pictures have a column of the one in front.
    pub fn shown_column(&self, front: usize) -> usize {
        if self.versus.front_is_b {
            self.shown_b.place_of(front)
        } else {
            front
        }
    }

    /// Positions and dimensions of the larger one, each.
    pub fn shape(&self) -> (usize, usize) {
        (
            self.a.max_len().max(self.b.max_len()),
            self.a.d_model().max(self.b.d_model()),
        )
    }

    /// The one that is not in front.
    pub fn other(&self) -> &Encoding {
        if self.versus.front_is_b { &self.a } else { &self.b }
    }
}

//! A and B, checked: the basis of a comparison.

use crate::analysis::aligned;
use crate::encoding::Encoding;

use super::Versus;

/// The encodings of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The first encoding.
    pub a: Encoding,
    /// The second encoding, unchanged.
    pub b: Encoding,
    /// The second encoding as it is shown and as A is subtracted from it: with its columns in A's
    /// order, if that is chosen.
    pub shown_b: Encoding,
    /// How they are compared, and which of them is in front.
    pub versus: Versus,
}

impl Compared {
    /// Returns the comparison of the encoding in front with the other one. `last` is the previous
    /// comparison, whose reordered columns are reused if the encodings are the same.
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

    /// Checks whether the two can be subtracted: their widths are equal.
    pub fn have_one_width(&self) -> bool {
        self.a.d_model() == self.b.d_model()
    }

    /// Returns the names of the schemes: while an answer is computed, only one about the same schemes stands in for it.
    pub fn kin(&self) -> String {
        [&self.a, &self.b].map(|table| table.spec().scheme.name()).join(" ")
    }

    /// Checks whether values of both mean the same: vectors, angles, biases, or numbers of buckets.
    pub fn have_one_meaning(&self) -> bool {
        let meaning = |encoding: &Encoding| (encoding.kind(), encoding.shows_buckets());
        meaning(&self.a) == meaning(&self.b)
    }

    /// Returns the column of the encoding in front at a column of the pictures, which are in A's order.
    pub fn front_column(&self, shown: usize) -> usize {
        if self.versus.front_is_b {
            self.shown_b.own_column(shown)
        } else {
            shown
        }
    }

    /// Returns the column of the pictures that shows a column of the encoding in front.
    pub fn shown_column(&self, front: usize) -> usize {
        if self.versus.front_is_b {
            self.shown_b.place_of(front)
        } else {
            front
        }
    }

    /// Returns the larger number of positions and the larger number of dimensions.
    pub fn shape(&self) -> (usize, usize) {
        (
            self.a.max_len().max(self.b.max_len()),
            self.a.d_model().max(self.b.d_model()),
        )
    }

    /// Returns the encoding that is not in front.
    pub fn other(&self) -> &Encoding {
        if self.versus.front_is_b { &self.a } else { &self.b }
    }
}

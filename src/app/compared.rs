//! A and B, checked: what a comparison works with.

use crate::analysis::{aligned, counterpart};
use crate::encoding::{Encoding, Spec};
use crate::session::Session;

/// The encodings of a comparison. They follow from the session, and are made
/// again only where it asks for others.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The first.
    pub a: Encoding,
    /// The second, as it is.
    pub b: Encoding,
    /// The second as it is shown and A is taken from: with its columns in A's
    /// order, where that is asked for.
    pub shown_b: Encoding,
    front_is_b: bool,
    aligned: bool,
}

impl Compared {
    /// The comparison of a session whose encoding in front is checked; `last`
    /// is the one before. None where nothing is compared.
    ///
    /// A specification of the other one that is refused (there is no control
    /// that makes one) leaves the last good one, or ends the comparison.
    #[must_use]
    pub fn of(session: &mut Session, front: &Encoding, last: Option<&Self>) -> Option<Self> {
        let versus = session.versus.as_mut()?;
        let known = last.and_then(|last| last.known(&versus.spec));
        let checked = known.map_or_else(|| Encoding::new(versus.spec.clone()), |known| Ok(known.clone()));
        let other = match (checked, last) {
            (Ok(other), _) => other,
            (Err(_), Some(last)) => {
                versus.spec = last.other().spec().clone();
                last.other().clone()
            }
            (Err(_), None) => {
                session.versus = None;
                return None;
            }
        };
        let (a, b) = if versus.front_is_b {
            (other, front.clone())
        } else {
            (front.clone(), other)
        };
        let shown_b = match last {
            _ if !versus.aligned => b.clone(),
            Some(last) if last.aligned && (&last.a, &last.b) == (&a, &b) => last.shown_b.clone(),
            _ => aligned(&a, &b),
        };
        Some(Self {
            a,
            b,
            shown_b,
            front_is_b: versus.front_is_b,
            aligned: versus.aligned,
        })
    }

    /// The one of the two that has this specification.
    #[must_use]
    pub fn known(&self, spec: &Spec) -> Option<&Encoding> {
        [&self.a, &self.b].into_iter().find(|encoding| encoding.spec() == spec)
    }

    /// Whether the one in front is B.
    #[must_use]
    pub fn front_is_b(&self) -> bool {
        self.front_is_b
    }

    /// Whether one can be taken from the other.
    #[must_use]
    pub fn have_one_width(&self) -> bool {
        self.a.d_model() == self.b.d_model()
    }

    /// The column of the one in front that stands where the pictures, which are
    /// in A's order, have this one.
    #[must_use]
    pub fn front_column(&self, shown: usize) -> usize {
        if self.front_is_b {
            counterpart(&self.shown_b, shown, &self.b)
        } else {
            shown
        }
    }

    /// Where the pictures have a column of the one in front.
    #[must_use]
    pub fn shown_column(&self, front: usize) -> usize {
        if self.front_is_b {
            counterpart(&self.b, front, &self.shown_b)
        } else {
            front
        }
    }

    /// Positions and dimensions of the larger one, each.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (
            self.a.max_len().max(self.b.max_len()),
            self.a.d_model().max(self.b.d_model()),
        )
    }

    fn other(&self) -> &Encoding {
        if self.front_is_b { &self.a } else { &self.b }
    }
}

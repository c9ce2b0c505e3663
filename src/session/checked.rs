//! A session with its checked encodings: the one in front, and the other one of
//! A and B.

use crate::encoding::{Encoding, Spec};

use super::{Compared, Session, Versus};

/// A session with its checked encodings. They are those of its specifications,
/// whatever changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub(super) session: Session,
    encoding: Encoding,
    compared: Option<Compared>,
}

impl Checked {
    /// Checks a session whole. Encodings of `last` are not made again.
    ///
    /// A file may say anything: a specification in front that is refused is
    /// replaced by the first one, and a comparison with one that is refused, or
    /// with a tolerance that is none, ends.
    pub fn new(session: Session, last: Option<&Self>) -> Self {
        let check = |spec: &Spec| match last.and_then(|last| last.known(spec)) {
            Some(known) => Ok(known.clone()),
            None => Encoding::new(spec.clone()),
        };
        let encoding = check(&session.spec).unwrap_or_else(|_| first_encoding());
        let versus = session.versus.as_ref();
        let versus = versus.filter(|versus| Versus::is_tolerance(versus.tolerance));
        let other = versus.and_then(|versus| check(&versus.spec).ok());
        let mut checked = Self {
            session,
            encoding: encoding.clone(),
            compared: last.and_then(|last| last.compared.clone()),
        };
        checked.set(encoding, other);
        checked
    }

    /// What is looked at, and how.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The encoding in front.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// A and B, where two are compared.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    /// The other one of A and B.
    pub(super) fn other(&self) -> Option<Encoding> {
        self.compared.as_ref().map(|compared| compared.other().clone())
    }

    /// Puts an encoding in front, and the other one of A and B beside it. A
    /// session that compares two has the other one; without it, it compares none.
    pub(super) fn set(&mut self, front: Encoding, other: Option<Encoding>) {
        let Session { spec, versus, .. } = &mut self.session;
        *spec = front.spec().clone();
        self.compared = match (versus.as_mut(), other) {
            (Some(versus), Some(other)) => {
                versus.spec = other.spec().clone();
                Some(Compared::new(versus, front.clone(), other, self.compared.as_ref()))
            }
            _ => {
                *versus = None;
                None
            }
        };
        self.encoding = front;
    }

    /// Changes how the two are compared, not which they are.
    pub(super) fn compare(&mut self, change: impl FnOnce(&mut Versus)) {
        if let Some(versus) = &mut self.session.versus {
            change(versus);
        }
        self.set(self.encoding.clone(), self.other());
    }

    /// The encoding that has this specification.
    fn known(&self, spec: &Spec) -> Option<&Encoding> {
        let other = self.compared.as_ref().map(Compared::other);
        [Some(&self.encoding), other]
            .into_iter()
            .flatten()
            .find(|encoding| encoding.spec() == spec)
    }
}

/// The encoding of the first start.
fn first_encoding() -> Encoding {
    match Encoding::new(Spec::default()) {
        Ok(encoding) => encoding,
        Err(_) => unreachable!("a test makes it"),
    }
}

//! A session with its checked encodings: the one in front, and the other one of A and B.

use crate::encoding::{Encoding, Spec};

use super::{Compared, Session, Versus};

/// A session with its checked encodings, which always match its specifications.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub(super) session: Session,
    encoding: Encoding,
    compared: Option<Compared>,
}

impl Checked {
    /// Checks a whole session. Encodings of `last` are reused.
    ///
    /// A file may contain anything: a specification in front that is refused is replaced by the default
    /// one, and a comparison with a refused specification or an invalid tolerance is dropped.
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

    /// Returns the session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the encoding in front.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Returns A and B, if two encodings are compared.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    /// Returns the encoding of A and B that is not in front.
    pub(super) fn other(&self) -> Option<Encoding> {
        self.compared.as_ref().map(|compared| compared.other().clone())
    }

    /// Sets the encoding in front and the other one of A and B. A session that compares two needs the
    /// other one: without it, the comparison ends.
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

    /// Changes how the two encodings are compared, not the encodings.
    pub(super) fn compare(&mut self, change: impl FnOnce(&mut Versus)) {
        if let Some(versus) = &mut self.session.versus {
            change(versus);
        }
        self.set(self.encoding.clone(), self.other());
    }

    /// Returns the encoding with this specification, if there is one.
    fn known(&self, spec: &Spec) -> Option<&Encoding> {
        let other = self.compared.as_ref().map(Compared::other);
        [Some(&self.encoding), other]
            .into_iter()
            .flatten()
            .find(|encoding| encoding.spec() == spec)
    }
}

/// Returns the initial encoding.
fn first_encoding() -> Encoding {
    match Encoding::new(Spec::default()) {
        Ok(encoding) => encoding,
        Err(_) => unreachable!("a test makes it"),
    }
}

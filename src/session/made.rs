//! Changes of the encodings: whoever asks for one checks it here, once, and passes it on with the new encodings.

use crate::encoding::{Encoding, Parameter, Scheme, Spec, SpecError};

use super::{Change, Session};

/// A checked change, and why the other encoding of A and B, which the sliders move too, does not
/// follow; or why there is no change.
pub type Made = Result<(Change, Option<SpecError>), SpecError>;

impl Change {
    /// Returns the change to other settings of the same table.
    pub fn settings(encoding: Encoding) -> Self {
        Self::Encoding {
            front: Box::new(encoding),
            other: None,
            is_another: false,
        }
    }

    /// Returns the change to another table, shown whole.
    ///
    /// # Errors
    /// [`SpecError`] if the specification is refused.
    pub fn another(spec: Spec) -> Made {
        let change = Self::Encoding {
            front: Box::new(Encoding::new(spec)?),
            other: None,
            is_another: true,
        };
        Ok((change, None))
    }

    /// Returns the change to another scheme. If old settings of that scheme no longer fit, it gets its
    /// initial ones.
    ///
    /// # Errors
    /// [`SpecError`] if the scheme is refused even with its initial settings.
    pub fn scheme(spec: &Spec, scheme: Scheme) -> Made {
        let chosen = Spec { scheme, ..spec.clone() };
        let encoding = Encoding::new(chosen).or_else(|_| Encoding::new(spec.as_first(scheme)))?;
        Ok((Self::settings(encoding), None))
    }

    /// Returns the change of a parameter, also of the other encoding of A and B if the sliders move both.
    ///
    /// # Errors
    /// [`SpecError`] if the encoding in front refuses the value.
    pub fn parameter(session: &Session, parameter: Parameter, value: f64) -> Made {
        let front = with(session.spec.clone(), [(parameter, value)])?;
        Ok(linked(session, front, false, [(parameter, value)]))
    }

    /// Returns the change to the parameters and settings of the first start; the scheme stays.
    ///
    /// # Errors
    /// [`SpecError`] if the scheme refuses them.
    pub fn reset(session: &Session) -> Made {
        let scheme = session.spec.scheme;
        let front = Encoding::new(Spec {
            scheme,
            ..Spec::default()
        })?;
        let values = Parameter::ALL.map(|parameter| (parameter, parameter.of(front.spec())));
        // Otherwise a window onto the old table would come back when its size does.
        Ok(linked(session, front, true, values))
    }

    /// Returns the change to a comparison of a right table with a wrong one.
    ///
    /// # Errors
    /// [`SpecError`] if either is refused.
    pub fn compare(right: Spec, wrong: Spec) -> Made {
        let tables = [Encoding::new(right)?, Encoding::new(wrong)?];
        Ok((Self::Compare(Box::new(tables)), None))
    }
}

/// Returns the encoding of a specification with other parameters.
fn with<const N: usize>(mut spec: Spec, values: [(Parameter, f64); N]) -> Result<Encoding, SpecError> {
    for (parameter, value) in values {
        parameter.set(&mut spec, value)?;
    }
    Encoding::new(spec)
}

/// Returns the change to another encoding in front, and to these parameters in the other one of A and B
/// if the sliders move both. If the other one refuses them, it stays, and the error is returned.
fn linked<const N: usize>(
    session: &Session,
    front: Encoding,
    is_another: bool,
    values: [(Parameter, f64); N],
) -> (Change, Option<SpecError>) {
    let versus = session.versus.as_ref().filter(|versus| versus.linked);
    let (other, refused) = match versus.map(|versus| with(versus.spec.clone(), values)) {
        Some(Ok(other)) => (Some(Box::new(other)), None),
        Some(Err(error)) => (None, Some(error)),
        None => (None, None),
    };
    let front = Box::new(front);
    let change = Change::Encoding {
        front,
        other,
        is_another,
    };
    (change, refused)
}

//! The changes of the encodings: whoever asks for one checks it here, once, and
//! hands it over with the encodings that were made.

use crate::encoding::{Encoding, Parameter, Scheme, Spec, SpecError};

use super::{Change, Session};

/// A change that was checked, and why the other one of A and B, which the
/// sliders move too, does not follow; or why there is no change.
pub type Made = Result<(Change, Option<SpecError>), SpecError>;

impl Change {
    /// This table with other settings.
    pub fn settings(encoding: Encoding) -> Self {
        Self::Encoding {
            front: Box::new(encoding),
            other: None,
            is_another: false,
        }
    }

    /// Another table, shown whole.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn another(spec: Spec) -> Made {
        let change = Self::Encoding {
            front: Box::new(Encoding::new(spec)?),
            other: None,
            is_another: true,
        };
        Ok((change, None))
    }

    /// Another scheme. Settings of long ago that do not fit any more must not
    /// bar the way: then it has its first ones.
    ///
    /// # Errors
    /// Why the scheme is refused even so.
    pub fn scheme(spec: &Spec, scheme: Scheme) -> Made {
        let chosen = Spec { scheme, ..spec.clone() };
        let encoding = Encoding::new(chosen).or_else(|_| Encoding::new(spec.as_first(scheme)))?;
        Ok((Self::settings(encoding), None))
    }

    /// Another value of a parameter, also of the other one of A and B where the
    /// sliders move both.
    ///
    /// # Errors
    /// Why the encoding in front refuses it.
    pub fn parameter(session: &Session, parameter: Parameter, value: f64) -> Made {
        let front = with(session.spec.clone(), [(parameter, value)])?;
        Ok(linked(session, front, false, [(parameter, value)]))
    }

    /// The parameters and the settings of the first start; the scheme stays.
    ///
    /// # Errors
    /// Why the scheme refuses them.
    pub fn reset(session: &Session) -> Made {
        let scheme = session.spec.scheme;
        let front = Encoding::new(Spec {
            scheme,
            ..Spec::default()
        })?;
        let values = Parameter::ALL.map(|parameter| (parameter, parameter.of(front.spec())));
        // A window onto the old table would come back with its size.
        Ok(linked(session, front, true, values))
    }

    /// A right table and a wrong one, to see where they part.
    ///
    /// # Errors
    /// Why one of them is refused.
    pub fn compare(right: Spec, wrong: Spec) -> Made {
        let tables = [Encoding::new(right)?, Encoding::new(wrong)?];
        Ok((Self::Compare(Box::new(tables)), None))
    }
}

/// A specification with other parameters, checked.
fn with<const N: usize>(mut spec: Spec, values: [(Parameter, f64); N]) -> Result<Encoding, SpecError> {
    for (parameter, value) in values {
        parameter.set(&mut spec, value)?;
    }
    Encoding::new(spec)
}

/// Another encoding in front, and the other one of A and B with these
/// parameters, where the sliders move both. One that cannot have them stays.
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

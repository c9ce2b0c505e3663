//! Changes of the encodings: whoever asks for one checks it here, once, and passes it on with the new encodings.

use crate::encoding::{Encoding, Mistake, Parameter, Scheme, Spec, SpecError, natural};

use super::{Change, Session};

/// A change that was checked, with what has to be said beside it; or why there is no change.
pub type MadeChange = Result<(Change, Option<Aside>), SpecError>;

/// What has to be said beside a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Aside {
    /// The other one of A and B, which the sliders move too, does not follow.
    OtherStays(SpecError),
    /// A scheme that was chosen is shown with other parameters or settings than those in view.
    Adapted {
        /// What was asked for.
        wanted: Box<Spec>,
        /// What is shown.
        shown: Box<Spec>,
        /// Why the scheme refuses what was asked for.
        why: SpecError,
    },
}

impl Change {
    /// Returns the change to other settings of the same table.
    pub fn settings(encoding: Encoding) -> Self {
        Self::Encoding {
            front: Box::new(encoding),
            other: None,
            is_another: false,
        }
    }

    /// Another table, shown whole.
    pub fn another_encoding(encoding: Encoding) -> Self {
        Self::Encoding {
            front: Box::new(encoding),
            other: None,
            is_another: true,
        }
    }

    /// Another table, shown whole, with nothing to say beside it.
    ///
    /// # Errors
    /// [`SpecError`] if the specification is refused.
    pub fn another(spec: Spec) -> MadeChange {
        Ok((Self::another_encoding(Encoding::new(spec)?), None))
    }

    /// The table of a preset or mistake, shown whole.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn preset(name: &'static str, spec: Spec) -> MadeChange {
        Ok((Self::Preset(name, Box::new(Encoding::new(spec)?)), None))
    }

    /// Another scheme with the same parameters and settings. If the scheme refuses them, it is shown with the nearest
    /// width that it has, and with its first settings if that does not help.
    ///
    /// # Errors
    /// [`SpecError`] if the scheme is refused even with its initial settings.
    pub fn scheme(spec: &Spec, scheme: Scheme) -> MadeChange {
        let wanted = Spec { scheme, ..spec.clone() };
        let why = match Encoding::new(wanted.clone()) {
            Ok(encoding) => return Ok((Self::settings(encoding), None)),
            Err(why) => why,
        };
        let nearest = Spec {
            d_model: nearest_width(&why, &wanted),
            ..wanted.clone()
        };
        let encoding = Encoding::new(nearest.clone()).or_else(|_| Encoding::new(nearest.as_first(scheme)))?;
        let shown = Box::new(encoding.spec().clone());
        let wanted = Box::new(wanted);
        let aside = Aside::Adapted { wanted, shown, why };
        Ok((Self::settings(encoding), Some(aside)))
    }

    /// Returns the change of a parameter, also of the other encoding of A and B if the sliders move both.
    ///
    /// # Errors
    /// [`SpecError`] if the encoding in front refuses the value.
    pub fn parameter(session: &Session, parameter: Parameter, value: f64) -> MadeChange {
        let front = with(session.spec.clone(), [(parameter, value)])?;
        Ok(linked(session, front, false, [(parameter, value)]))
    }

    /// Returns the change to the initial parameters and settings; the scheme stays.
    ///
    /// # Errors
    /// [`SpecError`] if the scheme refuses them.
    pub fn reset(session: &Session) -> MadeChange {
        let scheme = session.spec.scheme;
        let front = Encoding::new(Spec {
            scheme,
            ..Spec::default()
        })?;
        let values = Parameter::ALL.map(|parameter| (parameter, parameter.of(front.spec())));
        // Otherwise a window onto the old table would come back when its size does.
        Ok(linked(session, front, true, values))
    }

    /// A mistake and the right table, to see where they differ.
    ///
    /// # Errors
    /// Why one of them is refused.
    pub fn compare(mistake: Mistake) -> MadeChange {
        let tables = [Encoding::new(mistake.right)?, Encoding::new(mistake.spec)?];
        Ok((Self::Compare(mistake.name, Box::new(tables)), None))
    }
}

/// Returns the width nearest to that of a specification that is not refused for this reason.
fn nearest_width(why: &SpecError, spec: &Spec) -> usize {
    match why {
        SpecError::TooWide { width, .. } => *width,
        SpecError::OutOfRange {
            name: "d_model", low, ..
        } => natural(*low),
        _ => spec.d_model,
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
) -> (Change, Option<Aside>) {
    let versus = session.versus.as_ref().filter(|versus| versus.linked);
    let (other, refused) = match versus.map(|versus| with(versus.spec.clone(), values)) {
        Some(Ok(other)) => (Some(Box::new(other)), None),
        Some(Err(error)) => (None, Some(Aside::OtherStays(error))),
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

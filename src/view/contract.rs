//! What a view is.

use super::settings::Declared;
use super::subject::Subject;
use crate::encoding::Kind;
use crate::field::Answers;
use crate::plot::{Block, Refusal};

/// What a view shows of a subject.
pub trait View: Sync {
    /// Returns its name on the command line, in sessions and in locale keys.
    fn name(&self) -> &'static str;

    /// Whether menus, tabs and dialogs list it: a view that is another one under a narrower name is
    /// known to the command line alone.
    fn is_listed(&self) -> bool {
        true
    }

    /// Returns what it takes of a specification.
    fn takes(&self) -> Takes {
        Takes::One(None)
    }

    /// Whether a panel of it has an axis of dimensions, of which a part can be chosen.
    fn has_dimensions(&self) -> bool {
        false
    }

    /// Returns its settings, declared.
    fn settings(&self, _subject: &Subject) -> Vec<Declared> {
        Vec::new()
    }

    /// Describes what it shows.
    ///
    /// # Errors
    /// Why it has nothing to show, and which change would help.
    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal>;
}

/// What a view takes of a specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// One encoding, of this kind if there is one: settings that change nothing are refused.
    One(Option<Kind>),
    /// Two encodings.
    Two,
    /// The settings of every strategy beyond the trained length.
    Strategies,
    /// The settings of several schemes.
    Schemes,
}

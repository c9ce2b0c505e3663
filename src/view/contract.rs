//! What a view is.

use super::settings::Declared;
use super::subject::Subject;
use crate::encoding::{SchemeKind, Spec};
use crate::field::Answers;
use crate::plot::{Block, Refusal};

/// A way of showing a subject.
pub trait View: Sync {
    /// Returns the name of the view on the command line, in sessions and in locale keys.
    fn name(&self) -> &'static str;

    /// Checks whether menus, tabs and dialogs list the view: one that repeats another view under a
    /// narrower name is available only on the command line.
    fn is_listed(&self) -> bool {
        true
    }

    /// Returns what the view uses of a specification.
    fn takes(&self) -> Takes {
        Takes::One(None)
    }

    /// Checks whether the view has something to show for a kind of encoding; tabs leave it out otherwise.
    fn tells_of(&self, kind: SchemeKind) -> bool {
        match self.takes() {
            Takes::One(Some(of)) => of == kind,
            _ => true,
        }
    }

    /// Returns the specification that shows best what the view is for: what a command draws if it is given no other.
    fn first(&self) -> Spec {
        Spec::default()
    }

    /// Checks whether the view draws both encodings if there are two.
    fn draws_both(&self) -> bool {
        self.takes() == Takes::Two
    }

    /// Checks whether the view has a panel with an axis of dimensions, of which a part can be chosen.
    fn has_dimensions(&self) -> bool {
        false
    }

    /// Returns the declarations of the view's settings.
    fn settings(&self, _subject: &Subject) -> Vec<Declared> {
        Vec::new()
    }

    /// Describes what the view shows.
    ///
    /// # Errors
    /// [`Refusal`] if there is nothing to show: why, and which change would help.
    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal>;
}

impl dyn View + '_ {
    /// Describes what the view shows, with pictures of cells beginning at the top if the session says so.
    ///
    /// # Errors
    /// As [`View::describe`].
    pub fn block(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let mut block = self.describe(subject, answers)?;
        if subject.views.from_top {
            for panel in block.panels_mut().filter(|panel| panel.cells().is_some()) {
                panel.y.scale = panel.y.scale.clone().reversed();
            }
        }
        Ok(block)
    }
}

/// What a view uses of a specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// One encoding, of this kind if one is given: settings that change nothing are refused.
    One(Option<SchemeKind>),
    /// Two encodings.
    Two,
    /// The settings of every strategy beyond the trained length.
    Strategies,
    /// The settings of several schemes.
    Schemes,
}

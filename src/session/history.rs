//! Undo and redo: whole sessions, one step per action of the user.

use super::Session;

/// The most steps that are kept; the oldest is dropped first.
const STEPS: usize = 200;

/// The sessions before and after the present one.
#[derive(Clone, Debug)]
pub struct History {
    present: Session,
    past: Vec<Session>,
    future: Vec<Session>,
}

impl History {
    /// Returns a history without steps.
    pub fn new(present: Session) -> Self {
        Self {
            present,
            past: Vec::new(),
            future: Vec::new(),
        }
    }

    /// Records the session once nothing is held down: if it changed, that is one step, and undone steps
    /// are dropped.
    pub fn settle(&mut self, session: &Session) {
        if *session != self.present {
            self.past.push(std::mem::replace(&mut self.present, session.clone()));
            if self.past.len() > STEPS {
                self.past.remove(0);
            }
            self.future.clear();
        }
    }

    /// Returns the session before the last step; `None` if there is no step. Changes that have not been
    /// settled count as a step.
    pub fn undo(&mut self, session: &Session) -> Option<Session> {
        self.settle(session);
        let before = self.past.pop()?;
        self.future.push(std::mem::replace(&mut self.present, before.clone()));
        Some(before)
    }

    /// Returns the session that was undone last; `None` if there is none, or something was done since.
    pub fn redo(&mut self, session: &Session) -> Option<Session> {
        self.settle(session);
        let after = self.future.pop()?;
        self.past.push(std::mem::replace(&mut self.present, after.clone()));
        Some(after)
    }

    /// Checks whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Checks whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

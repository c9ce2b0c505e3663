//! Undo and redo: whole sessions, one step for each thing that a person did.

use super::Session;

/// The most steps kept; the oldest is forgotten first.
const STEPS: usize = 200;

/// The sessions before and after the present one.
#[derive(Clone, Debug)]
pub struct History {
    present: Session,
    past: Vec<Session>,
    future: Vec<Session>,
}

impl History {
    /// A history without steps.
    pub fn new(present: Session) -> Self {
        Self {
            present,
            past: Vec::new(),
            future: Vec::new(),
        }
    }

    /// Takes note of the session once nothing is held down: if it changed, that
    /// is one step, and what was undone is gone.
    pub fn settle(&mut self, session: &Session) {
        if *session != self.present {
            self.past.push(std::mem::replace(&mut self.present, session.clone()));
            if self.past.len() > STEPS {
                self.past.remove(0);
            }
            self.future.clear();
        }
    }

    /// The session before the last step, if there is one. Changes that have not
    /// settled count as a step.
    pub fn undo(&mut self, session: &Session) -> Option<Session> {
        self.settle(session);
        let before = self.past.pop()?;
        self.future.push(std::mem::replace(&mut self.present, before.clone()));
        Some(before)
    }

    /// The session that was undone last, if nothing was done since.
    pub fn redo(&mut self, session: &Session) -> Option<Session> {
        self.settle(session);
        let after = self.future.pop()?;
        self.past.push(std::mem::replace(&mut self.present, after.clone()));
        Some(after)
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

//! The files that several commands will write: no two of them may be the same.

use std::collections::BTreeMap;
use std::path::Path;

use crate::file::{Place, Places};

/// The files taken so far, each with who took it.
#[derive(Debug, Default)]
pub struct Outputs<T> {
    taken: BTreeMap<Place, T>,
    places: Places,
}

/// The reason why a file cannot be written beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken<T> {
    /// The same file is already taken.
    Same(T),
    /// One of the two files would have to be a folder of the other.
    Folder(T),
}

impl<T: Copy> Outputs<T> {
    /// Takes a file.
    ///
    /// # Errors
    /// [`Taken`], with who took this file, or one that cannot exist beside it.
    pub fn take(&mut self, path: &Path, by: T) -> Result<(), Taken<T>> {
        let place = self.places.of(path);
        if let Some(&other) = self.taken.get(&place) {
            return Err(Taken::Same(other));
        }
        // Places below another one directly follow it, so comparing neighbours is enough.
        let before = self.taken.range(..&place).next_back();
        let after = self.taken.range(&place..).next();
        let above = before.filter(|(other, _)| other.is_above(&place));
        let below = after.filter(|(other, _)| place.is_above(other));
        if let Some((_, &other)) = above.or(below) {
            return Err(Taken::Folder(other));
        }
        self.taken.insert(place, by);
        Ok(())
    }
}

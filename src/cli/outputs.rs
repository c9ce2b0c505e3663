//! The files that several commands will write: no two of them may be one.

use std::collections::BTreeMap;
use std::path::Path;

use crate::file::{Place, Places};

/// The files that were asked for so far, each with who asked for it.
#[derive(Debug, Default)]
pub struct Outputs<T> {
    taken: BTreeMap<Place, T>,
    places: Places,
}

/// Why a file cannot be written beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken<T> {
    /// The same file was asked for.
    Same(T),
    /// One of the two would be a folder of the other.
    Folder(T),
}

impl<T: Copy> Outputs<T> {
    /// Takes a file.
    ///
    /// # Errors
    /// Who asked for it, or for one that cannot be beside it.
    pub fn take(&mut self, path: &Path, by: T) -> Result<(), Taken<T>> {
        let place = self.places.of(path);
        if let Some(&other) = self.taken.get(&place) {
            return Err(Taken::Same(other));
        }
        // Places below another one follow it, so that neighbours are enough.
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

//! The session: what is looked at, and how. Saved, undone and shared as one.

mod change;
mod checked;
mod color;
mod compared;
mod completed;
mod history;
mod made;
mod read;
pub mod saved;
mod shared;
mod version_0;
mod versus;
mod views;
mod ways;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use change::Change;
pub use checked::Checked;
pub use color::ColorMap;
pub use compared::Compared;
pub use history::History;
pub use made::{Aside, MadeChange};
pub use read::{Expected, Misfit};
pub use saved::{Opened, SavedError, from_json, from_text, to_json};
pub use shared::{from_shared, is_shared, share};
pub use versus::Versus;
pub use views::{LANES_LIMIT, Pin, Views};
pub use ways::Ways;

use crate::encoding::{Encoding, Spec};

/// What is looked at, and how. Plain data; equal sessions show the same window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// The encoding in front.
    pub spec: Spec,
    /// The name of the preset or mistake from which the encoding in front was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The other encoding, if two are compared.
    pub versus: Option<Versus>,
    /// How the encodings are looked at.
    pub views: Views,
    /// The views' own settings.
    #[serde(skip_serializing_if = "Settings::is_empty")]
    pub settings: Settings,
}

/// The settings of views that differ from their defaults: by view, then by setting, as text.
pub type Settings = BTreeMap<String, BTreeMap<String, String>>;

impl Session {
    /// Sets a setting of a view to a checked value; `None` resets it to the default.
    pub fn set(&mut self, view: &str, setting: String, value: Option<String>) {
        let of_view = self.settings.entry(view.to_owned()).or_default();
        match value {
            Some(value) => of_view.insert(setting, value),
            None => of_view.remove(&setting),
        };
        if of_view.is_empty() {
            self.settings.remove(view);
        }
    }

    /// Returns the positions and dimensions that can be looked at: those of the table, or the larger
    /// ones of the two that are compared.
    pub fn shape(&self) -> (usize, usize) {
        let other = self.versus.as_ref().map_or(&self.spec, |versus| &versus.spec);
        (
            self.spec.max_len.max(other.max_len),
            self.spec.d_model.max(other.d_model),
        )
    }

    /// Returns the paths of what the views have chosen outside the table, or outside both tables,
    /// such as `session.views.pin`.
    pub fn outside(&self) -> Vec<String> {
        let specs = [Some(&self.spec), self.versus.as_ref().map(|versus| &versus.spec)];
        let encodings = specs
            .into_iter()
            .flatten()
            .filter_map(|spec| Encoding::new(spec.clone()).ok());
        let bands = encodings.map(|encoding| encoding.bands().len()).max();
        self.views.outside(self.shape(), bands.unwrap_or_default())
    }
}

//! The panes, their keys, and the views that each shows in its tabs.

use std::collections::BTreeMap;

use eframe::egui::Key;
use serde::{Deserialize, Serialize};

use crate::session::Ways;
use crate::text::Language;
use crate::tr;
use crate::view::{self, View};

/// A pane of the window, named after the view that it shows first. The aliases are the names under
/// which layouts were kept before there were tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pane {
    /// Top left.
    #[serde(alias = "Heatmap")]
    Heatmap,
    /// Top right.
    #[serde(alias = "NearFar")]
    NearFar,
    /// The formula line.
    #[serde(alias = "Formula")]
    Formula,
    /// Bottom left.
    #[serde(alias = "Bands")]
    Bands,
    /// Bottom right.
    #[serde(alias = "ThreeWays")]
    ThreeWays,
}

impl Pane {
    /// All panes, from the top left to the bottom right of the first arrangement.
    pub const ALL: [Self; 5] = [
        Self::Heatmap,
        Self::NearFar,
        Self::Formula,
        Self::Bands,
        Self::ThreeWays,
    ];

    /// The panes that show views, in the order of their keys 1 to 4.
    pub const VIEWS: [Self; 4] = [Self::Heatmap, Self::NearFar, Self::Bands, Self::ThreeWays];

    /// Returns the names of the views that the pane shows at first.
    const fn first(self) -> &'static [&'static str] {
        match self {
            Self::Heatmap => &["heatmap"],
            Self::NearFar => &["near-far"],
            Self::Formula => &[],
            Self::Bands => &["bands"],
            Self::ThreeWays => &["three-ways", "strategies", "wavelengths", "heads"],
        }
    }

    /// Returns the title of the pane: that of its first view.
    pub fn title(self, language: Language) -> String {
        let first = self.first().first().and_then(|name| view::view(name));
        first.map_or_else(|| tr!(language, "formula.title"), |first| view::title(first, language))
    }

    /// Returns the key that shows the pane alone; `None` for the formula line.
    pub fn key(self) -> Option<Key> {
        let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
        let mut keyed = Self::VIEWS.into_iter().zip(keys);
        keyed.find_map(|(pane, key)| (pane == self).then_some(key))
    }
}

/// The views of each pane, by name. Names of views that this version does not know are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tabs(BTreeMap<Pane, OfPane>);

/// The views of one pane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct OfPane {
    views: Vec<String>,
    shown: String,
}

impl OfPane {
    fn first(pane: Pane) -> Self {
        let views: Vec<String> = pane.first().iter().map(|&name| name.to_owned()).collect();
        Self {
            shown: views.first().cloned().unwrap_or_default(),
            views,
        }
    }
}

impl Tabs {
    /// Returns the views of a pane; the default ones if it has no view that is known.
    pub fn views(&self, pane: Pane) -> Vec<&'static dyn View> {
        let kept = self.0.get(&pane).into_iter().flat_map(|kept| &kept.views);
        let known: Vec<_> = kept.filter_map(|name| view::view(name)).collect();
        if known.is_empty() {
            pane.first().iter().filter_map(|name| view::view(name)).collect()
        } else {
            known
        }
    }

    /// Returns the view that a pane shows. If it is a strip, the session chooses which of the
    /// pane's strips is shown.
    pub fn shown(&self, pane: Pane, ways: Ways) -> Option<&'static dyn View> {
        let views = self.views(pane);
        let of = |name: &str| views.iter().copied().find(|view| view.name() == name);
        let kept = self.0.get(&pane).and_then(|kept| of(&kept.shown));
        let shown = kept.or_else(|| views.first().copied())?;
        let is_way = Ways::ALL.iter().any(|way| way.view() == shown.name());
        of(ways.view()).filter(|_| is_way).or(Some(shown))
    }

    /// Shows a view in a pane, in a new tab if necessary.
    pub fn show(&mut self, pane: Pane, name: &str) {
        let kept = self.0.entry(pane).or_insert_with(|| OfPane::first(pane));
        if !kept.views.iter().any(|view| view == name) {
            kept.views.push(name.to_owned());
        }
        name.clone_into(&mut kept.shown);
    }

    /// Removes a view from a pane; the last one stays.
    pub fn remove(&mut self, pane: Pane, name: &str) {
        let is_last = self.views(pane).len() <= 1;
        let kept = self.0.entry(pane).or_insert_with(|| OfPane::first(pane));
        if !is_last {
            kept.views.retain(|view| view != name);
        }
    }

    /// Returns the first pane that has a tab for a view.
    pub fn pane_of(&self, name: &str) -> Option<Pane> {
        let has = |pane: &Pane| self.views(*pane).iter().any(|view| view.name() == name);
        Pane::VIEWS.into_iter().find(has)
    }
}

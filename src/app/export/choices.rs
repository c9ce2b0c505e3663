//! What can be kept, and how; remembered for each kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::encoding::Precision;
use crate::figure::animation::AnimationFormat;
use crate::figure::motion::{FRAME_LIMITS, RATE, RATE_LIMITS, Swept};
use crate::figure::paper::Purpose;
use crate::figure::render::Format;
use crate::file::TableFormat;
use crate::plot::ink::Theme;
use crate::text::Language;
use crate::tr;
use crate::view::{self, View};

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A view with axes and words.
    Figure(&'static str),
    /// Several views on one page.
    Page,
    /// A view in which a number changes.
    Animation,
    /// The cells of a view alone.
    Cells(&'static str),
    /// All of the window.
    Window,
    /// The numbers.
    Table(TableFormat),
}

impl Kind {
    /// Returns every kind, in the order of the dialog.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = view::listed().map(|view| Self::Figure(view.name())).collect();
        all.extend([Self::Page, Self::Animation]);
        all.extend(["heatmap", "near-far", "three-ways"].map(Self::Cells));
        all.push(Self::Window);
        all.extend(TableFormat::ALL.iter().copied().map(Self::Table));
        all
    }

    /// Returns its name: that of its file, under which its choices are kept.
    pub fn name(self) -> String {
        // As it was called first.
        let of = |view| if view == "near-far" { "near-and-far" } else { view };
        match self {
            Self::Figure(view) => of(view).to_owned(),
            Self::Cells(view) => format!("{}-cells", of(view)),
            Self::Page => "page".to_owned(),
            Self::Animation => "animation".to_owned(),
            Self::Window => "poscope".to_owned(),
            Self::Table(_) => "table".to_owned(),
        }
    }

    /// Returns its name in words.
    pub fn words(self, language: Language) -> String {
        let name = match self {
            Self::Figure(name) => {
                return tr!(language, "export.figure_of", view = view::title_of(name, language));
            }
            Self::Table(format) => format.name().to_owned(),
            other => other.name().replace('-', "_"),
        };
        tr!(language, format!("export_kind.{name}"))
    }

    /// Whether it has axes and words on a sheet.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Figure(_) | Self::Page)
    }
}

/// The size of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Size {
    /// That of a purpose.
    For(Purpose),
    /// So many pixels across and down.
    Pixels(u32, u32),
}

impl Size {
    /// The key of its name in words.
    pub fn key(self) -> String {
        match self {
            Self::For(purpose) => format!("export_for.{}", purpose.name().replace('-', "_")),
            Self::Pixels(..) => "export_for.pixels".to_owned(),
        }
    }
}

/// The key of the name of what changes in an animation.
pub fn swept_key(swept: Swept) -> String {
    format!("export_swept.{}", swept.name().replace('-', "_"))
}

/// Returns the views that a page can have: each is of one encoding.
pub fn page_views() -> impl Iterator<Item = &'static dyn View> {
    view::listed().filter(|view| view.takes() != view::Takes::Two)
}

/// Returns the view of a name that was kept.
fn kept(name: &str) -> Option<&'static str> {
    let name = if name == "relation" { "near-far" } else { name };
    page_views().find(|view| view.name() == name).map(View::name)
}

/// How one kind is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// The file of a figure.
    pub format: Format,
    /// Whether its letters are shapes, in an SVG.
    pub outlines: bool,
    /// Its size.
    pub size: Size,
    /// The page that it stands on.
    pub theme: Theme,
    /// Pixels an inch, where it becomes pixels on paper.
    pub dpi: u32,
    /// Its title, where it is not its own.
    pub title: Option<String>,
    /// The views of a page.
    pub views: Vec<String>,
    /// Whether they have one range of colours.
    pub shares_scale: bool,
    /// Pixels a cell, of cells alone.
    pub cell_size: u32,
    /// Pixels a point, of the window.
    pub scale: u32,
    /// Whether nothing is painted where no cell is.
    pub transparent: bool,
    /// Whether only what is in view is kept.
    pub in_view: bool,
    /// The type of the numbers in a table.
    pub storage: Precision,
    /// What changes in an animation.
    pub moving: Moving,
}

/// What changes in an animation, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Moving {
    /// What is seen.
    pub view: String,
    /// The number that changes.
    pub swept: Swept,
    /// Its first and its last value, as they were typed.
    pub ends: [String; 2],
    /// Frames from the first to the last.
    pub frames: usize,
    /// Frames a second.
    pub rate: u16,
    /// Whether it goes back as well.
    pub there_and_back: bool,
    /// The file.
    pub format: AnimationFormat,
}

impl Default for Moving {
    fn default() -> Self {
        Self {
            view: "heatmap".to_owned(),
            swept: Swept::Base,
            ends: usual_ends(Swept::Base),
            frames: 40,
            rate: RATE,
            there_and_back: true,
            format: AnimationFormat::Gif,
        }
    }
}

/// Where a number goes from and to unless that is chosen.
pub fn usual_ends(swept: Swept) -> [String; 2] {
    match swept {
        Swept::Base => ["10", "100000"],
        Swept::DModel => ["4", "64"],
        Swept::MaxLen => ["10", "500"],
        Swept::Position => ["0", "49"],
    }
    .map(str::to_owned)
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            format: Format::Png,
            outlines: false,
            size: Size::For(Purpose::Double),
            theme: Theme::Light,
            dpi: 300,
            title: None,
            views: ["heatmap", "bands", "near-far"].map(str::to_owned).into(),
            shares_scale: true,
            cell_size: 16,
            scale: 2,
            transparent: false,
            in_view: true,
            storage: Precision::F32,
            moving: Moving::default(),
        }
    }
}

impl Choices {
    /// The same within the limits of the controls: a file may say anything.
    fn within_limits(mut self) -> Self {
        self.cell_size = self.cell_size.clamp(1, 64);
        self.scale = self.scale.clamp(1, 4);
        self.dpi = self.dpi.clamp(36, 1200);
        if let Size::Pixels(width, height) = &mut self.size {
            (*width, *height) = ((*width).clamp(72, 5670), (*height).clamp(72, 5670));
        }
        self.moving.frames = self.moving.frames.clamp(FRAME_LIMITS.0, FRAME_LIMITS.1);
        self.moving.rate = self.moving.rate.clamp(RATE_LIMITS.0, RATE_LIMITS.1);
        let views = self.views.iter().filter_map(|name| kept(name));
        self.views = views.take(8).map(str::to_owned).collect();
        if self.views.is_empty() {
            self.views.push("heatmap".to_owned());
        }
        self.moving.view = kept(&self.moving.view).unwrap_or("heatmap").to_owned();
        self
    }
}

/// The choices of each kind, by its name. What was never chosen is not in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Remembered(BTreeMap<String, Choices>);

impl Remembered {
    /// Those of a kind.
    pub fn of(&self, kind: Kind) -> Choices {
        self.0.get(&kind.name()).cloned().unwrap_or_default().within_limits()
    }

    /// Remembers those of a kind.
    pub fn keep(&mut self, kind: Kind, choices: &Choices) {
        self.0.insert(kind.name(), choices.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_words_in_both_languages() {
        for language in Language::ALL {
            let sizes = Purpose::ALL.iter().map(|purpose| Size::For(*purpose).key());
            let swept = Swept::ALL.iter().map(|swept| swept_key(*swept));
            for kind in Kind::all() {
                let words = kind.words(language);
                assert!(!words.contains("export") && !words.contains(".title"), "{words}");
            }
            for key in swept.chain(sizes).chain([Size::Pixels(1, 1).key()]) {
                // A key that has no words is given back as it is.
                assert_ne!(tr!(language, &key), key);
            }
        }
    }

    #[test]
    fn what_a_file_says_is_held_within_the_limits() {
        let wild = Choices {
            cell_size: 0,
            scale: 99,
            dpi: 1,
            size: Size::Pixels(0, 1_000_000),
            views: Vec::new(),
            ..Choices::default()
        };
        let held = wild.within_limits();
        assert_eq!((held.cell_size, held.scale, held.dpi), (1, 4, 36));
        assert_eq!(
            (held.size, held.views),
            (Size::Pixels(72, 5670), vec!["heatmap".to_owned()])
        );
    }
}

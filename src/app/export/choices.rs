//! What can be exported, and how; remembered for each kind.

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

/// The kind of thing that is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// A view with axes and words.
    Figure(&'static str),
    /// Several views on one page.
    Page,
    /// A view while a number changes.
    Animation,
    /// The bare cells of a view.
    Cells(&'static str),
    /// The whole window.
    Window,
    /// The numbers of the table.
    Table(TableFormat),
}

impl ExportKind {
    /// Returns every kind, in the order of the dialog.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = view::listed().map(|view| Self::Figure(view.name())).collect();
        all.extend([Self::Page, Self::Animation]);
        all.extend(["heatmap", "near-far", "three-ways"].map(Self::Cells));
        all.push(Self::Window);
        all.extend(TableFormat::ALL.iter().copied().map(Self::Table));
        all
    }

    /// Returns the name of the kind: its file's name, and the key of its choices.
    pub fn name(self) -> String {
        // The name under which choices were first kept.
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

    /// Returns the name of the kind in words.
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

    /// Returns whether the kind is a sheet with axes and words.
    pub fn is_figure(self) -> bool {
        matches!(self, Self::Figure(_) | Self::Page)
    }
}

/// The size of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FigureSize {
    /// The size for a purpose.
    For(Purpose),
    /// Width and height in pixels.
    Pixels(u32, u32),
}

impl FigureSize {
    /// Returns the locale key of the size's name.
    pub fn key(self) -> String {
        match self {
            Self::For(purpose) => format!("export_for.{}", purpose.name().replace('-', "_")),
            Self::Pixels(..) => "export_for.pixels".to_owned(),
        }
    }
}

/// Returns the locale key of the name of what changes in an animation.
pub fn swept_key(swept: Swept) -> String {
    format!("export_swept.{}", swept.name().replace('-', "_"))
}

/// Returns the views that a page can have: those of one encoding.
pub fn page_views() -> impl Iterator<Item = &'static dyn View> {
    view::listed().filter(|view| view.takes() != view::Takes::Two)
}

/// Returns the view with a name that was kept, perhaps by an earlier version.
fn kept(name: &str) -> Option<&'static str> {
    let name = if name == "relation" { "near-far" } else { name };
    page_views().find(|view| view.name() == name).map(View::name)
}

/// The choices for one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// The file format of a figure.
    pub format: Format,
    /// Whether letters become outlines in an SVG.
    pub outlines: bool,
    /// The size of the figure.
    pub size: FigureSize,
    /// The theme of the page.
    pub theme: Theme,
    /// Dots per inch of a PNG on paper.
    pub dpi: u32,
    /// The title, if it replaces the figure's own.
    pub title: Option<String>,
    /// The views of a page.
    pub views: Vec<String>,
    /// Whether the views of a page share one range of colours.
    pub shares_scale: bool,
    /// Pixels per cell, for bare cells.
    pub cell_size: u32,
    /// Pixels per point, for the window.
    pub scale: u32,
    /// Whether the background is transparent.
    pub transparent: bool,
    /// Whether only the part in view is exported.
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
    /// The name of the view.
    pub view: String,
    /// The number that changes.
    pub swept: Swept,
    /// The first and last value, as typed.
    pub ends: [String; 2],
    /// The number of frames from the first value to the last.
    pub frames: usize,
    /// Frames per second.
    pub rate: u16,
    /// Whether the animation also runs back.
    pub there_and_back: bool,
    /// The file format.
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

/// Returns the default first and last value of a number that changes.
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
            size: FigureSize::For(Purpose::Double),
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
    /// Returns the choices within the limits of the controls, since a file may contain anything.
    fn within_limits(mut self) -> Self {
        self.cell_size = self.cell_size.clamp(1, 64);
        self.scale = self.scale.clamp(1, 4);
        self.dpi = self.dpi.clamp(36, 1200);
        if let FigureSize::Pixels(width, height) = &mut self.size {
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

/// The choices of each kind, by its name; kinds without choices are missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Remembered(BTreeMap<String, Choices>);

impl Remembered {
    /// Returns the choices of a kind.
    pub fn of(&self, kind: ExportKind) -> Choices {
        self.0.get(&kind.name()).cloned().unwrap_or_default().within_limits()
    }

    /// Remembers the choices of a kind.
    pub fn keep(&mut self, kind: ExportKind, choices: &Choices) {
        self.0.insert(kind.name(), choices.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_words_in_both_languages() {
        for language in Language::ALL {
            let sizes = Purpose::ALL.iter().map(|purpose| FigureSize::For(*purpose).key());
            let swept = Swept::ALL.iter().map(|swept| swept_key(*swept));
            for kind in ExportKind::all() {
                let words = kind.words(language);
                assert!(!words.contains("export") && !words.contains(".title"), "{words}");
            }
            for key in swept.chain(sizes).chain([FigureSize::Pixels(1, 1).key()]) {
                // A key without words is returned unchanged.
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
            size: FigureSize::Pixels(0, 1_000_000),
            views: Vec::new(),
            ..Choices::default()
        };
        let held = wild.within_limits();
        assert_eq!((held.cell_size, held.scale, held.dpi), (1, 4, 36));
        assert_eq!(
            (held.size, held.views),
            (FigureSize::Pixels(72, 5670), vec!["heatmap".to_owned()])
        );
    }
}

//! What can be kept, and how; remembered for each kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::encoding::Precision;
use crate::figure::ink::Theme;
use crate::figure::paper::Purpose;
use crate::figure::render::Format;
use crate::figure::views::View;
use crate::file::TableFormat;

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A view with axes and words.
    Figure(View),
    /// Several views on one page.
    Page,
    /// The cells of the table alone.
    HeatmapCells,
    /// The cells of the matrix of positions alone.
    MatrixCells,
    /// The cells of the three ways alone.
    ThreeWaysCells,
    /// All of the window.
    Window,
    /// The numbers.
    Table(TableFormat),
}

impl Kind {
    /// Every kind, in the order of the dialog.
    pub const ALL: [Self; 16] = [
        Self::Figure(View::Heatmap),
        Self::Figure(View::Bands),
        Self::Figure(View::Relation),
        Self::Figure(View::ThreeWays),
        Self::Figure(View::Difference),
        Self::Figure(View::Strategies),
        Self::Figure(View::Wavelengths),
        Self::Page,
        Self::HeatmapCells,
        Self::MatrixCells,
        Self::ThreeWaysCells,
        Self::Window,
        Self::Table(TableFormat::Npy),
        Self::Table(TableFormat::Npz),
        Self::Table(TableFormat::Csv),
        Self::Table(TableFormat::Safetensors),
    ];

    /// Its name: that of its file, and that under which its choices are kept.
    pub fn name(self) -> &'static str {
        match self {
            Self::Figure(View::Relation) => "near-and-far",
            Self::Figure(view) => view.name(),
            Self::Page => "page",
            Self::HeatmapCells => "heatmap-cells",
            Self::MatrixCells => "near-and-far-cells",
            Self::ThreeWaysCells => "three-ways-cells",
            Self::Window => "poscope",
            Self::Table(_) => "table",
        }
    }

    /// The key of its name in words.
    pub fn key(self) -> String {
        match self {
            Self::Figure(view) => format!("export_kind.figure_{}", view.name().replace('-', "_")),
            Self::Table(format) => format!("export_kind.{}", format.name()),
            other => format!("export_kind.{}", other.name().replace('-', "_")),
        }
    }

    /// Whether it is made of cells alone, each so many pixels large.
    pub fn has_cells(self) -> bool {
        matches!(self, Self::HeatmapCells | Self::MatrixCells | Self::ThreeWaysCells)
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

/// The key of the name of a view of a page.
pub fn view_key(view: View) -> String {
    format!("export_view.{}", view.name().replace('-', "_"))
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
    pub views: Vec<View>,
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
            views: vec![View::Heatmap, View::Bands, View::Relation],
            shares_scale: true,
            cell_size: 16,
            scale: 2,
            transparent: false,
            in_view: true,
            storage: Precision::F32,
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
            *width = (*width).clamp(72, 5670);
            *height = (*height).clamp(72, 5670);
        }
        self.views.truncate(8);
        if self.views.is_empty() {
            self.views.push(View::Heatmap);
        }
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
        self.0.get(kind.name()).cloned().unwrap_or_default().within_limits()
    }

    /// Remembers those of a kind.
    pub fn keep(&mut self, kind: Kind, choices: &Choices) {
        self.0.insert(kind.name().to_owned(), choices.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::export::order::PAGE_VIEWS;
    use crate::text::Language;
    use crate::tr;

    #[test]
    fn every_choice_has_words_in_both_languages() {
        for language in Language::ALL {
            let kinds = Kind::ALL.iter().map(|kind| kind.key());
            let sizes = Purpose::ALL.iter().map(|purpose| Size::For(*purpose).key());
            let views = PAGE_VIEWS.iter().map(|view| view_key(*view));
            for key in kinds.chain(sizes).chain(views).chain([Size::Pixels(1, 1).key()]) {
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
        assert_eq!((held.size, held.views), (Size::Pixels(72, 5670), vec![View::Heatmap]));
    }
}

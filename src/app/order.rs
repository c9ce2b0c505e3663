//! What is kept, how, and the work of making it: the export dialog without
//! its controls. It runs on any thread.

use std::path::Path;

use eframe::egui::ColorImage;

use super::layout::Pane;
use super::still::{Still, Subject};
use crate::analysis::Relation;
use crate::encoding::{Encoding, Rows};
use crate::field::{Cancel, Field};
use crate::figure::colormap::Palette;
use crate::figure::plain::{Background, Look, Options, PlainPicture, Size};
use crate::figure::range::default_range;
use crate::figure::three_ways::{self, Scales};
use crate::file::{self, Destination, Effort, FileError, Pixels, Storage};
use crate::session::Session;
use crate::text::Language;

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The cells of the table.
    Heatmap,
    /// The cells of the similarity.
    Similarity,
    /// The cells of the three ways.
    ThreeWays,
    /// The pane, with axes.
    NearFar,
    /// The pane, with axes.
    Bands,
    /// All of the window.
    Window,
    /// Numbers for NumPy.
    TableNpy,
    /// Numbers as text.
    TableCsv,
    /// The numbers, for machine-learning libraries.
    TableSafetensors,
}

impl Kind {
    /// Every kind, in the order of the dialog.
    pub const ALL: [Self; 9] = [
        Self::Heatmap,
        Self::Similarity,
        Self::ThreeWays,
        Self::NearFar,
        Self::Bands,
        Self::Window,
        Self::TableNpy,
        Self::TableCsv,
        Self::TableSafetensors,
    ];

    /// The key of its name in words.
    pub fn key(self) -> &'static str {
        match self {
            Self::Heatmap => "export.heatmap",
            Self::Similarity => "export.similarity",
            Self::ThreeWays => "export.three_ways",
            Self::NearFar => "export.near_far",
            Self::Bands => "export.bands",
            Self::Window => "export.window",
            Self::TableNpy => "export.npy",
            Self::TableCsv => "export.csv",
            Self::TableSafetensors => "export.safetensors",
        }
    }

    /// The name of a file of this kind.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Heatmap => "heatmap.png",
            Self::Similarity => "similarity.png",
            Self::ThreeWays => "three-ways.png",
            Self::NearFar => "near-and-far.png",
            Self::Bands => "bands.png",
            Self::Window => "poscope.png",
            Self::TableNpy => "table.npy",
            Self::TableCsv => "table.csv",
            Self::TableSafetensors => "table.safetensors",
        }
    }

    /// The ending of that name.
    pub fn ending(self) -> &'static str {
        self.file_name().rsplit('.').next().unwrap_or_default()
    }

    /// Whether it is made of cells, each so many pixels large.
    pub fn has_cells(self) -> bool {
        matches!(self, Self::Heatmap | Self::Similarity | Self::ThreeWays)
    }

    /// Whether it is numbers, no picture.
    pub fn is_table(self) -> bool {
        matches!(self, Self::TableNpy | Self::TableCsv | Self::TableSafetensors)
    }
}

/// What was chosen in the dialog.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What is kept.
    pub kind: Kind,
    /// Pixels a cell, of pictures of cells.
    pub cell_size: u32,
    /// Pixels a point, of pictures with words.
    pub scale: u32,
    /// Whether nothing is painted where no cell is.
    pub transparent: bool,
    /// Whether only what is in view is kept.
    pub in_view: bool,
    /// The type of the numbers in a table.
    pub storage: Storage,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            kind: Kind::Heatmap,
            cell_size: 16,
            scale: 2,
            transparent: false,
            in_view: false,
            storage: Storage::F32,
        }
    }
}

/// What is exported, and how: all that the work needs, taken when it starts.
#[derive(Clone)]
pub struct Order {
    /// What was chosen.
    pub settings: Settings,
    /// What is looked at.
    pub session: Session,
    /// Its encoding.
    pub encoding: Encoding,
    /// The language of words in the picture.
    pub language: Language,
    /// Whether a picture with words is dark.
    pub dark: bool,
}

impl Order {
    /// The picture of the cells alone.
    pub fn picture(&self) -> Result<PlainPicture, FileError> {
        let views = &self.session.views;
        let (rows, columns) = views.window((self.encoding.max_len(), self.encoding.d_model()));
        let (rows, columns) = if self.settings.in_view {
            (Some(rows), Some(columns))
        } else {
            (None, None)
        };
        let options = Options {
            rows,
            columns: if self.settings.kind == Kind::Similarity {
                rows
            } else {
                columns
            },
            transposed: views.transposed || self.settings.kind == Kind::Similarity,
            size: Size::Cell(self.settings.cell_size),
            background: if self.settings.transparent {
                Background::Transparent
            } else {
                Background::White
            },
        };
        let colors = (views.color_map, views.reversed);
        let look = |field: Field| {
            let (low, high) = default_range(&field);
            Look {
                field,
                palette: Palette::new(colors.0, colors.1, low, high),
                hatch_outside: false,
            }
        };
        match self.settings.kind {
            Kind::Similarity => {
                let head = views.pin.map_or(0, |pin| pin.dimension);
                let relation = Relation::new(&self.encoding, head);
                let (low, high) = relation.range();
                let look = Look {
                    palette: Palette::new(colors.0, colors.1, low, high),
                    ..look(relation.field())
                };
                PlainPicture::new(look, &options)
            }
            Kind::ThreeWays => {
                let scales = if views.own_scales {
                    Scales::Own
                } else {
                    Scales::Shared { low: -1.0, high: 1.0 }
                };
                // A checked encoding's specification stays within the limits whatever its scheme.
                let encodings = three_ways::encodings(self.encoding.spec()).map_err(|_| FileError::Cancelled)?;
                three_ways::picture(encodings, colors, scales, &options)
            }
            _ => {
                let (encoding, order) = (self.encoding.clone(), views.order());
                PlainPicture::new(look(Field::Table { encoding, order }), &options)
            }
        }
    }

    /// The picture with words.
    pub fn still(&self) -> Still {
        let subject = match self.settings.kind {
            Kind::NearFar => Subject::Pane(Pane::NearFar),
            Kind::Bands => Subject::Pane(Pane::Bands),
            _ => Subject::Window,
        };
        #[expect(clippy::cast_precision_loss, reason = "1 to 4")]
        let scale = self.settings.scale as f32;
        Still {
            subject,
            session: self.session.clone(),
            language: self.language,
            dark: self.dark,
            size: subject.size(),
            scale,
        }
    }

    /// Writes the file; the flag stops it and says how far it is.
    pub fn write(&self, path: &Path, cancel: &Cancel) -> Result<(), FileError> {
        let destination = Destination::Path(path.to_owned());
        cancel.expect(1000);
        let mut steps = 0;
        let mut progress = |fraction: f64| {
            while f64::from(steps) < fraction * 1000.0 {
                cancel.advance();
                steps += 1;
            }
            !cancel.is_raised()
        };
        match self.settings.kind {
            Kind::TableNpy => file::write_whole(&destination, |out| {
                file::write_npy(out, &Rows::new(&self.encoding), self.settings.storage, &mut progress)
            }),
            Kind::TableCsv => file::write_whole(&destination, |out| {
                file::write_csv(out, &Rows::new(&self.encoding), self.settings.storage, &mut progress)
            }),
            Kind::TableSafetensors => file::write_whole(&destination, |out| {
                file::write_safetensors(out, &Rows::new(&self.encoding), self.settings.storage, &mut progress)
            }),
            kind if kind.has_cells() => {
                let picture = self.picture()?;
                // A flag of its own: the picture's own steps are not those counted here.
                let inner = Cancel::default();
                file::write_whole(&destination, |out| {
                    picture.write_png(out, (Effort::Small, Vec::new()), &inner, &mut progress)
                })
            }
            _ => self.still().write(&destination),
        }
    }

    /// The picture of the cells, for the clipboard.
    pub fn image(&self, cancel: &Cancel) -> Result<ColorImage, FileError> {
        let picture = self.picture()?;
        let rgba = picture.rgba(cancel)?;
        let size = [picture.width(), picture.height()].map(|side| usize::try_from(side).unwrap_or(0));
        debug_assert_eq!(rgba.len(), size[0] * size[1] * Pixels::Rgba.bytes());
        Ok(ColorImage::from_rgba_unmultiplied(size, &rgba))
    }
}

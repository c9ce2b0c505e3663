//! A strip: a table as a low picture under its caption, in step with the
//! heatmap.

use eframe::egui::{Rect, Ui};

use super::trained::{self, Along};
use super::{Hover, Kit, on_pixels};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::{Matrix, crosshair};
use crate::app::widget::texture::Coloring;
use crate::encoding::Encoding;
use crate::field::{Field, Key, Reduction};
use crate::figure::colormap::Palette;
use crate::session::Pin;

/// How high a caption is, in points.
pub const CAPTION: f32 = 17.0;

/// A strip.
pub struct Strip<'a> {
    /// Who asks for its picture.
    pub key: Key,
    /// What it shows, for a screen reader.
    pub name: String,
    /// Whose table.
    pub encoding: &'a Encoding,
    /// The range of its colours.
    pub range: (f64, f64),
    /// Whether what is beyond the range is hatched.
    pub hatched: bool,
    /// Whether the axis is below it.
    pub has_axis: bool,
}

impl Strip<'_> {
    /// Draws it, where there is room; a click pins.
    pub fn show(&self, ui: &mut Ui, plot: Rect, kit: &mut Kit<'_>) {
        if plot.width() < 8.0 || plot.height() < 6.0 {
            return;
        }
        let (ink, views) = (kit.ink(), &kit.scene.session.views);
        let plot = on_pixels(ui, plot);
        let field = Field::table(self.encoding.clone());
        let (low, high) = self.range;
        let (rows, _) = kit.scene.window();
        // Another table that is compared may be wider; its dimensions are not here.
        let (_, columns) = views.window((kit.scene.encoding.max_len(), kit.scene.encoding.d_model()));
        let shown = Matrix {
            key: self.key.clone(),
            name: self.name.clone(),
            field: &field,
            reduction: Reduction::Mean,
            extent: field.shape(),
            rows,
            columns,
            coloring: Coloring {
                palette: Palette::new(views.color_map, views.reversed, low, high),
                transposed: false,
                hatched: self.hatched,
            },
            moves: false,
        }
        .show(ui, plot, kit);
        let along = Along::rows(&shown, false);
        trained::clear_beyond_end(ui, along, self.encoding, ink);
        trained::mark(ui, along, self.encoding, ink);
        if let Some(pin) = kit.scene.pin() {
            crosshair(ui, plot, Some(shown.x.middle(pin.position)), None, ink.pinned);
        }
        if let Some(position) = kit.scene.hovered_position() {
            crosshair(ui, plot, Some(shown.x.middle(position)), None, ink.hovered);
        }
        if self.has_axis {
            axis::below(ui.painter(), shown.x, plot.bottom(), &small_font(), ink.weak);
        }
        if let Some((position, dimension)) = shown.hovered {
            *kit.hover = Some(Hover::Position(position));
            if shown.response.clicked() {
                kit.change(Change::Pin(Some(Pin { position, dimension })));
            }
        }
    }
}

//! Where the trained positions end, and where a learned table does: marked in
//! every picture that has positions along an axis. The colours of cells stay
//! what they are, so the marks are lines and bars beside them, no veil.

use std::sync::Arc;

use eframe::egui::{Align2, Color32, Galley, Painter, Rangef, Rect, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use super::{Kit, LEFT};
use crate::app::ink::{Ink, small_font};
use crate::app::widget::axis;
use crate::app::widget::matrix::MatrixResponse;
use crate::app::widget::scale::Scale;
use crate::encoding::Encoding;
use crate::text::{Language, count};
use crate::tr;

/// A plot with positions along one of its axes.
#[derive(Clone, Copy)]
pub struct Along {
    /// The plot.
    pub plot: Rect,
    /// Where positions are.
    pub scale: Scale,
    /// Whether that is to the right; else it is upward.
    pub is_x: bool,
}

impl Along {
    /// A matrix whose rows are positions; `transposed` ones go upward.
    #[must_use]
    pub fn rows(shown: &MatrixResponse, transposed: bool) -> Self {
        Self {
            plot: shown.response.rect,
            scale: if transposed { shown.y } else { shown.x },
            is_x: !transposed,
        }
    }

    /// The part of the plot from a position to another one; none where it is
    /// out of view.
    fn between(self, from: usize, to: usize) -> Option<Rect> {
        #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
        let [a, b] = [from, to].map(|position| self.scale.screen_from_cell(position as f64));
        let range = Rangef::new(a.min(b), a.max(b));
        let part = if self.is_x {
            Rect::from_x_y_ranges(range.intersection(self.plot.x_range()), self.plot.y_range())
        } else {
            Rect::from_x_y_ranges(self.plot.x_range(), range.intersection(self.plot.y_range()))
        };
        part.is_positive().then_some(part)
    }

    /// Where a position begins on the screen; none where it is out of view.
    fn border(self, position: usize) -> Option<f32> {
        #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
        let at = self.scale.screen_from_cell(position as f64);
        let range = if self.is_x {
            self.plot.x_range()
        } else {
            self.plot.y_range()
        };
        range.contains(at).then_some(at)
    }
}

/// A line where the trained positions end, and a bar along the axis over those
/// beyond.
pub fn mark(ui: &Ui, along: Along, encoding: &Encoding, ink: Ink) {
    let Some(end) = encoding.trained_end() else { return };
    let plot = along.plot;
    if let Some(beyond) = along.between(end, encoding.max_len()) {
        let bar = if along.is_x {
            Rect::from_x_y_ranges(beyond.x_range(), Rangef::new(plot.bottom() + 1.0, plot.bottom() + 4.0))
        } else {
            Rect::from_x_y_ranges(Rangef::new(plot.left() - 4.0, plot.left() - 1.0), beyond.y_range())
        };
        ui.painter().rect_filled(bar, 0.0, ink.text);
    }
    let Some(at) = along.border(end) else { return };
    let ends = if along.is_x {
        [pos2(at, plot.top()), pos2(at, plot.bottom())]
    } else {
        [pos2(plot.left(), at), pos2(plot.right(), at)]
    };
    // Seen on every colour: dark dashes on a light line.
    ui.painter().line_segment(ends, Stroke::new(2.5, Color32::WHITE));
    let dashes = Shape::dashed_line(&ends, Stroke::new(1.5, Color32::BLACK), 5.0, 3.0);
    ui.painter().extend(dashes);
}

/// How the line is called: `trained 25`.
#[must_use]
pub fn words(end: usize, language: Language) -> String {
    tr!(language, "trained.label_length", length = count(end)).into_owned()
}

/// All marks of the heatmap.
pub fn heatmap(ui: &Ui, shown: &MatrixResponse, kit: &Kit<'_>) {
    let along = Along::rows(shown, kit.scene.session.views.transposed);
    mark(ui, along, kit.scene.encoding, kit.ink());
    label(ui, along, kit);
    end_of_table(ui, along, kit);
}

/// The name of that line, above the heatmap, or beside it where positions go
/// upward.
fn label(ui: &Ui, along: Along, kit: &Kit<'_>) {
    let (ink, language, plot) = (kit.ink(), kit.scene.language, along.plot);
    let Some(end) = kit.scene.encoding.trained_end() else {
        return;
    };
    let Some(at) = along.border(end) else { return };
    let (font, painter) = (small_font(), ui.painter());
    let words = words(end, language);
    let room = if along.is_x {
        let name = format!("{} ↑", tr!(language, "axis.dimension"));
        let left = plot.left() - LEFT + 2.0 + axis::width(painter, &name, &font) + 8.0;
        Rangef::new(left, plot.right() - 2.0)
    } else {
        Rangef::new(plot.right() + 6.0, plot.right() + BESIDE)
    };
    let is_short = axis::width(painter, &words, &font) > room.span();
    let words = if is_short {
        tr!(language, "trained.label").into_owned()
    } else {
        words
    };
    let galley = axis::fitting(painter, &words, &font, ink.text, room.span());
    let size = galley.size();
    let corner = if along.is_x {
        let left = (at - size.x / 2.0).min(room.max - size.x).max(room.min);
        pos2(left, plot.top() - 2.0 - size.y)
    } else {
        pos2(room.min, (at - size.y / 2.0).clamp(plot.top(), plot.bottom() - size.y))
    };
    painter.galley(corner, galley, ink.text);
}

/// Right of an upright heatmap: as much as is free beside its colour bar.
const BESIDE: f32 = 80.0;

/// A shade behind the lanes over the positions beyond the trained ones.
pub fn shade(ui: &Ui, along: Along, encoding: &Encoding, color: Color32) {
    let beyond = encoding
        .trained_end()
        .and_then(|end| along.between(end, encoding.max_len()));
    if let Some(beyond) = beyond {
        ui.painter().rect_filled(beyond, 0.0, color);
    }
}

/// Nothing where a learned table has no rows. Gives that part of the plot.
pub fn clear_beyond_end(ui: &Ui, along: Along, encoding: &Encoding, ink: Ink) -> Option<Rect> {
    let empty = empty(along, encoding)?;
    ui.painter().rect_filled(empty, 0.0, ui.visuals().panel_fill);
    ui.painter()
        .rect_stroke(along.plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
    Some(empty)
}

/// Where a learned table has no rows: the words that it ends, instead of a
/// picture; where there is no room for them, above the heatmap or beside it.
fn end_of_table(ui: &Ui, along: Along, kit: &Kit<'_>) {
    let (encoding, plot) = (kit.scene.encoding, along.plot);
    let (Some(words), Some(empty)) = (end_inside(ui, along, encoding, kit), empty(along, encoding)) else {
        return;
    };
    let laid = |width: f32| laid(ui.painter(), &words, width, kit.ink().text);
    let (galley, at) = if along.is_x {
        let line = laid(f32::INFINITY);
        let at = plot.right_top() - vec2(line.size().x + 2.0, line.size().y + 2.0);
        (line, at)
    } else {
        let lines = laid(BESIDE - 6.0);
        let lowest = (plot.bottom() - lines.size().y).max(plot.top());
        (lines, pos2(plot.right() + 6.0, empty.top().clamp(plot.top(), lowest)))
    };
    ui.painter().galley(at, galley, kit.ink().text);
}

/// The same where there is room only inside the plot. Gives the words if there
/// is no room for them.
pub fn end_inside(ui: &Ui, along: Along, encoding: &Encoding, kit: &Kit<'_>) -> Option<String> {
    let empty = clear_beyond_end(ui, along, encoding, kit.ink())?;
    say_end(ui, empty, encoding, kit).err()
}

/// The words that a table ends, in the middle of an area; gives them back where
/// it has no room for them.
fn say_end(ui: &Ui, empty: Rect, encoding: &Encoding, kit: &Kit<'_>) -> Result<(), String> {
    let ink = kit.ink();
    let last = count(encoding.end().saturating_sub(1));
    let words = tr!(kit.scene.language, "trained.table_ends", last = last).into_owned();
    let galley = laid(ui.painter(), &words, empty.width() - 12.0, ink.text);
    let room = empty.size() - vec2(8.0, 4.0);
    if galley.size().x > room.x || galley.size().y > room.y {
        return Err(words);
    }
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), empty).min;
    ui.painter().galley(at, galley, ink.text);
    Ok(())
}

/// The same in a matrix of every two positions: neither of them is beyond the
/// end. The words stand above where there is room, else at the right.
pub fn end_of_matrix(ui: &Ui, shown: &MatrixResponse, kit: &Kit<'_>) {
    let encoding = kit.scene.encoding;
    let sides = [(shown.y, false), (shown.x, true)].map(|(scale, is_x)| Along {
        plot: shown.response.rect,
        scale,
        is_x,
    });
    let empty = sides.map(|along| clear_beyond_end(ui, along, encoding, kit.ink()));
    for area in empty.into_iter().flatten() {
        if say_end(ui, area, encoding, kit).is_ok() {
            return;
        }
    }
}

/// The part of the plot where a learned table has no rows.
fn empty(along: Along, encoding: &Encoding) -> Option<Rect> {
    along.between(encoding.end(), encoding.max_len())
}

fn laid(painter: &Painter, words: &str, width: f32, color: Color32) -> Arc<Galley> {
    painter.layout(words.to_owned(), small_font(), color, width.max(1.0))
}

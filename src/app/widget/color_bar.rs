//! A colour bar: from values to colours, with its ends and its middle.

use eframe::egui::{Color32, Rangef, Rect, Stroke, StrokeKind, Ui, pos2};

use super::axis;
use crate::app::ink::{Ink, small_font};
use crate::app::view::on_pixels;
use crate::figure::colormap::Palette;
use crate::text::significant;

/// How wide it is without its labels, in points.
pub const WIDTH: f32 = 14.0;

/// Draws it, upright, with the labels to its right.
pub fn show(ui: &Ui, left: f32, height: Rangef, palette: Palette, ink: Ink) {
    let bar = on_pixels(
        ui,
        Rect::from_min_max(pos2(left, height.min), pos2(left + WIDTH, height.max)),
    );
    let (low, high) = (palette.low(), palette.high());
    let painter = ui.painter();
    let steps = 64u16;
    for step in 0..steps {
        let part = |step: u16| f32::from(step) / f32::from(steps);
        let value = low + (high - low) * (f64::from(step) + 0.5) / f64::from(steps);
        let [r, g, b] = palette.color(value);
        let band = Rect::from_min_max(
            pos2(bar.left(), bar.bottom() - bar.height() * part(step + 1)),
            pos2(bar.right(), bar.bottom() - bar.height() * part(step)),
        );
        painter.rect_filled(band, 0.0, Color32::from_rgb(r, g, b));
    }
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
    let label = |value: f64| (value, significant(value, 4));
    let labels = [label(low), label(f64::midpoint(low, high)), label(high)];
    let place = |value: f64| {
        let part = if high > low { (value - low) / (high - low) } else { 0.5 };
        #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
        let y = bar.bottom() - bar.height() * part as f32;
        pos2(bar.right(), y.clamp(bar.top() + 5.0, bar.bottom() - 5.0))
    };
    axis::values(painter, &labels, place, false, &small_font(), ink.weak);
}

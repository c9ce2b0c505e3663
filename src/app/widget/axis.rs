//! Ticks of cells and of values, their labels never closer than they are wide.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rangef, Stroke, pos2};

use crate::figure::ticks::step_of_cells;
use crate::text::count;

use super::scale::{LogScale, Scale};

const TICK: f32 = 4.0;

/// The cells in view that get a label: multiples of 1, 2 or 5 times a power of
/// ten, at least `gap` points apart.
#[must_use]
pub fn labelled_cells(scale: Scale, gap: f32) -> Vec<usize> {
    let step = step_of_cells(scale.points_per_cell().into(), gap.into());
    let cells = scale.span.cells();
    let visible = Rangef::new(scale.start.min(scale.end), scale.start.max(scale.end));
    let first = cells.start.div_ceil(step) * step;
    (first..cells.end)
        .step_by(step)
        .filter(|&cell| visible.contains(scale.middle(cell)))
        .collect()
}

/// Ticks and labels of cells below an axis along x. A label that would reach
/// out of the painter's area is moved inwards, less than the gap between two.
pub fn below(painter: &Painter, scale: Scale, y: f32, font: &FontId, color: Color32) {
    const GAP: f32 = 12.0;
    let widest = width(painter, &count(scale.span.cells().end), font);
    let room = painter.clip_rect().x_range();
    for cell in labelled_cells(scale, widest + GAP) {
        let x = scale.middle(cell);
        // A label that reaches far beyond the plot would meet its neighbours.
        if x + width(painter, &count(cell), font) / 2.0 > scale.end + 5.0 {
            continue;
        }
        painter.vline(x, Rangef::new(y, y + TICK), Stroke::new(1.0, color));
        let label = painter.layout_no_wrap(count(cell), font.clone(), color);
        let half = label.size().x / 2.0;
        let inwards = (room.min + half - x).max(0.0) - (x + half - room.max).max(0.0);
        if inwards.abs() < GAP {
            painter.galley(pos2(x + inwards - half, y + TICK), label, color);
        }
    }
}

/// Ticks and labels of powers of ten below a logarithmic axis along x.
pub fn powers_below(painter: &Painter, scale: LogScale, y: f32, font: &FontId, color: Color32) {
    let room = painter.clip_rect().x_range();
    let powers: Vec<usize> = scale.powers().collect();
    let widest = powers.last().map_or(0.0, |last| width(painter, &count(*last), font));
    let decade = scale.middle(10) - scale.middle(1);
    // Every decade has a label, or every second, or every third.
    let step = (1..powers.len())
        .find(|&step| f32::from(u8::try_from(step).unwrap_or(u8::MAX)) * decade >= widest + 6.0)
        .unwrap_or(powers.len().max(1));
    for (place, power) in powers.into_iter().enumerate() {
        let x = scale.middle(power);
        painter.vline(x, Rangef::new(y, y + TICK), Stroke::new(1.0, color));
        let label = painter.layout_no_wrap(count(power), font.clone(), color);
        let left = x - label.size().x / 2.0;
        if place.is_multiple_of(step) && left + label.size().x <= room.max {
            painter.galley(pos2(left, y + TICK), label, color);
        }
    }
}

/// Ticks and labels of cells left of an axis along y. The name of the axis
/// stands above it, so the highest label is moved down where it would reach
/// up to it, or left out where there is no room for both it and the next. The
/// lowest is moved up where it would reach down to the labels along x.
pub fn beside(painter: &Painter, scale: Scale, x: f32, font: &FontId, color: Color32) {
    let top = scale.start.min(scale.end) - 2.0;
    let bottom = scale.start.max(scale.end) + TICK;
    let mut last = f32::INFINITY;
    for cell in labelled_cells(scale, font.size + 5.0) {
        let y = scale.middle(cell);
        painter.hline(Rangef::new(x - TICK, x), y, Stroke::new(1.0, color));
        let label = painter.layout_no_wrap(count(cell), font.clone(), color);
        let half = label.size().y / 2.0;
        let middle = y.min(bottom - half).max(top + half);
        if (last - middle).abs() >= label.size().y {
            last = middle;
            let at = pos2(x - TICK - 2.0 - label.size().x, middle - half);
            painter.galley(at, label, color);
        }
    }
}

/// Ticks and labels of values beside an axis along y; `place` says where a
/// value is. A label that would stand on the one before is left out.
pub fn values(
    painter: &Painter,
    labels: &[(f64, String)],
    place: impl Fn(f64) -> Pos2,
    left: bool,
    font: &FontId,
    color: Color32,
) {
    let mut last = f32::INFINITY;
    for (value, label) in labels {
        let at = place(*value);
        if (last - at.y).abs() < font.size + 2.0 {
            continue;
        }
        last = at.y;
        let side = if left { -1.0 } else { 1.0 };
        let (from, to) = (at.x.min(at.x + side * TICK), at.x.max(at.x + side * TICK));
        painter.hline(Rangef::new(from, to), at.y, Stroke::new(1.0, color));
        let align = if left {
            Align2::RIGHT_CENTER
        } else {
            Align2::LEFT_CENTER
        };
        painter.text(
            pos2(at.x + side * (TICK + 2.0), at.y),
            align,
            label,
            font.clone(),
            color,
        );
    }
}

/// How wide a text is, in points.
#[must_use]
pub fn width(painter: &Painter, text: &str, font: &FontId) -> f32 {
    painter
        .layout_no_wrap(text.to_owned(), font.clone(), Color32::BLACK)
        .size()
        .x
}

/// A text shortened with an ellipsis to fit into so many points.
pub fn fitting(
    painter: &Painter,
    text: &str,
    font: &FontId,
    color: Color32,
    width: f32,
) -> std::sync::Arc<eframe::egui::Galley> {
    let mut job = eframe::egui::text::LayoutJob::simple_singleline(text.to_owned(), font.clone(), color);
    job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    painter.layout_job(job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Span;

    #[test]
    fn labels_are_round_numbers_and_far_enough_apart() {
        let scale = |cells, end| Scale {
            span: Span::whole(cells),
            start: 0.0,
            end,
        };
        assert_eq!(labelled_cells(scale(16, 320.0), 20.0), (0..16).collect::<Vec<_>>());
        assert_eq!(
            labelled_cells(scale(50, 500.0), 30.0),
            (0..50).step_by(5).collect::<Vec<_>>()
        );
        assert_eq!(labelled_cells(scale(1_048_576, 800.0), 80.0).first(), Some(&0));
        assert!(labelled_cells(scale(1_048_576, 800.0), 80.0).len() <= 10);
        assert!(labelled_cells(scale(1_048_576, 800.0), 80.0).len() >= 4);
    }
}

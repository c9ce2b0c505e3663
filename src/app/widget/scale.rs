//! Between cells and the screen: pure mapping, nothing is drawn.

use eframe::egui::{Rangef, Vec2};

use crate::field::{Span, offset_edges};

/// A stretch of cells laid along a stretch of the screen. For an axis that
/// points up, `start` is below `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The cells in view.
    pub span: Span,
    /// Where the first of them begins, in points.
    pub start: f32,
    /// Where the last of them ends, in points.
    pub end: f32,
}

impl Scale {
    /// Along x, to the right.
    #[must_use]
    pub fn rightward(span: Span, range: Rangef) -> Self {
        Self {
            span,
            start: range.min,
            end: range.max,
        }
    }

    /// Along y, upward.
    #[must_use]
    pub fn upward(span: Span, range: Rangef) -> Self {
        Self {
            span,
            start: range.max,
            end: range.min,
        }
    }

    /// Points a cell.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
    pub fn points_per_cell(self) -> f32 {
        ((self.end - self.start).abs() as f64 / self.span.length()) as f32
    }

    /// Where a place among the cells is on the screen, in points.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
    pub fn screen_from_cell(self, cell: f64) -> f32 {
        let part = (cell - self.span.start) / self.span.length();
        (f64::from(self.start) + f64::from(self.end - self.start) * part) as f32
    }

    /// Which place among the cells a point of the screen is.
    #[must_use]
    pub fn cell_from_screen(self, screen: f32) -> f64 {
        let part = f64::from(screen - self.start) / f64::from(self.end - self.start);
        self.span.start + self.span.length() * part
    }

    /// The middle of a cell on the screen.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn middle(self, cell: usize) -> f32 {
        self.screen_from_cell(cell as f64 + 0.5)
    }

    /// The edges of a cell on the screen, the smaller coordinate first.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn edges(self, cell: usize) -> Rangef {
        let (a, b) = (
            self.screen_from_cell(cell as f64),
            self.screen_from_cell(cell as f64 + 1.0),
        );
        Rangef::new(a.min(b), a.max(b))
    }

    /// The cell under a point of the screen, if it is one of `cells` and in
    /// view.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be within"
    )]
    pub fn cell_at(self, screen: f32, cells: usize) -> Option<usize> {
        let place = self.cell_from_screen(screen);
        let in_view = place >= self.span.start && place < self.span.end && place >= 0.0;
        (in_view && (place as usize) < cells).then_some(place as usize)
    }

    /// The span after the content was dragged by so many points.
    #[must_use]
    pub fn panned(self, points: f32, cells: usize) -> Span {
        let shift = self.cell_from_screen(0.0) - self.cell_from_screen(points);
        Span {
            start: self.span.start + shift,
            end: self.span.end + shift,
        }
        .within(cells)
    }

    /// The span after zooming about a point of the screen that stays where it
    /// is; a factor above 1 shows less. At least one cell stays in view.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn zoomed(self, about: f32, factor: f32, cells: usize) -> Span {
        let whole = (cells as f64).max(1.0);
        let length = (self.span.length() / f64::from(factor)).clamp(1.0_f64.min(whole), whole);
        let part = f64::from(about - self.start) / f64::from(self.end - self.start);
        let start = self.cell_from_screen(about) - part * length;
        Span {
            start,
            end: start + length,
        }
        .within(cells)
    }

    /// The whole cells between two points of the screen: those of a box.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn boxed(self, a: f32, b: f32, cells: usize) -> Span {
        let (a, b) = (self.cell_from_screen(a), self.cell_from_screen(b));
        let start = a.min(b).floor().max(0.0);
        let end = a.max(b).ceil().min(cells as f64);
        Span {
            start,
            end: end.max(start + 1.0),
        }
        .within(cells)
    }
}

/// Offsets from 1 on along x, each tenfold as wide as the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogScale {
    /// The last offset that has room.
    last: f64,
    range: Rangef,
}

impl LogScale {
    /// Offsets 1 to `cells - 1`, for at least 3 cells.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn rightward(cells: usize, range: Rangef) -> Self {
        Self {
            last: (cells.max(3) - 1) as f64,
            range,
        }
    }

    /// Where an offset is on the screen.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
    pub fn screen_from_cell(self, offset: f64) -> f32 {
        let part = offset.max(1.0).ln() / self.last.ln();
        self.range.min + self.range.span() * part as f32
    }

    /// Where the value of a whole offset is.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
    pub fn middle(self, offset: usize) -> f32 {
        self.screen_from_cell(offset as f64)
    }

    /// The offset nearest to a point of the screen.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and the last offset"
    )]
    pub fn cell_at(self, screen: f32) -> Option<usize> {
        let part = f64::from((screen - self.range.min) / self.range.span());
        (0.0..=1.0)
            .contains(&part)
            .then(|| (self.last.ln() * part).exp().round().min(self.last) as usize)
    }

    /// Whole offsets from 1 to the end of a table of so many rows, one where
    /// they are more than a pixel apart, else those nearest to the pixels.
    #[must_use]
    pub fn edges(self, pixels: usize, cells: usize) -> Vec<usize> {
        offset_edges(self.last, pixels, cells)
    }

    /// The powers of ten that have room.
    pub fn powers(self) -> impl Iterator<Item = usize> {
        let last = self.last;
        std::iter::successors(Some(1usize), |power| power.checked_mul(10)).take_while(move |&power| {
            #[expect(clippy::cast_precision_loss, reason = "at most the number of cells")]
            let power = power as f64;
            power <= last
        })
    }
}

/// By how much a turn of the wheel zooms: e for 240 points.
#[must_use]
pub fn zoom_from_scroll(scroll: Vec2) -> f32 {
    (scroll.y / 240.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Scale = Scale {
        span: Span { start: 0.0, end: 50.0 },
        start: 100.0,
        end: 600.0,
    };

    #[test]
    fn a_cell_and_its_place_on_the_screen_belong_together() {
        assert!((WHOLE.middle(0) - 105.0).abs() < 1e-4);
        assert_eq!(WHOLE.cell_at(105.0, 50), Some(0));
        assert_eq!(WHOLE.cell_at(599.9, 50), Some(49));
        assert_eq!(WHOLE.cell_at(600.1, 50), None);
        assert_eq!(WHOLE.cell_at(99.0, 50), None);
        let upward = Scale::upward(Span::whole(16), Rangef::new(0.0, 160.0));
        assert_eq!(upward.cell_at(159.0, 16), Some(0));
        assert_eq!(upward.cell_at(1.0, 16), Some(15));
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer_and_stays_inside() {
        let zoomed = WHOLE.zoomed(350.0, 2.0, 50);
        assert_eq!(zoomed, Span { start: 12.5, end: 37.5 });
        let again = Scale { span: zoomed, ..WHOLE };
        assert!((again.cell_from_screen(350.0) - 25.0).abs() < 1e-9);
        assert_eq!(WHOLE.zoomed(350.0, 0.5, 50), Span::whole(50));
        assert!((WHOLE.zoomed(350.0, 1e9, 50).length() - 1.0).abs() < 1e-9);
        assert_eq!(again.panned(1e6, 50), Span { start: 0.0, end: 25.0 });
        assert_eq!(again.panned(-1e6, 50), Span { start: 25.0, end: 50.0 });
    }

    #[test]
    fn offsets_on_a_logarithmic_axis_are_whole_and_rise() {
        let scale = LogScale::rightward(1001, Rangef::new(0.0, 300.0));
        for (offset, screen) in [(1, 0.0), (10, 100.0), (100, 200.0), (1000, 300.0)] {
            assert!((scale.middle(offset) - screen).abs() < 1e-3);
            assert_eq!(scale.cell_at(screen), Some(offset));
        }
        let edges = scale.edges(300, 1001);
        assert_eq!((edges[0], edges[1], edges.last().copied()), (1, 2, Some(1001)));
        assert!(edges.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(edges.len() <= 302);
        assert_eq!(scale.powers().collect::<Vec<_>>(), [1, 10, 100, 1000]);
    }

    #[test]
    fn a_box_takes_whole_cells() {
        assert_eq!(WHOLE.boxed(143.0, 118.0, 50), Span { start: 1.0, end: 5.0 });
        assert_eq!(WHOLE.boxed(120.0, 120.0, 50), Span { start: 2.0, end: 3.0 });
    }
}

//! The mapping between an axis and the screen; nothing is drawn.

use eframe::egui::{Pos2, Rangef, Rect, pos2};

use crate::encoding::{float, single};
use crate::field::Span;
use crate::plot::{Panel, Scale};

/// An axis laid along a stretch of the screen. If the axis points up, `start` is below `end`.
#[derive(Clone, Copy, Debug)]
pub struct Along<'a> {
    /// The scale of the axis.
    pub scale: &'a Scale,
    /// Where the axis begins, in points.
    pub start: f32,
    /// Where the axis ends, in points.
    pub end: f32,
}

impl<'a> Along<'a> {
    /// Returns an axis laid from one coordinate to another.
    pub fn new(scale: &'a Scale, start: f32, end: f32) -> Self {
        Self { scale, start, end }
    }

    /// Returns the two axes of a panel whose plot is a rectangle. Lines have a small margin above
    /// and below, so that extremes are not on the frame.
    pub fn of(panel: &'a Panel, plot: Rect) -> [Self; 2] {
        let air = if panel.cells().is_some() {
            0.0
        } else {
            (0.04 * plot.height()).min(3.0)
        };
        [
            Self::new(&panel.x.scale, plot.left(), plot.right()),
            Self::new(&panel.y.scale, plot.bottom() - air, plot.top() + air),
        ]
    }

    /// Returns the screen coordinate of a value.
    pub fn screen(self, value: f64) -> f32 {
        let part = self.scale.part(value);
        single(f64::from(self.start) + f64::from(self.end - self.start) * part)
    }

    /// Returns where a screen coordinate lies on the axis, 0 at the beginning and 1 at the end.
    pub fn part(self, screen: f32) -> f64 {
        f64::from(screen - self.start) / f64::from(self.end - self.start)
    }

    /// Returns the value at a screen coordinate.
    pub fn value(self, screen: f32) -> f64 {
        self.scale.at(self.part(screen))
    }

    /// Returns the screen coordinate of the middle of a cell.
    pub fn middle(self, cell: usize) -> f32 {
        self.screen(self.scale.middle(cell))
    }

    /// Returns the stretch of the screen from one value to another, the smaller coordinate first.
    pub fn range(self, span: Span) -> Rangef {
        let (a, b) = (self.screen(span.start), self.screen(span.end));
        Rangef::new(a.min(b), a.max(b))
    }

    /// Returns the edges of a cell on the screen, the smaller coordinate first.
    pub fn edges(self, cell: usize) -> Rangef {
        let (start, end) = (float(cell), float(cell) + 1.0);
        self.range(Span { start, end })
    }

    /// Returns the length of the axis, in points.
    pub fn length(self) -> f32 {
        (self.end - self.start).abs()
    }

    /// Returns the length of a cell, in points.
    pub fn points_per_cell(self) -> f32 {
        single(f64::from(self.length()) / self.scale.span().length())
    }

    /// Returns the span after the content is dragged by `points`.
    pub fn panned(self, points: f32, cells: usize) -> Span {
        let shift = self.value(0.0) - self.value(points);
        let Span { start, end } = self.scale.span();
        span_within(start + shift, end + shift, cells)
    }

    /// Returns the span after zooming about a screen coordinate, which keeps its value; a factor
    /// above 1 zooms in. At least one cell stays in view.
    pub fn zoomed(self, about: f32, factor: f32, cells: usize) -> Span {
        let whole = float(cells).max(1.0);
        let length = (self.scale.span().length() / f64::from(factor)).clamp(1.0, whole);
        let part = if self.scale.is_reversed() {
            1.0 - self.part(about)
        } else {
            self.part(about)
        };
        let start = self.value(about) - part * length;
        span_within(start, start + length, cells)
    }

    /// Returns the whole cells between two screen coordinates, as a box selects them.
    pub fn boxed(self, a: f32, b: f32, cells: usize) -> Span {
        let (a, b) = (self.value(a), self.value(b));
        let start = a.min(b).floor().max(0.0);
        let end = a.max(b).ceil().min(float(cells));
        span_within(start, end.max(start + 1.0), cells)
    }
}

/// Returns the ends of a line across a plot at a coordinate along x, or along y.
pub fn across(plot: Rect, is_x: bool, at: f32) -> [Pos2; 2] {
    if is_x {
        [pos2(at, plot.top()), pos2(at, plot.bottom())]
    } else {
        [pos2(plot.left(), at), pos2(plot.right(), at)]
    }
}

/// Returns the span between two places, shifted and cut to lie within `cells`.
pub fn span_within(start: f64, end: f64, cells: usize) -> Span {
    Span { start, end }.within(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(scale: &Scale) -> Along<'_> {
        Along::new(scale, 100.0, 600.0)
    }

    #[test]
    fn a_cell_and_its_place_on_the_screen_belong_together() {
        let scale = Scale::Cells(Span::whole(50));
        let along = whole(&scale);
        assert!((along.middle(0) - 105.0).abs() < 1e-4);
        let cell = |screen| scale.cell(along.part(screen), 50);
        assert_eq!(
            [cell(105.0), cell(599.9), cell(600.1), cell(99.0)],
            [Some(0), Some(49), None, None]
        );
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer_and_stays_inside() {
        let scale = Scale::Cells(Span::whole(50));
        let zoomed = whole(&scale).zoomed(350.0, 2.0, 50);
        assert_eq!(zoomed, Span { start: 12.5, end: 37.5 });
        let again = Scale::Cells(zoomed);
        assert!((whole(&again).value(350.0) - 25.0).abs() < 1e-9);
        assert_eq!(whole(&scale).zoomed(350.0, 0.5, 50), Span::whole(50));
        assert!((whole(&scale).zoomed(350.0, 1e9, 50).length() - 1.0).abs() < 1e-9);
        assert_eq!(whole(&again).panned(1e6, 50), Span { start: 0.0, end: 25.0 });
        assert_eq!(whole(&again).panned(-1e6, 50), Span { start: 25.0, end: 50.0 });
    }

    #[test]
    fn a_reversed_axis_has_its_cells_the_other_way_round_and_pans_and_zooms_as_the_pointer_moves() {
        let scale = Scale::Cells(Span::whole(50)).reversed();
        let along = whole(&scale);
        assert!((along.middle(0) - 595.0).abs() < 1e-4);
        let cell = |screen| scale.cell(along.part(screen), 50);
        assert_eq!(
            [cell(595.0), cell(100.1), cell(100.0), cell(600.1)],
            [Some(0), Some(49), Some(49), None]
        );
        let zoomed = along.zoomed(200.0, 2.0, 50);
        let [start, end] = [zoomed.start, zoomed.end];
        assert!((start - 20.0).abs() < 1e-9 && (end - 45.0).abs() < 1e-9, "{zoomed:?}");
        let again = Scale::Cells(zoomed).reversed();
        assert!((whole(&again).value(200.0) - along.value(200.0)).abs() < 1e-9);
        // What was under the pointer stays under it.
        let panned = whole(&again).panned(10.0, 50);
        assert!((panned.start - 20.5).abs() < 1e-9, "{panned:?}");
        assert_eq!(along.boxed(118.0, 143.0, 50), Span { start: 45.0, end: 49.0 });
    }

    #[test]
    fn offsets_on_a_logarithmic_axis_are_whole_and_rise() {
        let scale = Scale::Offsets(1000.0);
        let along = Along::new(&scale, 0.0, 300.0);
        for (offset, screen) in [(1, 0.0), (10, 100.0), (100, 200.0)] {
            assert!((along.middle(offset) - screen).abs() < 1e-3);
            assert_eq!(scale.cell(along.part(screen), 1001), Some(offset));
        }
    }

    #[test]
    fn a_box_takes_whole_cells() {
        let scale = Scale::Cells(Span::whole(50));
        let along = whole(&scale);
        assert_eq!(along.boxed(143.0, 118.0, 50), Span { start: 1.0, end: 5.0 });
        assert_eq!(along.boxed(120.0, 120.0, 50), Span { start: 2.0, end: 3.0 });
    }
}

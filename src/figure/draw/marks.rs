//! Lines across a panel, and what is held.

use super::{Pen, height_of};
use crate::encoding::float;
use crate::figure::lettering::{width, wrapped};
use crate::figure::svg::{Anchor, SvgText};
use crate::plot::layer::masked;
use crate::plot::layout::Rect;
use crate::plot::{Mark, Panel, Scale, Stretch};

impl Pen<'_> {
    pub(super) fn marks(&mut self, panel: &Panel, plot: Rect) {
        let (size, stroke) = (self.letters.tick, 0.09 * self.letters.name);
        let rim = (!self.figure.transparent).then_some(self.ink.page);
        // Words of marks along x stand above the plot; the extent of each.
        let mut above: Vec<[f64; 2]> = Vec::new();
        let mut taken: Vec<[f64; 2]> = Vec::new();
        for mark in &panel.marks {
            let scale = if mark.is_x { &panel.x.scale } else { &panel.y.scale };
            let color = if mark.is_held { self.ink.pinned } else { self.ink.text };
            let part = scale.part(mark.at + if mark.is_held { 0.5 } else { 0.0 });
            if !(0.0..=1.0).contains(&part) {
                continue;
            }
            if mark.is_held {
                self.held(mark, panel, plot);
            }
            if mark.is_x {
                let x = plot.x + plot.width * part;
                if !mark.is_held {
                    let over = if mark.words.is_empty() { 0.0 } else { 0.35 * size };
                    let from = [x, plot.y - over];
                    self.elements
                        .line(from, [x, plot.bottom()], stroke, color, Some(5.0 * stroke));
                }
                if mark.words.is_empty() {
                    continue;
                }
                let half = width(&mark.words, size) / 2.0;
                let middle = x.clamp((plot.x + half).min(plot.right()), (plot.right() - half).max(plot.x));
                let middle = beside(&above, [middle, half + 0.4 * size], plot);
                above.push([middle - half, middle + half]);
                self.text(&mark.words, [middle, plot.y - 0.5 * size], size, color, Anchor::Middle);
                continue;
            }
            let y = height_of(panel, plot, part);
            if !mark.is_held {
                self.elements
                    .line([plot.x, y], [plot.right(), y], stroke, color, Some(5.0 * stroke));
            }
            if mark.words.is_empty() {
                continue;
            }
            let over = y - 0.35 * size;
            let baseline = if over - size < plot.y { y + 1.1 * size } else { over };
            let clash = taken.iter().filter(|[_, other]| (other - baseline).abs() < 1.1 * size);
            let left = clash.map(|[end, _]| *end).fold(plot.x + 0.5 * size, f64::max);
            let length = width(&mark.words, size);
            let is_crossed = |x: f64| {
                let [from, to] = [x - 0.3 * size, x + length + 0.3 * size].map(|x| (x - plot.x) / plot.width);
                let [low, high] =
                    [baseline + 0.3 * size, baseline - 1.1 * size].map(|y| (plot.bottom() - y) / plot.height);
                panel.is_crossed([from, to], [low, high])
            };
            let right = plot.right() - length - 0.5 * size;
            let is_moved = is_crossed(left) && right > left && !is_crossed(right);
            let x = if is_moved { right } else { left };
            let words = SvgText {
                words: &mark.words,
                at: [x, baseline],
                size,
                color,
                anchor: Anchor::Start,
                upward: false,
            };
            self.elements.text_over(words, rim);
            if !is_moved {
                taken.push([x + length + size, baseline]);
            }
        }
    }

    /// Blanks a stretch of an axis where there is nothing, with words that say why if they fit.
    pub(super) fn void(&mut self, along: &Stretch, words: &str, panel: &Panel, plot: Rect) {
        let scale = if along.is_x { &panel.x.scale } else { &panel.y.scale };
        let (start, end) = parts(scale, [along.span.start, along.span.end]);
        if end <= start {
            return;
        }
        let place = if along.is_x {
            Rect {
                x: plot.x + plot.width * start,
                width: plot.width * (end - start),
                ..plot
            }
        } else {
            Rect {
                y: plot.bottom() - plot.height * end,
                height: plot.height * (end - start),
                ..plot
            }
        };
        if self.figure.transparent {
            return;
        }
        self.elements.fill(place, self.ink.page);
        let size = self.letters.tick;
        let lines = wrapped(words, size, place.width - size);
        let height = 1.3 * size * float(lines.len());
        if height > place.height || lines.iter().any(|line| width(line, size) > place.width) {
            return;
        }
        let mut y = place.y + (place.height - height) / 2.0 + size;
        for line in lines {
            self.text(
                &line,
                [place.x + place.width / 2.0, y],
                size,
                self.ink.text,
                Anchor::Middle,
            );
            y += 1.3 * size;
        }
    }

    /// Blanks the cells beyond the diagonal.
    pub(super) fn masked(&mut self, panel: &Panel, plot: Rect) {
        const LINES: usize = 512;
        let (x, y) = (
            |part: f64| plot.x + plot.width * part,
            |part: f64| plot.bottom() - plot.height * part,
        );
        let strips = masked(&panel.x.scale, &panel.y.scale, LINES);
        let steps = strips
            .iter()
            .flat_map(|(from, ends)| ends.map(|end| [x(*from), y(end)]));
        let mut points: Vec<[f64; 2]> = steps.collect();
        let (Some([_, first]), Some([_, last])) = (points.first().copied(), points.last().copied()) else {
            return;
        };
        let edge = points.clone();
        points.extend([[plot.right(), last], [plot.right(), first]]);
        // On a transparent page the cells themselves are left out.
        if !self.figure.transparent {
            self.elements.polygon(&points, self.ink.page, 1.0);
        }
        self.elements
            .polyline(&edge, 0.05 * self.letters.name, self.ink.weak, None, 1.0);
    }

    /// Draws words in place of a missing line.
    pub(super) fn words(&mut self, words: &str, plot: Rect) {
        let size = self.letters.tick;
        let mut y = plot.y + 1.6 * size;
        for line in wrapped(words, size, plot.width - 2.0 * size) {
            self.text(&line, [plot.x + size, y], size, self.ink.weak, Anchor::Start);
            y += 1.3 * size;
        }
    }

    /// Marks what is held: a frame around its cells, or a line in a panel of lines. The frame is
    /// never too thin to see, and has a rim, since it may stand on any colour.
    fn held(&mut self, mark: &Mark, panel: &Panel, plot: Rect) {
        let stroke = 0.12 * self.letters.name;
        let scale = if mark.is_x { &panel.x.scale } else { &panel.y.scale };
        let (start, end) = parts(scale, [mark.at, mark.at + 1.0]);
        let length = if mark.is_x { plot.width } else { plot.height };
        let middle = f64::midpoint(start, end);
        if panel.cells().is_none() {
            let x = plot.x + plot.width * middle;
            self.elements
                .line([x, plot.y], [x, plot.bottom()], stroke, self.ink.pinned, None);
            return;
        }
        let half = ((end - start) * length / 2.0).max(stroke);
        let place = if mark.is_x {
            Rect {
                x: plot.x + length * middle - half,
                width: 2.0 * half,
                ..plot
            }
        } else {
            Rect {
                y: plot.bottom() - length * middle - half,
                height: 2.0 * half,
                ..plot
            }
        };
        self.elements.frame(place, 1.6 * stroke, self.ink.page);
        self.elements.frame(place, stroke, self.ink.pinned);
    }
}

/// Returns the middle of words of half width `half`, moved beside the words that already stand
/// there: to the nearer side that has room.
fn beside(taken: &[[f64; 2]], [middle, half]: [f64; 2], plot: Rect) -> f64 {
    let Some([start, end]) = taken
        .iter()
        .find(|[start, end]| middle + half > *start && middle - half < *end)
    else {
        return middle;
    };
    let [before, after] = [start - half, end + half];
    let is_before = (middle - before).abs() < (after - middle).abs();
    match (before - half >= plot.x, after + half <= plot.right()) {
        (true, false) => before,
        (true, true) if is_before => before,
        _ => after,
    }
}

/// Returns the parts of an axis between which a stretch of it lies, the smaller one first, as far as it is in view.
fn parts(scale: &Scale, ends: [f64; 2]) -> (f64, f64) {
    let [a, b] = ends.map(|at| scale.part(at).clamp(0.0, 1.0));
    (a.min(b), a.max(b))
}

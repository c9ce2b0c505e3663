//! Curves, points and rings.

use eframe::egui::{Color32, Mesh, Painter, Pos2, Rangef, Rect, Shape, Stroke as Pen, Ui, pos2};

use super::Stage;
use super::along::Along;
use super::cells::pixels_in;
use crate::field::{Answers, ReduceError};
use crate::plot::curve::{DrawnCurve, Lines};
use crate::plot::{Curve, Layer, Panel, Source, Stroke, Tone};
use crate::text::reduce_error;

/// The least distance of neighbouring values, in points, at which each has a dot.
const DOTTED_FROM: f32 = 7.0;

/// The distance in points below which rising dots are drawn as a line.
const POINTS_FROM: f32 = 4.0;

impl Stage<'_> {
    /// Draws the lines of a panel. All that have to be computed are one query.
    pub(super) fn lines(&mut self, ui: &mut Ui, panel: &Panel, plot: Rect, along: [Along<'_>; 2]) {
        let curves = panel.layers.iter().filter_map(|layer| match layer {
            Layer::Curves(curves) => Some(curves),
            _ => None,
        });
        let curves: Vec<&Curve> = curves.flatten().collect();
        let is_given = |curve: &&Curve| matches!(curve.source, Source::Points(_));
        let (given, asked): (Vec<&Curve>, Vec<&Curve>) = curves.into_iter().partition(is_given);
        let painter = ui.painter_at(plot.expand(2.0));
        if !asked.is_empty() {
            let query = Lines {
                sources: asked.iter().map(|curve| curve.source.clone()).collect(),
                x: panel.x.scale.clone(),
                pixels: pixels_in(ui, plot.width()),
            };
            let kin = asked.first().map_or("", |curve| curve.source.kin());
            let key = self.key(format!("lines:{}:{kin}", panel.key));
            let reply = (self.desk as &mut dyn Answers).ask(&key, query.clone());
            let is_old = reply
                .seen
                .as_ref()
                .is_some_and(|(seen, _)| seen.sources != query.sources);
            match reply.error() {
                Some(error) if *error != ReduceError::Cancelled => {
                    self.words_over(ui, &reduce_error(error, self.subject.language), plot, self.ink.error);
                }
                _ => {
                    // An older answer may lack the first lines, which stand for the state before a change.
                    let drawn = reply.answer().map_or(&[][..], Vec::as_slice);
                    let strokes = asked.iter().rev().map(|curve| curve.stroke);
                    let pairs: Vec<_> = drawn.iter().rev().zip(strokes).collect();
                    for (drawn, stroke) in pairs.into_iter().rev() {
                        let pale = stroke.pale || is_old;
                        self.line(&painter, Stroke { pale, ..stroke }, drawn, along);
                    }
                }
            }
            if let Some(fraction) = reply.progress() {
                self.progress(ui, plot, fraction, &key);
            }
        }
        let beyond = ui.painter_at(plot.expand(6.0));
        for curve in given {
            if let Source::Points(points) = &curve.source {
                self.points(&beyond, curve.stroke, points, along, ui.visuals().panel_fill);
            }
        }
    }

    fn color(&self, stroke: Stroke) -> Color32 {
        let color = self.tone(stroke.tone);
        if stroke.pale { color.gamma_multiply(0.5) } else { color }
    }

    /// Draws a computed line.
    fn line(&self, painter: &Painter, stroke: Stroke, drawn: &DrawnCurve, [x, y]: [Along<'_>; 2]) {
        let color = self.color(stroke);
        let at = |&[place, value]: &[f64; 2]| pos2(x.screen(place), y.screen(value));
        // One mesh: thousands of single lines would take milliseconds.
        let mut mesh = Mesh::default();
        let shade = color.gamma_multiply(if stroke.dashed { 0.4 } else { 0.75 });
        for &[start, end, low, high] in drawn.areas.iter().flatten() {
            let across = Rangef::new(x.screen(start), x.screen(end).max(x.screen(start) + 0.5));
            let up = Rangef::new(y.screen(high) - 0.5, y.screen(low) + 0.5);
            mesh.add_colored_rect(Rect::from_x_y_ranges(across, up), shade);
        }
        if !mesh.is_empty() {
            painter.add(mesh);
        }
        for line in &drawn.lines {
            let line: Vec<Pos2> = line.iter().map(at).collect();
            if stroke.dashed {
                let seen = clipped(line, painter.clip_rect());
                painter.extend(Shape::dashed_line(&seen, Pen::new(1.3, color), 4.0, 3.0));
            } else if line.len() > 1 {
                painter.add(Shape::line(line, Pen::new(1.6, color)));
            }
        }
        let dots: Vec<Pos2> = drawn.dots.iter().map(at).collect();
        let is_sparse = dots.windows(2).all(|two| two[1].x - two[0].x >= DOTTED_FROM);
        let is_alone = drawn.lines.iter().all(|line| line.len() == 1);
        if is_alone || (stroke.dotted && is_sparse) {
            for at in dots {
                painter.circle_filled(at, if stroke.dashed { 1.4 } else { 2.0 }, color);
            }
        }
    }

    /// Draws given points: joined, as dots, or as rings.
    fn points(&self, painter: &Painter, stroke: Stroke, points: &[[f64; 2]], along: [Along<'_>; 2], page: Color32) {
        let [x, y] = along;
        let color = self.color(stroke);
        let is_number = |point: &&[f64; 2]| point.iter().all(|number| number.is_finite());
        let at = |&[place, value]: &[f64; 2]| pos2(x.screen(place), y.screen(value));
        let points: Vec<Pos2> = points.iter().filter(is_number).map(at).collect();
        let step = x.points_per_cell();
        match stroke {
            Stroke { rings: true, .. } => {
                for two in points.windows(2) {
                    painter.line_segment([two[0], two[1]], Pen::new(1.5, color));
                }
                if let Some(&last) = points.last() {
                    painter.circle_stroke(last, 5.0, Pen::new(2.0, color));
                }
            }
            Stroke {
                tone: Tone::Hovered, ..
            } => {
                for at in points {
                    painter.circle(at, 4.5, color, Pen::new(1.5, page));
                }
            }
            Stroke { dots_only: false, .. } => {
                painter.add(Shape::line(thinned(points), Pen::new(1.5, color)));
            }
            _ => {
                let thinned = thinned(points);
                // Waves that start again half way are not a line.
                let is_rising = thinned.windows(2).all(|two| two[1].y <= two[0].y + 0.5);
                if step < POINTS_FROM && is_rising && thinned.len() > 1 {
                    painter.add(Shape::line(thinned, Pen::new(3.0, color)));
                } else {
                    let radius = (0.3 * step).clamp(1.5, 4.0);
                    for at in thinned {
                        painter.circle_filled(at, radius, color);
                    }
                }
            }
        }
    }
}

/// Returns the points that are at least half a point of the screen apart, and the last one.
fn thinned(points: Vec<Pos2>) -> Vec<Pos2> {
    let last = points.last().copied();
    let mut thinned: Vec<Pos2> = Vec::new();
    for point in points {
        if thinned.last().is_none_or(|before| before.distance(point) >= 0.5) {
            thinned.push(point);
        }
    }
    if let Some(last) = last.filter(|last| thinned.last() != Some(last)) {
        thinned.push(last);
    }
    thinned
}

/// Returns the part of a line near the view: dashing costs time even where nobody sees it.
fn clipped(line: Vec<Pos2>, clip: Rect) -> Vec<Pos2> {
    let is_seen = |at: &Pos2| (clip.left() - 40.0..=clip.right() + 40.0).contains(&at.x);
    line.into_iter().filter(is_seen).collect()
}

//! The points that the lines of a panel go through, computed for a number of pixels.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::axis::Scale;
use super::layer::Source;
use crate::analysis::{Relation, Trace, trace, trace_cost_ms};
use crate::encoding::{Between, Encoding, float, natural};
use crate::field::{
    Cancel, Last, Query, ReduceError, Reduction, Span, WAVE_MS, Window, WindowAxis, offset_edges, offset_means,
};

/// The lines of a panel: their sources, the axis, and the number of pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// What each line goes through.
    pub sources: Vec<Source>,
    /// What runs along x.
    pub x: Scale,
    /// The number of pixels along x.
    pub pixels: usize,
}

/// A computed line, in the values of the axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DrawnCurve {
    /// Lines, broken where values are not finite.
    pub lines: Vec<Vec<[f64; 2]>>,
    /// Single points.
    pub dots: Vec<[f64; 2]>,
    /// The areas that lines through many values would fill: from the left, the start and end of each
    /// stretch, and the lowest and highest value in it.
    pub areas: Vec<Vec<[f64; 4]>>,
}

impl Query for Lines {
    const NAME: &'static str = "lines";
    type Answer = Vec<DrawnCurve>;

    /// What the last answer contains, such as a line shown from before a slider moved, costs nothing.
    fn cost_ms(&self, last: Option<Last<'_, Self>>) -> f64 {
        let asked = self.sources.iter().filter(|source| self.known(source, last).is_none());
        asked.map(|source| self.cost_of(source)).sum()
    }

    fn answer(&self, last: Option<Last<'_, Self>>, cancel: &Cancel) -> Result<Vec<DrawnCurve>, ReduceError> {
        let drawn = |source| match self.known(source, last) {
            Some(drawn) => Ok(drawn.clone()),
            None => self.drawn(source, cancel),
        };
        self.sources.par_iter().map(drawn).collect()
    }
}

impl Lines {
    /// Returns the line of a source in the last answer, if it has one on the same axis.
    fn known<'a>(&self, source: &Source, last: Option<Last<'a, Self>>) -> Option<&'a DrawnCurve> {
        let last = last.filter(|last| (&last.query.x, last.query.pixels) == (&self.x, self.pixels))?;
        let at = last.query.sources.iter().position(|known| known == source)?;
        last.answer.get(at)
    }

    fn cost_of(&self, source: &Source) -> f64 {
        match source {
            Source::Points(_) | Source::Values(_) => 0.0,
            Source::Column { encoding, .. } => trace_cost_ms(encoding, self.axis(encoding.end())),
            Source::Relation { relation, .. } => match self.x {
                Scale::Offsets(_) => WAVE_MS * float(relation.encoding().d_model() / 2 * self.pixels),
                _ => {
                    let along = self.along(relation.encoding().max_len());
                    let window = Window {
                        rows: WindowAxis::exact(1),
                        columns: along,
                    };
                    relation.field().cost_ms(Reduction::Mean, &window)
                }
            },
        }
    }

    fn drawn(&self, source: &Source, cancel: &Cancel) -> Result<DrawnCurve, ReduceError> {
        match source {
            Source::Points(points) => Ok(DrawnCurve::through(points)),
            Source::Values(values) => Ok(self.through_values(values)),
            Source::Column { encoding, column } => self.through_column(encoding, *column, cancel),
            Source::Relation {
                relation,
                held,
                first_moves,
            } => {
                let points = match self.x {
                    Scale::Offsets(last) => by_offset(relation.encoding(), last, self.pixels),
                    _ => self.through_relation(relation, *held, *first_moves, cancel)?,
                };
                Ok(DrawnCurve::through(&points))
            }
        }
    }

    /// Returns the cells in view of a table of `cells` rows, with their share of the pixels.
    fn axis(&self, cells: usize) -> WindowAxis {
        let seen = self.x.span();
        let span = Span {
            start: seen.start.clamp(0.0, float(cells)),
            end: seen.end.clamp(0.0, float(cells)),
        };
        let share = (span.length() / seen.length()).max(0.0);
        WindowAxis {
            span: if span.length() > 0.0 { span } else { Span::whole(cells) },
            pixels: natural((float(self.pixels) * share).round()).max(1),
        }
    }

    /// As [`Self::axis`], but with one pixel per cell if there are no more cells than pixels.
    fn along(&self, cells: usize) -> WindowAxis {
        let axis = self.axis(cells);
        let seen = axis.span.cells();
        if seen.len() > axis.pixels {
            return axis;
        }
        WindowAxis::of_cells(seen)
    }

    fn through_column(&self, encoding: &Encoding, column: usize, cancel: &Cancel) -> Result<DrawnCurve, ReduceError> {
        let axis = self.axis(encoding.end());
        match trace(encoding, column, axis, cancel)? {
            Trace::Values { first, values } => {
                let at = |(i, &value): (usize, &f32)| point(float(first + i) + 0.5, f64::from(value));
                let dots: Vec<Option<[f64; 2]>> = values.iter().enumerate().map(at).collect();
                let lines = broken(dots.iter().copied());
                Ok(DrawnCurve {
                    lines: lines
                        .into_iter()
                        .map(|line| self.between(encoding, column, line))
                        .collect(),
                    dots: dots.into_iter().flatten().collect(),
                    areas: Vec::new(),
                })
            }
            Trace::Envelope(extremes) => {
                let at = |(pixel, &[low, high]): (usize, &[f32; 2])| {
                    let Span { start, end } = axis.pixel(pixel);
                    let is_number = low.is_finite() && high.is_finite();
                    is_number.then(|| [start, end, f64::from(low), f64::from(high)])
                };
                Ok(DrawnCurve {
                    areas: broken(extremes.iter().enumerate().map(at)),
                    ..DrawnCurve::default()
                })
            }
        }
    }

    /// Returns the line between values: the wave itself, a step for bits, otherwise straight. At the
    /// positions it passes through the values.
    fn between(&self, encoding: &Encoding, column: usize, points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
        let (Some(first), Some(last), Some(law)) = (points.first(), points.last(), encoding.columns().get(column))
        else {
            return points;
        };
        match law.between() {
            Between::Smooth if points.len() > 1 => {
                // One point per two pixels is finer than the eye can see.
                let wanted = (last[0] - first[0]) / self.x.span().length() * float(self.pixels) / 2.0;
                let steps = natural(wanted.clamp(1.0, 4000.0).round());
                (0..=steps)
                    .map(|step| first[0] + (last[0] - first[0]) * float(step) / float(steps))
                    .map(|at| [at, law.at(at - 0.5)])
                    .collect()
            }
            Between::Step => points
                .iter()
                .flat_map(|&[at, value]| [[at - 0.5, value], [at + 0.5, value]])
                .collect(),
            Between::Smooth | Between::Straight => points,
        }
    }

    /// Returns the values of a relation along positions or offsets, averaged over each pixel if there
    /// are more cells than pixels.
    fn through_relation(
        &self,
        relation: &Relation,
        held: usize,
        first_moves: bool,
        cancel: &Cancel,
    ) -> Result<Vec<[f64; 2]>, ReduceError> {
        let length = relation.encoding().max_len();
        let along = self.along(length);
        let held = held.min(length - 1);
        let other = WindowAxis::of_cells(held..held + 1);
        let (rows, columns) = if first_moves { (along, other) } else { (other, along) };
        let raster = relation
            .field()
            .reduce(Reduction::Mean, &Window { rows, columns }, cancel)?;
        let middle = |pixel: usize| {
            let Span { start, end } = along.pixel(pixel);
            f64::midpoint(start, end)
        };
        let values = raster.values.iter().enumerate();
        Ok(values
            .map(|(pixel, &value)| [middle(pixel), f64::from(value)])
            .collect())
    }

    /// Returns a line through values at whole numbers. A pixel with several values keeps the first, the
    /// lowest, the highest and the last, which cover what a line through all of them would.
    fn through_values(&self, values: &[f64]) -> DrawnCurve {
        let at = |place: usize| self.x.middle(place);
        let seen = self.x.span();
        let lowest = match self.x {
            // A logarithmic axis has no place for 0.
            Scale::Offsets(_) => 1,
            _ => 0,
        };
        let first = natural(seen.start.floor()).saturating_sub(1).max(lowest);
        let end = (natural(seen.end.ceil()) + 1).min(values.len());
        let is_dense = float(end.saturating_sub(first)) > float(self.pixels);
        if !is_dense {
            let points: Vec<[f64; 2]> = (first..end).map(|place| [at(place), values[place]]).collect();
            return DrawnCurve::through(&points);
        }
        let pixel = |place: usize| (self.x.part(at(place)) * float(self.pixels)).floor();
        let mut points = Vec::new();
        let mut place = first;
        while place < end {
            // NaN counts as the highest or the lowest value, so it is kept and breaks the line.
            let mut kept = [place; 4];
            let start = pixel(place);
            while place < end && pixel(place) <= start {
                for (extreme, is_beyond) in [(1, std::cmp::Ordering::Less), (2, std::cmp::Ordering::Greater)] {
                    if values[place].total_cmp(&values[kept[extreme]]) == is_beyond {
                        kept[extreme] = place;
                    }
                }
                kept[3] = place;
                place += 1;
            }
            kept.sort_unstable();
            let mut kept = kept.to_vec();
            kept.dedup();
            points.extend(kept.into_iter().map(|place| point(at(place), values[place])));
        }
        DrawnCurve {
            lines: broken(points.into_iter()),
            ..DrawnCurve::default()
        }
    }
}

impl DrawnCurve {
    /// Returns a line through points.
    fn through(points: &[[f64; 2]]) -> Self {
        let points = points.iter().map(|&[at, value]| point(at, value));
        Self {
            lines: broken(points.clone()),
            dots: points.flatten().collect(),
            areas: Vec::new(),
        }
    }
}

/// Returns a point; `None` if it is not finite.
fn point(at: f64, value: f64) -> Option<[f64; 2]> {
    (at.is_finite() && value.is_finite()).then_some([at, value])
}

/// Returns the lines between missing points.
fn broken<T>(points: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut lines = vec![Vec::new()];
    for point in points {
        match (point, lines.last_mut()) {
            (Some(point), Some(line)) => line.push(point),
            _ => lines.push(Vec::new()),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Returns the mean cosines at offsets whose logarithms are evenly spaced.
fn by_offset(encoding: &Encoding, last: f64, pixels: usize) -> Vec<[f64; 2]> {
    let edges = offset_edges(last, pixels, encoding.max_len());
    let means = offset_means(encoding, &edges);
    let middle = |edges: &[usize]| (float(edges[0]) * float(edges[1] - 1)).sqrt();
    let middles = edges.windows(2).map(middle);
    middles.zip(means).map(|(at, mean)| [at, mean]).collect()
}

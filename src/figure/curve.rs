//! The points that a line goes through, worked out when it is drawn.

use crate::analysis::{Relation, Trace, trace};
use crate::encoding::{Between, Encoding};
use crate::field::{Axis, Cancel, ReduceError, Reduction, Span, Window, offset_edges, offset_means};

use super::page::{Scale, Source};

/// A line worked out, in parts of the plot: 0 to 1 from the left and from the bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Lines, broken where there is no number.
    pub lines: Vec<Vec<[f64; 2]>>,
    /// Values at single places.
    pub dots: Vec<[f64; 2]>,
    /// What a line through many values would fill: from the left, the lowest and the highest.
    pub areas: Vec<Vec<[f64; 3]>>,
}

/// Works a line out for a plot of so many pixels across.
///
/// # Errors
/// [`ReduceError`].
pub fn drawn(source: &Source, (x, y): (&Scale, &Scale), pixels: usize, cancel: &Cancel) -> Result<Drawn, ReduceError> {
    match source {
        Source::Points(points) => Ok(of_points(points, (x, y))),
        Source::Column { encoding, column } => of_column(encoding, *column, (x, y), pixels, cancel),
        Source::Relation {
            relation,
            held,
            first_moves,
        } => {
            let points = match x {
                Scale::Offsets(last) => by_offset(relation.encoding(), *last, pixels),
                _ => of_relation(relation, *held, *first_moves, x, pixels, cancel)?,
            };
            Ok(of_points(&points, (x, y)))
        }
    }
}

/// Single values, and straight lines between them.
fn of_points(points: &[[f64; 2]], (x, y): (&Scale, &Scale)) -> Drawn {
    let places = points.iter().map(|&[at, value]| place(x, y, at, value));
    Drawn {
        lines: broken(places.clone()),
        dots: places.flatten().collect(),
        areas: Vec::new(),
    }
}

/// Where a point is; none where there is no number.
fn place(x: &Scale, y: &Scale, at: f64, value: f64) -> Option<[f64; 2]> {
    let place = [x.part(at), y.part(value)];
    place.iter().all(|part| part.is_finite()).then_some(place)
}

/// Lines without the places where there is none.
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

#[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
fn of_column(
    encoding: &Encoding,
    column: usize,
    (x, y): (&Scale, &Scale),
    pixels: usize,
    cancel: &Cancel,
) -> Result<Drawn, ReduceError> {
    let span = Span {
        start: x.at(0.0),
        end: x.at(1.0),
    };
    let axis = Axis {
        span: span.within(encoding.max_len()),
        pixels: pixels.max(1),
    };
    match trace(encoding, column, axis, cancel)? {
        Trace::Values { first, values } => {
            let at = |i: usize, value: f32| place(x, y, (first + i) as f64 + 0.5, f64::from(value));
            let dots: Vec<Option<[f64; 2]>> = values.iter().enumerate().map(|(i, &value)| at(i, value)).collect();
            let lines = broken(dots.iter().copied());
            let smooth = |line: Vec<[f64; 2]>| between(encoding, column, line, (x, y), pixels);
            Ok(Drawn {
                lines: lines.into_iter().map(smooth).collect(),
                dots: dots.into_iter().flatten().collect(),
                areas: Vec::new(),
            })
        }
        Trace::Envelope(extremes) => {
            let at = |(pixel, &[low, high]): (usize, &[f32; 2])| {
                let Span { start, end } = axis.pixel(pixel);
                let [_, low] = place(x, y, start, f64::from(low))?;
                let [at, high] = place(x, y, f64::midpoint(start, end), f64::from(high))?;
                Some([at, low, high])
            };
            Ok(Drawn {
                areas: broken(extremes.iter().enumerate().map(at)),
                ..Drawn::default()
            })
        }
    }
}

/// The line between values, as the law of the column has it. Its corners at the positions are the
/// values.
fn between(
    encoding: &Encoding,
    column: usize,
    points: Vec<[f64; 2]>,
    (x, y): (&Scale, &Scale),
    pixels: usize,
) -> Vec<[f64; 2]> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return points;
    };
    let cell = x.part(x.at(0.0) + 1.0);
    let Some(law) = encoding.columns().get(column) else {
        return points;
    };
    match law.between() {
        Between::Smooth if points.len() > 1 => {
            // Half a point a step is finer than an eye sees.
            #[expect(clippy::cast_precision_loss, reason = "a figure's pixels")]
            let wanted = (last[0] - first[0]) * (pixels as f64 / 2.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "positive, a figure's pixels"
            )]
            let steps = wanted.clamp(1.0, 4000.0) as u32;
            (0..=steps)
                .map(|step| first[0] + (last[0] - first[0]) * f64::from(step) / f64::from(steps))
                .map(|part| [part, y.part(law.at(x.at(part) - 0.5))])
                .collect()
        }
        Between::Step => points
            .iter()
            .flat_map(|&[at, value]| [[at - cell / 2.0, value], [at + cell / 2.0, value]])
            .collect(),
        Between::Smooth | Between::Straight => points,
    }
}

/// The values of a relation along an axis of positions or offsets, each the mean over a pixel
/// where there are more than pixels.
#[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
fn of_relation(
    relation: &Relation,
    held: usize,
    first_moves: bool,
    x: &Scale,
    pixels: usize,
    cancel: &Cancel,
) -> Result<Vec<[f64; 2]>, ReduceError> {
    let length = relation.encoding().max_len();
    let span = Span {
        start: x.at(0.0),
        end: x.at(1.0),
    }
    .within(length);
    let cells = span.cells().len();
    let along = if cells <= pixels {
        Axis {
            span: Span {
                start: span.cells().start as f64,
                end: span.cells().end as f64,
            },
            pixels: cells,
        }
    } else {
        Axis { span, pixels }
    };
    let held = held.min(length - 1) as f64;
    let other = Axis {
        span: Span {
            start: held,
            end: held + 1.0,
        },
        pixels: 1,
    };
    let (rows, columns) = if first_moves { (along, other) } else { (other, along) };
    let raster = relation
        .field()
        .reduce(Reduction::Mean, &Window { rows, columns }, cancel)?;
    let at = |pixel: usize| {
        let Span { start, end } = along.pixel(pixel);
        f64::midpoint(start, end)
    };
    Ok(raster
        .values
        .iter()
        .enumerate()
        .map(|(pixel, &value)| [at(pixel), f64::from(value)])
        .collect())
}

/// The mean cosines at offsets whose logarithms are evenly spaced.
#[expect(clippy::cast_precision_loss, reason = "offsets are far below 2^53")]
fn by_offset(encoding: &Encoding, last: f64, pixels: usize) -> Vec<[f64; 2]> {
    let edges = offset_edges(last, pixels, encoding.max_len());
    let means = offset_means(encoding, &edges);
    let middle = |edges: &[usize]| (edges[0] as f64 * (edges[1] - 1) as f64).sqrt();
    edges
        .windows(2)
        .map(middle)
        .zip(means)
        .map(|(at, mean)| [at, mean])
        .collect()
}

//! The ticks of an axis and their labels.

use crate::encoding::{float, natural};
use crate::text::{count, position, significant};

use super::axis::Scale;
use super::range::round_step;

/// A tick: its value in the terms of [`Scale::part`], and its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub at: f64,
    /// The label.
    pub label: String,
}

/// Returns the number of cells from one label to the next, for cells of length `cell` and labels at
/// least `gap` apart: 1, 2 or 5 times a power of ten.
///
/// ```
/// use poscope::plot::ticks::step_of_cells;
/// assert_eq!(step_of_cells(10.0, 30.0), 5);
/// assert_eq!(step_of_cells(20.0, 20.0), 1);
/// ```
pub fn step_of_cells(cell: f64, gap: f64) -> usize {
    let mut step = 1usize;
    for quarters in [8, 10, 8].into_iter().cycle().take(30) {
        if float(step) * cell >= gap {
            break;
        }
        step = step * quarters / 4;
    }
    step
}

/// Returns the ticks of an axis of length `length`, whose labels are at least `gap` apart.
pub fn ticks(scale: &Scale, length: f64, gap: f64) -> Vec<Tick> {
    match scale {
        Scale::Cells(span) => cells(scale, step_of_cells(length / span.length(), gap), 0, count),
        Scale::Rows(span, numbering) => {
            let step = step_of_cells(length / span.length(), gap);
            let label = |row| position(numbering.position(row));
            cells(scale, step, numbering.first_multiple(step), label)
        }
        Scale::Groups(_, groups) => groups
            .iter()
            .map(|(span, name)| Tick {
                at: f64::midpoint(span.start, span.end),
                label: name.clone(),
            })
            .collect(),
        Scale::Values(low, high) => values(*low, *high, (length, gap), false),
        Scale::Offsets(last) => powers(1.0, *last, length, gap),
        Scale::Logarithms(low, high) => powers(*low, *high, length, gap),
        Scale::Reversed(scale) => ticks(scale, length, gap),
    }
}

/// Returns the ticks of the scale of colours of length `length`, whose labels are at least `gap` apart: round numbers
/// and the two ends, at which the colours end.
pub fn color_ticks(low: f64, high: f64, length: f64, gap: f64) -> Vec<Tick> {
    values(low, high, (length, gap), true)
}

/// Returns every `step`th cell in view, counted from `first`.
fn cells(scale: &Scale, step: usize, first: usize, label: impl Fn(usize) -> String) -> Vec<Tick> {
    let cells = scale.span().cells();
    let first = first + cells.start.saturating_sub(first).div_ceil(step) * step;
    (first..cells.end)
        .step_by(step)
        .filter(|&cell| (0.0..=1.0).contains(&scale.part(scale.middle(cell))))
        .map(|cell| Tick {
            at: scale.middle(cell),
            label: label(cell),
        })
        .collect()
}

/// Returns round numbers from one end to the other, and the ends if they are asked for or there are no two round numbers.
fn values(low: f64, high: f64, (length, gap): (f64, f64), with_ends: bool) -> Vec<Tick> {
    let most = (length / gap.max(1e-9)).max(1.0);
    let width = high - low;
    if !(width > 0.0 && width.is_finite()) {
        return Vec::new();
    }
    let (step, power) = round_step(width / most.clamp(1.0, 8.0));
    let step = step * 10f64.powf(power);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let count = natural(last - first + 1.0);
    let mut at: Vec<f64> = (0..count).map(|i| (first + float(i)) * step).collect();
    // A single number says nothing about the scale.
    let is_short = at.len() < 2;
    if is_short {
        at.clear();
    }
    if is_short || with_ends {
        for end in [low, high] {
            at.retain(|value| (value - end).abs() > 0.75 * step);
            at.push(end);
        }
    }
    at.sort_by(f64::total_cmp);
    // Enough digits to distinguish neighbours, at least four.
    let apart = (low.abs().max(high.abs()) / step).log10().ceil().clamp(2.0, 14.0);
    let digits = (natural(apart) + 1).max(4);
    at.into_iter()
        .map(|at| Tick {
            at,
            label: significant(if at.abs() < step * 1e-9 { 0.0 } else { at }, digits),
        })
        .collect()
}

/// Returns powers of ten: all of them, or every second, third, ...
fn powers(low: f64, high: f64, length: f64, gap: f64) -> Vec<Tick> {
    let decade = length / (high / low).log10().max(1e-9);
    let (first, last) = ((low.log10() - 1e-9).ceil(), (high.log10() + 1e-9).floor());
    let every = (gap / decade).ceil().max(1.0);
    let mut ticks = Vec::new();
    let mut power = (first / every).ceil() * every;
    while power <= last && ticks.len() < 100 {
        let at = 10f64.powf(power);
        let label = if power < 7.0 {
            significant(at, 1)
        } else {
            format!("1e{power}")
        };
        ticks.push(Tick { at, label });
        power += every;
    }
    ticks
}

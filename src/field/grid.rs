//! The values of one column along a stretch of positions, and their means.
//!
//! For a wave every angle that a mean needs is a multiple of half the
//! frequency: the middle of whole positions is a whole or a half position. With
//! m = B q + r the sine and cosine at m are one complex product of an anchor
//! (at B q) and an offset (at r), so about 2 sqrt(2 n) evaluations serve n
//! positions.

use crate::encoding::{ColumnLaw, DoubleDouble, Phase, dirichlet_kernel};

use super::{Axis, Span};

/// A column, ready to be evaluated often along a stretch.
pub(super) enum Column {
    /// Each value by its law.
    Law(ColumnLaw),
    /// A wave, from products.
    Wave(WaveGrid),
}

impl Column {
    /// Prepares a column for an axis.
    pub fn new(law: ColumnLaw, axis: Axis) -> Self {
        match law {
            ColumnLaw::Wave { frequency, phase } if grid_points(axis.span) < evaluations(axis) => {
                Self::Wave(WaveGrid::new(frequency, phase, axis.span))
            }
            law => Self::Law(law),
        }
    }

    fn at(&self, position: f64) -> f64 {
        match self {
            Self::Law(law) => law.at(position),
            Self::Wave(grid) => grid.at(position),
        }
    }

    fn mean(&mut self, first: f64, count: f64) -> f64 {
        match self {
            Self::Law(law) => law.mean(first, count),
            Self::Wave(grid) => grid.mean(first, count),
        }
    }

    /// The means over the positions under each pixel of the axis.
    pub fn means(mut self, axis: Axis, out: &mut [f64]) {
        // Neighbouring pixels share a cell, at their common edge or altogether.
        let mut last = (f64::NAN, 0.0);
        for (pixel, mean) in out.iter_mut().enumerate() {
            let Span { start, end } = axis.pixel(pixel);
            let (first_whole, end_whole) = (start.ceil(), end.floor());
            let mut cell = |column: &Self, position: f64| {
                if last.0 != position {
                    last = (position, column.at(position));
                }
                last.1
            };
            if end_whole < first_whole {
                *mean = cell(&self, end_whole); // within one cell
                continue;
            }
            let mut sum = 0.0;
            if start < first_whole {
                sum += (first_whole - start) * cell(&self, first_whole - 1.0);
            }
            let whole = end_whole - first_whole;
            if whole == 1.0 {
                sum += cell(&self, first_whole);
            } else if whole > 1.0 {
                sum += whole * self.mean(first_whole, whole);
            }
            if end > end_whole {
                sum += (end - end_whole) * cell(&self, end_whole);
            }
            *mean = sum / (end - start);
        }
    }
}

/// How many values of a column an axis needs, at the most.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn evaluations(axis: Axis) -> f64 {
    axis.span.length().min(3.0 * axis.pixels as f64) + 1.0
}

/// How many evaluations of sine and cosine a grid over a stretch costs.
pub(super) fn grid_points(span: Span) -> f64 {
    2.0 * (2.0 * span.length() + 4.0).sqrt()
}

/// Sine and cosine at the whole and half positions of a stretch.
pub(super) struct WaveGrid {
    frequency: DoubleDouble,
    phase: Phase,
    /// The half position at which the stretch begins.
    first: f64,
    block: usize,
    anchors: Vec<(f64, f64)>,
    offsets: Vec<(f64, f64)>,
    /// The kernels of the last two counts: pixels differ by one position.
    kernels: [(f64, f64); 2],
}

impl WaveGrid {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positions are far below 2^53 and not negative"
    )]
    fn new(frequency: DoubleDouble, phase: Phase, span: Span) -> Self {
        let first = 2.0 * span.start.floor();
        let halves = (2.0 * span.end.ceil() - first) as usize + 1;
        let block = (halves as f64).sqrt().ceil() as usize;
        let at = |half: f64| frequency.angle(half / 2.0).sin_cos();
        let anchors = (0..=halves / block).map(|q| at(first + (q * block) as f64)).collect();
        let offsets = (0..block).map(|r| at(r as f64)).collect();
        Self {
            frequency,
            phase,
            first,
            block,
            anchors,
            offsets,
            kernels: [(f64::NAN, 0.0); 2],
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the stretch"
    )]
    fn at(&self, position: f64) -> f64 {
        let m = (2.0 * position - self.first) as usize;
        let ((anchor_sin, anchor_cos), (sin, cos)) = (self.anchors[m / self.block], self.offsets[m % self.block]);
        self.phase
            .pick(anchor_sin * cos + anchor_cos * sin, anchor_cos * cos - anchor_sin * sin)
    }

    fn mean(&mut self, first: f64, count: f64) -> f64 {
        let kernel = match self.kernels.iter().find(|(known, _)| *known == count) {
            Some((_, kernel)) => *kernel,
            None => {
                let kernel = dirichlet_kernel(self.frequency, count);
                self.kernels = [(count, kernel), self.kernels[0]];
                kernel
            }
        };
        self.at(first + (count - 1.0) / 2.0) * kernel
    }
}

//! The means of waves over places that start over, form lines, or fall before they rise.
//!
//! Below an edge in row n, at a fraction f of its cell, lie the rows of some whole strides and
//! those up to the place y of row n. With `C = 1 / (z(1) - 1)` and z the wave over the places, the
//! sum of z over the rows below the edge is, up to a constant that cancels,
//!
//! ```text
//! start over after S places    (C + f) z(y) + k M     k strides, M the sum over one of them
//! lines of W rows              (W C + r) z(y)         r rows of the line are below the edge
//! distance from row m, n < m   (C' + f) z(y)          C' the conjugate of C: places fall
//! distance from row m, n >= m  (C + f) z(y) + C' - C
//! ```
//!
//! where z(y) comes from a [`Walk`]: the places of edges rise evenly, rounded down to whole
//! numbers, and so do the strides that are subtracted. As for plain waves the coefficients of a sum
//! of waves are added; counts (k, or whether n is beyond m) are multiplied once.
//!
//! If a wave is so slow that C would cost digits, or if a node has parts of at most two lines, the
//! mean is computed from values: from one at the mean place of the node or, if a stride ends in the
//! node, from two, each with its share.

use std::ops::Range;

use num_complex::Complex64;

use crate::encoding::{DoubleDouble, Fold, float, positions_below};

use super::Span;
use super::nodes::Nodes;
use super::walk::{Rise, Walk};

/// Radians per node below which a wave is evaluated at the mean position.
pub(super) const SLOW: f64 = 1e-5;

/// The places at which the waves of one fold are averaged, prepared once for all of them.
pub(super) struct FoldedPlaces {
    pub fold: Fold,
    runs: Vec<EdgeRun>,
    /// The count at each edge: of strides, or 1 beyond the middle row.
    counts: Vec<f64>,
    /// The mean place of each node.
    middles: Vec<f64>,
    /// The shares of the values at the two edges of each node in its mean.
    shares: Vec<[f64; 2]>,
    /// The number of rows per place.
    by: f64,
    rows_per_node: f64,
    /// Whether means are always computed from values.
    is_by_values: bool,
}

/// Edges whose places rise or fall evenly.
struct EdgeRun {
    edges: Range<usize>,
    is_falling: bool,
    /// The places of the edges, each with the number of its own rows below the edge.
    sums: Walk,
    /// The same places, each with the distance to the mean place of the first part of the node after the edge.
    after: Walk,
    /// The same for the second part of the node before the edge; `None` if no node has one.
    before: Option<Walk>,
}

/// The sums of weighted waves of one fold.
#[derive(Clone)]
pub(super) struct FoldedSums {
    /// Values at edges, for the node after and for the node before.
    after: Vec<f64>,
    before: Vec<f64>,
    /// The amount that each unit of the count adds to the sum below an edge.
    per_count: f64,
    /// The coefficients of a linear function of the mean place.
    slope: f64,
    constant: f64,
    is_empty: bool,
}

impl FoldedSums {
    /// Adds a multiple of the place itself and a constant.
    pub fn add_places(&mut self, slope: f64, constant: f64) {
        self.is_empty = false;
        self.slope += slope;
        self.constant += constant;
    }
}

/// The parts of a node: the share of the first part and the distance of its mean place from the
/// place of the edge before; the same for the second part and the edge after.
type NodeParts = [(f64, f64); 2];

impl FoldedPlaces {
    pub fn new(fold: Fold, nodes: &Nodes) -> Self {
        let axis = nodes.axis;
        let edges: Vec<f64> = (0..=axis.pixels).map(|i| axis.edge(i)).collect();
        let rows_per_node = axis.cells_per_pixel();
        let sum_below = |edge: f64| fold.sum_below(edge, positions_below);
        let middles: Vec<f64> = (0..nodes.len())
            .map(|node| match nodes.span(node) {
                Span { start, .. } if nodes.are_cells => fold.place(start),
                Span { start, end } => (sum_below(end) - sum_below(start)) / (end - start),
            })
            .collect();
        // A node may have a part in each of two strides, or of two lines.
        let stride = match fold {
            Fold::Restart { length, overlap } => Some((float(overlap), float(length - overlap))),
            Fold::Quotient { by } => Some((0.0, float(by))),
            Fold::Straight | Fold::Mirror { .. } => None,
        };
        let stride = stride.filter(|(_, rows)| !nodes.are_cells && rows_per_node + 1.0 <= *rows);
        let is_line = matches!(fold, Fold::Quotient { .. });
        let parts = |node: usize| -> NodeParts {
            let Span { start, end } = nodes.span(node);
            if nodes.are_cells {
                return [(1.0, 0.0), (0.0, 0.0)];
            }
            let Some((from, rows)) = stride else {
                return [(1.0, middles[node] - fold.place(start.floor())), (0.0, 0.0)];
            };
            let border = (from + rows * (((start - from) / rows).floor().max(0.0) + 1.0)).min(end);
            // The mean row relative to `row`; all rows of a line are at one place.
            let mean = |a: f64, b: f64, row: f64| {
                let below = |edge: f64| positions_below(edge - a.floor());
                a.floor() - row + (below(b) - below(a)) / (b - a)
            };
            let part = |a: f64, b: f64, row: f64| match (b - a) / (end - start) {
                share if share > 0.0 => (share, if is_line { 0.0 } else { mean(a, b, row) }),
                _ => (0.0, 0.0),
            };
            [part(start, border, start.floor()), part(border, end, end.floor())]
        };
        let parts: Vec<NodeParts> = (0..nodes.len()).map(parts).collect();
        let has_second = parts.iter().any(|[_, (share, _)]| *share > 0.0);
        let by = if let Fold::Quotient { by } = fold {
            float(by)
        } else {
            1.0
        };
        let run = |(edges, kind): (Range<usize>, FoldKind)| {
            let below = |i: usize| match fold {
                Fold::Quotient { .. } => edges_rest(axis.edge(i), by),
                _ => edges_rest(axis.edge(i), 1.0),
            };
            let rise = |from: f64, by: f64| Rise::of_edges(axis, edges.clone(), from, by);
            let walk = Walk::along(rise(0.0, by), edges.clone().map(below).collect());
            let sums = match kind {
                FoldKind::Plain => walk,
                FoldKind::Strides { from, rows } => walk.less(rise(from, rows), rows),
                FoldKind::From { middle, is_before } => walk.measured_from(middle, is_before),
            };
            // The last edge has no node after it, the first edge none before it.
            let after = |i: usize| parts.get(i).map_or(0.0, |[(_, far), _]| *far);
            let before = |i: usize| i.checked_sub(1).map_or(0.0, |node| parts[node][1].1);
            EdgeRun {
                after: sums.with(edges.clone().map(after).collect()),
                before: has_second.then(|| sums.with(edges.clone().map(before).collect())),
                is_falling: matches!(kind, FoldKind::From { is_before: true, .. }),
                sums,
                edges,
            }
        };
        Self {
            counts: edges.iter().map(|edge| counted(fold, *edge)).collect(),
            runs: kinds(fold, &edges).into_iter().map(run).collect(),
            shares: parts.iter().map(|parts| parts.map(|(share, _)| share)).collect(),
            is_by_values: nodes.are_cells || (is_line && stride.is_some()),
            middles,
            by,
            rows_per_node,
            fold,
        }
    }

    /// Adds the real part of a coefficient times a wave, either to the sums below edges or to values.
    pub fn add(&self, frequency: DoubleDouble, coefficient: Complex64, edges: &mut [f64], sums: &mut FoldedSums) {
        sums.is_empty = false;
        let frequency = frequency.angle(1.0); // places are whole
        let zero = Complex64::new(0.0, 0.0);
        let is_slow = frequency.high.abs() * self.rows_per_node / self.by < SLOW;
        if self.is_by_values || is_slow {
            // z(y + x) = z(y) (1 + i w x), x w being tiny
            let terms = [coefficient, coefficient * Complex64::new(0.0, frequency.high), zero];
            for run in &self.runs {
                run.after.add(frequency, terms, &mut sums.after[run.edges.clone()]);
                if let Some(before) = &run.before {
                    before.add(frequency, terms, &mut sums.before[run.edges.clone()]);
                }
            }
            return;
        }
        // 1 / (z(1) - 1) = -1/2 - i/2 cot(w/2)
        let (sin, cos) = frequency.sin_cos_at(0.5);
        let c = Complex64::new(-0.5, -0.5 * cos / sin);
        for run in &self.runs {
            let c = if run.is_falling { c.conj() } else { c * self.by };
            let edges = &mut edges[run.edges.clone()];
            run.sums.add(frequency, [coefficient * c, coefficient, zero], edges);
        }
        sums.per_count += match self.fold {
            Fold::Restart { length, overlap } => {
                // The Dirichlet kernel, in which nothing cancels.
                let (first, count) = (float(overlap), float(length - overlap));
                let (sine, cosine) = frequency.sin_cos_at(first + (count - 1.0) / 2.0);
                (coefficient * Complex64::new(cosine, sine)).re * frequency.sin_cos_at(count / 2.0).0 / sin
            }
            Fold::Mirror { .. } => (coefficient * (c.conj() - c)).re,
            Fold::Straight | Fold::Quotient { .. } => 0.0,
        };
    }

    /// Adds everything to `edges` (counts) and `nodes` (values), and resets the sums.
    pub fn take(&self, sums: &mut FoldedSums, edges: &mut [f64], nodes: &mut [f64]) {
        if sums.is_empty {
            return;
        }
        for (edge, count) in edges.iter_mut().zip(&self.counts) {
            *edge += count * sums.per_count;
        }
        let values = sums.after.iter().zip(&sums.before[1..]);
        for ((node, (after, before)), [first, second]) in nodes.iter_mut().zip(values).zip(&self.shares) {
            *node += first * after + second * before;
        }
        for (node, middle) in nodes.iter_mut().zip(&self.middles) {
            *node += sums.slope * middle + sums.constant;
        }
        *sums = self.sums();
    }

    /// Returns empty sums.
    pub fn sums(&self) -> FoldedSums {
        FoldedSums {
            after: vec![0.0; self.counts.len()],
            before: vec![0.0; self.counts.len()],
            per_count: 0.0,
            slope: 0.0,
            constant: 0.0,
            is_empty: true,
        }
    }
}

/// How the places of a run follow from its rows.
#[derive(Clone, Copy)]
enum FoldKind {
    /// The rows themselves, or their lines.
    Plain,
    /// Rows minus the whole strides of `rows` rows since row `from`.
    Strides { from: f64, rows: f64 },
    /// Distances from a middle row.
    From { middle: f64, is_before: bool },
}

/// Returns the runs of some edges.
fn kinds(fold: Fold, edges: &[f64]) -> Vec<(Range<usize>, FoldKind)> {
    let (start, kinds) = match fold {
        Fold::Straight | Fold::Quotient { .. } => (0.0, [FoldKind::Plain, FoldKind::Plain]),
        Fold::Restart { length, overlap } => {
            let (from, rows) = (float(overlap), float(length - overlap));
            (from, [FoldKind::Plain, FoldKind::Strides { from, rows }])
        }
        Fold::Mirror { .. } => {
            let middle = fold.middle();
            (
                middle,
                [true, false].map(|is_before| FoldKind::From { middle, is_before }),
            )
        }
    };
    let split = edges.partition_point(|edge| *edge < start);
    let runs = [0..split, split..edges.len()].into_iter().zip(kinds);
    runs.filter(|(edges, _)| !edges.is_empty()).collect()
}

/// Returns the strides below an edge; for distances, whether the edge is beyond the middle row.
fn counted(fold: Fold, edge: f64) -> f64 {
    match fold {
        Fold::Restart { length, overlap } => {
            let strides = (edge - float(overlap)) / float(length - overlap);
            strides.floor().max(0.0)
        }
        Fold::Mirror { .. } if edge >= fold.middle() => 1.0,
        Fold::Mirror { .. } | Fold::Straight | Fold::Quotient { .. } => 0.0,
    }
}

/// Returns the remainder of an edge after a whole multiple.
fn edges_rest(edge: f64, by: f64) -> f64 {
    edge - (edge / by).floor() * by
}

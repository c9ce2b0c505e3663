//! The means of columns over the nodes of an axis of positions, weighted and
//! summed.
//!
//! Every law has a closed form, so a node costs the same however many positions
//! it covers. With `G(e)` the sum of a column over the positions below e (the
//! last one by its share), the mean over a node from a to b is
//!
//! ```text
//! (G(b) - G(a)) / (b - a)
//! ```
//!
//! For a wave `z(p) = e^(i w p)` and e = n + f, the geometric series gives
//! `G(e) = (C + f) z(n) - C` with `C = 1 / (z(1) - 1)`; the constant cancels.
//! (Between whole positions the difference is the Dirichlet kernel,
//! `z((a + b - 1)/2) sin(N w/2) / sin(w/2)` with N = b - a.) G is linear in the
//! column, so sums over columns are made of G and divided once.
//!
//! Positions are whole, so only a frequency modulo 2 pi matters. If the result is so slow that a
//! node covers less than a hundred-thousandth of a radian, C is large and the difference would lose
//! digits: the mean is then the value at the mean of the positions, to 1e-11.
//!
//! Waves over places that do not simply rise are in `folded`.

use num_complex::Complex64;

use crate::encoding::{ColumnLaw, DoubleDouble, Encoding, Phase, Summed, ones_below, positions_below};

use super::folded::{FoldedPlaces, FoldedSums, SLOW};
use super::nodes::{Nodes, share};
use super::walk::Walk;
use super::{Span, WindowAxis};
use crate::encoding::{float, natural};

/// As [`SLOW`], for means of means, in which C is squared: the mean position is then accurate to 1e-7.
const SLOW_TWICE: f64 = 1e-3;

/// The places at which means are computed, prepared once for all columns.
pub(super) struct MeanPlaces {
    nodes: Nodes,
    /// The mean of the positions of each node.
    middles: Vec<f64>,
    /// The nodes themselves: cells, or the middles of pixels for slow waves.
    at_nodes: Walk,
    /// The edges of the nodes; `None` if the nodes are cells.
    at_edges: Option<Edges>,
    /// The same for each fold of the columns.
    folds: Vec<FoldedPlaces>,
    /// The nodes with rows that do not follow the laws of the columns.
    gaps: Vec<Gap>,
}

/// A node under which rows are zero or missing.
struct Gap {
    node: usize,
    /// The cells that follow the laws, each with its share of the node.
    kept: Vec<(f64, f64)>,
    /// The share of the cells that exist.
    exists: f64,
}

/// The edges of nodes; for means of means, the middles of all nodes, of one more before the first
/// and of one more after the last.
struct Edges {
    walk: Walk,
    places: Vec<f64>,
    /// 1 / (b - a) of each node.
    inverse_lengths: Vec<f64>,
    is_twice: bool,
}

impl MeanPlaces {
    /// Prepares the places of an axis of positions.
    pub fn new(nodes: Nodes) -> Self {
        let WindowAxis { span, pixels } = nodes.axis;
        if nodes.are_cells {
            return Self {
                middles: (0..pixels).map(|i| span.start + float(i)).collect(),
                at_nodes: Walk::even(span.start, 1.0, vec![0.0; pixels]),
                at_edges: None,
                folds: Vec::new(),
                gaps: Vec::new(),
                nodes,
            };
        }
        let edges: Vec<f64> = (0..=pixels).map(|i| nodes.axis.edge(i)).collect();
        let middles = middles(nodes.axis);
        Self {
            at_nodes: near_middles(nodes.axis, &middles),
            at_edges: Some(Edges {
                walk: Walk::edges(nodes.axis),
                inverse_lengths: edges.windows(2).map(|pair| 1.0 / (pair[1] - pair[0])).collect(),
                places: edges,
                is_twice: false,
            }),
            middles,
            folds: Vec::new(),
            gaps: Vec::new(),
            nodes,
        }
    }

    /// Prepares the places of an axis of positions for means of means: [`Sums::take`] then returns
    /// at each node the mean weighted by a tent, which peaks at the node's middle and ends at the
    /// middles of its neighbours. Nodes that are cells are not averaged.
    ///
    /// With `H` the integral of G, the tent's mean around a node of length L and middle c is
    /// `(H(c + L) - 2 H(c) + H(c - L)) / L^2`, and for a wave, up to terms that cancel,
    /// `H(n + f) = (C (C + 1/2) + C f + f^2/2) z(n)`.
    pub fn twice(nodes: Nodes) -> Self {
        if nodes.are_cells {
            return Self::new(nodes);
        }
        let around = tents(nodes.axis);
        let places: Vec<f64> = (0..=around.pixels).map(|i| around.edge(i)).collect();
        let middle = |node: usize| tent_shares(nodes.axis, node).map(|(cell, share)| cell * share).sum();
        let middles: Vec<f64> = (0..nodes.len()).map(middle).collect();
        Self {
            at_nodes: near_middles(nodes.axis, &middles),
            at_edges: Some(Edges {
                walk: Walk::edges(around),
                inverse_lengths: places.windows(2).map(|pair| 1.0 / (pair[1] - pair[0])).collect(),
                places,
                is_twice: true,
            }),
            middles,
            folds: Vec::new(),
            gaps: Vec::new(),
            nodes,
        }
    }

    /// Returns the places, prepared for columns with these laws.
    pub fn with_folds_of(mut self, laws: &[ColumnLaw]) -> Self {
        if self.is_twice() {
            return self; // there is no closed form
        }
        for law in laws {
            if let Summed::Folded(wave) = law.summed()
                && !self.folds.iter().any(|places| places.fold == wave.fold)
            {
                self.folds.push(FoldedPlaces::new(wave.fold, &self.nodes));
            }
        }
        self
    }

    fn is_twice(&self) -> bool {
        self.at_edges.as_ref().is_some_and(|edges| edges.is_twice)
    }

    /// Returns the places, prepared for an encoding, whose zero or missing rows count as 0.
    pub fn of(self, encoding: &Encoding) -> Self {
        self.with_folds_of(encoding.columns()).with_gaps_of(encoding)
    }

    fn with_gaps_of(mut self, encoding: &Encoding) -> Self {
        if encoding.is_whole() {
            return self;
        }
        let (zeros, end) = (encoding.zero_rows(), encoding.end());
        let is_in = |cell: f64, rows: &std::ops::Range<usize>| float(rows.start) <= cell && cell < float(rows.end);
        let is_twice = self.is_twice();
        let gap = |node: usize| {
            let span = self.nodes.span(node);
            let reach = if is_twice { span.length() } else { 0.0 };
            let touches =
                |first: usize, last: usize| span.start - reach < float(last) && span.end + reach > float(first);
            if !(touches(zeros.start, zeros.end) && !zeros.is_empty() || touches(end, usize::MAX)) {
                return None;
            }
            let cells: Vec<(f64, f64)> = if is_twice {
                tent_shares(self.nodes.axis, node)
                    .filter(|(cell, _)| *cell >= 0.0)
                    .collect()
            } else {
                shares(span).map(|(cell, share)| (float(cell), share)).collect()
            };
            let exists = cells.iter().filter(|(cell, _)| *cell < float(end));
            let kept = exists.clone().filter(|(cell, _)| !is_in(*cell, &zeros));
            Some(Gap {
                node,
                exists: if end == encoding.max_len() {
                    1.0
                } else {
                    exists.clone().map(|(_, share)| share).sum()
                },
                kept: kept.copied().collect(),
            })
        };
        self.gaps = (0..self.nodes.len()).filter_map(gap).collect();
        self
    }

    /// Returns the nodes with missing rows, each with the share of its rows that exist.
    pub fn ended(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let gaps = self.gaps.iter().map(|gap| (gap.node, gap.exists));
        gaps.filter(|(_, exists)| *exists < 1.0 - 1e-9)
    }

    /// Returns the nodes.
    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// Returns the mean position of the cells under each pixel of an axis.
pub(super) fn middles(axis: WindowAxis) -> Vec<f64> {
    let middle = |pixel: usize| {
        let Span { start, end } = axis.pixel(pixel);
        (positions_below(end) - positions_below(start)) / (end - start)
    };
    (0..axis.pixels).map(middle).collect()
}

/// Returns the walk along the mean positions of nodes. These are not quite evenly spaced: x is their deviation.
fn near_middles(axis: WindowAxis, middles: &[f64]) -> Walk {
    Walk::even(first_middle(axis), axis.cells_per_pixel(), off_even(axis, middles))
}

/// Returns the first mean position for even spacing.
fn first_middle(axis: WindowAxis) -> f64 {
    axis.span.start + (axis.cells_per_pixel() - 1.0) / 2.0
}

/// Returns how far each mean position deviates from even spacing.
pub(super) fn off_even(axis: WindowAxis, middles: &[f64]) -> Vec<f64> {
    let even = |i: usize| first_middle(axis) + float(i) * axis.cells_per_pixel();
    middles.iter().enumerate().map(|(i, middle)| middle - even(i)).collect()
}

/// Returns the axis whose edges are the middles of the nodes of another axis, plus one more before
/// the first and one after the last.
fn tents(axis: WindowAxis) -> WindowAxis {
    let half = axis.cells_per_pixel() / 2.0;
    WindowAxis {
        span: Span {
            start: axis.span.start - half,
            end: axis.span.end + half,
        },
        pixels: axis.pixels + 1,
    }
}

/// Returns the cells under the tent of a node, each with its share of the tent; they include cells
/// below 0 if the tent reaches that far.
pub(super) fn tent_shares(axis: WindowAxis, node: usize) -> impl Iterator<Item = (f64, f64)> {
    let around = tents(axis);
    let [a, c, b] = [0, 1, 2].map(|i| around.edge(node + i));
    // The share of the tent to the left of x.
    let left_of = move |x: f64| {
        let x = x.clamp(a, b);
        if x <= c {
            (x - a).powi(2) / (2.0 * (c - a).powi(2))
        } else {
            1.0 - (b - x).powi(2) / (2.0 * (b - c).powi(2))
        }
    };
    let cells = (b.ceil() - a.floor()).max(1.0);
    (0..natural(cells)).map(move |i| {
        let cell = a.floor() + float(i);
        (cell, left_of(cell + 1.0) - left_of(cell))
    })
}

/// Returns those cells under the tent of a node that are among the first `cells`, with shares
/// scaled to sum to 1, and whether the tent reaches beyond them.
pub(super) fn tent_within(axis: WindowAxis, node: usize, cells: usize) -> (Vec<(usize, f64)>, bool) {
    // A share below this is rounding.
    let tent = tent_shares(axis, node).filter(|(_, share)| *share > 1e-12);
    let (inside, outside): (Vec<_>, Vec<_>) = tent.partition(|(cell, _)| (0.0..float(cells)).contains(cell));
    let whole: f64 = inside.iter().map(|(_, share)| share).sum();
    let inside = inside.into_iter().map(|(cell, share)| (natural(cell), share / whole));
    (inside.collect(), !outside.is_empty())
}

/// A sum of weighted columns at every node of an axis.
pub(super) struct Sums<'a> {
    places: &'a MeanPlaces,
    /// The sum of G at the edges of the nodes.
    edges: Vec<f64>,
    /// The sum of what is computed at the nodes themselves.
    nodes: Vec<f64>,
    /// The coefficient of the mean position.
    slope: f64,
    /// A wave not yet added, with the index of its fold, if any: its other phase may come next.
    waiting: Option<(Option<usize>, DoubleDouble, Complex64)>,
    /// The sums for each fold.
    folds: Vec<FoldedSums>,
    /// The sums at the gaps.
    gaps: Vec<f64>,
}

impl<'a> Sums<'a> {
    /// Creates an empty sum.
    pub fn new(places: &'a MeanPlaces) -> Self {
        Self {
            places,
            edges: vec![0.0; places.at_edges.as_ref().map_or(0, |edges| edges.places.len())],
            folds: places.folds.iter().map(FoldedPlaces::sums).collect(),
            nodes: vec![0.0; places.len()],
            slope: 0.0,
            waiting: None,
            gaps: vec![0.0; places.gaps.len()],
        }
    }

    /// Adds a column with a weight. A sine and a cosine of one frequency in succession are added together.
    pub fn add(&mut self, law: &ColumnLaw, weight: f64) {
        for (sum, gap) in self.gaps.iter_mut().zip(&self.places.gaps) {
            *sum += weight * gap.kept.iter().map(|(cell, share)| share * law.at(*cell)).sum::<f64>();
        }
        match law.summed() {
            Summed::Nothing => {}
            Summed::Wave(wave) => {
                let coefficient = coefficient(wave.phase, wave.shift, weight * wave.amplitude.high);
                self.add_wave(None, wave.frequency, coefficient);
            }
            Summed::Folded(wave) => {
                let scaled = weight * wave.amplitude.high;
                let mut folds = self.places.folds.iter();
                match (folds.position(|places| places.fold == wave.fold), wave.phase) {
                    (Some(fold), Some(phase)) => {
                        self.add_wave(Some(fold), wave.frequency, coefficient(phase, wave.shift, scaled));
                    }
                    (Some(fold), None) => {
                        let (slope, constant) = (scaled * wave.frequency.high, scaled * wave.shift.high);
                        self.folds[fold].add_places(slope, constant);
                    }
                    (None, _) => self.add_cells(law, weight),
                }
            }
            Summed::Line { rise, run } => self.slope += weight * rise / run,
            Summed::Bit(bit) => self.add_bits(law, bit, weight),
            Summed::Rows => self.add_cells(law, weight),
        }
    }

    fn add_wave(&mut self, fold: Option<usize>, frequency: DoubleDouble, coefficient: Complex64) {
        match &mut self.waiting {
            Some((same_fold, same, sum)) if (*same_fold, *same) == (fold, frequency) => *sum += coefficient,
            _ => {
                self.flush();
                self.waiting = Some((fold, frequency, coefficient));
            }
        }
    }

    fn add_bits(&mut self, law: &ColumnLaw, bit: u32, weight: f64) {
        match &self.places.at_edges {
            Some(edges) if !edges.is_twice => {
                for (sum, &edge) in self.edges.iter_mut().zip(&edges.places) {
                    *sum += weight * ones_below(edge, bit);
                }
            }
            _ => self.add_cells(law, weight),
        }
    }

    /// Adds a column without a closed form, cell by cell.
    fn add_cells(&mut self, law: &ColumnLaw, weight: f64) {
        let places = self.places;
        for (node, sum) in self.nodes.iter_mut().enumerate() {
            let mean: f64 = match &places.at_edges {
                None => law.at(places.middles[node]),
                Some(edges) if edges.is_twice => tent_shares(places.nodes.axis, node)
                    .filter(|(cell, _)| *cell >= 0.0)
                    .map(|(cell, share)| share * law.at(cell))
                    .sum(),
                Some(_) => shares(places.nodes.span(node))
                    .map(|(cell, share)| share * law.at(float(cell)))
                    .sum(),
            };
            *sum += weight * mean;
        }
    }

    fn flush(&mut self) {
        let Some((fold, frequency, coefficient)) = self.waiting.take() else {
            return;
        };
        let places = self.places;
        if let Some(fold) = fold {
            places.folds[fold].add(frequency, coefficient, &mut self.edges, &mut self.folds[fold]);
            return;
        }
        let frequency = frequency.angle(1.0);
        let zero = Complex64::new(0.0, 0.0);
        let radians = frequency.high.abs() * places.nodes.axis.cells_per_pixel();
        match &places.at_edges {
            Some(edges) if radians >= if edges.is_twice { SLOW_TWICE } else { SLOW } => {
                // 1 / (z(1) - 1) = -1/2 - i/2 cot(w/2)
                let (sin, cos) = frequency.sin_cos_at(0.5);
                let c = Complex64::new(-0.5, -0.5 * cos / sin);
                let terms = if edges.is_twice {
                    [c * (c + 0.5), c, Complex64::new(0.5, 0.0)]
                } else {
                    [c, Complex64::new(1.0, 0.0), zero]
                };
                edges
                    .walk
                    .add(frequency, terms.map(|term| coefficient * term), &mut self.edges);
            }
            Some(_) => {
                // z(u + x) = z(u) (1 + i w x - (w x)^2 / 2), x w being tiny
                let w = Complex64::new(0.0, frequency.high);
                let terms = [coefficient, coefficient * w, coefficient * w * w / 2.0];
                places.at_nodes.add(frequency, terms, &mut self.nodes);
            }
            None => places
                .at_nodes
                .add(frequency, [coefficient, zero, zero], &mut self.nodes),
        }
    }

    /// Returns the sum of the weighted means at each node, and resets the sum.
    pub fn take(&mut self) -> Vec<f64> {
        self.flush();
        let slope = std::mem::take(&mut self.slope);
        for (places, sums) in self.places.folds.iter().zip(&mut self.folds) {
            places.take(sums, &mut self.edges, &mut self.nodes);
        }
        if let Some(edges) = &self.places.at_edges {
            for (i, node) in self.nodes.iter_mut().enumerate() {
                let mean = |i: usize| (self.edges[i + 1] - self.edges[i]) * edges.inverse_lengths[i];
                *node += if edges.is_twice {
                    (mean(i + 1) - mean(i)) * edges.inverse_lengths[i]
                } else {
                    mean(i)
                };
            }
            self.edges.fill(0.0);
        }
        let sums = self.nodes.iter().zip(&self.places.middles);
        let mut means: Vec<f64> = sums.map(|(sum, middle)| sum + slope * middle).collect();
        self.nodes.fill(0.0);
        for (sum, gap) in self.gaps.iter_mut().zip(&self.places.gaps) {
            means[gap.node] = std::mem::take(sum);
        }
        means
    }
}

/// Returns the factor of the wave from angle 0 such that the real part of the product is the
/// weighted sine or cosine with a shift: the real part of (c - i s) z is c cos + s sin.
pub(super) fn coefficient(phase: Phase, shift: DoubleDouble, weight: f64) -> Complex64 {
    let coefficient = match phase {
        Phase::Sine => Complex64::new(0.0, -weight),
        Phase::Cosine => Complex64::new(weight, 0.0),
    };
    if shift.high == 0.0 {
        return coefficient;
    }
    let (sin, cos) = shift.sin_cos_at(1.0);
    coefficient * Complex64::new(cos, sin)
}

/// Estimates the time that one column takes at `nodes` nodes, in milliseconds.
pub(super) fn column_cost_ms(nodes: usize) -> f64 {
    const COLUMN_MS: f64 = 0.4e-3;
    const NODE_MS: f64 = 0.6e-6;
    COLUMN_MS + NODE_MS * float(nodes)
}

/// Returns the cells that a span touches, each with its share of the span.
pub(super) fn shares(span: Span) -> impl Iterator<Item = (usize, f64)> {
    span.cells().map(move |cell| (cell, share(span, cell) / span.length()))
}

/// Returns the values of a column at a range of positions. A wave costs a few products per
/// position, and is within 1e-13 of its values. Empty for a column that the encoding does not have.
pub fn column_values(encoding: &Encoding, column: usize, positions: std::ops::Range<usize>) -> Vec<f64> {
    let Some(law) = encoding.columns().get(column) else {
        return Vec::new();
    };
    if positions.is_empty() {
        return Vec::new();
    }
    let places = MeanPlaces::new(Nodes::new(WindowAxis::of_cells(positions))).of(encoding);
    let mut sums = Sums::new(&places);
    sums.add(law, 1.0);
    sums.take()
}

/// Estimates the time of [`column_values`] on one core, in milliseconds.
pub fn column_values_cost_ms(positions: f64) -> f64 {
    const POSITION_MS: f64 = 2e-6;
    POSITION_MS * positions
}

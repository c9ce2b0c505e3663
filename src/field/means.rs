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
//! A frequency counts modulo 2 pi, positions being whole. Where what remains is
//! so slow that a node covers less than a hundred-thousandth of a radian, C is
//! large and the difference would lose digits: there the mean is the value at
//! the mean of the positions, to 1e-11.

use num_complex::Complex64;

use crate::encoding::{ColumnLaw, DoubleDouble, Phase, ones_below};

use super::Axis;
use super::nodes::{Nodes, share};
use super::walk::Walk;

/// Radians a node below which a wave is taken at the mean position.
const SLOW: f64 = 1e-5;

/// Where means are wanted, prepared once for all columns.
pub(super) struct Places {
    nodes: Nodes,
    /// The mean of the positions of each node.
    middles: Vec<f64>,
    /// The nodes themselves: cells, or the middles for slow waves.
    at_nodes: Walk,
    /// The edges of the nodes, where they are pixels.
    at_edges: Option<Edges>,
}

struct Edges {
    walk: Walk,
    places: Vec<f64>,
    /// 1 / (b - a) of each node.
    inverse_lengths: Vec<f64>,
}

impl Places {
    /// Those of an axis of positions.
    #[expect(clippy::cast_precision_loss, reason = "nodes are far below 2^53")]
    pub fn new(nodes: Nodes) -> Self {
        let Axis { span, pixels } = nodes.axis;
        if nodes.are_cells {
            return Self {
                middles: (0..pixels).map(|i| span.start + i as f64).collect(),
                at_nodes: Walk::even(span.start, 1.0, vec![0.0; pixels]),
                at_edges: None,
                nodes,
            };
        }
        // The integral of the position, which is n within cell n.
        let integral = |edge: f64| {
            let n = edge.floor();
            n * (n - 1.0) / 2.0 + (edge - n) * n
        };
        let edges: Vec<f64> = (0..=pixels).map(|i| nodes.axis.edge(i)).collect();
        let middles: Vec<f64> = edges
            .windows(2)
            .map(|pair| (integral(pair[1]) - integral(pair[0])) / (pair[1] - pair[0]))
            .collect();
        // The mean position is not quite evenly spaced: x is what is missing.
        let length = span.length() / pixels as f64;
        let first = span.start + (length - 1.0) / 2.0;
        let x = middles
            .iter()
            .enumerate()
            .map(|(i, middle)| middle - (first + i as f64 * length))
            .collect();
        Self {
            at_nodes: Walk::even(first, length, x),
            at_edges: Some(Edges {
                walk: Walk::edges(nodes.axis),
                inverse_lengths: edges.windows(2).map(|pair| 1.0 / (pair[1] - pair[0])).collect(),
                places: edges,
            }),
            middles,
            nodes,
        }
    }

    /// The nodes.
    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A sum of weighted columns, over every node of an axis.
pub(super) struct Sums<'a> {
    places: &'a Places,
    /// G at the edges of the nodes.
    edges: Vec<f64>,
    /// What is known at the nodes themselves.
    nodes: Vec<f64>,
    /// What the mean position is multiplied by.
    slope: f64,
    /// A wave not yet added: its other phase may come next.
    waiting: Option<(DoubleDouble, Complex64)>,
}

impl<'a> Sums<'a> {
    /// Nothing yet.
    pub fn new(places: &'a Places) -> Self {
        Self {
            places,
            edges: vec![0.0; places.at_edges.as_ref().map_or(0, |edges| edges.places.len())],
            nodes: vec![0.0; places.len()],
            slope: 0.0,
            waiting: None,
        }
    }

    /// Adds a column with a weight. The sine and the cosine of one frequency,
    /// one after the other, are added together.
    pub fn add(&mut self, law: &ColumnLaw, weight: f64) {
        match *law {
            ColumnLaw::Wave { frequency, phase } => {
                // The real part of (c - i s) z is c cos + s sin.
                let coefficient = match phase {
                    Phase::Sine => Complex64::new(0.0, -weight),
                    Phase::Cosine => Complex64::new(weight, 0.0),
                };
                match &mut self.waiting {
                    Some((same, sum)) if *same == frequency => *sum += coefficient,
                    _ => {
                        self.flush();
                        self.waiting = Some((frequency, coefficient));
                    }
                }
            }
            ColumnLaw::Linear { divisor } => self.slope += weight / divisor,
            ColumnLaw::Bit { bit } => self.add_bit(bit, weight),
        }
    }

    fn add_bit(&mut self, bit: u32, weight: f64) {
        let law = ColumnLaw::Bit { bit };
        let Some(edges) = &self.places.at_edges else {
            for (sum, &position) in self.nodes.iter_mut().zip(&self.places.middles) {
                *sum += weight * law.at(position);
            }
            return;
        };
        for (sum, edge) in self.edges.iter_mut().zip(&edges.places) {
            let cell = edge.floor();
            *sum += weight * (ones_below(cell, bit) + (edge - cell) * law.at(cell));
        }
    }

    fn flush(&mut self) {
        let Some((frequency, coefficient)) = self.waiting.take() else {
            return;
        };
        let places = self.places;
        let frequency = frequency.angle(1.0);
        let zero = Complex64::new(0.0, 0.0);
        match &places.at_edges {
            Some(edges) if frequency.high.abs() * places.nodes.axis.cells_per_pixel() >= SLOW => {
                // 1 / (z(1) - 1) = -1/2 - i/2 cot(w/2)
                let (sin, cos) = frequency.sin_cos_at(0.5);
                let c = Complex64::new(-0.5, -0.5 * cos / sin);
                edges.walk.add(frequency, coefficient * c, coefficient, &mut self.edges);
            }
            Some(_) => {
                // z(u + x) = z(u) (1 + i w x), x w being tiny
                let slope = coefficient * Complex64::new(0.0, frequency.high);
                places.at_nodes.add(frequency, coefficient, slope, &mut self.nodes);
            }
            None => places.at_nodes.add(frequency, coefficient, zero, &mut self.nodes),
        }
    }

    /// The sum of the weighted means at each node; and nothing is left.
    pub fn take(&mut self) -> Vec<f64> {
        self.flush();
        let slope = std::mem::take(&mut self.slope);
        if let Some(edges) = &self.places.at_edges {
            let lengths = self.edges.windows(2).zip(&edges.inverse_lengths);
            for (node, (pair, inverse)) in self.nodes.iter_mut().zip(lengths) {
                *node += (pair[1] - pair[0]) * inverse;
            }
            self.edges.fill(0.0);
        }
        let sums = self.nodes.iter().zip(&self.places.middles);
        let means = sums.map(|(sum, middle)| sum + slope * middle).collect();
        self.nodes.fill(0.0);
        means
    }
}

/// An estimate of the time that one column takes at so many nodes, in
/// milliseconds.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn column_cost_ms(nodes: usize) -> f64 {
    const COLUMN_MS: f64 = 0.4e-3;
    const NODE_MS: f64 = 0.6e-6;
    COLUMN_MS + NODE_MS * nodes as f64
}

/// The share of each cell of a span that lies in it.
pub(super) fn shares(span: super::Span) -> impl Iterator<Item = (usize, f64)> {
    span.cells().map(move |cell| (cell, share(span, cell) / span.length()))
}

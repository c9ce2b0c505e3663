//! A wave along many positions, by angle addition.
//!
//! ```text
//! z(p) = e^(i w p),    z(a + b) = z(a) z(b)
//! ```
//!
//! A walk visits positions in blocks of [`BLOCK`]: the wave at a place is the
//! product of the block's anchor and of an offset that all blocks share, so a
//! frequency costs four sines and cosines and for the rest products. Offsets
//! and anchors are found one from the other; after n products the error is
//! below n units in the last place, far below what a picture can show.

use multiversion::multiversion;
use num_complex::Complex64;

use super::{Axis, Span};
use crate::encoding::{DoubleDouble, float};

/// Places of a block.
pub(super) const BLOCK: usize = 64;

/// Which positions are visited, the same for every frequency. Place i of block
/// q is at `anchor(q) + offset(i) + carry(i)`.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The position of the first anchor.
    first: f64,
    /// From one offset to the next, `offset_step` or one more.
    offset_step: f64,
    offset_extra: [bool; BLOCK],
    /// From one anchor to the next, `anchor_step` or one more.
    anchor_step: f64,
    anchor_extra: Vec<bool>,
    /// One position more, 1, or none, 0, for each place visited.
    carry: Vec<f64>,
    /// What coefficients are multiplied by at each place.
    x: Vec<f64>,
}

impl Walk {
    /// Equal steps: place i is at `first + i step`. `x` has one number a place.
    pub fn even(first: f64, step: f64, x: Vec<f64>) -> Self {
        Self {
            first,
            offset_step: step,
            offset_extra: [false; BLOCK],
            anchor_step: step * float(BLOCK),
            anchor_extra: vec![false; x.len() / BLOCK + 1],
            carry: vec![0.0; x.len()],
            x,
        }
    }

    /// The cells in which the edges of an axis lie, its last edge among them;
    /// `x` is how far each edge is into its cell.
    ///
    /// The cell of edge i of a block is that of the block's first edge, plus
    /// whole(i length), plus 0 or 1, since whole(a + b) is whole(a) + whole(b)
    /// or one more; edges are exact multiples of a small part of a cell, so
    /// rounding makes no third case.
    pub fn edges(axis: Axis) -> Self {
        let edges: Vec<f64> = (0..=axis.pixels).map(|i| axis.edge(i)).collect();
        let cells: Vec<f64> = edges.iter().map(|edge| edge.floor()).collect();
        let anchors: Vec<f64> = cells.iter().step_by(BLOCK).copied().collect();
        let from_zero = Axis {
            span: Span {
                start: 0.0,
                end: axis.span.length(),
            },
            ..axis
        };
        let offsets: [f64; BLOCK + 1] = std::array::from_fn(|i| from_zero.edge(i).floor());
        let (offset_step, anchor_step) = (offsets[1], offsets[BLOCK]);
        let extra = |pair: &[f64], step: f64| pair[1] - pair[0] > step;
        let mut anchor_extra: Vec<bool> = anchors.windows(2).map(|pair| extra(pair, anchor_step)).collect();
        anchor_extra.push(false); // nothing comes after the last block
        Self {
            first: cells[0],
            offset_step,
            offset_extra: std::array::from_fn(|i| extra(&offsets[i..i + 2], offset_step)),
            anchor_step,
            anchor_extra,
            carry: (0..cells.len())
                .map(|i| cells[i] - anchors[i / BLOCK] - offsets[i % BLOCK])
                .collect(),
            x: edges.iter().map(|edge| edge - edge.floor()).collect(),
        }
    }

    /// Adds the real part of `(p + q x + r x^2) z` to each place of `out`, where
    /// z is the wave of this frequency there and x the number of the place.
    pub fn add(&self, frequency: DoubleDouble, coefficients: [Complex64; 3], out: &mut [f64]) {
        let z = |position: f64| {
            let (sin, cos) = frequency.sin_cos_at(position);
            Complex64::new(cos, sin)
        };
        let one = z(1.0);
        let steps = Steps {
            first: z(self.first),
            offset: z(self.offset_step),
            anchor: z(self.anchor_step),
            one,
        };
        #[cfg(test)]
        EVALUATIONS.with(|count| count.set(count.get() + out.len()));
        add(self, &steps, coefficients, out);
    }
}

#[cfg(test)]
thread_local! {
    /// How often a wave was evaluated on this thread.
    pub(super) static EVALUATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Walk {
    /// Adds, at each place, the real parts of the wave times each of several
    /// coefficients, one to each of `outs`.
    pub fn add_all<const N: usize>(
        &self,
        frequency: DoubleDouble,
        coefficients: [Complex64; N],
        outs: &mut [Vec<f64>],
    ) {
        let (mut sin, mut cos) = (vec![0.0; self.x.len()], vec![0.0; self.x.len()]);
        let (one, zero) = (Complex64::new(1.0, 0.0), Complex64::new(0.0, 0.0));
        self.add(frequency, [one, zero, zero], &mut cos);
        self.add(frequency, [Complex64::new(0.0, -1.0), zero, zero], &mut sin);
        for (out, c) in outs.iter_mut().zip(coefficients) {
            combine([c.re, -c.im], &cos, &sin, out);
        }
    }
}

#[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
fn combine(coefficients: [f64; 2], a: &[f64], b: &[f64], out: &mut [f64]) {
    let [x, y] = coefficients;
    let n = out.len();
    let (a, b) = (&a[..n], &b[..n]);
    for i in 0..n {
        out[i] += x * a[i] + y * b[i];
    }
}

/// The wave at the first anchor and over each kind of step.
struct Steps {
    first: Complex64,
    offset: Complex64,
    anchor: Complex64,
    one: Complex64,
}

#[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
fn add(walk: &Walk, steps: &Steps, coefficients: [Complex64; 3], out: &mut [f64]) {
    let (mut re, mut im) = ([0.0; BLOCK], [0.0; BLOCK]);
    let (mut carry_re, mut carry_im) = ([0.0; BLOCK], [0.0; BLOCK]);
    let next = steps.offset * steps.one;
    let mut z = Complex64::new(1.0, 0.0);
    for i in 0..BLOCK {
        (re[i], im[i]) = (z.re, z.im);
        z *= if walk.offset_extra[i] { next } else { steps.offset };
    }
    // What one position more adds: z(r + 1) - z(r) = z(r) (z(1) - 1).
    let more = steps.one - 1.0;
    for i in 0..BLOCK {
        carry_re[i] = re[i] * more.re - im[i] * more.im;
        carry_im[i] = re[i] * more.im + im[i] * more.re;
    }
    let next = steps.anchor * steps.one;
    let mut anchor = steps.first;
    let blocks = out
        .chunks_mut(BLOCK)
        .zip(walk.x.chunks(BLOCK))
        .zip(walk.carry.chunks(BLOCK));
    for (((out, x), carry), &extra) in blocks.zip(&walk.anchor_extra) {
        let [p, q, r] = coefficients.map(|coefficient| coefficient * anchor);
        let n = out.len();
        let (x, carry) = (&x[..n], &carry[..n]);
        let (re, im) = (&re[..n], &im[..n]);
        let (carry_re, carry_im) = (&carry_re[..n], &carry_im[..n]);
        for i in 0..n {
            let c_re = p.re + x[i] * (q.re + x[i] * r.re);
            let c_im = p.im + x[i] * (q.im + x[i] * r.im);
            let (z_re, z_im) = (re[i] + carry[i] * carry_re[i], im[i] + carry[i] * carry_im[i]);
            out[i] += c_re * z_re - c_im * z_im;
        }
        anchor *= if extra { next } else { steps.anchor };
    }
}

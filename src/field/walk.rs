//! A wave along many positions, by angle addition.
//!
//! ```text
//! z(p) = e^(i w p),    z(a + b) = z(a) z(b)
//! ```
//!
//! A walk visits positions in blocks of [`BLOCK`]: the wave at a place is the product of the
//! block's anchor and an offset shared by all blocks, so a frequency costs four sines and cosines,
//! and products for the rest. Offsets and anchors are computed one from the other; after n products
//! the error is below n units in the last place, far below what a picture can show.
//!
//! The places of rows that start over are rows minus whole strides: two walks, whose waves are multiplied.

use std::ops::Range;

use multiversion::multiversion;
use num_complex::Complex64;

use super::{Span, WindowAxis};
use crate::encoding::{DoubleDouble, float};

/// Places per block.
pub(super) const BLOCK: usize = 64;

/// The positions that are visited, the same for every frequency.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    rise: Rise,
    /// Whole strides that are added, with the signed number of positions per stride.
    strides: Option<(Rise, f64)>,
    /// The sign of the rise, 1 or -1.
    sign: f64,
    /// The position at which the rise is 0.
    origin: f64,
    /// The number x of each place, for the coefficients of [`Self::add`].
    x: Vec<f64>,
}

/// Numbers that rise evenly, or are rounded down to whole numbers: number i of block q is
/// `anchor(q) + offset(i) + carry(i)`.
#[derive(Clone, Debug)]
pub(super) struct Rise {
    /// The first anchor.
    first: f64,
    /// The step from one offset to the next: `offset_step`, or one more.
    offset_step: f64,
    offset_extra: [bool; BLOCK],
    /// The step from one anchor to the next: `anchor_step`, or one more.
    anchor_step: f64,
    anchor_extra: Vec<bool>,
    /// The carry of each number: 1 or 0.
    carry: Vec<f64>,
}

impl Rise {
    /// Returns numbers in equal steps: number i is `first + i step`.
    fn even(first: f64, step: f64, count: usize) -> Self {
        Self {
            first,
            offset_step: step,
            offset_extra: [false; BLOCK],
            anchor_step: step * float(BLOCK),
            anchor_extra: vec![false; count / BLOCK + 1],
            carry: vec![0.0; count],
        }
    }

    /// Returns `floor((edge - from) / by)` for some edges of an axis, among them the axis's last edge.
    ///
    /// Number i of a block is the number of the block's first edge, plus floor(i length / by), plus
    /// 0 or 1, since floor(a + b) is floor(a) + floor(b) or one more. Edges are exact multiples of
    /// a small part of a cell, so rounding makes no third case.
    pub fn of_edges(axis: WindowAxis, edges: Range<usize>, from: f64, by: f64) -> Self {
        let numbers: Vec<f64> = edges.map(|i| ((axis.edge(i) - from) / by).floor()).collect();
        let anchors: Vec<f64> = numbers.iter().step_by(BLOCK).copied().collect();
        let from_zero = WindowAxis {
            span: Span {
                start: 0.0,
                end: axis.span.length(),
            },
            ..axis
        };
        let offsets: [f64; BLOCK + 1] = std::array::from_fn(|i| (from_zero.edge(i) / by).floor());
        let (offset_step, anchor_step) = (offsets[1], offsets[BLOCK]);
        let extra = |pair: &[f64], step: f64| pair[1] - pair[0] > step;
        let mut anchor_extra: Vec<bool> = anchors.windows(2).map(|pair| extra(pair, anchor_step)).collect();
        anchor_extra.push(false); // nothing comes after the last block
        Self {
            first: numbers.first().copied().unwrap_or_default(),
            offset_step,
            offset_extra: std::array::from_fn(|i| extra(&offsets[i..i + 2], offset_step)),
            anchor_step,
            anchor_extra,
            carry: (0..numbers.len())
                .map(|i| numbers[i] - anchors[i / BLOCK] - offsets[i % BLOCK])
                .collect(),
        }
    }

    /// Returns the wave over the steps of the rise, in which each number stands for `positions` positions.
    fn steps(&self, frequency: DoubleDouble, positions: f64) -> Steps {
        let z = |number: f64| turned(frequency, number * positions);
        Steps {
            first: z(self.first),
            offset: z(self.offset_step),
            anchor: z(self.anchor_step),
            one: z(1.0),
        }
    }
}

fn turned(frequency: DoubleDouble, position: f64) -> Complex64 {
    let (sin, cos) = frequency.sin_cos_at(position);
    Complex64::new(cos, sin)
}

impl Walk {
    /// Creates a walk in equal steps: place i is at `first + i step`. `x` has one number per place.
    pub fn even(first: f64, step: f64, x: Vec<f64>) -> Self {
        Self::along(Rise::even(first, step, x.len()), x)
    }

    /// Creates a walk over the cells in which the edges of an axis lie, its last edge among them;
    /// `x` is how far each edge is into its cell.
    pub fn edges(axis: WindowAxis) -> Self {
        let into_cell = |edge: f64| edge - edge.floor();
        let x = (0..=axis.pixels).map(|i| into_cell(axis.edge(i))).collect();
        Self::along(Rise::of_edges(axis, 0..axis.pixels + 1, 0.0, 1.0), x)
    }

    /// Creates a walk along the numbers of a rise; `x` has one number per place.
    pub fn along(rise: Rise, x: Vec<f64>) -> Self {
        Self {
            rise,
            strides: None,
            sign: 1.0,
            origin: 0.0,
            x,
        }
    }

    /// Returns the walk with `stride` positions subtracted for each unit of `strides`.
    pub fn less(mut self, strides: Rise, stride: f64) -> Self {
        self.strides = Some((strides, -stride));
        self
    }

    /// Returns the walk over the distances of its places, all on one side, from an origin.
    pub fn measured_from(mut self, origin: f64, is_before: bool) -> Self {
        self.sign = if is_before { -1.0 } else { 1.0 };
        self.origin = -self.sign * origin;
        self
    }

    /// Returns the walk over the same places with other numbers.
    pub fn with(&self, x: Vec<f64>) -> Self {
        Self { x, ..self.clone() }
    }

    /// Adds the real part of `(p + q x + r x^2) z` to each place of `out`, where z is the wave of
    /// this frequency there and x the number of the place.
    pub fn add(&self, frequency: DoubleDouble, mut coefficients: [Complex64; 3], out: &mut [f64]) {
        #[cfg(test)]
        EVALUATIONS.with(|count| count.set(count.get() + out.len()));
        if self.origin != 0.0 {
            let origin = turned(frequency, self.origin);
            coefficients = coefficients.map(|coefficient| coefficient * origin);
        }
        let steps = self.rise.steps(frequency, self.sign);
        match &self.strides {
            None => add((&self.rise, &steps), &self.x, coefficients, out),
            Some((strides, stride)) => {
                let more = strides.steps(frequency, *stride);
                add_both([(&self.rise, &steps), (strides, &more)], &self.x, coefficients, out);
            }
        }
    }

    /// Adds the real part of the wave times `coefficients[k]`, at each place, to `outs[k]`.
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

#[cfg(test)]
thread_local! {
    /// How many waves were evaluated on this thread.
    pub static EVALUATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
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

impl Steps {
    /// Returns the wave at each offset.
    #[inline(always)]
    fn offsets(&self, rise: &Rise) -> [Complex64; BLOCK] {
        let next = self.offset * self.one;
        let mut z = Complex64::new(1.0, 0.0);
        std::array::from_fn(|i| {
            let here = z;
            z *= if rise.offset_extra[i] { next } else { self.offset };
            here
        })
    }

    /// Returns the wave over the step from one anchor to the next.
    #[inline(always)]
    fn anchor(&self, is_more: bool) -> Complex64 {
        if is_more { self.anchor * self.one } else { self.anchor }
    }
}

/// Returns the real parts and the imaginary parts.
#[inline(always)]
fn parts(z: [Complex64; BLOCK]) -> [[f64; BLOCK]; 2] {
    [z.map(|z| z.re), z.map(|z| z.im)]
}

/// Adds `(p + q x + r x^2) z` along one rise.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
fn add((rise, steps): (&Rise, &Steps), x: &[f64], coefficients: [Complex64; 3], out: &mut [f64]) {
    let offsets = steps.offsets(rise);
    let [re, im] = parts(offsets);
    // One more position adds z(r + 1) - z(r) = z(r) (z(1) - 1).
    let more = steps.one - 1.0;
    let [more_re, more_im] = parts(offsets.map(|z| z * more));
    let mut anchor = steps.first;
    let blocks = out.chunks_mut(BLOCK).zip(x.chunks(BLOCK)).zip(rise.carry.chunks(BLOCK));
    for (((out, x), carry), &extra) in blocks.zip(&rise.anchor_extra) {
        let [p, q, r] = coefficients.map(|coefficient| coefficient * anchor);
        let n = out.len();
        let (x, carry) = (&x[..n], &carry[..n]);
        let (re, im, more_re, more_im) = (&re[..n], &im[..n], &more_re[..n], &more_im[..n]);
        for i in 0..n {
            let c_re = p.re + x[i] * (q.re + x[i] * r.re);
            let c_im = p.im + x[i] * (q.im + x[i] * r.im);
            let (z_re, z_im) = (re[i] + carry[i] * more_re[i], im[i] + carry[i] * more_im[i]);
            out[i] += c_re * z_re - c_im * z_im;
        }
        anchor *= steps.anchor(extra);
    }
}

/// Adds the same for a wave that is the product of the waves along two rises.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+avx512f+avx512dq+avx512vl"))]
fn add_both(
    [(rise, steps), (other, other_steps)]: [(&Rise, &Steps); 2],
    x: &[f64],
    coefficients: [Complex64; 3],
    out: &mut [f64],
) {
    let (a, b) = (steps.offsets(rise), other_steps.offsets(other));
    let both: [Complex64; BLOCK] = std::array::from_fn(|i| a[i] * b[i]);
    // The change by one more position, by one more stride, and by both.
    let (more, stride) = (steps.one - 1.0, other_steps.one - 1.0);
    let [re, im] = parts(both);
    let [more_re, more_im] = parts(both.map(|z| z * more));
    let [stride_re, stride_im] = parts(both.map(|z| z * stride));
    let [both_re, both_im] = parts(both.map(|z| z * more * stride));
    let mut anchor = steps.first * other_steps.first;
    let carries = rise.carry.chunks(BLOCK).zip(other.carry.chunks(BLOCK));
    let extras = rise.anchor_extra.iter().zip(&other.anchor_extra);
    let blocks = out.chunks_mut(BLOCK).zip(x.chunks(BLOCK)).zip(carries);
    for (((out, x), (carry, wrap)), (&extra, &other_extra)) in blocks.zip(extras) {
        let [p, q, r] = coefficients.map(|coefficient| coefficient * anchor);
        let n = out.len();
        let (x, carry, wrap) = (&x[..n], &carry[..n], &wrap[..n]);
        let (re, im, more_re, more_im) = (&re[..n], &im[..n], &more_re[..n], &more_im[..n]);
        let (stride_re, stride_im) = (&stride_re[..n], &stride_im[..n]);
        let (both_re, both_im) = (&both_re[..n], &both_im[..n]);
        for i in 0..n {
            let c_re = p.re + x[i] * (q.re + x[i] * r.re);
            let c_im = p.im + x[i] * (q.im + x[i] * r.im);
            let z_re = re[i] + carry[i] * more_re[i] + wrap[i] * (stride_re[i] + carry[i] * both_re[i]);
            let z_im = im[i] + carry[i] * more_im[i] + wrap[i] * (stride_im[i] + carry[i] * both_im[i]);
            out[i] += c_re * z_re - c_im * z_im;
        }
        anchor *= steps.anchor(extra) * other_steps.anchor(other_extra);
    }
}

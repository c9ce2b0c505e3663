//! The mean cosines over ranges of offsets, if the cosine is a function of the offset.

use rayon::prelude::*;

use crate::encoding::{DoubleDouble, Encoding};

use super::similarity::pair_frequencies;
use crate::encoding::{float, natural};

/// Returns whole offsets from 1 to the end of a table of `cells` rows, evenly spaced in their
/// logarithms, with `last` at `pixels` pixels from 1: every offset while neighbours are more than a
/// pixel apart, then the offsets nearest to the pixels. They are the edges of [`offset_means`].
///
/// ```
/// use poscope::field::offset_edges;
/// // ln 1 to ln 100 in four pixels: 1, 10^0.5, 10, 10^1.5, 100.
/// assert_eq!(offset_edges(100.0, 4, 101), [1, 3, 10, 32, 100, 101]);
/// assert_eq!(offset_edges(2.0, 4, 3), [1, 2, 3]);
/// ```
pub fn offset_edges(last: f64, pixels: usize, cells: usize) -> Vec<usize> {
    let at = |pixel: usize| natural((last.ln() * float(pixel) / float(pixels.max(1))).exp().round());
    let mut edges: Vec<usize> = (0..=pixels).map(at).filter(|&edge| edge < cells).collect();
    edges.push(cells.max(2));
    edges.dedup();
    edges
}

/// Returns the mean cosine over the offsets from each edge up to the next one, for an encoding for
/// which [`is_function_of_offset`](super::is_function_of_offset) holds; edges must rise. There is
/// one mean fewer than edges, each within 1e-6.
///
/// ```
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::offset_means;
/// let encoding = Encoding::new(Spec { d_model: 2, ..Spec::default() })?;
/// let means = offset_means(&encoding, &[0, 1, 3]);
/// assert!((means[0] - 1.0).abs() < 1e-12);
/// assert!((means[1] - (1f64.cos() + 2f64.cos()) / 2.0).abs() < 1e-12);
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn offset_means(encoding: &Encoding, edges: &[usize]) -> Vec<f64> {
    // cos(w (first + (N - 1)/2)) sin(N w/2) / (N sin(w/2)), the Dirichlet kernel, in which nothing
    // cancels; only w modulo 2 pi matters, since offsets are whole.
    let half = |frequency: DoubleDouble| {
        let frequency = frequency.angle(1.0);
        (frequency, frequency.sin_cos_at(0.5).0)
    };
    let waves: Vec<(DoubleDouble, f64)> = pair_frequencies(encoding).map(half).collect();
    let mean = |edges: &[usize]| -> f64 {
        let (first, count) = (float(edges[0]), float(edges[1] - edges[0]));
        let of = |&(frequency, sin_half): &(DoubleDouble, f64)| {
            let middle = frequency.sin_cos_at(first + (count - 1.0) / 2.0).1;
            if sin_half == 0.0 {
                middle // every step is a whole number of turns
            } else {
                middle * frequency.sin_cos_at(count / 2.0).0 / (count * sin_half)
            }
        };
        waves.iter().map(of).sum::<f64>() / float(waves.len())
    };
    edges.par_windows(2).map(mean).collect()
}

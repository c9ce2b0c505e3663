//! The position or offset of each row of a table whose rows are not simply numbered from 0.

use serde::{Deserialize, Serialize};

use super::{Direction, Scheme, Spec, float, natural};

/// The positions of the rows, by start, step and direction.
///
/// ```text
/// ascending            start + step row
/// descending           start + step (L - 1 - row)
/// mirrored             start + step ((L - 1)/2 - row)
/// unsigned             start + step |row - floor((L - 1)/2)|
/// ```
///
/// The rows of a table of biases are offsets, of keys on both sides of the query if the specification says so.
/// Strategies beyond a trained length do not count here: a row that restarts keeps its token's position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbering {
    start: f64,
    step: f64,
    /// The row from which distances are counted.
    middle: Option<f64>,
}

impl Numbering {
    /// Returns the numbering of the rows of a specification; `None` if each row is its position.
    ///
    /// ```
    /// use poscope::encoding::{Direction, Numbering, Spec};
    /// let mut spec = Spec::default();
    /// assert_eq!(Numbering::new(&spec), None);
    /// spec.conventions.direction = Direction::Descending;
    /// let numbering = Numbering::new(&spec).unwrap();
    /// assert_eq!((numbering.position(0), numbering.position(49)), (49.0, 0.0));
    /// ```
    pub fn new(spec: &Spec) -> Option<Self> {
        if spec.zero_offset_row() > 0 {
            let (start, step, middle) = (-float(spec.zero_offset_row()), 1.0, None);
            return Some(Self { start, step, middle });
        }
        let conventions = &spec.conventions;
        let (start, step, last) = (conventions.start, conventions.step, float(spec.max_len) - 1.0);
        let (start, step, middle) = match conventions.direction {
            Direction::Ascending => (start, step, None),
            Direction::Descending => (start + step * last, -step, None),
            Direction::Mirrored => (start + step * last / 2.0, -step, None),
            Direction::Unsigned => (start, step, Some((last / 2.0).floor())),
        };
        let is_plain = (start, step, middle) == (0.0, 1.0, None);
        (spec.scheme == Scheme::Sinusoidal && !is_plain).then_some(Self { start, step, middle })
    }

    /// Returns the distance between the positions of neighbouring rows.
    pub fn step(&self) -> f64 {
        self.step.abs()
    }

    /// Returns the position of a row.
    pub fn position(&self, row: usize) -> f64 {
        let row = float(row);
        self.start + self.step * self.middle.map_or(row, |middle| (row - middle).abs())
    }

    /// Returns the first row a multiple of `every` steps from position 0 (unsigned: from the middle row); 0 if none is.
    ///
    /// ```
    /// use poscope::encoding::{Numbering, Spec};
    /// let mut spec = Spec::default();
    /// spec.conventions.start = 97.0;
    /// assert_eq!(Numbering::new(&spec).unwrap().first_multiple(10), 3); // position 100
    /// ```
    pub fn first_multiple(&self, every: usize) -> usize {
        let steps_to_zero = self.middle.unwrap_or(-self.start / self.step);
        if steps_to_zero.fract() == 0.0 {
            natural(steps_to_zero.rem_euclid(float(every)))
        } else {
            0
        }
    }
}

//! A column over the positions, as a line to draw.

use crate::encoding::{Encoding, single};
use crate::field::{Cancel, ReduceError, WAVE_MS, WindowAxis, column_values, column_values_cost_ms};

/// The values of a column along an axis of positions.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// One value per position, if a position is at least a pixel wide.
    Values {
        /// The position of the first value.
        first: usize,
        /// The values at this position and the following ones.
        values: Vec<f32>,
    },
    /// The smallest and the largest value at the positions that each pixel touches, if several share
    /// one: a line through all of them would fill exactly this.
    Envelope(Vec<[f32; 2]>),
}

/// Returns an estimate of the time of [`trace`] on one core, in milliseconds.
pub fn trace_cost_ms(encoding: &Encoding, axis: WindowAxis) -> f64 {
    if !encoding.has_closed_form() {
        WAVE_MS * axis.span.length() // position by position
    } else {
        column_values_cost_ms(axis.span.length())
    }
}

/// How many positions are computed at a time.
const BLOCK: usize = 1 << 16;

/// Returns the values of a column along an axis; empty for a column that the encoding does not have. If
/// positions are at least a pixel wide, the neighbours on both sides of the axis are included, so that
/// a line reaches its ends.
///
/// # Errors
/// [`ReduceError::Cancelled`] if the flag was raised.
pub fn trace(encoding: &Encoding, column: usize, axis: WindowAxis, cancel: &Cancel) -> Result<Trace, ReduceError> {
    let axis = WindowAxis {
        span: axis.span.within(encoding.end()),
        ..axis
    };
    if column >= encoding.d_model() {
        return Ok(Trace::Values {
            first: 0,
            values: Vec::new(),
        });
    }
    let cells = axis.span.cells();
    let rounded = |value: &f64| single(*value);
    if axis.is_magnified() {
        let around = cells.start.saturating_sub(1)..(cells.end + 1).min(encoding.end());
        let values = column_values(encoding, column, around.clone());
        return Ok(Trace::Values {
            first: around.start,
            values: values.iter().map(rounded).collect(),
        });
    }
    // Values come in blocks: if positions restart, a value takes far more memory while it is computed.
    let (mut first, mut values) = (cells.start, Vec::new());
    let mut extremes = |pixel: usize| {
        let under = axis.pixel(pixel).cells();
        if under.start < first || under.end > first + values.len() {
            if cancel.is_raised() {
                return Err(ReduceError::Cancelled);
            }
            let block = under.start..under.end.max(under.start + BLOCK).min(cells.end);
            (first, values) = (block.start, column_values(encoding, column, block));
        }
        let values = values[under.start - first..under.end - first].iter();
        // Where there are no numbers there is no envelope.
        let finite = values.map(rounded).filter(|value| value.is_finite());
        Ok(finite.fold([f32::NAN; 2], |[low, high], value| [low.min(value), high.max(value)]))
    };
    let envelope: Result<_, _> = (0..axis.pixels).map(&mut extremes).collect();
    Ok(Trace::Envelope(envelope?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Scheme, Spec};
    use crate::field::Span;

    #[test]
    fn several_positions_a_pixel_are_drawn_by_their_smallest_and_largest_value()
    -> Result<(), Box<dyn std::error::Error>> {
        let encoding = Encoding::new(Spec {
            scheme: Scheme::Index,
            max_len: 100,
            ..Spec::default()
        })?;
        let axis = WindowAxis {
            span: Span { start: 0.0, end: 100.0 },
            pixels: 4,
        };
        let expected = Trace::Envelope(vec![[0.0, 24.0], [25.0, 49.0], [50.0, 74.0], [75.0, 99.0]]);
        assert_eq!(trace(&encoding, 3, axis, &Cancel::default())?, expected);
        let near = WindowAxis {
            span: Span { start: 2.5, end: 4.0 },
            pixels: 40,
        };
        assert_eq!(
            trace(&encoding, 0, near, &Cancel::default())?,
            Trace::Values {
                first: 1,
                values: vec![1.0, 2.0, 3.0, 4.0]
            }
        );
        Ok(())
    }
}

//! Which columns belong together: the sine and the cosine of one frequency,
//! wherever a layout puts them.

use std::collections::VecDeque;

use super::ColumnLaw;

/// Columns of one frequency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its first column.
    pub first: usize,
    /// Its second one; none where it stands alone.
    pub second: Option<usize>,
}

impl Band {
    /// Its columns, in order.
    pub fn columns(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Whether its columns are neighbours.
    #[must_use]
    pub fn is_together(self) -> bool {
        self.second == Some(self.first + 1)
    }
}

/// The bands of some columns in order of their first ones, and the band of each
/// column. Waves of one frequency and one shift pair up, a sine with a cosine;
/// all else stands alone.
#[must_use]
pub(super) fn bands(columns: &[ColumnLaw]) -> (Vec<Band>, Vec<usize>) {
    let mut bands: Vec<Band> = Vec::with_capacity(columns.len().div_ceil(2));
    let mut band_of = Vec::with_capacity(columns.len());
    // Waves without a partner so far, in order. Layouts keep the order of
    // frequencies: a partner is the last that came, or the first that is left.
    let mut alone: VecDeque<usize> = VecDeque::new();
    for (column, law) in columns.iter().enumerate() {
        let ends = [alone.len().saturating_sub(1), 0];
        let partner = ends.into_iter().find(|&place| {
            let band = alone.get(place).map(|&band| bands[band]);
            band.is_some_and(|band: Band| are_partners(&columns[band.first], law))
        });
        if let Some(band) = partner.and_then(|place| alone.remove(place)) {
            bands[band].second = Some(column);
            band_of.push(band);
            continue;
        }
        if law.phase().is_some() {
            alone.push_back(bands.len());
        }
        band_of.push(bands.len());
        bands.push(Band {
            first: column,
            second: None,
        });
    }
    (bands, band_of)
}

fn are_partners(one: &ColumnLaw, other: &ColumnLaw) -> bool {
    match (one, other) {
        (
            ColumnLaw::Wave {
                frequency,
                shift,
                phase,
                ..
            },
            ColumnLaw::Wave {
                frequency: other_frequency,
                shift: other_shift,
                phase: other_phase,
                ..
            },
        ) => phase != other_phase && frequency == other_frequency && shift == other_shift,
        (ColumnLaw::Rounded(one), ColumnLaw::Rounded(other)) => {
            one.phase != other.phase && one.frequency == other.frequency
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Phase;

    #[test]
    fn a_sine_and_a_cosine_of_one_frequency_pair_up_wherever_they_stand() {
        let sine = |w: f64| ColumnLaw::wave(w.into(), Phase::Sine);
        let cosine = |w: f64| ColumnLaw::wave(w.into(), Phase::Cosine);
        let (found, of) = bands(&[sine(1.0), sine(0.5), ColumnLaw::Zero, cosine(1.0), cosine(0.25)]);
        let band = |first, second| Band { first, second };
        assert_eq!(found, [band(0, Some(3)), band(1, None), band(2, None), band(4, None)]);
        assert_eq!(of, [0, 1, 2, 0, 3]);
    }
}

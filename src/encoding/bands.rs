//! Which columns belong together: the sine and the cosine of one frequency, wherever the layout puts them.

use std::collections::VecDeque;

use super::{ColumnLaw, DoubleDouble, Fold, Norm, SchemeKind};

/// The columns of one frequency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The first column.
    pub first: usize,
    /// The second column; `None` if the first stands alone.
    pub second: Option<usize>,
}

impl Band {
    /// Returns the columns, in order.
    pub fn columns(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Whether the columns are neighbours.
    pub fn is_together(self) -> bool {
        self.second == Some(self.first + 1)
    }
}

/// Returns the bands of the columns, in order of their first columns, and the band of each column.
/// Waves of one frequency and one shift pair up, a sine with a cosine; in a table of rotations each
/// angle pairs up with its twin; all other columns stand alone.
pub(super) fn bands(columns: &[ColumnLaw], has_twins: bool) -> (Vec<Band>, Vec<usize>) {
    let mut bands: Vec<Band> = Vec::with_capacity(columns.len().div_ceil(2));
    let mut band_of = Vec::with_capacity(columns.len());
    // Waves without a partner so far, in order. Layouts keep the order of frequencies, so a partner
    // is either the latest of these or the earliest.
    let mut alone: VecDeque<usize> = VecDeque::new();
    for (column, law) in columns.iter().enumerate() {
        let ends = [alone.len().saturating_sub(1), 0];
        let partner = ends.into_iter().find(|&place| {
            let band = alone.get(place).map(|&band| bands[band]);
            band.is_some_and(|band: Band| {
                let first = &columns[band.first];
                if has_twins {
                    first == law
                } else {
                    are_partners(first, law)
                }
            })
        });
        if let Some(band) = partner.and_then(|place| alone.remove(place)) {
            bands[band].second = Some(column);
            band_of.push(band);
            continue;
        }
        if can_pair(law, has_twins) {
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

/// Whether a column can be one of a pair. Dimensions that do not rotate have no twin.
fn can_pair(law: &ColumnLaw, has_twins: bool) -> bool {
    match law {
        ColumnLaw::Wave(wave) => !has_twins || wave.frequency.high != 0.0,
        ColumnLaw::Folded(_) | ColumnLaw::Rounded(_) => true,
        _ => false,
    }
}

/// Whether two waves are the sine and the cosine of one angle.
fn are_partners(one: &ColumnLaw, other: &ColumnLaw) -> bool {
    let angle = |law: &ColumnLaw| match law {
        ColumnLaw::Wave(wave) => Some((Fold::Straight, wave.frequency, wave.shift)),
        ColumnLaw::Folded(wave) => Some((wave.fold, wave.frequency, wave.shift)),
        ColumnLaw::Rounded(wave) => Some((wave.fold, wave.frequency, DoubleDouble::from(wave.shift))),
        _ => None,
    };
    one.phase() != other.phase() && angle(one).is_some() && angle(one) == angle(other)
}

/// Returns what is known about the norms of rows.
pub(super) fn norm(columns: &[ColumnLaw], bands: &[Band], kind: SchemeKind) -> Norm {
    let first = columns.first();
    if matches!(first, Some(ColumnLaw::Linear { .. })) && columns.iter().all(|law| Some(law) == first) {
        return Norm::SameDirection;
    }
    if matches!(first, Some(ColumnLaw::Bit { .. })) {
        return Norm::Bits;
    }
    if kind != SchemeKind::Added || !columns.iter().all(|law| law.amplitude().is_some()) {
        return Norm::Any;
    }
    let (pairs, alone): (Vec<&Band>, Vec<&Band>) = bands.iter().partition(|band| band.second.is_some());
    let amplitudes = pairs.iter().filter_map(|band| columns[band.first].amplitude());
    let squares: f64 = amplitudes.map(|a| a * a).sum();
    let lone = alone.iter().map(|band| &columns[band.first]);
    let lone: Vec<&ColumnLaw> = lone.filter(|law| law.phase().is_some()).collect();
    let is_plain = |law: &ColumnLaw| matches!(law, ColumnLaw::Wave(_) | ColumnLaw::Zero);
    match lone[..] {
        [] if squares > 0.0 => Norm::Constant(squares.sqrt()),
        [ColumnLaw::Wave(lone)] if squares > 0.0 && columns.iter().all(is_plain) => Norm::WithLoneWave(*lone),
        _ => Norm::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Phase, Wave};

    #[test]
    fn a_sine_and_a_cosine_of_one_frequency_pair_up_wherever_they_stand() {
        let sine = |w: f64| ColumnLaw::Wave(Wave::new(w.into(), Phase::Sine));
        let cosine = |w: f64| ColumnLaw::Wave(Wave::new(w.into(), Phase::Cosine));
        let (found, of) = bands(
            &[sine(1.0), sine(0.5), ColumnLaw::Zero, cosine(1.0), cosine(0.25)],
            false,
        );
        let band = |first, second| Band { first, second };
        assert_eq!(found, [band(0, Some(3)), band(1, None), band(2, None), band(4, None)]);
        assert_eq!(of, [0, 1, 2, 0, 3]);
    }
}

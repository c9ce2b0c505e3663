//! Bands: the columns that share a frequency, and how slow they are.

use std::f64::consts::TAU;

use crate::encoding::{ColumnLaw, Encoding, Numbering, float};
use crate::field::ColumnOrder;

/// Returns the wavelength of a band in positions, `2 pi / w = 2 pi base^(2i/d)`; `None` for a band that
/// is not a wave. If rows are `step` positions apart, that is `step` times the wavelength in rows.
///
/// ```
/// use poscope::analysis::wavelength;
/// use poscope::encoding::{Encoding, Spec};
/// let encoding = Encoding::new(Spec { d_model: 4, ..Spec::default() })?;
/// assert_eq!(wavelength(&encoding, 0).map(f64::round), Some(6.0)); // 2 pi
/// assert_eq!(wavelength(&encoding, 1).map(f64::round), Some(628.0)); // 200 pi
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn wavelength(encoding: &Encoding, band: usize) -> Option<f64> {
    let step = Numbering::new(encoding.spec()).map_or(1.0, |numbering| numbering.step());
    Some(step * rows_of_a_wave(encoding, band)?)
}

fn rows_of_a_wave(encoding: &Encoding, band: usize) -> Option<f64> {
    let column = encoding.bands().get(band)?.first;
    encoding.frequency(column).map(|frequency| TAU / frequency.abs())
}

/// How often the middle one of [`telling_bands`] turns within the table.
const FEW_TURNS: f64 = 3.0;

/// A wave more than this many times as long as the table looks flat.
const FLAT: f64 = 16.0;

/// Returns the bands that say most about a table: the fastest one, one that turns about three times within the table,
/// and the slowest one that can be seen to move, by a 16th of a cycle at least. If the bands are not waves: the first,
/// the middle and the last one.
///
/// Bands are in order and each appears once, so a table of two bands has two.
///
/// ```
/// use poscope::analysis::telling_bands;
/// use poscope::encoding::{Encoding, Spec};
/// // Wavelengths of 6, 20, 63 ... 19,869 positions: pair 1 turns 2.5 times.
/// assert_eq!(telling_bands(&Encoding::new(Spec::default())?), [0, 1, 4]); // pair 4: 628 positions
/// let long = Spec { max_len: 8192, ..Spec::default() };
/// assert_eq!(telling_bands(&Encoding::new(long)?), [0, 5, 7]); // 6, 1,987 and 19,869 positions
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn telling_bands(encoding: &Encoding) -> Vec<usize> {
    let count = encoding.bands().len();
    let waves: Vec<(usize, f64)> = (0..count)
        .filter_map(|band| Some((band, rows_of_a_wave(encoding, band)?)))
        .filter(|(_, rows)| rows.is_finite())
        .collect();
    let length = float(encoding.max_len());
    let turns = |rows: f64| (length / rows / FEW_TURNS).ln().abs();
    let by_length = |(_, a): &&(usize, f64), (_, b): &&(usize, f64)| a.total_cmp(b);
    let telling = [
        waves.iter().min_by(by_length),
        waves.iter().min_by(|(_, a), (_, b)| turns(*a).total_cmp(&turns(*b))),
        waves
            .iter()
            .filter(|(_, rows)| *rows <= FLAT * length)
            .max_by(by_length),
    ];
    let mut bands: Vec<usize> = telling.into_iter().flatten().map(|(band, _)| *band).collect();
    if bands.is_empty() {
        bands = vec![0, count / 2, count - 1];
    }
    bands.sort_unstable();
    bands.dedup();
    bands
}

/// Returns the range of a band's values: that of the table, or that of the band if the table is
/// learned, since a few learned columns hold far larger numbers than the rest. A constant gets a range
/// of width 2 around it; a band that does not exist gets the range of the table.
///
/// ```
/// use poscope::analysis::band_range;
/// use poscope::encoding::{Encoding, Spec};
/// assert_eq!(band_range(&Encoding::new(Spec::default())?, 0), (-1.0, 1.0));
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
pub fn band_range(encoding: &Encoding, band: usize) -> (f64, f64) {
    let first = encoding.bands().get(band).map(|band| &encoding.columns()[band.first]);
    let own = first.and_then(ColumnLaw::own_range);
    let (low, high) = own.unwrap_or_else(|| encoding.bounds());
    if high > low {
        (low, high)
    } else {
        (low - 1.0, high + 1.0)
    }
}

/// A wavelength, and the places in the column order that it labels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandLabel {
    /// The first place.
    pub first: usize,
    /// The last place.
    pub last: usize,
    /// In positions.
    pub wavelength: f64,
}

/// Returns the label of the band at `place`, in a picture that begins at place `start`: one per pair if
/// its columns are adjacent, at the pair's first place in the picture, otherwise one per column.
///
/// ```
/// use poscope::analysis::band_label;
/// use poscope::encoding::{Encoding, Spec};
/// use poscope::field::ColumnOrder;
/// let encoding = Encoding::new(Spec { d_model: 4, ..Spec::default() })?;
/// let label = band_label(&encoding, ColumnOrder::AsStored, 0, 0).ok_or("a label")?;
/// assert_eq!((label.first, label.last), (0, 1));
/// assert_eq!(band_label(&encoding, ColumnOrder::AsStored, 1, 0), None); // its partner has the label
/// assert_eq!(band_label(&encoding, ColumnOrder::AsStored, 1, 1).map(|label| label.last), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn band_label(encoding: &Encoding, order: ColumnOrder, place: usize, start: usize) -> Option<BandLabel> {
    let column = order.column(place, encoding);
    let number = encoding.band_of(column);
    let band = encoding.bands()[number];
    let place_of = |column| order.place(column, encoding);
    let is_together = band
        .second
        .is_some_and(|second| place_of(band.first) + 1 == place_of(second));
    if is_together && column != band.first && place > start {
        return None;
    }
    Some(BandLabel {
        first: place,
        last: place + usize::from(is_together && column == band.first),
        wavelength: wavelength(encoding, number)?,
    })
}

/// The length that wavelengths are compared with: that of the training sequences.
///
/// ```
/// use poscope::analysis::SeenLength;
/// use poscope::encoding::rope::{Rope, Scaling};
/// use poscope::encoding::{Encoding, Scheme, Spec};
/// let rope = Rope { scaling: Scaling::Yarn, original_len: 64, ..Rope::default() };
/// let encoding = Encoding::new(Spec { scheme: Scheme::Rope, rope, max_len: 128, ..Spec::default() })?;
/// assert_eq!(SeenLength::of(&encoding), Some(SeenLength::Original(64)));
/// assert_eq!(SeenLength::of(&Encoding::new(Spec::default())?), None);
/// # Ok::<(), poscope::encoding::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenLength {
    /// The length from which a scaling of RoPE starts; models are trained beyond it afterwards.
    Original(usize),
    /// The length of the training.
    Trained(usize),
}

impl SeenLength {
    /// Returns the seen length of an encoding; `None` if nothing says how long training was.
    pub fn of(encoding: &Encoding) -> Option<Self> {
        let original = encoding.original_len().map(Self::Original);
        original.or_else(|| encoding.trained_end().map(Self::Trained))
    }

    /// Returns the length in positions.
    pub fn positions(self) -> usize {
        match self {
            Self::Original(positions) | Self::Trained(positions) => positions,
        }
    }
}

/// How many pairs complete at least one cycle within the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// Pairs that complete a cycle within `max_len` rows.
    pub finished: usize,
    /// All pairs.
    pub pairs: usize,
}

/// Counts the pairs that complete a cycle within `max_len` rows; `None` if the scheme has no pairs, and
/// for a grid, whose positions start over in every line.
pub fn finished_cycles(encoding: &Encoding) -> Option<Cycles> {
    let pairs = encoding.pairs();
    if pairs == 0 || encoding.is_grid() {
        return None;
    }
    let length = float(encoding.max_len());
    let bands = encoding.bands().iter().enumerate();
    let finished = bands
        .filter(|(_, band)| band.second.is_some())
        .filter(|(band, _)| rows_of_a_wave(encoding, *band).is_some_and(|rows| rows <= length));
    Some(Cycles {
        finished: finished.count(),
        pairs,
    })
}

//! What strips and lanes show, in words.

use super::{Language, count, plain, row_words, scheme_name, significant};
use crate::encoding::learned::MINILM;
use crate::encoding::{Band, Beyond, Corners, Encoding, Resample, Scheme, SchemeKind, Spec, Strategy, float, grid};
use crate::tr;

/// Returns the name of a band, in a grid with its direction: `pair 3`, `pair 3, y`.
pub fn band_name(encoding: &Encoding, band: usize, language: Language) -> String {
    let name = match encoding.bands()[band] {
        Band { second: Some(_), .. } => tr!(language, "bands.pair", pair = count(band)),
        Band { first, .. } if encoding.kind() == SchemeKind::Bias => tr!(language, "bands.head", head = count(first)),
        Band { first, .. } => tr!(language, "bands.dimension", dimension = count(first)),
    };
    let column = &encoding.columns()[encoding.bands()[band].first];
    match grid::direction_of(column).filter(|_| encoding.is_grid()) {
        Some(direction) => {
            let direction = direction.name();
            tr!(language, "bands.of_direction", name, direction)
        }
        None => name,
    }
}

/// Returns the caption of one of the three ways: `Index: 0 to 49, neighbours 4 apart`.
pub fn way_words(encoding: &Encoding, step: Option<f64>, language: Language) -> String {
    let scheme = scheme_name(encoding.spec().scheme, language);
    let (low, high) = encoding.bounds();
    let (low, high) = (
        significant(low, 3),
        if high.fract() == 0.0 {
            plain(high)
        } else {
            significant(high, 3)
        },
    );
    match step {
        Some(step) => tr!(
            language,
            "three_ways.caption",
            scheme,
            low,
            high,
            step = significant(step, 3)
        ),
        None => tr!(language, "three_ways.caption_single", scheme, low, high),
    }
}

/// Returns what a strategy does, with its numbers.
pub fn strategy_words(spec: &Spec, language: Language) -> String {
    if spec.scheme == Scheme::Learned {
        return stretched(spec, language);
    }
    let Beyond {
        trained_len,
        strategy,
        overlap,
    } = spec.beyond;
    let last = spec.max_len - 1;
    let length = count(trained_len);
    let row = |row| row_words(row, &[spec], language);
    match strategy {
        Strategy::Extrapolate => tr!(
            language,
            "strategies.extrapolate",
            first = row(trained_len),
            last = row(last)
        ),
        Strategy::Restart => {
            // The last chunk may be too short to reach the end of the trained length.
            let again = (overlap + last - trained_len).min(trained_len - 1);
            let (first, again) = (row(overlap), row(again));
            if overlap == 0 {
                tr!(language, "strategies.restart", length, first, last = again)
            } else {
                tr!(
                    language,
                    "strategies.restart_overlap",
                    length,
                    stride = count(trained_len.saturating_sub(overlap)),
                    overlap = count(overlap),
                    first,
                    last = again
                )
            }
        }
        Strategy::Interpolate => tr!(
            language,
            "strategies.interpolate",
            stretch = significant(spec.beyond.stretch(spec.max_len), 4),
            positions = count(spec.max_len),
            length
        ),
    }
}

/// Returns how a trained table is stretched: which of its rows a position reads.
fn stretched(spec: &Spec, language: Language) -> String {
    let (rows, _) = MINILM;
    let key = match (spec.learned.resample, spec.learned.corners) {
        (Resample::Off, _) => {
            let key = if spec.max_len > rows {
                "strategies.table_ends"
            } else {
                "strategies.whole_table"
            };
            return tr!(language, key, last = count(spec.max_len.min(rows) - 1));
        }
        (Resample::Linear, Corners::Edges) => "strategies.linear_edges",
        (Resample::Linear, Corners::Aligned) => "strategies.linear_aligned",
        (Resample::Cubic, Corners::Edges) => "strategies.cubic_edges",
        (Resample::Cubic, Corners::Aligned) => "strategies.cubic_aligned",
    };
    tr!(language, key, row = row_of(spec))
}

/// Returns the row that position p reads, as in [`Given::at`]: `0.5 p − 0.25`.
///
/// [`Given::at`]: crate::encoding::Given::at
fn row_of(spec: &Spec) -> String {
    let (n, m) = (float(MINILM.0), float(spec.max_len));
    let (slope, shift) = match spec.learned.corners {
        Corners::Edges => (n / m, 0.5 * n / m - 0.5),
        Corners::Aligned if m > 1.0 => ((n - 1.0) / (m - 1.0), 0.0),
        Corners::Aligned => (0.0, 0.0),
    };
    let place = if slope == 1.0 {
        "p".to_owned()
    } else {
        format!("{} p", significant(slope, 4))
    };
    if shift == 0.0 {
        return place;
    }
    let sign = if shift < 0.0 { "−" } else { "+" };
    format!("{place} {sign} {}", significant(shift.abs(), 3))
}

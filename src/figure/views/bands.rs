//! Single frequencies as lanes, the slow ones above.

use super::{Block, Subject};
use crate::analysis::{band_range, wavelength};
use crate::encoding::{Encoding, Phase};
use crate::figure::page::{Axis, Content, Curve, Entry, Panel, Row, Scale, Source, Stroke, Tone};
use crate::text::{axis_names, band_name, significant};
use crate::tr;

pub(super) fn block(subject: &Subject) -> Block {
    let (encoding, language) = (&subject.encoding, subject.language);
    let lanes = if subject.keeps_lanes {
        subject.views.all_lanes()
    } else {
        subject.views.lanes_of(encoding)
    };
    let last = lanes.len() - 1;
    // The first lane is the lowest: slow at the top, as in the heatmap.
    let rows = lanes.iter().enumerate().rev().map(|(place, &band)| Row {
        share: 1.0,
        panels: vec![lane(subject, band, place == last, place == 0)],
    });
    #[expect(clippy::cast_precision_loss, reason = "at most six lanes")]
    let tall = 0.2 + 0.11 * lanes.len() as f64;
    Block {
        title: tr!(language, "figure.bands", scheme = subject.scheme()).into_owned(),
        short: String::new(),
        rows: rows.collect(),
        notes: Vec::new(),
        tall,
    }
}

fn lane(subject: &Subject, band: usize, has_legend: bool, has_axis: bool) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let has_band = band < encoding.bands().len();
    let curve = |column: usize| Curve {
        stroke: Stroke {
            dotted: true,
            ..stroke(encoding, column)
        },
        source: Source::Column {
            encoding: encoding.clone(),
            column,
        },
    };
    let curves = if has_band {
        encoding.bands()[band].columns().map(curve).collect()
    } else {
        Vec::new()
    };
    let (positions, _) = subject.window(encoding);
    let [rows, _] = axis_names(encoding.kind(), language);
    let x = Axis::new(rows, Scale::Cells(positions));
    let (low, high) = band_range(encoding, if has_band { band } else { 0 });
    let y = Axis::new("", Scale::Values(low, high));
    let mut panel = Panel::new(if has_axis { x } else { x.bare() }, y, Content::Curves(curves));
    panel.title = if has_band {
        let name = band_name(encoding, band, language);
        match wavelength(encoding, band) {
            Some(length) => format!("{name} · λ {}", significant(length, 4)),
            None => name,
        }
    } else {
        tr!(language, "animation.no_band").into_owned()
    };
    if has_legend {
        panel.legend = legend(subject);
    }
    panel.marks = subject.trained_mark(encoding, true);
    panel.marks.extend(subject.held_mark(true));
    if !has_legend {
        for mark in &mut panel.marks {
            mark.words.clear();
        }
    }
    panel
}

/// What of sines and cosines is drawn, in any lane.
fn legend(subject: &Subject) -> Vec<Entry> {
    let encoding = &subject.encoding;
    let lanes = subject.views.lanes_of(encoding);
    let columns: Vec<usize> = lanes
        .iter()
        .flat_map(|&band| encoding.bands()[band].columns())
        .collect();
    let entry = |(phase, key, stroke): (Phase, &str, Stroke)| {
        let has = columns
            .iter()
            .any(|&column| encoding.columns()[column].phase() == Some(phase));
        has.then(|| Entry {
            words: tr!(subject.language, key).into_owned(),
            stroke,
        })
    };
    [
        (Phase::Sine, "figure.sine", Stroke::solid(Tone::First)),
        (Phase::Cosine, "figure.cosine_wave", Stroke::dashed(Tone::First)),
    ]
    .into_iter()
    .filter_map(entry)
    .collect()
}

/// Sines are solid, cosines dashed.
fn stroke(encoding: &Encoding, column: usize) -> Stroke {
    match encoding.columns()[column].phase() {
        Some(Phase::Cosine) => Stroke::dashed(Tone::First),
        _ => Stroke::solid(Tone::First),
    }
}

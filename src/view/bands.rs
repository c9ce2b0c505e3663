//! Single frequencies as lanes, the slowest at the top.

use super::settings::{Declared, SettingKind, SettingStore};
use super::{Subject, View};
use crate::analysis::{band_range, wavelength};
use crate::encoding::{Encoding, Phase, SchemeKind, float};
use crate::field::{Answers, Span};
use crate::plot::range::wider;
use crate::plot::remark::Remark;
use crate::plot::{
    Axis, Block, Curve, Layer, LegendEntry, Panel, Quantity, Refusal, Row, Scale, Source, Stretch, Stroke, Title, Tone,
};
use crate::session::{Change, LANES_LIMIT};
use crate::text::{band_name, count, wavelength_words};
use crate::tr;

/// The view of lanes of single frequencies over the positions.
pub struct Bands;

impl View for Bands {
    fn name(&self) -> &'static str {
        "bands"
    }

    fn draws_both(&self) -> bool {
        true
    }

    fn settings(&self, subject: &Subject) -> Vec<Declared> {
        let kind = SettingKind::List {
            low: 0,
            high: subject.encoding.bands().len() - 1,
            most: LANES_LIMIT,
        };
        vec![Declared::new("bands", kind, "", SettingStore::Lanes)]
    }

    fn describe(&self, subject: &Subject, _: &mut dyn Answers) -> Result<Block, Refusal> {
        let language = subject.language;
        let lanes = lanes(subject);
        let last = lanes.len() - 1;
        // The first lane is at the bottom: slow waves are at the top, as in the heatmap.
        let rows = lanes
            .iter()
            .enumerate()
            .rev()
            .map(|(place, &band)| Row::of(vec![lane(subject, band, (place == last, place == 0), lanes.len() > 1)]));
        let list: Vec<String> = lanes.iter().map(|&lane| count(lane)).collect();
        let key = match subject.compared {
            Some(_) => "ab.bands_name",
            None => "bands.name",
        };
        Ok(Block {
            title: tr!(language, "bands.title"),
            heading: tr!(language, "figure.bands", scheme = subject.scheme()),
            remark: legend_words(subject),
            rows: rows.collect(),
            summary: tr!(language, key, bands = list.join(", ")),
            notes: [subject.both_sides(), subject.table_notes()].concat(),
            tall: 0.2 + 0.11 * float(lanes.len()),
            ..Block::default()
        })
    }
}

/// Returns the bands that have a lane. While a slider moves, these are the bands from before.
fn lanes(subject: &Subject) -> Vec<usize> {
    let Subject { views, encoding, .. } = subject;
    if subject.keeps_lanes {
        return views.all_lanes();
    }
    if let Some(ghost) = &subject.ghost {
        let mut lanes = views.lanes_of(ghost);
        lanes.retain(|&lane| lane < encoding.bands().len());
        if !lanes.is_empty() {
            return lanes;
        }
    }
    views.lanes_of(encoding)
}

/// Returns a lane; the highest has the legend, the lowest the axis.
fn lane(subject: &Subject, band: usize, (is_highest, is_lowest): (bool, bool), can_go: bool) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let (positions, _) = subject.window();
    let (rows, scale) = subject.row_axis(encoding, positions);
    let x = Axis::new(rows, scale).measuring(Quantity::Position, encoding.max_len());
    let ranges = encodings(subject)
        .into_iter()
        .map(|encoding| band_range(encoding, band));
    let (low, high) = ranges.reduce(wider).unwrap_or_default();
    let first = encoding.bands().get(band).map(|band| band.first);
    let mut y = Axis::new("", Scale::Values(low, high));
    if let Some(first) = first {
        y = y.measuring(Quantity::Column(first), 1);
    }
    let mut layers: Vec<Layer> = shades(subject).collect();
    layers.push(Layer::Curves(curves(subject, band)));
    let mut panel = Panel::new(format!("lane {band}"), if is_lowest { x } else { x.bare() }, y, layers);
    let lengths = lengths(subject, band);
    let words = match (first, &lengths) {
        (None, _) => tr!(language, "animation.no_band"),
        (Some(_), Some(lengths)) => format!("{} · {lengths}", band_name(encoding, band, language)),
        (Some(_), None) => band_name(encoding, band, language),
    };
    panel.name = tr!(language, "bands.lane_name", band = words);
    panel.title = Title {
        is_beside: true,
        hint: lengths.map(|_| tr!(language, "bands.lane_hint")).unwrap_or_default(),
        removal: can_go.then(|| {
            let words = tr!(language, "bands.remove", band = count(band));
            (words, Change::ToggleLane(band))
        }),
        ..Title::of(words)
    };
    panel.marks = subject.trained_mark(encoding, true);
    panel.marks.extend(subject.held_mark(true));
    if is_highest {
        panel.legend = legend(subject);
    } else {
        panel.silence_marks();
    }
    panel
}

/// Returns shades behind the curves, beyond the trained lengths.
fn shades(subject: &Subject) -> impl Iterator<Item = Layer> + use<> {
    let shade = |encoding: &Encoding, tone: Tone| {
        encoding.trained_end().map(|end| Layer::Shade {
            along: Stretch {
                is_x: true,
                span: Span::of_cells(end..encoding.max_len()),
            },
            tone,
        })
    };
    let layers = match encodings(subject)[..] {
        [a, b] => vec![shade(a, Tone::First), shade(b, Tone::Second)],
        _ => vec![shade(&subject.encoding, Tone::Before)],
    };
    layers.into_iter().flatten()
}

/// Returns the curves of a band: those from before a slider moved, then the encoding's, or A's and B's.
fn curves(subject: &Subject, band: usize) -> Vec<Curve> {
    let front = &subject.encoding;
    let is_alike = |ghost: &&Encoding| ghost.spec().scheme == front.spec().scheme;
    let ghost = subject.ghost.as_ref().filter(is_alike);
    let mut curves: Vec<Curve> = ghost.map_or_else(Vec::new, |ghost| of(ghost, band, Whose::Ghost));
    match &subject.compared {
        Some(compared) => {
            curves.extend(of(&compared.a, band, Whose::A));
            curves.extend(of(&compared.b, band, Whose::B));
        }
        None => curves.extend(of(front, band, Whose::Alone)),
    }
    curves
}

/// Whose curves are drawn, which decides their strokes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// The only encoding: sines solid, cosines dashed.
    Alone,
    /// The encoding from before a slider moved.
    Ghost,
    /// A: solid. Cosines are pale, in A and in B.
    A,
    /// B: dashed.
    B,
}

fn of(encoding: &Encoding, band: usize, whose: Whose) -> Vec<Curve> {
    let Some(band) = encoding.bands().get(band) else {
        return Vec::new();
    };
    let curve = |column: usize| {
        let is_cosine = encoding.columns()[column].phase() == Some(Phase::Cosine);
        let (tone, dashed, pale) = match whose {
            Whose::Alone => (Tone::First, is_cosine, false),
            Whose::Ghost => (Tone::Before, is_cosine, false),
            Whose::A => (Tone::First, false, is_cosine),
            Whose::B => (Tone::Second, true, is_cosine),
        };
        Curve {
            source: Source::Column {
                encoding: encoding.clone(),
                column,
            },
            stroke: Stroke {
                dashed,
                pale,
                ..Stroke::dotted(tone)
            },
        }
    };
    band.columns().map(curve).collect()
}

/// Returns A and B, or the only encoding.
fn encodings(subject: &Subject) -> Vec<&Encoding> {
    match &subject.compared {
        Some(compared) => vec![&compared.a, &compared.b],
        None => vec![&subject.encoding],
    }
}

/// Returns the wavelength of a band; those of A and B if they differ. If only one of the two is a wave,
/// it is named: `B λ 19.9`.
fn lengths(subject: &Subject, band: usize) -> Option<String> {
    let words = |encoding: &Encoding| Some(wavelength_words(wavelength(encoding, band)?));
    let [a, b] = encodings(subject)[..] else {
        return words(&subject.encoding);
    };
    match (words(a), words(b)) {
        (Some(a), Some(b)) if a != b => Some(format!("{a} | {}", b.trim_start_matches("λ "))),
        (Some(a), Some(_)) => Some(a),
        (Some(a), None) => Some(format!("A {a}")),
        (None, b) => b.map(|b| format!("B {b}")),
    }
}

/// Returns the legend: sine and cosine, if any lane has them; for two encodings, A and B.
fn legend(subject: &Subject) -> Vec<LegendEntry> {
    let encoding = &subject.encoding;
    if subject.compared.is_some() {
        return vec![
            LegendEntry::new("A", Stroke::solid(Tone::First)),
            LegendEntry::new("B", Stroke::dashed(Tone::Second)),
        ];
    }
    let lanes = lanes(subject);
    let columns: Vec<usize> = lanes
        .iter()
        .filter_map(|&band| encoding.bands().get(band))
        .flat_map(|band| band.columns())
        .collect();
    let entry = |(phase, key, stroke): (Phase, &str, Stroke)| {
        let has = columns
            .iter()
            .any(|&column| encoding.columns()[column].phase() == Some(phase));
        has.then(|| LegendEntry::new(tr!(subject.language, key), stroke))
    };
    [
        (Phase::Sine, "figure.sine", Stroke::solid(Tone::First)),
        (Phase::Cosine, "figure.cosine_wave", Stroke::dashed(Tone::First)),
    ]
    .into_iter()
    .filter_map(entry)
    .collect()
}

/// Returns the words for lines and shades; other words if a pixel has several positions.
fn legend_words(subject: &Subject) -> Remark {
    let (language, encoding) = (subject.language, &subject.encoding);
    let mut rest = Vec::new();
    let all = encodings(subject);
    let has_waves = all.iter().any(|encoding| encoding.pairs() > 0);
    if all.iter().any(|encoding| encoding.trained_end().is_some()) {
        rest.push(tr!(language, "trained.legend"));
    }
    if subject.ghost.is_some() {
        rest.push(tr!(language, "bands.ghost"));
    }
    let [sharp, mixed] = match (subject.compared.is_some(), has_waves) {
        (true, true) => ["ab.legend", "ab.legend_envelope"],
        (true, false) => ["ab.legend_alone", "ab.legend_envelope_alone"],
        (false, true) if encoding.kind() == SchemeKind::Rotation => ["bands.legend_twins", "bands.legend_envelope"],
        (false, true) => ["bands.legend", "bands.legend_envelope"],
        (false, false) => ["bands.hint", "bands.hint_envelope"],
    }
    .map(|key| {
        let mut words = vec![tr!(language, key)];
        words.extend(rest.iter().cloned());
        words.join(" · ")
    });
    Remark::Mixing { sharp, mixed }
}

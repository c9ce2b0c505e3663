//! How slow each pair is, before and after what is done for longer texts.

use super::{Block, FigureError, Subject};
use crate::analysis::{PairWave, SeenLength, pair_waves};
use crate::encoding::Encoding;
use crate::encoding::rope::Treatment;
use crate::field::Span;
use crate::figure::page::{Axis, Content, Curve, Entry, Mark, Panel, Row, Scale, Source, Stroke, Tone};
use crate::text::count;
use crate::tr;

pub(super) fn block(subject: &Subject) -> Result<Block, FigureError> {
    let (encoding, language) = (&subject.encoding, subject.language);
    let waves = pair_waves(encoding);
    if waves.is_empty() {
        return Err(FigureError::NoWavelengths(encoding.spec().scheme.name()));
    }
    Ok(Block {
        title: tr!(language, "figure.wavelengths", scheme = subject.scheme()).into_owned(),
        short: tr!(language, "figure.wavelengths_short").into_owned(),
        rows: vec![Row {
            share: 1.0,
            panels: vec![panel(subject, &waves)],
        }],
        notes: Vec::new(),
        tall: 0.6,
    })
}

fn panel(subject: &Subject, waves: &[PairWave]) -> Panel {
    let (encoding, language) = (&subject.encoding, subject.language);
    let marks = lengths(encoding, subject);
    let places = waves.iter().flat_map(|wave| [wave.before, wave.after]);
    let places = places
        .chain(marks.iter().map(|mark| mark.at))
        .filter(|place| place.is_finite() && *place > 0.0);
    let (low, high) = places.fold((f64::INFINITY, 0.0_f64), |(low, high), place| {
        (low.min(place), high.max(place))
    });
    // A little room, on a logarithmic axis.
    let room = (high / low).powf(0.06).max(1.1);
    let mut curves = Vec::new();
    let mut legend = Vec::new();
    let has_moved = |wave: &PairWave| (wave.after / wave.before - 1.0).abs() > 1e-9;
    #[expect(clippy::cast_precision_loss, reason = "pairs are far below 2^53")]
    let at = |pair: usize| pair as f64 + 0.5;
    if waves.iter().any(has_moved) {
        let points = waves
            .iter()
            .enumerate()
            .map(|(pair, wave)| [at(pair), wave.before])
            .collect();
        let stroke = Stroke::solid(Tone::Before);
        curves.push(Curve {
            source: Source::Points(points),
            stroke,
        });
        legend.push(Entry {
            words: tr!(language, "figure.before").into_owned(),
            stroke,
        });
    }
    for (treatment, tone, key) in [
        (None, Tone::First, ""),
        (Some(Treatment::Kept), Tone::First, "pairs.kept"),
        (Some(Treatment::Mixed), Tone::Mixed, "pairs.mixed"),
        (Some(Treatment::Divided), Tone::Second, "pairs.divided"),
    ] {
        let of_this = waves.iter().enumerate().filter(|(_, wave)| wave.treatment == treatment);
        let points: Vec<[f64; 2]> = of_this.map(|(pair, wave)| [at(pair), wave.after]).collect();
        if points.is_empty() {
            continue;
        }
        let stroke = Stroke::dots(tone);
        if !key.is_empty() {
            legend.push(Entry {
                words: tr!(language, key, pairs = count(points.len())).into_owned(),
                stroke,
            });
        }
        curves.push(Curve {
            source: Source::Points(points),
            stroke,
        });
    }
    let mut panel = Panel::new(
        Axis::new(tr!(language, "figure.pair"), Scale::Cells(Span::whole(waves.len()))),
        Axis::new(
            tr!(language, "figure.wavelength"),
            Scale::Logarithms(low / room, high * room),
        ),
        Content::Curves(curves),
    );
    panel.legend = legend;
    panel.marks = marks;
    panel
}

/// The first length and the whole one as lines: a pair above one does not come round within it.
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
fn lengths(encoding: &Encoding, subject: &Subject) -> Vec<Mark> {
    let language = subject.language;
    if encoding.is_grid() {
        return Vec::new();
    }
    let first = SeenLength::of(encoding).map(|seen| {
        let key = match seen {
            SeenLength::Original(_) => "pairs.original",
            SeenLength::Trained(_) => "trained.label_length",
        };
        Mark {
            at: seen.positions() as f64,
            is_x: false,
            is_held: false,
            words: tr!(language, key, length = count(seen.positions())).into_owned(),
        }
    });
    let whole = Mark {
        at: encoding.max_len() as f64,
        is_x: false,
        is_held: false,
        words: format!("max_len {}", count(encoding.max_len())),
    };
    first.into_iter().chain([whole]).collect()
}

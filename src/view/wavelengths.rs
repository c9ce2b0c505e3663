//! The wavelength of each pair, before and after it is stretched for longer texts.

use super::{Subject, View};
use crate::analysis::{PairWave, PairWaves, SeenLength};
use crate::encoding::rope::Treatment;
use crate::encoding::{Scheme, SchemeKind, Strategy, float};
use crate::field::{Answers, Key, Reply, Span};
use crate::plot::cursor::{Cursor, Held};
use crate::plot::remark::Remark;
use crate::plot::{
    Axis, Block, Curve, Layer, LegendEntry, Mark, Panel, Piece, Quantity, Refusal, Row, Scale, Stroke, Tone,
};
use crate::text::{count, significant};
use crate::tr;

/// The view of the wavelengths of the pairs.
pub struct Wavelengths;

/// What a scaling can do to a pair, with its colour and words. The colours are distinguishable with
/// red-green colour blindness.
const TREATMENTS: [(Treatment, Tone, &str); 3] = [
    (Treatment::Kept, Tone::First, "pairs.kept"),
    (Treatment::Mixed, Tone::Mixed, "pairs.mixed"),
    (Treatment::Divided, Tone::Second, "pairs.divided"),
];

impl View for Wavelengths {
    fn name(&self) -> &'static str {
        "wavelengths"
    }

    fn draws_both(&self) -> bool {
        true
    }

    fn tells_of(&self, kind: SchemeKind) -> bool {
        kind != SchemeKind::Bias
    }

    fn describe(&self, subject: &Subject, answers: &mut dyn Answers) -> Result<Block, Refusal> {
        let language = subject.language;
        let query = PairWaves {
            encoding: subject.encoding.clone(),
        };
        let reply = answers.ask(&Key::new(self.name(), "pairs"), query);
        let waves = reply.answer().map_or(&[][..], Vec::as_slice);
        if reply.current().is_some() && waves.is_empty() {
            return Err(subject.refusal(tr!(language, "pairs.none")));
        }
        let other = subject.compared.as_ref().map(|compared| PairWaves {
            encoding: compared.other().clone(),
        });
        let other = other.map(|query| answers.ask(&Key::new(self.name(), "other pairs"), query));
        let has_no_pairs = other
            .as_ref()
            .and_then(Reply::current)
            .is_some_and(|waves| waves.is_empty());
        if has_no_pairs && !subject.is_live {
            return Err(subject.refusal(tr!(language, "pairs.none")));
        }
        let other = other
            .as_ref()
            .and_then(|reply| reply.answer())
            .map_or(&[][..], Vec::as_slice);
        let above = words(subject, waves);
        let mut panel = panel(subject, waves, other);
        let text: String = above.iter().map(|(words, _)| words.as_str()).collect();
        panel.name = tr!(language, "pairs.name", pairs = count(waves.len()), words = text);
        Ok(Block {
            title: super::title(self, language),
            heading: tr!(language, "figure.wavelengths", scheme = subject.scheme()),
            short: tr!(language, "figure.wavelengths_short"),
            remark: remark(subject, waves),
            above: above
                .into_iter()
                .map(|(words, tone)| Piece::Words(words, tone))
                .collect(),
            summary: panel.name.clone(),
            notes: subject.both_sides(),
            rows: if waves.is_empty() {
                Vec::new()
            } else {
                vec![Row::of(vec![panel])]
            },
            tall: 0.6,
            ..Block::default()
        })
    }
}

fn has_moved(wave: &PairWave) -> bool {
    (wave.after / wave.before - 1.0).abs() > 1e-9
}

fn panel(subject: &Subject, waves: &[PairWave], other: &[PairWave]) -> Panel {
    let language = subject.language;
    let marks = lengths(subject);
    let places = waves.iter().chain(other).flat_map(|wave| [wave.before, wave.after]);
    let places = places
        .chain(marks.iter().map(|mark| mark.at))
        .filter(|place| place.is_finite() && *place > 0.0);
    let (low, high) = places.fold((f64::INFINITY, 0.0_f64), |(low, high), place| {
        (low.min(place), high.max(place))
    });
    // A small margin, as a factor.
    let room = (high / low).powf(0.06).max(1.1);
    let columns = waves.iter().map(|wave| subject.encoding.bands()[wave.band].first);
    let x = Axis::new(
        tr!(language, "figure.pair"),
        Scale::Cells(Span::whole(waves.len().max(other.len()))),
    )
    .measuring(Quantity::Pair(columns.collect()), waves.len());
    let y = Axis::new(
        tr!(language, "figure.wavelength"),
        Scale::Logarithms(low / room, high * room),
    );
    let (mut curves, mut legend) = curves(subject, waves);
    if !other.is_empty() {
        let points = other.iter().enumerate();
        let points = points.map(|(pair, wave)| [at(pair), wave.after]).collect();
        let stroke = Stroke::dashed(Tone::Second);
        curves.push(Curve::through(points, stroke));
        legend.push(LegendEntry::new(other_name(subject), stroke));
    }
    curves.extend(rings(subject, waves));
    let mut panel = Panel::new("pairs", x, y, vec![Layer::Curves(curves)]);
    panel.legend = legend;
    panel.marks = marks;
    panel
}

/// Returns which of A and B is not in front.
fn other_name(subject: &Subject) -> &'static str {
    match &subject.compared {
        Some(compared) if compared.versus.front_is_b => "A",
        _ => "B",
    }
}

/// Returns the middle of a pair along x.
fn at(pair: usize) -> f64 {
    float(pair) + 0.5
}

/// Returns the wavelengths before as a line, and those after as points by treatment.
fn curves(subject: &Subject, waves: &[PairWave]) -> (Vec<Curve>, Vec<LegendEntry>) {
    let language = subject.language;
    let (mut curves, mut legend) = (Vec::new(), Vec::new());
    if waves.iter().any(has_moved) {
        let points = waves.iter().enumerate();
        let points = points.map(|(pair, wave)| [at(pair), wave.before]).collect();
        let stroke = Stroke::solid(Tone::Before);
        curves.push(Curve::through(points, stroke));
        legend.push(LegendEntry::new(tr!(language, "figure.before"), stroke));
    }
    let treatments = TREATMENTS.map(|(treatment, tone, key)| (Some(treatment), tone, key));
    for (treatment, tone, key) in [(None, Tone::First, "")].into_iter().chain(treatments) {
        let of_this = waves.iter().enumerate().filter(|(_, wave)| wave.treatment == treatment);
        let points: Vec<[f64; 2]> = of_this.map(|(pair, wave)| [at(pair), wave.after]).collect();
        if points.is_empty() {
            continue;
        }
        let stroke = Stroke::dots(tone);
        if !key.is_empty() {
            legend.push(LegendEntry::new(
                tr!(language, key, pairs = count(points.len())),
                stroke,
            ));
        }
        curves.push(Curve::through(points, stroke));
    }
    (curves, legend)
}

/// Returns the pair that is pinned and the one under the pointer.
fn marked(subject: &Subject, waves: &[PairWave]) -> [Option<usize>; 2] {
    let encoding = &subject.encoding;
    let pair_of = |dimension: usize| {
        let band = (dimension < encoding.d_model()).then(|| encoding.band_of(dimension))?;
        waves.iter().position(|wave| wave.band == band)
    };
    let held = Held::of(subject).pin.and_then(|pin| pair_of(pin.dimension));
    let hovered = match subject.cursor {
        Some(Cursor::Cell(cell)) => pair_of(cell.dimension),
        _ => None,
    };
    [held, hovered]
}

/// Returns a ring around each marked pair, with a line from its wavelength before.
fn rings(subject: &Subject, waves: &[PairWave]) -> Vec<Curve> {
    let tones = [Tone::Held, Tone::Hovered];
    let marked = marked(subject, waves).into_iter().zip(tones);
    // A figure has no pointer, and does not show what is pinned.
    let curves = marked.filter_map(|(pair, tone)| {
        let pair = pair.filter(|_| subject.is_live)?;
        let wave = waves[pair];
        let before = has_moved(&wave).then_some([at(pair), wave.before]);
        let points = before.into_iter().chain([[at(pair), wave.after]]).collect();
        let stroke = Stroke {
            rings: true,
            ..Stroke::solid(tone)
        };
        Some(Curve::through(points, stroke))
    });
    curves.collect()
}

/// Returns `pair 31: λ 2,611 → 9,470`, for the pair under the pointer, otherwise for the pinned one.
fn remark(subject: &Subject, waves: &[PairWave]) -> Remark {
    let [held, hovered] = marked(subject, waves);
    let Some((pair, wave)) = hovered.or(held).and_then(|pair| Some((pair, waves.get(pair)?))) else {
        return Remark::Nothing;
    };
    let [before, after] = [wave.before, wave.after].map(|length| significant(length, 4));
    let key = if before == after { "pairs.still" } else { "pairs.moved" };
    let words = tr!(subject.language, key, pair = count(pair), before, after);
    Remark::Words(words)
}

/// Returns `29 kept, 6 mixed, 29 divided · grey: before`; without a scaling, the number of pairs and
/// their shortest and longest wavelength.
fn words(subject: &Subject, waves: &[PairWave]) -> Vec<(String, Tone)> {
    let language = subject.language;
    let mut pieces = Vec::new();
    let mut say = |words: String, tone: Tone| pieces.push((words, tone));
    if waves.iter().any(|wave| wave.treatment.is_some()) {
        for (place, (treatment, tone, key)) in TREATMENTS.into_iter().enumerate() {
            if place > 0 {
                say(tr!(language, "figure.comma"), Tone::Weak);
            }
            let pairs = waves.iter().filter(|wave| wave.treatment == Some(treatment)).count();
            say(tr!(language, key, pairs = count(pairs)), tone);
        }
    } else {
        let lengths = || waves.iter().map(|wave| wave.after);
        let line = tr!(
            language,
            "pairs.unscaled",
            pairs = count(waves.len()),
            shortest = significant(lengths().fold(f64::INFINITY, f64::min), 3),
            longest = significant(lengths().fold(0.0, f64::max), 3)
        );
        say(line, Tone::Weak);
    }
    let (encoding, beyond) = (&subject.encoding, subject.encoding.spec().beyond);
    let is_squeezed = encoding.trained_end().is_some() && beyond.strategy == Strategy::Interpolate;
    if is_squeezed && encoding.spec().scheme == Scheme::Rope {
        let stretch = significant(beyond.stretch(encoding.max_len()), 4);
        let words = tr!(language, "pairs.squeezed", stretch);
        say(format!(" · {words}"), Tone::Weak);
    }
    if waves.iter().any(has_moved) {
        say(format!(" · {}", tr!(language, "pairs.before")), Tone::Weak);
    }
    pieces
}

/// Returns the seen length and the whole one as lines: a pair above a line does not complete a cycle
/// within that length.
fn lengths(subject: &Subject) -> Vec<Mark> {
    let encoding = &subject.encoding;
    if encoding.spec().scheme == Scheme::Grid {
        // The waves of a grid run along lines and along columns, not along all positions.
        return Vec::new();
    }
    let first = SeenLength::of(encoding).map(|seen| {
        let length = seen.positions();
        let words = match seen {
            SeenLength::Original(_) => tr!(subject.language, "pairs.original", length = count(length)),
            SeenLength::Trained(_) => subject.trained_words(length),
        };
        Mark::new(float(length), false, words)
    });
    let whole = Mark::new(
        float(encoding.max_len()),
        false,
        format!("max_len {}", count(encoding.max_len())),
    );
    first.into_iter().chain([whole]).collect()
}

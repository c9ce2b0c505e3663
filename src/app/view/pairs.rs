//! Pairs: how slow each one is, on a logarithmic axis, before and after what is
//! done for longer texts; which pairs a scaling of RoPE keeps, mixes, divides.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Align2, Color32, Label, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use super::strip::CAPTION;
use super::{BELOW, Hover, Kit, LEFT, axis_name, below_header, on_pixels};
use crate::analysis::{PairWave, SeenLength};
use crate::app::action::Change;
use crate::app::ink::{Ink, small_font};
use crate::app::widget::axis;
use crate::app::widget::scale::Scale;
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::rope::Treatment;
use crate::encoding::{Encoding, Scheme, Strategy};
use crate::field::Span;
use crate::session::Pin;
use crate::text::{count, significant};
use crate::tr;

/// What a scaling can do to a pair, in the order of the words.
const TREATMENTS: [Treatment; 3] = [Treatment::Kept, Treatment::Mixed, Treatment::Divided];

/// Below this many points a pair, pairs are a line and no points.
const LEAST_STEP: f32 = 4.0;

/// Draws it. `free` is what is left of the title line.
pub fn show(ui: &mut Ui, area: Rect, free: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let below = below_header(area);
    let question = Question::Pairs(kit.scene.encoding.clone());
    let answer = match kit.desk.ask(ui.ctx(), Slot::Pairs, &question).answer {
        Some((asked, Answer::Pairs(pairs))) => Some((*asked == question, pairs.clone())),
        _ => None,
    };
    let Some((is_current, pairs)) = answer else { return };
    if pairs.is_empty() {
        let mut inner = ui.new_child(UiBuilder::new().max_rect(below.shrink(6.0)));
        let words = RichText::new(tr!(language, "pairs.none")).color(ink.text);
        inner.add(Label::new(words).wrap());
        return;
    }
    let words = words(&pairs, kit);
    words.paint(ui, below, ink);
    let plot = Rect::from_min_max(
        pos2(below.left() + LEFT, below.top() + CAPTION + 6.0),
        pos2(below.right() - 60.0, below.bottom() - BELOW),
    );
    if plot.width() < 24.0 || plot.height() < 16.0 {
        return;
    }
    let chart = Chart::new(on_pixels(ui, plot), &pairs, kit.scene.encoding);
    let response = ui.interact(chart.plot, ui.scope_id().with("pairs"), Sense::click());
    let name = tr!(language, "pairs.name", pairs = count(pairs.len()), words = words.text());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    chart.axes(ui, kit);
    chart.lengths(ui, kit);
    chart.waves(ui, ink);
    let hovered = response
        .hover_pos()
        .filter(|_| is_current)
        .and_then(|at| chart.x.cell_at(at.x, pairs.len()));
    let shown = chart.marks(ui, hovered, kit);
    if let Some(pair) = shown {
        let words = pair_words(pair, &pairs[pair], kit);
        let galley = axis::fitting(ui.painter(), &words, &small_font(), ink.text, free.width());
        let at = pos2(free.right() - galley.size().x, free.top() + 4.0);
        ui.painter().galley(at, galley, ink.text);
    }
    if let Some(pair) = hovered {
        let band = pairs[pair].band;
        let dimension = kit.scene.encoding.bands()[band].first;
        let position = kit.scene.pin().map_or(0, |pin| pin.position);
        let cell = Pin { position, dimension };
        *kit.hover = Some(Hover::Cell(cell));
        if response.clicked() {
            kit.change(Change::Pin(Some(cell)));
            if !kit.scene.session.views.lanes_of(kit.scene.encoding).contains(&band) {
                kit.change(Change::ToggleLane(band));
            }
        }
    }
}

/// `pair 31: λ 2,611 → 9,470`.
fn pair_words(pair: usize, wave: &PairWave, kit: &Kit<'_>) -> String {
    let [before, after] = [wave.before, wave.after].map(|length| significant(length, 4));
    let pair = count(pair);
    if before == after {
        tr!(kit.scene.language, "pairs.still", pair = pair, after = after)
    } else {
        tr!(
            kit.scene.language,
            "pairs.moved",
            pair = pair,
            before = before,
            after = after
        )
    }
    .into_owned()
}

/// The line above the picture.
struct Words {
    /// Its parts, each with the treatment that it is about.
    parts: Vec<(String, Option<Treatment>)>,
}

impl Words {
    fn text(&self) -> String {
        self.parts.iter().map(|(words, _)| words.as_str()).collect()
    }

    /// Paints it, each count in the colour of its pairs.
    fn paint(&self, ui: &Ui, below: Rect, ink: Ink) {
        let mut job = LayoutJob::default();
        for (words, treatment) in &self.parts {
            let color = treatment.map_or(ink.weak, |treatment| color(Some(treatment), ink));
            job.append(words, 0.0, TextFormat::simple(small_font(), color));
        }
        job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(below.width() - 8.0);
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(below.left_top() + vec2(4.0, 0.0), galley, ink.text);
    }
}

/// `29 kept, 6 mixed, 29 divided · grey: before`; without a scaling how many
/// pairs there are, and how slow.
fn words(pairs: &[PairWave], kit: &Kit<'_>) -> Words {
    let language = kit.scene.language;
    let beyond = kit.scene.encoding.spec().beyond;
    let mut parts = Vec::new();
    if pairs.iter().any(|pair| pair.treatment.is_some()) {
        let [kept, mixed, divided] = TREATMENTS.map(|treatment| {
            let found = pairs.iter().filter(|pair| pair.treatment == Some(treatment));
            let pairs = count(found.count());
            match treatment {
                Treatment::Kept => tr!(language, "pairs.kept", pairs = pairs),
                Treatment::Mixed => tr!(language, "pairs.mixed", pairs = pairs),
                Treatment::Divided => tr!(language, "pairs.divided", pairs = pairs),
            }
            .into_owned()
        });
        let line = tr!(language, "pairs.counts", kept = kept, mixed = mixed, divided = divided);
        let mut rest = line.as_ref();
        for (part, treatment) in [kept.as_str(), &mixed, &divided].into_iter().zip(TREATMENTS) {
            if let Some((between, after)) = rest.split_once(part) {
                parts.push((between.to_owned(), None));
                parts.push((part.to_owned(), Some(treatment)));
                rest = after;
            }
        }
        parts.push((rest.to_owned(), None));
    } else {
        let lengths = || pairs.iter().map(|pair| pair.after);
        let line = tr!(
            language,
            "pairs.unscaled",
            pairs = count(pairs.len()),
            shortest = significant(lengths().fold(f64::INFINITY, f64::min), 3),
            longest = significant(lengths().fold(0.0, f64::max), 3)
        );
        parts.push((line.into_owned(), None));
    }
    let is_squeezed = kit.scene.encoding.trained_end().is_some() && beyond.strategy == Strategy::Interpolate;
    if is_squeezed && kit.scene.encoding.spec().scheme == Scheme::Rope {
        let stretch = significant(beyond.stretch(kit.scene.encoding.max_len()), 4);
        let words = tr!(language, "pairs.squeezed", stretch = stretch);
        parts.push((format!(" · {words}"), None));
    }
    if pairs.iter().any(has_moved) {
        parts.push((format!(" · {}", tr!(language, "pairs.before")), None));
    }
    parts.retain(|(words, _)| !words.is_empty());
    Words { parts }
}

fn has_moved(wave: &PairWave) -> bool {
    (wave.after / wave.before - 1.0).abs() > 1e-9
}

/// The colour of what a scaling does: blue, purple, orange. They are told apart
/// by people who see red and green alike.
fn color(treatment: Option<Treatment>, ink: Ink) -> Color32 {
    match treatment {
        None | Some(Treatment::Kept) => ink.curve,
        Some(Treatment::Mixed) => ink.mixed,
        Some(Treatment::Divided) => ink.second,
    }
}

/// Pairs to the right, wavelengths upward.
struct Chart<'a> {
    plot: Rect,
    x: Scale,
    /// The decimal logarithms of the lowest and the highest wavelength.
    low: f64,
    high: f64,
    pairs: &'a [PairWave],
    /// The trained length, or that before the scaling, and `max_len`, where
    /// waves run along positions.
    lengths: [Option<usize>; 2],
    /// Whether the first of them is that before the scaling.
    is_original: bool,
}

impl<'a> Chart<'a> {
    fn new(plot: Rect, pairs: &'a [PairWave], encoding: &Encoding) -> Self {
        let first = SeenLength::of(encoding);
        let is_original = matches!(first, Some(SeenLength::Original(_)));
        let lengths = if encoding.is_grid() {
            [None, None]
        } else {
            [first.map(SeenLength::positions), Some(encoding.max_len())]
        };
        #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
        let all = pairs
            .iter()
            .flat_map(|pair| [pair.before, pair.after])
            .chain(lengths.into_iter().flatten().map(|length| length as f64))
            .map(f64::log10)
            .filter(|place| place.is_finite());
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
            (low.min(place), high.max(place))
        });
        let room = 0.06 * (high - low) + 0.05;
        Self {
            plot,
            x: Scale::rightward(Span::whole(pairs.len()), plot.x_range()),
            low: low - room,
            high: high + room,
            pairs,
            lengths,
            is_original,
        }
    }

    fn y(&self, length: f64) -> f32 {
        let part = (length.log10() - self.low) / (self.high - self.low);
        #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
        let part = part as f32;
        self.plot.bottom() - self.plot.height() * part
    }

    fn axes(&self, ui: &Ui, kit: &Kit<'_>) {
        let (ink, font, plot) = (kit.ink(), small_font(), self.plot);
        let painter = ui.painter();
        painter.rect_stroke(plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
        axis::below(painter, self.x, plot.bottom(), &font, ink.weak);
        let name = tr!(kit.scene.language, "pairs.axis");
        axis_name(
            ui,
            ink,
            pos2(plot.right() + 8.0, plot.bottom() + 4.0),
            Align2::LEFT_TOP,
            &name,
        );
        axis_name(
            ui,
            ink,
            pos2(plot.left() - 8.0, plot.top() - 5.0),
            Align2::RIGHT_TOP,
            "λ ↑",
        );
        #[expect(clippy::cast_possible_truncation, reason = "the powers of ten of f64")]
        let (first, last) = (self.low.ceil() as i32, self.high.floor() as i32);
        let labels: Vec<(f64, String)> = (first..=last)
            .map(|power| (10f64.powi(power), power_of_ten(power)))
            .collect();
        // Below the name of the axis, above the labels along x.
        let is_free = |value: f64| (plot.top() + 17.0..=plot.bottom() - 4.0).contains(&self.y(value));
        let labels: Vec<_> = labels.into_iter().filter(|(value, _)| is_free(*value)).collect();
        let place = |value| pos2(plot.left(), self.y(value));
        axis::values(painter, &labels, place, true, &font, ink.weak);
    }

    /// The first length and the whole one as lines: a pair above one does not
    /// come round within it. They are named at their right ends.
    fn lengths(&self, ui: &Ui, kit: &Kit<'_>) {
        let (ink, language, plot, font) = (kit.ink(), kit.scene.language, self.plot, small_font());
        let [first, whole] = self.lengths;
        let name = |length| match self.is_original {
            true => tr!(language, "pairs.original", length = count(length)).into_owned(),
            false => super::trained::words(length, language),
        };
        let words = [
            first.map(|length| (length, name(length))),
            whole.map(|length| (length, format!("max_len {}", count(length)))),
        ];
        let mut taken: Option<Rect> = None;
        for (length, words) in words.into_iter().flatten() {
            #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^53")]
            let y = self.y(length as f64);
            let painter = ui.painter_at(plot);
            let line = [pos2(plot.left(), y), pos2(plot.right(), y)];
            painter.extend(Shape::dashed_line(&line, Stroke::new(1.0, ink.text), 6.0, 4.0));
            let galley = axis::fitting(&painter, &words, &font, ink.text, plot.width() * 0.5);
            let above = y - galley.size().y - 1.0;
            let top = if above < plot.top() { y + 1.0 } else { above };
            let mut area = Rect::from_min_size(pos2(plot.left() + 6.0, top), galley.size());
            if let Some(taken) = taken.filter(|taken| taken.intersects(area)) {
                area = area.translate(vec2(taken.right() + 12.0 - area.left(), 0.0));
            }
            if plot.contains_rect(area) {
                painter.rect_filled(area.expand(1.0), 2.0, ui.visuals().panel_fill.gamma_multiply(0.8));
                painter.galley(area.min, galley, ink.text);
                taken = Some(area);
            }
        }
    }

    /// The wavelengths before as a thin line, those after as points, or as a
    /// line where there is no room for points.
    fn waves(&self, ui: &Ui, ink: Ink) {
        let painter = ui.painter_at(self.plot.expand(1.0));
        if self.pairs.iter().any(has_moved) {
            let before: Vec<Pos2> = self
                .shown()
                .map(|pair| self.at(pair, self.pairs[pair].before))
                .collect();
            painter.add(Shape::line(before, Stroke::new(1.5, ink.ghost)));
        }
        let shown: Vec<usize> = self.shown().collect();
        let is_one = |a: &usize, b: &usize| self.pairs[*a].treatment == self.pairs[*b].treatment;
        let is_line = self.x.points_per_cell() < LEAST_STEP;
        for run in shown.chunk_by(is_one) {
            let color = color(self.pairs[run[0]].treatment, ink);
            let points: Vec<Pos2> = run.iter().map(|&pair| self.at(pair, self.pairs[pair].after)).collect();
            // A grid goes through its wavelengths twice: that is no line.
            let is_rising = points.windows(2).all(|two| two[1].y <= two[0].y + 0.5);
            if is_line && is_rising && points.len() > 1 {
                painter.add(Shape::line(points, Stroke::new(3.0, color)));
            } else {
                let radius = (self.x.points_per_cell() * 0.3).clamp(1.5, 4.0);
                for at in points {
                    painter.circle_filled(at, radius, color);
                }
            }
        }
    }

    /// The pairs that are drawn: no more than two for a point of the screen.
    fn shown(&self) -> impl Iterator<Item = usize> + use<'_> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a screen's points"
        )]
        let step = self.pairs.len() / (2.0 * self.plot.width()).max(1.0) as usize;
        let last = self.pairs.len() - 1;
        (0..last).step_by(step.max(1)).chain([last])
    }

    fn at(&self, pair: usize, length: f64) -> Pos2 {
        pos2(self.x.middle(pair), self.y(length))
    }

    /// The pair under the pointer here or in another view, else the pinned one,
    /// which is returned.
    fn marks(&self, ui: &Ui, hovered: Option<usize>, kit: &Kit<'_>) -> Option<usize> {
        let (ink, encoding) = (kit.ink(), kit.scene.encoding);
        let pair_of = |cell: Pin| {
            let band = (cell.dimension < encoding.d_model()).then(|| encoding.band_of(cell.dimension));
            band.and_then(|band| self.pairs.iter().position(|pair| pair.band == band))
        };
        let pinned = kit.scene.pin().and_then(pair_of);
        let hovered = hovered.or_else(|| match kit.scene.hover {
            Some(Hover::Cell(cell)) => pair_of(cell),
            _ => None,
        });
        for (pair, color) in [(pinned, ink.pinned), (hovered, ink.hovered)] {
            let Some(pair) = pair else { continue };
            let painter = ui.painter_at(self.plot.expand(5.0));
            let wave = self.pairs[pair];
            let (before, after) = (self.at(pair, wave.before), self.at(pair, wave.after));
            if has_moved(&wave) {
                painter.line_segment([before, after], Stroke::new(1.5, color));
            }
            painter.circle_stroke(after, 5.0, Stroke::new(2.0, color));
        }
        hovered.or(pinned)
    }
}

/// `1,000`, `1e7`: short enough for the room beside the axis.
fn power_of_ten(power: i32) -> String {
    if (0..7).contains(&power) {
        significant(10f64.powi(power), 1)
    } else {
        crate::text::minus_sign(&format!("1e{power}"))
    }
}

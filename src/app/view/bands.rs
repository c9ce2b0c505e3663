//! Bands: lanes of single frequencies over the positions, under the heatmap
//! and in step with it.

use eframe::egui::{
    Align2, Color32, Mesh, Pos2, Rangef, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
};

use super::trained::{self, Along};
use super::{BELOW, Hover, Kit, LEFT, RIGHT, axis_name, headed, on_pixels, pixels_in};
use crate::analysis::{Trace, wavelength};
use crate::app::action::Change;
use crate::app::compared::Compared;
use crate::app::ink::{Ink, small_font};
use crate::app::widget::axis;
use crate::app::widget::matrix::crosshair;
use crate::app::widget::scale::Scale;
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::{Band, ColumnLaw, Encoding, Kind, Phase};
use crate::field::Axis;
use crate::session::Pin;
use crate::text::{axis_names, count, significant};
use crate::tr;

/// Draws the pane.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let encoding = kit.scene.encoding;
    let lanes = kit.scene.session.views.lanes_of(encoding);
    let title = tr!(language, "bands.title");
    let below = headed(ui, ink, area, &title, Some(&legend(ui, area, kit)));
    let plot = Rect::from_min_max(
        pos2(below.left() + LEFT, below.top() + 2.0),
        pos2(below.right() - RIGHT, below.bottom() - BELOW),
    );
    if plot.width() < 12.0 || plot.height() < 12.0 {
        return;
    }
    let plot = on_pixels(ui, plot);
    let (positions, _) = kit.scene.window();
    let x = Scale::rightward(positions, plot.x_range());
    let font = small_font();
    axis::below(ui.painter(), x, plot.bottom(), &font, ink.weak);
    let [rows, _] = axis_names(encoding.kind(), language);
    let name = format!("{rows} →");
    axis_name(
        ui,
        ink,
        pos2(plot.right() + 8.0, plot.bottom() + 4.0),
        Align2::LEFT_TOP,
        &name,
    );
    let response = ui.interact(plot, ui.scope_id().with("bands"), Sense::click());
    let list: Vec<String> = lanes.iter().map(|&lane| count(lane)).collect();
    let name = match kit.scene.compared {
        Some(_) => tr!(language, "ab.bands_name", bands = list.join(", ")),
        None => tr!(language, "bands.name", bands = list.join(", ")),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));

    let pixels = pixels_in(ui, plot.width());
    let axis = Axis {
        span: positions,
        pixels,
    };
    #[expect(clippy::cast_precision_loss, reason = "at most six lanes")]
    let height = plot.height() / lanes.len() as f32;
    // The first lane is the lowest: slow at the top, as in the heatmap.
    #[expect(clippy::cast_precision_loss, reason = "at most six lanes")]
    let lane_rect = |place: usize| {
        let bottom = plot.bottom() - height * place as f32;
        Rect::from_x_y_ranges(plot.x_range(), Rangef::new(bottom - height + 3.0, bottom - 3.0))
    };
    let frame = Lanes {
        lanes: &lanes,
        axis,
        x,
        rect: &lane_rect,
        common: kit.scene.compared.map(common_range),
    };
    shades(
        ui,
        Along {
            plot,
            scale: x,
            is_x: true,
        },
        kit,
    );
    let ghost = kit
        .scene
        .ghost
        .filter(|ghost| ghost.spec().scheme == encoding.spec().scheme);
    if let Some(ghost) = ghost {
        frame.draw(ui, ghost, Whose::Ghost, kit);
    }
    if let Some(compared) = kit.scene.compared {
        frame.draw(ui, &compared.a, Whose::A, kit);
        frame.draw(ui, &compared.b, Whose::B, kit);
    } else {
        frame.draw(ui, encoding, Whose::Alone, kit);
    }
    for (place, &lane) in lanes.iter().enumerate() {
        label(ui, lane_rect(place), lane, kit);
    }
    marks(ui, plot, x, kit);
    if let Some(at) = response.hover_pos()
        && let Some(position) = x.cell_at(at.x, encoding.max_len())
    {
        *kit.hover = Some(Hover::Position(position));
        let lane = (0..lanes.len())
            .find(|&place| lane_rect(place).y_range().contains(at.y))
            .map(|place| lanes[place]);
        if let (true, Some(lane)) = (response.clicked(), lane) {
            let dimension = encoding.bands()[lane].first;
            kit.change(Change::Pin(Some(Pin { position, dimension })));
        }
    }
}

/// What lies beyond the trained lengths, behind the curves.
fn shades(ui: &Ui, along: Along, kit: &Kit<'_>) {
    let ink = kit.ink();
    if let Some(compared) = kit.scene.compared {
        trained::shade(ui, along, &compared.a, ink.curve.gamma_multiply(0.12));
        trained::shade(ui, along, &compared.b, ink.second.gamma_multiply(0.12));
    } else {
        trained::shade(ui, along, kit.scene.encoding, ink.frame.gamma_multiply(0.22));
    }
}

/// What lines and shades are.
fn legend(ui: &Ui, area: Rect, kit: &Kit<'_>) -> String {
    let (language, encoding) = (kit.scene.language, kit.scene.encoding);
    let (positions, _) = kit.scene.window();
    let width = f64::from((area.width() - LEFT - RIGHT) * ui.pixels_per_point());
    let is_envelope = positions.length() > width;
    let legend = if let Some(compared) = kit.scene.compared {
        match (compared.a.pairs() + compared.b.pairs() > 0, is_envelope) {
            (true, false) => tr!(language, "ab.legend"),
            (true, true) => tr!(language, "ab.legend_envelope"),
            (false, false) => tr!(language, "ab.legend_alone"),
            (false, true) => tr!(language, "ab.legend_envelope_alone"),
        }
    } else {
        match (encoding.pairs() > 0, is_envelope) {
            (true, false) if encoding.kind() == Kind::Rotation => tr!(language, "bands.legend_twins"),
            (true, false) => tr!(language, "bands.legend"),
            (true, true) => tr!(language, "bands.legend_envelope"),
            (false, false) => tr!(language, "bands.hint"),
            (false, true) => tr!(language, "bands.hint_envelope"),
        }
    };
    let mut legend = legend.into_owned();
    let compared = kit.scene.compared.map(|compared| [&compared.a, &compared.b]);
    let shown = compared.unwrap_or([encoding, encoding]);
    if shown.iter().any(|encoding| encoding.trained_end().is_some()) {
        legend = format!("{legend} · {}", tr!(language, "trained.legend"));
    }
    if kit.scene.ghost.is_some() {
        legend = format!("{legend} · {}", tr!(language, "bands.ghost"));
    }
    legend
}

fn label(ui: &mut Ui, lane: Rect, band: usize, kit: &mut Kit<'_>) {
    let (ink, language, encoding) = (kit.ink(), kit.scene.language, kit.scene.encoding);
    let painter = ui.painter();
    painter.rect_stroke(
        lane,
        0.0,
        Stroke::new(1.0, ink.frame.gamma_multiply(0.6)),
        StrokeKind::Outside,
    );
    let font = small_font();
    let name = match encoding.bands()[band] {
        Band { second: Some(_), .. } => tr!(language, "bands.pair", pair = count(band)),
        Band { first, .. } if encoding.kind() == Kind::Bias => tr!(language, "bands.head", head = count(first)),
        Band { first, .. } => tr!(language, "bands.dimension", dimension = count(first)),
    };
    let mut lines = match wavelengths(band, kit) {
        Some(lengths) => vec![format!("{name} · λ {lengths}")],
        None => vec![name.clone().into_owned()],
    };
    let room = RIGHT - 34.0;
    let is_wide = axis::width(painter, &lines[0], &font) > room;
    if let (true, Some(lengths)) = (is_wide && lane.height() >= 32.0, wavelengths(band, kit)) {
        lines = vec![name.into_owned(), format!("λ {lengths}")];
    }
    let galleys: Vec<_> = lines
        .iter()
        .map(|line| axis::fitting(painter, line, &font, ink.text, room))
        .collect();
    let height: f32 = galleys.iter().map(|galley| galley.size().y).sum();
    let mut at = pos2(lane.right() + 8.0, lane.center().y - height / 2.0);
    for galley in galleys {
        let height = galley.size().y;
        painter.galley(at, galley, ink.text);
        at.y += height;
    }
    let (low, high) = kit.scene.compared.map_or_else(|| range(encoding), common_range);
    if lane.height() >= 2.0 * font.size + 2.0 {
        for (value, y, align) in [
            (high, lane.top() - 1.0, Align2::RIGHT_TOP),
            (low, lane.bottom() + 1.0, Align2::RIGHT_BOTTOM),
        ] {
            painter.text(
                pos2(lane.left() - 6.0, y),
                align,
                significant(value, 3),
                font.clone(),
                ink.weak,
            );
        }
    }
    if kit.scene.session.views.lanes_of(encoding).len() > 1 && lane.height() >= 14.0 {
        let at = Rect::from_center_size(
            pos2(lane.right() + RIGHT - 16.0, lane.center().y),
            eframe::egui::vec2(18.0, 14.0),
        );
        let close = tr!(language, "bands.remove", band = count(band));
        let response = ui.interact(at, ui.scope_id().with(("lane", band)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &close));
        let color = if response.hovered() { ink.text } else { ink.weak };
        let cross = at.shrink2(eframe::egui::vec2(5.5, 3.5));
        ui.painter()
            .line_segment([cross.left_top(), cross.right_bottom()], Stroke::new(1.5, color));
        ui.painter()
            .line_segment([cross.right_top(), cross.left_bottom()], Stroke::new(1.5, color));
        if response.on_hover_text(close.as_ref()).clicked() {
            kit.change(Change::ToggleLane(band));
        }
    }
}

/// The wavelength of a band; those of A and of B, where they differ.
fn wavelengths(band: usize, kit: &Kit<'_>) -> Option<String> {
    let length = |encoding: &Encoding| Some(significant(wavelength(encoding, band)?, 3));
    let Some(compared) = kit.scene.compared else {
        return length(kit.scene.encoding);
    };
    let has = |encoding: &&Encoding| band < encoding.bands().len();
    match [&compared.a, &compared.b].map(|encoding| Some(encoding).filter(has).and_then(length)) {
        [Some(a), Some(b)] if a != b => Some(format!("{a} | {b}")),
        [a, b] => a.or(b),
    }
}

/// The range of the values.
fn range(encoding: &Encoding) -> (f64, f64) {
    let (low, high) = encoding.bounds();
    if high > low {
        (low, high)
    } else {
        (low - 1.0, high + 1.0)
    }
}

/// The range that the values of A and of B are in.
fn common_range(compared: &Compared) -> (f64, f64) {
    let (a, b) = (range(&compared.a), range(&compared.b));
    (a.0.min(b.0), a.1.max(b.1))
}

/// Whose curves are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Those of the only encoding: sines solid, cosines dashed.
    Alone,
    /// Those of the encoding before a slider moved.
    Ghost,
    /// Those of A: solid. Cosines are pale, as they are of B.
    A,
    /// Those of B: dashed.
    B,
}

impl Whose {
    fn slot(self) -> Slot {
        match self {
            Self::Alone | Self::A => Slot::Lanes,
            Self::Ghost => Slot::GhostLanes,
            Self::B => Slot::LanesOfB,
        }
    }

    fn color(self, is_cosine: bool, ink: Ink) -> Color32 {
        let pale = |color: Color32| if is_cosine { color.gamma_multiply(0.5) } else { color };
        match self {
            Self::Alone => ink.curve,
            Self::Ghost => ink.ghost,
            Self::A => pale(ink.curve),
            Self::B => pale(ink.second),
        }
    }

    fn is_dashed(self, is_cosine: bool) -> bool {
        match self {
            Self::Alone | Self::Ghost => is_cosine,
            Self::A => false,
            Self::B => true,
        }
    }
}

/// Where curves are drawn.
struct Lanes<'a> {
    lanes: &'a [usize],
    axis: Axis,
    x: Scale,
    /// The rectangle of the lane at a place.
    rect: &'a dyn Fn(usize) -> Rect,
    /// One range of values for all that is drawn.
    common: Option<(f64, f64)>,
}

impl Lanes<'_> {
    fn draw(&self, ui: &Ui, encoding: &Encoding, whose: Whose, kit: &mut Kit<'_>) {
        let (ink, x) = (kit.ink(), self.x);
        let bands = self.lanes.iter().filter_map(|&lane| encoding.bands().get(lane));
        let columns: Vec<usize> = bands.flat_map(|band| band.columns()).collect();
        // A shorter table than the one in view ends where it ends.
        let span = self.axis.span.within(encoding.max_len());
        let question = Question::Traces {
            encoding: encoding.clone(),
            columns,
            axis: Axis { span, ..self.axis },
        };
        let reply = kit.desk.ask(ui.ctx(), whose.slot(), &question);
        let Some((
            Question::Traces {
                columns,
                axis,
                encoding: shown,
            },
            Answer::Traces(traces),
        )) = reply.answer
        else {
            return;
        };
        let (low, high) = self.common.unwrap_or_else(|| range(shown));
        for (&column, trace) in columns.iter().zip(traces) {
            let band = shown.band_of(column);
            let Some(place) = self.lanes.iter().position(|&lane| lane == band) else {
                continue;
            };
            let lane = (self.rect)(place);
            #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
            let y_at = |value: f64| lane.bottom() - 2.0 - ((value - low) / (high - low)) as f32 * (lane.height() - 4.0);
            let painter = ui.painter_at(lane.expand(1.0));
            if whose != Whose::Ghost && low < 0.0 && shown.bands()[band].first == column {
                let faint = Stroke::new(1.0, ink.frame.gamma_multiply(0.5));
                painter.hline(lane.x_range(), y_at(0.0), faint);
            }
            let is_cosine = shown.columns()[column].phase() == Some(Phase::Cosine);
            let (color, dashed) = (whose.color(is_cosine, ink), whose.is_dashed(is_cosine));
            match trace {
                Trace::Values { first, values } => {
                    let point = |i: usize, value: f32| pos2(x.middle(first + i), y_at(f64::from(value)));
                    let points: Vec<Pos2> = values.iter().enumerate().map(|(i, &value)| point(i, value)).collect();
                    let line = between(shown, column, &points, x, &y_at);
                    stroke(&painter, line, dashed, color);
                    if x.points_per_cell() >= 7.0 {
                        for &at in &points {
                            painter.circle_filled(at, if dashed { 1.4 } else { 2.0 }, color);
                        }
                    }
                }
                Trace::Envelope(extremes) => {
                    let shade = match whose {
                        Whose::Alone | Whose::Ghost => color.gamma_multiply(if is_cosine { 0.35 } else { 0.75 }),
                        // What is behind is seen through it.
                        Whose::A | Whose::B => color.gamma_multiply(0.5),
                    };
                    // One mesh: thousands of single lines would take milliseconds.
                    let mut mesh = Mesh::default();
                    for (pixel, [least, most]) in extremes.iter().enumerate() {
                        let span = axis.pixel(pixel);
                        let across = Rangef::new(x.screen_from_cell(span.start), x.screen_from_cell(span.end));
                        let range = Rangef::new(y_at(f64::from(*most)) - 0.5, y_at(f64::from(*least)) + 0.5);
                        mesh.add_colored_rect(Rect::from_x_y_ranges(across, range), shade);
                    }
                    painter.add(mesh);
                }
            }
        }
    }
}

/// The line between the values: the wave itself, a step for bits, else
/// straight. Its corners at the positions are the values.
fn between(encoding: &Encoding, column: usize, points: &[Pos2], x: Scale, y_at: &dyn Fn(f64) -> f32) -> Vec<Pos2> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    match encoding.columns().get(column) {
        Some(law @ ColumnLaw::Wave { .. }) if x.points_per_cell() >= 3.0 => {
            let steps = ((last.x - first.x) / 1.5).ceil().max(1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a screen's points"
            )]
            let count = steps as u16;
            let place = |i: u16| first.x + (last.x - first.x) * f32::from(i) / f32::from(count);
            (0..=count)
                .map(|i| pos2(place(i), y_at(law.at(x.cell_from_screen(place(i)) - 0.5))))
                .collect()
        }
        Some(ColumnLaw::Bit { .. }) => points
            .iter()
            .flat_map(|at| {
                let half = x.points_per_cell() / 2.0;
                [pos2(at.x - half, at.y), pos2(at.x + half, at.y)]
            })
            .collect(),
        _ => points.to_vec(),
    }
}

fn stroke(painter: &eframe::egui::Painter, line: Vec<Pos2>, dashed: bool, color: Color32) {
    if dashed {
        painter.extend(Shape::dashed_line(&line, Stroke::new(1.3, color), 4.0, 3.0));
    } else if line.len() > 1 {
        painter.add(Shape::line(line, Stroke::new(1.6, color)));
    }
}

fn marks(ui: &Ui, plot: Rect, x: Scale, kit: &Kit<'_>) {
    let ink = kit.ink();
    if let Some(pin) = kit.scene.pin() {
        crosshair(ui, plot, Some(x.middle(pin.position)), None, ink.pinned);
    }
    if let Some(position) = kit.scene.hovered_position() {
        crosshair(ui, plot, Some(x.middle(position)), None, ink.hovered);
    }
}

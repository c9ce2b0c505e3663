//! Bands: lanes of single frequencies over the positions, under the heatmap
//! and in step with it.

use eframe::egui::{
    Align2, Color32, Mesh, Pos2, Rangef, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
};

use super::{BELOW, Hover, Kit, LEFT, RIGHT, axis_name, headed, on_pixels, pixels_in};
use crate::analysis::{Trace, wavelength};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::crosshair;
use crate::app::widget::scale::Scale;
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::{Band, ColumnLaw, Encoding, Phase, Scheme};
use crate::field::Axis;
use crate::session::Pin;
use crate::text::{count, significant};
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
    let name = format!("{} →", tr!(language, "axis.position"));
    axis_name(
        ui,
        ink,
        pos2(plot.right() + 8.0, plot.bottom() + 4.0),
        Align2::LEFT_TOP,
        &name,
    );
    let response = ui.interact(plot, ui.scope_id().with("bands"), Sense::click());
    let list: Vec<String> = lanes.iter().map(|&lane| count(lane)).collect();
    let name = tr!(language, "bands.name", bands = list.join(", "));
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
    let ghost = kit
        .scene
        .ghost
        .filter(|ghost| ghost.spec().scheme == encoding.spec().scheme);
    if let Some(ghost) = ghost {
        draw(ui, ghost, &lanes, axis, x, &lane_rect, true, kit);
    }
    draw(ui, encoding, &lanes, axis, x, &lane_rect, false, kit);
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

/// What lines and shades are.
fn legend(ui: &Ui, area: Rect, kit: &Kit<'_>) -> String {
    let (language, encoding) = (kit.scene.language, kit.scene.encoding);
    let (positions, _) = kit.scene.window();
    let width = f64::from((area.width() - LEFT - RIGHT) * ui.pixels_per_point());
    let is_envelope = positions.length() > width;
    let legend = match (encoding.pairs() > 0, is_envelope) {
        (true, false) => tr!(language, "bands.legend"),
        (true, true) => tr!(language, "bands.legend_envelope"),
        (false, false) => tr!(language, "bands.hint"),
        (false, true) => tr!(language, "bands.hint_envelope"),
    };
    if kit.scene.ghost.is_some() {
        format!("{legend} · {}", tr!(language, "bands.ghost"))
    } else {
        legend.into_owned()
    }
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
        Band { first, .. } => tr!(language, "bands.dimension", dimension = count(first)),
    };
    let words = match wavelength(encoding, band) {
        Some(length) => format!("{name} · λ {}", significant(length, 3)),
        None => name.into_owned(),
    };
    let room = RIGHT - 34.0;
    let galley = axis::fitting(painter, &words, &font, ink.text, room);
    painter.galley(
        pos2(lane.right() + 8.0, lane.center().y - galley.size().y / 2.0),
        galley,
        ink.text,
    );
    let (low, high) = range(encoding);
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

/// The range of the values.
fn range(encoding: &Encoding) -> (f64, f64) {
    let (low, high) = encoding.bounds();
    if high > low {
        (low, high)
    } else {
        (low - 1.0, high + 1.0)
    }
}

#[expect(clippy::too_many_arguments, reason = "two calls that differ in the encoding")]
fn draw(
    ui: &Ui,
    encoding: &Encoding,
    lanes: &[usize],
    axis: Axis,
    x: Scale,
    lane_rect: &dyn Fn(usize) -> Rect,
    is_ghost: bool,
    kit: &mut Kit<'_>,
) {
    let ink = kit.ink();
    let color = if is_ghost { ink.ghost } else { ink.curve };
    let slot = if is_ghost { Slot::GhostLanes } else { Slot::Lanes };
    let bands = lanes.iter().filter_map(|&lane| encoding.bands().get(lane));
    let columns: Vec<usize> = bands.flat_map(|band| band.columns()).collect();
    // A shorter table than the one in view ends where it ends.
    let span = axis.span.within(encoding.max_len());
    let axis = Axis { span, ..axis };
    let question = Question::Traces {
        encoding: encoding.clone(),
        columns,
        axis,
    };
    let reply = kit.desk.ask(ui.ctx(), slot, &question);
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
    for (&column, trace) in columns.iter().zip(traces) {
        let band = shown.band_of(column);
        let Some(place) = lanes.iter().position(|&lane| lane == band) else {
            continue;
        };
        let lane = lane_rect(place);
        let (low, high) = range(shown);
        #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
        let y_at = |value: f64| lane.bottom() - 2.0 - ((value - low) / (high - low)) as f32 * (lane.height() - 4.0);
        let painter = ui.painter_at(lane.expand(1.0));
        if !is_ghost && low < 0.0 && shown.bands()[band].first == column {
            painter.hline(
                lane.x_range(),
                y_at(0.0),
                Stroke::new(1.0, ink.frame.gamma_multiply(0.5)),
            );
        }
        let dashed = shown.columns()[column].phase() == Some(Phase::Cosine);
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
                let shade = color.gamma_multiply(if dashed { 0.35 } else { 0.75 });
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

/// The line between the values: the wave itself, a step for bits, else
/// straight. Its corners at the positions are the values.
fn between(encoding: &Encoding, column: usize, points: &[Pos2], x: Scale, y_at: &dyn Fn(f64) -> f32) -> Vec<Pos2> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    match (encoding.spec().scheme, encoding.columns().get(column)) {
        (Scheme::Sinusoidal, Some(law @ ColumnLaw::Wave { .. })) if x.points_per_cell() >= 3.0 => {
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
        (_, Some(ColumnLaw::Bit { .. })) => points
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

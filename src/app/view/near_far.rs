//! Near and far: the cosine between positions, as a matrix and as a curve.

use eframe::egui::{Align2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::{BELOW, Hover, Kit, axis_name, headed, on_pixels};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::{Matrix, crosshair};
use crate::app::widget::scale::Scale;
use crate::app::widget::texture::Coloring;
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::Encoding;
use crate::field::{Axis, Field, Reduction, Span, Window, cosine, is_function_of_offset};
use crate::figure::colormap::Palette;
use crate::session::Pin;
use crate::text::{count, reduce_error, rounded};
use crate::tr;

/// Left of the matrix: room for `1,000,000`.
const LEFT: f32 = 60.0;

/// Draws the pane: side by side where it is wide, else one above the other.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let title = tr!(language, "near_far.title");
    let remark = relation(kit);
    let below = headed(ui, kit.ink(), area, &title, remark.as_deref());
    let gap = 10.0;
    let (first, second) = if below.width() > 1.2 * below.height() {
        let side = (below.height() - BELOW - 14.0 + LEFT).min(below.width() * 0.6);
        let (first, second) = below.split_left_right_at_x(below.left() + side);
        (first, Rect::from_min_max(second.min + vec2(gap, 0.0), second.max))
    } else {
        let (first, second) = below.split_top_bottom_at_y(below.top() + below.height() * 0.62);
        (first, Rect::from_min_max(second.min + vec2(0.0, gap), second.max))
    };
    matrix(ui, first, kit);
    curve(ui, second, kit);
}

/// `offset 6, cosine 0.806`: the two positions that are compared.
fn relation(kit: &Kit<'_>) -> Option<String> {
    let scene = kit.scene;
    let (p, q) = scene.pair()?;
    #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
    let offset = crate::text::plain(q as f64 - p as f64);
    Some(
        match cosine(scene.encoding, p, q) {
            Some(cosine) => tr!(
                scene.language,
                "near_far.relation",
                offset = offset,
                cosine = rounded(cosine, 3)
            ),
            None => tr!(scene.language, "near_far.undefined", offset = offset),
        }
        .into_owned(),
    )
}

fn matrix(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let inner = Rect::from_min_max(
        pos2(area.left() + LEFT, area.top() + 14.0),
        pos2(area.right() - 2.0, area.bottom() - BELOW),
    );
    let side = inner.width().min(inner.height());
    if side < 12.0 {
        return;
    }
    let plot = on_pixels(ui, Rect::from_min_size(inner.min, vec2(side, side)));
    let field = Field::Similarity(kit.scene.encoding.clone());
    let (positions, _) = kit.scene.window();
    let views = &kit.scene.session.views;
    let coloring = Coloring {
        palette: Palette::new(views.color_map, views.reversed, -1.0, 1.0),
        transposed: false,
        hatched: false,
    };
    let name = tr!(
        language,
        "near_far.matrix_name",
        positions = count(kit.scene.encoding.max_len())
    );
    let shown = Matrix {
        slot: Slot::Matrix,
        name: name.into_owned(),
        field: &field,
        reduction: Reduction::Mean,
        rows: positions,
        columns: positions,
        coloring,
        moves: true,
    }
    .show(ui, plot, kit);
    let font = small_font();
    axis::below(ui.painter(), shown.x, plot.bottom(), &font, ink.weak);
    axis::beside(ui.painter(), shown.y, plot.left(), &font, ink.weak);
    let name = format!("{} ↑", tr!(language, "axis.position"));
    axis_name(
        ui,
        ink,
        pos2(area.left() + 2.0, plot.top() - 2.0),
        Align2::LEFT_BOTTOM,
        &name,
    );

    if let Some(pin) = kit.scene.pin() {
        crosshair(ui, plot, None, Some(shown.y.middle(pin.position)), ink.pinned);
    }
    let (x, y) = match kit.scene.hover {
        Some(Hover::Pair(p, q)) => (Some(q), Some(p)),
        _ => (kit.scene.hovered_position(), None),
    };
    crosshair(
        ui,
        plot,
        x.map(|q| shown.x.middle(q)),
        y.map(|p| shown.y.middle(p)),
        ink.hovered,
    );

    // Along x is the second position, upward the first: a row of the matrix is
    // the curve of its position.
    if let Some((q, p)) = shown.hovered {
        *kit.hover = Some(Hover::Pair(p, q));
        if shown.response.clicked() && !shown.response.double_clicked() {
            let dimension = kit.scene.pin().map_or(0, |pin| pin.dimension);
            kit.change(Change::Pin(Some(Pin { position: p, dimension })));
        }
    }
    if let Some((positions, _)) = shown.moved {
        kit.change(Change::Positions(positions));
    }
}

/// What the curve shows: the cosine to which position, and how its axis is
/// called.
struct Curve {
    from: usize,
    is_offset: bool,
}

impl Curve {
    fn of(kit: &Kit<'_>) -> Self {
        let is_offset = is_function_of_offset(kit.scene.encoding);
        let from = if is_offset {
            0
        } else {
            kit.scene.pin().map_or(0, |pin| pin.position)
        };
        Self { from, is_offset }
    }

    #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
    fn question(&self, encoding: &Encoding, axis: Axis) -> Question {
        let from = self.from.min(encoding.max_len() - 1);
        let row = Span {
            start: from as f64,
            end: from as f64 + 1.0,
        };
        Question::Picture {
            field: Field::Similarity(encoding.clone()),
            reduction: Reduction::Mean,
            window: Window {
                rows: Axis { span: row, pixels: 1 },
                columns: axis,
            },
        }
    }
}

fn curve(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let plot = Rect::from_min_max(
        pos2(area.left() + 24.0, area.top() + 14.0),
        pos2(area.right() - 4.0, area.bottom() - BELOW),
    );
    if plot.width() < 12.0 || plot.height() < 12.0 {
        return;
    }
    let plot = on_pixels(ui, plot);
    let curve = Curve::of(kit);
    let length = kit.scene.encoding.max_len();
    let x = Scale::rightward(Span::whole(length), plot.x_range());
    let font = small_font();
    let painter = ui.painter().clone();
    painter.rect_stroke(plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
    let y_at = |cosine: f32| plot.center().y - cosine * (plot.height() / 2.0 - 3.0);
    painter.hline(plot.x_range(), y_at(0.0), Stroke::new(1.0, ink.frame));
    axis::below(&painter, x, plot.bottom(), &font, ink.weak);
    let labels = [(-1.0, "−1".to_owned()), (0.0, "0".to_owned()), (1.0, "1".to_owned())];
    #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
    axis::values(
        &painter,
        &labels,
        |value| pos2(plot.left(), y_at(value as f32)),
        true,
        &font,
        ink.weak,
    );
    let averaged = x.points_per_cell() * ui.pixels_per_point() < 1.0;
    let title = match (curve.is_offset, averaged) {
        (true, false) => tr!(language, "near_far.by_offset"),
        (true, true) => tr!(language, "near_far.by_offset_mean"),
        (false, _) => tr!(language, "near_far.to_position", position = count(curve.from)),
    };
    let galley = axis::fitting(&painter, &title, &font, ink.weak, area.width());
    painter.galley(
        pos2(area.right() - galley.size().x.min(area.width()), area.top() - 4.0),
        galley,
        ink.weak,
    );

    let response = ui.interact(plot, ui.scope_id().with("curve"), Sense::click());
    let name = tr!(language, "near_far.curve_name", title = title);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let axis = if averaged {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a screen's pixels"
        )]
        let pixels = (plot.width() * ui.pixels_per_point()).round().max(1.0) as usize;
        Axis {
            span: Span::whole(length),
            pixels,
        }
    } else {
        Axis::exact(length)
    };
    if let Some(ghost) = kit
        .scene
        .ghost
        .filter(|ghost| is_function_of_offset(ghost) == curve.is_offset)
    {
        let exact = Axis::exact(ghost.max_len());
        let axis = if exact.pixels > 4096 {
            Axis { pixels: 1024, ..exact }
        } else {
            exact
        };
        let question = curve.question(ghost, axis);
        draw(ui, plot, x, y_at, ink.ghost, Slot::GhostCurve, &question, kit);
    }
    let question = curve.question(kit.scene.encoding, axis);
    draw(ui, plot, x, y_at, ink.curve, Slot::Curve, &question, kit);

    // The marker of what is compared.
    if let Some((p, q)) = kit.scene.pair() {
        let at = if curve.is_offset { p.abs_diff(q) } else { q };
        if let Some(cosine) = cosine(kit.scene.encoding, p, q).filter(|_| curve.is_offset || p == curve.from) {
            #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
            let center = pos2(x.middle(at), y_at(cosine as f32));
            painter.circle(center, 4.5, ink.hovered, Stroke::new(1.5, ui.visuals().panel_fill));
        }
    }
    if let Some(cell) = response.hover_pos().and_then(|at| x.cell_at(at.x, length)) {
        *kit.hover = Some(if curve.is_offset {
            Hover::Offset(cell)
        } else {
            Hover::Position(cell)
        });
    }
}

#[expect(clippy::too_many_arguments, reason = "one call site's worth of drawing")]
fn draw(
    ui: &Ui,
    plot: Rect,
    x: Scale,
    y_at: impl Fn(f32) -> f32,
    color: eframe::egui::Color32,
    slot: Slot,
    question: &Question,
    kit: &mut Kit<'_>,
) {
    let ink = kit.ink();
    let language = kit.scene.language;
    let reply = kit.desk.ask(ui.ctx(), slot, question);
    let painter = ui.painter_at(plot.expand(2.0));
    if let Some(error) = reply.error {
        if slot == Slot::Curve {
            let galley = painter.layout(
                reduce_error(error, language),
                small_font(),
                ink.error,
                plot.width() - 12.0,
            );
            painter.galley(plot.min + vec2(6.0, 6.0), galley, ink.error);
        }
        return;
    }
    let Some((Question::Picture { window, .. }, Answer::Picture(raster))) = reply.answer else {
        return;
    };
    let mut line = Vec::with_capacity(raster.values.len());
    let flush = |line: &mut Vec<_>| {
        if line.len() > 1 {
            painter.add(Shape::line(std::mem::take(line), Stroke::new(1.5, color)));
        }
        line.clear();
    };
    for (pixel, &value) in raster.values.iter().enumerate() {
        let span = window.columns.pixel(pixel);
        if value.is_nan() {
            flush(&mut line); // a zero row has no direction
            continue;
        }
        let at = pos2(x.screen_from_cell(f64::midpoint(span.start, span.end)), y_at(value));
        if x.points_per_cell() >= 7.0 {
            painter.circle_filled(at, 2.0, color);
        }
        line.push(at);
    }
    flush(&mut line);
}

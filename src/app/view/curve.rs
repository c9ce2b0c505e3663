//! The curve of the cosine: by offset where it is a function of it, otherwise
//! to the pinned position.

use eframe::egui::{Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::{BELOW, Hover, Kit, on_pixels, pixels_in};
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::scale::{LogScale, Scale};
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::Encoding;
use crate::field::{Axis, Field, Reduction, Span, Window, cosine, is_function_of_offset};
use crate::text::{count, reduce_error};
use crate::tr;

/// What the curve shows: the cosine to which position, and how its axis is
/// called.
struct Curve {
    from: usize,
    is_offset: bool,
}

/// Along x.
#[derive(Clone, Copy)]
enum Across {
    Linear(Scale),
    Log(LogScale),
}

impl Across {
    fn screen_from_cell(self, cell: f64) -> f32 {
        match self {
            Self::Linear(scale) => scale.screen_from_cell(cell),
            Self::Log(scale) => scale.screen_from_cell(cell),
        }
    }

    /// Where the value of one offset stands.
    fn middle(self, cell: usize) -> f32 {
        match self {
            Self::Linear(scale) => scale.middle(cell),
            Self::Log(scale) => scale.middle(cell),
        }
    }

    fn cell_at(self, screen: f32, cells: usize) -> Option<usize> {
        match self {
            Self::Linear(scale) => scale.cell_at(screen, cells),
            Self::Log(scale) => scale.cell_at(screen),
        }
    }
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

    /// What has to be known, with the stretch of cells that each value is the
    /// mean of.
    #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
    fn question(&self, encoding: &Encoding, across: Across, pixels: usize) -> Question {
        match across {
            Across::Log(scale) => Question::Offsets {
                encoding: encoding.clone(),
                edges: scale.edges(pixels, encoding.max_len()),
            },
            Across::Linear(scale) => {
                let whole = Axis::exact(encoding.max_len());
                // A shorter or longer table than the one that the axis is made for.
                let share = whole.span.length() / scale.span.length();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a screen's pixels"
                )]
                let pixels = (pixels as f64 * share.min(4.0)).ceil().max(1.0) as usize;
                let axis = if pixels < whole.pixels {
                    Axis { pixels, ..whole }
                } else {
                    whole
                };
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
    }
}

/// Draws it.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
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
    let linear = Scale::rightward(Span::whole(length), plot.x_range());
    let is_log = curve.is_offset && kit.scene.session.views.log_offsets && length > 2;
    let across = if is_log {
        Across::Log(LogScale::rightward(length, plot.x_range()))
    } else {
        Across::Linear(linear)
    };
    let font = small_font();
    let painter = ui.painter().clone();
    painter.rect_stroke(plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
    let y_at = |cosine: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
        let cosine = cosine as f32;
        plot.center().y - cosine * (plot.height() / 2.0 - 3.0)
    };
    painter.hline(plot.x_range(), y_at(0.0), Stroke::new(1.0, ink.frame));
    match across {
        Across::Linear(scale) => axis::below(&painter, scale, plot.bottom(), &font, ink.weak),
        Across::Log(scale) => axis::powers_below(&painter, scale, plot.bottom(), &font, ink.weak),
    }
    let labels = [(-1.0, "−1".to_owned()), (0.0, "0".to_owned()), (1.0, "1".to_owned())];
    axis::values(
        &painter,
        &labels,
        |value| pos2(plot.left(), y_at(value)),
        true,
        &font,
        ink.weak,
    );
    let averaged = linear.points_per_cell() * ui.pixels_per_point() < 1.0;
    let title = match (curve.is_offset, averaged) {
        (true, false) => tr!(language, "near_far.by_offset"),
        (true, true) => tr!(language, "near_far.by_offset_mean"),
        (false, false) => tr!(language, "near_far.to_position", position = count(curve.from)),
        (false, true) => tr!(language, "near_far.to_position_mean", position = count(curve.from)),
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
    let pixels = pixels_in(ui, plot.width());
    let ghost = kit.scene.ghost;
    if let Some(ghost) = ghost.filter(|ghost| is_function_of_offset(ghost) == curve.is_offset) {
        let question = curve.question(ghost, across, pixels);
        draw(ui, plot, across, &y_at, Slot::GhostCurve, &question, kit);
    }
    if cosine(kit.scene.encoding, curve.from, curve.from).is_none() {
        // A curve of nothing; in words, it is no fault of the drawing.
        let words = tr!(language, "near_far.zero_row", position = count(curve.from));
        let galley = painter.layout(words.into_owned(), font, ink.weak, plot.width() - 12.0);
        painter.galley(plot.min + vec2(6.0, 6.0), galley, ink.weak);
    }
    let question = curve.question(kit.scene.encoding, across, pixels);
    draw(ui, plot, across, &y_at, Slot::Curve, &question, kit);

    // The marker of what is compared.
    if let Some((p, q)) = kit.scene.pair() {
        let at = if curve.is_offset { p.abs_diff(q) } else { q };
        let is_seen = (curve.is_offset || p == curve.from) && !(is_log && at == 0);
        if let Some(cosine) = cosine(kit.scene.encoding, p, q).filter(|_| is_seen) {
            let center = pos2(across.middle(at), y_at(cosine));
            painter.circle(center, 4.5, ink.hovered, Stroke::new(1.5, ui.visuals().panel_fill));
        }
    }
    if let Some(cell) = response.hover_pos().and_then(|at| across.cell_at(at.x, length)) {
        *kit.hover = Some(if curve.is_offset {
            Hover::Offset(cell)
        } else {
            Hover::Pair(curve.from, cell)
        });
    }
}

fn draw(
    ui: &Ui,
    plot: Rect,
    across: Across,
    y_at: &dyn Fn(f64) -> f32,
    slot: Slot,
    question: &Question,
    kit: &mut Kit<'_>,
) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let color = if slot == Slot::Curve { ink.curve } else { ink.ghost };
    let reply = kit.desk.ask(ui.ctx(), slot, question);
    let painter = ui.painter_at(plot.expand(2.0));
    if let Some(error) = reply.error {
        if slot == Slot::Curve {
            let words = reduce_error(error, language);
            let galley = painter.layout(words, small_font(), ink.error, plot.width() - 12.0);
            painter.galley(plot.min + vec2(6.0, 6.0), galley, ink.error);
        }
        return;
    }
    let points: Vec<Option<Pos2>> = match reply.answer {
        Some((Question::Picture { window, .. }, Answer::Picture(raster))) => {
            let point = |(pixel, &value): (usize, &f32)| {
                let Span { start, end } = window.columns.pixel(pixel);
                let at = across.screen_from_cell(f64::midpoint(start, end));
                // A zero row has no direction.
                (!value.is_nan()).then(|| pos2(at, y_at(f64::from(value))))
            };
            raster.values.iter().enumerate().map(point).collect()
        }
        Some((Question::Offsets { edges, .. }, Answer::Offsets(means))) => {
            let point = |(edges, &mean): (&[usize], &f64)| {
                let last = edges[1] - 1;
                let at = f32::midpoint(across.middle(edges[0]), across.middle(last));
                Some(pos2(at, y_at(mean)))
            };
            edges.windows(2).zip(means).map(point).collect()
        }
        _ => return,
    };
    let is_sparse = points.len() < 2
        || points.windows(2).all(|pair| match pair {
            [Some(a), Some(b)] => b.x - a.x >= 7.0,
            _ => true,
        });
    for line in points.split(Option::is_none) {
        let line: Vec<Pos2> = line.iter().flatten().copied().collect();
        if is_sparse {
            for &at in &line {
                painter.circle_filled(at, 2.0, color);
            }
        }
        if line.len() > 1 {
            painter.add(Shape::line(line, Stroke::new(1.5, color)));
        }
    }
}

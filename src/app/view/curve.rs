//! The curve of what a table says of two positions: by offset where it is a
//! function of it, otherwise from the pinned position.

use eframe::egui::{Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::{BELOW, Hover, Kit, on_pixels, pixels_in};
use crate::analysis::Relation;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::scale::{LogScale, Scale};
use crate::encoding::Kind;
use crate::field::{Axis, Key, Offsets, Picture, Reduction, Span, Window};
use crate::text::{Language, count, reduce_error, significant};
use crate::tr;

/// The part of the view that its own curve is, and that of the encoding before a
/// slider moved.
const CURVE: &str = "curve";
const BEFORE: &str = "curve:before";

/// What has to be known for a line.
enum Asked {
    Offsets(Offsets),
    Picture(Picture),
}

/// What the curve shows: values by offset, or from which position.
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

/// Which of the two positions moves along the curve.
#[derive(Clone, Copy, PartialEq)]
enum Moves {
    First,
    Second,
}

impl Curve {
    fn of(kit: &Kit<'_>) -> Self {
        let is_offset = kit.scene.relation.is_function_of_offset();
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
    fn asked(&self, relation: &Relation, across: Across, pixels: usize, moves: Moves) -> Asked {
        let encoding = relation.encoding();
        match across {
            Across::Log(scale) => Asked::Offsets(Offsets {
                encoding: encoding.clone(),
                edges: scale.edges(pixels, encoding.max_len()),
            }),
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
                let along = if pixels < whole.pixels {
                    Axis { pixels, ..whole }
                } else {
                    whole
                };
                let from = self.from.min(encoding.max_len() - 1);
                let held = Axis {
                    span: Span {
                        start: from as f64,
                        end: from as f64 + 1.0,
                    },
                    pixels: 1,
                };
                let (rows, columns) = match moves {
                    Moves::First => (along, held),
                    Moves::Second => (held, along),
                };
                Asked::Picture(Picture {
                    field: relation.field(),
                    reduction: Reduction::Mean,
                    window: Window { rows, columns },
                })
            }
        }
    }

    fn title(&self, kind: Kind, averaged: bool, language: Language) -> String {
        let position = count(self.from);
        match (kind, self.is_offset, averaged) {
            (Kind::Added, true, false) => tr!(language, "near_far.by_offset"),
            (Kind::Added, true, true) => tr!(language, "near_far.by_offset_mean"),
            (Kind::Added, false, false) => tr!(language, "near_far.to_position", position = position),
            (Kind::Added, false, true) => tr!(language, "near_far.to_position_mean", position = position),
            (Kind::Rotation, true, false) => tr!(language, "near_far.score_by_offset"),
            (Kind::Rotation, true, true) => tr!(language, "near_far.score_by_offset_mean"),
            (Kind::Rotation, false, false) => tr!(language, "near_far.score_of_query", position = position),
            (Kind::Rotation, false, true) => tr!(language, "near_far.score_of_query_mean", position = position),
            (Kind::Bias, _, false) => tr!(language, "near_far.bias_by_distance"),
            (Kind::Bias, _, true) => tr!(language, "near_far.bias_by_distance_mean"),
        }
        .into_owned()
    }

    /// The lines: under which key, which position moves, and whether it is dashed. A
    /// query looks back, so its offset grows with its own position.
    fn lines(&self, kind: Kind) -> &'static [(&'static str, Moves, bool)] {
        match (kind, self.is_offset) {
            (Kind::Bias, _) => &[("curve:after", Moves::Second, true), (CURVE, Moves::First, false)],
            (Kind::Rotation, true) => &[(CURVE, Moves::First, false)],
            _ => &[(CURVE, Moves::Second, false)],
        }
    }
}

/// Draws it.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let (_, largest) = kit.scene.relation.range();
    let labels = [-largest, 0.0, largest].map(|value| (value, significant(value, 3)));
    let widths = labels
        .iter()
        .map(|(_, words)| axis::width(ui.painter(), words, &small_font()));
    let left = widths.fold(16.0, f32::max) + 8.0;
    let plot = Rect::from_min_max(
        pos2(area.left() + left, area.top() + 14.0),
        pos2(area.right() - 4.0, area.bottom() - BELOW),
    );
    if plot.width() < 12.0 || plot.height() < 12.0 {
        return;
    }
    let plot = on_pixels(ui, plot);
    let curve = Curve::of(kit);
    let length = kit.scene.encoding.max_len();
    let linear = Scale::rightward(Span::whole(length), plot.x_range());
    let (relation, kind) = (kit.scene.relation, kit.scene.encoding.kind());
    let is_log = kind == Kind::Added && curve.is_offset && kit.scene.session.views.log_offsets && length > 2;
    let across = if is_log {
        Across::Log(LogScale::rightward(length, plot.x_range()))
    } else {
        Across::Linear(linear)
    };
    let font = small_font();
    let painter = ui.painter().clone();
    painter.rect_stroke(plot, 0.0, Stroke::new(1.0, ink.frame), StrokeKind::Outside);
    let y_at = |value: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
        let part = (value / largest) as f32;
        plot.center().y - part * (plot.height() / 2.0 - 3.0)
    };
    painter.hline(plot.x_range(), y_at(0.0), Stroke::new(1.0, ink.frame));
    match across {
        Across::Linear(scale) => axis::below(&painter, scale, plot.bottom(), &font, ink.weak),
        Across::Log(scale) => axis::powers_below(&painter, scale, plot.bottom(), &font, ink.weak),
    }
    axis::values(
        &painter,
        &labels,
        |value| pos2(plot.left(), y_at(value)),
        true,
        &font,
        ink.weak,
    );
    let averaged = linear.points_per_cell() * ui.pixels_per_point() < 1.0;
    let title = curve.title(kind, averaged, language);
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
    let head = relation.head().unwrap_or(0);
    let ghost = kit.scene.ghost.map(|ghost| Relation::new(ghost, head));
    let is_alike =
        |ghost: &Relation| ghost.encoding().kind() == kind && ghost.is_function_of_offset() == curve.is_offset;
    let lines = curve.lines(kind);
    if let Some(ghost) = ghost.filter(is_alike) {
        for &(_, moves, dashed) in lines.iter().filter(|(part, ..)| *part == CURVE) {
            let asked = curve.asked(&ghost, across, pixels, moves);
            draw(ui, plot, across, &y_at, Line { part: BEFORE, dashed }, asked, kit);
        }
    }
    if kind == Kind::Added && relation.value(curve.from, curve.from).is_none() {
        // A curve of nothing; in words, it is no fault of the drawing.
        let encoding = kit.scene.encoding;
        let is_number = |j| encoding.value(curve.from, j).is_none_or(f64::is_finite);
        let key = if (0..encoding.d_model()).all(is_number) {
            "near_far.zero_row"
        } else {
            "near_far.no_numbers"
        };
        let words = tr!(language, key, position = count(curve.from));
        let galley = painter.layout(words.into_owned(), font, ink.weak, plot.width() - 12.0);
        painter.galley(plot.min + vec2(6.0, 6.0), galley, ink.weak);
    }
    for &(part, moves, dashed) in lines {
        let asked = curve.asked(relation, across, pixels, moves);
        draw(ui, plot, across, &y_at, Line { part, dashed }, asked, kit);
    }

    // The marker of what is compared.
    if let Some((p, q)) = kit.scene.pair() {
        let at = if curve.is_offset { p.abs_diff(q) } else { q };
        let is_seen = (curve.is_offset || p == curve.from) && !(is_log && at == 0);
        if let Some(value) = relation.value(p, q).filter(|_| is_seen) {
            let center = pos2(across.middle(at), y_at(value));
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

/// Under which key a line is asked for, and how it is drawn.
#[derive(Clone, Copy)]
struct Line {
    part: &'static str,
    dashed: bool,
}

fn draw(
    ui: &Ui,
    plot: Rect,
    across: Across,
    y_at: &dyn Fn(f64) -> f32,
    Line { part, dashed }: Line,
    asked: Asked,
    kit: &mut Kit<'_>,
) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let color = if part == BEFORE { ink.ghost } else { ink.curve };
    let key = Key::new("relation", part);
    let (points, error) = match asked {
        Asked::Picture(picture) => {
            let reply = kit.ask(&key, picture);
            let points = reply.seen.as_ref().map(|(picture, raster)| {
                let Window { rows, columns } = picture.window;
                let along = if columns.pixels > 1 { columns } else { rows };
                let point = |(pixel, &value): (usize, &f32)| {
                    let Span { start, end } = along.pixel(pixel);
                    let at = across.screen_from_cell(f64::midpoint(start, end));
                    // A zero row has no direction, an angle that overflowed no wave.
                    value.is_finite().then(|| pos2(at, y_at(f64::from(value))))
                };
                raster.values.iter().enumerate().map(point).collect()
            });
            (points, reply.error().cloned())
        }
        Asked::Offsets(offsets) => {
            let reply = kit.ask(&key, offsets);
            let points = reply.seen.as_ref().map(|(offsets, means)| {
                let point = |(edges, &mean): (&[usize], &f64)| {
                    let last = edges[1] - 1;
                    let at = f32::midpoint(across.middle(edges[0]), across.middle(last));
                    mean.is_finite().then(|| pos2(at, y_at(mean)))
                };
                offsets.edges.windows(2).zip(means.iter()).map(point).collect()
            });
            (points, reply.error().cloned())
        }
    };
    let painter = ui.painter_at(plot.expand(2.0));
    if let Some(error) = error {
        if part == CURVE {
            let words = reduce_error(&error, language);
            let galley = painter.layout(words, small_font(), ink.error, plot.width() - 12.0);
            painter.galley(plot.min + vec2(6.0, 6.0), galley, ink.error);
        }
        return;
    }
    let points: Vec<Option<Pos2>> = points.unwrap_or_default();
    let is_sparse = points.len() < 2
        || points.windows(2).all(|pair| match pair {
            [Some(a), Some(b)] => b.x - a.x >= 7.0,
            _ => true,
        });
    for line in points.split(Option::is_none) {
        let line: Vec<Pos2> = line.iter().flatten().copied().collect();
        if is_sparse || line.len() == 1 {
            for &at in &line {
                painter.circle_filled(at, 2.0, color);
            }
        }
        if line.len() > 1 && dashed {
            painter.extend(Shape::dashed_line(&line, Stroke::new(1.5, color), 4.0, 3.0));
        } else if line.len() > 1 {
            painter.add(Shape::line(line, Stroke::new(1.5, color)));
        }
    }
}

//! The heatmap: position by dimension, the table itself.

use eframe::egui::{Align2, Rangef, Rect, Stroke, Ui, pos2};

use super::pixels::{CellsPerPixel, header, too_fast};
use super::{BELOW, Hover, Kit, LEFT, RIGHT, axis_name, below_header, on_pixels, trained};
use crate::analysis::{BandLabel, band_label};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::matrix::{Matrix, MatrixResponse, crosshair, frame_cell};
use crate::app::widget::scale::Scale;
use crate::app::widget::texture::Coloring;
use crate::app::widget::{axis, color_bar};
use crate::encoding::{Encoding, Kind, Order};
use crate::field::{Field, Key};
use crate::figure::colormap::Palette;
use crate::figure::range::default_range;
use crate::session::Pin;
use crate::text::{axis_names, count, scheme_name, wavelength_words};
use crate::tr;

/// The field that the heatmap shows.
fn field(kit: &Kit<'_>) -> Field {
    Field::Table {
        encoding: kit.scene.encoding.clone(),
        order: kit.scene.order(),
    }
}

/// The colours of the heatmap.
fn coloring(kit: &Kit<'_>, field: &Field) -> Coloring {
    let views = &kit.scene.session.views;
    let (low, high) = default_range(field);
    Coloring {
        palette: Palette::new(views.color_map, views.reversed, low, high),
        transposed: views.transposed,
        hatched: false,
    }
}

/// Draws the pane.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let encoding = kit.scene.encoding;
    let field = field(kit);
    let coloring = coloring(kit, &field);
    let (rows, columns) = kit.scene.window();
    let below = below_header(area);
    let plot = on_pixels(
        ui,
        Rect::from_min_max(
            pos2(below.left() + LEFT, below.top() + 14.0),
            pos2(below.right() - RIGHT, below.bottom() - BELOW),
        ),
    );
    if plot.height() < 12.0 || plot.width() < 12.0 {
        return;
    }
    let per_pixel = CellsPerPixel::of(ui, plot, (rows, columns), coloring.transposed);
    *kit.cells_per_pixel = Some(per_pixel);
    let scheme = scheme_name(encoding.spec().scheme, language);
    let (positions, dimensions) = (count(encoding.max_len()), count(encoding.d_model()));
    let key = match encoding.kind() {
        Kind::Added | Kind::Rotation => "heatmap.name",
        Kind::Bias => "heatmap.name_bias",
    };
    let name = tr!(
        language,
        key,
        scheme = scheme,
        positions = positions,
        dimensions = dimensions
    );
    let matrix = Matrix {
        key: Key::new("heatmap", "cells"),
        name: name.into_owned(),
        field: &field,
        reduction: kit.scene.session.views.reduction,
        extent: field.shape(),
        rows,
        columns,
        coloring,
        moves: true,
    };
    let shown = matrix.show(ui, plot, kit);
    trained::heatmap(ui, &shown, kit);
    header(ui, area, per_pixel, shown.seen, kit);
    axes(ui, plot, &shown, kit);
    too_fast(ui, &shown, per_pixel, encoding, kit.scene.order(), kit);
    if coloring.transposed {
        wavelengths_above(ui, plot, shown.x, kit);
    } else {
        braces(ui, plot, shown.y, kit);
    }
    color_bar(ui, plot, coloring, kit);
    let place = |dimension| kit.scene.order().place(dimension, encoding);
    marks(ui, &shown, coloring.transposed, kit.scene.pin(), &place, kit);
    react(ui, &shown, kit);
}

fn axes(ui: &Ui, plot: Rect, shown: &MatrixResponse, kit: &Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let font = small_font();
    let transposed = kit.scene.session.views.transposed;
    let regrouped = kit.scene.session.views.regrouped && kit.scene.encoding.bands()[0].is_together();
    if !(regrouped && transposed) {
        axis::below(ui.painter(), shown.x, plot.bottom(), &font, ink.weak);
    }
    if !regrouped || transposed {
        axis::beside(ui.painter(), shown.y, plot.left(), &font, ink.weak);
    }
    if regrouped {
        let scale = if transposed { shown.x } else { shown.y };
        groups(ui, plot, scale, transposed, kit.scene.encoding, kit);
    }
    let [rows, columns] = axis_names(kit.scene.encoding.kind(), language);
    let (x_name, y_name) = if transposed { (columns, rows) } else { (rows, columns) };
    let (x_name, y_name) = (format!("{x_name} →"), format!("{y_name} ↑"));
    axis_name(
        ui,
        ink,
        pos2(plot.right() + 8.0, plot.bottom() + 4.0),
        Align2::LEFT_TOP,
        &x_name,
    );
    axis_name(
        ui,
        ink,
        pos2(plot.left() - LEFT + 2.0, plot.top() - 2.0),
        Align2::LEFT_BOTTOM,
        &y_name,
    );
}

/// Regrouped columns are out of order: their groups are named instead, along x
/// where dimensions run there.
pub(super) fn groups(ui: &Ui, plot: Rect, scale: Scale, along_x: bool, encoding: &Encoding, kit: &Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    #[expect(clippy::cast_precision_loss, reason = "dimensions are far below 2^53")]
    let border = encoding.d_model().div_ceil(2) as f64;
    let names = match encoding.spec().conventions.order {
        Order::SineFirst => ["heatmap.sines", "heatmap.cosines"],
        Order::CosineFirst => ["heatmap.cosines", "heatmap.sines"],
    };
    let spans = [(scale.span.start, border), (border, scale.span.end)];
    for (key, (start, end)) in names.into_iter().zip(spans) {
        let (start, end) = (start.max(scale.span.start), end.min(scale.span.end));
        if end > start {
            let middle = scale.screen_from_cell(f64::midpoint(start, end));
            let (at, align) = if along_x {
                (pos2(middle, plot.bottom() + 4.0), Align2::CENTER_TOP)
            } else {
                (pos2(plot.left() - 6.0, middle), Align2::RIGHT_CENTER)
            };
            axis_name(ui, ink, at, align, &tr!(language, key));
        }
    }
    let at = scale.screen_from_cell(border);
    let stroke = Stroke::new(1.5, ink.text);
    if along_x && plot.x_range().contains(at) {
        ui.painter().vline(at, plot.y_range(), stroke);
    } else if !along_x && plot.y_range().contains(at) {
        ui.painter().hline(plot.x_range(), at, stroke);
    }
}

/// The labels of the bands in view.
fn labels<'a>(scale: Scale, kit: &'a Kit<'_>) -> impl Iterator<Item = BandLabel> + 'a {
    let (encoding, order) = (kit.scene.encoding, kit.scene.order());
    let cells = scale.span.cells();
    let start = cells.start;
    cells.filter_map(move |place| band_label(encoding, order, place, start))
}

/// Above the plot, where dimensions run along x: the wavelength of each band,
/// as many as have room beside the name of the other axis.
fn wavelengths_above(ui: &Ui, plot: Rect, x: Scale, kit: &Kit<'_>) {
    let ink = kit.ink();
    let font = small_font();
    let [rows, _] = axis_names(kit.scene.encoding.kind(), kit.scene.language);
    let name = format!("{rows} ↑");
    let mut end = plot.left() - LEFT + 2.0 + axis::width(ui.painter(), &name, &font);
    for label in labels(x, kit) {
        let middle = f32::midpoint(x.middle(label.first), x.middle(label.last.min(x.span.cells().end - 1)));
        let words = wavelength_words(label.wavelength);
        let half = axis::width(ui.painter(), &words, &font) / 2.0;
        if middle - half >= end + 8.0 && middle + half <= plot.right() + RIGHT {
            end = middle + half;
            axis_name(ui, ink, pos2(middle, plot.top() - 2.0), Align2::CENTER_BOTTOM, &words);
        }
    }
}

/// Right of the plot: the wavelength of each band, with a brace over the
/// dimensions of a pair that stand together.
fn braces(ui: &Ui, plot: Rect, y: Scale, kit: &Kit<'_>) {
    let (ink, encoding) = (kit.ink(), kit.scene.encoding);
    if encoding.pairs() == 0 {
        return;
    }
    let font = small_font();
    let stroke = Stroke::new(1.0, ink.weak);
    let mut last = f32::INFINITY;
    for label in labels(y, kit) {
        let (low, high) = (y.edges(label.first).max, y.edges(label.last).min);
        let middle = f32::midpoint(low, high);
        let is_free = last - middle >= font.size + 2.0 && middle <= plot.bottom() - 6.0 && middle >= plot.top() + 6.0;
        if !is_free {
            continue;
        }
        last = middle;
        let x = plot.right() + 4.0;
        if low - high >= 8.0 {
            let range = Rangef::new((high + 2.0).max(plot.top()), (low - 2.0).min(plot.bottom()));
            ui.painter().vline(x + 3.0, range, stroke);
            for end in [range.min, range.max] {
                ui.painter().hline(Rangef::new(x, x + 3.0), end, stroke);
            }
            ui.painter().hline(Rangef::new(x + 3.0, x + 6.0), middle, stroke);
        } else {
            ui.painter().hline(Rangef::new(x, x + 6.0), middle, stroke);
        }
        ui.painter().text(
            pos2(x + 9.0, middle),
            Align2::LEFT_CENTER,
            wavelength_words(label.wavelength),
            font.clone(),
            ink.weak,
        );
    }
    let are_together = |place| {
        let column = kit.scene.order().column(place, encoding);
        encoding.bands()[encoding.band_of(column)].is_together()
    };
    let frequency = |place| {
        let column = kit.scene.order().column(place, encoding);
        encoding.frequency(column).map_or(0.0, f64::abs)
    };
    // In a grid it begins again half way up.
    let gets_slower = y
        .span
        .cells()
        .skip(1)
        .all(|place| frequency(place) <= frequency(place - 1));
    if kit.scene.session.views.regrouped || !gets_slower || !y.span.cells().all(are_together) {
        return;
    }
    let language = kit.scene.language;
    let slow_fast = tr!(language, "heatmap.slow_fast");
    axis_name(
        ui,
        ink,
        pos2(plot.right() + 4.0, plot.top() - 2.0),
        Align2::LEFT_BOTTOM,
        &slow_fast,
    );
}

/// The colour bar with its name.
fn color_bar(ui: &Ui, plot: Rect, coloring: Coloring, kit: &Kit<'_>) {
    let ink = kit.ink();
    let left = plot.right() + RIGHT - 66.0;
    color_bar::show(ui, left, plot.y_range(), coloring.palette, ink);
    let name = tr!(kit.scene.language, "axis.value");
    axis_name(ui, ink, pos2(left, plot.bottom() + 4.0), Align2::LEFT_TOP, &name);
}

/// The crosshair of what is hovered in any view, and the frame of the pin;
/// `place` says where a dimension stands.
pub(super) fn marks(
    ui: &Ui,
    shown: &MatrixResponse,
    transposed: bool,
    pin: Option<Pin>,
    place: &dyn Fn(usize) -> usize,
    kit: &Kit<'_>,
) {
    let (ink, scene, plot) = (kit.ink(), kit.scene, shown.response.rect);
    let (positions, dimension) = match scene.hover {
        Some(Hover::Cell(cell)) => ([Some(cell.position), None], Some(cell.dimension)),
        Some(Hover::Pair(p, q)) if scene.encoding.kind() != Kind::Bias => ([Some(p), Some(q)], None),
        Some(_) => ([scene.hovered_position(), None], None),
        None => ([None, None], None),
    };
    for position in positions.into_iter().flatten() {
        let (x, y) = if transposed {
            (None, Some(shown.y.middle(position)))
        } else {
            (Some(shown.x.middle(position)), None)
        };
        crosshair(ui, plot, x, y, ink.hovered);
    }
    if let Some(dimension) = dimension.map(place) {
        let (x, y) = if transposed {
            (Some(shown.x.middle(dimension)), None)
        } else {
            (None, Some(shown.y.middle(dimension)))
        };
        crosshair(ui, plot, x, y, ink.hovered);
    }
    if let Some(pin) = pin {
        let (x, y) = if transposed {
            (place(pin.dimension), pin.position)
        } else {
            (pin.position, place(pin.dimension))
        };
        frame_cell(ui, shown, x, y, ink.pinned);
    }
}

fn react(ui: &Ui, shown: &MatrixResponse, kit: &mut Kit<'_>) {
    if let Some((position, place)) = shown.hovered {
        let dimension = kit.scene.order().column(place, kit.scene.encoding);
        let cell = Pin { position, dimension };
        *kit.hover = Some(Hover::Cell(cell));
        // The first click of a double click pins; the second shows all.
        if shown.response.clicked() && !shown.response.double_clicked() && !ui.input(|input| input.modifiers.shift) {
            kit.change(Change::Pin(Some(cell)));
            let band = kit.scene.encoding.band_of(dimension);
            if !kit.scene.session.views.lanes_of(kit.scene.encoding).contains(&band) {
                kit.change(Change::ToggleLane(band));
            }
        }
    }
    if let Some((rows, columns)) = shown.moved {
        kit.change(Change::Window(rows, columns));
    }
}

//! A/B: two encodings and their difference, in the place of the heatmap. One
//! window, one cursor and one pin for all three.

use eframe::egui::{Align2, Color32, Label, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};

use super::ab_header::{self, Side};
use super::heatmap::{groups, marks};
use super::partings::{self, Found};
use super::pixels::{CellsPerPixel, too_fast};
use super::trained::{self, Along};
use super::{BELOW, Hover, Kit, LEFT, axis_name, on_pixels};
use crate::app::action::Change;
use crate::app::compared::Compared;
use crate::app::ink::small_font;
use crate::app::layout::is_small;
use crate::app::widget::matrix::{Matrix, MatrixResponse};
use crate::app::widget::texture::Coloring;
use crate::app::widget::{axis, color_bar};
use crate::app::work::Slot;
use crate::encoding::Encoding;
use crate::field::{ColumnOrder, Field};
use crate::figure::colormap::Palette;
use crate::figure::figure_error;
use crate::figure::range::default_range;
use crate::figure::views::FigureError;
use crate::session::Pin;
use crate::text::{self, Language, count, differences, scheme_name, significant};
use crate::tr;

/// Right of B: a colour bar and its labels.
const BAR: f32 = 74.0;

/// Right of the last matrix: the same, and below it the name of an axis.
const LAST_BAR: f32 = 86.0;

/// Between A and B.
const GAP: f32 = 12.0;

/// Above the matrices: what each is.
const CAPTION: f32 = 18.0;

/// A narrower pane has room for one matrix only.
const LEAST_WIDTH: f32 = 560.0;

/// What is drawn, and in which order of columns: A's.
struct Comparison<'a> {
    compared: &'a Compared,
    order: ColumnOrder,
    found: Found,
}

/// One of the matrices and what stands around it.
struct Place {
    side: Side,
    plot: Rect,
    /// The first one has the ticks of the axis that points up.
    is_first: bool,
    /// The last one has the name of the other axis.
    is_last: bool,
    has_bar: bool,
}

/// Draws the pane.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let Some(compared) = kit.scene.compared else { return };
    let is_one = is_small(ui.ctx().content_rect().size()) || area.width() < LEAST_WIDTH;
    let chosen = is_one.then(|| ab_header::chosen(ui, compared));
    let free = ab_header::show(ui, area, chosen, kit);
    let has_results = compared.have_one_width() && chosen.is_none_or(|chosen| chosen == Side::Difference);
    let area = area.shrink2(vec2(8.0, 4.0));
    let bottom = area.bottom() - if has_results { partings::HEIGHT } else { 0.0 };
    let room = Rect::from_min_max(
        pos2(area.left() + LEFT, area.top() + 24.0 + CAPTION),
        pos2(area.right(), bottom - BELOW),
    );
    if room.height() < 12.0 || room.width() < LAST_BAR + 12.0 {
        return;
    }
    let comparison = Comparison {
        compared,
        order: common_order(compared, kit),
        found: if has_results {
            partings::ask(ui, kit)
        } else {
            Found::default()
        },
    };
    for place in places(ui, room, chosen) {
        if place.side == Side::Difference && !compared.have_one_width() {
            refuse(ui, place.plot, kit);
            comparison.caption(ui, &place, None, kit);
            name_along_x(ui, place.plot, kit);
        } else {
            *kit.cells_per_pixel = Some(comparison.matrix(ui, &place, kit));
        }
    }
    comparison.values_at_cursor(ui, free, kit);
    if has_results {
        let lines = Rect::from_min_max(pos2(area.left(), bottom), area.max);
        partings::show(ui, lines, &comparison.found, kit);
    }
}

/// All three side by side, or the chosen one alone.
fn places(ui: &Ui, room: Rect, chosen: Option<Side>) -> Vec<Place> {
    if let Some(side) = chosen {
        return vec![Place {
            side,
            plot: on_pixels(ui, Rect::from_min_max(room.min, room.max - vec2(LAST_BAR, 0.0))),
            is_first: true,
            is_last: true,
            has_bar: true,
        }];
    }
    let width = (room.width() - GAP - BAR - LAST_BAR) / 3.0;
    let offsets = [0.0, width + GAP, 2.0 * width + GAP + BAR];
    let place = |(side, offset): (Side, f32)| Place {
        side,
        plot: on_pixels(
            ui,
            Rect::from_min_size(room.min + vec2(offset, 0.0), vec2(width, room.height())),
        ),
        is_first: side == Side::A,
        is_last: side == Side::Difference,
        has_bar: side != Side::A,
    };
    Side::ALL.into_iter().zip(offsets).map(place).collect()
}

/// The order of columns in which all three are shown. Where A and B would not
/// be put in order alike, or differ in width, it is the order of the tables.
fn common_order(compared: &Compared, kit: &Kit<'_>) -> ColumnOrder {
    let order = kit.scene.order();
    let is_alike = compared.have_one_width() && order.column(1, &compared.a) == order.column(1, &compared.shown_b);
    if is_alike { order } else { ColumnOrder::AsStored }
}

/// In the place of the difference: why there is none.
fn refuse(ui: &mut Ui, plot: Rect, kit: &Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let Some(compared) = kit.scene.compared else { return };
    let (first, second) = (compared.a.d_model(), compared.b.d_model());
    let words = figure_error(&FigureError::Widths { first, second }, language);
    let stroke = Stroke::new(1.0, ink.frame);
    ui.painter().rect_stroke(plot, 0.0, stroke, StrokeKind::Outside);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(plot.shrink(10.0)));
    let words = RichText::new(words).font(small_font()).color(ink.error);
    inner.add(Label::new(words).wrap());
}

impl Comparison<'_> {
    fn encoding(&self, side: Side) -> &Encoding {
        match side {
            Side::A | Side::Difference => &self.compared.a,
            Side::B => &self.compared.shown_b,
        }
    }

    fn field(&self, side: Side) -> Field {
        let table = |side| Field::Table {
            encoding: self.encoding(side).clone(),
            order: self.order,
        };
        match side {
            Side::A | Side::B => table(side),
            Side::Difference => Field::difference(table(Side::A), table(Side::B)),
        }
    }

    /// The colours: one scale for A and B, and the difference's own.
    fn palette(&self, side: Side, kit: &Kit<'_>) -> Palette {
        let (low, high) = match (side, self.found.most()) {
            (Side::A | Side::B, _) => {
                let [a, b] = [Side::A, Side::B].map(|side| default_range(&self.field(side)));
                (a.0.min(b.0), a.1.max(b.1))
            }
            (Side::Difference, Some(most)) if most > 0.0 => (-most, most),
            (Side::Difference, Some(_)) => (-1.0, 1.0),
            (Side::Difference, None) => default_range(&self.field(side)),
        };
        let views = &kit.scene.session.views;
        Palette::new(views.color_map, views.reversed, low, high)
    }

    /// Draws one of them with its axes; gives what a pixel of it stands for.
    fn matrix(&self, ui: &mut Ui, place: &Place, kit: &mut Kit<'_>) -> CellsPerPixel {
        let (side, plot) = (place.side, place.plot);
        let views = &kit.scene.session.views;
        let (rows, columns) = kit.scene.window();
        let field = self.field(side);
        let coloring = Coloring {
            palette: self.palette(side, kit),
            transposed: views.transposed,
            hatched: false,
        };
        let shown = Matrix {
            slot: match side {
                Side::A => Slot::SideA,
                Side::B => Slot::SideB,
                Side::Difference => Slot::Difference,
            },
            name: self.name(side, field.shape(), kit),
            field: &field,
            reduction: views.reduction,
            extent: self.compared.shape(),
            rows,
            columns,
            coloring,
            moves: true,
        }
        .show(ui, plot, kit);
        let mut remark = None;
        if side != Side::Difference {
            let along = Along::rows(&shown, coloring.transposed);
            let encoding = self.encoding(side);
            trained::mark(ui, along, encoding, kit.ink());
            let trained = encoding.trained_end();
            remark = trained::end_inside(ui, along, encoding, kit)
                .or_else(|| Some(trained::words(trained?, kit.scene.language)));
        }
        let per_pixel = CellsPerPixel::of(ui, plot, (rows, columns), coloring.transposed);
        self.axes(ui, place, &shown, kit);
        self.caption(ui, place, remark.as_deref(), kit);
        if side != Side::Difference {
            too_fast(ui, &shown, per_pixel, self.encoding(side), self.order, kit);
        }
        if place.has_bar {
            color_bar::show(ui, plot.right() + 8.0, plot.y_range(), coloring.palette, kit.ink());
        }
        let stands_at = |dimension| {
            let shown = self.compared.shown_column(dimension);
            self.order.place(shown, &self.compared.a)
        };
        let pin = views.pin_within(self.compared.shape());
        marks(ui, &shown, coloring.transposed, pin, &stands_at, kit);
        self.react(ui, &shown, kit);
        per_pixel
    }

    fn name(&self, side: Side, shape: (usize, usize), kit: &Kit<'_>) -> String {
        let language = kit.scene.language;
        let (positions, dimensions) = (count(shape.0), count(shape.1));
        if side == Side::Difference {
            return tr!(
                language,
                "ab.difference_name",
                positions = positions,
                dimensions = dimensions
            )
            .into_owned();
        }
        tr!(
            language,
            "ab.name",
            side = side.letter(),
            scheme = scheme_name(self.encoding(side).spec().scheme, language),
            positions = positions,
            dimensions = dimensions
        )
        .into_owned()
    }

    fn axes(&self, ui: &Ui, place: &Place, shown: &MatrixResponse, kit: &Kit<'_>) {
        let (ink, plot) = (kit.ink(), place.plot);
        let font = small_font();
        let transposed = kit.scene.session.views.transposed;
        let is_regrouped = self.order == ColumnOrder::Regrouped && self.compared.a.bands()[0].is_together();
        if is_regrouped && transposed {
            groups(ui, plot, shown.x, true, &self.compared.a, kit);
        } else {
            axis::below(ui.painter(), shown.x, plot.bottom(), &font, ink.weak);
        }
        if place.is_first && is_regrouped && !transposed {
            groups(ui, plot, shown.y, false, &self.compared.a, kit);
        } else if place.is_first {
            axis::beside(ui.painter(), shown.y, plot.left(), &font, ink.weak);
        }
        if place.is_first {
            let at = pos2(plot.left() - LEFT + 2.0, plot.top() - 2.0);
            axis_name(ui, ink, at, Align2::LEFT_BOTTOM, &axis_names(kit).1);
        }
        if place.is_last {
            name_along_x(ui, plot, kit);
        }
    }

    /// What the matrix is, above it; a line under that of the one in front.
    fn caption(&self, ui: &Ui, place: &Place, remark: Option<&str>, kit: &Kit<'_>) {
        let (plot, font, painter) = (place.plot, small_font(), ui.painter());
        let color = side_color(place.side, kit);
        let mut left = plot.left();
        if place.is_first {
            let name = axis::width(painter, &axis_names(kit).1, &font);
            left = left.max(plot.left() - LEFT + 2.0 + name + 10.0);
        }
        let room = plot.right() - left + if place.has_bar { BAR - 8.0 } else { 0.0 };
        let all = self.captions(place.side, remark, kit.scene.language);
        let fits = |words: &&String| axis::width(painter, words, &font) <= room;
        let words = all.iter().find(fits).or(all.last()).map_or("", String::as_str);
        let galley = axis::fitting(painter, words, &font, color, room);
        let at = pos2(left, plot.top() - 3.0 - galley.size().y);
        painter.galley(at, galley, color);
        if place.side == Side::front(self.compared) {
            let stroke = Stroke::new(2.0, color);
            painter.hline(plot.x_range(), plot.top() - 1.5, stroke);
        }
    }

    /// What can be said above a matrix, the longest first: the scheme, what A and
    /// B differ in, a remark. Where that is too long the scheme, which is then
    /// that of both, is left out, and the remark.
    fn captions(&self, side: Side, remark: Option<&str>, language: Language) -> Vec<String> {
        let Compared { a, b, .. } = self.compared;
        let letter = side.letter();
        let (own, other) = match (side, self.found.most()) {
            (Side::A, _) => (a.spec(), b.spec()),
            (Side::B, _) => (b.spec(), a.spec()),
            (Side::Difference, Some(most)) => {
                return vec![tr!(language, "ab.most", most = significant(most, 4)).into_owned()];
            }
            (Side::Difference, None) => return vec![letter.to_owned()],
        };
        let scheme = scheme_name(own.scheme, language);
        let mut differences = differences(own, other, language);
        differences.truncate(2);
        let joined = |scheme: Option<&str>, remark: Option<&str>| {
            let parts = [Some(letter), scheme].into_iter();
            let parts = parts.chain(differences.iter().map(|words| Some(words.as_str())));
            parts.chain([remark]).flatten().collect::<Vec<_>>().join(" · ")
        };
        let mut all = vec![joined(Some(&scheme), remark)];
        if !differences.is_empty() {
            all.extend([joined(None, remark), joined(None, None)]);
        }
        all
    }

    /// The values of all three in the cell under the pointer, else in the
    /// pinned one; at the right end of the header.
    fn values_at_cursor(&self, ui: &Ui, room: Rect, kit: &Kit<'_>) {
        let (ink, scene) = (kit.ink(), kit.scene);
        let pinned = scene.session.views.pin_within(self.compared.shape());
        let cell = match scene.hover {
            Some(Hover::Cell(cell)) => Some(cell),
            Some(_) => scene.focus(),
            None => pinned,
        };
        let Some(cell) = cell else { return };
        let dimension = self.compared.shown_column(cell.dimension);
        let value = |side| self.encoding(side).value(cell.position, dimension);
        let (a, b) = (value(Side::A), value(Side::B));
        let spelled = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| significant(value, 4));
        let words = tr!(
            scene.language,
            "ab.values",
            position = count(cell.position),
            dimension = count(dimension),
            a = spelled(a),
            b = spelled(b),
            difference = spelled(a.zip(b).map(|(a, b)| b - a))
        );
        let galley = axis::fitting(ui.painter(), &words, &small_font(), ink.weak, room.width());
        let at = pos2(room.right() - galley.size().x, room.top() + 2.0);
        ui.painter().galley(at, galley, ink.weak);
    }

    fn react(&self, ui: &Ui, shown: &MatrixResponse, kit: &mut Kit<'_>) {
        if let Some((position, place)) = shown.hovered {
            let column = self.order.column(place, &self.compared.a);
            let dimension = self.compared.front_column(column);
            let cell = Pin { position, dimension };
            *kit.hover = Some(Hover::Cell(cell));
            // The first click of a double click pins; the second shows all.
            if shown.response.clicked() && !shown.response.double_clicked() && !ui.input(|input| input.modifiers.shift)
            {
                kit.change(Change::Pin(Some(cell)));
                let front = kit.scene.encoding;
                // The other one may be wider.
                let band = (dimension < front.d_model()).then(|| front.band_of(dimension));
                let has_lane = |band| kit.scene.session.views.lanes_of(front).contains(&band);
                if let Some(band) = band.filter(|&band| !has_lane(band)) {
                    kit.change(Change::ToggleLane(band));
                }
            }
        }
        if let Some((rows, columns)) = shown.moved {
            kit.change(Change::Window(rows, columns));
        }
    }
}

fn name_along_x(ui: &Ui, plot: Rect, kit: &Kit<'_>) {
    let at = pos2(plot.right() + 8.0, plot.bottom() + 4.0);
    axis_name(ui, kit.ink(), at, Align2::LEFT_TOP, &axis_names(kit).0);
}

/// The names of the axes: along x, upward.
fn axis_names(kit: &Kit<'_>) -> (String, String) {
    let [position, dimension] = text::axis_names(kit.scene.encoding.kind(), kit.scene.language);
    let (x, y) = if kit.scene.session.views.transposed {
        (dimension, position)
    } else {
        (position, dimension)
    };
    (format!("{x} →"), format!("{y} ↑"))
}

/// A and B have the colours of their curves.
fn side_color(side: Side, kit: &Kit<'_>) -> Color32 {
    match side {
        Side::A => kit.ink().curve,
        Side::B => kit.ink().second,
        Side::Difference => kit.ink().text,
    }
}

//! What a pixel of the heatmap stands for: said in the line above it, chosen by
//! a switch there, and marked where no picture of this size can be true.

use std::f64::consts::{PI, TAU};

use eframe::egui::{ComboBox, Rangef, Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::{Kit, overview};
use crate::app::ink::{small_font, title_font};
use crate::app::widget::axis;
use crate::app::widget::matrix::MatrixResponse;
use crate::encoding::Encoding;
use crate::encoding::Kind;
use crate::field::{ColumnOrder, Reduction, Span};
use crate::session::Change;
use crate::text::{count, reduction_name, significant};
use crate::tr;

/// How many cells a pixel has along x and y of the table: positions, dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellsPerPixel {
    /// Positions a pixel.
    pub positions: f64,
    /// Dimensions a pixel.
    pub dimensions: f64,
}

impl CellsPerPixel {
    /// Those of a plot of these rows and columns.
    pub fn of(ui: &Ui, plot: Rect, (rows, columns): (Span, Span), transposed: bool) -> Self {
        let scale = f64::from(ui.pixels_per_point());
        let (across, up) = (f64::from(plot.width()) * scale, f64::from(plot.height()) * scale);
        let (row_pixels, column_pixels) = if transposed { (up, across) } else { (across, up) };
        Self {
            positions: rows.length() / row_pixels,
            dimensions: columns.length() / column_pixels,
        }
    }

    /// Whether some pixel stands for more than one cell.
    #[must_use]
    pub fn mixes(self) -> bool {
        self.positions > 1.0 || self.dimensions > 1.0
    }

    /// How many cells a pixel touches at least, on average.
    fn cells(self) -> f64 {
        self.positions.max(1.0) * self.dimensions.max(1.0)
    }
}

/// What is in view and what a pixel stands for; and whether that is a warning.
fn remark(kit: &Kit<'_>, per_pixel: CellsPerPixel, (reduction, is_exact): (Reduction, bool)) -> (String, bool) {
    let language = kit.scene.language;
    let (max_len, d_model) = (kit.scene.encoding.max_len(), kit.scene.encoding.d_model());
    let key = match kit.scene.encoding.kind() {
        Kind::Added | Kind::Rotation => "heatmap.size",
        Kind::Bias => "heatmap.size_bias",
    };
    let whole = tr!(language, key, positions = count(max_len), dimensions = count(d_model));
    if !per_pixel.mixes() {
        return (whole.into_owned(), false);
    }
    let cells = significant(per_pixel.cells(), 2);
    let said = match (reduction, is_exact) {
        (Reduction::Mean | Reduction::MeanTwice, _) if has_moire(kit, per_pixel) => {
            tr!(language, "heatmap.moire", cells = cells)
        }
        (Reduction::Mean, _) => tr!(language, "heatmap.averaged", cells = cells),
        (Reduction::MeanTwice, _) => tr!(language, "heatmap.averaged_twice", cells = cells),
        (Reduction::EveryNth, _) => tr!(language, "heatmap.every_nth", cells = cells),
        (Reduction::Largest, true) => tr!(language, "heatmap.largest", cells = cells),
        (Reduction::Largest, false) => tr!(language, "heatmap.largest_bound", cells = cells),
    };
    (said.into_owned(), reduction == Reduction::EveryNth)
}

/// Whether neighbouring pixels along the dimensions differ by more than half a
/// turn somewhere in view, where single waves are slow enough to be seen: their
/// means are right, but the pattern that they make is no wave of the table.
fn has_moire(kit: &Kit<'_>, per_pixel: CellsPerPixel) -> bool {
    let (encoding, order) = (kit.scene.encoding, kit.scene.order());
    if per_pixel.dimensions <= 1.0 || encoding.pairs() == 0 {
        return false;
    }
    let (positions, dimensions) = kit.scene.window();
    let frequency = |place: usize| {
        let column = order.column(place.min(encoding.d_model() - 1), encoding);
        encoding.frequency(column).map(f64::abs)
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few dimensions"
    )]
    let step = per_pixel.dimensions.ceil() as usize;
    let is_seen = |frequency: f64| frequency * per_pixel.positions < PI;
    dimensions
        .cells()
        .step_by(step)
        .any(|place| match (frequency(place), frequency(place + step)) {
            (Some(a), Some(b)) => is_seen(a) && is_seen(b) && (a - b).abs() * positions.end > PI,
            _ => false,
        })
}

/// The line above the plot: title, the switch of what a pixel shows, a remark,
/// and the overview where part of the table is out of view.
pub fn header(ui: &mut Ui, area: Rect, per_pixel: CellsPerPixel, seen: (Reduction, bool), kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let area = area.shrink2(vec2(8.0, 4.0));
    let title = tr!(language, "heatmap.title");
    let title = ui.painter().layout_no_wrap(title.into_owned(), title_font(), ink.text);
    let mut left = area.left() + title.size().x + 16.0;
    ui.painter().galley(area.left_top(), title, ink.text);
    let reduction = kit.scene.session.views.reduction;
    if per_pixel.mixes() || reduction != Reduction::Mean {
        let at = Rect::from_min_size(pos2(left, area.top() - 2.0), vec2(136.0, 20.0));
        switch(ui, at, reduction, kit);
        left = at.right() + 12.0;
    }
    let mut right = area.right();
    if overview::is_shown(kit) {
        let at = Rect::from_min_size(pos2(right - overview::SIZE.x, area.top()), overview::SIZE);
        overview::show(ui, at, kit);
        right = at.left() - 10.0;
    }
    let (words, is_warning) = remark(kit, per_pixel, seen);
    let color = if is_warning { ink.error } else { ink.weak };
    let galley = axis::fitting(ui.painter(), &words, &small_font(), color, right - left);
    ui.painter()
        .galley(pos2(right - galley.size().x, area.top() + 2.0), galley, color);
}

/// The switch of what a pixel shows.
pub fn switch(ui: &mut Ui, at: Rect, current: Reduction, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let mut inner = ui.new_child(UiBuilder::new().max_rect(at));
    inner.spacing_mut().interact_size.y = at.height();
    let shown = ComboBox::from_id_salt("reduction")
        .selected_text(RichText::new(reduction_name(current, language)).font(small_font()))
        .width(at.width())
        .show_ui(&mut inner, |ui| {
            for reduction in Reduction::ALL {
                let name = reduction_name(reduction, language);
                if ui.selectable_label(reduction == current, name).clicked() {
                    kit.change(Change::Reduction(reduction));
                }
            }
        });
    let name = tr!(language, "command.reduction", name = reduction_name(current, language));
    shown
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
}

/// Marks the bands that no picture of this size can show, beside the axis of
/// the dimensions: waves shorter than two pixels.
pub fn too_fast(
    ui: &Ui,
    shown: &MatrixResponse,
    per_pixel: CellsPerPixel,
    encoding: &Encoding,
    order: ColumnOrder,
    kit: &Kit<'_>,
) {
    let (ink, plot) = (kit.ink(), shown.response.rect);
    if per_pixel.positions <= 1.0 || encoding.pairs() == 0 {
        return;
    }
    let is_too_fast = |place: usize| {
        encoding
            .frequency(order.column(place, encoding))
            .is_some_and(|frequency| TAU / frequency < 2.0 * per_pixel.positions)
    };
    let transposed = kit.scene.session.views.transposed;
    let scale = if transposed { shown.x } else { shown.y };
    let cells = scale.span.cells();
    for run in runs(cells.start..cells.end.min(encoding.d_model()), is_too_fast) {
        let (a, b) = (scale.edges(run.start), scale.edges(run.end - 1));
        let range = Rangef::new(a.min.min(b.min), a.max.max(b.max));
        let bar = if transposed {
            Rect::from_x_y_ranges(range, Rangef::new(plot.bottom() + 1.0, plot.bottom() + 4.0))
        } else {
            Rect::from_x_y_ranges(Rangef::new(plot.left() - 4.0, plot.left() - 1.0), range)
        }
        .intersect(plot.expand(5.0));
        ui.painter().rect_filled(bar, 0.0, ink.error);
        let dimensions = [run.start, run.end - 1].map(|place| count(order.column(place, encoding)));
        let [first, last] = dimensions;
        let words = tr!(kit.scene.language, "heatmap.too_fast", first = first, last = last);
        let response = ui.interact(
            bar.expand(3.0),
            shown.response.id.with(("too fast", run.start)),
            Sense::hover(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
        response.on_hover_text(words.as_ref());
    }
}

/// The stretches of cells of which something holds.
fn runs(cells: std::ops::Range<usize>, holds: impl Fn(usize) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs = Vec::<std::ops::Range<usize>>::new();
    for cell in cells.filter(|&cell| holds(cell)) {
        match runs.last_mut() {
            Some(run) if run.end == cell => run.end += 1,
            _ => runs.push(cell..cell + 1),
        }
    }
    runs
}

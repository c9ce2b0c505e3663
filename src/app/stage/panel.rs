//! One panel: its layers in order, everything around it, its pointer.

use eframe::egui::{
    Align2, Color32, Label, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2,
};

use super::along::Along;
use super::arrange::Arranged;
use super::cells::pixels_in;
use super::{Stage, gestures};
use crate::app::focus::ring;
use crate::app::ink::small_font;
use crate::encoding::single;
use crate::field::Reduction;
use crate::plot::cursor::CellPlace;
use crate::plot::layer::masked;
use crate::plot::remark::PerPixel;
use crate::plot::{Axis, Block, Layer, Panel, Quantity, Scale};

impl Stage<'_> {
    /// Blanks the cells beyond the diagonal, with a line along its edge.
    fn masked_cells(&self, ui: &Ui, panel: &Panel, plot: Rect) {
        let (painter, color) = (ui.painter_at(plot), ui.visuals().panel_fill);
        // Pixels that also show cells beyond the diagonal are blanked as well.
        let pixel = 1.0 / ui.pixels_per_point();
        let mut edge = Vec::new();
        for (from, ends) in masked(&panel.x.scale, &panel.y.scale, pixels_in(ui, plot.height())) {
            let y = ends.map(|end| plot.bottom() - plot.height() * single(end));
            let x = plot.left() + plot.width() * single(from);
            edge.extend(y.map(|y| pos2(x, y)));
            let strip = Rect::from_two_pos(pos2(x, y[0]), pos2(plot.right(), y[1]));
            let strip = Rect::from_min_max(
                ((strip.min.to_vec2() / pixel).floor() * pixel).to_pos2(),
                pos2(strip.right(), (strip.bottom() / pixel).ceil() * pixel),
            );
            painter.rect_filled(strip, 0.0, color);
        }
        painter.line(edge, Stroke::new(pixel, self.ink.weak));
    }

    /// Draws a panel into its plot; returns the reduction of its picture, and whether that is exact.
    pub(super) fn panel(
        &mut self,
        ui: &mut Ui,
        panel: &Panel,
        plot: Rect,
        arranged: &Arranged,
        block: &Block,
    ) -> (Reduction, bool) {
        let along = Along::of(panel, plot);
        let per_pixel = per_pixel(ui, panel, plot);
        let mut seen = (Reduction::Mean, true);
        if let Some(refusal) = &panel.refusal {
            self.head(ui, panel, plot, arranged, (per_pixel, block));
            self.refuse_panel(ui, plot, &refusal.words);
            return seen;
        }
        self.note_table(panel, per_pixel);
        let sense = if gestures::moves(panel) {
            Sense::click_and_drag()
        } else {
            Sense::click()
        };
        let id = ui.scope_id().with((self.place, self.view, &panel.key));
        let response = ui.interact(plot, id, sense);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &panel.name));
        if panel.cells().is_none() {
            self.frame_and_zero(ui, panel, plot, along);
        }
        for layer in &panel.layers {
            match layer {
                Layer::Cells(cells) => seen = self.cells(ui, panel, cells, plot, along),
                Layer::Shade { along: stretch, tone } => self.shade(ui, *stretch, *tone, plot, along),
                Layer::Edge {
                    along: stretch,
                    tone,
                    words,
                } => self.edge(ui, *stretch, *tone, words, (plot, &response), along),
                Layer::TooFast { encoding, order, is_x } => {
                    self.too_fast(ui, (encoding, *order, *is_x), per_pixel, (plot, &response), along);
                }
                Layer::Void { along: stretch, words } => self.void(ui, panel, (*stretch, words), plot, along),
                Layer::Masked => self.masked_cells(ui, panel, plot),
                Layer::Words(words) => self.words_inside(ui, words, plot),
                Layer::Curves(_) => {}
            }
        }
        self.lines(ui, panel, plot, along);
        self.marks(ui, panel, plot, along);
        self.axes(ui, panel, plot, along, arranged.body);
        self.head(ui, panel, plot, arranged, (per_pixel, block));
        self.cursor_marks(ui, panel, plot, along);
        ring(ui, &response);
        self.read_pointer(ui, panel, &response, along);
        seen
    }

    /// Reads what is under the pointer, clicks, and gestures that move a window.
    fn read_pointer(&mut self, ui: &Ui, panel: &Panel, response: &Response, along: [Along<'_>; 2]) {
        let held = self.held();
        if let Some(at) = response.hover_pos() {
            let [x, y] = along;
            let place: CellPlace = [cell_at(&panel.x, x.part(at.x)), cell_at(&panel.y, y.part(at.y))];
            if let Some(cursor) = held.cursor(panel, place) {
                self.seen.cursor = Some(cursor);
            }
            // The first click of a double click pins; the second shows all if the panel moves a window.
            let is_second = response.double_clicked() && gestures::moves(panel);
            let is_click = response.clicked() && !is_second && !ui.input(|input| input.modifiers.shift);
            if let (true, Some(change)) = (is_click, held.click(panel, place)) {
                self.change(change);
            }
        }
        if gestures::moves(panel) {
            self.move_window(ui, panel, response, along);
        }
    }

    /// Notes how many cells a pixel of the table stands for, for the status bar.
    fn note_table(&mut self, panel: &Panel, per_pixel: PerPixel) {
        let is = |axis: &Axis, is: fn(&Quantity) -> bool| axis.quantity().is_some_and(is);
        let is_position = |quantity: &Quantity| matches!(quantity, Quantity::Position);
        let is_dimension = |quantity: &Quantity| matches!(quantity, Quantity::Dimension(_));
        if is(&panel.x, is_position) && is(&panel.y, is_dimension) {
            self.seen.per_pixel = Some([per_pixel.x, per_pixel.y]);
        } else if is(&panel.y, is_position) && is(&panel.x, is_dimension) {
            self.seen.per_pixel = Some([per_pixel.y, per_pixel.x]);
        }
    }

    /// Draws, in place of a panel, the reason why there is none.
    fn refuse_panel(&self, ui: &mut Ui, plot: Rect, words: &str) {
        let stroke = Stroke::new(1.0, self.ink.frame);
        ui.painter().rect_stroke(plot, 0.0, stroke, StrokeKind::Outside);
        // If there is no room, the title gives the reason.
        if plot.height() < 40.0 {
            return;
        }
        let mut inner = ui.new_child(UiBuilder::new().max_rect(plot.shrink(10.0)));
        let words = RichText::new(words).font(small_font()).color(self.ink.error);
        inner.add(Label::new(words).wrap());
    }

    /// Draws the frame of a panel of lines, and the line at value 0.
    fn frame_and_zero(&self, ui: &Ui, panel: &Panel, plot: Rect, [_, y]: [Along<'_>; 2]) {
        let painter = ui.painter();
        painter.rect_stroke(plot, 0.0, Stroke::new(1.0, self.ink.frame), StrokeKind::Outside);
        if let Scale::Values(low, high) = panel.y.scale
            && low < 0.0
            && high > 0.0
        {
            let faint = Stroke::new(1.0, self.ink.frame.gamma_multiply(0.6));
            painter.hline(plot.x_range(), y.screen(0.0), faint);
        }
    }

    /// Draws words over a plot, covering what is behind them.
    pub(super) fn words_over(&self, ui: &Ui, words: &str, plot: Rect, color: Color32) {
        let painter = ui.painter_at(plot.expand(1.0));
        let galley = painter.layout(words.to_owned(), small_font(), color, (plot.width() - 16.0).max(40.0));
        let area = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plot);
        painter.rect_filled(area.expand(6.0), 3.0, ui.visuals().panel_fill);
        painter.galley(area.min, galley, color);
    }

    /// Draws words in place of a missing line.
    fn words_inside(&self, ui: &Ui, words: &str, plot: Rect) {
        let painter = ui.painter_at(plot.expand(1.0));
        let galley = painter.layout(words.to_owned(), small_font(), self.ink.weak, plot.width() - 12.0);
        painter.galley(plot.min + eframe::egui::vec2(6.0, 6.0), galley, self.ink.weak);
    }
}

/// Returns the cell at a part of an axis, from 0 to 1, if the axis measures something there.
fn cell_at(axis: &Axis, part: f64) -> Option<usize> {
    let measure = axis.measure.as_ref()?;
    if let Quantity::Column(_) = measure.quantity {
        return Some(0);
    }
    axis.scale.cell(part, measure.cells)
}

/// Returns the number of cells per pixel along x and upward.
pub(super) fn per_pixel(ui: &Ui, panel: &Panel, plot: Rect) -> PerPixel {
    let scale = f64::from(ui.pixels_per_point());
    PerPixel {
        x: panel.x.scale.span().length() / (f64::from(plot.width()) * scale),
        y: panel.y.scale.span().length() / (f64::from(plot.height()) * scale),
    }
}

//! The preview on the screen: the picture, the first numbers of a table, or the reason why there is
//! neither; and the line that gives the size of the file.

use crate::encoding::cells_of;
use eframe::egui::{self, Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::choices::ExportKind;
use super::order::ExportOrder;
use super::{ExportDialog, Subjects};
use crate::figure::animation_error;
use crate::figure::render::Format;
use crate::plot::ink::{Ink, Theme};
use crate::text::{bytes, count, rounded, thousands};
use crate::tr;

impl ExportDialog {
    /// Returns the size of the file in words; empty if it cannot be made.
    pub(super) fn size_words(&self, order: &ExportOrder) -> String {
        let language = order.language;
        let pixels = |width: u64, height: u64| {
            let number = |side: u64| usize::try_from(side).map_or_else(|_| side.to_string(), count);
            let [width, height] = [width, height].map(number);
            tr!(language, "export.pixels", width, height)
        };
        let size = self.preview.size.map(bytes);
        let with_size = |words: String| match &size {
            Some(size) => format!("{words}, {size}"),
            None => words,
        };
        match order.kind {
            ExportKind::Table(format) => {
                let (rows, columns) = (order.encoding.max_len(), order.encoding.d_model());
                let cells = thousands(cells_of(rows, columns));
                match format.size_bytes(rows, columns, order.choices.storage) {
                    Some(size) => tr!(language, "export.cells_npy", cells, size = bytes(size)),
                    None => {
                        let most = bytes(format.most_bytes(rows, columns, order.choices.storage));
                        tr!(language, "export.cells_text", cells, size = most)
                    }
                }
            }
            ExportKind::Window => {
                let [width, height] = order.still().size_px();
                with_size(pixels(width as u64, height as u64))
            }
            ExportKind::Animation => match (&self.preview.seen.motion, self.preview.seen.paper) {
                (Some(motion), Some(paper)) => {
                    let (width, height) = paper.pixels();
                    let (frames, seconds) = (count(motion.count()), rounded(motion.seconds(), 1));
                    let words = tr!(language, "export.frames", frames, seconds);
                    format!("{}, {words}", pixels(width, height))
                }
                _ => String::new(),
            },
            ExportKind::Figure(_) | ExportKind::Page => match self.preview.seen.paper {
                Some(paper) if order.choices.format == Format::Png => {
                    let (width, height) = paper.pixels();
                    with_size(pixels(width, height))
                }
                Some(paper) => {
                    let mm = |points: f64| rounded(points / 72.0 * 25.4, 0);
                    let (width, height) = (mm(paper.width), mm(paper.height));
                    with_size(tr!(language, "export.mm", width, height))
                }
                // Either it is being made, or the preview says why it cannot be.
                None => String::new(),
            },
            _ => match order.picture() {
                Ok(picture) => with_size(pixels(picture.width(), picture.height())),
                // The preview says why not.
                Err(_) => String::new(),
            },
        }
    }

    /// Draws the preview, or why there is none.
    pub(super) fn picture(&mut self, ui: &mut Ui, room: egui::Vec2, subjects: &Subjects<'_>) {
        let language = subjects.language;
        let order = self.order(subjects);
        let pixels = |points: f32| (points * ui.pixels_per_point()).round().max(8.0) as u32;
        self.preview.ask(ui.ctx(), &order, [pixels(room.x), pixels(room.y)]);
        let (area, response) = ui.allocate_exact_size(room, Sense::hover());
        let what = order.kind.words(language);
        let name = tr!(language, "export.preview", what);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let painter = ui.painter_at(area);
        if let Some(error) = &self.preview.error {
            let words = animation_error(error, language);
            let color = ui.visuals().error_fg_color;
            let galley = painter.layout(words, egui::TextStyle::Body.resolve(ui.style()), color, room.x - 16.0);
            painter.galley(area.min + vec2(8.0, 8.0), galley, color);
            return;
        }
        if let ExportKind::Table(_) = order.kind {
            corner(ui, area, &order);
            return;
        }
        let Some(texture) = self.preview.texture() else { return };
        let size = texture.size_vec2() / ui.pixels_per_point();
        let size = size * (room.x / size.x).min(room.y / size.y).min(1.0);
        let place = Rect::from_center_size(area.center(), size);
        let place = Rect::from_min_size(pos2(place.left().round(), area.top()), size);
        if order.choices.transparent && order.kind != ExportKind::Window {
            chequered(&painter, place, order.choices.theme);
        }
        let tint = if self.preview.is_old {
            Color32::from_white_alpha(140)
        } else {
            Color32::WHITE
        };
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), place, whole, tint);
        let frame = ui.visuals().widgets.noninteractive.bg_stroke;
        painter.rect_stroke(place, 0.0, frame, egui::StrokeKind::Outside);
    }
}

/// Draws a chequered pattern behind transparent parts.
fn chequered(painter: &egui::Painter, area: Rect, theme: Theme) {
    const SIDE: f32 = 8.0;
    let page = Ink::of(theme).page;
    let gray = |step: i16| {
        let level = |channel: u8| {
            let toward = if channel > 127 { -step } else { step };
            u8::try_from(i16::from(channel) + toward).unwrap_or(channel)
        };
        Color32::from_rgb(level(page[0]), level(page[1]), level(page[2]))
    };
    painter.rect_filled(area, 0.0, gray(12));
    let painter = painter.with_clip_rect(area);
    let mut mesh = egui::Mesh::default();
    let squares = |length: f32| (length / SIDE).ceil() as u16;
    for row in 0..squares(area.height()) {
        for column in (row % 2..squares(area.width())).step_by(2) {
            let corner = area.min + vec2(f32::from(column), f32::from(row)) * SIDE;
            mesh.add_colored_rect(Rect::from_min_size(corner, vec2(SIDE, SIDE)), gray(40));
        }
    }
    painter.add(mesh);
}

/// Draws the first numbers of a table.
fn corner(ui: &Ui, area: Rect, order: &ExportOrder) {
    const COLUMNS: usize = 4;
    let (rows, columns) = (order.encoding.max_len(), order.encoding.d_model());
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let line = font.size + 4.0;
    let round = |value: f64| order.choices.storage.round(value);
    for row in 0..rows.min(12) {
        let cells = (0..columns.min(COLUMNS)).map(|column| {
            let value = order.encoding.value(row, column).map_or(f64::NAN, round);
            format!("{value:>10.6}")
        });
        let mut words: String = cells.collect();
        if columns > COLUMNS {
            words.push_str(" …");
        }
        let at = area.min + vec2(4.0, line * row as f32);
        ui.painter_at(area)
            .text(at, Align2::LEFT_TOP, words, font.clone(), ui.visuals().text_color());
    }
}

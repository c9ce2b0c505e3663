//! The keyboard focus, shown on what is painted by hand; egui's own widgets show it themselves.

use eframe::egui::{Response, Stroke, StrokeKind, Ui};

/// Draws a ring around a widget that has the keyboard focus.
pub fn ring(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(2.0, ui.visuals().strong_text_color());
        let painter = ui.painter().with_clip_rect(response.rect.expand(3.0));
        painter.rect_stroke(response.rect.expand(1.0), 2.0, stroke, StrokeKind::Middle);
    }
}
